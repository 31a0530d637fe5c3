"""Sets of bits do what Python's sets do."""

from collections.abc import Set as AbstractSet

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from horse_envs.engine.bits import EMPTY, count, has, highest, lowest, nth, only, without_lowest

MEMBERS = st.integers(0, 63)
SETS = st.frozensets(MEMBERS)
NOT_EMPTY = st.frozensets(MEMBERS, min_size=1)
# The first call compiles, which no deadline should count.
quick = settings(deadline=None, max_examples=60)


def bits_of(members: AbstractSet[int]) -> np.uint64:
    return np.uint64(sum(1 << member for member in members))


def members_of(bits: int) -> set[int]:
    return {member for member in range(64) if int(bits) >> member & 1}


@given(MEMBERS)
@quick
def test_only_is_the_set_of_one_member(member: int) -> None:
    assert members_of(only(member)) == {member}


@given(SETS, MEMBERS)
@quick
def test_has_tells_members_from_others(members: frozenset[int], member: int) -> None:
    assert bool(has(bits_of(members), member)) == (member in members)


@given(SETS)
@quick
def test_count_is_the_number_of_members(members: frozenset[int]) -> None:
    assert count(bits_of(members)) == len(members)


@given(NOT_EMPTY)
@quick
def test_lowest_and_highest_are_the_ends(members: frozenset[int]) -> None:
    assert lowest(bits_of(members)) == min(members)
    assert highest(bits_of(members)) == max(members)


@given(NOT_EMPTY)
@quick
def test_without_lowest_takes_the_smallest_member_out(members: frozenset[int]) -> None:
    assert members_of(without_lowest(bits_of(members))) == members - {min(members)}


@given(NOT_EMPTY)
@quick
def test_nth_counts_in_rising_order(members: frozenset[int]) -> None:
    bits = bits_of(members)
    assert [nth(bits, index) for index in range(len(members))] == sorted(members)


def test_the_ends_of_the_range() -> None:
    full = ~EMPTY
    assert (count(full), lowest(full), highest(full), nth(full, 63)) == (64, 0, 63, 63)
    assert count(EMPTY) == 0
    assert not has(EMPTY, 0)
    assert not has(EMPTY, 63)
    assert without_lowest(only(63) | EMPTY) == EMPTY
