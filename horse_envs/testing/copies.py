"""A copy is a copy, and looking at a game leaves it as it is."""

import copy
import pickle
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from horse_envs.testing.play import (
    Case,
    broken,
    bytes_of,
    case_of,
    difference_for_all,
    is_over,
    legal_actions,
    moments,
    rendered,
    replayed,
    sights,
    states_of,
    stops,
)

ALIKE = "A copy goes on exactly as the original"
UNTOUCHED = "Looking at a game, and playing a copy of it, changes nothing"
SAME_TWICE = "What an agent observes is a function of state and agent"


def check_copies(game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 1, **options: Any) -> None:
    """A deepcopy, a pickle and the replayed record of a game in mid-play go on as the original does.

    The copies are stepped beside the original to the end of its game, and into the next one.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        per_phase: at how many moments of each phase of each game copies are made.
        options: rule options.

    Raises:
        AssertionError: saying which kind of copy differs, in what, and where.
    """
    case = case_of(game, options, games, seed)
    for reward, mask_in in (("margin", "observation"), ("win", "info")):
        settings = {"reward": reward, "mask_in": mask_in}
        chosen: dict[int, set[int]] = {}
        for moment in stops(case, per_phase, **settings):
            chosen.setdefault(moment.seed, set()).add(moment.ply)
        for seed_of_game, plies in chosen.items():
            _follow(case, seed_of_game, plies, settings)


def copies_of(env: GameEnv, where: object) -> dict[str, GameEnv]:
    """Copies of an environment, by the way in which they were made."""
    return {
        "deepcopy": copy.deepcopy(env),
        "pickle": pickle.loads(pickle.dumps(env)),
        "replayed record": replayed(env, where),
    }


def _follow(case: Case, seed: int, plies: set[int], settings: dict[str, Any]) -> None:
    """Play one game, making copies at some plies and stepping them along."""
    copies: list[tuple[str, GameEnv]] = []
    for moment in moments(case, seeds=[seed], **settings):
        if moment.actions:
            for kind, twin in copies:
                _step_copy(twin, moment.actions[-1], f"{moment}, {kind}")
                _compare(moment.env, twin, f"{moment}, {kind}")
        if moment.ply in plies:
            for kind, twin in copies_of(moment.env, moment).items():
                _compare(moment.env, twin, f"{moment}, {kind} just made")
                copies.append((f"{kind} of ply {moment.ply}", twin))
        if is_over(moment.env):
            following = copy.deepcopy(moment.env)
            following.reset()
            for kind, twin in copies:
                twin.reset()
                _compare(following, twin, f"{moment}, in the next game, {kind}")


def _step_copy(twin: GameEnv, action: int, where: object) -> None:
    try:
        twin.step(action)
    except ValueError as error:
        raise broken(ALIKE, where, str(error)) from error


def _compare(env: GameEnv, twin: GameEnv, where: object) -> None:
    """Compare all that two environments are, but for texts: these follow from the state."""
    if bytes_of(env) != bytes_of(twin):
        raise broken(ALIKE, where, "the states differ")
    for name in ("agent_selection", "agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
        if getattr(env, name) != getattr(twin, name):
            raise broken(ALIKE, where, f"{name} is {getattr(twin, name)}, not {getattr(env, name)}")
    for agent in env.agents:
        if not _equal(env.observe(agent), twin.observe(agent)) or not _equal(env.infos[agent], twin.infos[agent]):
            raise broken(ALIKE, where, f"{agent} is shown something else")


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return list(one) == list(other) and all(_equal(one[name], other[name]) for name in one)
    if isinstance(one, np.ndarray):
        return bool(one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes())
    return bool(one == other)


def assert_copies_go_on(env: GameEnv, where: object = "this position") -> None:
    """Copy an environment in each way, and play the copies side by side to the end of this game and into the next.

    Args:
        env: an environment in any position in which all agents are present; it is not changed.
        where: the name of the position for messages.

    Raises:
        AssertionError: saying which kind of copy differs, and in what.
    """
    state, seen = bytes_of(env), sights(env)
    copies = copies_of(env, where)
    for kind, twin in copies.items():
        found = difference_for_all(env.game, seen, sights(twin))
        if found:
            raise broken(ALIKE, where, f"{kind} just made: {found}")
        _compare(env, twin, f"{where}, {kind} just made")
    first = copies["deepcopy"]
    while not is_over(first):
        action = legal_actions(first)[-1]
        for kind, twin in copies.items():
            _step_copy(twin, action, f"{where}, {kind} played on")
            _compare(first, twin, f"{where}, {kind} played on")
    for kind, twin in copies.items():
        twin.reset()
        _compare(first, twin, f"{where}, {kind} in the next game")
    if bytes_of(env) != state or difference_for_all(env.game, seen, sights(env)):
        raise broken(UNTOUCHED, where, "copies were played on")


def check_state_is_untouched(
    game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 1, **options: Any
) -> None:
    """Whatever is asked of an environment, in any order and twice, it and the game stay as they are.

    Nor does writing into what was given out change anything.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        per_phase: at how many moments of each phase of each game.
        options: rule options.

    Raises:
        AssertionError: naming the call that changed something, and where.
    """
    case = case_of(game, options, games, seed)
    for moment in stops(case, per_phase):
        assert_untouched(moment.env, where=moment)
    for moment in stops(case.with_games(1), 1, mask_in="info"):
        assert_untouched(moment.env, where=moment)
    _check_seats_differ(case)


def assert_untouched(env: GameEnv, where: object = "this position") -> None:
    """Ask everything of an environment and see that it stays as it is.

    Args:
        env: an environment in any position in which all agents are present.
        where: the name of the position for messages.

    Raises:
        AssertionError: naming the call that changed something.
    """
    agents = env.possible_agents
    calls: dict[str, Any] = {
        "last": env.last,
        "state": env.state,
        "record": env.record,
        "render": lambda: rendered(env, agents[0]),
        "the spectator's render": lambda: rendered(env, None),
        "deepcopy": lambda: copy.deepcopy(env),
        "pickle": lambda: pickle.dumps(env),
        **{f"observe({agent})": (lambda agent=agent: env.observe(agent)) for agent in reversed(agents)},
        **{f"resample({agent})": (lambda agent=agent: env.resample(agent, 0)) for agent in agents},
        **{f"view({agent})": (lambda agent=agent: _look_through(env.view(agent))) for agent in agents},
    }
    state, seen = bytes_of(env), sights(env)
    for name, call in calls.items():
        given = (call(), call())
        if not isinstance(given[0], GameEnv) and not _equal_given(given[0], given[1]):
            raise broken(SAME_TWICE, where, f"{name} gave two different answers")
        for each in given:
            _scribble(each)
        if bytes_of(env) != state:
            raise broken(UNTOUCHED, where, f"{name} changed the state")
        found = difference_for_all(env.game, seen, sights(env))
        if found:
            raise broken(UNTOUCHED, where, f"after {name} {found}")
    _check_views_agree(env, where)


def _equal_given(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_equal_given(a, b) for a, b in zip(one, other, strict=True))
    return _equal(one, other)


def _look_through(view: Any) -> tuple[Any, ...]:
    return view.observation, view.action_mask, view.legal_actions, view.pieces


def _scribble(given: Any) -> None:
    """Write into all arrays that were given out."""
    if isinstance(given, np.ndarray) and given.dtype.kind in "fi":
        given.fill(-7)
    elif isinstance(given, dict):
        for value in given.values():
            _scribble(value)
    elif isinstance(given, tuple):
        # Of last() only the observation: rewards are numbers, and infos are the environment's own, as everywhere.
        _scribble(given[0])


def _check_views_agree(env: GameEnv, where: object) -> None:
    """Each agent's observation is its own, however it is asked for."""
    everything = env.state().reshape(len(env.possible_agents), -1)
    for seat, agent in enumerate(env.possible_agents):
        vector = np.empty(env.game.layout.size, np.float32)
        env.game.loops.observe_one(states_of(env), 0, seat, vector)
        shown = env.observe(agent)
        answers = {
            "observe": shown["observation"] if isinstance(shown, dict) else shown,
            "view": env.view(agent).observation,
            "state": everything[seat],
        }
        for name, given in answers.items():
            if given.tobytes() != vector.tobytes():
                raise broken(SAME_TWICE, where, f"{name} gives {agent} something else than it sees")


def _check_seats_differ(case: Case) -> None:
    """Agents see the table each from its own seat: their observations are not the same throughout."""
    same = True
    for moment in moments(case):
        vectors = moment.env.state().reshape(len(moment.env.possible_agents), -1)
        same = same and bool((vectors == vectors[0]).all())
    if same:
        raise broken(SAME_TWICE, case, "all agents saw the same at every moment")
