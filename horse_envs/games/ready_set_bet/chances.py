"""The chances of a race in progress: a small network fitted to many races, evaluated without any sampling.

Its first layer is a sum of table rows: one for each horse's space, one for the last roll and whether the next alike
would bring the bonus, and five for the spaces of the best three and of the last two. The first ten also have rows that
go to the outputs directly, because much of a chance is a matter of one horse's space. Chances to win are scaled to a
sum of 1. It uses sums, products, quotients, square roots and comparisons in float32 in a fixed order only, so that it
gives the same bytes everywhere. `training/race_chances.py` fits it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.components import NUM_HORSES
from horse_envs.games.ready_set_bet.course import (
    FINISH,
    exotic_holds,
    horses_ahead,
    is_ahead_of,
    is_seven_fifth_or_worse,
    three_best,
    two_last,
)

WIN_CHANCE = 0
PLACE_CHANCE = WIN_CHANCE + NUM_HORSES
SHOW_CHANCE = PLACE_CHANCE + NUM_HORSES
SEVEN_CHANCE = SHOW_CHANCE + NUM_HORSES
AHEAD_CHANCE = SEVEN_CHANCE + 1
"""The chance that horse i ends strictly ahead of horse j: AHEAD_CHANCE + 9 * i + j."""
GROUP_CHANCE = AHEAD_CHANCE + NUM_HORSES * NUM_HORSES
"""Chances that a horse ends strictly ahead of each of several, in the order of `GROUPS`."""

_NINE_AND_FIVE = 1 << 2 | 1 << 6
_BLUE = 1 << 0 | 1 << 1 | 1 << 7 | 1 << 8
GROUPS = np.array(
    [[3, _NINE_AND_FIVE], [5, _NINE_AND_FIVE], [4, _NINE_AND_FIVE], [3, _BLUE], [5, _BLUE], [4, _BLUE]], np.int64
)
"""A horse, and the set of horses that it is to be ahead of."""
NUM_GROUPS = 6
EXOTIC_CHANCE = GROUP_CHANCE + NUM_GROUPS
NUM_EXOTICS = 5
NUM_CHANCES = EXOTIC_CHANCE + NUM_EXOTICS

_FIRST_OF_RUNS = NUM_HORSES * FINISH
_NO_ROLL = _FIRST_OF_RUNS + 2 * NUM_HORSES
NUM_DIRECT_ROWS = _NO_ROLL + 1
"""Rows for each horse on each space, and for the last roll; these have rows in the direct table too."""
DIRECT_ROWS_USED = NUM_HORSES + 1
NUM_ROWS = NUM_DIRECT_ROWS + 5 * FINISH
"""Rows of the first table: these, and the first, second, third, last but one and last space."""
ROWS_USED = DIRECT_ROWS_USED + 5
"""A moment of a race is so many rows of the first table."""
WEIGHTS_FILE = Path(__file__).with_name("chances.npz")


def _weights() -> dict[str, Any]:
    with np.load(WEIGHTS_FILE, allow_pickle=False) as file:
        return {name: np.ascontiguousarray(file[name], np.float32) for name in file.files}


_LOADED = _weights()
_ROWS = _LOADED["rows"]
_DIRECT = _LOADED["direct"]
_HIDDEN = _LOADED["hidden"]
_HIDDEN_BIAS = _LOADED["hidden_bias"]
_OUT = _LOADED["out"]
_OUT_BIAS = _LOADED["out_bias"]
_WIDTH = _HIDDEN.shape[1]
_ZERO = np.float32(0.0)
_ONE = np.float32(1.0)
_HALF = np.float32(0.5)
_LEAST = np.float32(1e-6)


@compiled
def write_rows(space: Any, last_horse: int, run: int, rows: Any) -> None:
    """Write which rows of the first table a moment of a race is, into (ROWS_USED,) integers."""
    for horse in range(NUM_HORSES):
        rows[horse] = horse * FINISH + np.int64(space[horse])
    rows[NUM_HORSES] = _NO_ROLL if last_horse < 0 else _FIRST_OF_RUNS + 2 * np.int64(last_horse) + np.int64(run) % 2
    first, second, third = three_best(space)
    last, last_but_one = two_last(space)
    rows[DIRECT_ROWS_USED] = NUM_DIRECT_ROWS + first
    rows[DIRECT_ROWS_USED + 1] = NUM_DIRECT_ROWS + FINISH + second
    rows[DIRECT_ROWS_USED + 2] = NUM_DIRECT_ROWS + 2 * FINISH + third
    rows[DIRECT_ROWS_USED + 3] = NUM_DIRECT_ROWS + 3 * FINISH + last_but_one
    rows[DIRECT_ROWS_USED + 4] = NUM_DIRECT_ROWS + 4 * FINISH + last


@compiled
def chances(space: Any, last_horse: int, run: int, out: Any) -> None:
    """Write the chances of a race.

    Args:
        space: (9,) the spaces of the horses.
        last_horse: the horse of the last roll, -1 before the first.
        run: rolls in a row for it.
        out: float32 (NUM_CHANCES,); at the finish exactly 0 and 1.
    """
    for horse in range(NUM_HORSES):
        if space[horse] >= FINISH:
            write_outcomes(space, out)
            return
    rows = np.empty(ROWS_USED, np.int64)
    write_rows(space, last_horse, run, rows)
    first = np.zeros(_WIDTH, np.float32)
    second = np.empty(_WIDTH, np.float32)
    for row in rows:
        for j in range(_WIDTH):
            first[j] += _ROWS[row, j]
    for j in range(_WIDTH):
        second[j] = _HIDDEN_BIAS[j]
    for i in range(_WIDTH):
        x = first[i]
        if x > _ZERO:
            for j in range(_WIDTH):
                second[j] += x * _HIDDEN[i, j]
    for j in range(NUM_CHANCES):
        out[j] = _OUT_BIAS[j]
    for row in rows[:DIRECT_ROWS_USED]:
        for j in range(NUM_CHANCES):
            out[j] += _DIRECT[row, j]
    for i in range(_WIDTH):
        x = second[i]
        if x > _ZERO:
            for j in range(NUM_CHANCES):
                out[j] += x * _OUT[i, j]
    for j in range(NUM_CHANCES):
        z = out[j]
        out[j] = _HALF + _HALF * z / np.sqrt(_ONE + z * z)
    total = _LEAST
    for horse in range(NUM_HORSES):
        total += out[WIN_CHANCE + horse]
    for horse in range(NUM_HORSES):
        out[WIN_CHANCE + horse] /= total
        out[AHEAD_CHANCE + NUM_HORSES * horse + horse] = _ZERO


@compiled
def write_outcomes(space: Any, out: Any) -> None:
    """What has come true at the finish, as 0 and 1."""
    for horse in range(NUM_HORSES):
        ahead = horses_ahead(space, horse)
        out[WIN_CHANCE + horse] = _ONE if ahead == 0 else _ZERO
        out[PLACE_CHANCE + horse] = _ONE if ahead < 2 else _ZERO
        out[SHOW_CHANCE + horse] = _ONE if ahead < 3 else _ZERO
        for other in range(NUM_HORSES):
            beaten = space[horse] > space[other]
            out[AHEAD_CHANCE + NUM_HORSES * horse + other] = _ONE if beaten else _ZERO
    out[SEVEN_CHANCE] = _ONE if is_seven_fifth_or_worse(space) else _ZERO
    for group in range(NUM_GROUPS):
        holds = is_ahead_of(space, GROUPS[group, 0], GROUPS[group, 1])
        out[GROUP_CHANCE + group] = _ONE if holds else _ZERO
    for card in range(NUM_EXOTICS):
        out[EXOTIC_CHANCE + card] = _ONE if exotic_holds(space, card) else _ZERO
