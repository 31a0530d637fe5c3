"""The registered games, and the settings in which the shared tests play them."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

import horse_envs
from horse_envs.engine.game import Game, game_names, load_game

NAMES = tuple(game_names())


@dataclass(frozen=True)
class Setting:
    """A game with options; printed as `ready_set_bet_v0-5-house-bets`."""

    name: str
    num_players: int
    more: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        words = [str(word).lower() for option in self.more.items() for word in option]
        return "-".join([self.name, str(self.num_players), *words])

    @property
    def game(self) -> Game:
        return load_game(self.name)

    @property
    def options(self) -> dict[str, Any]:
        return {"num_players": self.num_players, **self.more}

    @property
    def door(self) -> Any:
        """The public module of the game."""
        return getattr(horse_envs, self.name)

    @property
    def gymnasium_id(self) -> str:
        """`horse_envs/TrickStakes-v0` for `trick_stakes_v0`."""
        *words, version = self.name.split("_")
        return f"horse_envs/{''.join(word.capitalize() for word in words)}-{version}"

    def env(self, **settings: Any) -> Any:
        return self.door.env(**self.options, **settings)

    def raw_env(self, **settings: Any) -> Any:
        return self.door.raw_env(**self.options, **settings)

    def batch_env(self, num_envs: int, **settings: Any) -> Any:
        return self.door.batch_env(num_envs=num_envs, **self.options, **settings)

    def one_seat_env(self, **settings: Any) -> Any:
        return self.door.one_seat_env(**self.options, **settings)


def with_counts(name: str, options: Mapping[str, Any], *places: float) -> list[Setting]:
    """Options with player counts at these places: 0 is the smallest that they allow, 1 the largest."""
    counts = load_game(name).counts_with(options)
    chosen = sorted({counts[round(place * (len(counts) - 1))] for place in places})
    return [Setting(name, count, options) for count in chosen]


def every_count(name: str) -> list[Setting]:
    """The game of the rulebook for each number of players."""
    return [Setting(name, count) for count in load_game(name).counts_with({})]


def pairs(name: str) -> list[dict[str, Any]]:
    """Two variants together, as far as they set different options."""
    two = itertools.combinations(load_game(name).variants, 2)
    return [{**one, **other} for one, other in two if not set(one) & set(other)]


SMALLEST = [setting for name in NAMES for setting in with_counts(name, {}, 0)]
SMALLEST_AND_LARGEST = [setting for name in NAMES for setting in with_counts(name, {}, 0, 1)]
VARIANTS = [
    setting for name in NAMES for options in load_game(name).variants for setting in with_counts(name, options, 0.5)
]

every_name = pytest.mark.parametrize("name", NAMES)
every_game = pytest.mark.parametrize("setting", SMALLEST, ids=str)
every_size = pytest.mark.parametrize("setting", SMALLEST_AND_LARGEST, ids=str)
