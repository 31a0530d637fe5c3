"""Random play for the checks, and what they say when a promise is broken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv, derived_seeds
from horse_envs.engine.errors import RecordError
from horse_envs.engine.game import Game, States, load_game
from horse_envs.engine.replay import replay_game

LONGEST_GAME = 20_000
"""Plies after which a game of random play counts as one that does not end."""

Sight = dict[str, Any]
"""All that an environment gives to one agent at one moment, by name."""


def broken(promise: str, where: object, detail: str = "") -> AssertionError:
    """The error of a broken promise: which one, where it was seen, and what was seen."""
    return AssertionError(f"{promise}. Seen at {where}" + (f": {detail}" if detail else "."))


@dataclass(frozen=True)
class Case:
    """A game with options, and the random games that a check plays of it."""

    game: Game
    options: dict[str, Any]
    games: int
    seed: int

    def __str__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"{self.game.name}{options}"

    def with_games(self, games: int) -> "Case":
        """The same case with this many games, at most as many as it has."""
        return Case(self.game, self.options, min(games, self.games), self.seed)

    @property
    def seeds(self) -> list[int]:
        """The seeds of the games."""
        return [int(seed) for seed in derived_seeds(self.seed, self.games)]

    def env(self, **settings: Any) -> GameEnv:
        """An environment of the case; one that raises for a masked action, if nothing else is said."""
        return GameEnv(self.game, self.options, **{"safe": False, "render_mode": "ansi", **settings})

    def batch(self, num_envs: int, **settings: Any) -> BatchEnv:
        """A batch of the case."""
        return BatchEnv(self.game, self.options, num_envs=num_envs, **settings)

    def replay(self, record: Any, **settings: Any) -> GameEnv:
        """The environment at the point where a record ends; the game need not be registered."""
        return replay_game(self.game, record, **settings)

    def random(self, *purpose: int) -> np.random.Generator:
        """The checks' own luck."""
        return np.random.default_rng([self.seed, *purpose])


def case_of(game: Game | str, options: Mapping[str, Any], games: int, seed: int) -> Case:
    """The case of a check's arguments; a game is given by its public name or as itself."""
    known = load_game(game) if isinstance(game, str) else game
    known.checked_options(options)
    return Case(known, dict(options), games, seed)


def case_of_env(env: GameEnv) -> Case:
    """The case of an environment's game and options."""
    return Case(env.game, env.game.options_dict(env.options), 1, 0)


@dataclass
class Moment:
    """A point of a random game: before each decision, and after the end."""

    case: Case
    env: GameEnv
    seed: int
    actions: list[int]
    phase: str

    @property
    def ply(self) -> int:
        """How many decisions were made."""
        return len(self.actions)

    def __str__(self) -> str:
        return f"{self.case}, seed {self.seed}, ply {self.ply} ({self.phase})"


def replayed(env: GameEnv, where: object) -> GameEnv:
    """An environment like this one, made from its record."""
    settings = {name: getattr(env, name) for name in ("reward", "mask_in", "safe", "render_mode", "render_seat")}
    try:
        return case_of_env(env).replay(env.record(), **settings)
    except RecordError as error:
        raise broken("A record replays to the game that it was made of", where, str(error)) from error


def states_of(env: GameEnv) -> States:
    """The state behind an environment, an array of length 1."""
    return env._states


def state_bytes(states: States) -> bytes:
    """The state field by field, without the padding between them."""
    names = states.dtype.names or ()
    return b"".join(np.ascontiguousarray(states[name]).tobytes() for name in names)


def bytes_without_seed(states: States) -> NDArray[np.uint8]:
    """The bytes of a state but for its seed, from which the luck to come follows."""
    kept = states.copy()
    kept["seed"] = 0
    return np.frombuffer(state_bytes(kept), np.uint8)


def bytes_of(env: GameEnv) -> bytes:
    """The state behind an environment, as bytes."""
    return state_bytes(env._states)


def seat_on_turn(env: GameEnv) -> int:
    """The seat that decides, -1 after the end, an illegal action included."""
    return env._seat


def is_over(env: GameEnv) -> bool:
    """Whether the game has ended."""
    return env._seat < 0


def legal_by_rules(game: Game, states: States) -> list[int]:
    """The actions that `is_legal` accepts, in order."""
    is_legal = game.rules["is_legal"]
    return [action for action in range(game.num_actions) if is_legal(states[0], action)]


def mask_by_rules(game: Game, states: States) -> NDArray[np.int8]:
    """The mask that `legal` writes for the agent on turn."""
    mask = np.zeros(game.num_actions, np.int8)
    game.loops.legal_one(states, 0, mask)
    return mask


def legal_actions(env: GameEnv) -> list[int]:
    """What both `legal` and `is_legal` allow now; one that is wrong alone is for `check_mask_is_exact` to find."""
    if is_over(env):
        return []
    marked = np.flatnonzero(mask_by_rules(env.game, env._states))
    # One compiled call for all of them: a game may have hundreds.
    while (wrong := env.game.loops.first_illegal(env._states, np.zeros(len(marked), np.int64), marked)) >= 0:
        marked = np.delete(marked, wrong)
    return [int(action) for action in marked]


def phase_of(env: GameEnv, legal: list[int]) -> str:
    """What is to be decided now, by the word of records: `play`, `bet`, ...; `over` after the end."""
    if is_over(env):
        return "over"
    event = env.game.narrator.decision_event(env.game.record(env._states, 0), legal[0])
    return str(event["do"])


def moments(
    case: Case, seeds: list[int] | None = None, luck: dict[str, Any] | None = None, **settings: Any
) -> Iterator[Moment]:
    """All moments of random games; the environment is the same one throughout and goes on.

    Args:
        case: what is played.
        seeds: the seeds of the games, if not those of the case.
        luck: a record whose luck is played again.
        settings: how the environment is used.

    Yields:
        The moment before each decision, and that after the end.
    """
    env = case.env(**settings)
    for seed in case.seeds if seeds is None else seeds:
        random = np.random.default_rng([case.seed, seed])
        env.reset(seed=seed, options={"record": luck} if luck else None)
        actions: list[int] = []
        while True:
            legal = legal_actions(env)
            if not legal and not is_over(env):
                where = f"{case}, seed {seed}, ply {len(actions)}"
                raise broken("Before the end of a game there is always a legal action", where)
            yield Moment(case, env, seed, list(actions), phase_of(env, legal))
            if is_over(env):
                break
            if len(actions) >= LONGEST_GAME:
                raise broken("Games end", f"{case}, seed {seed}", f"not after {LONGEST_GAME} plies")
            actions.append(int(random.choice(legal)))
            env.step(actions[-1])


def stops(case: Case, per_phase: int, **settings: Any) -> Iterator[Moment]:
    """Some moments of each game: for every phase that comes up `per_phase` of them, the end among them."""
    chosen: set[tuple[int, int]] = set()
    by_phase: dict[tuple[int, str], list[int]] = {}
    for moment in moments(case, **settings):
        by_phase.setdefault((moment.seed, moment.phase), []).append(moment.ply)
    random = case.random(1)
    for (seed, _), plies in by_phase.items():
        count = min(per_phase, len(plies))
        chosen |= {(seed, int(ply)) for ply in random.choice(plies, count, replace=False)}
    for moment in moments(case, **settings):
        if (moment.seed, moment.ply) in chosen:
            yield moment


def rendered(env: GameEnv, agent: str | None) -> str | None:
    """The table as text for an agent, or for a spectator (None)."""
    kept = env.render_seat, env.render_mode
    env.render_seat, env.render_mode = agent, "ansi"
    try:
        return env.render()
    finally:
        env.render_seat, env.render_mode = kept


def vector_and_mask(env: GameEnv, agent: str) -> tuple[Any, Any]:
    """The observation vector and the mask of an agent, wherever the mask is given."""
    shown = env.observe(agent)
    if isinstance(shown, dict):
        return shown["observation"], shown["action_mask"]
    return shown, env.infos[agent]["action_mask"]


def sight(env: GameEnv, agent: str, text: bool = True) -> Sight:
    """All that an agent is given now; the rendered text, which takes longest, can be left out.

    The agents must not have left the game yet.
    """
    vector, mask = vector_and_mask(env, agent)
    # Copies: what an environment gives out may still be its own.
    given: Sight = {
        "turn": env.agent_selection,
        "observation": np.array(vector),
        "action mask": np.array(mask),
        "info": {name: np.asarray(value).tolist() for name, value in env.infos[agent].items()},
        "reward": env.rewards[agent],
        "reward since its last turn": env._cumulative_rewards[agent],
        "termination": env.terminations[agent],
        "truncation": env.truncations[agent],
    }
    if text:
        given["rendered text"] = rendered(env, agent)
    return given


def sights(env: GameEnv, text: bool = True) -> dict[str, Sight]:
    """What each agent is given now."""
    return {agent: sight(env, agent, text) for agent in env.agents}


def difference(game: Game, one: Sight, other: Sight) -> str:
    """In which respect two sights differ, in words; empty if they are equal byte for byte."""
    for name, value in one.items():
        against = other[name]
        if isinstance(value, np.ndarray):
            if value.dtype != against.dtype or value.tobytes() != against.tobytes():
                return f"{name} differs{_pieces(game, value, against)}"
        elif value != against:
            return f"{name} differs: {_short(value)} and {_short(against)}"
    return ""


def difference_for_all(game: Game, one: dict[str, Sight], other: dict[str, Sight]) -> str:
    """The first difference in what any agent is given; empty if there is none."""
    if list(one) != list(other):
        return f"the agents differ: {list(one)} and {list(other)}"
    for agent, seen in one.items():
        found = difference(game, seen, other[agent])
        if found:
            return f"for {agent} the {found}"
    return ""


def _pieces(game: Game, one: NDArray[Any], other: NDArray[Any]) -> str:
    if one.shape != other.shape:
        return f": shapes {one.shape} and {other.shape}"
    if one.shape != (game.layout.size,):
        return f" at {np.flatnonzero(one != other).tolist()}"
    before, after = game.layout.explain(one), game.layout.explain(other)
    names = [name for name in before if before[name].tobytes() != after[name].tobytes()]
    return f" in {', '.join(names)}"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 300 else text[:297] + "..."
