"""Positions valued by search, and a network taught by them.

Search plays games against itself and the rule-based bots; at each of its decisions the observation, the mask and the
mean margin of every legal action are kept. The network learns these values, centred over the legal actions.
"""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
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

_GAMES_A_CHUNK = 16
_KEPT_A_GAME = 260
"""More than the decisions of any game of the package, so that room is never short."""


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
    size, actions = game.layout.size, game.num_actions
    kept = Positions(
        np.empty((count, size), np.float16), np.empty((count, actions), np.bool_), np.empty((count, actions), np.float16)
    )
    lock = threading.Lock()
    progress = {"made": 0, "chunk": 0}
    began = time.perf_counter()

    def work() -> None:
        while True:
            with lock:
                chunk, progress["chunk"] = progress["chunk"], progress["chunk"] + 1
                if progress["made"] >= count:
                    return
            table = tables[chunk % len(tables)]
            found = _play_chunk(game, table, worlds, stray, searching, seed, chunk)
            with lock:
                at = progress["made"]
                end = min(count, at + len(found[0]))
                kept.observations[at:end] = found[0][: end - at]
                kept.masks[at:end] = found[1][: end - at]
                kept.values[at:end] = found[2][: end - at]
                progress["made"] = end
                report(end, end / (time.perf_counter() - began))

    workers = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return kept


def _play_chunk(
    game: Game, options: Any, worlds: int, stray: float, searching: float, seed: int, chunk: int
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Positions of a few games, a function of seed and chunk."""
    random = np.random.default_rng([seed, chunk])
    agents = options.num_players
    rules = np.array([game.policies.index(name) for name in game.rollout_policies], np.int64)
    roles = random.choice(rules, (_GAMES_A_CHUNK, agents))
    roles[random.random(roles.shape) < searching] = SEARCH
    roles[np.arange(_GAMES_A_CHUNK), random.integers(agents, size=_GAMES_A_CHUNK)] = SEARCH
    room = _GAMES_A_CHUNK * _KEPT_A_GAME
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
    return observations[:count], masks[:count], values[:count]


def centred(values: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Values less their mean over the legal actions; 0 elsewhere."""
    legal = masks.float()
    mean = (values * legal).sum(1, keepdim=True) / legal.sum(1, keepdim=True)
    return (values - mean) * legal


def teach(
    network: PolicyNetwork,
    positions: Positions,
    *,
    epochs: int,
    batch_size: int,
    learning_rate: float,
    seed: int,
    held_out: int = 20_000,
) -> Iterator[dict[str, float]]:
    """Teach a network the centred action values of positions; yields the losses and the regret now and then.

    The learning rate falls to zero along a cosine. `regret` is measured on held-out positions: what the best action
    is worth by search more than the network's choice, in points.
    """
    generator = np.random.default_rng(seed)
    count = len(positions) - min(held_out, len(positions) // 10)
    steps = max(1, epochs * (count // batch_size))
    optimiser = torch.optim.AdamW(network.parameters(), lr=learning_rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, learning_rate, total_steps=steps + 1, pct_start=0.05)
    step = 0
    losses: list[float] = []
    began = time.perf_counter()
    for _ in range(epochs):
        order = generator.permutation(count)
        for at in range(0, count - batch_size + 1, batch_size):
            chosen = np.sort(order[at : at + batch_size])
            observations, masks, values = _tensors(positions, chosen)
            wanted = centred(values, masks)
            scores = centred(network.scores(observations), masks)
            loss = (smooth_l1_loss(scores, wanted, reduction="none") * masks).sum() / masks.sum()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            if step % 100 == 0 or step == steps:
                speed = step * batch_size / (time.perf_counter() - began)
                yield {
                    "step": step,
                    "steps": steps,
                    "loss": float(np.mean(losses[-100:])),
                    "regret": regret(network, positions, count),
                    "positions_per_second": speed,
                }


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
