"""Nothing that is given to a seat depends on what the seat cannot know."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Event, Game, States
from horse_envs.engine.records import read_record
from horse_envs.testing.play import (
    Case,
    Moment,
    Sight,
    broken,
    bytes_of,
    bytes_without_seed,
    case_of,
    case_of_env,
    difference,
    is_over,
    legal_actions,
    mask_by_rules,
    moments,
    replayed,
    seat_on_turn,
    sight,
    states_of,
    stops,
    vector_and_mask,
)

NO_LEAK = "What a seat is given does not depend on what it cannot know"
NO_MASK = "An agent that is not on turn has an all-zero mask"
SAME_PAST = "After resample the seat would have seen the same at every earlier decision"
_REDRAWS = 4

OWN_RECORD = "The record of a resampled copy leads to its own state"


def check_no_leak(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """At every moment, for every seat: redraw what it cannot know, and all that it is given stays the same.

    Also, agents that are not on turn have an all-zero mask, after the end too.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games and of the check.
        options: rule options.

    Raises:
        AssertionError: saying what differs, for which seat, and where.
    """
    case = case_of(game, options, games, seed)
    for number, moment in enumerate(moments(case)):
        _check_masks_off_turn(moment)
        for seat in range(len(moment.env.possible_agents)):
            _check_state_hides(moment, seat, number)
    for moment in stops(case.with_games(1), 1, mask_in="info", reward="win"):
        _check_masks_off_turn(moment)


def _check_masks_off_turn(moment: Moment) -> None:
    env = moment.env
    for seat, agent in enumerate(env.possible_agents):
        _, mask = vector_and_mask(env, agent)
        if seat != seat_on_turn(env) and mask.any():
            raise broken(NO_MASK, moment, f"that of {agent} allows {np.flatnonzero(mask).tolist()}")


def _given_by_state(game: Game, states: States, seat: int, text: bool = True) -> Sight:
    vector = np.empty(game.layout.size, np.float32)
    game.loops.observe_one(states, 0, seat, vector)
    s = game.record(states, 0)
    given: Sight = {
        "observation": vector,
        "turn": int(s.to_act),
        "score": float(game.rules["score"](states[0], seat)),
    }
    if text:
        given["rendered text"] = game.render_text(s, seat)
    if s.to_act == seat:
        given["action mask"] = mask_by_rules(game, states)
    return given


def _check_state_hides(moment: Moment, seat: int, number: int) -> None:
    game, states = moment.case.game, states_of(moment.env)
    given = _given_by_state(game, states, seat)
    for seed in range(_REDRAWS * number, _REDRAWS * (number + 1)):
        twin = states.copy()
        game.rules["resample"](twin[0], seat, seed)
        # The text takes a hundred times as long as all the rest; where little is hidden it is looked at each time.
        text = seed % _REDRAWS == 0 or is_over(moment.env)
        found = difference(game, _given_by_state(game, twin, seat, text), given)
        if found:
            raise broken(NO_LEAK, moment, f"resampled for player_{seat} with seed {seed}, its {found}")


def check_resample_in_every_phase(
    game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 1, **options: Any
) -> None:
    """In every phase, for every seat, `env.resample` gives a world that the seat cannot tell from the real one.

    The copy goes on from its own state, its record leads to that state, and at each decision before, the seat would
    have seen the same as it did.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games and of the check.
        per_phase: at how many moments of each phase of each game.
        options: rule options.

    Raises:
        AssertionError: saying what is wrong, for which seat, and where.
    """
    case = case_of(game, options, games, seed)
    for number, moment in enumerate(stops(case, per_phase)):
        past = history_of(case, moment.env.record())
        for agent in moment.env.possible_agents:
            assert_no_leak(moment.env, agent, number, where=moment, past=past)
    for number, moment in enumerate(stops(case.with_games(1), 1, mask_in="info", reward="win")):
        agents = moment.env.possible_agents
        assert_no_leak(moment.env, agents[number % len(agents)], number, where=moment)


def assert_no_leak(
    env: GameEnv, agent: str, seed: int, where: object = "this position", past: "History | None" = None
) -> None:
    """Resample an environment for an agent and compare all that it is, and was, given.

    Args:
        env: an environment in any position in which all agents are present; it is not changed.
        agent: the agent whose knowledge is kept.
        seed: which redrawing.
        where: the name of the position for messages.
        past: what all agents have been given before, if it is known already.

    Raises:
        AssertionError: saying what differs.
    """
    where = f"{where}, resampled for {agent} with seed {seed}"
    before = bytes_of(env)
    twin = env.resample(agent, seed)
    if bytes_of(env) != before:
        raise broken("resample leaves the original as it is", where)
    found = difference(env.game, sight(env, agent), sight(twin, agent))
    if found:
        raise broken(NO_LEAK, where, f"its {found}")
    _check_twin_is_itself(env, twin, where)
    case, record, twins_record = case_of_env(env), env.record(), twin.record()
    seen, twins_seen = (events_seen(env.game, each, agent) for each in (record, twins_record))
    if seen != twins_seen:
        new = [event for event in twins_seen if event not in seen]
        raise broken(SAME_PAST, where, f"it would have seen other events: {new[:1]}")
    past = history_of(case, record) if past is None else past
    found = past_difference(env.game, past, history_of(case, twins_record, agent), agent)
    if found:
        raise broken(SAME_PAST, where, found)


def _check_twin_is_itself(env: GameEnv, twin: GameEnv, where: object) -> None:
    if not is_over(twin):
        on_turn = twin.agent_selection
        vector, mask = vector_and_mask(twin, on_turn)
        if mask.tobytes() != mask_by_rules(twin.game, states_of(twin)).tobytes():
            raise broken("A resampled copy shows the mask of its own state", where, f"not for {on_turn}")
        expected = np.empty_like(vector)
        twin.game.loops.observe_one(states_of(twin), 0, seat_on_turn(twin), expected)
        if vector.tobytes() != expected.tobytes():
            raise broken("A resampled copy shows the observation of its own state", where, f"not for {on_turn}")
    record = twin.record()
    again = replayed(twin, where)
    if bytes_of(again) != bytes_of(twin):
        raise broken(OWN_RECORD, where, "the state is another one")
    if again.record() != record:
        raise broken(OWN_RECORD, where, "the record of the replay is another one")


History = list[dict[str, Sight]]
"""What agents were given at each decision of a game."""


def history_of(case: Case, record: dict[str, Any], agent: str | None = None) -> History:
    """What an agent, or all, have been given at each decision of a record, and at its end.

    The text is that of the agent on turn, else it would take most of the time.
    """
    env = case.env()
    env.reset(seed=record["seed"], options={"record": record})
    agents = env.possible_agents if agent is None else [agent]
    given: History = []
    for action in [*read_record(case.game, record).actions, None]:
        given.append({each: sight(env, each, text=each == env.agent_selection) for each in agents})
        if action is not None:
            env.step(action)
    return given


def events_seen(game: Game, record: dict[str, Any], agent: str) -> list[Event]:
    """The events of a record that an agent sees in full: results, its own decisions, and what lies open."""
    return [event for event in record["events"] if _is_seen(game, event, agent)]


def _is_seen(game: Game, event: Event, agent: str) -> bool:
    if "result" in event or event.get("player") == agent:
        return True
    kind = f"chance {event['chance']}" if "chance" in event else f"do {event['do']}"
    return kind in game.narrator.open_events


def past_difference(game: Game, one: History, other: History, agent: str) -> str:
    """The first difference of two histories for an agent; empty if there is none."""
    if len(one) != len(other):
        return f"there are {len(one)} and {len(other)} decisions"
    for ply, (before, after) in enumerate(zip(one, other, strict=True)):
        found = difference(game, before[agent], after[agent])
        if found:
            return f"at ply {ply} its {found}"
    return ""


def check_observation_says_all(
    game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 2, **options: Any
) -> None:
    """Situations that a seat can tell apart by the rendered table or by its mask have different observations.

    Every legal action of a moment is tried, and what each seat is shown afterwards is compared.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        per_phase: at how many moments of each phase of each game.
        options: rule options.

    Raises:
        AssertionError: with two texts or masks that have one observation.
    """
    case = case_of(game, options, games, seed)
    shown: dict[tuple[int, bytes], Sight] = {}
    for moment in stops(case, per_phase):
        states = states_of(moment.env)
        for action in legal_actions(moment.env):
            after = states.copy()
            case.game.loops.step_game(after, 0, action)
            for seat in range(len(moment.env.possible_agents)):
                given = _given_by_state(case.game, after, seat)
                known = shown.setdefault((seat, given["observation"].tobytes()), given)
                found = difference(case.game, {n: v for n, v in known.items() if n in given}, given)
                if found:
                    detail = f"after {case.game.describe_action(action)!r}, for player_{seat} the {found}"
                    raise broken("All that a seat can see is in its observation", moment, detail)


def changed(one: States, other: States) -> NDArray[np.bool_]:
    """Which bytes of two states differ, but for their seeds."""
    differs: NDArray[np.bool_] = bytes_without_seed(one) != bytes_without_seed(other)
    return differs


def field_names(states: States, where: NDArray[np.bool_]) -> str:
    """The names of the fields in which the marked bytes of a state lie."""
    names: list[str] = []
    at = 0
    for name in states.dtype.names or ():
        size = np.ascontiguousarray(states[name]).nbytes
        if where[at : at + size].any():
            names.append(name)
        at += size
    return ", ".join(names)
