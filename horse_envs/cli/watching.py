"""Step through a record in the terminal."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import horse_envs
from horse_envs.cli.arguments import new_env, seat_of
from horse_envs.cli.output import note, say
from horse_envs.cli.telling import told

HELP = "enter: next, b: back, a number: go there, q: quit"


def frames_of(record: Any, seat: str | None) -> list[str]:
    """The pictures of a game: its start, and the table after each decision with what happened on the way.

    Args:
        record: a record object.
        seat: who looks, or None for a spectator who sees all.

    Raises:
        RecordError: (a ValueError) if the record is not valid.
        ValueError: if there is no such seat.
    """
    ended = horse_envs.replay(record)
    whole = ended.record()
    options = ended.game.options_dict(ended.options)
    env = new_env(ended.game, options, None if seat is None else seat_of(seat, len(ended.possible_agents)))
    env.reset(seed=whole["seed"], options={"record": whole})
    frames = []
    for decision, lines in _groups(whole["events"]):
        if decision is not None:
            env.step(decision["action"])
        frames.append("\n".join([*(told(env.game, event, seat) for event in lines), "", str(env.render())]))
    return frames


def _groups(events: Sequence[dict[str, Any]]) -> Iterator[tuple[dict[str, Any] | None, list[dict[str, Any]]]]:
    """Each decision of an agent with all that follows up to the next; first what comes before any."""
    decision: dict[str, Any] | None = None
    lines: list[dict[str, Any]] = []
    for event in events:
        if "action" in event:
            yield decision, lines
            decision, lines = event, []
        lines.append(event)
    yield decision, lines


def show_all(frames: Sequence[str]) -> None:
    """Print all frames."""
    for number in range(len(frames)):
        _show(frames, number)


def show_slowly(frames: Sequence[str], delay: float) -> None:
    """Print all frames with a pause of this many seconds between them."""
    for number in range(len(frames)):
        if number:
            time.sleep(delay)
        _show(frames, number)


def step_through(frames: Sequence[str]) -> None:
    """Print frame after frame as the user asks; where no more can be typed, the rest at once."""
    note(HELP)
    number = 0
    while True:
        _show(frames, number)
        try:
            typed = input("> ").strip().lower()
        except EOFError:
            say()
            if not sys.stdin.isatty():
                for rest in range(number + 1, len(frames)):
                    _show(frames, rest)
            return
        if typed in ("q", "quit"):
            return
        if typed in ("", "n"):
            if number == len(frames) - 1:
                return
            number += 1
        elif typed == "b":
            number = max(0, number - 1)
        elif typed.isdecimal() and len(typed) < 7:
            number = min(int(typed), len(frames) - 1)
        else:
            note(f"{typed!r} is not understood; {HELP}")


def _show(frames: Sequence[str], number: int) -> None:
    say(f"--- {number} of {len(frames) - 1} " + "-" * 60)
    say(frames[number])
    say()
