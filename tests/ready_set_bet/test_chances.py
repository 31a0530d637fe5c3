"""The fitted chances of a race in progress agree with dice rolled on to the finish, and are the same everywhere."""

import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import horse_envs
from horse_envs.games.ready_set_bet.chances import (
    AHEAD_CHANCE,
    EXOTIC_CHANCE,
    GROUP_CHANCE,
    GROUPS,
    NUM_CHANCES,
    PLACE_CHANCE,
    SEVEN_CHANCE,
    SHOW_CHANCE,
    WEIGHTS_FILE,
    WIN_CHANCE,
    chances,
)
from horse_envs.games.ready_set_bet.course import FINISH, RED_LINE, horse_of, roll, step
from tests.ready_set_bet.course_loops import HORSES, Moment, add_finishes, judged, key_of, spaces

WIN, PLACE, SHOW = (slice(first, first + 9) for first in (WIN_CHANCE, PLACE_CHANCE, SHOW_CHANCE))
AHEAD, GROUP = slice(AHEAD_CHANCE, GROUP_CHANCE), slice(GROUP_CHANCE, EXOTIC_CHANCE)

BY_HAND: tuple[Moment, ...] = (
    ((0, 0, 0, 0, 0, 0, 0, 0, 0), -1, 0),
    ((0, 0, 0, 0, 1, 0, 0, 0, 0), 4, 1),
    ((4, 0, 0, 0, 0, 0, 0, 0, 0), 0, 2),
    ((1, 2, 3, 8, 14, 9, 4, 2, 0), 4, 1),
    ((14, 2, 5, 7, 9, 8, 6, 1, 3), 0, 1),
    ((9, 2, 3, 6, 8, 9, 8, 4, 1), 5, 2),
    ((2, 3, 9, 13, 14, 13, 8, 5, 3), 3, 1),
    ((6, 7, 9, 12, 13, 12, 9, 6, 7), 2, 1),
    ((1, 2, 8, 11, 6, 13, 4, 3, 11), 8, 1),
    ((5, 13, 3, 11, 7, 9, 13, 1, 2), 1, 1),
)
RANDOM_MOMENTS = 50
CONTINUATIONS = 20_000


def random_moment(case: int) -> Moment:
    """A race stopped after up to 75 rolls, or one roll before its end."""
    random = np.random.default_rng(case)
    space, last_horse, run = [0] * 9, -1, 0
    for _ in range(int(random.integers(1, 76))):
        horse = horse_of(sum(roll(np.uint64(random.integers(2**63)))))
        next_run = run + 1 if horse == last_horse else 1
        if space[horse] + step(next_run, horse) >= FINISH:
            break
        last_horse, run = horse, next_run
        space[horse] += step(run, horse)
    return tuple(space), last_horse, run


MOMENTS: tuple[Moment, ...] = (*BY_HAND, *(random_moment(case) for case in range(RANDOM_MOMENTS)))


def of(moment: Moment) -> NDArray[np.float32]:
    out = np.full(NUM_CHANCES, np.nan, np.float32)
    chances(spaces(*moment[0]), moment[1], moment[2], out)
    return out


def mirrored(moment: Moment) -> Moment:
    return moment[0][::-1], -1 if moment[1] < 0 else 8 - moment[1], moment[2]


@lru_cache
def errors() -> NDArray[np.float64]:
    """How far the chances of each moment are from the shares of its continuations, (moments, NUM_CHANCES)."""
    found = []
    for case, moment in enumerate(MOMENTS):
        totals = np.zeros(NUM_CHANCES)
        add_finishes(spaces(*moment[0]), moment[1], moment[2], key_of(case), CONTINUATIONS, totals)
        found.append(np.abs(of(moment) - totals / CONTINUATIONS))
    return np.array(found)


@pytest.mark.parametrize(
    ("part", "mean", "most"),
    [
        pytest.param(slice(0, NUM_CHANCES), 0.013, 0.45, id="all"),
        pytest.param(WIN, 0.006, 0.08, id="win"),
        pytest.param(PLACE, 0.015, 0.45, id="place"),
        pytest.param(SHOW, 0.015, 0.23, id="show"),
        pytest.param(slice(SEVEN_CHANCE, AHEAD_CHANCE), 0.019, 0.23, id="seven fifth or worse"),
        pytest.param(AHEAD, 0.013, 0.27, id="ahead"),
        pytest.param(GROUP, 0.02, 0.25, id="ahead of several"),
        pytest.param(slice(EXOTIC_CHANCE, NUM_CHANCES), 0.02, 0.18, id="exotic"),
    ],
)
def test_chances_agree_with_races_rolled_to_the_finish(part: slice, mean: float, most: float) -> None:
    """The largest errors are of who comes second or third while the leader stands one space from the finish."""
    assert errors()[:, part].mean() < mean
    assert errors()[:, part].max() < most


def test_chances_are_close_while_bets_are_open() -> None:
    """Bets close with the third horse at 10 (RSB-2)."""
    is_open = np.array([sum(at >= RED_LINE for at in space) < 3 for space, _, _ in MOMENTS])
    assert is_open.sum() > 30
    assert errors()[is_open].mean() < 0.0125
    assert errors()[is_open, WIN].max() < 0.07


def test_the_start_of_a_race_has_the_odds_of_the_dice() -> None:
    start = of(BY_HAND[0])
    np.testing.assert_allclose(start[WIN][:5], (0.0478, 0.0478, 0.1105, 0.1826, 0.2224), rtol=0, atol=0.006)
    np.testing.assert_allclose(start[PLACE][:5], (0.1267, 0.1268, 0.2553, 0.3910, 0.4783), rtol=0, atol=0.015)
    np.testing.assert_allclose(start[SHOW][:5], (0.2055, 0.2059, 0.3810, 0.5496, 0.6557), rtol=0, atol=0.015)


def test_one_horse_wins_and_nothing_is_less_than_impossible() -> None:
    for moment in MOMENTS:
        found = of(moment)
        assert ((found >= 0) & (found <= 1)).all()
        assert found[WIN].sum() == pytest.approx(1, abs=1e-3)
        assert not found[AHEAD].reshape(9, 9).diagonal().any()


def test_what_includes_another_thing_is_not_less_likely() -> None:
    for moment in MOMENTS:
        found = of(moment)
        ahead = found[AHEAD].reshape(9, 9)
        assert (found[WIN] < found[PLACE] + 0.02).all()
        assert (found[PLACE] < found[SHOW] + 0.02).all()
        assert (ahead + ahead.T < 1.02).all()
        for chance, (horse, group) in zip(found[GROUP], GROUPS, strict=True):
            others = [other for other in HORSES if group >> other & 1]
            assert chance < ahead[horse, others].min() + 0.15


def test_a_mirrored_race_has_mirrored_chances() -> None:
    """The dice are alike for 7 - k and 7 + k."""
    for part in (WIN, PLACE, SHOW, AHEAD):
        apart = [np.abs(of(moment)[part] - of(mirrored(moment))[part][::-1]) for moment in MOMENTS]
        assert np.mean(apart) < 0.01
        assert np.max(apart) < 0.2


def test_a_horse_that_stands_a_space_farther_wins_more_often() -> None:
    gained = []
    for space, last_horse, run in MOMENTS:
        for horse in HORSES:
            if space[horse] < FINISH - 1:
                farther = tuple(at + (other == horse) for other, at in enumerate(space))
                before, after = of((space, last_horse, run)), of((farther, last_horse, run))
                gained.append(after[WIN][horse] - before[WIN][horse])
    assert min(gained) > -0.01
    assert np.mean(gained) > 0.02


@pytest.mark.parametrize("horse", [0, 2, 3, 5, 7])
def test_rsb_3_a_horse_one_roll_into_a_run_is_better_off_than_two_rolls_into_it(horse: int) -> None:
    space = tuple(11 if other == horse else 9 for other in HORSES)
    assert of((space, horse, 1))[WIN][horse] > of((space, horse, 2))[WIN][horse] + 0.005
    assert (of((space, horse, 1)) == of((space, horse, 3))).all()


def test_what_has_come_true_at_the_finish_has_chance_1_and_all_else_0() -> None:
    for case in range(200):
        space, last_horse, run = random_moment(case)
        leader = int(np.argmax(space))
        finish = tuple(FINISH if horse == leader else at for horse, at in enumerate(space))
        expected = [float(holds) for part in judged(finish).values() for holds in part]
        assert of((finish, last_horse, run)).tolist() == expected


def test_the_weights_are_small_enough_to_ship() -> None:
    assert WEIGHTS_FILE.stat().st_size < 150_000


CODE = """
import hashlib
from horse_envs.engine.compile import JIT
from tests.ready_set_bet.test_chances import MOMENTS, of

print(JIT, hashlib.sha256(b"".join(of(moment).tobytes() for moment in MOMENTS)).hexdigest())
"""


@pytest.mark.slow
def test_chances_are_the_same_bytes_with_the_compiler_on_and_off() -> None:
    told = []
    for disabled in ("0", "1"):
        env = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        root = Path(horse_envs.__file__).parents[1]
        done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, cwd=root)
        assert done.returncode == 0, done.stderr
        told.append(done.stdout.split())
    assert [jit for jit, _ in told] == ["True", "False"]
    assert told[0][1] == told[1][1]
