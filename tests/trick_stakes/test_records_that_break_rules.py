"""Records whose events have the right shape and break a rule or disagree with the rules."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.reference.trick_stakes_cards import CARDS, HORSES
from tests.trick_stakes.table import Table, mono_table
from tests.trick_stakes.test_records_refused import (
    EVENTS,
    Event,
    number_of_kind,
    refused_after,
    refused_at,
    whole,
)

VANILLA, FORET, SILVER, GATEAU = HORSES
P0, P1, P2, P3 = SEATS = [f"player_{i}" for i in range(4)]


def exchange(mapping: Any, one: object, other: object) -> None:
    mapping[one], mapping[other] = mapping[other], mapping[one]


# Luck that cannot be


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event.update(clockwise=[P1, P2, P3, P0]),
        lambda event: event.update(clockwise=[P0, P2, P1, P3]),
        lambda event: event.update(clockwise=[P0, P1, P2]),
        lambda event: event["horses"].update({P0: event["horses"][P1]}),
        lambda event: event["horses"].update({P0: "pegasus"}),
        lambda event: event["horses"].pop(P3),
        lambda event: event["horses"].update(dummy=VANILLA),
    ],
)
def test_impossible_seats(change: Callable[[Event], object]) -> None:
    refused_after("chance seats", change)


def test_the_dummy_in_a_wrong_seat() -> None:
    """It sits to the right of whoever rides Vanilla Beans (TS-16)."""
    right = EVENTS[3][0]["clockwise"]
    for place in (1, 2, 3):
        clockwise = [P0, P1, P2]
        clockwise.insert(place, "dummy")
        if clockwise != right:
            refused_after("chance seats", lambda event, seats=clockwise: event.update(clockwise=seats), 0, 3)


def test_the_dummy_on_vanilla_beans() -> None:
    def give_it(event: Event) -> None:
        rider = next(seat for seat, horse in event["horses"].items() if horse == VANILLA)
        exchange(event["horses"], rider, "dummy")

    refused_after("chance seats", give_it, 0, 3)


@pytest.mark.parametrize("card", ["R13", "R0", "X5", "r5", "5R", "", 5, None])
@pytest.mark.parametrize("place", [0, 11])
def test_a_card_that_does_not_exist(card: object, place: int) -> None:
    refused_after("chance deal", lambda event: event["hands"][P2].__setitem__(place, card))


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["hands"][P0].__setitem__(0, event["hands"][P0][1]),
        lambda event: event["hands"][P0].__setitem__(0, event["hands"][P3][0]),
        lambda event: event["hands"][P0].pop(),
        lambda event: event["hands"][P0].append(event["hands"][P1].pop()),
        lambda event: event["hands"].pop(P1),
        lambda event: event["hands"].update(dummy=list(CARDS[:12])),
    ],
    ids=["twice in a hand", "in two hands", "eleven", "thirteen and eleven", "no hand", "a hand too many"],
)
def test_an_impossible_deal(change: Callable[[Event], object]) -> None:
    refused_after("chance deal", change)


@pytest.mark.parametrize(
    "gate",
    [[], [*HORSES[:3]], [*HORSES[:3], VANILLA], [*HORSES, VANILLA], [*HORSES[:3], "pegasus"]],
    ids=["none", "three", "one twice", "five", "a stranger"],
)
@pytest.mark.parametrize("race", range(4))
def test_an_impossible_gate(gate: list[str], race: int) -> None:
    refused_after("chance gate", lambda event: event.update(bottom_to_top=gate), race)


@pytest.mark.parametrize("race", range(4))
@pytest.mark.parametrize(
    "change",
    [
        lambda packs: packs[P0].__setitem__(0, packs[P0][1]),
        lambda packs: exchange(packs, P0, P1),
        lambda packs: packs[P2].pop(),
        lambda packs: packs.pop(P3),
        lambda packs: packs[P0].append(packs[P1].pop()),
    ],
    ids=["a card twice", "of another horse", "eleven cards", "a pack missing", "a card moved"],
)
def test_a_pack_that_is_not_the_horses_fixed_hand(change: Callable[[Event], object], race: int) -> None:
    refused_after("chance packs", lambda event: change(event["top_to_bottom"]), race)


def test_two_cards_moved_between_horses_after_race_1() -> None:
    """Each pack of race 2 has twelve cards and all 48 are there."""

    def move(event: Event) -> None:
        one, other = event["top_to_bottom"][P0], event["top_to_bottom"][P1]
        one[0], other[0] = other[0], one[0]

    refused_after("chance packs", move, 1)


# Decisions against the rules


@pytest.mark.parametrize("kind", ["do discard", "do ticket_up", "do ticket_down", "do play"])
@pytest.mark.parametrize("num_players", [3, 4])
def test_not_on_turn(kind: str, num_players: int) -> None:
    number = number_of_kind(whole(num_players), kind)
    player = EVENTS[num_players][number]["player"]
    for other in [*SEATS[:num_players], "dummy", "player_9", None]:
        if other != player:
            refused_after(kind, lambda event, other=other: event.update(player=other), 0, num_players)


@pytest.mark.parametrize("kind", ["do discard", "do ticket_up", "do ticket_down", "do play"])
def test_a_thing_that_does_not_exist(kind: str) -> None:
    field = "ticket" if "ticket" in kind else "card"
    for thing in ("R13", "pegasus", "", None, 3):
        refused_after(kind, lambda event, thing=thing: event.update({field: thing}))


@pytest.mark.parametrize("kind", ["do discard", "do ticket_up", "do ticket_down", "do play"])
def test_an_action_that_disagrees_with_the_words(kind: str) -> None:
    for action in (-1, 10_000, "0", 1.5, True):
        refused_after(kind, lambda event, action=action: event.update(action=action))


def test_the_action_of_another_card() -> None:
    table = mono_table().paddock()
    env = table.env()
    record = table.record()
    wrong, right = (env.unwrapped.parse_action(f"discard B{number}") for number in (1, 2))
    event = {"do": "discard", "player": P1, "card": "B2"}
    record["events"].append({**event, "action": wrong})
    refused_at(record, 4)
    record["events"][-1] = {**event, "action": right}
    record["events"].append({"do": "discard", "player": P2, "card": "Q9"})
    refused_at(record, 5)


def test_discards_against_the_rules() -> None:
    """The card that lies open already, and one of another hand."""
    table = mono_table().paddock(opened={P1: "B7"})
    for card in ("B7", "R1"):
        record = table.record()
        record["events"].append({"do": "discard", "player": P1, "card": card})
        refused_at(record, 4)


def test_tickets_against_the_rules() -> None:
    table = mono_table().paddock().discard()
    up = {P1: "win", P2: FORET, P3: SILVER, P0: GATEAU}
    for placed, player, ticket in ((1, P2, "win"), (3, P0, FORET)):
        record = mono_table().paddock().discard().tickets(up).record(events=8 + placed)
        record["events"].append({"do": "ticket_up", "player": player, "ticket": ticket})
        refused_at(record, 8 + placed)
    record = table.tickets(up).record(events=12)
    record["events"].append({"do": "ticket_down", "player": P1, "ticket": "win"})
    refused_at(record, 12)
    record["events"][-1] = {"do": "ticket_up", "player": P1, "ticket": VANILLA}
    refused_at(record, 12)


def refused_play(table: Table, player: str, card: str, whip: object = False) -> None:
    record = table.record()
    record["events"].append({"do": "play", "player": player, "card": card, "whip": whip})
    refused_at(record, len(record["events"]) - 1)


def test_plays_against_the_rules() -> None:
    hands = {P0: "R1 R2", P1: "R3 B3", P2: "B4"}
    table = Table(hands=hands, void={P1: "R"}).start_race().play("R1")
    refused_play(table, P1, "B3")
    refused_play(table, P1, "R2")
    refused_play(table, P1, "R1")
    refused_play(table, P1, table.game.down[P1])
    refused_play(table, P1, table.game.open_discards[P1][0])


@pytest.mark.parametrize("whip", [None, 0, 1, "true", "false", []])
def test_a_whip_is_true_or_false(whip: object) -> None:
    refused_play(mono_table().start_race(), P0, "R1", whip)


def test_whips_against_the_rules() -> None:
    """A second one in a trick, and a third one of a player in race 1."""
    refused_play(mono_table().start_race().play("whip R10"), P1, "B10", True)
    table = mono_table().start_race()
    table.play("whip R10", "B10", "Y10", "G10", "whip R9", "B9", "Y9", "G9")
    refused_play(table, P0, "R8", True)


@pytest.mark.parametrize(("card", "whip"), [("G1", False), ("G2", True), ("G2", False), ("R9", True)])
def test_the_dummy_plays_by_its_rules_and_no_other_way(card: str, whip: bool) -> None:
    """It has no red: it must whip with green 1."""
    table = mono_table(3).start_race().play("R10", "B10", "Y10")
    record = table.record(events=len(table.events) - 2)
    record["events"].append({"do": "play", "player": "dummy", "card": card, "whip": whip})
    refused_at(record, len(record["events"]) - 1)


# Results that disagree


@pytest.mark.parametrize("num_players", [3, 4])
@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["order"].reverse(),
        lambda event: event["order"].pop(),
        lambda event: exchange(event["order"], 2, 3),
        lambda event: event["spaces"].update({event["order"][3]: event["spaces"][event["order"][3]] + 1}),
        lambda event: event["spaces"].pop(VANILLA),
        lambda event: event["money"].update({P0: event["money"][P0] + 1}),
        lambda event: event["money"].pop(P0),
        lambda event: event["money"].update(dummy=0),
        lambda event: event["odds_next"].update({VANILLA: event["odds_next"][VANILLA] + 1}),
        lambda event: event["odds_next"].pop(VANILLA),
        lambda event: event.pop("odds_next"),
    ],
)
@pytest.mark.parametrize("race", [0, 1])
def test_a_race_result_that_disagrees(change: Callable[[Event], object], race: int, num_players: int) -> None:
    refused_after("result race", change, race, num_players)


@pytest.mark.parametrize("num_players", [3, 4])
def test_odds_for_a_race_after_the_last(num_players: int) -> None:
    odds = dict.fromkeys(HORSES, 2)
    refused_after("result race", lambda event: event.update(odds_next=odds), num_players - 1, num_players)


@pytest.mark.parametrize("num_players", [3, 4])
@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["money"].update({P1: event["money"][P1] + 1}),
        lambda event: event["money"].pop(P1),
        lambda event: event.update(winners=[next(seat for seat in SEATS if seat not in event["winners"])]),
        lambda event: event.update(winners=[]),
        lambda event: event.update(winners=event["winners"] * 2),
        lambda event: event["winners"].append("dummy"),
    ],
)
def test_a_game_result_that_disagrees(change: Callable[[Event], object], num_players: int) -> None:
    refused_after("result game", change, 0, num_players)


def test_a_result_before_the_race_is_over() -> None:
    record = whole()
    number = number_of_kind(record, "result race")
    record["events"].insert(number - 4, record["events"].pop(number))
    refused_at(record, number - 4)
