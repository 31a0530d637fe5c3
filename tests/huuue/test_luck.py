"""Luck is fair: dealer, programme, tips and race deck, with fixed seeds and bounds that a fair draw passes easily."""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

import horse_envs
from tests.huuue.table import SEATS, Env, events_of, is_over, legal_words, result
from tests.reference.huuue_box import PROGRAMMES, Setup

GAMES = 1400


@pytest.fixture(scope="module")
def starts() -> list[list[dict[str, Any]]]:
    """Dealer, programme, tips and race deck of many first races of three players."""
    env = horse_envs.huuue_v0.raw_env(num_players=3)
    found = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        found.append(events_of(env)[:4])
    return found


@pytest.fixture(scope="module")
def games() -> list[list[dict[str, Any]]]:
    """The events of whole games in which everybody takes the first legal action; 12 races each."""
    env = horse_envs.huuue_v0.raw_env(num_players=2, target=100, max_races=12)
    found = []
    for seed in range(60):
        env.reset(seed=seed)
        play_on(env, 0)
        found.append(events_of(env))
    return found


def play_on(env: Env, choice: int) -> None:
    while not is_over(env):
        mask = env.last()[0]["action_mask"]
        env.step(int(mask.nonzero()[0][choice]))


def assert_uniform(outcomes: Iterable[object], kinds: int) -> None:
    """Pearson's statistic, turned into a normal deviate (Wilson and Hilferty), is below 5."""
    counts = Counter(outcomes)
    assert len(counts) <= kinds
    mean, freedom = sum(counts.values()) / kinds, kinds - 1
    statistic = sum((count - mean) ** 2 / mean for count in counts.values()) + mean * (kinds - len(counts))
    spread = 2 / (9 * freedom)
    deviate = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert deviate < 5, (statistic, counts)


def share_is(found: int, expected: float, samples: int) -> bool:
    """Within five standard deviations of a share."""
    return abs(found / samples - expected) < 5 * math.sqrt(expected * (1 - expected) / samples)


def all_of(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event for event in events if event.get("chance") == kind]


def test_hu_7_the_first_dealer_is_anybody(starts: list[list[dict[str, Any]]]) -> None:
    assert_uniform([start[0]["player"] for start in starts], 3)


def test_hu_1_the_programme_is_any_of_the_fourteen(starts: list[list[dict[str, Any]]]) -> None:
    assert {start[1]["id"] for start in starts} == set(PROGRAMMES)
    assert_uniform([start[1]["id"] for start in starts], 14)


def test_hu_1_whatever_came_before(games: list[list[dict[str, Any]]]) -> None:
    """Twice the same in a row comes as often as it should."""
    drawn = [[event["id"] for event in all_of(events, "programme")] for events in games]
    assert all(len(ids) == 12 for ids in drawn)
    assert_uniform([one for ids in drawn for one in ids], 14)
    repeats = sum(one == other for ids in drawn for one, other in pairwise(ids))
    assert share_is(repeats, 1 / 14, 60 * 11)


def tips_left(values: dict[str, int]) -> list[str]:
    return Setup().tips_of(values)


@pytest.mark.parametrize("runners", [4, 5, 6])
def test_each_tip_goes_to_each_player_or_stays_out(starts: list[list[dict[str, Any]]], runners: int) -> None:
    """A hand is `runners` of 7 * `runners` tips, so one in seven, whatever the tip."""
    dealt = [start for start in starts if len(start[1]["values"]) == runners]
    for agent in SEATS[:3]:
        held = Counter(tip.split(":")[1] for start in dealt for tip in start[2]["hands"][agent])
        cards = held.total()
        for value, share in (("0", 2 / 7), ("1", 2 / 7), ("2", 2 / 7), ("crop", 1 / 7)):
            assert share_is(held[value], share, cards)
    horses = Counter(tip.split(":")[0] for start in dealt for hand in start[2]["hands"].values() for tip in hand)
    stock = Counter(tip.split(":")[0] for start in dealt for tip in tips_left(start[1]["values"]))
    for horse, count in horses.items():
        assert share_is(count, 3 / 7, stock[horse])


def test_hu_8_two_tips_alike_meet_in_a_hand_as_often_as_they_should(starts: list[list[dict[str, Any]]]) -> None:
    """Of 28 tips player 0 holds four: two given ones with the chance of 4 * 3 in 28 * 27."""
    dealt = [start for start in starts if len(start[1]["values"]) == 4]
    found = 0
    for start in dealt:
        hand = Counter(start[2]["hands"]["player_0"])
        found += sum(count == 2 for count in hand.values())
    samples = 12 * len(dealt)
    assert share_is(found, (4 * 3) / (28 * 27), samples)


@pytest.mark.parametrize("place", range(4))
def test_the_race_deck_is_shuffled(starts: list[list[dict[str, Any]]], place: int) -> None:
    """Where the first runner of the programme lies, with four runners."""
    decks = [(list(start[1]["values"]), start[3]["top_to_bottom"]) for start in starts if len(start[1]["values"]) == 4]
    assert_uniform([deck.index(sorted(runners)[place]) for runners, deck in decks], 4)


def test_the_race_deck_does_not_depend_on_the_hands(starts: list[list[dict[str, Any]]]) -> None:
    places = [
        start[3]["top_to_bottom"].index(start[2]["hands"]["player_1"][0].split(":")[0])
        for start in starts
        if len(start[1]["values"]) == 5
    ]
    assert_uniform(places, 5)


def test_hu_8_tips_are_shuffled_anew_each_race(games: list[list[dict[str, Any]]]) -> None:
    """Two races of one programme share no deal."""
    for events in games:
        hands = [str(event["hands"]) for event in all_of(events, "tips")]
        assert len(set(hands)) == len(hands) == 12


def test_hu_7_dealers_of_later_races_follow_without_luck(games: list[list[dict[str, Any]]]) -> None:
    assert all(len(all_of(events, "dealer")) == 1 for events in games)


def test_luck_does_not_depend_on_what_the_players_do() -> None:
    """A function of the seed alone: other decisions, the same programmes, tips and decks."""
    chances = []
    for choice in (0, -1):
        env = horse_envs.huuue_v0.raw_env(num_players=4, target=100, max_races=6)
        env.reset(seed=3)
        play_on(env, choice)
        chances.append([event for event in events_of(env) if "chance" in event])
    assert chances[0] == chances[1]


@pytest.mark.parametrize("bets", ["two_winners", "win_place", "win_place_show"])
def test_luck_does_not_depend_on_the_kind_of_bets(bets: str) -> None:
    """The same seed has the same races for every kind of bets."""
    chances = []
    for kind in ("single", bets):
        env = horse_envs.huuue_v0.raw_env(num_players=3, bets=kind, target=100, max_races=2)
        env.reset(seed=5)
        play_on(env, 0)
        chances.append([event for event in events_of(env) if "chance" in event])
    assert chances[0] == chances[1]


def test_other_seeds_other_games(starts: list[list[dict[str, Any]]]) -> None:
    assert len({str(start[2]) for start in starts}) == GAMES


def test_a_second_reset_goes_on_from_the_first() -> None:
    envs = [horse_envs.huuue_v0.raw_env() for _ in range(2)]
    records = []
    for env in envs:
        env.reset(seed=9)
        env.reset()
        records.append(env.unwrapped.record())
    assert records[0] == records[1]
    envs[0].reset(seed=9)
    assert envs[0].unwrapped.record()["events"] != records[0]["events"]
    assert legal_words(envs[0])


def test_the_game_ends_where_the_fixture_says(games: list[list[dict[str, Any]]]) -> None:
    env = horse_envs.huuue_v0.raw_env(num_players=2, target=100, max_races=12)
    env.reset(seed=0)
    play_on(env, 0)
    assert result(env, "game") == games[0][-1]
