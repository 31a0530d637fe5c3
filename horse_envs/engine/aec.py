"""One game as a PettingZoo AEC environment."""

import copy
import operator
import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from horse_envs.engine.errors import IllegalActionError, NotResetError, one_of, seed_of
from horse_envs.engine.game import Game, agent_names
from horse_envs.engine.layout import Layout
from horse_envs.engine.loops import REWARDS
from horse_envs.engine.luck import next_seed
from horse_envs.engine.records import (
    Script,
    make_record,
    proceed_by_script,
    read_head,
    script_of,
    start_by_script,
    tell,
)
from horse_envs.engine.view import View

_AFTER_RESET = (
    "agents",
    "agent_selection",
    "rewards",
    "_cumulative_rewards",
    "terminations",
    "truncations",
    "infos",
)
_NEVER_CHANGED = frozenset(
    {"game", "options", "metadata", "possible_agents", "observation_spaces", "action_spaces", "state_space"}
)
MASK_PLACES = ("observation", "info")
RENDER_MODES = ("ansi",)


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's base class is generic without defaults
    """An AEC environment over one game.

    Observations are `{"observation": float32 (layout.size,), "action_mask": int8 (num_actions,)}`, or with
    `mask_in="info"` the vector alone, the mask being `infos[agent]["action_mask"]`. The mask of an agent that is not
    on turn is all zero.

    Args:
        game: the game.
        options: its rule options by name.
        reward: `"margin"`: own money less the mean of the others', paid when earned; `"win"`: at the end the winners
            share +1, the losers share -1.
        render_mode: `"ansi"` for text, or None.
        render_seat: the agent whose view is rendered, or None for a spectator who sees all.
        mask_in: where the action mask is given, `"observation"` or `"info"`.
        safe: what a masked action does: end the game for all with -1 for the offender (True), or raise
            IllegalActionError (False).
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, Any],
        *,
        reward: str = "margin",
        render_mode: str | None = None,
        render_seat: str | None = None,
        mask_in: str = "observation",
        safe: bool = True,
    ) -> None:
        super().__init__()
        self.game = game
        self.options = game.checked_options(options)
        one_of("reward", reward, REWARDS)
        one_of("render_mode", render_mode, (None, *RENDER_MODES))
        one_of("mask_in", mask_in, MASK_PLACES)
        self.possible_agents = agent_names(self.options.num_players)
        one_of("render_seat", render_seat, (None, *self.possible_agents))
        self.reward = reward
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.mask_in = mask_in
        self.safe = safe
        self.metadata = {
            "name": game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._reward_kind = REWARDS.index(reward)
        self._mask_in_info = mask_in == "info"
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, actions = game.layout.size, game.num_actions
        vector = spaces.Box(game.layout.low, game.layout.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        shown = vector if self._mask_in_info else spaces.Dict({"observation": vector, "action_mask": mask})
        self.observation_spaces = {agent: copy.deepcopy(shown) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        count = len(self.possible_agents)
        self.state_space = spaces.Box(
            np.tile(game.layout.low, count), np.tile(game.layout.high, count), dtype=np.float32
        )
        self._blank = game.blank(self.options)
        self._states = game.new_states(1)
        self._observation = np.zeros(size, np.float32)
        self._mask = np.zeros(actions, np.int8)
        self._no_mask = np.zeros(actions, np.int8)
        self._step_rewards = np.zeros(count, np.float64)
        self._next_seed: int | None = None

    def __getattr__(self, name: str) -> Any:
        if name in _AFTER_RESET:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def layout(self) -> Layout:
        """The named pieces of the observation vector."""
        return self.game.layout

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space of an agent, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space of an agent, the same object each time."""
        return self.action_spaces[agent]

    def describe_action(self, action: int) -> str:
        """The words of an action; ValueError if there is no such action."""
        return self.game.describe_action(action)

    def parse_action(self, words: str) -> int:
        """The action with these words; ValueError if there is none."""
        return self.game.parse_action(words)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.

        Args:
            seed: 0 to 2**63 - 1; all luck of the game comes from it. Without one, the first game is drawn at random
                and each later game's seed follows from the one before.
            options: `{"record": record}` plays the luck of a record again: its chance outcomes, none of its
                decisions. Other entries are ignored.

        Raises:
            ValueError: for a wrong seed, or a record that is not of this game with these options.
        """
        script = self._script_of((options or {}).get("record"))
        if seed is not None:
            chosen = seed_of(seed)
        elif self._next_seed is not None:
            chosen = self._next_seed
        else:
            chosen = secrets.randbits(53)
        self._begin(chosen, script)

    def _script_of(self, record: Any) -> Script:
        if record is None:
            return Script()
        options, _, events = read_head(self.game, record)
        if options != self.options:
            raise ValueError(f"the record was played with {options}, this environment has {self.options}")
        return script_of(self.game, events)

    def _begin(self, seed: int, script: Script, actions: Sequence[int] = ()) -> None:
        """Start a game and take these actions."""
        self._seed = seed
        self._next_seed = int(next_seed(seed))
        self._script = script
        self._actions: list[int] = []
        self._illegal_by: int | None = None
        if script.exhausted:
            self.game.loops.new_game(self._states, 0, self._blank, seed)
        else:
            for _ in start_by_script(self.game, self._states, self._blank, seed, script):
                pass
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._paid = False
        self._show(int(self.game.loops.view(self._states, 0, self._observation, self._mask)))
        for action in actions:
            self.step(action)

    def _advance(self, action: int) -> None:
        """Apply a legal action and go on with scripted luck."""
        self.game.rules["apply"](self._states[0], action)
        for _ in proceed_by_script(self.game, self._states, self._script):
            pass

    def _show(self, seat: int) -> None:
        """Give the turn to a seat, or end the game (-1)."""
        self._seat = seat
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        if self._mask_in_info:
            for agent in self.agents:
                on_turn = seat >= 0 and agent == self.agent_selection
                self.infos[agent]["action_mask"] = (self._mask if on_turn else self._no_mask).copy()

    def observe(self, agent: str) -> Any:
        """What an agent sees now, on turn or not.

        Raises:
            ValueError: if there is no such agent.
        """
        self._need_reset("observe")
        seat = self._seats.get(agent)
        if seat is None:
            raise ValueError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        on_turn = seat == self._seat
        if on_turn:
            vector = self._observation.copy()
        else:
            vector = np.empty_like(self._observation)
            self.game.loops.observe_one(self._states, 0, seat, vector)
        if self._mask_in_info:
            return vector
        return {"observation": vector, "action_mask": (self._mask if on_turn else self._no_mask).copy()}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last turn, termination, truncation and info of the agent on turn."""
        self._need_reset("last")
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Take an action for the agent on turn; after the end, None for each agent.

        Raises:
            ValueError: for something that is no action of the table; nothing is changed.
            IllegalActionError: for a masked action, if the environment is not safe; nothing is changed.
        """
        if self._seat_or_need_reset("step") < 0:
            self._step_after_end(action)
            return
        number = self._number(action)
        if self._script.exhausted:
            seat = self.game.loops.act(
                self._states, 0, number, self._reward_kind, self._step_rewards, self._observation, self._mask
            )
        else:
            seat = self._act_by_script(number)
        if seat == -2:
            self._illegal(number)
            return
        self._actions.append(number)
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._paid or self._step_rewards.any():
            self._pay(self._step_rewards.tolist())
        if seat >= 0 and not self._mask_in_info:
            self._seat = seat
            self.agent_selection = self.possible_agents[seat]
        else:
            self._show(int(seat))

    def _number(self, action: Any) -> int:
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if not 0 <= number < len(self._mask) or action is True or action is False:
            raise ValueError(
                f"{action!r} is no action; an action is an integer, 0 to {len(self._mask) - 1}, "
                f"of the agent on turn, {self.agent_selection}"
            )
        return number

    def _act_by_script(self, number: int) -> int:
        if not self._mask[number]:
            return -2
        s = self.game.record(self._states, 0)
        score = self.game.rules["score"]
        agents = len(self.possible_agents)
        self._step_rewards[:] = [-score(s, seat) for seat in range(agents)]
        self._advance(number)
        self.game.loops.pay_rewards(self._states[0], self._reward_kind, self._step_rewards)
        return int(self.game.loops.view(self._states, 0, self._observation, self._mask))

    def _pay(self, amounts: list[float]) -> None:
        self._paid = any(amounts)
        for agent, amount in zip(self.possible_agents, amounts, strict=True):
            self.rewards[agent] = amount
            self._cumulative_rewards[agent] += amount

    def _illegal(self, number: int) -> None:
        agent = self.agent_selection
        words = self.game.describe_action(number)
        if not self.safe:
            legal = [self.game.actions[i] for i in np.flatnonzero(self._mask)]
            raise IllegalActionError(f"{words!r} ({number}) is not legal for {agent} now; legal: {', '.join(legal)}")
        self._illegal_by = self._seat
        self._cumulative_rewards[agent] = 0.0
        share = 1.0 / (len(self.possible_agents) - 1)
        self._pay([-1.0 if each == agent else share for each in self.possible_agents])
        self._show(-1)

    def _step_after_end(self, action: Any) -> None:
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if action is not None:
            raise ValueError(f"the game is over; the only action of {self.agent_selection} is None")
        gone = self.agent_selection
        self.agents.remove(gone)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del kept[gone]
        for agent in self.agents:
            self.rewards[agent] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def _need_reset(self, what: str) -> None:
        self._seat_or_need_reset(what)

    def _seat_or_need_reset(self, what: str) -> int:
        try:
            return self.__dict__["_seat"]  # type: ignore[no-any-return]  # an int since _show
        except KeyError:
            raise NotResetError(f"reset() needs to be called before {what}.") from None

    def state(self) -> NDArray[np.float32]:
        """Everything that any agent knows, hidden hands included: for critics, never for players.

        Returns:
            The observations of all agents one after the other, float32 of the shape of `state_space`.
        """
        self._need_reset("state")
        size = self.game.layout.size
        everything = np.empty(size * len(self.possible_agents), np.float32)
        for seat in range(len(self.possible_agents)):
            self.game.loops.observe_one(self._states, 0, seat, everything[seat * size : (seat + 1) * size])
        return everything

    def view(self, agent: str | None = None) -> View:
        """What a bot is given to decide: the view of an agent, by default of the one on turn.

        Raises:
            ValueError: if there is no such agent.
        """
        self._need_reset("view")
        agent = self.agent_selection if agent is None else agent
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        states = self._states
        if self._illegal_by is not None:
            states = states.copy()
            states["to_act"] = -1
        return View(self.game, states, 0, self._seats[agent], lambda: self)

    def resample(self, agent: str, seed: int) -> "GameEnv":
        """A copy in which all that an agent cannot know is redrawn, uniformly over what it has seen allows.

        Args:
            agent: the agent whose knowledge is kept.
            seed: which redrawing.

        Raises:
            ValueError: if there is no such agent, or for a wrong seed.
        """
        self._need_reset("resample")
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; agents: {', '.join(self.possible_agents)}")
        seed = seed_of(seed)
        twin = self._twin()
        self.game.rules["resample"](twin._states[0], self._seats[agent], seed)
        old, new = self.game.record(self._states, 0), self.game.record(twin._states, 0)
        events, _ = tell(self.game, self._blank, self._seed, self._script, self._actions)
        events = self.game.narrator.rewrite_hidden(events, old, new, self._seats[agent], seed)
        twin._seed = int(new.seed)
        twin._next_seed = int(next_seed(twin._seed))
        twin._script = script_of(self.game, events)
        twin._script.used = len(twin._script.events)
        twin._actions = [event["action"] for event in events if "action" in event]
        if twin._seat >= 0:
            self.game.loops.view(twin._states, 0, twin._observation, twin._mask)
        twin._show(twin._seat)
        return twin

    def _twin(self) -> "GameEnv":
        """A copy that shares what never changes; a deep copy of the spaces takes longer than all the rest."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if name not in _NEVER_CHANGED:
                setattr(twin, name, copy.deepcopy(value))
        return twin

    def record(self) -> dict[str, Any]:
        """The game so far as a JSON object: set-up, every chance outcome, every decision. It shows everything."""
        self._need_reset("record")
        events, _ = tell(self.game, self._blank, self._seed, self._script, self._actions)
        return make_record(self.game, self.options, self._seed, events)

    def render(self) -> str | None:
        """The table as text for `render_seat`, if `render_mode` is "ansi"; else None."""
        self._need_reset("render")
        if self.render_mode is None:
            return None
        seat = None if self.render_seat is None else self._seats[self.render_seat]
        return self.game.render_text(self.game.record(self._states, 0), seat)

    def close(self) -> None:
        """Nothing is held open."""
