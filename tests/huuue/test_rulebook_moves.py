"""The race: how race cards and tips move the horses (HU-2 to HU-5)."""

import pytest

from tests.huuue.table import Lines, Table, lines, lines_at, ridden

ALL = ["cocotte", "vertige", "noiro", "rubis", "soleil"]


def turn(card: str, *tips: str) -> Table:
    """A first turn of three players, of whom one or two have played."""
    return ridden(card, *tips, num_players=3)


def without(*horses: str) -> list[str]:
    return [horse for horse in ALL if horse not in horses]


# Movements due to a race card. R05: Cocotte 1, Vertige 1, Noiro 2, Rubis 0, Soleil 2.


def test_the_runners_start_on_one_line() -> None:
    table = ridden("rubis")
    bets = [number for number, event in enumerate(table.events) if event.get("do") == "bet"]
    assert lines(table.env(events=bets[0])) == [ALL]


def test_a_race_card_of_value_0_moves_nothing() -> None:
    """The picture's blue horse, Cocotte."""
    assert lines_at(ridden("cocotte", programme="R08")) == [["cocotte", "vertige", "noiro", "soleil", "ivoire"]]


def test_a_race_card_of_value_1_moves_its_horse_up_1_place() -> None:
    """The picture's green horse, Vertige."""
    assert lines_at(ridden("vertige")) == [["vertige"], without("vertige")]


def test_a_race_card_of_value_2_moves_its_horse_up_2_places() -> None:
    """The picture's black horse, Noiro: it leaves its line and passes Vertige."""
    table = ridden("vertige noiro", "cocotte:1", "cocotte:1")
    assert lines_at(table) == [["noiro"], ["vertige"], without("vertige", "noiro")]


# Movements due to a tip


@pytest.mark.parametrize(
    ("card", "first", "tip", "expected"),
    [
        # Card of value 0, Vertige alone in front of the others.
        ("rubis", "vertige:1", "noiro:0", [["vertige"], without("vertige")]),
        ("rubis", "vertige:1", "noiro:1", [["vertige"], ["noiro"], without("vertige", "noiro")]),
        ("rubis", "vertige:1", "noiro:2", [["noiro"], ["vertige"], without("vertige", "noiro")]),
        ("rubis", "vertige:1", "noiro:crop", [["noiro"], ["vertige"], without("vertige", "noiro")]),
        # Card of value 1, the same picture.
        ("vertige", "vertige:1", "noiro:0", [["vertige"], without("vertige", "noiro"), ["noiro"]]),
        ("vertige", "vertige:1", "noiro:1", [["vertige"], without("vertige")]),
        ("vertige", "vertige:1", "noiro:2", [["vertige"], ["noiro"], without("vertige", "noiro")]),
        ("vertige", "vertige:1", "noiro:crop", [["vertige"], ["noiro"], without("vertige", "noiro")]),
        # Card of value 2, Soleil in front and Vertige behind the others.
        ("soleil", "vertige:1", "noiro:0", [["soleil"], ["cocotte", "rubis"], ["vertige"], ["noiro"]]),
        ("soleil", "vertige:1", "noiro:1", [["soleil"], ["cocotte", "rubis"], ["noiro"], ["vertige"]]),
        ("soleil", "vertige:1", "noiro:2", [["soleil"], ["cocotte", "noiro", "rubis"], ["vertige"]]),
        ("soleil", "vertige:1", "noiro:crop", [["soleil"], ["cocotte", "noiro", "rubis"], ["vertige"]]),
    ],
)
def test_hu_5_a_tip_moves_its_horse_by_its_value_minus_that_of_the_race_card(
    card: str, first: str, tip: str, expected: Lines
) -> None:
    assert lines_at(turn(card, first, tip)) == expected


def test_hu_5_the_open_card_counts_and_not_the_one_before() -> None:
    """Noiro 1 is a place up under Rubis and a place down under Soleil."""
    assert lines_at(ridden("rubis", "noiro:1"))[0] == ["noiro"]
    table = ridden("rubis soleil", "rubis:0", "rubis:0", "noiro:1")
    assert lines_at(table) == [["soleil"], without("noiro", "soleil"), ["noiro"]]


# Moving up 1 place means


def test_up_in_front_of_the_horse_just_ahead() -> None:
    table = turn("vertige", "noiro:2", "noiro:2")
    assert lines_at(table) == [["noiro"], ["vertige"], without("vertige", "noiro")]


def test_up_between_the_horse_just_ahead_and_the_next() -> None:
    table = ridden("vertige rubis", "noiro:2", "cocotte:2", "cocotte:1")
    assert lines_at(table) == [["vertige"], ["cocotte"], ["noiro"], ["rubis", "soleil"]]


def test_up_from_a_line_in_front_of_the_horses_on_it() -> None:
    assert lines_at(ridden("rubis", "cocotte:1")) == [["cocotte"], without("cocotte")]


def test_up_from_a_line_between_it_and_the_horse_ahead() -> None:
    table = ridden("vertige", "noiro:2")
    assert lines_at(table) == [["vertige"], ["noiro"], without("vertige", "noiro")]


def test_hu_2_up_alone_past_a_whole_line() -> None:
    """Noiro falls behind Cocotte, Rubis and Soleil, and passes all three again with one place."""
    table = turn("vertige", "noiro:0", "noiro:2")
    assert lines_at(table) == [["vertige"], ["noiro"], without("vertige", "noiro")]


# Losing 1 place means


def test_down_behind_the_horse_just_behind_and_before_the_next() -> None:
    table = turn("vertige", "noiro:2", "vertige:0")
    assert lines_at(table) == [["noiro"], ["vertige"], without("vertige", "noiro")]


def test_down_behind_the_last_horse() -> None:
    table = ridden("vertige cocotte", "noiro:0", "rubis:0", "rubis:0")
    assert lines_at(table) == [["vertige"], ["cocotte"], ["soleil"], ["noiro"], ["rubis"]]


def test_down_from_a_line_behind_the_horses_on_it() -> None:
    assert lines_at(ridden("vertige", "noiro:0")) == [["vertige"], without("vertige", "noiro"), ["noiro"]]


def test_down_from_a_line_between_it_and_the_horse_that_follows() -> None:
    table = turn("vertige", "noiro:0", "cocotte:0")
    assert lines_at(table) == [["vertige"], ["rubis", "soleil"], ["cocotte"], ["noiro"]]


def test_hu_2_down_alone_behind_a_whole_line() -> None:
    assert lines_at(ridden("vertige", "vertige:0")) == [without("vertige"), ["vertige"]]


# Several places


def test_hu_2_each_place_is_taken_by_itself_up() -> None:
    """First out of the line, then past Vertige."""
    table = ridden("vertige rubis", "cocotte:1", "cocotte:1", "noiro:2")
    assert lines_at(table) == [["noiro"], ["vertige"], without("vertige", "noiro")]


def test_hu_2_each_place_is_taken_by_itself_down() -> None:
    """First out of the line, then behind Vertige."""
    table = turn("soleil", "vertige:1", "noiro:0")
    assert lines_at(table) == [["soleil"], ["cocotte", "rubis"], ["vertige"], ["noiro"]]


def test_hu_2_what_is_left_over_is_lost() -> None:
    assert lines_at(ridden("rubis", "noiro:2")) == [["noiro"], without("noiro")]
    assert lines_at(ridden("soleil", "noiro:0")) == [["soleil"], without("noiro", "soleil"), ["noiro"]]
    assert lines_at(ridden("noiro")) == [["noiro"], without("noiro")]


# Special cases


@pytest.mark.parametrize("value", [0, 1])
def test_hu_4_the_favourite_of_the_open_card_cannot_lose_places(value: int) -> None:
    assert lines_at(ridden("noiro", f"noiro:{value}")) == [["noiro"], without("noiro")]


def test_hu_4_nor_does_it_when_several_tips_would_push_it_back() -> None:
    assert lines_at(turn("noiro", "noiro:0", "noiro:0")) == [["noiro"], without("noiro")]


def test_hu_4_another_favourite_can() -> None:
    """Soleil has value 2 as well, but Noiro's card lies open."""
    assert lines_at(ridden("noiro", "soleil:1")) == [["noiro"], without("noiro", "soleil"), ["soleil"]]


def test_hu_4_only_while_its_card_lies_open() -> None:
    table = ridden("noiro vertige", "noiro:1", "noiro:1", "noiro:0")
    assert lines_at(table) == [["vertige"], ["noiro"], without("vertige", "noiro")]


def test_hu_4_not_before_its_card_is_turned_over() -> None:
    table = ridden("vertige", "noiro:0")
    assert lines_at(table)[-1] == ["noiro"]


@pytest.mark.parametrize("horse", ["vertige", "cocotte"])
def test_hu_4_an_outsider_of_the_open_card_can_lose_places(horse: str) -> None:
    assert lines_at(turn(horse, f"{horse}:0")) == [without(horse), [horse]]


def test_hu_4_others_may_pass_the_favourite() -> None:
    """A crop is worth 3 as the first of the turn: Vertige gains the place that Noiro had."""
    table = ridden("vertige noiro", "cocotte:1", "cocotte:1", "vertige:crop", crop="first")
    assert lines_at(table) == [["vertige"], ["noiro"], without("vertige", "noiro")]


def test_a_horse_in_the_last_place_cannot_lose_more() -> None:
    assert lines_at(turn("vertige", "noiro:0", "noiro:0")) == [["vertige"], without("vertige", "noiro"), ["noiro"]]


def test_a_horse_in_pole_position_cannot_move_up() -> None:
    assert lines_at(turn("vertige", "vertige:2", "vertige:2")) == [["vertige"], without("vertige")]


def test_hu_3_a_horse_that_shares_the_front_line_leaves_it_forward() -> None:
    table = turn("vertige", "vertige:0", "noiro:2")
    assert lines_at(table) == [["noiro"], without("vertige", "noiro"), ["vertige"]]


def test_hu_3_a_horse_that_shares_the_last_line_leaves_it_backward() -> None:
    assert lines_at(ridden("vertige", "noiro:0"))[-1] == ["noiro"]
    assert lines_at(ridden("soleil", "noiro:1"))[-1] == ["noiro"]
