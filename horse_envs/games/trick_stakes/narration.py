"""Events of Trick Stakes records: written from states, and read back into them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from horse_envs.engine.events import check_fields, check_names
from horse_envs.engine.game import Event
from horse_envs.games.trick_stakes.components import (
    CARD_BY_NAME,
    CARD_NAMES,
    DUMMY,
    HORSES,
    NUM_CARDS,
    NUM_HORSES,
    NUM_SEATS,
    NUMBERS,
    TICKETS,
    VANILLA_BEANS,
)
from horse_envs.games.trick_stakes.rewriting import Rewriting, cards_of, seat_name, seat_names
from horse_envs.games.trick_stakes.state import (
    DEAL,
    DISCARD,
    DISCARD_ACTIONS,
    DUMMY_PLAY,
    GATE,
    PACKS,
    PLAY,
    PLAY_ACTIONS,
    RACE_RESULT,
    SEATS,
    TICKET_ACTIONS,
    TICKET_UP,
    WHIP_ACTIONS,
)

_CHANCE = {SEATS: "seats", DEAL: "deal", GATE: "gate", PACKS: "packs"}
_CHANCE_FIELDS = {
    "seats": {"chance", "clockwise", "horses"},
    "deal": {"chance", "hands"},
    "gate": {"chance", "bottom_to_top"},
    "packs": {"chance", "top_to_bottom"},
}


def clockwise(s: Any) -> list[int]:
    """The four seats from player_0 on, each one's left neighbour is the next."""
    seats = [0]
    while len(seats) < NUM_SEATS:
        seats.append(int(s.left[seats[-1]]))
    return seats


class TrickStakesNarrator:
    """Writes and reads the events of Trick Stakes."""

    counted_by: Mapping[str, str] = MappingProxyType({})
    open_events = frozenset({"chance seats", "chance gate", "do ticket_up", "do play"})

    def is_chance(self, pending: int) -> bool:
        """Whether what is pending is a shuffle."""
        return pending in _CHANCE

    def pending_event(self, pending: int, drawn: Any, resolved: Any) -> Event:
        """The event of a shuffle, of the dummy's play or of a result."""
        names = seat_names(drawn)
        if pending == SEATS:
            horses = {names[seat]: HORSES[drawn.horse[seat]] for seat in range(NUM_SEATS)}
            return {"chance": "seats", "clockwise": [names[i] for i in clockwise(drawn)], "horses": horses}
        if pending == DEAL:
            hands = {names[seat]: cards_of(drawn.fixed[drawn.horse[seat]]) for seat in range(NUM_SEATS)}
            return {"chance": "deal", "hands": hands}
        if pending == GATE:
            return {"chance": "gate", "bottom_to_top": [HORSES[horse] for horse in drawn.gate]}
        if pending == PACKS:
            packs = {names[seat]: [CARD_NAMES[card] for card in drawn.pack[seat]] for seat in range(NUM_SEATS)}
            return {"chance": "packs", "top_to_bottom": packs}
        if pending == DUMMY_PLAY:
            trick = int(drawn.trick)
            whip = bool(resolved.whips_by_trick[trick] == DUMMY)
            return {
                "do": "play",
                "player": "dummy",
                "card": CARD_NAMES[resolved.tricks[trick, DUMMY]],
                "whip": whip,
            }
        money = {names[seat]: int(resolved.money[seat]) for seat in range(resolved.num_players)}
        if pending == RACE_RESULT:
            race = int(drawn.race)
            event = {
                "result": "race",
                "order": [HORSES[horse] for horse in resolved.order[race]],
                "spaces": {HORSES[horse]: int(resolved.spaces[race, horse]) for horse in range(NUM_HORSES)},
                "money": money,
            }
            if race + 1 < resolved.num_players:
                event["odds_next"] = {HORSES[horse]: int(resolved.odds[horse]) for horse in range(NUM_HORSES)}
            return event
        winners = [names[seat] for seat in range(resolved.num_players) if int(resolved.winners) >> seat & 1]
        return {"result": "game", "money": money, "winners": winners}

    def set_chance(self, s: Any, event: Event) -> None:
        """Put the outcome of a shuffle into the state; ValueError if it is not one of this shuffle."""
        expected = _CHANCE[int(s.pending)]
        if event.get("chance") != expected:
            raise ValueError(f"chance {expected!r} has to come here")
        check_fields(event, _CHANCE_FIELDS[expected])
        if expected == "seats":
            _set_seats(s, event)
        elif expected == "deal":
            _set_deal(s, event["hands"])
        elif expected == "gate":
            s.gate[:] = [HORSES.index(horse) for horse in _all_of(event["bottom_to_top"], HORSES, "bottom_to_top")]
        else:
            _set_packs(s, event["top_to_bottom"])

    def decision_event(self, s: Any, action: int) -> Event:
        """The event of a decision of the player on turn."""
        player = seat_name(s, int(s.to_act))
        if action >= TICKET_ACTIONS:
            kind = "ticket_up" if s.phase == TICKET_UP else "ticket_down"
            return {
                "do": kind,
                "player": player,
                "ticket": TICKETS[action - TICKET_ACTIONS],
                "action": action,
            }
        card = CARD_NAMES[action % NUM_CARDS]
        if action < PLAY_ACTIONS:
            return {"do": "discard", "player": player, "card": card, "action": action}
        return {
            "do": "play",
            "player": player,
            "card": card,
            "whip": action >= WHIP_ACTIONS,
            "action": action,
        }

    def action_of(self, s: Any, event: Event) -> int:
        """The action that an event says in words; ValueError if it says none of this phase."""
        kinds = {DISCARD: "discard", TICKET_UP: "ticket_up", PLAY: "play"}
        expected = kinds.get(int(s.phase), "ticket_down")
        if event["do"] != expected:
            raise ValueError(f"player_{s.to_act} has to do {expected!r} here")
        if event.get("player") != seat_name(s, int(s.to_act)):
            raise ValueError(f"it is player_{s.to_act}'s turn")
        if expected.startswith("ticket"):
            check_fields(event, {"do", "player", "ticket"}, {"action"})
            if event["ticket"] not in TICKETS:
                raise ValueError(f"{event['ticket']!r} is no ticket; tickets: {', '.join(TICKETS)}")
            return TICKET_ACTIONS + TICKETS.index(event["ticket"])
        check_fields(event, {"do", "player", "card"} | ({"whip"} if expected == "play" else set()), {"action"})
        card = _card(event["card"])
        if expected == "discard":
            return DISCARD_ACTIONS + card
        if not isinstance(event["whip"], bool):
            raise ValueError(f"whip is true or false, not {event['whip']!r}")
        return (WHIP_ACTIONS if event["whip"] else PLAY_ACTIONS) + card

    def rewrite_hidden(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> list[Event]:
        """The events as they were in a world in which the seat's unknown cards lie as in `new`."""
        return Rewriting(events, old, new, seat, seed).events()


def _card(name: Any) -> int:
    if not isinstance(name, str) or name not in CARD_BY_NAME:
        raise ValueError(f"{name!r} is no card; a card is a colour of R B Y G and a number, as in R5")
    return CARD_BY_NAME[name]


def _all_of(values: Any, expected: Any, field: str) -> list[Any]:
    if (
        not isinstance(values, list)
        or not all(isinstance(v, str) for v in values)
        or sorted(values) != sorted(expected)
    ):
        raise ValueError(f"{field} has to hold each of {', '.join(expected)} once")
    return values


def _by_seat(s: Any, values: Any, field: str) -> list[Any]:
    names = seat_names(s)
    check_names(values, names, field)
    return [values[name] for name in names]


def _set_seats(s: Any, event: Event) -> None:
    names = seat_names(s)
    order = [names.index(name) for name in _all_of(event["clockwise"], names, "clockwise")]
    players = [seat for seat in order if names[seat] != "dummy"]
    if order[0] != 0 or players != sorted(players):
        raise ValueError("clockwise begins with player_0 and has the players in the order of their numbers")
    horses = [str(horse) for horse in _by_seat(s, event["horses"], "horses")]
    _all_of(horses, HORSES, "horses")
    if "dummy" in names:
        first = horses.index(HORSES[VANILLA_BEANS])
        if first == DUMMY or order[(order.index(DUMMY) + 1) % NUM_SEATS] != first:
            raise ValueError("the dummy sits to the right of the player who drew vanilla_beans")
    for seat in range(NUM_SEATS):
        s.horse[seat] = HORSES.index(horses[seat])
        s.rider[s.horse[seat]] = seat
        s.left[order[seat]] = order[(seat + 1) % NUM_SEATS]


def _set_deal(s: Any, hands: Any) -> None:
    dealt: list[int] = []
    for seat, hand in enumerate(_by_seat(s, hands, "hands")):
        if not isinstance(hand, list) or len(hand) != NUMBERS:
            raise ValueError(f"each hand has {NUMBERS} cards")
        cards = [_card(name) for name in hand]
        dealt += cards
        s.fixed[s.horse[seat]] = np.uint64(sum(1 << card for card in set(cards)))
    if len(set(dealt)) != NUM_CARDS:
        raise ValueError("a card is dealt twice")


def _set_packs(s: Any, packs: Any) -> None:
    for seat, pack in enumerate(_by_seat(s, packs, "top_to_bottom")):
        cards = [_card(name) for name in pack] if isinstance(pack, list) else []
        if len(cards) != NUMBERS or sum(1 << card for card in set(cards)) != int(s.fixed[s.horse[seat]]):
            raise ValueError(f"the pack of {seat_name(s, seat)} has to be the twelve cards of its horse")
        s.pack[seat] = cards
