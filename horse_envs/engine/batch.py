"""Thousands of games at once."""

import os
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from horse_envs.engine.compile import let_numbers_wrap
from horse_envs.engine.errors import IllegalActionError, NotResetError, one_of, seed_of
from horse_envs.engine.game import Game, agent_names
from horse_envs.engine.layout import Layout
from horse_envs.engine.loops import REWARDS
from horse_envs.engine.luck import derived_seed, next_seed
from horse_envs.engine.view import View


@dataclass(frozen=True)
class Played:
    """Whole games played inside the compiled loop.

    Attributes:
        money: int64 (games, agents), the final money or coins.
        winners: bool (games, agents), who won or shared the win.
        returns: float64 (games, agents), the sum of each agent's rewards.
        decisions: int64 (games,), decisions made in each game.
        seeds: int64 (games,), the seed of each game.
    """

    money: NDArray[np.int64]
    winners: NDArray[np.bool_]
    returns: NDArray[np.float64]
    decisions: NDArray[np.int64]
    seeds: NDArray[np.int64]


@lru_cache
def _pool(threads: int, process: int) -> ThreadPoolExecutor:
    """The threads of this process; those of a parent do not live on after a fork."""
    return ThreadPoolExecutor(threads, thread_name_prefix="horse_envs", initializer=let_numbers_wrap)


def in_threads(threads: int, count: int, run: Callable[[int, int], None]) -> None:
    """Run `run(begin, end)` over `count` games cut into equal parts, one a thread, this thread among them."""
    if threads == 1 or count < 2 * threads:
        run(0, count)
        return
    cuts = [count * k // threads for k in range(threads + 1)]
    pool = _pool(threads - 1, os.getpid())
    waiting = [pool.submit(run, begin, end) for begin, end in pairwise(cuts[1:])]
    run(cuts[0], cuts[1])
    for each in waiting:
        each.result()


class BatchEnv:
    """Many games of one kind, stepped together; a finished game starts anew by itself.

    What is shown belongs to the agent on turn in each game. The arrays are reused: they change with the next step.

    Attributes:
        num_envs: the number of games.
        to_act: int64 (num_envs,), the seat on turn.
        observation: float32 (num_envs, layout.size), its observation.
        action_mask: int8 (num_envs, num_actions), its mask.
        seeds: int64 (num_envs,), the seed of each game as it is now; `raw_env.reset(seed=int(seeds[i]))` is the same.
        final_money: int64 (num_envs, agents), the money at the end of the last finished game of each place.
        final_winners: int64 (num_envs,), its winners, a set of seats as bits.

    Args:
        game: the game.
        options: its rule options by name.
        num_envs: the number of games, at least 1.
        reward: `"margin"` or `"win"`, as in the AEC environment.
        threads: how many threads step the games.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        *,
        num_envs: int = 1024,
        reward: str = "margin",
        threads: int = 1,
    ) -> None:
        self.game = game
        self.options = game.checked_options(options)
        one_of("reward", reward, REWARDS)
        for name, value in (("num_envs", num_envs), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
                raise ValueError(f"{name}={value!r} is not possible; it is an integer of at least 1")
        self.num_envs = int(num_envs)
        self.threads = int(threads)
        self.reward = reward
        self.possible_agents = agent_names(self.options.num_players)
        self.to_act = np.full(self.num_envs, -1, np.int64)
        self.observation = np.zeros((self.num_envs, game.layout.size), np.float32)
        self.action_mask = np.zeros((self.num_envs, game.num_actions), np.int8)
        self.seeds = np.zeros(self.num_envs, np.int64)
        self.final_money = np.zeros((self.num_envs, len(self.possible_agents)), np.int64)
        self.final_winners = np.zeros(self.num_envs, np.int64)
        self._states = game.new_states(self.num_envs)
        self._blank = game.blank(self.options)
        self._all = np.arange(self.num_envs)
        self._is_reset = False

    @property
    def layout(self) -> Layout:
        """The named pieces of the observation vector."""
        return self.game.layout

    @property
    def num_actions(self) -> int:
        """The size of the action table."""
        return self.game.num_actions

    def reset(self, seed: int | ArrayLike | None = None) -> None:
        """Start all games.

        Args:
            seed: one seed, from which those of the games follow, or an array with one for each game. Without one the
                games go on from those before, or are drawn at random.

        Raises:
            ValueError: for a wrong seed or a wrong number of them.
        """
        if seed is None and self._is_reset:
            seeds = np.array([next_seed(int(s)) for s in self.seeds], np.int64)
        elif seed is None or np.ndim(seed) == 0:
            base = secrets.randbits(53) if seed is None else seed_of(seed)
            seeds = np.array([derived_seed(base, i) for i in range(self.num_envs)], np.int64)
        else:
            given = np.asarray(seed)
            if given.shape != (self.num_envs,):
                raise ValueError(f"seeds have shape {given.shape}; one for each game is ({self.num_envs},)")
            seeds = np.array([seed_of(s) for s in given], np.int64)
        self.seeds[:] = seeds
        self._is_reset = True
        loops = self.game.loops

        def run(begin: int, end: int) -> None:
            loops.reset_batch(
                self._states,
                self._blank,
                self.seeds,
                self.to_act,
                self.observation,
                self.action_mask,
                begin,
                end,
            )

        in_threads(self.threads, self.num_envs, run)

    def step(self, actions: ArrayLike, games: ArrayLike | None = None) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Step games with one action each.

        Args:
            actions: integers, one for each stepped game.
            games: the indices of the games to step, each at most once; all by default.

        Returns:
            rewards, float32 (len(actions), agents), and done, bool (len(actions),); where done, the game has started
            anew and what is shown belongs to the new one.

        Raises:
            IllegalActionError: if an action is masked, naming the first; no game is changed.
            ValueError: for arrays of a wrong shape or kind; no game is changed.
        """
        self._need_reset("step")
        chosen = self._all if games is None else self._chosen(games)
        numbers = np.asarray(actions)
        if numbers.shape != chosen.shape or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(
                f"actions have shape {numbers.shape} and type {numbers.dtype}; "
                f"they have to be integers of shape {chosen.shape}"
            )
        numbers = numbers.astype(np.int64, copy=False)
        loops = self.game.loops
        wrong = loops.first_illegal(self._states, chosen, numbers)
        if wrong >= 0:
            self._refuse(int(chosen[wrong]), int(numbers[wrong]))
        rewards = np.empty((len(chosen), len(self.possible_agents)), np.float32)
        done = np.empty(len(chosen), np.bool_)
        kind = REWARDS.index(self.reward)

        def run(begin: int, end: int) -> None:
            loops.step_batch(
                self._states,
                self._blank,
                self.seeds,
                chosen,
                numbers,
                kind,
                rewards,
                done,
                self.to_act,
                self.observation,
                self.action_mask,
                self.final_money,
                self.final_winners,
                begin,
                end,
            )

        in_threads(self.threads, len(chosen), run)
        return rewards, done

    def _need_reset(self, what: str) -> None:
        if not self._is_reset:
            raise NotResetError(f"reset() needs to be called before {what}.")

    def _chosen(self, games: ArrayLike) -> NDArray[np.int64]:
        chosen = self._indices(games)
        if len(np.unique(chosen)) != len(chosen):
            raise ValueError("a game can be stepped only once at a time")
        return chosen

    def _indices(self, games: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(games)
        if chosen.ndim != 1 or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError("games are indices: a list of integers")
        chosen = chosen.astype(np.int64, copy=False)
        if chosen.size and (chosen.min() < 0 or chosen.max() >= self.num_envs):
            raise ValueError(f"games are 0 to {self.num_envs - 1}")
        return chosen

    def _refuse(self, game: int, action: int) -> None:
        if not 0 <= action < self.num_actions:
            raise IllegalActionError(f"game {game}: {action} is no action; actions are 0 to {self.num_actions - 1}")
        words = self.game.describe_action(action)
        seat = self.to_act[game]
        raise IllegalActionError(f"game {game}: {words!r} ({action}) is not legal for player_{seat} now")

    def view(self, game: int, past: Callable[[], Any] | None = None) -> View:
        """The view of the agent on turn in one game, for a bot; valid until the batch is stepped.

        Args:
            game: the index of the game.
            past: makes an environment at the same point, for `View.resample`; without it that cannot be asked.
        """
        self._need_reset("view")
        return View(self.game, self._states, game, int(self.to_act[game]), past or _no_past)

    def decide(self, policy: str, games: ArrayLike, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The actions of a compiled rule for the agents on turn.

        Args:
            policy: the name of a compiled rule.
            games: the indices of the games.
            keys: the rule's luck, uint64, one for each game.

        Raises:
            ValueError: for an unknown rule, games that do not exist, or keys that are not one for each game.
        """
        self._need_reset("decide")
        one_of("policy", policy, self.game.policies)
        chosen = self._indices(games)
        if keys.shape != chosen.shape or keys.dtype != np.uint64:
            raise ValueError(f"keys have shape {keys.shape} and type {keys.dtype}; uint64 of {chosen.shape} are needed")
        actions = np.empty(len(chosen), np.int64)
        number = np.full(len(chosen), self.game.policies.index(policy), np.int64)
        self.game.loops.decide_batch(self._states, chosen, number, keys, actions)
        return actions

    def play(self, policies: Sequence[str], games: int = 1000, seed: int | None = None) -> Played:
        """Play whole games by compiled rules, one name for each agent; the games of the batch are not touched.

        Args:
            policies: names of compiled rules: `random`, `dummy`, `greedy`.
            games: how many games.
            seed: the seed of the deals and of the rules' own luck; random if None.

        Raises:
            ValueError: for unknown names or a wrong number of them.
        """
        if isinstance(policies, str) or len(policies) != len(self.possible_agents):
            raise ValueError(f"{self.game.name} needs {len(self.possible_agents)} policies, one for each agent")
        for name in policies:
            one_of("policy", name, self.game.policies)
        base = secrets.randbits(53) if seed is None else seed_of(seed)
        return play_games(
            self.game, self.options, policies, derived_seeds(base, games), base, self.reward, self.threads
        )


def _no_past() -> Any:
    raise ValueError("this view does not know how its game began, so it has no resample")


def derived_seeds(seed: int, count: int) -> NDArray[np.int64]:
    """The seeds of a series of games."""
    return np.array([derived_seed(seed, i) for i in range(count)], np.int64)


def play_games(
    game: Game,
    options: Any,
    policies: Sequence[str],
    seeds: NDArray[np.int64],
    luck_of_rules: int,
    reward: str = "margin",
    threads: int = 1,
) -> Played:
    """Play one game by compiled rules for each seed."""
    count, agents = len(seeds), options.num_players
    numbers = np.array([game.policies.index(name) for name in policies], np.int64)
    money = np.zeros((count, agents), np.int64)
    winner_sets = np.zeros(count, np.int64)
    decisions = np.zeros(count, np.int64)
    states = game.new_states(max(count, 1))
    blank = game.blank(options)
    loops = game.loops

    def run(begin: int, end: int) -> None:
        loops.play_games(
            states, blank, seeds, numbers, np.uint64(luck_of_rules), money, winner_sets, decisions, begin, end
        )

    in_threads(threads, count, run)
    winners = (winner_sets[:, None] >> np.arange(agents) & 1).astype(np.bool_)
    return Played(money, winners, returns_of(money, winners, reward), decisions, seeds)


def returns_of(money: NDArray[np.int64], winners: NDArray[np.bool_], reward: str) -> NDArray[np.float64]:
    """The return of each agent of each game: the sum of what `reward` pays."""
    agents = money.shape[1]
    if reward == "margin":
        margins: NDArray[np.float64] = (money * agents - money.sum(1, keepdims=True)) / (agents - 1)
        return margins
    won = winners.sum(1, keepdims=True)
    lost = agents - won
    shares = np.where(winners, 1.0 / won, -1.0 / np.maximum(lost, 1))
    return np.where(lost == 0, 0.0, shares)
