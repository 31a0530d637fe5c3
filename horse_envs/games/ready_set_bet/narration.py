"""Events of Ready Set Bet records: written from states, and read back into them."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from horse_envs.engine.events import check_fields, check_names
from horse_envs.engine.game import Event, agent_names
from horse_envs.games.ready_set_bet.board import write_betting_seats
from horse_envs.games.ready_set_bet.components import (
    EXOTIC_CARDS,
    HORSES,
    HOUSE_VALUES,
    MAX_SEATS,
    NUM_OWN_KINDS,
    NUM_SPOTS,
    NUM_VIP,
    OPEN_PROPS,
    PROP_CARDS,
    SPOT_BY_NAME,
    SPOTS,
    TOKEN_VALUE,
    TOKEN_VALUES,
    VIP_CARDS,
)
from horse_envs.games.ready_set_bet.rewriting import rewrite_hidden
from horse_envs.games.ready_set_bet.state import (
    BET_ACTIONS,
    BETTING,
    EXOTIC,
    HOUSE,
    HOUSE_ACTIONS,
    HOUSE_TOKENS,
    LEAVE_HOUSE,
    ORDER,
    PASS,
    PROPS,
    RACE_RESULT,
    ROLL,
    TAKE_HOUSE,
    VIP_ACTIONS,
    VIP_CHOICE,
    VIP_OFFERS,
)
from horse_envs.games.ready_set_bet.vip import count_deck, count_rejected, draws_vip, sort_offer

_CHANCE = {HOUSE: "house", PROPS: "props", EXOTIC: "exotic", ORDER: "order", ROLL: "roll", VIP_OFFERS: "vip"}
_CHANCE_FIELD = {
    "house": "player",
    "props": "cards",
    "exotic": "card",
    "order": "players",
    "roll": "dice",
    "vip": "offers",
}


class ReadySetBetNarrator:
    """Writes and reads the events of Ready Set Bet."""

    open_events = frozenset(
        {
            *(f"chance {kind}" for kind in ("house", "props", "exotic", "order", "roll")),
            *(f"do {kind}" for kind in ("house_bet", "bet", "pass", "house")),
        }
    )
    counted_by: Mapping[str, str] = MappingProxyType({"order": "roll"})

    def is_chance(self, pending: int) -> bool:
        """Whether what is pending is a roll or a draw."""
        return pending in _CHANCE

    def pending_event(self, pending: int, drawn: Any, resolved: Any) -> Event:
        """The event of a roll, a draw or a result."""
        players = agent_names(int(drawn.num_players))
        if pending == HOUSE:
            return {"chance": "house", "player": players[drawn.house]}
        if pending == PROPS:
            return {"chance": "props", "cards": [PROP_CARDS[card] for card in drawn.props]}
        if pending == EXOTIC:
            return {"chance": "exotic", "card": EXOTIC_CARDS[drawn.exotics[drawn.race]]}
        if pending == ORDER:
            return {"chance": "order", "players": [players[seat] for seat in drawn.order if seat < len(players)]}
        if pending == ROLL:
            return {"chance": "roll", "dice": [int(die) for die in drawn.dice]}
        if pending == VIP_OFFERS:
            offers = drawn.offers[drawn.race - 1]
            return {
                "chance": "vip",
                "offers": {
                    name: [VIP_CARDS[card] for card in offers[seat]]
                    for seat, name in enumerate(players)
                    if draws_vip(drawn, seat)
                },
            }
        money = {name: int(resolved.money[seat]) for seat, name in enumerate(players)}
        if pending == RACE_RESULT:
            spaces = {horse: int(drawn.space[i]) for i, horse in enumerate(HORSES)}
            return {"result": "race", "spaces": spaces, "money": money}
        winners = [name for seat, name in enumerate(players) if int(resolved.winners) >> seat & 1]
        return {"result": "game", "money": money, "winners": winners}

    def set_chance(self, s: Any, event: Event) -> None:
        """Put the outcome of a roll or a draw into the state; ValueError if it is not possible here."""
        expected = _CHANCE[int(s.pending)]
        if event.get("chance") != expected:
            raise ValueError(f"chance {expected!r} has to come here")
        check_fields(event, {"chance", _CHANCE_FIELD[expected]})
        value = event[_CHANCE_FIELD[expected]]
        if expected == "house":
            s.house = _seat(s, value)
        elif expected == "props":
            s.props[:] = _new_props(s, value)
        elif expected == "exotic":
            left = [card for card in EXOTIC_CARDS if EXOTIC_CARDS.index(card) not in s.exotics[: s.race]]
            if value not in left:
                raise ValueError(f"the exotic card is one of {', '.join(left)}, not {value!r}")
            s.exotics[s.race] = EXOTIC_CARDS.index(value)
        elif expected == "order":
            _set_order(s, value)
        elif expected == "roll":
            if not isinstance(value, list) or len(value) != 2 or not all(type(d) is int and 1 <= d <= 6 for d in value):
                raise ValueError(f"dice are two whole numbers of 1 to 6, not {value!r}")
            s.dice[:] = value
        else:
            _set_offers(s, value)

    def decision_event(self, s: Any, action: int) -> Event:
        """The event of a decision of the player on turn."""
        player = f"player_{int(s.to_act)}"
        if action == PASS:
            return {"do": "pass", "player": player, "action": action}
        if action < HOUSE_ACTIONS:
            kind, spot = divmod(action - BET_ACTIONS, NUM_SPOTS)
            token: dict[str, Any] = {"value": int(TOKEN_VALUE[kind])}
            if kind >= NUM_OWN_KINDS:
                token["bonus"] = True
            return {"do": "bet", "player": player, "token": token, "spot": SPOTS[spot], "action": action}
        if action < VIP_ACTIONS:
            value, spot = divmod(action - HOUSE_ACTIONS, NUM_SPOTS)
            token_value = HOUSE_VALUES[value]
            return {"do": "house_bet", "player": player, "token": token_value, "spot": SPOTS[spot], "action": action}
        if action < TAKE_HOUSE:
            return {"do": "vip", "player": player, "card": VIP_CARDS[action - VIP_ACTIONS], "action": action}
        return {"do": "house", "player": player, "take": action == TAKE_HOUSE, "action": action}

    def action_of(self, s: Any, event: Event) -> int:
        """The action that an event says in words; ValueError if it says none of this phase."""
        expected = {BETTING: ("bet", "pass"), HOUSE_TOKENS: ("house_bet",), VIP_CHOICE: ("vip",)}
        kinds = expected.get(int(s.phase), ("house",))
        if event["do"] not in kinds:
            raise ValueError(f"player_{s.to_act} has to do {' or '.join(map(repr, kinds))} here")
        if event.get("player") != f"player_{int(s.to_act)}":
            raise ValueError(f"it is player_{s.to_act}'s turn")
        if event["do"] == "pass":
            check_fields(event, {"do", "player"}, {"action"})
            return PASS
        if event["do"] == "bet":
            check_fields(event, {"do", "player", "token", "spot"}, {"action"})
            return BET_ACTIONS + _kind_of(event["token"]) * NUM_SPOTS + _spot(event["spot"])
        if event["do"] == "house_bet":
            check_fields(event, {"do", "player", "token", "spot"}, {"action"})
            if type(event["token"]) is not int or event["token"] not in HOUSE_VALUES:
                raise ValueError(f"a house token has a value of {HOUSE_VALUES}, not {event['token']!r}")
            return HOUSE_ACTIONS + HOUSE_VALUES.index(event["token"]) * NUM_SPOTS + _spot(event["spot"])
        if event["do"] == "vip":
            check_fields(event, {"do", "player", "card"}, {"action"})
            return VIP_ACTIONS + _vip(event["card"])
        check_fields(event, {"do", "player", "take"}, {"action"})
        if not isinstance(event["take"], bool):
            raise ValueError(f"take is true or false, not {event['take']!r}")
        return TAKE_HOUSE if event["take"] else LEAVE_HOUSE

    def rewrite_hidden(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> list[Event]:
        """The events with others' VIP offers, and choices not shown yet, as they are in `new`."""
        return rewrite_hidden(events, new, seat)


def _seat(s: Any, name: Any) -> int:
    players = agent_names(int(s.num_players))
    if name not in players:
        raise ValueError(f"{name!r} is no player; players: {', '.join(players)}")
    return players.index(name)


def _spot(name: Any) -> int:
    if not isinstance(name, str) or name not in SPOT_BY_NAME:
        raise ValueError(f"{name!r} is no spot; spots are called like 7.win1, red_wins, P07 and X2.1")
    return SPOT_BY_NAME[name]


def _vip(name: Any) -> int:
    if not isinstance(name, str) or name not in VIP_CARDS:
        raise ValueError(f"{name!r} is no VIP card; cards: {VIP_CARDS[0]} to {VIP_CARDS[-1]}")
    return VIP_CARDS.index(name)


def _kind_of(token: Any) -> int:
    bonus = isinstance(token, dict) and token.get("bonus", False)
    value = token.get("value") if isinstance(token, dict) else None
    known = isinstance(token, dict) and set(token) <= {"value", "bonus"} and type(bonus) is bool
    values = [int(v) for v in (TOKEN_VALUE[NUM_OWN_KINDS:] if bonus else TOKEN_VALUES)]
    if not known or type(value) is not int or value not in values:
        raise ValueError(f'{token!r} is no token; one is {{"value": 3}} or {{"value": 6, "bonus": true}}')
    return (NUM_OWN_KINDS if bonus else 0) + values.index(value)


def _new_props(s: Any, cards: Any) -> list[int]:
    unused = [card for i, card in enumerate(PROP_CARDS[: s.num_props]) if not int(s.props_used) >> i & 1]
    good = isinstance(cards, list) and len(cards) == OPEN_PROPS and all(card in unused for card in cards)
    if not good or len(set(cards)) != OPEN_PROPS:
        raise ValueError(f"cards are five different ones of {', '.join(unused)}")
    return [PROP_CARDS.index(card) for card in cards]


def _set_order(s: Any, names: Any) -> None:
    order = np.zeros(MAX_SEATS, np.uint8)
    count = int(write_betting_seats(s, order))
    seats = [_seat(s, name) for name in names] if isinstance(names, list) else []
    if sorted(seats) != order[:count].tolist():
        raise ValueError(f"players has to name each of {', '.join(f'player_{seat}' for seat in order[:count])} once")
    s.order[:count] = seats
    s.order[count:] = order[count:]


def _set_offers(s: Any, offers: Any) -> None:
    names = [name for seat, name in enumerate(agent_names(int(s.num_players))) if draws_vip(s, seat)]
    check_names(offers, names, "offers")
    deck = np.zeros(NUM_VIP, np.int64)
    count_deck(s, deck)
    left = Counter({card: int(deck[card]) for card in range(NUM_VIP)})
    shuffled_anew = False
    for name in names:
        if not isinstance(offers[name], list) or len(offers[name]) != 2:
            raise ValueError(f"the offer of {name} is a list of two VIP cards")
        offer = [_vip(card) for card in offers[name]]
        if left.total() == 1 and left[offer[0]] == 0:
            offer.reverse()
        for card in offer:
            if left.total() == 0 and not shuffled_anew:
                count_rejected(s, deck)
                left = Counter({each: int(deck[each]) for each in range(NUM_VIP)})
                shuffled_anew = True
            if left[card] == 0:
                raise ValueError(f"there is no {VIP_CARDS[card]} left in the deck for {name}")
            left[card] -= 1
    for name in names:
        seat = _seat(s, name)
        s.offers[s.race - 1, seat] = [_vip(card) for card in offers[name]]
        sort_offer(s.offers[s.race - 1, seat])
