"""Games with one learning seat each, as a vector environment of Stable-Baselines3."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from horse_envs.engine.batch import BatchEnv
from training.opponents import Opponents


class SelfPlayVecEnv(VecEnv):
    """Many games; in each, one seat learns and the opponents move by themselves.

    The learning seat and the opponents change with every game. What the learner is paid between two of its decisions
    is the sum of all that its seat earned, by others' moves too, the last move of the game included.

    Args:
        batches: the games; batches with different options are played side by side.
        opponents: who sits on the other seats.
        reward_scale: rewards are multiplied by this.
        seed: the seed of the games and of the choice of seats.
    """

    def __init__(self, batches: Sequence[BatchEnv], opponents: Opponents, reward_scale: float, seed: int) -> None:
        self._batches = list(batches)
        self._opponents = opponents
        self._scale = reward_scale
        self._seed = seed
        self._random = np.random.default_rng(seed)
        layout = batches[0].layout
        counts = [batch.num_envs for batch in batches]
        self._parts = [slice(sum(counts[:k]), sum(counts[: k + 1])) for k in range(len(counts))]
        super().__init__(
            sum(counts),
            spaces.Box(layout.low, layout.high, dtype=np.float32),
            spaces.Discrete(batches[0].num_actions),
        )
        self._learner = [np.zeros(count, np.int64) for count in counts]
        self._seated = [np.zeros((count, len(batch.possible_agents)), np.int64) for count, batch in self._counted()]
        self._carried = [np.zeros(count) for count in counts]
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._actions = np.zeros(self.num_envs, np.int64)
        self.finished: list[tuple[float, float]] = []
        """Return and share of the win of the learning seats of finished games, until somebody takes them."""

    def _counted(self) -> list[tuple[int, BatchEnv]]:
        return [(batch.num_envs, batch) for batch in self._batches]

    def reset(self) -> NDArray[np.float32]:
        """Start all games; returns the observations of the learning seats, float32 (num_envs, size)."""
        for k, batch in enumerate(self._batches):
            batch.reset(seed=self._seed + k)
            every = np.arange(batch.num_envs)
            self._carried[k][:] = 0.0
            self._seat(k, every)
            # What is paid before the learner's first decision is carried to it.
            self._opponents_move(k, every, self._carried[k], np.zeros(batch.num_envs, bool))
        self._returns[:] = 0.0
        self._lengths[:] = 0
        return self._observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Take the actions of the learning seats."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play on to the next decision of each learning seat."""
        rewards = np.zeros(self.num_envs)
        dones = np.zeros(self.num_envs, bool)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        self._lengths += 1
        for k, batch in enumerate(self._batches):
            part = self._parts[k]
            every = np.arange(batch.num_envs)
            rewards[part] += self._carried[k]
            self._carried[k][:] = 0.0
            shares = np.zeros(batch.num_envs)
            self._step(k, every, self._actions[part], rewards[part], dones[part], shares)
            self._opponents_move(k, every, rewards[part], dones[part], shares)
            for i in np.flatnonzero(dones[part]):
                self._finish(part.start + int(i), float(rewards[part][i]), float(shares[i]), infos)
        self._returns[~dones] += rewards[~dones]
        return self._observations(), (rewards * self._scale).astype(np.float32), dones, infos

    def _step(
        self,
        k: int,
        games: NDArray[np.int64],
        actions: NDArray[np.int64],
        rewards: NDArray[Any],
        dones: NDArray[Any],
        shares: NDArray[Any] | None = None,
    ) -> None:
        """Step some games of a batch; what a game pays after its first end in this step goes to the next game."""
        batch = self._batches[k]
        paid, ended = batch.step(actions, games=games)
        mine = paid[np.arange(len(games)), self._learner[k][games]]
        over = dones[games]
        rewards[games[~over]] += mine[~over]
        self._carried[k][games[over]] += mine[over]
        if not ended.any():
            return
        new = games[ended]
        if shares is not None:
            won = batch.final_winners[new]
            share = (won >> self._learner[k][new] & 1) / np.bitwise_count(won)
            first = ~dones[new]
            shares[new[first]] = share[first]
        self._carried[k][new] = 0.0
        dones[new] = True
        self._seat(k, new)

    def _opponents_move(
        self,
        k: int,
        games: NDArray[np.int64],
        rewards: NDArray[Any],
        dones: NDArray[Any],
        shares: NDArray[Any] | None = None,
    ) -> None:
        batch = self._batches[k]
        while True:
            games = games[batch.to_act[games] != self._learner[k][games]]
            if not games.size:
                return
            chosen = self._seated[k][games, batch.to_act[games]]
            self._step(k, games, self._opponents.move(batch, games, chosen), rewards, dones, shares)

    def _seat(self, k: int, games: NDArray[np.int64]) -> None:
        """Choose the learning seat and the opponents of new games."""
        seats = self._seated[k].shape[1]
        self._learner[k][games] = self._random.integers(seats, size=len(games))
        self._seated[k][games] = self._opponents.choose((len(games), seats))

    def _finish(self, i: int, reward: float, share: float, infos: list[dict[str, Any]]) -> None:
        total = float(self._returns[i] + reward)
        infos[i]["episode"] = {"r": total, "l": int(self._lengths[i]), "t": 0.0}
        # The batch has started the next game; a value after the end is 0 by definition and is never asked.
        infos[i]["terminal_observation"] = np.zeros(self.observation_space.shape or (), np.float32)
        self.finished.append((total, share))
        self._returns[i] = 0.0
        self._lengths[i] = 0

    def _observations(self) -> NDArray[np.float32]:
        """A fresh array: Stable-Baselines3 keeps what it is given."""
        return np.concatenate([batch.observation for batch in self._batches])

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of the learning seats, bool (num_envs, actions)."""
        return np.concatenate([batch.action_mask for batch in self._batches]).astype(bool)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks`, by which MaskablePPO asks; ValueError for anything else."""
        if method_name != "action_masks":
            raise ValueError(f"these games have no method {method_name!r}, only 'action_masks'")
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute, once for each game."""
        return [getattr(self, attr_name, None) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Not possible: ValueError."""
        raise ValueError("the games of a batch share their settings; make a new vector environment")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """No game is wrapped."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
