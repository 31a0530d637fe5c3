"""What spots and tokens are worth in a race in progress, from the chances of the race."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import count, has
from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.chances import (
    AHEAD_CHANCE,
    EXOTIC_CHANCE,
    GROUP_CHANCE,
    GROUPS,
    NUM_GROUPS,
    PLACE_CHANCE,
    SEVEN_CHANCE,
    SHOW_CHANCE,
    WIN_CHANCE,
)
from horse_envs.games.ready_set_bet.components import (
    EXOTIC_SPOT,
    FIRST_COLOUR,
    FIRST_EXOTIC,
    FIRST_PROP,
    NUM_HORSES,
    PLACE_SPOT,
    PROP_SPOT,
    SEVEN_WORSE,
    SHOW_SPOT,
    SPOT_HORSE,
    SPOT_KIND,
    SPOTS_A_CARD,
    WIN_SPOT,
)
from horse_envs.games.ready_set_bet.course import COLOUR
from horse_envs.games.ready_set_bet.race import gain, loss

CHANCE_OF_SPOT = np.array(
    [
        {WIN_SPOT: WIN_CHANCE, PLACE_SPOT: PLACE_CHANCE, SHOW_SPOT: SHOW_CHANCE}[int(SPOT_KIND[spot])]
        + int(SPOT_HORSE[spot])
        for spot in range(FIRST_COLOUR)
    ],
    np.int64,
)
"""Where the chance of each win, place and show spot stands among the chances of a race."""


@compiled
def mean_result(chance: np.float32, won: np.float32, lost: np.float32) -> np.float32:
    """The mean of winning and losing."""
    return chance * won - (np.float32(1.0) - chance) * lost


@compiled
def expected_gain(s: Any, seat: int, kind: int, spot: int, chance: np.float32) -> np.float32:
    """What a token of a player on a spot brings in the mean, in $; V09, V10 and empty pockets are left out."""
    return mean_result(chance, np.float32(gain(s, seat, kind, spot)), np.float32(loss(s, kind, spot)))


@compiled
def expected_house_gain(s: Any, value: int, spot: int, chance: np.float32) -> np.float32:
    """The same for a house token."""
    return mean_result(chance, np.float32(value * np.int64(s.multiplier[spot])), np.float32(s.penalty[spot]))


@compiled
def spot_chance(s: Any, found: Any, spot: int) -> np.float32:
    """The chance that a spot wins, from the chances of the race."""
    if spot < FIRST_COLOUR:
        return found[CHANCE_OF_SPOT[spot]]
    kind = SPOT_KIND[spot]
    if kind == PROP_SPOT:
        card = spot - FIRST_PROP
        return chance_ahead(found, np.int64(s.prop_horse[card]), np.uint64(s.prop_behind[card]))
    if kind == EXOTIC_SPOT:
        return found[EXOTIC_CHANCE + (spot - FIRST_EXOTIC) // SPOTS_A_CARD]
    if spot == SEVEN_WORSE:
        return found[SEVEN_CHANCE]
    chance = np.float32(0.0)
    for horse in range(NUM_HORSES):
        if COLOUR[horse] == spot - FIRST_COLOUR:
            chance += found[WIN_CHANCE + horse]
    return min(chance, np.float32(1.0))


@compiled
def chance_ahead(found: Any, horse: int, others: np.uint64) -> np.float32:
    """The chance that a horse ends ahead of each of several.

    It is exact to the fit for one other horse and for the groups of the package's prop cards; for another group of a
    replaced card it is the chance against the hardest of them, which is too high.
    """
    if count(others) > 1:
        for group in range(NUM_GROUPS):
            if GROUPS[group, 0] == horse and np.uint64(GROUPS[group, 1]) == others:
                return found[GROUP_CHANCE + group]
    chance = np.float32(1.0)
    for other in range(NUM_HORSES):
        if has(others, other):
            chance = min(chance, found[AHEAD_CHANCE + NUM_HORSES * horse + other])
    return chance
