"""What must hold in every one of thousands of games, checked in the batch and by each compiled rule."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.batch import BatchEnv, returns_of
from horse_envs.engine.errors import IllegalActionError
from horse_envs.engine.game import Game
from horse_envs.testing.play import LONGEST_GAME, Case, broken, case_of

ALWAYS_LEGAL = "Before the end of a game there is always a legal action"
ENDS = "Games end"
ZERO = "Rewards sum to zero over the agents at every step"
RETURNS = "The rewards of a game sum to the returns of its final money and winners"
BOUNDS = "Observations lie within the bounds of the layout"
ONE_MASK = "The mask is a function of what the agent sees"
LEGAL_RULE = "A compiled decision rule gives a legal action"

_WIDTH = 256
_COMPARED_STEPS = 60


def check_invariants(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    per_game: int = 1000,
    longest: int = LONGEST_GAME,
    threads: int = 1,
    **options: Any,
) -> None:
    """Thousands of games in the batch: never a position without a legal action, games end, rewards sum to zero.

    Also, observations stay within their bounds, equal observations have equal masks, and each compiled decision rule
    gives legal actions throughout.

    Args:
        game: a public name or a game.
        games: how many times `per_game` random games are played; the other rules play a tenth of it.
        seed: the seed of the games.
        per_game: see `games`.
        longest: plies after which a game counts as one that does not end.
        threads: how many threads step the games.
        options: rule options.

    Raises:
        AssertionError: with the seed and the ply of the first game that breaks a promise.
    """
    case = case_of(game, options, games, seed)
    for number, policy in enumerate(case.game.policies):
        wanted = games * per_game if number == 0 else max(1, games * per_game // 10)
        run = _Run(case, policy, ("margin", "win")[number % 2], longest, threads, min(_WIDTH, wanted))
        while run.finished < wanted:
            run.step()
    run = _Run(case, case.game.policies[0], "win", longest, threads, min(_WIDTH, games * per_game))
    while run.finished < min(_WIDTH, games * per_game):
        run.step()


class _Run:
    """Games of a batch that are played by a compiled rule and watched."""

    def __init__(self, case: Case, policy: str, reward: str, longest: int, threads: int, width: int) -> None:
        self.finished = 0
        self._case = case
        self._policy = policy
        self._reward = reward
        self._longest = longest
        self._batch = case.batch(width, reward=reward, threads=threads)
        self._batch.reset(seed=case.seed)
        self._all = np.arange(width)
        self._plies = np.zeros(width, np.int64)
        self._paid = np.zeros((width, len(self._batch.possible_agents)))
        self._random = case.random(4)
        self._low, self._high = case.game.layout.low, case.game.layout.high
        self._masks: dict[bytes, bytes] = {}
        self._steps = 0

    def step(self) -> None:
        batch = self._batch
        self._look(batch)
        keys = self._random.integers(0, 2**64, len(self._all), np.uint64)
        actions = batch.decide(self._policy, self._all, keys)
        seeds = batch.seeds.copy()
        try:
            rewards, done = batch.step(actions)
        except IllegalActionError as error:
            raise broken(LEGAL_RULE, f"{self._case}, rule {self._policy!r}", str(error)) from None
        self._plies += 1
        self._steps += 1
        self._paid += rewards
        wrong = np.abs(rewards.sum(1, dtype=np.float64)) > 1e-5
        self._report(wrong, ZERO, seeds, rewards)
        self._finish(done, seeds)
        self._report(self._plies >= self._longest, ENDS, batch.seeds, self._plies)

    def _look(self, batch: BatchEnv) -> None:
        self._report(~batch.action_mask.any(1), ALWAYS_LEGAL, batch.seeds, batch.to_act)
        self._report(batch.to_act < 0, ALWAYS_LEGAL, batch.seeds, batch.to_act)
        inside = (batch.observation >= self._low) & (batch.observation <= self._high)
        if not inside.all():
            entries = np.flatnonzero(~inside.all(0)).tolist()
            self._report(~inside.all(1), f"{BOUNDS}; entries {entries} do not", batch.seeds, batch.to_act)
        if self._steps < _COMPARED_STEPS:
            for i in self._all:
                mask = batch.action_mask[i].tobytes()
                if self._masks.setdefault(batch.observation[i].tobytes(), mask) != mask:
                    self._report(self._all == i, ONE_MASK, batch.seeds, batch.to_act)

    def _finish(self, done: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        if not done.any():
            return
        batch, agents = self._batch, self._paid.shape[1]
        winners = (batch.final_winners[done][:, None] >> np.arange(agents) & 1).astype(np.bool_)
        due = np.zeros_like(self._paid)
        due[done] = returns_of(batch.final_money[done], winners, self._reward)
        wrong = done & (np.abs(self._paid - due).max(1) > 1e-4)
        self._report(wrong, RETURNS, seeds, self._paid)
        nobody = np.zeros(len(done), bool)
        nobody[done] = ~winners.any(1) | (batch.final_winners[done] >> agents != 0)
        self._report(nobody, "A finished game has winners, and they are agents", seeds, batch.final_winners)
        self.finished += int(done.sum())
        self._plies[done] = 0
        self._paid[done] = 0.0

    def _report(self, wrong: Any, promise: str, seeds: NDArray[np.int64], values: Any) -> None:
        if wrong.any():
            i = int(wrong.argmax())
            where = f"{self._case}, rule {self._policy!r}, seed {seeds[i]}, ply {self._plies[i]}"
            raise broken(promise, where, f"{np.asarray(values[i]).tolist()}")
