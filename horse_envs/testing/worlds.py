"""What `resample` has to redraw: found by brute force from records, and by comparing with real games."""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import derived_seeds
from horse_envs.engine.game import Event, Game, States
from horse_envs.testing.play import (
    Case,
    Moment,
    broken,
    bytes_of,
    bytes_without_seed,
    case_of,
    difference,
    is_over,
    legal_actions,
    moments,
    sight,
    states_of,
    stops,
)
from horse_envs.testing.secrecy import changed, events_seen, field_names, history_of, past_difference

REDRAWS = "resample redraws all that the seat cannot know"
NO_FUTURE = "resample redraws the luck to come"
UNIFORM = "resample is uniform over the worlds that the seat cannot tell apart"

_WORLDS = 60
_BOUND = 6.0


def check_resample_redraws(
    game: Game | str, *, games: int = 2, seed: int = 0, hides: bool = True, tries: int = 10, **options: Any
) -> None:
    """What a seat cannot know is redrawn by `resample`, and so is the luck to come.

    Brute force looks for worlds that the seat cannot tell from the real one: it exchanges two words of a record, or
    a hidden decision for another legal one, and keeps what can be replayed and looks the same to the seat at each
    decision. All that differs in such a world must vary over resampled ones.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games and of the check.
        hides: whether seats have anything to hide from each other.
        tries: how many changes of a record are tried at each moment.
        options: rule options.

    Raises:
        AssertionError: saying what is not redrawn, for which seat, and where.
    """
    case = case_of(game, options, games, seed)
    _check_others_change(case, hides)
    for number, moment in enumerate(stops(case, 1)):
        _check_luck_to_come(moment)
        agents = moment.env.possible_agents
        _check_look_alikes(moment, agents[number % len(agents)], tries)


def _check_luck_to_come(moment: Moment) -> None:
    env = moment.env
    for agent in env.possible_agents:
        first, second, again = (env.resample(agent, seed) for seed in (1, 2, 1))
        seeds = [int(states_of(each)["seed"][0]) for each in (env, first, second)]
        if len(set(seeds)) < len(seeds):
            raise broken(NO_FUTURE, moment, f"for {agent} the seeds in the states are {seeds}")
        if bytes_of(first) != bytes_of(again) or first.record() != again.record():
            raise broken("resample with the same seed gives the same copy", moment, f"not for {agent}")
        while not is_over(first):
            first.step(legal_actions(first)[0])


def _check_others_change(case: Case, hides: bool) -> None:
    """Somewhere each seat's resampling changes what another seat sees, if anything is hidden."""
    players = case.game.checked_options(case.options).num_players
    for seat in range(players):
        found = any(_others_change(moment, seat, players) for moment in moments(case))
        if hides and not found:
            raise broken(REDRAWS, case, f"for player_{seat} it never changes what another seat sees")


def _others_change(moment: Moment, seat: int, players: int) -> bool:
    game, states = moment.case.game, states_of(moment.env)
    twin = states.copy()
    game.rules["resample"](twin[0], seat, moment.ply)
    before, after = np.empty((2, game.layout.size), np.float32)
    for other in range(players):
        game.loops.observe_one(states, 0, other, before)
        game.loops.observe_one(twin, 0, other, after)
        if before.tobytes() != after.tobytes():
            return True
    return False


def _check_look_alikes(moment: Moment, agent: str, tries: int) -> None:
    env, game = moment.env, moment.case.game
    states = states_of(env)
    varied = np.zeros(len(changed(states, states)), bool)
    for world in range(_WORLDS):
        twin = states.copy()
        game.rules["resample"](twin[0], env.possible_agents.index(agent), world)
        varied |= changed(states, twin)
    for how, other in _similar_worlds(moment, agent, tries):
        fixed = changed(states, states_of(other)) & ~varied
        if fixed.any() and _looks_alike(moment, other, agent):
            fields = field_names(states, fixed)
            raise broken(REDRAWS, moment, f"{agent} cannot know {how}, but {fields} never changes with it")


def _similar_worlds(moment: Moment, agent: str, tries: int) -> Iterator[tuple[str, GameEnv]]:
    """Worlds of changed records in which an agent saw the same events and observes the same now.

    Yields:
        What was changed, in words, and an environment at the same point of that world.
    """
    env, case = moment.env, moment.case
    record = env.record()
    real = sight(env, agent, text=False)
    for how, changed_record in _changed_records(moment, agent, record, tries):
        try:
            other = case.replay(changed_record)
        except (ValueError, KeyError):
            continue
        same_events = events_seen(case.game, other.record(), agent) == events_seen(case.game, record, agent)
        if same_events and not difference(case.game, real, sight(other, agent, text=False)):
            yield how, other


def _looks_alike(moment: Moment, other: GameEnv, agent: str) -> bool:
    """Whether an agent was given the same all along."""
    case = moment.case
    past, others_past = (history_of(case, env.record()) for env in (moment.env, other))
    return not past_difference(case.game, past, others_past, agent)


def _changed_records(
    moment: Moment, agent: str, record: dict[str, Any], tries: int
) -> Iterator[tuple[str, dict[str, Any]]]:
    random = moment.case.random(2, moment.ply)
    events = [{name: value for name, value in event.items() if name != "action"} for event in record["events"]]
    chance = [i for i, event in enumerate(events) if "chance" in event]
    for _ in range(tries):
        i = int(random.choice(chance))
        places = list(_leaves({name: value for name, value in events[i].items() if name != "chance"}))
        if len(places) < 2:
            continue
        one, other = (places[int(k)] for k in random.choice(len(places), 2, replace=False))
        yield (
            f"where {one[1]!r} and {other[1]!r} are",
            {**record, "events": _with_words_exchanged(events, one[1], other[1])},
        )
        new = copy.deepcopy(events)
        _put(new[i], one[0], other[1])
        _put(new[i], other[0], one[1])
        yield f"whether {one[1]!r} and {other[1]!r} changed places in event {i}", {**record, "events": new}
    for i, event in _other_decisions(moment, agent, record, tries, random):
        new = copy.deepcopy(events)
        was, new[i] = new[i], event
        yield f"whether event {i} was {was} or {event}", {**record, "events": new}


def _other_decisions(
    moment: Moment, agent: str, record: dict[str, Any], tries: int, random: np.random.Generator
) -> Iterator[tuple[int, Event]]:
    """Decisions of others, exchanged for another legal one of the same moment; the latest first."""
    numbers = [i for i, event in enumerate(record["events"]) if "do" in event and "action" in event]
    for ply in reversed(range(max(0, moment.ply - tries), moment.ply)):
        event = record["events"][numbers[ply]]
        if event["player"] == agent:
            continue
        earlier = moment.case.replay({**record, "events": record["events"][: numbers[ply]]})
        legal = [action for action in legal_actions(earlier) if action != event["action"]]
        if legal:
            s = moment.case.game.record(states_of(earlier), 0)
            chosen = int(random.choice(legal))
            new = moment.case.game.narrator.decision_event(s, chosen)
            yield numbers[ply], {name: value for name, value in new.items() if name != "action"}


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))
    else:
        yield path, value


def _put(event: Any, path: Sequence[Any], value: Any) -> None:
    for step in path[:-1]:
        event = event[step]
    event[path[-1]] = value


def _with_words_exchanged(thing: Any, one: Any, other: Any) -> Any:
    if isinstance(thing, dict):
        return {name: _with_words_exchanged(value, one, other) for name, value in thing.items()}
    if isinstance(thing, list):
        return [_with_words_exchanged(value, one, other) for value in thing]
    if isinstance(thing, bool):
        return thing
    return other if thing == one else one if thing == other else thing


def check_resample_is_uniform(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    plies: Sequence[int] = (0,),
    samples: int = 1500,
    **options: Any,
) -> None:
    """Real worlds and resampled ones look alike in the mean, bit by bit of the state.

    Over many games the state and two resamplings of it are compared. If resampling is uniform, the three can be
    exchanged: each bit is set as often in one as in another, and the real one agrees with a resampling as often as
    two resamplings do. At the first decision this holds for every game. At later plies it holds only if a random
    decision says nothing about what is hidden, so these are tested when they are asked for.

    Args:
        game: a public name or a game.
        games: not used; all checks can be called alike.
        seed: the seed of the games.
        plies: after how many random decisions.
        samples: how many games.
        options: rule options.

    Raises:
        AssertionError: with the fields that are drawn otherwise than in real games.
    """
    case = case_of(game, options, games, seed)
    for ply in plies:
        bits = _worlds_of_games(case, ply, samples)
        for seat in range(bits.shape[1]):
            real, one, two = (bits[:, seat, k].astype(np.int8) for k in range(3))
            _check_exchangeable(case, ply, seat, "set", real - one)
            _check_exchangeable(case, ply, seat, "redrawn", (real == one).astype(np.int8) - (one == two))


def _worlds_of_games(case: Case, ply: int, samples: int) -> NDArray[Any]:
    """The bits of (games, seats, [the state, two resamplings of it])."""
    game = case.game
    options = game.checked_options(case.options)
    blank, states = game.blank(options), game.new_states(1)
    worlds = []
    for number, seed in enumerate(derived_seeds(case.seed, samples)):
        game.loops.new_game(states, 0, blank, int(seed))
        for turn in range(ply):
            if states["to_act"][0] >= 0:
                key = np.uint64(number * 100_003 + turn)
                game.loops.step_game(states, 0, int(game.rules["random_action"](states[0], key)))
        worlds.append([_world_and_twins(game, states, seat, number) for seat in range(options.num_players)])
    return np.unpackbits(np.array(worlds, np.uint8), axis=-1)


def _world_and_twins(game: Game, states: States, seat: int, number: int) -> list[NDArray[Any]]:
    worlds = [states.copy() for _ in range(3)]
    for k in (1, 2):
        game.rules["resample"](worlds[k][0], seat, 2 * number + k)
    return [bytes_without_seed(world) for world in worlds]


def _check_exchangeable(case: Case, ply: int, seat: int, what: str, excess: NDArray[Any]) -> None:
    """The signs of differences that should be as often +1 as -1, for each bit."""
    discordant = np.count_nonzero(excess, axis=0)
    score = np.abs(excess.sum(0, dtype=np.int64)) / np.sqrt(np.maximum(discordant, 1))
    if (score > _BOUND).any():
        states = case.game.new_states(1)
        fields = field_names(states, (score > _BOUND).reshape(-1, 8).any(1))
        where = f"{case}, ply {ply}, {len(excess)} games"
        detail = f"for player_{seat}, bits of {fields} are {what} too often or too seldom"
        raise broken(UNIFORM, where, f"{detail} ({score.max():.1f} standard errors)")
