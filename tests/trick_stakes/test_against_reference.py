"""Random games of the environment, followed event by event by the independent reading of the rules."""

import random
from typing import Any

import pytest

import horse_envs
from tests.reference.trick_stakes import ReferenceGame
from tests.reference.trick_stakes_events import Event, kind_of
from tests.trick_stakes.driver import event_of
from tests.trick_stakes.table import Env, events_of, legal_words

GAMES = 100


class Follower:
    """The reference beside an environment. Writing the record is slow: it is read when luck or a result is due."""

    def __init__(self, num_players: int) -> None:
        self.game = ReferenceGame(num_players)
        self.applied: list[Event] = []

    def catch_up(self, env: Env) -> None:
        """Feeds what is new in the record; a result that the rules do not give, or impossible luck, raises."""
        recorded = [without_action(event) for event in events_of(env)]
        assert recorded[: len(self.applied)] == self.applied
        for event in recorded[len(self.applied) :]:
            self.apply(event)

    def apply(self, event: Event) -> None:
        self.game.apply(event)
        self.applied.append(event)

    def step(self, env: Env, word: str) -> None:
        """Takes the decision in both; what the dummy then does is forced."""
        self.apply(event_of(self.game, word))
        env.step(env.unwrapped.parse_action(word))
        while self.game.expected() == "do play" and self.game.to_act is None:
            self.apply(self.game.forced() or {})
        if self.game.to_act is None:
            self.catch_up(env)


def without_action(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "action"}


def new_env(num_players: int, seed: int, **options: Any) -> Env:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players, **options)
    env.reset(seed=seed)
    return env


def choose(words: set[str], rng: random.Random) -> str:
    """Any legal word, with fewer whips than there are cards to whip with."""
    verbs = sorted({word.split()[0] for word in words})
    verb = rng.choices(verbs, weights=[1 if verb == "whip" else 4 for verb in verbs])[0]
    return rng.choice(sorted(word for word in words if word.split()[0] == verb))


def is_over(env: Env) -> bool:
    return all(env.unwrapped.terminations.values())


def margin(money: dict[str, int], agent: str) -> float:
    others = [own for other, own in money.items() if other != agent]
    return money[agent] - sum(others) / len(others)


@pytest.mark.parametrize("num_players", [3, 4])
def test_legal_actions_turns_results_and_rewards_agree_in_random_games(num_players: int) -> None:
    rng = random.Random(num_players)
    for seed in range(GAMES):
        env, follower = new_env(num_players, seed), Follower(num_players)
        follower.catch_up(env)
        while not is_over(env):
            game = follower.game
            assert env.agent_selection == game.to_act
            assert legal_words(env) == game.legal()
            money, word = dict(game.money), choose(game.legal(), rng)
            follower.step(env, word)
            for agent in game.agents:
                paid = margin(game.money, agent) - margin(money, agent)
                assert env.unwrapped.rewards[agent] == pytest.approx(paid, abs=1e-5)
        assert follower.game.expected() == "end"
        assert events_of(env)[-1]["winners"] == follower.game.winners


@pytest.mark.parametrize("num_players", [3, 4])
def test_nothing_but_a_legal_action_is_accepted_and_the_rest_changes_nothing(num_players: int) -> None:
    rng = random.Random(7)
    for seed in range(3):
        env, follower = new_env(num_players, seed), Follower(num_players)
        follower.catch_up(env)
        for turn in range(10_000):
            if is_over(env):
                break
            if turn % 23 == seed:
                refuses_the_rest(env, follower.game)
            follower.step(env, choose(follower.game.legal(), rng))


def refuses_the_rest(env: Env, game: ReferenceGame) -> None:
    size = int(env.action_space(env.agent_selection).n)
    legal = {env.unwrapped.parse_action(word) for word in game.legal()}
    assert len(legal) == len(game.legal())
    before = picture(env)
    for action in set(range(size)) - legal:
        with pytest.raises(horse_envs.IllegalActionError):
            env.step(action)
    assert picture(env) == before


def picture(env: Env) -> tuple[Any, ...]:
    """All that can be seen of an environment from outside."""
    agents = env.possible_agents
    return (
        env.agent_selection,
        env.unwrapped.record(),
        env.state().tobytes(),
        [env.observe(agent)["observation"].tobytes() for agent in agents],
        [env.observe(agent)["action_mask"].tobytes() for agent in agents],
        dict(env.unwrapped.rewards),
        dict(env.unwrapped.terminations),
    )


@pytest.mark.parametrize("num_players", [3, 4])
def test_the_table_of_actions_has_words_both_ways(num_players: int) -> None:
    env = new_env(num_players, 0)
    size = int(env.action_space(env.agent_selection).n)
    words = [env.unwrapped.describe_action(action) for action in range(size)]
    assert [env.unwrapped.parse_action(word) for word in words] == list(range(size))


@pytest.mark.parametrize("num_players", [3, 4])
def test_resample_keeps_all_that_a_player_knows_at_every_earlier_event(num_players: int) -> None:
    """The record of the copy replays, and to this player it was the same game all along."""
    rng = random.Random(3)
    for seed in range(8):
        env, follower = new_env(num_players, 100 + seed), Follower(num_players)
        follower.catch_up(env)
        stop = rng.randrange(200)
        for turn in range(stop + 1):
            if is_over(env) or turn == stop:
                break
            follower.step(env, choose(follower.game.legal(), rng))
        for agent in follower.game.agents:
            same_to(agent, env, env.unwrapped.resample(agent, seed=seed), num_players)


def same_to(agent: str, env: Env, copied: Env, num_players: int) -> None:
    one, other = ReferenceGame(num_players), ReferenceGame(num_players)
    events, redrawn = events_of(env), events_of(copied)
    assert len(events) == len(redrawn)
    for event, twin in zip(events, redrawn, strict=True):
        one.apply(event)
        other.apply(twin)
        assert one.knows(agent) == other.knows(agent)
    assert env.observe(agent)["observation"].tobytes() == copied.observe(agent)["observation"].tobytes()
    assert env.agent_selection == copied.agent_selection
    mask = env.observe(agent)["action_mask"]
    assert mask.tobytes() == copied.observe(agent)["action_mask"].tobytes()
    horse_envs.replay(copied.unwrapped.record())


@pytest.mark.parametrize("num_players", [3, 4])
def test_resample_redraws_hands_choices_and_tickets(num_players: int) -> None:
    """Something hidden of each kind is different in some copy."""
    rng = random.Random(5)
    env, follower = new_env(num_players, 4), Follower(num_players)
    follower.catch_up(env)
    while follower.game.expected() != "do play":
        follower.step(env, choose(follower.game.legal(), rng))
    changed = set()
    for seed in range(40):
        redrawn = events_of(env.unwrapped.resample("player_0", seed=seed))
        changed |= {kind_of(one) for one, two in zip(events_of(env), redrawn, strict=True) if one != two}
    assert changed >= {"chance deal", "chance packs", "do discard", "do ticket_down"}
    assert not changed & {"chance seats", "chance gate", "do ticket_up"}


@pytest.mark.parametrize("num_players", [3, 4])
def test_what_reference_players_cannot_tell_apart_the_observation_does_not_either(num_players: int) -> None:
    """A resampled copy, played on alike, looks the same to a player as long as it knows the same of both."""
    rng = random.Random(9)
    compared = 0
    for seed in range(10):
        env, follower = new_env(num_players, 200 + seed), Follower(num_players)
        follower.catch_up(env)
        for _ in range(rng.randrange(40)):
            follower.step(env, choose(follower.game.legal(), rng))
        copied, twin = env.unwrapped.resample("player_0", seed=seed), Follower(num_players)
        twin.catch_up(copied)
        for _ in range(30):
            if is_over(env) or env.agent_selection != copied.agent_selection:
                break
            if follower.game.knows("player_0") == twin.game.knows("player_0"):
                compared += 1
                assert same_view(env, copied, "player_0")
            both = follower.game.legal() & twin.game.legal()
            if not both:
                break
            word = choose(both, rng)
            follower.step(env, word)
            twin.step(copied, word)
    assert compared > 20


def same_view(env: Env, copied: Env, agent: str) -> bool:
    return all(
        env.observe(agent)[piece].tobytes() == copied.observe(agent)[piece].tobytes()
        for piece in ("observation", "action_mask")
    )
