"""The events of a Ready Set Bet record and their fields."""

from typing import Any

Event = dict[str, Any]

FIELDS = {
    "chance house": {"player"},
    "chance props": {"cards"},
    "chance exotic": {"card"},
    "do house_bet": {"player", "token", "spot"},
    "chance order": {"players"},
    "do bet": {"player", "token", "spot"},
    "do pass": {"player"},
    "chance roll": {"dice"},
    "result race": {"spaces", "money"},
    "chance vip": {"offers"},
    "do vip": {"player", "card"},
    "do house": {"player", "take"},
    "result game": {"money", "winners"},
}


class RuleBroken(Exception):  # noqa: N818 - it reads as what happened
    """An event that the rules do not allow, or that disagrees with them."""


def demand(holds: bool, reason: str) -> None:
    if not holds:
        raise RuleBroken(reason)


def kind_of(event: Event) -> str:
    """The kind of an event in two words, such as `do bet`."""
    demand(isinstance(event, dict), "an event is an object")
    keys = [key for key in ("chance", "do", "result") if key in event]
    demand(len(keys) == 1, "an event has one of the keys chance, do and result")
    kind = f"{keys[0]} {event[keys[0]]}"
    demand(kind in FIELDS, f"nobody knows the event '{kind}'")
    return kind


def fields_of(event: Event) -> set[str]:
    return set(event) - {"chance", "do", "result"}
