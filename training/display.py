"""What a training shows while it runs: a bar with speed, losses and the current share of wins."""

from types import TracebackType
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column


class Display:
    """A progress bar for each stage; where there is no terminal, a plain line now and then.

    Args:
        console: where to print.
    """

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console()
        self._progress = Progress(
            TextColumn("{task.description}", table_column=Column(min_width=9, no_wrap=True)),
            BarColumn(bar_width=10),
            TextColumn("{task.percentage:>3.0f} %", table_column=Column(min_width=5, no_wrap=True)),
            # The times keep their room; on a narrow terminal the numbers are cut.
            TextColumn("{task.fields[numbers]}", table_column=Column(ratio=1, no_wrap=True, overflow="ellipsis")),
            TimeRemainingColumn(table_column=Column(min_width=7, no_wrap=True)),
            console=self.console,
            expand=True,
            disable=not self.console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        self._said: dict[str, int] = {}
        self._wins: list[str] = []

    def __enter__(self) -> "Display":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def show(self, stage: str, done: float, total: float, **numbers: Any) -> None:
        """Set the bar of a stage and the numbers beside it."""
        # An update may go past the end of its stage by the games that are played side by side.
        done = min(done, total)
        said = [_said(name, value) for name, value in numbers.items()]
        text = " ".join([*said[:1], *self._wins, *said[1:]])
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(stage, total=total, numbers=text)
        self._progress.update(self._tasks[stage], completed=done, numbers=text)
        tenth = int(10 * done / total)
        if not self.console.is_terminal and self._said.get(stage, -1) != tenth:
            self._said[stage] = tenth
            self.console.print(f"{stage}: {100 * done / total:.0f} %  {text}", soft_wrap=True, highlight=False)

    def wins(self, shares: dict[str, float]) -> None:
        """Remember the shares of wins of the last evaluation; they are shown from now on."""
        self._wins = ["wins " + ", ".join(f"{100 * share:.0f} % v {name}" for name, share in shares.items())]

    def say(self, text: str) -> None:
        """Print a line."""
        self.console.print(text, highlight=False, soft_wrap=True)


def _said(name: str, value: Any) -> str:
    if name.endswith("_per_second"):
        return f"{_short(value)}/s"
    return f"{name} {_short(value)}"


def _short(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    if abs(value) >= 10_000:
        return f"{value / 1000:.0f}k"
    if abs(value) >= 1000:
        return f"{value / 1000:.1f}k"
    return f"{value:.3g}"
