"""Luck is fair: seats, deal, gate and packs, with fixed seeds and bounds that a fair draw passes easily."""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest

import horse_envs
from tests.reference.trick_stakes_cards import CARDS, HORSES
from tests.trick_stakes.table import Env, events_of, legal_words

GAMES = 1200


def first_events(num_players: int) -> list[list[dict[str, Any]]]:
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players)
    starts = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        starts.append(events_of(env)[:4])
    return starts


@pytest.fixture(scope="module", params=[3, 4], ids=["3 players", "4 players"])
def starts(request: pytest.FixtureRequest) -> list[list[dict[str, Any]]]:
    return first_events(request.param)


def assert_uniform(outcomes: Iterable[object], kinds: int) -> None:
    """Pearson's statistic, turned into a normal deviate (Wilson and Hilferty), is below 5."""
    counts = Counter(outcomes)
    assert len(counts) <= kinds
    mean, freedom = sum(counts.values()) / kinds, kinds - 1
    statistic = sum((count - mean) ** 2 / mean for count in counts.values()) + mean * (kinds - len(counts))
    spread = 2 / (9 * freedom)
    deviate = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert deviate < 5, (statistic, counts)


def test_horses_in_seats(starts: list[list[dict[str, Any]]]) -> None:
    """All 24 ways with four players; with three those 18 in which the dummy does not ride Vanilla Beans."""
    seats = [(*(f"player_{i}" for i in range(3)), fourth_seat(start)) for start in starts]
    ways = [tuple(start[0]["horses"][seat] for seat in order) for start, order in zip(starts, seats, strict=True)]
    assert_uniform(ways, 24 if "player_3" in seats[0] else 18)


def fourth_seat(start: list[dict[str, Any]]) -> str:
    return "dummy" if "dummy" in start[0]["horses"] else "player_3"


def test_each_card_goes_to_each_seat(starts: list[list[dict[str, Any]]]) -> None:
    for card in CARDS:
        holders = [seat for start in starts for seat, hand in start[1]["hands"].items() if card in hand]
        assert len(holders) == GAMES
        assert_uniform(holders, 4)


@pytest.mark.parametrize("pair", [("R1", "R2"), ("R1", "B1"), ("G11", "G12"), ("R12", "G1"), ("Y6", "B7")])
def test_two_cards_meet_in_a_hand_as_often_as_they_should(
    starts: list[list[dict[str, Any]]], pair: tuple[str, str]
) -> None:
    """11 in 47."""
    together = sum(set(pair) <= set(hand) for start in starts for hand in start[1]["hands"].values())
    share, expected = together / GAMES, 11 / 47
    assert abs(share - expected) < 5 * math.sqrt(expected * (1 - expected) / GAMES)


def test_a_hand_does_not_depend_on_the_horses(starts: list[list[dict[str, Any]]]) -> None:
    horses = [start[0]["horses"][seat] for start in starts for seat, hand in start[1]["hands"].items() if "R1" in hand]
    assert_uniform(horses, 4)


def test_the_stack_at_the_gate(starts: list[list[dict[str, Any]]]) -> None:
    assert_uniform([tuple(start[2]["bottom_to_top"]) for start in starts], 24)


def test_the_gate_does_not_depend_on_the_seats(starts: list[list[dict[str, Any]]]) -> None:
    for horse in HORSES:
        ridden = [start for start in starts if start[0]["horses"]["player_0"] == horse]
        assert_uniform([start[2]["bottom_to_top"][3] for start in ridden], 4)


def places(start: list[dict[str, Any]], seat: str) -> list[int]:
    """Where each card of the hand, in the order of the box, lies in the pack."""
    pack = start[3]["top_to_bottom"][seat]
    return [pack.index(card) for card in sorted(start[1]["hands"][seat], key=CARDS.index)]


def test_each_card_of_a_pack_lies_at_each_place(starts: list[list[dict[str, Any]]]) -> None:
    for seat in ("player_0", "player_1", "player_2", fourth_seat(starts[0])):
        for rank in range(12):
            assert_uniform([places(start, seat)[rank] for start in starts], 12)


def test_the_packs_of_two_seats_are_shuffled_apart(starts: list[list[dict[str, Any]]]) -> None:
    """The lowest cards of two hands lie at one place once in twelve times."""
    fourth = fourth_seat(starts[0])
    for one, other in (("player_0", "player_1"), ("player_1", "player_2"), ("player_0", fourth)):
        pairs = [(places(start, one)[0], places(start, other)[0]) for start in starts]
        assert_uniform(pairs, 144)


def test_neighbours_in_the_box_are_not_neighbours_in_the_pack(starts: list[list[dict[str, Any]]]) -> None:
    """A poor shuffle keeps runs: of 11 neighbouring pairs one lies in that order next to each other in 12 times."""
    runs = 0
    for start in starts:
        lie = places(start, "player_0")
        runs += sum(after == before + 1 for before, after in pairwise(lie))
    expected = GAMES * 11 / 12
    assert abs(runs - expected) < 6 * math.sqrt(expected)


def play_race(env: Env) -> None:
    races = len([event for event in events_of(env) if event.get("result") == "race"])
    while len([event for event in events_of(env) if event.get("result") == "race"]) == races:
        env.step(env.unwrapped.parse_action(sorted(legal_words(env))[0]))


@pytest.mark.parametrize("num_players", [3, 4])
def test_each_race_shuffles_gate_and_packs_anew(num_players: int) -> None:
    """In 60 games, gates of race 1 and 2 are alike about once in 24 times, and no pack is the old one."""
    env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players)
    alike, tops = 0, []
    for seed in range(60):
        env.reset(seed=seed)
        play_race(env)
        events = events_of(env)
        gates = [event["bottom_to_top"] for event in events if event.get("chance") == "gate"]
        packs = [event["top_to_bottom"] for event in events if event.get("chance") == "packs"]
        alike += gates[0] == gates[1]
        assert not {tuple(pack) for pack in packs[0].values()} & {tuple(pack) for pack in packs[1].values()}
        old = {frozenset(pack): pack for pack in packs[0].values()}
        tops += [old[frozenset(pack)].index(pack[0]) for pack in packs[1].values()]
    assert alike <= 10
    assert_uniform(tops, 12)


def test_luck_does_not_depend_on_what_the_players_do() -> None:
    """Luck is a function of the seed alone: other decisions, the same gates and packs."""
    chances = []
    for choice in (0, -1):
        env = horse_envs.trick_stakes_v0.raw_env(num_players=4)
        env.reset(seed=3)
        while not all(env.unwrapped.terminations.values()):
            env.step(env.unwrapped.parse_action(sorted(legal_words(env))[choice]))
        chances.append([event for event in events_of(env) if "chance" in event])
    assert chances[0] == chances[1]


def test_other_seeds_other_games() -> None:
    deals = {str(start[1]) for start in first_events(4)[:100]}
    assert len(deals) == 100
