"""Records whose events have the right shape and break a rule or disagree with the rules."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.huuue.table import SEATS, Table
from tests.huuue.test_records_refused import EVENTS, Event, number_of_kind, refused_after, refused_at, whole
from tests.reference.huuue_box import HORSES

P0, P1, P2 = SEATS[:3]


def refused_next(table: Table, event: Event) -> None:
    """The position is read, and this event cannot come next."""
    table.env()
    record = table.record()
    record["events"].append(event)
    refused_at(record, len(record["events"]) - 1)


# Luck that cannot be


@pytest.mark.parametrize("player", ["player_3", "dealer", "player_-1", ""])
def test_an_impossible_dealer(player: str) -> None:
    refused_after("chance dealer", lambda event: event.update(player=player))


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event.update(id="R15"),
        lambda event: event.update(id="R00"),
        lambda event: event.update(id="R04" if event["id"] != "R04" else "R05"),
        lambda event: event["values"].pop(next(iter(event["values"]))),
        lambda event: event["values"].update(pegasus=1),
        lambda event: event["values"].update({next(iter(event["values"])): 3}),
        lambda event: event["values"].update(dict.fromkeys(HORSES, 1)),
    ],
)
@pytest.mark.parametrize("race", [0, 1])
def test_an_impossible_programme(change: Callable[[Event], object], race: int) -> None:
    refused_after("chance programme", change, race)


def one_more(hands: dict[str, list[str]]) -> None:
    hands[P1].append(hands[P2][0])


def three_alike(hands: dict[str, list[str]]) -> None:
    tip = hands[P0][0]
    crop = f"{tip.split(':')[0]}:crop"
    hands[P0][:2] = [crop, crop]


def a_non_runner(hands: dict[str, list[str]]) -> None:
    running = {tip.split(":")[0] for hand in hands.values() for tip in hand}
    hands[P0][0] = f"{next(horse for horse in HORSES if horse not in running)}:1"


@pytest.mark.parametrize(
    "change",
    [
        lambda hands: hands[P0].pop(),
        lambda hands: hands[P1].append(hands[P0].pop()),
        one_more,
        three_alike,
        a_non_runner,
        lambda hands: hands.pop(P2),
        lambda hands: hands.update(player_3=list(hands[P0])),
        lambda hands: hands[P0].__setitem__(0, "vertige:3"),
        lambda hands: hands[P0].__setitem__(0, "pegasus:1"),
        lambda hands: hands[P0].__setitem__(0, "vertige"),
        lambda hands: hands[P0].__setitem__(0, "vertige 1"),
        lambda hands: hands[P0].__setitem__(0, None),
    ],
)
@pytest.mark.parametrize("race", [0, 1])
def test_impossible_tips(change: Callable[[Any], object], race: int) -> None:
    """The second race of the record has less than six runners."""
    assert len(EVENTS[number_of_kind(whole(), "chance programme", race)]["values"]) < 6
    refused_after("chance tips", lambda event: change(event["hands"]), race)


@pytest.mark.parametrize(
    "change",
    [
        lambda deck: deck.pop(),
        lambda deck: deck.append(deck[0]),
        lambda deck: deck.__setitem__(0, deck[1]),
        lambda deck: deck.__setitem__(0, "pegasus"),
        lambda deck: deck.clear(),
    ],
)
@pytest.mark.parametrize("race", [0, 1])
def test_an_impossible_race_deck(change: Callable[[Any], object], race: int) -> None:
    refused_after("chance race_deck", lambda event: change(event["top_to_bottom"]), race)


def test_a_race_card_that_is_not_the_next_of_the_deck() -> None:
    deck = EVENTS[3]["top_to_bottom"]
    values = EVENTS[1]["values"]
    refused_after("chance race_card", lambda event: event.update(horse=deck[1], value=values[deck[1]]))
    refused_after("chance race_card", lambda event: event.update(horse=deck[0], value=values[deck[0]]), 1)


@pytest.mark.parametrize("turn", range(4))
def test_a_race_card_of_another_value(turn: int) -> None:
    refused_after("chance race_card", lambda event: event.update(value=(event["value"] + 1) % 3), turn)


# Decisions against the rules


@pytest.mark.parametrize("kind", ["do bet", "do tip"])
def test_not_on_turn(kind: str) -> None:
    player = EVENTS[number_of_kind(whole(), kind)]["player"]
    for other in ["player_0", "player_1", "player_2", "player_9"]:
        if other != player:
            refused_after(kind, lambda event, other=other: event.update(player=other))


@pytest.mark.parametrize("kind", ["do bet", "do tip"])
def test_an_action_that_disagrees_with_the_words(kind: str) -> None:
    for action in (-1, 10_000, "0", 1.5, True):
        refused_after(kind, lambda event, action=action: event.update(action=action))


def test_the_action_of_another_tip() -> None:
    table = Table().race("vertige", {P1: "noiro:0 noiro:1"})
    env = table.env()
    right, wrong = (env.unwrapped.parse_action(f"tip noiro {value}") for value in (0, 1))
    event = {"do": "tip", "player": P1, "tip": "noiro:0"}
    refused_next(table, {**event, "action": wrong})
    record = table.record()
    record["events"] += [{**event, "action": right}, {"do": "tip", "player": P0, "tip": "pegasus:1"}]
    refused_at(record, len(record["events"]) - 1)


def test_a_bet_on_a_non_runner() -> None:
    refused_next(Table().deal("R01"), {"do": "bet", "player": P1, "kind": "win", "horse": "vertige"})


@pytest.mark.parametrize("kind", ["place", "show", "lose", "Win"])
def test_another_kind_of_bet_than_is_asked(kind: str) -> None:
    for bets in ("single", "two_winners", "win_place", "win_place_show"):
        refused_next(Table(bets=bets).deal(), {"do": "bet", "player": P1, "kind": kind, "horse": "cocotte"})


def test_bets_in_another_order_than_win_place_show() -> None:
    table = Table(bets="win_place_show").deal().do("bet cocotte")
    for kind in ("win", "show"):
        refused_next(table, {"do": "bet", "player": P1, "kind": kind, "horse": "cocotte"})


def test_two_winners_alike() -> None:
    table = Table(bets="two_winners").deal().do("bet cocotte")
    refused_next(table, {"do": "bet", "player": P1, "kind": "win", "horse": "cocotte"})


def test_a_favourite_to_show() -> None:
    table = Table(bets="win_place_show").deal().do("bet noiro", "place noiro")
    refused_next(table, {"do": "bet", "player": P1, "kind": "show", "horse": "noiro"})


def test_a_show_bet_with_four_runners() -> None:
    table = Table(bets="win_place_show").deal("R01").do("bet noiro", "place noiro")
    refused_next(table, {"do": "bet", "player": P1, "kind": "show", "horse": "cocotte"})


def test_a_second_bet_of_the_base_game() -> None:
    table = Table().deal().do("bet noiro")
    refused_next(table, {"do": "bet", "player": P1, "kind": "win", "horse": "cocotte"})


@pytest.mark.parametrize("tip", ["noiro:1", "noiro:crop", "vertige:0", "ivoire:1", "noiro:3", "noiro", "noiro 0", None])
def test_a_tip_that_is_not_in_the_hand(tip: str | None) -> None:
    table = Table().race("cocotte", {P1: "noiro:0 noiro:2 rubis:1 rubis:2 soleil:0", P0: "noiro:1"})
    refused_next(table, {"do": "tip", "player": P1, "tip": tip})


def test_a_tip_that_has_been_played() -> None:
    table = Table().race("cocotte", {P1: "noiro:0 noiro:2 rubis:1 rubis:2 soleil:0"}).tip("noiro:0").rest_of_turn()
    refused_next(table, {"do": "tip", "player": P1, "tip": "noiro:0"})


def test_a_tip_before_the_bets_and_a_bet_after_them() -> None:
    table = Table().deal("R05", hands={P1: "noiro:0"})
    refused_next(table, {"do": "tip", "player": P1, "tip": "noiro:0"})
    refused_next(table.bet(), {"do": "bet", "player": P1, "kind": "win", "horse": "noiro"})


# Results that disagree


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["lines"].reverse(),
        lambda event: event["lines"].pop(),
        lambda event: event["lines"].append([]),
        lambda event: event["lines"].append(event["lines"][0]),
        lambda event: event["lines"].insert(0, event["lines"].pop()),
        lambda event: event["coins"].update({P0: event["coins"][P0] + 1}),
        lambda event: event["coins"].pop(P0),
        lambda event: event["coins"].update(player_3=0),
    ],
)
@pytest.mark.parametrize("race", [0, 1])
def test_a_race_result_that_disagrees(change: Callable[[Event], object], race: int) -> None:
    refused_after("result race", change, race)


@pytest.mark.parametrize(
    "change",
    [
        lambda event: event["coins"].update({P1: event["coins"][P1] + 1}),
        lambda event: event["coins"].pop(P1),
        lambda event: event.update(winners=[next(seat for seat in SEATS[:3] if seat not in event["winners"])]),
        lambda event: event.update(winners=[]),
        lambda event: event.update(winners=event["winners"] * 2),
        lambda event: event["winners"].append("player_3"),
    ],
)
def test_a_game_result_that_disagrees(change: Callable[[Event], object]) -> None:
    refused_after("result game", change)


def test_a_result_before_the_race_is_over() -> None:
    record = whole()
    number = number_of_kind(record, "result race")
    record["events"].insert(number - 4, record["events"].pop(number))
    refused_at(record, number - 4)


def test_a_game_that_ends_too_early() -> None:
    """A result of the game after the first race."""
    record = whole()
    number = number_of_kind(record, "result race")
    coins = record["events"][number]["coins"]
    assert max(coins.values()) < 6
    winners = [agent for agent in coins if coins[agent] == max(coins.values())]
    record["events"].insert(number + 1, {"result": "game", "coins": coins, "winners": winners})
    refused_at(record, number + 1)


def test_a_race_after_the_end() -> None:
    table = Table(max_races=1).race().rest()
    refused_next(table, {"chance": "programme", "id": "R05", "values": table.game.values})
