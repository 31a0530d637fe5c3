"""How the command prints and writes."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from horse_envs.arena import Evaluation
from horse_envs.cli.arguments import STANDARD

_WIDTH_ELSEWHERE = 110
"""The width of tables where there is no terminal that has one."""


def say(text: str = "") -> None:
    """A line on standard output."""
    print(text)


def note(text: str) -> None:
    """A line on standard error, for what is no result."""
    print(text, file=sys.stderr)


def print_json(value: Any) -> None:
    """One JSON object on standard output."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_markdown(text: str) -> None:
    """Markdown, laid out in a terminal and as it is elsewhere."""
    console = Console()
    if console.is_terminal:
        console.print(Markdown(text))
    else:
        print(text.rstrip("\n"))


def print_evaluation(result: Evaluation) -> None:
    """A table of an evaluation, a row for each entry."""
    title = f"{result.game}, {result.deals} deals, {result.games} games, seed {result.seed}"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.caption = f"parity is {1 / len(result.seats):.1%} of wins"
    table.add_column("bot", overflow="fold")
    for column in ("wins", "95 %", "margin", "95 %", "illegal"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for seat in result.seats:
        low, high = seat.win_share_95
        worse, better = seat.margin_95
        table.add_row(
            Text(seat.bot),
            f"{seat.win_share:.1%}",
            f"{100 * low:.1f} to {high:.1%}",
            f"{seat.margin:+.2f}",
            f"{worse:+.2f} to {better:+.2f}",
            str(seat.illegal),
            seat.verdict,
        )
    console = Console()
    console.print(table, width=None if console.is_terminal else _WIDTH_ELSEWHERE)


def can_print(symbol: str) -> bool:
    """Whether standard output has a symbol in its encoding."""
    try:
        symbol.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; gives the function that moves it on. Nothing where there is no terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Progress(
        *columns,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(what, total=total)
        yield lambda more: bar.advance(task, more)


def record_text(record: dict[str, Any]) -> str:
    """A record as JSON with a line for each event."""
    head = {name: value for name, value in record.items() if name != "events"}
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    events = ",\n  ".join(json.dumps(event) for event in record["events"])
    return "{" + ",\n ".join([*lines, f'"events": [\n  {events}\n ]']) + "}\n"


def refuse_existing(path: Path, force: bool) -> None:
    """Refuse to overwrite a file.

    Raises:
        FileExistsError: if the file is there and `force` is False.
    """
    if not force and str(path) != STANDARD and path.exists():
        raise FileExistsError(f"{path} is there already; --force overwrites it")


def write_record(path: Path, record: dict[str, Any], force: bool) -> None:
    """Write a record to a file, or to standard output for `-`; the file is there whole or not at all.

    Raises:
        FileExistsError: if the file is there and `force` is False.
        OSError: if it cannot be written.
    """
    text = record_text(record)
    if str(path) == STANDARD:
        sys.stdout.write(text)
        return
    refuse_existing(path, force)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
