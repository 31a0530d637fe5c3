"""The events of a Huuue! record and their fields."""

from typing import Any

Event = dict[str, Any]

FIELDS = {
    "chance dealer": {"player"},
    "chance programme": {"id", "values"},
    "chance tips": {"hands"},
    "chance race_deck": {"top_to_bottom"},
    "do bet": {"player", "kind", "horse"},
    "chance race_card": {"horse", "value"},
    "do tip": {"player", "tip"},
    "result race": {"lines", "coins"},
    "result game": {"coins", "winners"},
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
