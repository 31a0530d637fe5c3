"""The race course of Ready Set Bet: dice, steps, ranks, and what a finish means for each kind of spot.

Horses are numbered 0 to 8 for 2/3, 4, 5, 6, 7, 8, 9, 10, 11/12; spaces are an array of nine small integers.
"""

from typing import Any

import numpy as np

from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, number
from horse_envs.games.ready_set_bet.components import NUM_HORSES

SEVEN = 4
FINISH = 15
RED_LINE = 10

BONUS = np.array([3, 3, 2, 1, 0, 1, 2, 3, 3], np.int64)
"""Additional spaces of each horse when it is rolled twice in a row."""
COLOUR = np.array([0, 0, 1, 2, 3, 2, 1, 0, 0], np.int64)
"""Blue, orange, red, and black for the 7."""

BY_A_NOSE, BLOW_OUT, TIGHT_RACE, LATE_START, PHOTO_FINISH = range(5)
"""The exotic cards X1 to X5."""

_LOWEST_SUM_OF_ITS_OWN = 3
_HIGHEST_SUM_OF_ITS_OWN = 11


@compiled
def roll(key: np.uint64) -> tuple[int, int]:
    """Two dice."""
    both = below(key, 0, 36)
    return 1 + both // 6, 1 + both % 6


@compiled
def horse_of(total: int) -> int:
    """The horse of a sum of two dice; 2 and 3 are one horse, so are 11 and 12."""
    return min(max(total, _LOWEST_SUM_OF_ITS_OWN), _HIGHEST_SUM_OF_ITS_OWN) - _LOWEST_SUM_OF_ITS_OWN


@compiled
def step(run: int, horse: int) -> int:
    """Spaces that a horse moves on the given roll in a row for it: more on the 2nd, 4th, ... (RSB-3)."""
    return 1 + BONUS[horse] if run % 2 == 0 else 1


@compiled
def horses_ahead(space: Any, horse: int) -> int:
    """How many horses are strictly ahead of a horse; its rank is one more (RSB-5)."""
    ahead = 0
    for other in range(NUM_HORSES):
        ahead += space[other] > space[horse]
    return ahead


@compiled
def is_ahead_of(space: Any, horse: int, others: int) -> bool:
    """Whether a horse is strictly ahead of each of a set of horses, given as bits (RSB-6)."""
    beaten = True
    for other in range(NUM_HORSES):
        if (others >> other) & 1 and space[other] >= space[horse]:
            beaten = False
    return beaten


@compiled
def is_seven_fifth_or_worse(space: Any) -> bool:
    """Whether at least four horses are strictly ahead of the 7 (RSB-7)."""
    return horses_ahead(space, SEVEN) >= 4


@compiled
def winners_colour(space: Any) -> int:
    """The colour of the horse in front; at the finish there is just one (RSB-4)."""
    for horse in range(NUM_HORSES):
        if horses_ahead(space, horse) == 0:
            return COLOUR[horse]
    return -1


@compiled
def exotic_holds(space: Any, card: int) -> bool:
    """Whether the condition of an exotic card is met at the finish; margins are measured from the winner (RSB-8)."""
    first, second, third = three_best(space)
    if card == BY_A_NOSE:
        return first - second == 1
    if card == BLOW_OUT:
        return first - second > 5
    if card == TIGHT_RACE:
        return two_last(space)[0] >= 6
    if card == LATE_START:
        return two_last(space)[1] <= 3
    return first - third <= 3


@compiled
def three_best(space: Any) -> tuple[int, int, int]:
    """The three farthest spaces, horses side by side counted each."""
    first = second = third = np.int64(-1)
    for horse in range(NUM_HORSES):
        at = np.int64(space[horse])
        if at > first:
            first, second, third = at, first, second
        elif at > second:
            second, third = at, second
        elif at > third:
            third = at
    return first, second, third


@compiled
def two_last(space: Any) -> tuple[int, int]:
    """The spaces of the last horse and of the last but one."""
    last = last_but_one = np.int64(FINISH)
    for horse in range(NUM_HORSES):
        at = np.int64(space[horse])
        if at < last:
            last, last_but_one = at, last
        elif at < last_but_one:
            last_but_one = at
    return last, last_but_one


@compiled
def finish_race(space: Any, last_horse: int, run: int, key: np.uint64) -> int:
    """Roll on to the finish, in place.

    Args:
        space: (9,) the spaces, changed.
        last_horse: the horse of the last roll, -1 before the first.
        run: rolls in a row for it.
        key: the luck of the rolls.

    Returns:
        How many rolls it took.
    """
    rolls = 0
    while three_best(space)[0] < FINISH:
        first, second = roll(number(key, rolls))
        horse = horse_of(first + second)
        run = run + 1 if horse == last_horse else 1
        last_horse = horse
        space[horse] = min(space[horse] + step(run, horse), FINISH)
        rolls += 1
    return rolls
