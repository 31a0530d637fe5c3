"""The contract of a game: what a game gives to the engine, and nothing else."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine import loops
from horse_envs.engine.compile import JIT, bind_functions, first_compile
from horse_envs.engine.layout import Layout
from horse_envs.engine.warmup import warm_up

States = NDArray[Any]
"""An array of game states: one structured record a game."""

Event = dict[str, Any]
"""One event of a game record."""


class Options(Protocol):
    """Rule options of a game: a frozen dataclass that checks itself and has at least `num_players`.

    An option `components` holds the tables of the box that a user has replaced, or None.
    """

    @property
    def num_players(self) -> int:
        """How many agents play."""


class Narrator(Protocol):
    """How a game's chance outcomes, decisions and results are written as events and read back.

    `s` is one state, read and written by attributes.

    Attributes:
        open_events: events that everybody at the table sees, such as `chance gate` or `do play`; of others only that
            they happened. Results are always open.
        counted_by: for kinds of chance events that come only where a decision calls for them, the kind of event by
            whose number they are known when the luck of a record is played again.
    """

    open_events: frozenset[str]
    counted_by: Mapping[str, str]

    def is_chance(self, pending: int) -> bool:
        """Whether what is pending is a chance outcome (and not a forced move or a result)."""

    def pending_event(self, pending: int, drawn: Any, resolved: Any) -> Event:
        """The event of something pending, from the state with the outcome drawn and the state after it."""

    def set_chance(self, s: Any, event: Event) -> None:
        """Write the outcome of a chance event into the state, instead of drawing it; ValueError if it cannot be."""

    def decision_event(self, s: Any, action: int) -> Event:
        """The event of a decision of the agent on turn."""

    def action_of(self, s: Any, event: Event) -> int:
        """The action of a decision event; ValueError if it is none of the agent on turn."""

    def rewrite_hidden(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> list[Event]:
        """The events with all that the seat cannot know replaced, so that they lead from the start to `new`."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game.

    Attributes:
        name: its public name with version, `trick_stakes_v0`.
        title: its name for people.
        module: the module whose attribute `GAME` this is; copies and pickles refer to it.
        options: the frozen dataclass of the rule options.
        state_dtype: one state; it has at least the fields `seed`, `race`, `pending`, `to_act`, `winners` (a set of
            seats as bits) and `num_players`.
        write_options: writes checked options into a zeroed state.
        rules: the compiled functions by name: `start(s, seed)`, `draw(s)`, `resolve(s)`, `apply(s, action)`,
            `is_legal(s, action)`, `legal(s, mask)`, `random_action(s, key)`, `observe(s, seat, out)`,
            `resample(s, seat, seed)`, `score(s, seat)`, `decide(s, policy, key)`. A game may add what guides
            search, see `engine.loops`: `estimate(s, values, plan)`, `horizon(s)`, `is_beyond(s, reached)`,
            `outlook(s, seat)`.
        layout: the observation.
        actions: the words of each action, by number.
        policies: names of the compiled decision rules, by number; the first is `random`.
        rollout_policies: those of them that search plays on with.
        narrator: events of records.
        render_text: the table as text, for a seat or for a spectator (None).
        player_counts: every number of agents that some options allow.
        variants: the rulebook's variants, each as the options that it sets.
        hidden: what seats hide from each other, in words.
        luck_by_decisions: the kinds of chance events whose outcome, or whose coming, may depend on what was decided;
            all others are the same for a seed whatever is done.
        random_symmetry: a random renaming under which the game stays the same, as indices that rearrange
            observations and actions; learning sees more with it. None for a game without symmetries.
    """

    name: str
    title: str
    module: str
    options: Callable[..., Any]
    state_dtype: np.dtype[Any]
    write_options: Callable[[Any, Any], None]
    rules: Mapping[str, Any]
    layout: Layout
    actions: tuple[str, ...]
    policies: tuple[str, ...]
    rollout_policies: tuple[str, ...]
    narrator: Narrator
    render_text: Callable[[Any, int | None], str]
    player_counts: tuple[int, ...] = (2, 3, 4)
    variants: tuple[Mapping[str, Any], ...] = ()
    hidden: str = ""
    luck_by_decisions: frozenset[str] = frozenset()
    random_symmetry: Callable[[np.random.Generator], tuple[NDArray[np.int64], NDArray[np.int64]]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_of, (self.module,)

    @property
    def num_actions(self) -> int:
        """The size of the action table."""
        return len(self.actions)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of layout and action table; policies carry it."""
        return self.layout.fingerprint(self.actions)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """Actions by their words."""
        return {words: number for number, words in enumerate(self.actions)}

    @cached_property
    def loops(self) -> SimpleNamespace:
        """The engine's compiled loops for this game; the first access on a machine compiles them."""
        bound = SimpleNamespace(**bind_functions(loops, dict(self.rules), self.name))
        first_compile(self.name, lambda: warm_up(self, bound))
        return bound

    def checked_options(self, values: Mapping[str, Any]) -> Any:
        """The options dataclass for these values.

        Raises:
            ValueError: for an unknown name or a wrong value, saying what is allowed.
        """
        known = [f.name for f in fields(self.options)]  # type: ignore[arg-type]  # a dataclass
        for name in values:
            if name not in known:
                raise ValueError(f"{self.name} has no option {name!r}; its options: {', '.join(known)}")
        return self.options(**values)

    def counts_with(self, values: Mapping[str, Any]) -> tuple[int, ...]:
        """The numbers of agents that can play with these options."""
        counts = []
        for count in self.player_counts:
            try:
                self.options(**{**values, "num_players": count})
            except ValueError:
                continue
            counts.append(count)
        return tuple(counts)

    def options_dict(self, options: Any) -> dict[str, Any]:
        """The options by name, defaults written out; `components` only where tables are replaced."""
        values = asdict(options)
        if values.get("components", options) is None:
            del values["components"]
        return values

    def new_states(self, count: int) -> States:
        """Room for this many games, zeroed."""
        states = np.zeros(count, self.state_dtype)
        return states if JIT else states.view(np.recarray)

    def blank(self, options: Any) -> States:
        """One state that holds only the options."""
        states = self.new_states(1)
        self.write_options(self.record(states, 0), options)
        return states

    def record(self, states: States, i: int) -> Any:
        """One state of an array, to be read and written by attributes; it shares the array's memory."""
        return states.view(np.recarray)[i]

    def describe_action(self, action: int) -> str:
        """The words of an action.

        Raises:
            ValueError: if there is no such action.
        """
        if not 0 <= action < self.num_actions:
            raise ValueError(f"action {action} does not exist; actions are 0 to {self.num_actions - 1}")
        return self.actions[int(action)]

    def parse_action(self, words: str) -> int:
        """The action with these words; case and extra spaces do not matter.

        Raises:
            ValueError: if there is no such action; the message has examples.
        """
        tidy = " ".join(str(words).split()).lower()
        for known, number in self.action_numbers.items():
            if known.lower() == tidy:
                return number
        kinds: dict[str, str] = {}
        for known in self.actions:
            kinds.setdefault(known.split()[0], known)
        raise ValueError(f"{words!r} is no action of {self.title}; actions look like: {', '.join(kinds.values())}")


def _game_of(module: str) -> Game:
    game: Game = importlib.import_module(module).GAME
    return game


def agent_names(count: int) -> list[str]:
    """`player_0`, `player_1`, ..."""
    return [f"player_{i}" for i in range(count)]


def load_game(name: str) -> Game:
    """The game with this public name; its module is imported when it is asked for.

    Raises:
        ValueError: if there is none, naming those that there are.
    """
    if name in _GAMES:
        return _game_of(_GAMES[name])
    raise ValueError(f"there is no game {name!r}; games: {', '.join(sorted(_GAMES))}")


def register_game(name: str, module: str) -> None:
    """Make the attribute `GAME` of a module known under a name."""
    _GAMES[name] = module


def game_names() -> list[str]:
    """The names of all registered games."""
    return sorted(_GAMES)


_GAMES: dict[str, str] = {}
