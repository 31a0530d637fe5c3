"""Whole games inside the compiled loop."""

from typing import Any

import numpy as np
import pytest

from horse_envs.engine.batch import Played, returns_of
from tests.engine.play import shown
from tests.games import Setting, every_game, every_size


def rules(setting: Setting) -> list[str]:
    """All compiled rules of the game, each on a seat as far as there are seats."""
    known = setting.game.policies
    return [known[seat % len(known)] for seat in range(setting.num_players)]


def played(setting: Setting, games: int = 50, seed: int | None = 1, **settings: Any) -> Played:
    result: Played = setting.batch_env(1, **settings).play(rules(setting), games=games, seed=seed)
    return result


@every_size
def test_money_winners_and_returns_say_the_same(setting: Setting) -> None:
    num_players = setting.num_players
    for reward in ("margin", "win"):
        result = played(setting, 200, reward=reward)
        assert result.money.shape == result.winners.shape == result.returns.shape == (200, num_players)
        assert np.abs(result.returns.sum(1)).max() < 1e-9
        assert result.winners.any(1).all()
        # Nobody wins with less than another; equal money may be decided by more than money.
        most = result.money.max(1, keepdims=True)
        assert (np.where(result.winners, result.money, most) == most).all()
        if reward == "win":
            for won, paid in zip(result.winners, result.returns, strict=True):
                expected = 0 if won.all() else np.where(won, 1 / won.sum(), -1 / (num_players - won.sum()))
                assert np.allclose(paid, expected)
        else:
            others = (result.money.sum(1, keepdims=True) - result.money) / (num_players - 1)
            assert np.allclose(result.returns, result.money - others)


@every_size
def test_each_game_is_that_of_its_seed(setting: Setting) -> None:
    """It begins as an environment does with the seed; the kit plays such games on beside environments."""
    result = played(setting, 3)
    batch = setting.batch_env(3)
    batch.reset(seed=result.seeds)
    env = setting.raw_env()
    assert len(set(result.seeds.tolist())) == 3
    for game in range(3):
        env.reset(seed=int(result.seeds[game]))
        assert env.last()[0]["observation"].tobytes() == batch.observation[game].tobytes()
        assert result.decisions[game] >= setting.num_players


@every_game
def test_the_same_seed_plays_the_same_games_whatever_the_threads(setting: Setting) -> None:
    first, again, threaded = played(setting), played(setting), played(setting, threads=3)
    for name in ("money", "winners", "returns", "decisions", "seeds"):
        assert getattr(first, name).tobytes() == getattr(again, name).tobytes() == getattr(threaded, name).tobytes()
    assert played(setting, seed=2).money.tobytes() != first.money.tobytes()
    assert played(setting, seed=None).seeds.tobytes() != played(setting, seed=None).seeds.tobytes()


@every_game
def test_the_games_of_the_batch_are_not_touched(setting: Setting) -> None:
    batch = setting.batch_env(4)
    batch.reset(seed=1)
    before = shown(batch)
    batch.play(rules(setting), games=10, seed=5)
    assert shown(batch) == before


@every_size
def test_seats_get_the_rule_of_their_place(setting: Setting) -> None:
    """All others of a kind lose to the best rule, wherever it sits."""
    batch, (first, *_, best) = setting.batch_env(1), setting.game.policies
    for seat in range(setting.num_players):
        names = [best if place == seat else first for place in range(setting.num_players)]
        assert batch.play(names, games=300, seed=seat).winners.mean(0).argmax() == seat


@every_game
def test_unknown_names_and_wrong_numbers_of_them_are_refused(setting: Setting) -> None:
    count = setting.num_players
    for wrong in (["random"] * (count - 1), ["random"] * (count + 1), "random", ["clever"] * count, [0] * count):
        with pytest.raises(ValueError, match="polic"):
            setting.batch_env(1).play(wrong, games=2)


@every_game
@pytest.mark.parametrize("seed", [-1, 1.5, "7", 2**63], ids=str)
def test_wrong_seeds_are_refused(seed: Any, setting: Setting) -> None:
    with pytest.raises(ValueError, match="seed"):
        played(setting, seed=seed)


def test_a_shared_win_pays_shares() -> None:
    money = np.array([[9, 9, 3, 1], [5, 5, 5, 5], [7, 2, 2, 1]])
    winners = np.array([[True, True, False, False], [True] * 4, [True, False, False, False]])
    assert returns_of(money, winners, "win").tolist() == [
        [0.5, 0.5, -0.5, -0.5],
        [0, 0, 0, 0],
        [1, -1 / 3, -1 / 3, -1 / 3],
    ]
    assert returns_of(money, winners, "margin")[0].tolist() == pytest.approx([14 / 3, 14 / 3, -10 / 3, -6])
