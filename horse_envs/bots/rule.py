"""Bots that follow the compiled decision rules of a game."""

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.errors import one_of, seed_of
from horse_envs.engine.game import Game
from horse_envs.engine.view import View


class OwnLuck:
    """A bot's own random numbers, apart from the luck of the games.

    Args:
        seed: where they begin; drawn at random if None.
    """

    def __init__(self, seed: int | None) -> None:
        self._random = np.random.default_rng(secrets.randbits(64) if seed is None else seed_of(seed))

    def reseed(self, seed: int) -> None:
        """Begin anew from a seed."""
        self._random = np.random.default_rng(seed)

    def keys(self, count: int) -> NDArray[np.uint64]:
        """Fresh keys, one a decision."""
        return self._random.integers(2**64, size=count, dtype=np.uint64)


class RuleBot:
    """A bot that decides by a compiled rule of the game: `random`, `dummy`, `greedy`.

    Args:
        game: the game.
        rule: the name of the rule.
        seed: the seed of the bot's own luck; drawn at random if None.
    """

    def __init__(self, game: Game, rule: str, seed: int | None = None) -> None:
        one_of("rule", rule, game.policies)
        self.name = rule
        self._luck = OwnLuck(seed)

    def reseed(self, seed: int) -> None:
        """Begin the bot's own luck anew."""
        self._luck.reseed(seed)

    def act(self, view: View) -> int:
        """The rule's action."""
        return view.rule_action(self.name, self._luck.keys(1))

    def act_many(self, batch: BatchEnv, games: NDArray[Any]) -> NDArray[Any]:
        """The rule's actions in these games of a batch."""
        return batch.decide(self.name, games, self._luck.keys(len(games)))
