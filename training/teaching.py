"""Positions valued by search, and a network taught by them.

Search plays games against itself and the rule-based bots; at each of its decisions the observation, the mask and the
mean margin of every legal action are kept. The network learns these values, centred over the legal actions.
"""

import itertools
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import smooth_l1_loss

from horse_envs.engine.batch import derived_seeds
from horse_envs.engine.game import Game
from horse_envs.engine.loops import SEARCH
from training.network import PolicyNetwork

_GAMES_A_CHUNK = 4
_ROOM_OF_A_CHUNK = 4096
"""Positions of a chunk. In games with many players and many decisions room may be short; then the last are not kept."""


_HELD_OUT = 20_000
_STEPS_A_REPORT = 100


@dataclass
class Positions:
    """Valued positions.

    Attributes:
        observations: float16 (n, size).
        masks: bool (n, actions).
        values: float16 (n, actions), money less the mean of the others' at the end of the race; 0 where masked.
    """

    observations: NDArray[np.float16]
    masks: NDArray[np.bool_]
    values: NDArray[np.float16]

    def __len__(self) -> int:
        return len(self.observations)


def join(parts: Sequence[Positions]) -> Positions:
    """Parts put together."""
    return Positions(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.masks for part in parts]),
        np.concatenate([part.values for part in parts]),
    )


def search_positions(
    game: Game,
    tables: Sequence[Any],
    count: int,
    *,
    worlds: int,
    stray: float,
    searching: float,
    threads: int,
    seed: int,
    report: Callable[[int, float], None] = lambda made, speed: None,
) -> Positions:
    """Let search play and keep its positions.

    Args:
        game: the game.
        tables: options of the tables to play at, in turn.
        count: how many positions.
        worlds: worlds a decision.
        stray: the share of decisions replaced by a random one, so that unusual positions occur too.
        searching: the chance that a seat is a searching one; the others are rule-based bots.
        threads: how many threads search.
        seed: the seed of deals and choices.
        report: called now and then with positions made and positions a second.
    """
    chunks: dict[int, Positions] = {}
    lock = threading.Lock()
    began = time.perf_counter()
    numbers = itertools.count()

    def work() -> None:
        while True:
            with lock:
                if sum(len(chunk) for chunk in chunks.values()) >= count:
                    return
                number = next(numbers)
            found = _play_chunk(game, tables[number % len(tables)], worlds, stray, searching, seed, number)
            with lock:
                chunks[number] = found
                made = min(count, sum(len(chunk) for chunk in chunks.values()))
                report(made, made / (time.perf_counter() - began))

    with ThreadPoolExecutor(threads) as pool:
        for worker in [pool.submit(work) for _ in range(threads)]:
            worker.result()
    # In the order of their numbers, so that the positions do not depend on which thread was faster.
    every = join([chunks[number] for number in sorted(chunks)])
    return Positions(every.observations[:count], every.masks[:count], every.values[:count])


def _play_chunk(
    game: Game, options: Any, worlds: int, stray: float, searching: float, seed: int, chunk: int
) -> Positions:
    """Positions of a few games, a function of seed and chunk."""
    random = np.random.default_rng([seed, chunk])
    agents = options.num_players
    rules = np.array([game.policies.index(name) for name in game.rollout_policies], np.int64)
    roles = random.choice(rules, (_GAMES_A_CHUNK, agents))
    roles[random.random(roles.shape) < searching] = SEARCH
    roles[np.arange(_GAMES_A_CHUNK), random.integers(agents, size=_GAMES_A_CHUNK)] = SEARCH
    room = _ROOM_OF_A_CHUNK
    observations = np.empty((room, game.layout.size), np.float32)
    masks = np.empty((room, game.num_actions), np.int8)
    values = np.empty((room, game.num_actions), np.float32)
    count = game.loops.play_searching(
        game.new_states(3),
        0,
        game.blank(options),
        derived_seeds(int(random.integers(2**53)), _GAMES_A_CHUNK),
        roles,
        worlds,
        rules,
        stray,
        np.uint64(random.integers(2**63)),
        np.empty((_GAMES_A_CHUNK, agents), np.int64),
        np.empty(_GAMES_A_CHUNK, np.int64),
        observations,
        masks,
        values,
    )
    return Positions(
        observations[:count].astype(np.float16), masks[:count].astype(np.bool_), values[:count].astype(np.float16)
    )


def centred(values: torch.Tensor, masks: torch.Tensor, reach: float = math.inf) -> torch.Tensor:
    """Values less their mean over the legal actions; 0 elsewhere.

    Args:
        values: float32 (n, actions).
        masks: bool (n, actions), the legal actions.
        reach: values further below the best of a position count as this far below it.
    """
    legal = masks.float()
    if reach < math.inf:
        best = values.masked_fill(~masks, -math.inf).max(1, keepdim=True).values
        values = torch.maximum(values, best - reach)
    mean = (values * legal).sum(1, keepdim=True) / legal.sum(1, keepdim=True)
    return (values - mean) * legal


class Teacher:
    """Teaches a network the centred action values of positions.

    The learning rate rises and falls once along a cosine. Which positions come in which order, and under which names,
    is a function of seed and step, so that a stopped teaching goes on as if it had not been.

    Args:
        game: the game.
        network: the network.
        positions: what it learns; the last of them, a tenth and at most 20,000, are held out.
        epochs: how often each position is learned.
        batch_size: positions a step.
        learning_rate: the highest learning rate.
        seed: the seed of order and names.
        reach: values further below the best of a position count as this far below it.
    """

    def __init__(
        self,
        game: Game,
        network: PolicyNetwork,
        positions: Positions,
        *,
        epochs: int,
        batch_size: int,
        learning_rate: float,
        seed: int,
        reach: float = math.inf,
    ) -> None:
        self._reach = reach
        self._game = game
        self._network = network
        self._positions = positions
        self._seed = seed
        self._learned = len(positions) - min(_HELD_OUT, len(positions) // 10)
        self._batch_size = min(batch_size, self._learned)
        self._steps_an_epoch = self._learned // self._batch_size
        self.steps = epochs * self._steps_an_epoch
        self.step = 0
        self._optimiser = torch.optim.AdamW(network.parameters(), lr=learning_rate, weight_decay=1e-4)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(
            self._optimiser, learning_rate, total_steps=self.steps + 1, pct_start=0.05
        )

    def state(self) -> dict[str, Any]:
        """What a checkpoint needs to go on from here."""
        return {
            "step": self.step,
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "schedule": self._schedule.state_dict(),
        }

    def load_state(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint."""
        self.step = int(state["step"])
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._schedule.load_state_dict(state["schedule"])

    def learn(self) -> Iterator[dict[str, float]]:
        """Learn to the end; yields losses, speed and regret every hundred steps.

        `regret` is measured on the held-out positions: what the best action is worth by search more than the
        network's choice, in points.
        """
        losses: list[float] = []
        began, first = time.perf_counter(), self.step
        order = self._order()
        while self.step < self.steps:
            if self.step % self._steps_an_epoch == 0:
                order = self._order()
            at = self.step % self._steps_an_epoch * self._batch_size
            losses.append(self._learn_step(np.sort(order[at : at + self._batch_size])))
            if self.step % _STEPS_A_REPORT == 0 or self.step == self.steps:
                spent = time.perf_counter() - began
                yield {
                    "step": self.step,
                    "loss": float(np.mean(losses[-_STEPS_A_REPORT:])),
                    "regret": regret(self._network, self._positions, self._learned),
                    "positions_per_second": (self.step - first) * self._batch_size / spent,
                }

    def _order(self) -> NDArray[np.int64]:
        return np.random.default_rng([self._seed, self.step // self._steps_an_epoch]).permutation(self._learned)

    def _learn_step(self, chosen: NDArray[np.int64]) -> float:
        random = np.random.default_rng([self._seed, 1, self.step])
        observations, masks, values = _renamed(self._game, random, *_tensors(self._positions, chosen))
        scores = centred(self._network.scores(observations), masks)
        wanted = centred(values, masks, self._reach)
        loss = (smooth_l1_loss(scores, wanted, reduction="none") * masks).sum() / masks.sum()
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        torch.nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._optimiser.step()
        self._schedule.step()
        self.step += 1
        return loss.item()


def _renamed(
    game: Game,
    random: np.random.Generator,
    observations: torch.Tensor,
    masks: torch.Tensor,
    values: torch.Tensor,
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The same positions under other names: what holds for red holds for blue, and the network need not learn it."""
    if game.random_symmetry is None:
        return observations, masks, values
    of_observation, of_action = (torch.from_numpy(indices) for indices in game.random_symmetry(random))
    return observations[:, of_observation], masks[:, of_action], values[:, of_action]


def _tensors(positions: Positions, chosen: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    return (
        torch.from_numpy(positions.observations[chosen]).float(),
        torch.from_numpy(positions.masks[chosen]),
        torch.from_numpy(positions.values[chosen]).float(),
    )


def regret(network: PolicyNetwork, positions: Positions, begin: int) -> float:
    """How much worse than search's best action the network's choice is, on average over the positions from `begin`."""
    with torch.no_grad():
        observations, masks, values = _tensors(positions, slice(begin, len(positions)))
        if not len(observations):
            return float("nan")
        scores = network.scores(observations).masked_fill(~masks, -torch.inf)
        values = values.masked_fill(~masks, -torch.inf)
        chosen = values.gather(1, scores.argmax(1, keepdim=True)).squeeze(1)
        return float((values.max(1).values - chosen).mean())
