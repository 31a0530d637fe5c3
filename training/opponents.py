"""Who sits on the other seats while a policy learns: the policy itself, its past, and rule-based bots."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from horse_envs.engine.batch import BatchEnv
from training.network import PolicyNetwork

CURRENT, PAST = "current", "past"


class Opponents:
    """Chooses an opponent for each other seat of a game, and moves for them in many games at once.

    Opponents sample with random numbers of their own, apart from the learner's.

    Args:
        network: the policy that learns; `current` plays by it as it is at the moment.
        shares: how often `current`, `past` or a compiled rule is chosen. Without a past, `current` stands in.
        kept: how many past policies are kept; the oldest but the first goes.
        seed: the seed of the choices and moves.
    """

    def __init__(self, network: PolicyNetwork, shares: Mapping[str, float], kept: int, seed: int) -> None:
        self._network = network
        self._names = [name for name, share in shares.items() if share > 0]
        total = sum(shares.values())
        self._shares = np.array([shares[name] / total for name in self._names])
        self._kept = kept
        self._random = np.random.default_rng(seed)
        self.past: list[PolicyNetwork] = []

    def remember(self) -> None:
        """Add the policy as it is now to the past."""
        frozen = PolicyNetwork(self._network.size, self._network.actions, self._network.hidden)
        frozen.load_state_dict(self._network.state_dict())
        self.add_past(frozen)

    def add_past(self, network: PolicyNetwork) -> None:
        """Add a policy to the past."""
        for parameter in network.parameters():
            parameter.requires_grad_(False)
        self.past.append(network)
        if len(self.past) > self._kept:
            del self.past[1 if self._kept > 1 else 0]

    def choose(self, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Opponents for seats: numbers of names, plus the number of names times a past policy."""
        chosen = self._random.choice(len(self._names), size=shape, p=self._shares)
        if PAST in self._names and self.past:
            past = self._names.index(PAST)
            which = self._random.integers(len(self.past), size=shape)
            chosen = np.where(chosen == past, past + len(self._names) * which, chosen)
        return chosen

    def move(self, batch: BatchEnv, games: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
        """The moves of the agents on turn in these games, each by its opponent."""
        actions = np.empty(len(games), np.int64)
        for opponent in np.unique(chosen):
            mine = np.flatnonzero(chosen == opponent)
            name = self._names[opponent % len(self._names)]
            if name in (CURRENT, PAST):
                network = self._network
                if name == PAST and self.past:
                    network = self.past[min(opponent // len(self._names), len(self.past) - 1)]
                actions[mine] = self._sample(network, batch.observation[games[mine]], batch.action_mask[games[mine]])
            else:
                keys = self._random.integers(2**64, size=len(mine), dtype=np.uint64)
                actions[mine] = batch.decide(name, games[mine], keys)
        return actions

    def _sample(self, network: PolicyNetwork, observations: Any, masks: Any) -> NDArray[np.int64]:
        with torch.inference_mode():
            scores = network.scores(torch.from_numpy(observations)).numpy()
        scores = np.where(masks == 1, scores + self._random.gumbel(size=scores.shape).astype(np.float32), -np.inf)
        moves: NDArray[np.int64] = scores.argmax(1)
        return moves
