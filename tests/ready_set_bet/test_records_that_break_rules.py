"""Records whose events have the right shape and break a rule or disagree with the rules."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.ready_set_bet.driver import event_of
from tests.ready_set_bet.table import P0, P1, P2, P3, Table
from tests.ready_set_bet.test_records_refused import (
    EVENTS,
    SETUPS,
    number_of_kind,
    refused_after,
    refused_at,
    whole,
)
from tests.reference.ready_set_bet_events import Event

Change = Callable[[Event], object]


# Luck that cannot be


@pytest.mark.parametrize("player", ["player_4", "house", "", None, 0, [P0]])
def test_a_house_that_does_not_sit_there(player: object) -> None:
    refused_after("chance house", lambda event: event.update(player=player))


@pytest.mark.parametrize("race", range(4))
@pytest.mark.parametrize(
    "change",
    [
        lambda cards: cards.pop(),
        lambda cards: cards.append("P01" if "P01" not in cards else "P02"),
        lambda cards: cards.__setitem__(0, cards[1]),
        lambda cards: cards.__setitem__(0, "P29"),
        lambda cards: cards.__setitem__(0, "X1"),
        lambda cards: cards.__setitem__(0, None),
    ],
    ids=["four", "six", "one twice", "a stranger", "an exotic", "none"],
)
def test_prop_cards_that_cannot_lie_there(change: Callable[[list[Any]], object], race: int) -> None:
    refused_after("chance props", lambda event: change(event["cards"]), race)


@pytest.mark.parametrize("race", [1, 2, 3])
def test_rsb_12_a_prop_card_of_an_earlier_race(race: int) -> None:
    record = whole()
    earlier = record["events"][number_of_kind(record, "chance props", race - 1)]["cards"]
    refused_after("chance props", lambda event: event["cards"].__setitem__(0, earlier[0]), race)


@pytest.mark.parametrize("card", ["X0", "X6", "X1.1", "P01", "", None, 1])
def test_an_exotic_card_that_does_not_exist(card: object) -> None:
    refused_after("chance exotic", lambda event: event.update(card=card))


def test_rsb_12_an_exotic_card_that_lies_there_already() -> None:
    record = whole()
    for race in (1, 2, 3):
        earlier = record["events"][number_of_kind(record, "chance exotic", race - 1)]["card"]
        refused_after("chance exotic", lambda event, card=earlier: event.update(card=card), race)  # type: ignore[misc]


@pytest.mark.parametrize("nth", [0, 1])
@pytest.mark.parametrize(
    "change",
    [
        lambda players: players.pop(),
        lambda players: players.append(players[0]),
        lambda players: players.__setitem__(0, players[1]),
        lambda players: players.__setitem__(0, "player_9"),
        lambda players: players.clear(),
    ],
    ids=["too few", "too many", "one twice", "a stranger", "nobody"],
)
def test_an_order_that_is_not_all_betting_players(change: Callable[[list[str]], object], nth: int) -> None:
    refused_after("chance order", lambda event: change(event["players"]), nth)
    refused_after("chance order", lambda event: change(event["players"]), nth, "plain")


def test_rsb_1_an_order_with_the_house_in_it() -> None:
    house = EVENTS["bets"][0]["player"]
    refused_after("chance order", lambda event: event["players"].__setitem__(0, house), 0, "bets")


@pytest.mark.parametrize("dice", [[], [1], [1, 2, 3], [0, 1], [7, 1], [-1, 3], ["1", 2], [1.5, 2], [None, 1], "12", 7])
def test_dice_that_do_not_exist(dice: object) -> None:
    refused_after("chance roll", lambda event: event.update(dice=dice))


@pytest.mark.parametrize("race", range(3))
@pytest.mark.parametrize(
    "change",
    [
        lambda offers: offers.pop(P0),
        lambda offers: offers.update(player_9=["V01", "V02"]),
        lambda offers: offers[P0].pop(),
        lambda offers: offers[P0].append(offers[P1][0]),
        lambda offers: offers[P0].__setitem__(0, "V17"),
        lambda offers: offers[P0].__setitem__(0, "V00"),
        lambda offers: offers[P0].__setitem__(0, None),
        lambda offers: offers.update({P0: "V01"}),
    ],
    ids=["nobody's", "a stranger's", "one card", "three cards", "V17", "V00", "no card", "words"],
)
def test_an_offer_that_cannot_be(change: Callable[[dict[str, Any]], object], race: int) -> None:
    refused_after("chance vip", lambda event: change(event["offers"]), race)


def test_rsb_12_three_copies_of_a_vip_card() -> None:
    three = {P0: ["V05", "V05"], P1: ["V05", "V06"], P2: ["V07", "V08"], P3: ["V09", "V10"]}
    refused_after("chance vip", lambda event: event.update(offers=three))


def test_rsb_12_a_rejected_card_comes_back_only_when_the_deck_is_used_up() -> None:
    """Both V16 were dealt after race 1; eight cards of 32 are out, so neither can come after race 2."""
    table = Table().finish()
    table._new_cards("", "")
    table.offer({P0: "V16", P1: "V01"}, {P0: "V16", P1: "V02"}).do("vip V16", "vip V01").finish()
    table._new_cards("", "")
    record = table.record()
    record["events"].append({"chance": "vip", "offers": {P0: ["V03", "V16"], P1: ["V04", "V05"]}})
    refused_at(record, len(record["events"]) - 1)
    record["events"][-1] = {"chance": "vip", "offers": {P0: ["V03", "V03"], P1: ["V02", "V01"]}}
    record["events"].append({"do": "vip", "player": P0, "card": "V16"})
    refused_at(record, len(record["events"]) - 1)


def test_rsb_13_an_offer_to_the_house() -> None:
    house = EVENTS["bets"][0]["player"]
    refused_after("chance vip", lambda event: event["offers"].update({house: ["V01", "V02"]}), 0, "bets")


# Decisions against the rules


DECISIONS = ["do house_bet", "do bet", "do pass", "do vip", "do house"]


@pytest.mark.parametrize("kind", DECISIONS)
def test_not_on_turn(kind: str) -> None:
    player = whole()["events"][number_of_kind(whole(), kind)]["player"]
    for other in [P0, P1, P2, P3, "player_9", "house", None]:
        if other != player:
            refused_after(kind, lambda event, other=other: event.update(player=other))  # type: ignore[misc]


@pytest.mark.parametrize("kind", ["do house_bet", "do bet"])
@pytest.mark.parametrize("spot", ["7.win4", "7", "P29", "X1", "X1.4", "13.win1", "", None, 3])
def test_a_spot_that_does_not_exist(kind: str, spot: object) -> None:
    refused_after(kind, lambda event: event.update(spot=spot))


@pytest.mark.parametrize("kind", ["do house_bet", "do bet"])
def test_a_card_that_does_not_lie_open(kind: str) -> None:
    shut = next(f"P{number:02}" for number in range(1, 29) if f"P{number:02}" not in EVENTS["rotation"][1]["cards"])
    shut_exotic = "X1.1" if EVENTS["rotation"][2]["card"] != "X1" else "X2.1"
    for spot in (shut, shut_exotic):
        refused_after(kind, lambda event, spot=spot: event.update(spot=spot))  # type: ignore[misc]


@pytest.mark.parametrize(
    "token",
    [
        {"value": 6},
        {"value": 1},
        {"value": 7, "bonus": True},
        {"value": 3, "bonus": "yes"},
        {"value": "3"},
        {"bonus": True},
        {},
        3,
        "3",
        None,
        {"value": 3, "colour": "red"},
    ],
    ids=str,
)
def test_a_token_that_the_player_does_not_have(token: object) -> None:
    refused_after("do bet", lambda event: event.update(token=token))


@pytest.mark.parametrize("token", [4, 5, 2, "3", None, {"value": 3}])
def test_rsb_13_a_house_token_out_of_order(token: object) -> None:
    refused_after("do house_bet", lambda event: event.update(token=token))


@pytest.mark.parametrize("card", ["V17", "", None, 1])
def test_a_vip_card_that_does_not_exist(card: object) -> None:
    refused_after("do vip", lambda event: event.update(card=card))


def test_a_vip_card_that_was_offered_to_another() -> None:
    offers = whole()["events"][number_of_kind(whole(), "chance vip")]["offers"]
    other = next(card for card in offers[P1] if card not in offers[P0])
    refused_after("do vip", lambda event: event.update(card=other))


@pytest.mark.parametrize("take", [None, "true", 1, 0, []])
def test_the_house_is_taken_or_not(take: object) -> None:
    refused_after("do house", lambda event: event.update(take=take))


@pytest.mark.parametrize("kind", DECISIONS)
def test_an_action_that_disagrees_with_the_words(kind: str) -> None:
    for action in (-1, 10_000, "0", 1.5, True):
        refused_after(kind, lambda event, action=action: event.update(action=action))  # type: ignore[misc]


def test_the_action_of_another_spot() -> None:
    table = Table().open(P0)
    right, wrong = (table.env().unwrapped.parse_action(f"bet 3 on 7.win{number}") for number in (1, 2))
    record = table.record()
    record["events"].append({**event_of(P0, "bet 3 on 7.win1"), "action": wrong})
    refused_at(record, len(record["events"]) - 1)
    record["events"][-1]["action"] = right
    record["events"].append({"do": "bet", "player": P1, "token": {"value": 3}, "spot": "7.win1"})
    refused_at(record, len(record["events"]) - 1)


def refused_next(table: Table, *words: str) -> None:
    """Each of these decisions of whoever is on turn is refused."""
    for word in words:
        record = table.record()
        record["events"].append(event_of(table.game.to_act, word))
        refused_at(record, len(record["events"]) - 1)


def test_bets_against_the_rules() -> None:
    """A spot that is taken, a second token on a card, a token that lies, a bonus token of nobody."""
    table = Table(exotic="X1").bet({P0: "4 on X1.1", P1: "3 on 7.win1"}).roll(8).open(P0)
    refused_next(table, "bet 3 on 7.win1", "bet 3 on X1.2", "bet 3 on X1.1", "bet 4 on 6.win1", "bet bonus 3 on 6.win1")
    refused_next(table, "vip V01", "take house", "house 3 on 6.win1")


def test_house_bets_against_the_rules() -> None:
    table = Table(2, "bets", exotic="X1").do("house 3 on X1.1", "house 3 on 7.win1")
    refused_next(table, "house 4 on X1.2", "house 4 on 7.win1", "house 3 on 6.win1", "pass", "bet 4 on 6.win1")


def test_vip_rights_against_the_rules() -> None:
    """V13 with a 4, V13 without the card, and a third token on a spot."""
    table = Table(3).finish().next_race({P0: "V13", P2: "V13"}).open(P1, P0, P2).do("bet 5 on 7.win1")
    refused_next(table, "bet 4 on 7.win1")
    refused_next(table.do("bet 3 on 7.win1"), "bet 3 on 7.win1")
    other = Table(3).finish().next_race({P0: "V13"}).open(P1, P2, P0).do("bet 5 on 7.win1")
    refused_next(other, "bet 3 on 7.win1")


@pytest.mark.parametrize("event", [{"chance": "order", "players": [P0, P1]}, {"do": "pass", "player": P0}])
def test_rsb_2_a_window_after_the_close(event: Event) -> None:
    table = Table().roll(4, 4, 4, 4, 10, 10, 10, 10, 5, 5, 5, 5, 7, 5, 5)
    record = table.record()
    record["events"].append(event)
    refused_at(record, len(record["events"]) - 1)


def test_a_roll_while_a_window_is_due() -> None:
    record = Table().bet().roll(7).record()
    record["events"].append({"chance": "roll", "dice": [3, 4]})
    refused_at(record, len(record["events"]) - 1)


# Results that disagree


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("race", [0, 1, 3])
@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["spaces"].update({"7": event["spaces"]["7"] - 1}),
        lambda event: event["spaces"].pop("2/3"),
        lambda event: event["spaces"].update({"13": 0}),
        lambda event: event["money"].update({P0: event["money"][P0] + 1}),
        lambda event: event["money"].pop(P1),
        lambda event: event["money"].update(player_9=0),
        lambda event: event["money"].update({P0: str(event["money"][P0])}),
    ],
)
def test_a_race_result_that_disagrees(change: Change, race: int, name: str) -> None:
    refused_after("result race", change, race, name)


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["money"].update({P1: event["money"][P1] + 1}),
        lambda event: event["money"].pop(P1),
        lambda event: event.update(winners=[]),
        lambda event: event.update(winners=event["winners"] * 2),
        lambda event: event["winners"].append("player_9"),
        lambda event: event.update(winners=[p for p in (P0, P1, P2) if p not in event["winners"]]),
    ],
)
def test_a_game_result_that_disagrees(change: Change, name: str) -> None:
    refused_after("result game", change, 0, name)


def test_a_result_before_the_race_is_over() -> None:
    record = whole()
    number = number_of_kind(record, "result race")
    record["events"].insert(number - 2, copy.deepcopy(record["events"][number]))
    refused_at(record, number - 2)
