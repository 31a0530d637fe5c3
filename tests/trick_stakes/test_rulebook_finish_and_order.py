"""The end of a race, and the finishing order."""

import itertools

import pytest

from tests.reference.trick_stakes_cards import HORSES
from tests.reference.trick_stakes_events import Event
from tests.trick_stakes.table import Table, events_of, mono_table, result, seen

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2, P3 = (f"player_{i}" for i in range(4))


def race(*wins: tuple[str, int], gate: list[str] | None = None) -> Event:
    """The result of a race of one-colour hands that is won so; the last card is stepped in the env."""
    return result(mono_table().start_race(gate=gate).tricks(*wins).live(), "race")


def has_result(table: Table) -> bool:
    return any("result" in event for event in events_of(table.live()))


def test_the_race_ends_with_the_trick_in_which_the_second_horse_comes_in() -> None:
    table = mono_table().start_race().tricks((P0, 1), (P0, 2), (P1, 1))
    assert not has_result(table)
    assert has_result(table.tricks((P1, 2)))


def test_the_trick_is_played_out_before_the_race_ends() -> None:
    """All four cards of the last trick are in the record."""
    env = mono_table().start_race().tricks((P0, 1), (P0, 2), (P1, 1), (P1, 2)).live()
    assert len([event for event in events_of(env) if event.get("do") == "play"]) == 16


def test_one_horse_at_the_finish_does_not_end_the_race() -> None:
    assert not has_result(mono_table().start_race().tricks((P0, 1), (P0, 2), (P0, 3), (P0, 4)))


NOBODY_IN = [(P0, 10), (P0, 9), (P0, 8), (P1, 10), (P1, 9), (P1, 8), (P2, 10), (P2, 9), (P2, 8), (P3, 10)]
ONE_IN = [(P0, 1), (P0, 2), (P1, 10), (P1, 9), (P1, 8), (P2, 10), (P2, 9), (P3, 10), (P3, 9), (P0, 10)]


def test_the_race_ends_when_all_hands_are_empty() -> None:
    """Ten tricks, no horse in: further along is better, and on one space who came later."""
    assert not has_result(mono_table().start_race().tricks(*NOBODY_IN[:9], throw_lowest=True))
    table = mono_table().start_race().tricks(*NOBODY_IN, throw_lowest=True)
    last = result(table.live(), "race")
    assert last["order"] == [SILVER, FORET, VANILLA, GATEAU]
    assert last["spaces"] == {VANILLA: 5, FORET: 5, SILVER: 5, GATEAU: 1}


def test_with_one_horse_at_the_finish_the_furthest_of_the_others_is_second() -> None:
    last = result(mono_table().start_race().tricks(*ONE_IN, throw_lowest=True).live(), "race")
    assert last["order"] == [VANILLA, FORET, GATEAU, SILVER]
    assert last["spaces"] == {VANILLA: 7, FORET: 5, SILVER: 3, GATEAU: 3}


def test_unused_cards_are_not_shown_when_the_race_ends() -> None:
    """Blue 3 and 4 stay in the hands of players 1 and 2; player 0 is not shown in race 2 who had which."""
    tables = []
    for one, other in (("B3", "B4"), ("B4", "B3")):
        hands = {P1: f"B1 B2 B5 B6 {one}", P2: f"Y1 Y2 Y5 Y6 {other}", P3: "G1 G2"}
        table = Table(hands=hands, void={P1: "RG", P2: "RG", P3: "R"}).start_race(keep="B3 B4")
        table.play("R1", "B1", "Y1", "G9", "R2", "B2", "Y2", "G8", "R3", "B5", "Y5", "whip G1")
        tables.append(table.play("G2", "R4", "B6", "Y6").paddock(keep="B3 B4"))
    assert tables[0].game.race == 2
    assert seen(tables[0].env(), P0) == seen(tables[1].env(), P0)


def test_finishers_rank_by_arrival() -> None:
    assert race((P0, 1), (P0, 2), (P1, 1), (P1, 2))["order"][:2] == [VANILLA, FORET]
    assert race((P1, 1), (P1, 2), (P0, 1), (P0, 2))["order"][:2] == [FORET, VANILLA]


def test_the_first_to_arrive_stays_first_though_the_second_lies_on_top() -> None:
    """TS-11: on the finish line it does not matter who lies on top."""
    for gate in ([VANILLA, GATEAU, FORET, SILVER], [GATEAU, VANILLA, FORET, SILVER]):
        assert race((P0, 1), (P0, 2), (P3, 1), (P3, 2), gate=gate)["order"][:2] == [VANILLA, GATEAU]


def test_a_finished_horse_that_wins_again_does_not_arrive_again() -> None:
    """TS-10: Vanilla Beans stays first."""
    order = race((P0, 1), (P0, 2), (P0, 10), (P1, 1), (P1, 2))["order"]
    assert order[:2] == [VANILLA, FORET]


def test_the_others_rank_by_space() -> None:
    order = race((P2, 8), (P3, 5), (P0, 1), (P0, 2), (P1, 1), (P1, 2))
    assert order["order"] == [VANILLA, FORET, GATEAU, SILVER]
    assert order["spaces"] == {VANILLA: 7, FORET: 7, SILVER: 2, GATEAU: 3}


@pytest.mark.parametrize("late", [P2, P3])
def test_on_one_space_the_later_arrival_lies_on_top_and_ranks_higher(late: str) -> None:
    early = P3 if late == P2 else P2
    order = race((early, 8), (late, 7), (P0, 1), (P0, 2), (P1, 1), (P1, 2))["order"]
    assert order[2:] == [{P2: SILVER, P3: GATEAU}[late], {P2: SILVER, P3: GATEAU}[early]]


def test_what_counts_is_when_a_horse_entered_its_last_space() -> None:
    """Silver Arrasan moved first and got to space 4 last, by way of 2."""
    order = race((P2, 8), (P3, 1), (P2, 7), (P0, 1), (P0, 2), (P1, 1), (P1, 2))
    assert order["spaces"][SILVER] == order["spaces"][GATEAU] == 4
    assert order["order"][2:] == [SILVER, GATEAU]


def test_a_horse_that_moves_on_leaves_the_others_as_they_lie() -> None:
    """Three meet on space 2: Foret Noire, Silver Arrasan, then Gateau Opera; the middle one moves on."""
    wins = [(P1, 8), (P2, 8), (P3, 8), (P2, 2), (P2, 3), (P0, 1), (P0, 2)]
    assert race(*wins)["order"] == [SILVER, VANILLA, GATEAU, FORET]


@pytest.mark.parametrize("gate", list(itertools.permutations(HORSES)))
def test_at_the_gate_the_shuffled_stack_decides(gate: tuple[str, ...]) -> None:
    """Two horses never move; the one higher in the stack is third."""
    order = race((P0, 1), (P0, 2), (P1, 1), (P1, 2), gate=list(gate))["order"]
    unmoved = [horse for horse in reversed(gate) if horse in (SILVER, GATEAU)]
    assert order == [VANILLA, FORET, *unmoved]
