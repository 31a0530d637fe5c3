"""What must hold in every one of thousands of games, watched in the compiled loop and in the batch."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.batch import derived_seeds, returns_of
from horse_envs.engine.compile import JIT, bind_functions
from horse_envs.engine.errors import IllegalActionError
from horse_envs.engine.game import Game
from horse_envs.engine.loops import REWARDS
from horse_envs.testing import loops
from horse_envs.testing.play import LONGEST_GAME, Case, broken, case_of

ALWAYS_LEGAL = "Before the end of a game there is always a legal action"
ENDS = "Games end"
ZERO = "Rewards sum to zero over the agents at every step"
RETURNS = "The rewards of a game sum to the returns of its final money and winners"
WINNERS = "A finished game has winners, and they are agents"
BOUNDS = "Observations lie within the bounds of the layout"
ONE_MASK = "The mask is a function of what the agent sees"
LEGAL_RULE = "A compiled decision rule gives a legal action"

_PROMISES = {
    loops.NOTHING_LEGAL: ALWAYS_LEGAL,
    loops.ILLEGAL_DECISION: LEGAL_RULE,
    loops.NOT_IN_MASK: "The mask is the set of actions that the rules accept",
    loops.NOT_ZERO: ZERO,
    loops.ENDLESS: ENDS,
}
_WIDTH = 128


def check_invariants(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    per_game: int = 1000,
    longest: int = LONGEST_GAME,
    **options: Any,
) -> None:
    """Thousands of games: never a position without a legal action, games end, rewards sum to zero and to the returns.

    They are played inside the compiled loop by each compiled decision rule, whose decisions have to be legal. A few
    hundred more are played in the batch: there observations stay within their bounds, and equal observations have
    equal masks.

    Args:
        game: a public name or a game.
        games: how many times `per_game` games are played by random decisions; other rules play a tenth of it.
        seed: the seed of the games.
        per_game: see `games`.
        longest: plies after which a game counts as one that does not end.
        options: rule options.

    Raises:
        AssertionError: with the seed and the ply of the first game that breaks a promise.
    """
    case = case_of(game, options, games, seed)
    watch = _watching_loop(case.game)
    for policy in range(len(case.game.policies)):
        count = games * per_game if policy == 0 else max(1, games * per_game // 10)
        for reward in range(len(REWARDS)):
            _watch(case, watch, policy, reward, count, longest)
    width = min(_WIDTH, games * per_game)
    for reward_name in REWARDS:
        run = _Run(case, reward_name, longest, width)
        while run.finished < width:
            run.step()


def _watching_loop(game: Game) -> Callable[..., tuple[int, int]]:
    """The loop bound to a game; a game whose functions are not compiled is watched without compilation."""
    functions = {**vars(game.loops), **game.rules}
    if JIT and all(hasattr(function, "py_func") for function in functions.values()):
        bound: Callable[..., tuple[int, int]] = bind_functions(loops, functions, game.name)["watch_games"]
        return bound
    return FunctionType(loops.watch_games.__code__, {**vars(loops), **functions})


def _watch(case: Case, watch: Callable[..., Any], policy: int, reward: int, count: int, longest: int) -> None:
    game = case.game
    options = game.checked_options(case.options)
    agents = options.num_players
    seeds = derived_seeds(case.seed, count)
    mask = np.zeros(game.num_actions, np.int8)
    paid, scores = np.zeros((count, agents)), np.zeros((count, agents), np.int64)
    winners, plies = np.zeros(count, np.int64), np.zeros(count, np.int64)
    wrong, number = watch(
        game.new_states(1),
        game.blank(options),
        seeds,
        policy,
        reward,
        np.uint64(case.seed),
        longest,
        mask,
        np.zeros(agents),
        paid,
        scores,
        winners,
        plies,
    )
    rule = f"rule {game.policies[policy]!r}, reward {REWARDS[reward]!r}"
    if wrong != loops.FINE:
        raise broken(_PROMISES[wrong], f"{case}, seed {seeds[number]}, ply {plies[number]}", rule)
    won = (winners[:, None] >> np.arange(agents) & 1).astype(np.bool_)
    off = np.abs(paid - returns_of(scores, won, REWARDS[reward])).max(1) > 1e-6
    for promise, found in ((RETURNS, off), (WINNERS, ~won.any(1) | (winners >> agents != 0))):
        if found.any():
            first = int(found.argmax())
            detail = f"{rule}, paid {paid[first].tolist()}, money {scores[first].tolist()}, winners {winners[first]:b}"
            raise broken(promise, f"{case}, seed {seeds[first]}, ply {plies[first]}", detail)


class _Run:
    """Games of a batch that are played by random decisions and looked at from outside."""

    def __init__(self, case: Case, reward: str, longest: int, width: int) -> None:
        self.finished = 0
        self._case = case
        self._reward = reward
        self._longest = longest
        self._batch = case.batch(width, reward=reward)
        self._batch.reset(seed=case.seed)
        self._all = np.arange(width)
        self._plies = np.zeros(width, np.int64)
        self._paid = np.zeros((width, len(self._batch.possible_agents)))
        self._random = case.random(4)
        self._low, self._high = case.game.layout.low, case.game.layout.high
        self._masks: dict[bytes, bytes] = {}

    def step(self) -> None:
        batch = self._batch
        self._look()
        keys = self._random.integers(0, 2**64, len(self._all), np.uint64)
        actions = batch.decide(self._case.game.policies[0], self._all, keys)
        seeds = batch.seeds.copy()
        try:
            rewards, done = batch.step(actions)
        except IllegalActionError as error:
            raise broken(LEGAL_RULE, self._case, str(error)) from None
        self._plies += 1
        self._paid += rewards
        self._report(np.abs(rewards.sum(1, dtype=np.float64)) > 1e-5, ZERO, seeds, rewards)
        if done.any():
            self._finish(done, seeds)
        self._report(self._plies >= self._longest, ENDS, batch.seeds, self._plies)

    def _look(self) -> None:
        batch = self._batch
        nothing = ~batch.action_mask.any(1) | (batch.to_act < 0)
        self._report(nothing, ALWAYS_LEGAL, batch.seeds, batch.to_act)
        inside = (batch.observation >= self._low) & (batch.observation <= self._high)
        if not inside.all():
            entries = np.flatnonzero(~inside.all(0)).tolist()
            self._report(~inside.all(1), f"{BOUNDS}; entries {entries} do not", batch.seeds, batch.to_act)
        for i in self._all:
            mask = batch.action_mask[i].tobytes()
            if self._masks.setdefault(batch.observation[i].tobytes(), mask) != mask:
                self._report(self._all == i, ONE_MASK, batch.seeds, batch.to_act)

    def _finish(self, done: NDArray[np.bool_], seeds: NDArray[np.int64]) -> None:
        batch, agents = self._batch, self._paid.shape[1]
        winners = (batch.final_winners[done][:, None] >> np.arange(agents) & 1).astype(np.bool_)
        due = returns_of(batch.final_money[done], winners, self._reward)
        wrong = np.zeros(len(done), np.bool_)
        wrong[done] = np.abs(self._paid[done] - due).max(1) > 1e-4
        self._report(wrong, RETURNS, seeds, self._paid)
        self.finished += int(done.sum())
        self._plies[done] = 0
        self._paid[done] = 0.0

    def _report(self, wrong: Any, promise: str, seeds: NDArray[np.int64], values: Any) -> None:
        if wrong.any():
            i = int(wrong.argmax())
            where = f"{self._case}, seed {seeds[i]}, ply {self._plies[i]}"
            raise broken(promise, where, f"{np.asarray(values[i]).tolist()}")
