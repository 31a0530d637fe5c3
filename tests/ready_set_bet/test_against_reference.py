"""Random games of the environment, followed event by event by the independent reading of the rules."""

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

import horse_envs
from tests.ready_set_bet.driver import EVERY_TABLE, choose, event_of, without_action
from tests.ready_set_bet.table import Env, all_words, events_of, is_over, legal_words, named, new_env
from tests.reference.ready_set_bet import ReferenceGame
from tests.reference.ready_set_bet_box import HORSES, Setup
from tests.reference.ready_set_bet_events import Event

WINDOWS = (1, 2, 5, 100)
PATIENCE = (0.93, 0.85, 0.6, 0.3)


class Decision(NamedTuple):
    """One decision as the environment asked for it, and what it paid."""

    agent: str
    legal: set[str]
    spaces: list[int]
    money: list[int]
    closed: bool
    word: str
    rewards: dict[str, float]


def played(setup: Setup, seed: int, patience: float) -> tuple[list[Decision], list[Event]]:
    """A whole random game: its decisions as they were seen, and the events of its record."""
    env, rng, decisions = new_env(setup, seed), random.Random(seed), []
    while not is_over(env):
        agent, legal, shown = env.agent_selection, legal_words(env), named(env)
        spaces = np.rint(shown["spaces"] * 15).astype(int).tolist()
        money = np.rint(shown["money"] * 100).astype(int).tolist()
        word = choose(legal, rng, patience)
        env.step(env.unwrapped.parse_action(word))
        paid = dict(env.unwrapped.rewards)
        decisions.append(Decision(agent, legal, spaces, money, bool(shown["closed"]), word, paid))
    return decisions, [without_action(event) for event in events_of(env)]


def margin(money: dict[str, int], agent: str) -> float:
    others = [own for other, own in money.items() if other != agent]
    return money[agent] - sum(others) / len(others)


def agrees(game: ReferenceGame, decision: Decision) -> None:
    assert decision.agent == game.to_act
    assert decision.legal == game.legal()
    assert decision.spaces == [game.spaces[horse] for horse in HORSES]
    seat = game.agents.index(decision.agent)
    around = game.agents[seat:] + game.agents[:seat]
    assert decision.money[: len(around)] == [game.money[agent] for agent in around]
    assert decision.closed == game.course.closed


@pytest.mark.parametrize(("house", "num_players"), EVERY_TABLE)
def test_legal_actions_turns_spaces_and_money_agree_in_random_games(house: str | None, num_players: int) -> None:
    """All options, in games of patient and of eager players; V14 needs some that still have a token late."""
    for i, rolls in enumerate(WINDOWS):
        setup = Setup(num_players, house, rolls)
        decisions, events = played(setup, seed=10 * num_players + i, patience=PATIENCE[i])
        game, left = ReferenceGame(setup), iter(decisions)
        for event in events:
            if "do" in event:
                decision = next(left)
                agrees(game, decision)
                assert event == event_of(decision.agent, decision.word)
            game.apply(event)
        assert next(left, None) is None
        assert game.expected() == "end"
        assert events[-1]["winners"] == game.winners


@pytest.mark.parametrize(("house", "num_players"), [(None, 2), (None, 8), ("bets", 3), ("rotation", 4)])
def test_rewards_are_the_margin_when_it_is_earned(house: str | None, num_players: int) -> None:
    """Each step pays what has changed up to the next decision; the House's start money comes with the first."""
    setup = Setup(num_players, house, 2)
    decisions, events = played(setup, seed=4, patience=0.5)
    game, paid, left = ReferenceGame(setup), dict.fromkeys(setup.agents, 0.0), list(decisions)
    for number, event in enumerate(events):
        if "do" in event:
            paid = {agent: paid[agent] + reward for agent, reward in left.pop(0).rewards.items()}
        game.apply(event)
        if number + 1 == len(events) or ("do" in events[number + 1] and len(left) < len(decisions)):
            assert paid == pytest.approx({agent: margin(game.money, agent) for agent in game.agents}, abs=1e-4)


@pytest.mark.parametrize(("house", "num_players"), [(None, 2), ("bets", 4), ("rotation", 3)])
def test_nothing_but_a_legal_action_is_accepted_and_the_rest_changes_nothing(
    house: str | None, num_players: int
) -> None:
    env, rng = new_env(Setup(num_players, house, 5), seed=7), random.Random(7)
    tried: set[str] = set()
    while not is_over(env):
        words = legal_words(env)
        verb = min(words).split()[0]
        if verb not in tried or rng.random() < 0.02:
            tried.add(verb)
            refuses_the_rest(env, words)
        env.step(env.unwrapped.parse_action(choose(words, rng, 0.5)))
    assert len(tried) >= 2


def refuses_the_rest(env: Env, legal: set[str]) -> None:
    before = picture(env)
    for action, word in enumerate(all_words()):
        if word not in legal:
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


def test_the_table_of_actions_has_words_both_ways() -> None:
    env = new_env(Setup(), 0)
    assert [env.unwrapped.parse_action(word) for word in all_words()] == list(range(len(all_words())))
    for house, num_players in EVERY_TABLE:
        other = new_env(Setup(num_players, house), 0)
        assert [other.unwrapped.describe_action(action) for action in range(len(all_words()))] == all_words()
