"""The race course by hand: dice, bonus, ranks, and what a finish means for each kind of spot."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horse_envs.engine.luck import number
from horse_envs.games.ready_set_bet.chances import write_outcomes
from horse_envs.games.ready_set_bet.course import (
    BLOW_OUT,
    BY_A_NOSE,
    FINISH,
    LATE_START,
    PHOTO_FINISH,
    RED_LINE,
    TIGHT_RACE,
    exotic_holds,
    finish_race,
    horse_of,
    horses_ahead,
    is_ahead_of,
    is_seven_fifth_or_worse,
    roll,
    step,
    three_best,
    winners_colour,
)
from tests.engine.play import assert_uniform
from tests.ready_set_bet.course_loops import HORSES, judged, key_of, spaces

FINISHES = st.lists(st.integers(0, FINISH - 1), min_size=8, max_size=8).flatmap(
    lambda others: st.integers(0, 8).map(lambda at: (*others[:at], FINISH, *others[at:]))
)
"""All finishes with one winner."""


def test_the_course_has_15_spaces_and_a_red_line_at_10() -> None:
    assert [FINISH, RED_LINE] == [15, 10]


def test_each_sum_moves_its_horse_and_2_and_3_and_11_and_12_share_one() -> None:
    assert [horse_of(total) for total in range(2, 13)] == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8]


def test_two_dice_are_fair_and_independent() -> None:
    rolls = [roll(key_of(case)) for case in range(36_000)]
    assert set(rolls) == set(itertools.product(range(1, 7), repeat=2))
    assert_uniform(rolls, 36)


@pytest.mark.parametrize("horse", HORSES)
def test_rsb_3_the_bonus_comes_with_every_second_roll_in_a_row(horse: int) -> None:
    bonus = (3, 3, 2, 1, 0, 1, 2, 3, 3)[horse]
    assert [step(run, horse) for run in range(1, 7)] == [1, 1 + bonus, 1, 1 + bonus, 1, 1 + bonus]


@given(st.lists(st.integers(0, FINISH), min_size=9, max_size=9))
@settings(deadline=None)
def test_rsb_5_a_rank_counts_the_horses_strictly_ahead(space: list[int]) -> None:
    ranks = [sorted(space, reverse=True).index(own) for own in space]
    assert [horses_ahead(spaces(*space), horse) for horse in HORSES] == ranks


@given(st.lists(st.integers(0, FINISH), min_size=9, max_size=9))
@settings(deadline=None)
def test_the_three_best_count_horses_side_by_side_each(space: list[int]) -> None:
    assert list(three_best(spaces(*space))) == sorted(space, reverse=True)[:3]


@given(FINISHES)
@settings(deadline=None, max_examples=300)
def test_a_finish_means_what_the_rulings_say_for_every_spot(space: tuple[int, ...]) -> None:
    out = np.full(120, 0.5, np.float32)
    write_outcomes(spaces(*space), out)
    assert out.tolist() == [float(holds) for part in judged(space).values() for holds in part]


def test_rsb_5_horses_tied_for_second_take_third_too() -> None:
    space = spaces(15, 9, 9, 8, 0, 0, 0, 0, 0)
    assert [horses_ahead(space, horse) for horse in range(4)] == [0, 1, 1, 3]


def test_rsb_5_all_horses_tied_for_third_show() -> None:
    space = spaces(15, 10, 7, 7, 7, 0, 0, 0, 0)
    assert [horses_ahead(space, horse) < 3 for horse in range(6)] == [True] * 5 + [False]


def test_rsb_6_a_horse_must_be_strictly_ahead_of_every_one_listed() -> None:
    space = spaces(4, 4, 5, 6, 7, 15, 5, 3, 6)
    five_and_nine, blue = 1 << 2 | 1 << 6, 1 << 0 | 1 << 1 | 1 << 7 | 1 << 8
    assert is_ahead_of(space, 3, five_and_nine)
    assert not is_ahead_of(space, 3, blue), "side by side with 11/12"
    assert is_ahead_of(space, 4, blue)
    assert is_ahead_of(space, 0, 1 << 7)
    assert not is_ahead_of(space, 0, 1 << 1)


def test_rsb_7_seven_is_fifth_with_four_horses_strictly_ahead() -> None:
    assert is_seven_fifth_or_worse(spaces(15, 9, 9, 9, 8, 0, 0, 0, 0))
    assert not is_seven_fifth_or_worse(spaces(15, 9, 9, 8, 8, 8, 8, 8, 8))


@pytest.mark.parametrize(
    ("card", "holds", "fails"),
    [
        (BY_A_NOSE, (15, 14, 14, 0, 0, 0, 0, 0, 0), (15, 13, 13, 0, 0, 0, 0, 0, 0)),
        (BLOW_OUT, (9, 9, 9, 9, 15, 9, 0, 0, 0), (9, 9, 9, 9, 15, 10, 0, 0, 0)),
        (TIGHT_RACE, (6, 6, 6, 6, 15, 6, 6, 6, 6), (6, 6, 6, 6, 15, 6, 6, 6, 5)),
        (LATE_START, (3, 4, 4, 4, 15, 4, 4, 4, 3), (4, 4, 4, 4, 15, 4, 4, 4, 0)),
        (PHOTO_FINISH, (0, 0, 0, 14, 15, 12, 0, 0, 0), (0, 0, 0, 14, 15, 11, 11, 0, 0)),
        (PHOTO_FINISH, (0, 0, 0, 12, 15, 12, 0, 0, 0), (0, 0, 0, 11, 15, 11, 0, 0, 0)),
    ],
)
def test_rsb_8_exotic_margins_are_measured_from_the_winner(
    card: int, holds: tuple[int, ...], fails: tuple[int, ...]
) -> None:
    assert exotic_holds(spaces(*holds), card)
    assert not exotic_holds(spaces(*fails), card)


@pytest.mark.parametrize("winner", HORSES)
def test_the_colour_that_wins_is_the_winners(winner: int) -> None:
    space = spaces(*(FINISH if horse == winner else 14 for horse in HORSES))
    assert winners_colour(space) == (0, 0, 1, 2, 3, 2, 1, 0, 0)[winner]


def raced(space: list[int], last_horse: int, run: int, key: np.uint64) -> tuple[list[int], int]:
    """The rest of a race by hand."""
    bonus = {2: 3, 3: 3, 4: 3, 5: 2, 6: 1, 7: 0, 8: 1, 9: 2, 10: 3, 11: 3, 12: 3}
    space, rolls, rolled = list(space), 0, [last_horse] * run
    while max(space) < FINISH:
        total = sum(roll(np.uint64(number(key, rolls))))
        horse = min(max(total, 3), 11) - 3
        rolled.append(horse)
        in_a_row = next((back for back, each in enumerate(reversed(rolled)) if each != horse), len(rolled))
        space[horse] = min(FINISH, space[horse] + 1 + (bonus[total] if in_a_row in (2, 4, 6, 8, 10) else 0))
        rolls += 1
    return space, rolls


@pytest.mark.parametrize("case", range(60))
def test_rsb_4_a_race_goes_on_by_the_rules_and_stops_with_the_first_horse_at_the_finish(case: int) -> None:
    random = np.random.default_rng(case)
    begun = random.integers(0, 1 + case % 15, 9).tolist()
    last_horse, run = (-1, 0) if case % 4 == 0 else (int(random.integers(9)), 1 + case % 3)
    space = spaces(*begun)
    rolls = finish_race(space, last_horse, run, key_of(case))
    assert (space.tolist(), rolls) == raced(begun, last_horse, run, key_of(case))
    assert Counter(space.tolist())[FINISH] == 1
    assert max(space) == FINISH


def test_rsb_3_a_race_goes_on_with_the_run_that_it_had() -> None:
    """With a roll behind it 2/3 leaps to the finish from 11 with the next one; without it does not."""
    leaps = [case for case in range(2000) if horse_of(sum(roll(np.uint64(number(key_of(case), 0))))) == 0]
    assert len(leaps) > 100
    for case in leaps:
        leapt = spaces(11, 0, 0, 0, 0, 0, 0, 0, 0)
        assert finish_race(leapt, 0, 1, key_of(case)) == 1
        assert leapt[0] == FINISH
        for last_horse, run in ((0, 2), (8, 1), (-1, 0)):
            walked = spaces(11, 0, 0, 0, 0, 0, 0, 0, 0)
            assert finish_race(walked, last_horse, run, key_of(case)) > 1


def test_a_finished_race_is_left_as_it_is() -> None:
    space = spaces(1, 2, 3, 4, 15, 6, 7, 8, 9)
    assert finish_race(space, 4, 1, key_of(0)) == 0
    assert space.tolist() == [1, 2, 3, 4, 15, 6, 7, 8, 9]
