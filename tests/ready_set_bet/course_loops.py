"""Compiled loops over the race course, and a judge of finishes in plain Python that shares nothing with it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import number
from horse_envs.games.ready_set_bet.chances import NUM_CHANCES, write_outcomes
from horse_envs.games.ready_set_bet.course import finish_race

HORSES = range(9)
HORSE_6, HORSE_7, HORSE_8 = 3, 4, 5
BLUE, ORANGE = {0, 1, 7, 8}, {2, 6}

Moment = tuple[tuple[int, ...], int, int]
"""A race in progress: the nine spaces, the horse of the last roll (-1: none), rolls in a row for it."""


def spaces(*given: int) -> NDArray[np.int8]:
    return np.array(given, np.int8)


def key_of(case: int) -> np.uint64:
    return np.uint64(number(np.uint64(20_240_607), case))


def judged(space: tuple[int, ...]) -> dict[str, list[bool]]:
    """What a finish means for every kind of spot, by RSB-5 to RSB-8, in the order of the chances."""
    rank = [1 + sum(other > own for other in space) for own in space]
    best = sorted(space, reverse=True)
    groups = [(horse, group) for group in (ORANGE, BLUE) for horse in (HORSE_6, HORSE_8, HORSE_7)]
    return {
        "win": [each == 1 for each in rank],
        "place": [each <= 2 for each in rank],
        "show": [each <= 3 for each in rank],
        "seven": [rank[HORSE_7] >= 5],
        "ahead": [own > other for own in space for other in space],
        "group": [all(space[horse] > space[other] for other in group) for horse, group in groups],
        "exotic": [
            best[0] - best[1] == 1,
            best[0] - best[1] > 5,
            all(own >= 6 for own in space),
            sum(own <= 3 for own in space) >= 2,
            best[0] - best[2] <= 3,
        ],
    }


@compiled
def add_finishes(space: Any, last_horse: int, run: int, key: np.uint64, races: int, totals: Any) -> int:
    """Roll a race on to its finish many times; add up what comes true, and return the number of rolls."""
    on_the_way = np.zeros(9, np.int8)
    outcome = np.zeros(NUM_CHANCES, np.float32)
    rolls = 0
    for race in range(races):
        on_the_way[:] = space
        rolls += finish_race(on_the_way, last_horse, run, number(key, race))
        write_outcomes(on_the_way, outcome)
        totals += outcome
    return rolls
