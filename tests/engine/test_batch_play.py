"""Whole games inside the compiled loop."""

from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.engine.batch import Played, returns_of
from tests.engine.play import PLAYERS, shown

RULES = ("random", "dummy", "greedy", "greedy")


def played(num_players: int = 4, games: int = 50, seed: int | None = 1, **settings: Any) -> Played:
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=1, num_players=num_players, **settings)
    result: Played = batch.play(RULES[:num_players], games=games, seed=seed)
    return result


@pytest.mark.parametrize("num_players", PLAYERS)
def test_money_winners_and_returns_say_the_same(num_players: int) -> None:
    for reward in ("margin", "win"):
        result = played(num_players, 200, reward=reward)
        assert result.money.shape == result.winners.shape == result.returns.shape == (200, num_players)
        assert np.abs(result.returns.sum(1)).max() < 1e-9
        assert (result.winners.sum(1) == 1).all(), "Trick Stakes has one winner"
        assert (result.money[result.winners] == result.money.max(1)).all()
        if reward == "win":
            assert (result.returns[result.winners] == 1).all()
            assert np.allclose(result.returns[~result.winners], -1 / (num_players - 1))
        else:
            others = (result.money.sum(1, keepdims=True) - result.money) / (num_players - 1)
            assert np.allclose(result.returns, result.money - others)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_each_game_is_that_of_its_seed(num_players: int) -> None:
    """What is told of a game agrees with an environment in which the game is played again by its rules."""
    result = played(num_players, 3)
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=3, num_players=num_players)
    batch.reset(seed=result.seeds)
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players)
    for game in range(3):
        env.reset(seed=int(result.seeds[game]))
        assert env.last()[0]["observation"].tobytes() == batch.observation[game].tobytes()
        assert len(set(result.seeds.tolist())) == 3
        # A player decides on a discard and two tickets a race, and on cards while the race lasts.
        assert 3 * num_players**2 < result.decisions[game] <= 13 * num_players**2


def test_the_same_seed_plays_the_same_games_whatever_the_threads() -> None:
    first, again, threaded = played(), played(), played(threads=3)
    for name in ("money", "winners", "returns", "decisions", "seeds"):
        assert getattr(first, name).tobytes() == getattr(again, name).tobytes() == getattr(threaded, name).tobytes()
    assert played(seed=2).money.tobytes() != first.money.tobytes()
    assert played(seed=None).seeds.tobytes() != played(seed=None).seeds.tobytes()


def test_the_games_of_the_batch_are_not_touched() -> None:
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=4)
    batch.reset(seed=1)
    before = shown(batch)
    batch.play(RULES, games=10, seed=5)
    assert shown(batch) == before


def test_seats_get_the_rule_of_their_place() -> None:
    """Three of a kind lose to the greedy one, wherever it sits."""
    batch = horse_envs.trick_stakes_v0.batch_env(num_envs=1)
    for seat in range(4):
        rules = ["greedy" if place == seat else "random" for place in range(4)]
        assert batch.play(rules, games=300, seed=seat).winners.mean(0).argmax() == seat


@pytest.mark.parametrize(
    "rules", [["random"] * 3, ["random"] * 5, "random", ["random", "dummy", "clever", "greedy"], [0, 1, 2, 2]], ids=str
)
def test_unknown_names_and_wrong_numbers_of_them_are_refused(rules: Any) -> None:
    with pytest.raises(ValueError, match="polic"):
        horse_envs.trick_stakes_v0.batch_env(num_envs=1).play(rules, games=2)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", 2**63], ids=str)
def test_wrong_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed"):
        played(seed=seed)


def test_a_shared_win_pays_shares() -> None:
    money = np.array([[9, 9, 3, 1], [5, 5, 5, 5], [7, 2, 2, 1]])
    winners = np.array([[True, True, False, False], [True] * 4, [True, False, False, False]])
    assert returns_of(money, winners, "win").tolist() == [
        [0.5, 0.5, -0.5, -0.5],
        [0, 0, 0, 0],
        [1, -1 / 3, -1 / 3, -1 / 3],
    ]
    assert returns_of(money, winners, "margin")[0].tolist() == pytest.approx([14 / 3, 14 / 3, -10 / 3, -6])
