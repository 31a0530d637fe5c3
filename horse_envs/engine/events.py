"""Checks of the events of a record that are the same in every game."""

from typing import Any

from horse_envs.engine.game import Event


def check_fields(event: Event, needed: set[str], optional: set[str] = frozenset()) -> None:  # type: ignore[assignment]
    """Check which fields an event has.

    Raises:
        ValueError: naming a field that is unknown or missing.
    """
    for name in event:
        if name not in needed | optional:
            raise ValueError(f"unknown field {name!r}; fields: {', '.join(sorted(needed | optional))}")
    for name in sorted(needed):
        if name not in event:
            raise ValueError(f"the field {name!r} is missing")


def check_names(values: Any, names: list[str], field: str) -> None:
    """Check that an object has an entry for each of these names and no other.

    Raises:
        ValueError: saying which names it has to have.
    """
    if not isinstance(values, dict) or sorted(map(str, values)) != sorted(names):
        raise ValueError(f"{field} has to name each of {', '.join(names)} once")
