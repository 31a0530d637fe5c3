"""What a bot is given when it is to decide: the view of one agent, and nothing behind it."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.errors import one_of
from horse_envs.engine.game import Game, States


class View:
    """The view of one agent of one game, valid until the game goes on.

    Attributes:
        agent: the agent's name.
        seat: its number.
    """

    def __init__(self, game: Game, states: States, index: int, seat: int, env: Callable[[], Any]) -> None:
        self._game = game
        self._states = states
        self._index = index
        self._env = env
        self.seat = seat
        self.agent = f"player_{seat}"

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._game.name

    @property
    def num_players(self) -> int:
        """How many agents play."""
        return int(self._states["num_players"][self._index])

    @property
    def observation(self) -> NDArray[np.float32]:
        """The observation vector, float32 of shape (layout.size,)."""
        vector = np.empty(self._game.layout.size, np.float32)
        self._game.loops.observe_one(self._states, self._index, self.seat, vector)
        return vector

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """1 for each legal action, int8 of shape (num_actions,); all 0 if the agent is not on turn."""
        mask = np.zeros(self._game.num_actions, np.int8)
        if self._states["to_act"][self._index] == self.seat:
            self._game.loops.legal_one(self._states, self._index, mask)
        return mask

    @property
    def legal_actions(self) -> list[int]:
        """The legal actions."""
        return [int(action) for action in np.flatnonzero(self.action_mask)]

    @property
    def pieces(self) -> dict[str, NDArray[np.float32]]:
        """The observation by the names of its pieces."""
        return self._game.layout.explain(self.observation)

    def describe(self, action: int) -> str:
        """The words of an action."""
        return self._game.describe_action(action)

    def parse(self, words: str) -> int:
        """The action with these words."""
        return self._game.parse_action(words)

    def rule_action(self, policy: str, key: NDArray[np.uint64]) -> int:
        """What a compiled rule of the game would do for the agent; `key`, uint64 (1,), is its luck.

        Raises:
            ValueError: for an unknown rule, or if the agent is not on turn.
        """
        one_of("policy", policy, self._game.policies)
        self._need_turn()
        actions = np.empty(1, np.int64)
        number = np.array([self._game.policies.index(policy)], np.int64)
        self._game.loops.decide_batch(self._states, np.array([self._index]), number, key, actions)
        return int(actions[0])

    def search_values(self, worlds: int, key: NDArray[np.uint64]) -> NDArray[np.float64]:
        """The mean margin of each legal action at the end of the race over redrawn worlds, float64 (num_actions,).

        Raises:
            ValueError: if the agent is not on turn.
        """
        self._need_turn()
        rules = np.array([self._game.policies.index(name) for name in self._game.rollout_policies], np.int64)
        values = np.empty(self._game.num_actions, np.float64)
        scratch = self._game.new_states(2)
        self._game.loops.search_values(self._states, self._index, rules, worlds, key[0], scratch, values)
        return values

    def _need_turn(self) -> None:
        if self._states["to_act"][self._index] != self.seat:
            raise ValueError(f"{self.agent} is not on turn, it has nothing to decide")

    def resample(self, seed: int) -> Any:
        """An environment in which all that the agent cannot know is redrawn; it can be played on."""
        return self._env().resample(self.agent, seed)

    def __repr__(self) -> str:
        return f"View({self.game}, {self.agent}, {len(self.legal_actions)} legal actions)"
