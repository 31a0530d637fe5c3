"""Random numbers: fair, apart from each other, and the same for ever."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horse_envs.engine.luck import MAX_SEED, below, derived_seed, luck, mix, next_seed, number, shuffle
from tests.engine.play import assert_uniform

SEEDS = st.integers(0, MAX_SEED)


def key_of(case: int) -> np.uint64:
    return np.uint64(mix(np.uint64(case)))


@pytest.mark.parametrize("bound", [2, 3, 5, 12, 48])
def test_below_is_uniform_over_the_numbers_of_a_key(bound: int) -> None:
    key = key_of(bound)
    assert_uniform((int(below(key, index, bound)) for index in range(10_000)), bound)


@pytest.mark.parametrize("bound", [2, 3, 5, 12, 48])
def test_below_is_uniform_over_keys(bound: int) -> None:
    assert_uniform((int(below(np.uint64(luck(seed, 0, 1, 0)), 0, bound)) for seed in range(10_000)), bound)


def test_two_numbers_of_a_key_are_independent() -> None:
    pairs = ((int(below(key_of(case), 0, 6)), int(below(key_of(case), 1, 6))) for case in range(10_000))
    assert_uniform(pairs, 36)


@given(st.integers(0, 2**64 - 1), st.integers(0, 1000), st.integers(1, 2**31))
@settings(deadline=None)
def test_below_stays_below(key: int, index: int, bound: int) -> None:
    assert 0 <= below(np.uint64(key), index, bound) < bound


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_of_a_shuffle_is_equally_likely(size: int) -> None:
    orders = list(itertools.permutations(range(size)))
    seen = []
    for case in range(100 * len(orders)):
        items = np.arange(size)
        shuffle(items, size, key_of(case))
        seen.append(tuple(items.tolist()))
    assert_uniform(seen, len(orders))


def test_each_card_of_a_deck_comes_to_each_place() -> None:
    decks = np.tile(np.arange(48), (4800, 1))
    for case, deck in enumerate(decks):
        shuffle(deck, 48, key_of(case))
    assert (np.sort(decks, 1) == np.arange(48)).all()
    for place in (0, 1, 23, 46, 47):
        assert_uniform(decks[:, place].tolist(), 48)


def test_a_shuffle_leaves_what_lies_behind_its_size() -> None:
    items = np.arange(10)
    shuffle(items, 4, key_of(1))
    assert sorted(items[:4]) == [0, 1, 2, 3]
    assert items[4:].tolist() == list(range(4, 10))


@pytest.mark.parametrize("part", range(4), ids=["seed", "race", "purpose", "occasion"])
def test_keys_differ_by_each_part(part: int) -> None:
    for others in itertools.product((0, 1, 7), repeat=3):
        keys = [luck(*others[:part], value, *others[part:]) for value in range(500)]
        assert len(set(keys)) == len(keys)


def test_two_games_share_no_key() -> None:
    """Seeds that look like a race, a purpose and an occasion are seeds like any other."""
    seeds = (0, 1, 2, 2**32, 2**33, 3 * 2**32, 2**48 + 2**32, 2**53 - 1, MAX_SEED)
    keys = [luck(*parts) for parts in itertools.product(seeds, range(4), range(1, 5), range(5))]
    assert len(set(keys)) == len(keys)


@given(SEEDS, st.integers(0, 2**40))
@settings(deadline=None)
def test_derived_seeds_can_be_kept_by_every_json_reader(seed: int, index: int) -> None:
    assert 0 <= derived_seed(seed, index) < 2**53
    assert 0 <= next_seed(seed) < 2**53


def test_derived_seeds_differ() -> None:
    seeds = [derived_seed(base, index) for base in range(20) for index in range(500)]
    assert len(set(seeds)) == len(seeds)


def test_a_series_of_games_does_not_run_in_a_circle() -> None:
    seed, seen = 0, set()
    for _ in range(10_000):
        seed = next_seed(seed)
        seen.add(seed)
    assert len(seen) == 10_000


def test_numbers_are_those_of_splitmix64() -> None:
    """The published first numbers of SplitMix64 for the seeds 0 and 1234567."""
    assert [int(number(np.uint64(0), index)) for index in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert [int(number(np.uint64(1234567), index)) for index in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_what_seeds_lead_to_never_changes() -> None:
    """A change here would change every game of every seed: it needs a new version of all games."""
    assert int(luck(7, 0, 2, 0)) == 1304764078294278019
    assert int(luck(0, 0, 1, 0)) == 9009567436106454892
    assert int(luck(MAX_SEED, 3, 4, 3)) == 9507531708976007402
    assert [derived_seed(0, index) for index in range(3)] == [2306556830415852, 4249220890274394, 97043812884015]
    assert [derived_seed(MAX_SEED, index) for index in range(2)] == [6105259869167191, 6428912532987575]
    assert [next_seed(0), next_seed(7)] == [2306556830415852, 5168353753973029]
    assert [int(below(np.uint64(42), index, 48)) for index in range(8)] == [35, 7, 13, 16, 1, 41, 10, 38]
    items = np.arange(12)
    shuffle(items, 12, np.uint64(luck(7, 0, 4, 0)))
    assert items.tolist() == [7, 4, 2, 8, 9, 1, 11, 10, 3, 5, 0, 6]
