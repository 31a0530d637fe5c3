"""What the ways to break a promise are made with."""

from collections.abc import Callable
from typing import Any

import pytest

from horse_envs.engine.game import Game
from tests.conformance import toy
from tests.conformance.broken import variant
from tests.conformance.toy import GAME

Patch = pytest.MonkeyPatch
RULES = GAME.rules


def after(name: str, more: Callable[..., Any]) -> Callable[..., Any]:
    """The rule, and then something more on the same arguments."""
    rule = RULES[name]

    def both(*arguments: Any) -> Any:
        result = rule(*arguments)
        more(*arguments)
        return result

    return both


def rule(name: str, changed: Callable[..., Any]) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, {name: changed})


def others(s: Any, me: int) -> list[int]:
    return [seat for seat in range(s.num_players) if seat != me]


def narrator(**members: Any) -> Callable[[Patch], Game]:
    return lambda _: variant(GAME, narrator=type("Narrator", (toy.Narrator,), members)())
