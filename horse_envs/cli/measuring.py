"""How a figure of the benchmark is measured: rounds, rates, rows."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from horse_envs.engine.game import Game


@dataclass(frozen=True)
class Plan:
    """What is measured, and how long.

    Attributes:
        game: the game.
        options: its options by name.
        quick: short rounds, and nothing that takes long.
        chosen_rounds: the rounds of each figure, where they are given.
    """

    game: Game
    options: dict[str, Any]
    quick: bool = False
    chosen_rounds: int | None = None

    @property
    def rounds(self) -> int:
        """The rounds of each figure."""
        return self.chosen_rounds or (3 if self.quick else 5)

    @property
    def seconds(self) -> float:
        """The time of a round, where a round is so long."""
        return 0.1 if self.quick else 0.5

    @property
    def agents(self) -> int:
        """How many agents play."""
        return int(self.options["num_players"])

    @property
    def subject(self) -> str:
        """What is measured, in words."""
        return f"{self.game.name}, {self.agents} players"


@dataclass(frozen=True)
class Row:
    """The rounds of one thing that was measured; without rounds, why it was not.

    Attributes:
        subject: what was measured.
        rounds: the value of each round.
        note: why there are none, or what has to be known about them.
    """

    subject: str
    rounds: list[float] = field(default_factory=list)
    note: str = ""

    @property
    def value(self) -> float | None:
        """The median of the rounds."""
        return median(self.rounds) if self.rounds else None

    def to_dict(self) -> dict[str, Any]:
        """The row as plain data."""
        return {"subject": self.subject, "value": self.value, "rounds": self.rounds, "note": self.note}


def rate(block: Callable[[], int], seconds: float) -> float:
    """How much is done in a second by a block that says how much it did, repeated for some time."""
    done = 0
    began = time.perf_counter()
    while True:
        done += block()
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return done / elapsed


def rates(plan: Plan, block: Callable[[], int]) -> list[float]:
    """The rate of a block in each round, after one call that is not timed."""
    block()
    return [rate(block, plan.seconds) for _ in range(plan.rounds)]


def turns_of_game(env: Any) -> int:
    """Play one game in an AEC environment, always the first legal action; returns the number of turns."""
    env.reset()
    turns = 0
    while True:
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            return turns
        env.step(int(observation["action_mask"].argmax()))
        turns += 1
