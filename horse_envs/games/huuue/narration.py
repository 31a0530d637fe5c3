"""Events of Huuue! records: written from states, and read back into them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from horse_envs.engine.events import check_fields, check_names
from horse_envs.engine.game import Event
from horse_envs.games.huuue.components import (
    HORSES,
    NONE,
    NUM_HORSES,
    NUM_TIPS,
    TIP_NAMES,
    programme_id,
)
from horse_envs.games.huuue.names import horses_of, lines_of, seat_names, tips_of
from horse_envs.games.huuue.rewriting import Rewriting
from horse_envs.games.huuue.state import (
    BET_KINDS,
    DEALER,
    PROGRAMME,
    RACE_CARD,
    RACE_DECK,
    RACE_RESULT,
    TIP,
    TIP_ACTIONS,
    TIPS,
)

_CHANCE = {
    DEALER: "dealer",
    PROGRAMME: "programme",
    TIPS: "tips",
    RACE_DECK: "race_deck",
    RACE_CARD: "race_card",
}
_CHANCE_FIELDS = {
    "dealer": {"chance", "player"},
    "programme": {"chance", "id", "values"},
    "tips": {"chance", "hands"},
    "race_deck": {"chance", "top_to_bottom"},
    "race_card": {"chance", "horse", "value"},
}


class HuuueNarrator:
    """Writes and reads the events of Huuue!."""

    counted_by: Mapping[str, str] = MappingProxyType({})
    open_events = frozenset({"chance dealer", "chance programme", "chance race_card", "do tip"})

    def is_chance(self, pending: int) -> bool:
        """Whether what is pending is a chance outcome; a race card counts as one, though the deck decides it."""
        return pending in _CHANCE

    def pending_event(self, pending: int, drawn: Any, resolved: Any) -> Event:
        """The event of a chance outcome or of a result."""
        names = seat_names(drawn)
        if pending == DEALER:
            return {"chance": "dealer", "player": names[drawn.dealer]}
        if pending == PROGRAMME:
            return _programme(drawn, int(drawn.programme))
        if pending == TIPS:
            return {"chance": "tips", "hands": {name: tips_of(drawn.hand[seat]) for seat, name in enumerate(names)}}
        if pending == RACE_DECK:
            return {"chance": "race_deck", "top_to_bottom": [HORSES[horse] for horse in drawn.deck if horse != NONE]}
        if pending == RACE_CARD:
            return _race_card(drawn)
        coins = {name: int(resolved.coins[seat]) for seat, name in enumerate(names)}
        if pending == RACE_RESULT:
            return {"result": "race", "lines": lines_of(drawn.lines), "coins": coins}
        winners = [name for seat, name in enumerate(names) if int(resolved.winners) >> seat & 1]
        return {"result": "game", "coins": coins, "winners": winners}

    def set_chance(self, s: Any, event: Event) -> None:
        """Put a chance outcome into the state; ValueError if it is not one of what is pending."""
        expected = _CHANCE[int(s.pending)]
        if event.get("chance") != expected:
            raise ValueError(f"chance {expected!r} has to come here")
        check_fields(event, _CHANCE_FIELDS[expected])
        if expected == "dealer":
            s.dealer = _one_of(event["player"], seat_names(s), "player")
        elif expected == "programme":
            _set_programme(s, event)
        elif expected == "tips":
            _set_tips(s, event["hands"])
        elif expected == "race_deck":
            _set_race_deck(s, event["top_to_bottom"])
        elif event != _race_card(s):
            raise ValueError(f"by the race deck the card turned over is {_race_card(s)}")

    def decision_event(self, s: Any, action: int) -> Event:
        """The event of a decision of the player on turn."""
        player = seat_names(s)[s.to_act]
        if action >= TIP_ACTIONS:
            return {"do": "tip", "player": player, "tip": TIP_NAMES[action - TIP_ACTIONS], "action": action}
        kind, horse = divmod(int(action), NUM_HORSES)
        return {"do": "bet", "player": player, "kind": BET_KINDS[kind], "horse": HORSES[horse], "action": action}

    def action_of(self, s: Any, event: Event) -> int:
        """The action that an event says in words; ValueError if it says none of this phase."""
        expected = "tip" if s.phase == TIP else "bet"
        if event["do"] != expected:
            raise ValueError(f"player_{s.to_act} has to do {expected!r} here")
        if event.get("player") != seat_names(s)[s.to_act]:
            raise ValueError(f"it is player_{s.to_act}'s turn")
        if expected == "tip":
            check_fields(event, {"do", "player", "tip"}, {"action"})
            return TIP_ACTIONS + _one_of(event["tip"], TIP_NAMES, "tip")
        check_fields(event, {"do", "player", "kind", "horse"}, {"action"})
        kind = _one_of(event["kind"], BET_KINDS, "kind")
        return NUM_HORSES * kind + _one_of(event["horse"], HORSES, "horse")

    def rewrite_hidden(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> list[Event]:
        """The events as they were in a world in which what the seat cannot know is as in `new`."""
        return Rewriting(events, new, seat, seed).events()


def _programme(s: Any, index: int) -> Event:
    values = {HORSES[i]: int(value) for i, value in enumerate(s.programmes[index]) if value >= 0}
    return {"chance": "programme", "id": programme_id(index), "values": values}


def _race_card(s: Any) -> Event:
    horse = int(s.deck[s.turn])
    return {"chance": "race_card", "horse": HORSES[horse], "value": int(s.values[horse])}


def _one_of(value: Any, names: Any, field: str) -> int:
    """The number of a name among those that are allowed."""
    if not isinstance(value, str) or value not in names:
        raise ValueError(f"{field} is {value!r}, but has to be one of {', '.join(names)}")
    return int(list(names).index(value))


def _set_programme(s: Any, event: Event) -> None:
    index = _one_of(event["id"], [programme_id(i) for i in range(s.num_programmes)], "id")
    if event["values"] != _programme(s, index)["values"]:
        raise ValueError(f"programme {event['id']} has the values {_programme(s, index)['values']}")
    s.programme = index


def _set_tips(s: Any, hands: Any) -> None:
    names = seat_names(s)
    check_names(hands, names, "hands")
    counts = []
    for name in names:
        if not isinstance(hands[name], list) or len(hands[name]) != s.num_runners:
            raise ValueError(f"each hand has as many tips as there are runners, {s.num_runners}")
        tips = [_one_of(tip, TIP_NAMES, "a tip") for tip in hands[name]]
        counts.append([tips.count(tip) for tip in range(NUM_TIPS)])
    for tip, dealt in enumerate(np.sum(counts, 0)):
        if dealt > int(s.box) >> 2 * tip & 3:
            raise ValueError(f"{TIP_NAMES[tip]} is dealt {dealt} times, but there are not so many in this race")
    for seat, alike in enumerate(counts):
        s.hand[seat] = np.uint64(sum(count << 2 * tip for tip, count in enumerate(alike)))


def _set_race_deck(s: Any, cards: Any) -> None:
    runners = horses_of(s.runners)
    if not isinstance(cards, list) or sorted(map(str, cards)) != sorted(runners):
        raise ValueError(f"top_to_bottom has to hold each of {', '.join(runners)} once")
    s.deck[:] = [HORSES.index(name) for name in cards] + [NONE] * (NUM_HORSES - len(cards))
