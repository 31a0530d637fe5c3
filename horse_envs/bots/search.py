"""Flat Monte Carlo search over worlds that the player cannot tell apart."""

import math
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.bots.rule import OwnLuck
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.game import Game
from horse_envs.engine.view import View

_WORLDS_BETWEEN_LOOKS = 5
_DEFAULT_WORLDS = 50


class SearchBot:
    """Redraws what it cannot know, tries every legal action in each such world, and plays on by rules.

    Each action is played on to the end of the race; the best mean margin is chosen. All actions see the same worlds.

    Args:
        game: the game.
        worlds: how many worlds a decision; 50 if neither limit is given.
        seconds: or how long to think about a decision; with both, whichever is first.
        seed: the seed of the worlds; drawn at random if None.

    Raises:
        ValueError: if a limit is not positive.
    """

    def __init__(
        self, game: Game, worlds: int | None = None, seconds: float | None = None, seed: int | None = None
    ) -> None:
        if worlds is None and seconds is None:
            worlds = _DEFAULT_WORLDS
        if worlds is not None and (isinstance(worlds, bool) or not isinstance(worlds, int) or worlds < 1):
            raise ValueError(f"worlds={worlds!r} is not possible; it is an integer of at least 1")
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < math.inf
        ):
            raise ValueError(f"seconds={seconds!r} is not possible; it is a positive number")
        self.name = "search"
        self.worlds = worlds
        self.seconds = seconds
        self._luck = OwnLuck(seed)

    def reseed(self, seed: int) -> None:
        """Begin the bot's own luck anew."""
        self._luck.reseed(seed)

    def act(self, view: View) -> int:
        """The action with the best mean."""
        values = self.values(view)
        return int(np.where(view.action_mask == 1, values, -np.inf).argmax())

    def values(self, view: View) -> NDArray[np.float64]:
        """What each legal action is worth.

        Returns:
            float64 (num_actions,): own money less the mean of the others' at the end of the race; 0 where illegal.
        """
        if self.seconds is None:
            return view.search_values(self.worlds or _DEFAULT_WORLDS, self._luck.keys(1))
        end = time.perf_counter() + self.seconds
        total = np.zeros(len(view.action_mask))
        made = 0
        while made == 0 or (time.perf_counter() < end and (self.worlds is None or made < self.worlds)):
            more = _WORLDS_BETWEEN_LOOKS if self.worlds is None else min(_WORLDS_BETWEEN_LOOKS, self.worlds - made)
            total += more * view.search_values(more, self._luck.keys(1))
            made += more
        return total / made

    def act_many(self, batch: BatchEnv, games: NDArray[Any]) -> NDArray[Any]:
        """The actions in these games of a batch, one after another."""
        return np.array([self.act(batch.view(int(game))) for game in games], np.int64)
