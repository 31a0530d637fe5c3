"""Scripted luck is found by kind and number, so that what a decision leaves out shifts nothing."""

from types import SimpleNamespace
from typing import Any

import pytest

from horse_envs.engine.records import Script

SPINS = [{"chance": "spin", "value": value} for value in (10, 11, 12, 13)]


class Table:
    """A state that takes outcomes of one kind, and the game around it."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.narrator = SimpleNamespace(set_chance=self.set_chance)
        self.wanted = ""
        self.got: Any = None

    def set_chance(self, s: Any, event: dict[str, Any]) -> None:
        if event["chance"] != self.wanted or event["value"] is None:
            raise ValueError("something else has to come here")
        self.got = event["value"]

    def ask(self, kind: str) -> Any:
        """The scripted outcome of this kind that comes now, or None if luck comes from the seed."""
        self.wanted, self.got = kind, None
        taken = self.script.take(self, None)  # type: ignore[arg-type]  # a game is used by its narrator here
        assert taken == (self.got is not None)
        self.script.told[kind] += 1
        return self.got


def draw(value: int | None) -> dict[str, Any]:
    return {"chance": "draw", "value": value}


def test_outcomes_of_a_kind_come_in_their_order_whatever_comes_between() -> None:
    table = Table(Script([SPINS[0], draw(1), SPINS[1], draw(2)]))
    assert [table.ask(kind) for kind in ("draw", "draw", "spin", "spin")] == [1, 2, 10, 11]
    assert table.script.exhausted


def test_what_the_script_lacks_comes_from_the_seed_and_shifts_nothing() -> None:
    table = Table(Script([SPINS[0], draw(None), SPINS[1]]))
    assert table.ask("draw") is None, "what does not fit is not used"
    assert [table.ask("spin"), table.ask("spin"), table.ask("spin")] == [10, 11, None]
    assert not table.script.exhausted


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("draw spin spin draw spin draw spin", [1, 10, 11, 3, 12, 4, 13]),
        # Without a draw before the first spin the later draws are those of their spins all the same.
        ("spin spin draw spin draw spin", [10, 11, 3, 12, 4, 13]),
        # A draw that the script has not got comes from the seed.
        ("draw spin draw spin draw spin", [1, 10, None, 11, 3, 12]),
    ],
)
def test_a_kind_that_comes_by_decisions_is_numbered_by_another(asked: str, expected: list[int | None]) -> None:
    events = [draw(1), SPINS[0], SPINS[1], draw(3), SPINS[2], draw(4), SPINS[3]]
    table = Table(Script(events, counted_by={"draw": "spin"}))
    assert [table.ask(kind) for kind in asked.split()] == expected


def test_again_is_the_same_script_from_its_beginning() -> None:
    table = Table(Script([draw(1), SPINS[0]], counted_by={"draw": "spin"}))
    assert [table.ask("draw"), table.ask("spin")] == [1, 10]
    table.script = table.script.again()
    assert [table.ask("spin"), table.ask("draw")] == [10, None]
