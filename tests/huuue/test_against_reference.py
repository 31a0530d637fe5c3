"""Random games of the environment, compared with the independent reading of the rules."""

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import horse_envs
from tests.huuue.driver import BETS, COUNTS, event_of, every_setup, without_action
from tests.huuue.table import Env, Lines, coins, events_of, is_over, legal_words, lines, new_env, same_view, seen
from tests.reference.huuue import ReferenceGame
from tests.reference.huuue_box import Setup, in_box_order
from tests.reference.huuue_events import Event, kind_of

REPLACED: list[dict[str, Any]] = [
    {"tips_per_horse": [0, 1, 1, 1, 2, "crop", "crop"]},
    {"pay": {"0": 5, "1": 3, "2": 2}},
    {"programmes": [{"id": "R01", "values": {"Rubis": 2, "Soleil": 2, "Ivoire": 0, "Noiro": 0}}]},
]
SETUPS = [
    *every_setup(target=4),
    *every_setup(max_races=3),
    *(Setup(num_players=count) for count in COUNTS),
    *(
        Setup(num_players=count, bets=bets, components=tables)
        for count, bets, tables in zip((2, 3, 5, 7), BETS, REPLACED + REPLACED, strict=False)
    ),
]


class Decision(NamedTuple):
    """What the environment said before a decision, and what it paid for it."""

    player: str
    legal: set[str]
    lines: Lines
    coins: dict[str, int]
    word: str
    paid: dict[str, float]


def played(env: Env, rng: random.Random, target: int) -> list[Decision]:
    """A game of random legal actions to its end."""
    decisions = []
    while not is_over(env):
        player, words = env.agent_selection, legal_words(env)
        on_lines, have = lines(env), coins(env, target=target)
        word = rng.choice(sorted(words))
        env.step(env.unwrapped.parse_action(word))
        decisions.append(Decision(player, words, on_lines, have, word, dict(env.unwrapped.rewards)))
    return decisions


def margin(have: dict[str, int], agent: str) -> float:
    others = [own for other, own in have.items() if other != agent]
    return have[agent] - sum(others) / len(others)


def agrees(setup: Setup, decisions: list[Decision], events: list[Event]) -> None:
    """Feeds the record to the reference; impossible luck, or a result that the rules do not give, raises."""
    game, made = ReferenceGame(setup), iter(decisions)
    owed = dict.fromkeys(setup.agents, 0.0)
    before = dict(game.coins)
    for event in events:
        event = without_action(event)
        if game.to_act:
            decision = next(made)
            assert decision[:4] == (game.to_act, game.legal(), game.lines, game.coins)
            assert event == event_of(game, decision.word)
            owed = decision.paid
        game.apply(event)
        if kind_of(event) == "result race":
            expected = {agent: margin(game.coins, agent) - margin(before, agent) for agent in game.agents}
            assert owed == pytest.approx(expected, abs=1e-5)
            before = dict(game.coins)
        elif kind_of(event) == "do bet":
            assert not any(owed.values())
    assert game.expected() == "end"
    assert next(made, None) is None


def test_legal_actions_turns_lines_coins_results_and_rewards_agree_in_random_games() -> None:
    assert len(SETUPS) > 200
    for seed, setup in enumerate(SETUPS):
        env = new_env(setup, seed)
        decisions = played(env, random.Random(seed), setup.target)
        agrees(setup, decisions, events_of(env))


class Follower:
    """The reference beside an environment, at the same point."""

    def __init__(self, setup: Setup) -> None:
        self.game = ReferenceGame(setup)
        self.applied: list[Event] = []

    def catch_up(self, env: Env) -> None:
        """Feeds what is new in the record."""
        recorded = [without_action(event) for event in events_of(env)]
        assert recorded[: len(self.applied)] == self.applied
        for event in recorded[len(self.applied) :]:
            self.apply(event)

    def apply(self, event: Event) -> None:
        self.game.apply(event)
        self.applied.append(event)

    def step(self, env: Env, word: str) -> None:
        """Takes the decision in both; reading the record is slow and left out where the next event is forced."""
        self.apply(event_of(self.game, word))
        env.step(env.unwrapped.parse_action(word))
        forced = self.game.forced()
        if forced is not None and self.game.expected() == "chance race_card":
            self.apply(forced)
        elif self.game.to_act is None:
            self.catch_up(env)


def somewhere(setup: Setup, seed: int, decisions: int) -> tuple[Env, Follower]:
    """A position after so many random decisions, or at the end."""
    rng, env, follower = random.Random(seed), new_env(setup, seed), Follower(setup)
    follower.catch_up(env)
    for _ in range(decisions):
        if is_over(env):
            break
        follower.step(env, rng.choice(sorted(follower.game.legal())))
    return env, follower


@pytest.mark.parametrize("setup", every_setup()[::13], ids=str)
def test_nothing_but_a_legal_action_is_accepted_and_the_rest_changes_nothing(setup: Setup) -> None:
    for decisions in range(0, 40, 3):
        env, follower = somewhere(setup, decisions, decisions)
        legal = {env.unwrapped.parse_action(word) for word in follower.game.legal()}
        assert len(legal) == len(follower.game.legal())
        before = picture(env)
        for action in set(range(int(env.action_space(env.agent_selection).n))) - legal:
            with pytest.raises(horse_envs.IllegalActionError):
                env.step(action)
        assert picture(env) == before


def picture(env: Env) -> tuple[Any, ...]:
    """All that can be seen of an environment from outside."""
    return (
        env.agent_selection,
        env.unwrapped.record(),
        env.state().tobytes(),
        [seen(env, agent) for agent in env.possible_agents],
        [env.observe(agent)["action_mask"].tobytes() for agent in env.possible_agents],
        dict(env.unwrapped.rewards),
        dict(env.unwrapped.terminations),
    )


def test_the_table_of_actions_has_words_both_ways() -> None:
    env = new_env(Setup(), 0)
    words = [env.unwrapped.describe_action(action) for action in range(int(env.action_space("player_0").n))]
    assert [env.unwrapped.parse_action(word) for word in words] == list(range(len(words)))


@pytest.mark.parametrize("num_players", COUNTS)
@pytest.mark.parametrize("bets", BETS)
@pytest.mark.parametrize("open_bets", [False, True])
def test_resample_keeps_all_that_a_player_knows_at_every_earlier_event(
    num_players: int, bets: str, open_bets: bool
) -> None:
    """The record of the copy replays, and to this player it was the same game all along."""
    rng = random.Random(num_players)
    setup = Setup(num_players=num_players, bets=bets, open_bets=open_bets)
    for decisions in (rng.randrange(3 * num_players), rng.randrange(60), rng.randrange(150)):
        env, follower = somewhere(setup, rng.randrange(1000), decisions)
        for agent in rng.sample(follower.game.agents, 2):
            same_to(agent, env, env.unwrapped.resample(agent, seed=decisions), setup)


def same_to(agent: str, env: Env, copied: Env, setup: Setup) -> None:
    one, other = ReferenceGame(setup), ReferenceGame(setup)
    for event, twin in zip(events_of(env), events_of(copied), strict=True):
        one.apply(event)
        other.apply(twin)
        assert one.knows(agent) == other.knows(agent)
    assert same_view(env, copied, agent)
    assert env.agent_selection == copied.agent_selection
    horse_envs.replay(copied.unwrapped.record())


@pytest.mark.parametrize("setup", every_setup()[5::17], ids=str)
def test_what_reference_players_cannot_tell_apart_the_observation_does_not_either(setup: Setup) -> None:
    """A resampled copy, played on alike, looks the same to a player as long as it knows the same of both."""
    compared, told_apart = 0, 0
    for seed in range(15):
        rng = random.Random(seed)
        env, follower = somewhere(setup, 200 + seed, rng.randrange(10))
        copied, twin = env.unwrapped.resample("player_0", seed=seed), Follower(setup)
        twin.catch_up(copied)
        for _ in range(30):
            if is_over(env) or is_over(copied) or follower.game.to_act != twin.game.to_act:
                break
            if follower.game.knows("player_0") == twin.game.knows("player_0"):
                compared += 1
                assert same_view(env, copied, "player_0")
            elif len(follower.game.played) == len(twin.game.played):
                told_apart += not np.array_equal(
                    env.observe("player_0")["observation"], copied.observe("player_0")["observation"]
                )
            both = sorted(follower.game.legal() & twin.game.legal())
            if not both:
                break
            word = rng.choice(both)
            follower.step(env, word)
            twin.step(copied, word)
    assert compared > 20
    assert told_apart > 0


@pytest.mark.parametrize("setup", [Setup(), Setup(bets="two_winners"), Setup(open_bets=True)], ids=str)
def test_resample_redraws_hands_deck_and_secret_bets_and_nothing_open(setup: Setup) -> None:
    env, follower = somewhere(setup, 4, 0)
    while follower.game.expected() != "do tip":
        follower.step(env, sorted(follower.game.legal())[0])
    changed = set()
    for seed in range(40):
        redrawn = events_of(env.unwrapped.resample("player_0", seed=seed))
        changed |= {kind_of(one) for one, two in zip(events_of(env), redrawn, strict=True) if one != two}
    hidden = {"chance tips", "chance race_deck"} | (set() if setup.open_bets else {"do bet"})
    assert changed == hidden


def test_hands_in_the_record_are_what_the_masks_say() -> None:
    env, follower = somewhere(Setup(num_players=7), 3, 7)
    game = follower.game
    while game.expected() == "do tip":
        player = game.to_act or ""
        held = in_box_order(word.removeprefix("tip ").replace(" ", ":") for word in legal_words(env))
        assert held == in_box_order(set(game.hands[player]))
        follower.step(env, sorted(game.legal())[0])
        if len(game.played) > 20:
            break
