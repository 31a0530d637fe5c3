"""Variants of a game with one function replaced, in plain Python so that none has to be compiled."""

import itertools
from dataclasses import fields
from functools import cached_property
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from horse_envs.engine import loops, luck
from horse_envs.engine.game import Game, States

_VARIANTS: dict[int, "PlainGame"] = {}
_NUMBERS = itertools.count()


class PlainGame(Game):
    """A game whose loops are not compiled, so that its rules may be any Python functions."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _variant_of, (vars(self)["number"],)

    def __deepcopy__(self, memo: Any) -> "PlainGame":
        return self

    @cached_property
    def loops(self) -> SimpleNamespace:
        namespace = dict(vars(loops)) | {"mix": _mix, "number": _number} | dict(self.rules)
        bound = SimpleNamespace()
        for name in loops.BOUND:
            generic = getattr(loops, name)
            function = FunctionType(generic.__code__, namespace, name, generic.__defaults__)
            function = vars(self)["changed_loops"].get(name, self.rules.get(name, function))
            namespace[name] = function
            setattr(bound, name, _Loop(vars(self)["number"], name, function))
        return bound

    def new_states(self, count: int) -> States:
        return np.zeros(count, self.state_dtype).view(np.recarray)


def _variant_of(number: int) -> PlainGame:
    return _VARIANTS[number]


def _mix(value: Any) -> np.uint64:
    return np.uint64(luck.mix(np.uint64(value)))


def _number(key: Any, index: int) -> np.uint64:
    return np.uint64(luck.number(np.uint64(key), index))


class _Loop:
    """A plain loop that can be pickled by name."""

    def __init__(self, number: int, name: str, function: Any) -> None:
        self._key = number, name
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._function(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return _loop_of, self._key

    def __deepcopy__(self, memo: Any) -> "_Loop":
        return self


def _loop_of(number: int, name: str) -> _Loop:
    loop: _Loop = getattr(_VARIANTS[number].loops, name)
    return loop


def variant(
    game: Game, rules: dict[str, Any] | None = None, changed_loops: dict[str, Any] | None = None, **changes: Any
) -> PlainGame:
    """The game with some rules, loops of the engine, and attributes replaced."""
    kept = {field.name: getattr(game, field.name) for field in fields(Game)}
    made = PlainGame(**{**kept, **changes, "rules": {**game.rules, **(rules or {})}})
    number = next(_NUMBERS)
    vars(made)["number"] = number
    vars(made)["changed_loops"] = changed_loops or {}
    _VARIANTS[number] = made
    return made
