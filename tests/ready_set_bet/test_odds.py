"""The odds of whole races agree with the published ones, and mirrored horses are alike."""

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from horse_envs.games.ready_set_bet.chances import NUM_CHANCES, PLACE_CHANCE, SHOW_CHANCE, WIN_CHANCE
from tests.ready_set_bet.course_loops import add_finishes, key_of, spaces

RACES = 60_000
WITHIN = 0.008
"""Four standard deviations of a share of one half."""


@lru_cache
def odds() -> tuple[NDArray[np.float64], float]:
    """The share of races in which each thing comes true, and rolls a race."""
    totals = np.zeros(NUM_CHANCES)
    rolls = add_finishes(spaces(*[0] * 9), -1, 0, key_of(1), RACES, totals)
    return totals / RACES, rolls / RACES


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        pytest.param(WIN_CHANCE, (0.0478, 0.0478, 0.1105, 0.1826, 0.2224), id="first"),
        pytest.param(PLACE_CHANCE, (0.1267, 0.1268, 0.2553, 0.3910, 0.4783), id="first-two"),
        pytest.param(SHOW_CHANCE, (0.2055, 0.2059, 0.3810, 0.5496, 0.6557), id="first-three"),
    ],
)
def test_odds_are_those_of_the_dice_and_alike_for_mirrored_horses(first: int, expected: tuple[float, ...]) -> None:
    both_sides = np.array([*expected, *expected[3::-1]])
    np.testing.assert_allclose(odds()[0][first : first + 9], both_sides, rtol=0, atol=WITHIN)


def test_one_horse_wins() -> None:
    assert odds()[0][WIN_CHANCE : WIN_CHANCE + 9].sum() == pytest.approx(1, abs=1e-9)


def test_a_race_takes_64_rolls() -> None:
    assert odds()[1] == pytest.approx(64.0, abs=0.3)
