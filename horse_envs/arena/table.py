"""Bots at a table: many games played to their ends, each bot deciding in all of its games at once."""

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.bots.protocol import Bot, ManyGamesBot
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.game import Game


@dataclass
class TableResult:
    """What came out of the games at a table; columns are the entries of the table, not the seats.

    Attributes:
        share: float64 (games, entries), the share of the win: 1/k for each of k winners.
        margin: float64 (games, entries), own money less the mean of the others'.
        illegal: int64 (entries,), games that an entry ended with an illegal action.
    """

    share: NDArray[np.float64]
    margin: NDArray[np.float64]
    illegal: NDArray[np.int64]


class Table:
    """Some bots that play games together.

    Args:
        game: the game.
        options: its options, as the game's dataclass.
        bots: one for each entry of the table.
        at_once: how many games are played side by side.
    """

    def __init__(self, game: Game, options: Any, bots: Sequence[Bot], at_once: int = 1024) -> None:
        self.game = game
        self.options = options
        self.bots = list(bots)
        self.at_once = at_once

    def play(
        self,
        seeds: NDArray[np.int64],
        seating: NDArray[np.int64],
        report: Callable[[int], None] = lambda played: None,
    ) -> TableResult:
        """Play one game for each seed.

        Args:
            seeds: (games,) the seed of each game.
            seating: (games, seats) the entry of the table that sits on each seat.
            report: called with the number of games finished since the last call.
        """
        games, seats = seating.shape
        result = TableResult(np.zeros((games, seats)), np.zeros((games, seats)), np.zeros(len(self.bots), np.int64))
        for begin in range(0, games, self.at_once):
            part = slice(begin, min(games, begin + self.at_once))
            self._play_part(seeds[part], seating[part], part, result)
            report(part.stop - part.start)
        return result

    def _play_part(
        self, seeds: NDArray[np.int64], seating: NDArray[np.int64], part: slice, result: TableResult
    ) -> None:
        options = self.game.options_dict(self.options)
        batch = BatchEnv(self.game, options, num_envs=len(seeds))
        batch.reset(seed=seeds)
        past: list[list[int]] = [[] for _ in seeds]
        going = np.arange(len(seeds))
        returns = np.zeros(seating.shape)
        while going.size:
            entries = seating[going, batch.to_act[going]]
            actions = np.full(len(going), -1, np.int64)
            for entry in np.unique(entries):
                mine = np.flatnonzero(entries == entry)
                actions[mine] = self._ask(self.bots[entry], batch, going[mine], seeds, past)
            legal = (actions >= 0) & (batch.action_mask[going, np.maximum(actions, 0)] == 1)
            for k in np.flatnonzero(~legal):
                self._forfeit(int(going[k]), int(batch.to_act[going[k]]), returns, seating, part, result)
            going, actions = going[legal], actions[legal]
            rewards, done = batch.step(actions, games=going)
            returns[going] += rewards
            for game, action in zip(going, actions, strict=True):
                past[game].append(int(action))
            self._write_finished(batch, going[done], returns, seating, part, result)
            going = going[~done]

    def _ask(
        self, bot: Bot, batch: BatchEnv, games: NDArray[Any], seeds: NDArray[np.int64], past: list[list[int]]
    ) -> NDArray[np.int64]:
        if isinstance(bot, ManyGamesBot):
            return self._checked(bot.act_many(batch, games), len(games))
        actions: list[Any] = []
        for game in games:
            env = _Past(self.game, self.options, int(seeds[game]), past[game])
            try:
                answer = bot.act(batch.view(int(game), env))
                action = -1 if isinstance(answer, bool) else operator.index(answer)
            except TypeError:
                action = -1
            actions.append(action if 0 <= action < self.game.num_actions else -1)
        return np.array(actions, np.int64)

    def _checked(self, answers: Any, count: int) -> NDArray[np.int64]:
        """Answers that are no actions of the table are -1: nothing is made into an action."""
        numbers = np.asarray(answers)
        if numbers.shape != (count,):
            raise ValueError(f"a bot gave {numbers.shape} actions for {count} games")
        if not np.issubdtype(numbers.dtype, np.integer):
            return np.full(count, -1, np.int64)
        return np.where((numbers >= 0) & (numbers < self.game.num_actions), numbers, -1).astype(np.int64)

    def _forfeit(
        self,
        game: int,
        seat: int,
        returns: NDArray[Any],
        seating: NDArray[Any],
        part: slice,
        result: TableResult,
    ) -> None:
        """End a game for an illegal action, as the safe environment does: the others share the win."""
        seats = seating.shape[1]
        share = np.full(seats, 1.0 / (seats - 1))
        share[seat] = 0.0
        returns[game] += share
        returns[game, seat] -= 1.0
        result.illegal[seating[game, seat]] += 1
        result.share[part][game, seating[game]] = share
        result.margin[part][game, seating[game]] = returns[game]

    def _write_finished(
        self,
        batch: BatchEnv,
        games: NDArray[Any],
        returns: NDArray[Any],
        seating: NDArray[Any],
        part: slice,
        result: TableResult,
    ) -> None:
        seats = seating.shape[1]
        won = batch.final_winners[games][:, None] >> np.arange(seats) & 1
        share = won / won.sum(1, keepdims=True)
        rows = games[:, None]
        result.share[part][rows, seating[games]] = share
        result.margin[part][rows, seating[games]] = returns[games]


class _Past:
    """Makes an environment at the point that a game of a table has reached."""

    def __init__(self, game: Game, options: Any, seed: int, actions: list[int]) -> None:
        self._game = game
        self._options = options
        self._seed = seed
        self._actions = actions

    def __call__(self) -> GameEnv:
        env = GameEnv(self._game, self._game.options_dict(self._options), safe=False)
        env.reset(seed=self._seed)
        for action in self._actions:
            env.step(action)
        return env
