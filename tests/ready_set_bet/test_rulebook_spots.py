"""Every spot of the board, every prop card and every exotic card, hit and missed by hand-made finishes."""

import pytest

from tests.ready_set_bet.table import P0, P1, Table, rolls_to
from tests.reference.ready_set_bet_box import (
    COLOURS,
    EXOTICS,
    HORSES,
    PLACES,
    PROPS,
    Setup,
    exotic_spots,
)

PRICE = Setup().prices
Spaces = dict[str, int]


def finish(**spaces: int) -> Spaces:
    """Where the nine horses end; those not named stay at the gate."""
    named = {name.removeprefix("h").replace("_", "/"): at for name, at in spaces.items()}
    return dict.fromkeys(HORSES, 0) | named


def sure_spot(spot: str, goal: Spaces) -> str:
    """A spot that wins besides, so that there is money to lose."""
    winner = next(horse for horse in HORSES if goal[horse] == 15)
    return f"{winner}.win1" if spot != f"{winner}.win1" else f"{winner}.win2"


def pays(spot: str, goal: Spaces, hit: bool) -> None:
    """A token of value 4 on this spot and, a window later, one of value 5 on a winner bring what is printed there."""
    exotic = spot.split(".")[0] if spot.startswith("X") else ""
    table = Table(props=spot if spot in PROPS else "", exotic=exotic, rolls_per_window=5)
    sure = sure_spot(spot, goal)
    won = 5 * PRICE[sure].multiplier
    expected = won + (4 * PRICE[spot].multiplier if hit else -PRICE[spot].penalty)
    assert expected >= 0
    totals = rolls_to(finish(), goal)
    table.bet({P0: f"4 on {spot}"}).roll(*totals[:5]).bet({P0: f"5 on {sure}"}).roll(*totals[5:])
    assert table.money() == {P0: expected, P1: 0}


def others(*taken: str) -> list[str]:
    return [horse for horse in HORSES if horse not in taken]


# Win, place and show


HORSE_SPOTS = [(horse, place) for horse in HORSES for place in PLACES]


@pytest.mark.parametrize(("horse", "place"), HORSE_SPOTS)
def test_the_winner_pays_on_win_place_and_show(horse: str, place: str) -> None:
    a, b, c, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {horse: 15, a: 14, b: 13, c: 12}, hit=True)


@pytest.mark.parametrize(("horse", "place"), HORSE_SPOTS)
def test_the_second_pays_on_place_and_show(horse: str, place: str) -> None:
    a, b, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, horse: 14, b: 13}, hit=not place.startswith("win"))


@pytest.mark.parametrize(("horse", "place"), HORSE_SPOTS)
def test_the_third_pays_on_show(horse: str, place: str) -> None:
    a, b, c, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, b: 9, horse: 8, c: 7}, hit=place.startswith("show"))


@pytest.mark.parametrize(("horse", "place"), HORSE_SPOTS)
def test_the_fourth_pays_nowhere(horse: str, place: str) -> None:
    a, b, c, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, b: 10, c: 9, horse: 8}, hit=False)


@pytest.mark.parametrize("horse", HORSES)
@pytest.mark.parametrize("place", ["win3", "place1", "show2"])
def test_rsb_5_horses_tied_for_second_are_second_and_third(horse: str, place: str) -> None:
    """Three of them, too: all place and show."""
    a, b, c, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, b: 9, horse: 9}, hit=place != "win3")
    pays(f"{horse}.{place}", finish() | {a: 15, b: 9, c: 9, horse: 9}, hit=place != "win3")


@pytest.mark.parametrize("horse", HORSES)
@pytest.mark.parametrize("place", ["place2", "show1"])
def test_rsb_5_nobody_behind_horses_tied_for_second_shows(horse: str, place: str) -> None:
    a, b, c, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, b: 9, c: 9, horse: 8}, hit=False)


@pytest.mark.parametrize("horse", HORSES)
@pytest.mark.parametrize("place", ["place2", "show1"])
def test_rsb_5_horses_tied_for_third_all_show(horse: str, place: str) -> None:
    a, b, c, d, *_ = others(horse)
    pays(f"{horse}.{place}", finish() | {a: 15, b: 9, c: 8, d: 8, horse: 8}, hit=place == "show1")


def test_rsb_5_horses_that_never_left_the_gate_can_be_tied_for_second() -> None:
    """Only the winner moved: eight horses are second."""
    for spot, hit in (("9.place1", True), ("2/3.show2", True), ("4.win1", False)):
        pays(spot, finish(h7=15), hit)


# The four spots at the side


@pytest.mark.parametrize("colour", ["blue", "orange", "red"])
@pytest.mark.parametrize("horse", HORSES)
def test_colour_spots_pay_for_the_winners_colour(horse: str, colour: str) -> None:
    """7 is black: no colour spot pays."""
    a, b, *_ = others(horse)
    pays(f"{colour}_wins", finish() | {horse: 15, a: 14, b: 3}, hit=COLOURS[horse] == colour)


@pytest.mark.parametrize(
    ("goal", "hit"),
    [
        (finish(h6=15, h8=9, h5=8, h9=7, h7=6), True),
        (finish(h6=15, h8=7, h5=7, h9=7, h7=6), True),
        (finish(h6=15, h8=9, h5=8, h9=7, h10=7, h7=7), False),
        (finish(h6=15, h8=9, h5=7, h9=6, h7=7), False),
        (finish(h6=15, h8=14, h5=13, h9=12, h4=11, h10=10, h2_3=9, h11_12=8, h7=7), True),
        (finish(h7=15, h8=14, h6=5), False),
    ],
    ids=["fifth", "fifth behind a tie", "fourth in a tie", "third in a tie", "ninth", "first"],
)
def test_rsb_7_seven_is_fifth_or_worse(goal: Spaces, hit: bool) -> None:
    pays("seven_5th_or_worse", goal, hit)


# Prop cards


def winner_besides(taken: list[str]) -> str:
    return others(*taken)[-1]


@pytest.mark.parametrize("card", PROPS)
def test_rsb_6_a_prop_pays_if_its_horse_is_strictly_ahead_of_all(card: str) -> None:
    horse, listed, _ = PROPS[card]
    behind = dict.fromkeys(listed.split(), 4)
    winner = winner_besides([horse, *behind])
    pays(card, finish() | {winner: 15, horse: 5} | behind, hit=True)
    other_winner = finish() | {horse: 15} | dict.fromkeys(listed.split(), 14)
    pays(card, other_winner, hit=True)


@pytest.mark.parametrize("card", PROPS)
def test_rsb_6_a_prop_does_not_pay_if_its_horse_is_level_or_behind(card: str) -> None:
    """Level with the last horse of the list alone, and behind the first one alone."""
    horse, listed, _ = PROPS[card]
    names = listed.split()
    winner = winner_besides([horse, *names])
    below = finish() | {winner: 15, horse: 5} | dict.fromkeys(names, 4)
    pays(card, below | {names[-1]: 5}, hit=False)
    pays(card, below | {names[0]: 6}, hit=False)


# Exotic cards

LEVEL = dict.fromkeys(HORSES, 6)


EXOTIC_FINISHES = [
    ("X1", finish(h7=15, h6=14, h8=9), True),
    ("X1", finish(h7=15, h6=14, h8=14), True),
    ("X1", finish(h7=15, h6=13, h8=13), False),
    ("X2", finish(h7=15, h6=9, h8=9), True),
    ("X2", finish(h7=15), True),
    ("X2", finish(h7=15, h6=10), False),
    ("X3", finish() | LEVEL | {"7": 15}, True),
    ("X3", finish() | LEVEL | {"7": 15, "2/3": 5}, False),
    ("X4", finish() | LEVEL | {"7": 15, "2/3": 3, "10": 3}, True),
    ("X4", finish(h7=15), True),
    ("X4", finish() | LEVEL | {"7": 15, "2/3": 3, "10": 4}, False),
    ("X5", finish(h7=15, h6=13, h8=12), True),
    ("X5", finish(h7=15, h6=12, h8=12), True),
    ("X5", finish(h7=15, h6=14, h8=11, h9=11), False),
    ("X5", finish(h7=15, h6=14), False),
]


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize(("card", "goal", "hit"), EXOTIC_FINISHES)
def test_rsb_8_exotic_cards(card: str, goal: Spaces, hit: bool, number: int) -> None:
    """X5: horses tied for 2nd are 3rd, too."""
    pays(exotic_spots(card)[number], goal, hit)


def test_every_exotic_card_is_hit_and_missed_above() -> None:
    assert {(card, hit) for card, _, hit in EXOTIC_FINISHES} == {
        (card, hit) for card in EXOTICS for hit in (True, False)
    }


# Prices


def test_rsb_22_prices_of_mirrored_prop_cards_differ_as_found() -> None:
    """P01 to P04 on 2/3 against 5, 9, 6, 8; 7 against 5 and 9; 6 and 8 against the four blue ones."""
    for one, other in (("P01", "P02"), ("P03", "P04"), ("P21", "P22"), ("P26", "P27")):
        assert PRICE[one] != PRICE[other]
        for card in (one, other):
            horse, listed, text = PROPS[card]
            names = dict.fromkeys(listed.split(), 3)
            pays(card, finish() | {horse: 15} | names, hit=True)
            pays(card, finish() | {winner_besides([horse, *names]): 15, horse: 2} | names, hit=False)
            assert text == f"{PRICE[card].multiplier}-{PRICE[card].penalty}"
