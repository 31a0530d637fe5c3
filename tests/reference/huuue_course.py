"""The course of Huuue!: lines of horses, from front to back (HU-2, HU-3)."""

from collections.abc import Iterable

from tests.reference.huuue_box import HORSES


class Course:
    """Who runs where. A line holds one horse or more; only the order of the lines counts."""

    def __init__(self, runners: Iterable[str]) -> None:
        self._lines: list[set[str]] = [set(runners)]

    @property
    def lines(self) -> list[list[str]]:
        """The lines from front to back, the horses of each in the order of the box."""
        return [[horse for horse in HORSES if horse in line] for line in self._lines]

    def move(self, horse: str, places: int) -> None:
        """So many places up, or down if there are fewer than none."""
        for _ in range(abs(places)):
            if places > 0:
                self._up(horse)
            else:
                self._lines.reverse()
                self._up(horse)
                self._lines.reverse()

    def _up(self, horse: str) -> None:
        place = next(i for i, line in enumerate(self._lines) if horse in line)
        if len(self._lines[place]) > 1:
            self._lines[place].remove(horse)
            self._lines.insert(place, {horse})
        elif place > 0:
            self._lines[place - 1], self._lines[place] = self._lines[place], self._lines[place - 1]

    def rank(self, horse: str) -> int:
        """1 for the front line; HU-13: horses abreast count as one line."""
        return 1 + next(i for i, line in enumerate(self._lines) if horse in line)
