"""Names of horses, tips and seats, for records and text."""

from typing import Any

from horse_envs.engine.game import agent_names
from horse_envs.games.huuue.components import HORSES, NUM_HORSES, NUM_TIPS, TIP_NAMES
from horse_envs.games.huuue.race import number_of_lines, on_line


def horses_of(horses: Any) -> list[str]:
    """The names of a set of horses."""
    return [HORSES[horse] for horse in range(NUM_HORSES) if int(horses) >> horse & 1]


def lines_of(lines: Any) -> list[list[str]]:
    """The names of the horses on each line, front to back."""
    return [horses_of(on_line(lines, line)) for line in range(number_of_lines(lines))]


def tips_of(hand: Any) -> list[str]:
    """The names of the tips of a hand, such as `vertige:2`, one for each single tip."""
    return [TIP_NAMES[tip] for tip in range(NUM_TIPS) for _ in range(int(hand) >> 2 * tip & 3)]


def seat_names(s: Any) -> list[str]:
    """The names of the players by seat."""
    return agent_names(int(s.num_players))
