"""The course of Trick Stakes: where the horses stand, and who lies on top of whom."""

from tests.reference.trick_stakes_cards import FINISH, HORSES


class Course:
    """Eight cards, from the gate (0) to the finish line (7), with a stack of horses on each."""

    def __init__(self, gate: list[str]) -> None:
        self.stacks: dict[int, list[str]] = {space: [] for space in range(FINISH + 1)}
        self.stacks[0] = list(gate)
        self.spaces = dict.fromkeys(HORSES, 0)
        self.arrivals: list[str] = []

    def advance(self, horse: str, steps: int) -> None:
        """On by so many spaces, on top of what stands there; a finished horse stays as it is."""
        if horse in self.arrivals:
            return
        self.stacks[self.spaces[horse]].remove(horse)
        self.spaces[horse] = min(FINISH, self.spaces[horse] + steps)
        self.stacks[self.spaces[horse]].append(horse)
        if self.spaces[horse] == FINISH:
            self.arrivals.append(horse)

    def order(self) -> list[str]:
        """All horses, 1st to 4th, as they stand."""
        order = list(self.arrivals)
        for space in range(FINISH - 1, -1, -1):
            order += reversed(self.stacks[space])
        return order
