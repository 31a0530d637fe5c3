"""Records: a whole game as one JSON object, written by telling a game again and read by playing it again.

The environment keeps only seed and actions; a record is made from them when it is asked for. A game whose chance
outcomes come from a record keeps these too, as a script that is used up before the seed is.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from horse_envs.engine.errors import RecordError, seed_of
from horse_envs.engine.game import Event, Game, States, agent_names

FORMAT = 1
_FIELDS = ("format", "game", "options", "seed", "players", "events")


@dataclass
class Script:
    """Chance outcomes to be used before luck comes from the seed.

    An outcome is found by its kind and number: the third roll of a game is the third roll of the script. Kinds that
    come only where a decision calls for them are numbered by another kind (`Narrator.counted_by`), so that what one
    decision leaves out shifts nothing.

    Attributes:
        events: the chance events, in order.
        counted_by: for a kind of event, the kind by which it is numbered, if not by itself.
        used: how many of the events have been used.
        told: how many chance outcomes of each kind there have been, from here or from the seed.
    """

    events: list[Event] = field(default_factory=list)
    counted_by: Mapping[str, str] = field(default_factory=dict)
    used: int = 0
    told: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """Number the events."""
        before: Counter[str] = Counter()
        self._by_number: dict[tuple[str, int], Event] = {}
        for event in self.events:
            kind = str(event["chance"])
            self._by_number.setdefault((kind, before[self.counted_by.get(kind, kind)]), event)
            before[kind] += 1
        self._kinds = sorted({kind for kind, _ in self._by_number})

    @property
    def exhausted(self) -> bool:
        """Whether all luck comes from the seed from here on."""
        return self.used >= len(self.events)

    def take(self, game: Game, s: Any) -> bool:
        """Use the outcome of the script for what is pending; False if there is none or it does not fit."""
        for kind in self._kinds:
            event = self._by_number.get((kind, self.told[self.counted_by.get(kind, kind)]))
            if event is not None and _fits(game, s, event):
                self.used += 1
                return True
        return False

    def again(self) -> "Script":
        """The same script from its beginning."""
        return Script(self.events, self.counted_by)


def _fits(game: Game, s: Any, event: Event) -> bool:
    """Write an outcome into the state if it is one of what is pending."""
    try:
        game.narrator.set_chance(s, event)
    except ValueError:
        return False
    return True


def script_of(game: Game, events: list[Event]) -> Script:
    """The chance outcomes among the events of a game."""
    return Script([event for event in events if "chance" in event], dict(game.narrator.counted_by))


def proceed_by_script(game: Game, states: States, script: Script) -> Iterator[Event]:
    """Go on to the next decision as the compiled loop does, but with scripted luck; yields the events."""
    s = game.record(states, 0)
    while s.pending != 0:
        pending = int(s.pending)
        if not (game.narrator.is_chance(pending) and script.take(game, s)):
            game.rules["draw"](states[0])
        drawn = game.record(states.copy(), 0)
        game.rules["resolve"](states[0])
        event = game.narrator.pending_event(pending, drawn, s)
        if "chance" in event:
            script.told[event["chance"]] += 1
        yield event


def start_by_script(game: Game, states: States, blank: States, seed: int, script: Script) -> Iterator[Event]:
    """Begin a game with scripted luck; yields the events up to the first decision."""
    states[0] = blank[0]
    game.rules["start"](states[0], seed)
    yield from proceed_by_script(game, states, script)


def tell(game: Game, blank: States, seed: int, script: Script, actions: list[int]) -> tuple[list[Event], States]:
    """All events of a game, and the state to which they lead."""
    states = game.new_states(1)
    script = script.again()
    s = game.record(states, 0)
    events = list(start_by_script(game, states, blank, seed, script))
    for action in actions:
        events.append(game.narrator.decision_event(s, action))
        game.rules["apply"](states[0], action)
        events.extend(proceed_by_script(game, states, script))
    return events, states


def make_record(game: Game, options: Any, seed: int, events: list[Event]) -> dict[str, Any]:
    """The record object."""
    return {
        "format": FORMAT,
        "game": game.name,
        "options": game.options_dict(options),
        "seed": seed,
        "players": agent_names(options.num_players),
        "events": events,
    }


@dataclass(frozen=True)
class ReadRecord:
    """A record that has been checked and played to its end."""

    options: Any
    seed: int | None
    chance: list[Event]
    actions: list[int]


def read_head(game: Game, record: Any) -> tuple[Any, int | None, list[Event]]:
    """Check everything of a record but what its events say.

    Returns:
        Options, seed and events.

    Raises:
        RecordError: with the reason.
    """
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, this is a {type(record).__name__}")
    for name in record:
        if name not in _FIELDS:
            raise RecordError(f"a record has no field {name!r}; its fields: {', '.join(_FIELDS)}")
    for name in _FIELDS:
        if name not in record:
            raise RecordError(f"the record has no field {name!r}")
    if record["format"] != FORMAT or isinstance(record["format"], bool):
        raise RecordError(f"format {record['format']!r} is not known; this version reads format {FORMAT}")
    if record["game"] != game.name:
        raise RecordError(f"the record is of {record['game']!r}, not of {game.name}")
    if not isinstance(record["options"], dict):
        raise RecordError("the options of a record are an object")
    try:
        options = game.checked_options(record["options"])
        seed = None if record["seed"] is None else seed_of(record["seed"])
    except ValueError as error:
        raise RecordError(str(error)) from None
    expected = agent_names(options.num_players)
    if record["players"] != expected:
        raise RecordError(f"players are {record['players']!r}; with these options they are {expected!r}")
    events = record["events"]
    if not isinstance(events, list):
        raise RecordError("the events of a record are a list")
    for i, event in enumerate(events):
        kinds = [k for k in ("chance", "do", "result") if isinstance(event, dict) and k in event]
        if len(kinds) != 1:
            raise RecordError(f"event {i}: an event is an object with one of the keys chance, do and result")
    return options, seed, events


def read_record(game: Game, record: Any) -> ReadRecord:
    """Check a record by playing it.

    Raises:
        RecordError: with the index of the event, from 0, and the reason.
    """
    options, seed, events = read_head(game, record)
    states = game.new_states(1)
    states[0] = game.blank(options)[0]
    game.rules["start"](states[0], seed or 0)
    s = game.record(states, 0)
    chance: list[Event] = []
    actions: list[int] = []
    for i, event in enumerate(events):
        try:
            _play_event(game, states, s, event, chance, actions)
        except ValueError as error:
            raise RecordError(f"event {i} ({_short(event)}): {error}") from None
    return ReadRecord(options, seed, chance, actions)


def _play_event(game: Game, states: States, s: Any, event: Event, chance: list[Event], actions: list[int]) -> None:
    if s.pending != 0:
        pending = int(s.pending)
        if game.narrator.is_chance(pending):
            game.narrator.set_chance(s, event)
            chance.append(event)
            game.rules["resolve"](states[0])
            return
        game.rules["draw"](states[0])
        drawn = game.record(states.copy(), 0)
        after = states.copy()
        game.rules["resolve"](after[0])
        expected = game.narrator.pending_event(pending, drawn, game.record(after, 0))
        if not _same(event, expected):
            raise ValueError(f"by the rules this event is {json.dumps(expected)}")
        states[0] = after[0]
        return
    if s.to_act < 0:
        raise ValueError("the game is over, no event can follow")
    if "do" not in event:
        raise ValueError(f"player_{s.to_act} has to decide here")
    action = game.narrator.action_of(s, event)
    given = event.get("action", action)
    if given != action or isinstance(given, bool):
        raise ValueError(f"its action is {given!r}, its words mean {action}")
    if not game.rules["is_legal"](states[0], action):
        raise ValueError(f"{game.describe_action(action)!r} is not legal here")
    expected = game.narrator.decision_event(s, action)
    if not _same({**event, "action": action}, expected):
        raise ValueError(f"by the rules this event is {json.dumps(expected)}")
    game.rules["apply"](states[0], action)
    actions.append(action)


def _same(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal; true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _short(event: Event) -> str:
    text = json.dumps(event, default=str)
    return text if len(text) <= 80 else text[:77] + "..."
