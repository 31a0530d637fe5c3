"""Luck is fair: cards, orders, dice, offers and the first House; fixed seeds, and bounds that a fair draw passes."""

import math
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

import horse_envs
from tests.ready_set_bet.table import events_of, is_over, legal_words, new_env
from tests.reference.ready_set_bet_box import PROPS, VIP_IDS, Setup
from tests.reference.ready_set_bet_events import Event

GAMES = 300
Games = list[list[Event]]


@pytest.fixture(scope="module")
def games() -> Games:
    """Whole games of four with House Rotation in which players do the first thing that comes to mind."""
    env = horse_envs.ready_set_bet_v0.raw_env(num_players=4, house="rotation", rolls_per_window=100)
    played = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        while not is_over(env):
            env.step(int(env.last()[0]["action_mask"].argmax()))
        played.append(events_of(env))
    return played


def chances(game: list[Event], kind: str) -> list[Event]:
    return [event for event in game if event.get("chance") == kind]


def assert_uniform(outcomes: Iterable[object], kinds: int) -> None:
    """Pearson's statistic, turned into a normal deviate (Wilson and Hilferty), is below 5."""
    counts = Counter(outcomes)
    assert len(counts) <= kinds
    mean, freedom = sum(counts.values()) / kinds, kinds - 1
    statistic = sum((count - mean) ** 2 / mean for count in counts.values()) + mean * (kinds - len(counts))
    spread = 2 / (9 * freedom)
    deviate = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert deviate < 5, (statistic, counts)


def test_the_first_house(games: Games) -> None:
    assert_uniform([game[0]["player"] for game in games], 4)


@pytest.mark.parametrize("race", range(4))
def test_each_prop_card_lies_open_in_each_race_at_each_place(games: Games, race: int) -> None:
    """In race 4 too, when fifteen are out."""
    for place in range(5):
        assert_uniform([chances(game, "props")[race]["cards"][place] for game in games], len(PROPS))


@pytest.mark.parametrize("race", range(4))
def test_each_exotic_card_comes_in_each_race(games: Games, race: int) -> None:
    assert_uniform([chances(game, "exotic")[race]["card"] for game in games], 5)


def test_the_order_of_a_window(games: Games) -> None:
    """Three bet beside the House: six orders."""
    orders = []
    for game in games:
        for event in chances(game, "order")[:4]:
            in_seats = sorted(event["players"])
            orders.append(tuple(in_seats.index(player) for player in event["players"]))
    assert_uniform(orders, 6)


def test_the_orders_of_two_windows_are_drawn_apart() -> None:
    """Two players and windows before each roll: who is first in one says nothing of the next."""
    firsts = []
    for seed in range(60):
        env = new_env(Setup(2), seed)
        for _ in range(20):
            env.step(env.unwrapped.parse_action("pass"))
        firsts += list(pairwise(event["players"][0] for event in chances(events_of(env), "order")))
    assert_uniform(firsts[::2], 4)


def test_dice(games: Games) -> None:
    """All 36 pairs, and no pair leans on the one before."""
    rolls = [[tuple(event["dice"]) for event in chances(game, "roll")] for game in games]
    assert_uniform([dice for game in rolls for dice in game[:40]], 36)
    assert_uniform([(one[0], other[0]) for game in rolls for one, other in pairwise(game[:40:2])], 36)
    assert_uniform([game[0] for game in rolls], 36)


@pytest.mark.parametrize("race", range(3))
def test_each_vip_card_is_offered_to_each_player(games: Games, race: int) -> None:
    for player in ("player_0", "player_3"):
        offers = [chances(game, "vip")[race]["offers"][player] for game in games]
        assert_uniform([card for offer in offers for card in offer], len(VIP_IDS))


def test_two_vip_cards_of_an_offer_are_alike_as_often_as_they_should(games: Games) -> None:
    """One in 31."""
    offers = [offer for game in games for offer in chances(game, "vip")[0]["offers"].values()]
    alike, expected = sum(one == other for one, other in offers), len(offers) / 31
    assert abs(alike - expected) < 5 * math.sqrt(expected)


def test_luck_does_not_depend_on_what_the_players_do() -> None:
    """Luck is a function of the seed alone: the same cards and offers and, window for window, the same orders."""
    luck = []
    for choice in (0, -1):
        env = new_env(Setup(2, None, 1), seed=3)
        while not is_over(env):
            env.step(env.unwrapped.parse_action(sorted(legal_words(env))[choice]))
        events = events_of(env)
        assert events[-1]["result"] == "game"
        luck.append({kind: chances(events, kind) for kind in ("props", "exotic", "vip", "roll")})
    assert luck[0] == luck[1]


def test_other_seeds_other_games(games: Games) -> None:
    assert len({str(chances(game, "roll")) for game in games}) == GAMES
