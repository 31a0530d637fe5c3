"""The errors that users meet; each says what was wrong and what is allowed."""

from collections.abc import Iterable
from typing import Any


class IllegalActionError(ValueError):
    """An action that the mask excludes was given to an environment or a batch; nothing has been changed."""


class NotResetError(AssertionError):
    """A method that needs a game was called before `reset`, as PettingZoo's order enforcing reports it."""


class RecordError(ValueError):
    """A record that cannot be read: the message has the index of the event, where there is one, and the reason."""


def one_of(name: str, value: Any, allowed: Iterable[Any]) -> None:
    """Check an option that has a few values.

    Raises:
        ValueError: naming the option, the value and what is allowed.
    """
    values = list(allowed)
    if not any(value == each and type(value) is type(each) for each in values):
        raise ValueError(f"{name}={value!r} is not possible; allowed: {', '.join(map(repr, values))}")


def whole_number(name: str, value: Any, low: int, high: int) -> None:
    """Check an option that is an integer in a range, bounds included.

    Raises:
        ValueError: naming the option, the value and what is allowed.
    """
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name}={value!r} is not possible; it is a whole number of {low} to {high}")


def seed_of(value: Any, name: str = "seed") -> int:
    """Check a seed, an integer of 0 to 2**63 - 1, and return it as an int.

    Raises:
        ValueError: for anything else.
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        seed = value.__index__()
    except (AttributeError, TypeError):
        raise ValueError(f"{name}={value!r} is not possible; a seed is an integer, 0 to 2**63 - 1") from None
    if not 0 <= seed < 2**63:
        raise ValueError(f"{name}={value!r} is not possible; a seed is an integer, 0 to 2**63 - 1")
    return int(seed)
