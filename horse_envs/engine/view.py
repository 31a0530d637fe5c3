"""What a bot is given when it is to decide: the view of one agent, and nothing behind it."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

    def resample(self, seed: int) -> Any:
        """An environment in which all that the agent cannot know is redrawn; it can be played on."""
        return self._env().resample(self.agent, seed)

    def __repr__(self) -> str:
        return f"View({self.game}, {self.agent}, {len(self.legal_actions)} legal actions)"
