"""Spaces, layout and phases: what is given is what was declared."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.game import Game
from horse_envs.engine.layout import Layout
from horse_envs.testing.play import Case, Moment, broken, case_of, is_over, moments, rendered, vector_and_mask

DECLARED = "What is given lies in its space, with its shape and type"
SAME_OBJECT = "A space is the same object each time"
MASK_IN = "mask_in says only where the mask is given"
COVERS = "The pieces of the layout cover the vector exactly, in order, and share its memory"
TABLE = "The table of the layout has a row for each piece"
PHASES = "The observation says which phase it is"
TEXT = "render() gives the text of its seat, or that of a spectator"


def check_spaces(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """Observations, masks and states lie in their spaces at each step, for each way to make an environment.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: saying what lies outside, and where.
    """
    case = case_of(game, options, games, seed)
    _check_settings(case, safe=False)
    _check_settings(case.with_games(1), safe=True)
    for moment in moments(case):
        _check_text(moment)


def _check_settings(case: Case, safe: bool) -> None:
    """The same games with the mask in either place."""
    inside = moments(case, safe=safe, mask_in="observation", render_mode=None)
    beside = moments(case, safe=safe, mask_in="info", reward="win", render_mode=None)
    for one, other in zip(inside, beside, strict=True):
        for moment in (one, other):
            _check_spaces_of(moment)
            _check_state(moment)
        for agent in one.env.agents:
            vector, mask = vector_and_mask(one.env, agent)
            same_vector, same_mask = vector_and_mask(other.env, agent)
            if vector.tobytes() != same_vector.tobytes() or mask.tobytes() != same_mask.tobytes():
                raise broken(MASK_IN, one, f"{agent} is shown something else")
            if "action_mask" in one.env.infos[agent] or isinstance(other.env.observe(agent), dict):
                raise broken(MASK_IN, one, f"the mask of {agent} is in both places")


def _check_spaces_of(moment: Moment) -> None:
    env, game = moment.env, moment.case.game
    for agent in env.possible_agents:
        space, actions = env.observation_space(agent), env.action_space(agent)
        if space is not env.observation_space(agent) or actions is not env.action_space(agent):
            raise broken(SAME_OBJECT, moment, agent)
        shown = env.observe(agent)
        vector, mask = vector_and_mask(env, agent)
        _check_array(moment, f"observation of {agent}", vector, np.float32, (game.layout.size,))
        _check_array(moment, f"mask of {agent}", mask, np.int8, (game.num_actions,))
        outside = (vector < game.layout.low) | (vector > game.layout.high) | ~np.isfinite(vector)
        if outside.any():
            values = {name: vector[part].tolist() for name, part in _parts(game.layout) if outside[part].any()}
            raise broken(DECLARED, moment, f"outside its bounds for {agent}: {values}")
        # `contains` takes long, and for those who are not on turn the bounds say the same.
        if agent == env.agent_selection and not space.contains(shown):
            raise broken(DECLARED, moment, f"the observation of {agent} is not in {space}")
        if not isinstance(actions, spaces.Discrete) or actions.n != game.num_actions or actions.start != 0:
            raise broken(DECLARED, moment, f"the actions of {agent} are {actions}")


def _parts(layout: Layout) -> list[tuple[str, slice]]:
    ends = np.cumsum([piece.size for piece in layout.pieces])
    return [
        (piece.name, slice(int(end) - piece.size, int(end))) for piece, end in zip(layout.pieces, ends, strict=True)
    ]


def _check_array(moment: Moment, name: str, array: Any, dtype: Any, shape: tuple[int, ...]) -> None:
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
        found = f"{getattr(array, 'dtype', type(array))} of shape {getattr(array, 'shape', None)}"
        raise broken(DECLARED, moment, f"the {name} is {found}, not {np.dtype(dtype)} of shape {shape}")


def _check_state(moment: Moment) -> None:
    env = moment.env
    state = env.state()
    size = env.game.layout.size * len(env.possible_agents)
    _check_array(moment, "state", state, np.float32, (size,))
    if not env.state_space.contains(state):
        raise broken(DECLARED, moment, "the state is not in its space")


def _check_text(moment: Moment) -> None:
    env, game = moment.env, moment.case.game
    s = game.record(env._states, 0)
    for seat, agent in [(None, None), *enumerate(env.possible_agents)]:
        text = rendered(env, agent)
        if not isinstance(text, str) or not text.strip() or text != game.render_text(s, seat):
            raise broken(TEXT, moment, f"for {agent or 'a spectator'} it gives {text!r}")


def check_layout(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """The layout covers the vector, its named views share memory, and its table is complete.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: naming the piece.
    """
    case = case_of(game, options, games, seed)
    layout = case.game.layout
    env = case.env()
    if env.layout is not layout or sum(piece.size for piece in layout.pieces) != layout.size:
        raise broken(COVERS, case, f"sizes sum to {sum(p.size for p in layout.pieces)}, not {layout.size}")
    for shape in ((layout.size,), (3, layout.size)):
        _check_explain(case, np.arange(np.prod(shape), dtype=np.float32).reshape(shape))
    for wrong in (np.zeros(layout.size + 1, np.float32), np.float32(0.0)):
        try:
            layout.explain(wrong)
        except ValueError:
            continue
        raise broken("Something that is no observation is refused with a ValueError", case, f"shape {wrong.shape}")
    _check_table(case)
    _check_symmetry(case)


def _check_explain(case: Case, vectors: NDArray[np.float32]) -> None:
    layout = case.game.layout
    named = layout.explain(vectors)
    if list(named) != [piece.name for piece in layout.pieces]:
        raise broken(COVERS, case, f"explain names {list(named)}")
    flat = []
    for piece in layout.pieces:
        view = named[piece.name]
        if view.shape != (*vectors.shape[:-1], *piece.shape):
            raise broken(COVERS, case, f"{piece.name} has shape {view.shape}")
        if not np.shares_memory(view, vectors):
            raise broken(COVERS, case, f"{piece.name} is a copy")
        flat.append(view.reshape(*vectors.shape[:-1], -1))
    if not np.array_equal(np.concatenate(flat, -1), vectors):
        raise broken(COVERS, case, "the pieces one after the other are not the vector")


def _check_table(case: Case) -> None:
    layout = case.game.layout
    rows = layout.to_markdown().splitlines()
    if len(rows) != len(layout.pieces) + 2:
        raise broken(TABLE, case, f"{len(rows)} lines for {len(layout.pieces)} pieces")
    for (name, part), row in zip(_parts(layout), rows[2:], strict=True):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        entries = str(part.start) if part.stop - part.start == 1 else f"{part.start}-{part.stop - 1}"
        if cells[0] != entries or cells[1] != f"`{name}`" or not cells[-1]:
            raise broken(TABLE, case, f"the row of {name} is {row}")
    for piece in layout.pieces:
        if not piece.low < piece.high:
            raise broken("The bounds of a piece are a range", case, f"{piece.name}: {piece.low} to {piece.high}")
    same = layout.fingerprint(case.game.actions)
    if same != case.game.fingerprint or same == layout.fingerprint(case.game.actions[1:]):
        raise broken("The fingerprint tells layouts and action tables apart", case)


def _check_symmetry(case: Case) -> None:
    game = case.game
    if game.random_symmetry is None:
        return
    for number in range(10):
        for indices, size in zip(game.random_symmetry(case.random(number)), _sizes(game), strict=True):
            if sorted(indices.tolist()) != list(range(size)):
                raise broken("A symmetry rearranges all entries and all actions", case, f"{indices.tolist()}")


def _sizes(game: Game) -> tuple[int, int]:
    return game.layout.size, game.num_actions


def check_phases_are_shown(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """For any two phases there is an entry of the observation by which the agent on turn tells them apart.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: naming two phases that look alike.
    """
    case = case_of(game, options, games, seed)
    low: dict[str, NDArray[np.float32]] = {}
    high: dict[str, NDArray[np.float32]] = {}
    for moment in moments(case):
        if not is_over(moment.env):
            vector = _vector_on_turn(moment.env)
            low[moment.phase] = np.minimum(low.get(moment.phase, vector), vector)
            high[moment.phase] = np.maximum(high.get(moment.phase, vector), vector)
    phases = list(low)
    for number, one in enumerate(phases):
        for other in phases[:number]:
            if not ((low[one] > high[other]) | (low[other] > high[one])).any():
                raise broken(PHASES, case, f"no entry tells {one!r} from {other!r}")


def _vector_on_turn(env: GameEnv) -> NDArray[np.float32]:
    vector: NDArray[np.float32] = vector_and_mask(env, env.agent_selection)[0]
    return vector
