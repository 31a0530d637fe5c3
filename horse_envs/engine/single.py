"""One seat of a game as a Gymnasium environment; bots sit on the other seats."""

from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.errors import one_of
from horse_envs.engine.game import Game
from horse_envs.engine.luck import derived_seed
from horse_envs.engine.view import View


class Opponent(Protocol):
    """Whoever sits on another seat: anything that chooses an action for a view."""

    def act(self, view: View) -> int:
        """Choose a legal action."""
        ...


class OneSeatEnv(gymnasium.Env[Any, np.int64]):
    """One agent's game; what others do is part of the environment.

    The reward of a step is all that the seat earned up to its next decision. An illegal action ends the episode with
    -1 on top of what was paid before. Opponents that have a method `reseed(seed)` are reseeded with every game, so
    that a seed gives the whole episode.

    Args:
        game: the game.
        options: its rule options by name.
        opponents: one for each other seat, in the order of the seats after the own one.
        seat: the own seat, or None to draw one for each game.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"`, for the own seat's view as text, or None.
        mask_in: `"observation"` or `"info"`, as in the AEC environment.

    Raises:
        ValueError: for a wrong option, seat or number of opponents.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        opponents: Sequence[Opponent],
        *,
        seat: int | None = None,
        reward: str = "margin",
        render_mode: str | None = None,
        mask_in: str = "observation",
    ) -> None:
        self._env = GameEnv(game, options, reward=reward, render_mode=render_mode, mask_in=mask_in, safe=True)
        self._agents = self._env.possible_agents
        if len(opponents) != len(self._agents) - 1:
            raise ValueError(f"{len(opponents)} opponents are given, {len(self._agents) - 1} other seats are to fill")
        one_of("seat", seat, (None, *range(len(self._agents))))
        self._opponents = list(opponents)
        self._fixed_seat = seat
        self._seat = seat or 0
        self._carried = 0.0
        self.metadata = {"render_modes": self._env.metadata["render_modes"], "render_fps": 1}
        self.render_mode = render_mode
        self.observation_space = self._env.observation_space(self._agents[0])
        self.action_space = self._env.action_space(self._agents[0])

    @property
    def game_env(self) -> GameEnv:
        """The game behind this seat: layout, words of actions, record."""
        return self._env

    @property
    def agent(self) -> str:
        """The agent whose seat this is in the present game."""
        return self._agents[self._seat]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and play on to the own first decision.

        Args:
            seed: the seed of everything: deal, own seat, opponents.
            options: as for the AEC environment.
        """
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**53))
        if self._fixed_seat is None:
            self._seat = int(self.np_random.integers(len(self._agents)))
        for number, opponent in enumerate(self._opponents):
            if hasattr(opponent, "reseed"):
                opponent.reseed(derived_seed(game_seed, 2 + number))
        self._env.render_seat = self.agent
        self._env.reset(seed=game_seed, options=options)
        self._carried = self._opponents_move()
        return self._env.observe(self.agent), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take an action; the opponents move until it is the own turn again or the game is over."""
        if self._over():
            raise gymnasium.error.ResetNeeded("the game is over, call reset()")
        self._env.step(action)
        paid = self._carried + self._env.rewards[self.agent] + self._opponents_move()
        self._carried = 0.0
        return self._env.observe(self.agent), float(paid), self._over(), False, self._info()

    def _opponents_move(self) -> float:
        earned = 0.0
        while not self._over() and self._env.agent_selection != self.agent:
            on_turn = self._agents.index(self._env.agent_selection)
            opponent = self._opponents[(on_turn - self._seat - 1) % len(self._agents)]
            self._env.step(opponent.act(self._env.view()))
            earned += self._env.rewards[self.agent]
        return earned

    def _over(self) -> bool:
        return self._env.terminations[self.agent]

    def _info(self) -> dict[str, Any]:
        return dict(self._env.infos[self.agent])

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, bool (num_actions,), as sb3-contrib asks for them."""
        return self._env.view(self.agent).action_mask.astype(bool) & (not self._over())

    def render(self) -> str | None:
        """The own seat's view as text, if `render_mode` is "ansi"."""
        return self._env.render()

    def close(self) -> None:
        """Nothing is held open."""
