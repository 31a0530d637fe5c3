"""Broken: records, and those of redrawn worlds."""

from typing import Any

from tests.conformance import toy


def action_without_words(self: Any, s: Any, event: Any) -> int:
    return int(event["action"] if "action" in event else toy.Narrator.action_of(self, s, event) ^ 1)


def result_that_is_no_result(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    return {**event, "result": "race"} if event.get("result") == "game" else event


def deal_that_loses_a_card(self: Any, pending: int, drawn: Any, resolved: Any) -> Any:
    event = toy.Narrator.pending_event(self, pending, drawn, resolved)
    if pending == toy.DEAL:
        event["hands"] = {player: hand[:2] for player, hand in event["hands"].items()}
    return event


def deal_filled_up(self: Any, s: Any, event: Any) -> None:
    left = sorted(set(range(12)) - {card for hand in event["hands"].values() for card in hand})
    hands = {player: [*hand, left.pop()] for player, hand in event["hands"].items()}
    toy.Narrator.set_chance(self, s, {**event, "hands": hands})


def careless_reader(self: Any, s: Any, event: Any) -> int:
    return int(event["card"]) + (12 if event["do"] == "play" else 0)


def record_of_the_real_world(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
    return list(events)


def own_past_rewritten(self: Any, events: Any, old: Any, new: Any, seat: int, seed: int) -> Any:
    """The first race is dealt so that the cards of two other cards than were played are exchanged."""
    rewritten = toy.Narrator.rewrite_hidden(self, events, old, new, seat, seed)
    if sum("chance" in event for event in events) == 2:
        hands = events[0]["hands"]
        used = {event["card"] for event in events if "do" in event}
        own = f"player_{seat}"
        other = next(player for player in hands if player != own)
        mine, theirs = (next((card for card in hands[player] if card not in used), 0) for player in (own, other))
        swap = {mine: theirs, theirs: mine}
        rewritten[0] = {
            **events[0],
            "hands": {player: sorted(swap.get(card, card) for card in hand) for player, hand in hands.items()},
        }
    return rewritten
