"""The race of Ready Set Bet: how dice move the horses, and which spots win when it is over."""

from tests.reference.ready_set_bet_box import (
    BONUS,
    COLOURS,
    EXOTICS,
    FINISH,
    HORSES,
    RED_LINE,
    Setup,
    card_of,
)

Spaces = dict[str, int]


def horse_of_sum(total: int) -> str:
    if total <= 3:
        return "2/3"
    return "11/12" if total >= 11 else str(total)


class Course:
    """Nine horses at the gate, moved roll by roll."""

    def __init__(self) -> None:
        self.spaces: Spaces = dict.fromkeys(HORSES, 0)
        self.last = ""
        self.run = 0
        self.rolls: list[tuple[int, int]] = []

    def roll(self, one: int, other: int) -> None:
        """RSB-3: each second roll in a row for one horse brings its bonus."""
        horse = horse_of_sum(one + other)
        self.run = self.run + 1 if horse == self.last else 1
        self.last = horse
        self.rolls.append((one, other))
        step = 1 + (BONUS[horse] if self.run % 2 == 0 else 0)
        self.spaces[horse] = min(FINISH, self.spaces[horse] + step)

    @property
    def finished(self) -> bool:
        """RSB-4."""
        return FINISH in self.spaces.values()

    @property
    def closed(self) -> bool:
        """RSB-2."""
        return self.finished or sum(space >= RED_LINE for space in self.spaces.values()) >= 3

    def count(self, one: int, other: int) -> int:
        return self.rolls.count((one, other))


def rank(spaces: Spaces, horse: str) -> int:
    """RSB-5."""
    return 1 + sum(space > spaces[horse] for space in spaces.values())


def winner_of(spaces: Spaces) -> str:
    return next(horse for horse in HORSES if spaces[horse] == FINISH)


def wins(spot: str, spaces: Spaces, setup: Setup) -> bool:
    """Whether a token on this spot wins, the race having ended with the horses on these spaces."""
    if spot in setup.props:
        horse, others = setup.props[spot]
        return all(spaces[horse] > spaces[other] for other in others)  # RSB-6
    if card_of(spot) in EXOTICS:
        return exotic_wins(EXOTICS[card_of(spot)][0], spaces)
    if spot == "seven_5th_or_worse":
        return rank(spaces, "7") >= 5  # RSB-7
    if spot.endswith("_wins"):
        return COLOURS[winner_of(spaces)] == spot.removesuffix("_wins")
    horse, place = spot.split(".")
    return rank(spaces, horse) <= {"win": 1, "place": 2, "show": 3}[place[:-1]]


def exotic_wins(name: str, spaces: Spaces) -> bool:
    """RSB-8."""
    first, second, third, *_ = sorted(spaces.values(), reverse=True)
    if name == "by_a_nose":
        return first - second == 1
    if name == "blow_out":
        return first - second > 5
    if name == "tight_race":
        return min(spaces.values()) >= 6
    if name == "late_start":
        return sum(space <= 3 for space in spaces.values()) >= 2
    return first - third <= 3
