"""The mask is what the rules accept, an illegal action does what is documented, and actions have words."""

import copy
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.errors import IllegalActionError, NotResetError
from horse_envs.engine.game import Game
from horse_envs.testing.play import (
    Case,
    Moment,
    broken,
    bytes_of,
    case_of,
    difference_for_all,
    is_over,
    legal_by_rules,
    mask_by_rules,
    moments,
    sights,
    states_of,
    stops,
    vector_and_mask,
)

EXACT = "The mask is the set of actions that the rules accept"
RANDOM = "random_action gives each legal action equally often, and no other"
CHANGES_NOTHING = "A refused action changes nothing"
ENDS_FOR_ALL = "In the safe environment a masked action ends the game for all"
PENALTY = "A masked action costs the offender 1, which the others share, on top of what was paid before"
WORDS = "Actions have words both ways"

_DRAWS_AN_ACTION = 60
_NO_ACTIONS: tuple[Any, ...] = (-1, 1.5, "0", None, True, 2**40)


def check_mask_is_exact(game: Game | str, *, games: int = 2, seed: int = 0, per_phase: int = 1, **options: Any) -> None:
    """The mask, `is_legal`, `random_action` and what the environment accepts agree at every moment, for all actions.

    The mask and `is_legal` are compared at every moment. At some moments of each phase all actions are tried, each
    legal one on a copy of its own, and the compiled random action is drawn often.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        per_phase: at how many moments of each phase of each game all actions are tried.
        options: rule options.

    Raises:
        AssertionError: naming the action and where.
    """
    case = case_of(game, options, games, seed)
    for moment in moments(case):
        _check_mask_of_rules(moment)
    for moment in stops(case, per_phase):
        assert_mask_is_exact(moment.env, where=moment)
        if not is_over(moment.env):
            _check_random_action(moment)


def _check_mask_of_rules(moment: Moment) -> None:
    env = moment.env
    accepted = legal_by_rules(env.game, states_of(env))
    marked = np.flatnonzero(mask_by_rules(env.game, states_of(env))).tolist()
    if marked != accepted:
        raise broken(EXACT, moment, f"the mask and is_legal disagree on {_words(env.game, marked, accepted)}")
    if not is_over(env):
        _, mask = vector_and_mask(env, env.agent_selection)
        if np.flatnonzero(mask).tolist() != accepted or mask.max() != 1:
            raise broken(EXACT, moment, f"the mask that is shown and is_legal disagree, mask {mask.tolist()}")


def _words(game: Game, one: list[int], other: list[int]) -> str:
    return ", ".join(repr(game.describe_action(action)) for action in sorted(set(one) ^ set(other)))


def assert_mask_is_exact(env: GameEnv, where: object = "this position") -> None:
    """Try every action of the table on copies of an environment.

    Args:
        env: an environment in any position; it is not changed.
        where: the name of the position for messages.

    Raises:
        AssertionError: naming an action that the mask and the environment judge differently.
    """
    if is_over(env):
        return
    _, mask = vector_and_mask(env, env.agent_selection)
    seen = sights(env)
    trial = _raw_copy(env)
    for action in sorted(range(env.game.num_actions), key=lambda action: bool(mask[action])):
        accepted = _accepts(trial, action, where)
        if accepted != bool(mask[action]):
            said = "allows" if mask[action] else "excludes"
            raise broken(EXACT, where, f"it {said} {env.game.describe_action(action)!r}, the environment does not")
        if not accepted:
            continue
        if bytes_of(trial) == bytes_of(env):
            raise broken("A legal action changes the state", where, env.game.describe_action(action))
        trial = _raw_copy(env)
    refused = _raw_copy(env)
    for number in np.flatnonzero(mask == 0):
        _accepts(refused, int(number), where)
    found = difference_for_all(env.game, seen, sights(refused))
    if found:
        raise broken(CHANGES_NOTHING, where, found)


def _raw_copy(env: GameEnv) -> GameEnv:
    twin = copy.deepcopy(env)
    twin.safe = False
    return twin


def _accepts(env: GameEnv, action: int, where: object) -> bool:
    state = bytes_of(env)
    try:
        env.step(action)
    except IllegalActionError:
        if bytes_of(env) != state:
            raise broken(CHANGES_NOTHING, where, f"{env.game.describe_action(action)!r} changed the state") from None
        return False
    return True


def _check_random_action(moment: Moment) -> None:
    env, game = moment.env, moment.case.game
    legal = legal_by_rules(game, states_of(env))
    draws = _DRAWS_AN_ACTION * len(legal)
    drawn = np.zeros(game.num_actions, np.int64)
    for key in range(draws):
        number = np.uint64(moment.ply) << np.uint64(32) | np.uint64(key)
        drawn[int(game.rules["random_action"](states_of(env)[0], number))] += 1
    if np.flatnonzero(drawn).tolist() != legal:
        raise broken(RANDOM, moment, f"wrong: {_words(game, np.flatnonzero(drawn).tolist(), legal)}")
    # Six standard deviations of a binomial count.
    if np.abs(drawn[legal] - _DRAWS_AN_ACTION).max() > 6 * np.sqrt(_DRAWS_AN_ACTION * (1 - 1 / len(legal))):
        raise broken(RANDOM, moment, f"of {draws} draws, by action: {drawn[legal].tolist()}")


def check_illegal_actions(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """A masked action and something that is no action do what is documented, in both environments and the batch.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: saying what happened instead, and where.
    """
    case = case_of(game, options, games, seed)
    _check_order_of_calls(case)
    for moment in stops(case, 1):
        _check_no_action(moment)
    for reward in ("margin", "win"):
        for mask_in in ("observation", "info"):
            for moment in stops(case, 1, reward=reward, mask_in=mask_in):
                if not is_over(moment.env):
                    _check_safe_end(moment)
    _check_batch_refuses(case)


def _check_order_of_calls(case: Case) -> None:
    calls: dict[str, Callable[[GameEnv], Any]] = {
        "step": lambda env: env.step(0),
        "last": lambda env: env.last(),
        "observe": lambda env: env.observe(env.possible_agents[0]),
        "record": lambda env: env.record(),
        "state": lambda env: env.state(),
        "resample": lambda env: env.resample(env.possible_agents[0], 0),
    }
    for name, call in calls.items():
        try:
            call(case.env())
        except NotResetError:
            continue
        raise broken("A call that needs a game is refused before reset", case, name)


def _check_no_action(moment: Moment) -> None:
    env = moment.env
    wrong: tuple[Any, ...] = _NO_ACTIONS if not is_over(env) else tuple(x for x in _NO_ACTIONS if x is not None)
    for safe in (False, True):
        trial = copy.deepcopy(env)
        trial.safe = safe
        state, seen = bytes_of(trial), sights(trial)
        for action in (*wrong, env.game.num_actions):
            try:
                trial.step(action)
            except IllegalActionError:
                raise broken("Something that is no action is a plain ValueError", moment, repr(action)) from None
            except ValueError:
                if bytes_of(trial) != state or difference_for_all(env.game, seen, sights(trial)):
                    raise broken(CHANGES_NOTHING, moment, repr(action)) from None
            else:
                raise broken("Something that is no action is refused", moment, repr(action))


def _check_safe_end(moment: Moment) -> None:
    env = copy.deepcopy(moment.env)
    env.safe = True
    offender, agents = env.agent_selection, list(env.agents)
    legal = set(legal_by_rules(env.game, states_of(env)))
    illegal = [action for action in range(env.game.num_actions) if action not in legal]
    if not illegal:
        return
    before = dict(env._cumulative_rewards) | {offender: 0.0}
    state, record = bytes_of(env), env.record()
    env.step(illegal[moment.ply % len(illegal)])
    if bytes_of(env) != state or env.record() != record:
        raise broken("A game that an illegal action ended stops before it", moment)
    if not all(env.terminations.values()) or any(env.truncations.values()) or env.agents != agents:
        raise broken(ENDS_FOR_ALL, moment, f"terminations are {env.terminations}")
    share = 1.0 / (len(agents) - 1)
    expected = {agent: -1.0 if agent == offender else share for agent in agents}
    paid = {agent: env._cumulative_rewards[agent] - before[agent] for agent in agents}
    for agent in agents:
        if abs(env.rewards[agent] - expected[agent]) > 1e-9 or abs(paid[agent] - expected[agent]) > 1e-9:
            raise broken(PENALTY, moment, f"{offender} offended, the rewards are {env.rewards} and in sum {paid}")
    if abs(sum(env.rewards.values())) > 1e-6:
        raise broken("Rewards sum to zero", moment, f"{env.rewards}")
    _check_farewell(env, moment)


def _check_farewell(env: GameEnv, moment: Moment) -> None:
    """After the end each agent takes None and leaves, and no mask allows anything."""
    for agent in env.possible_agents:
        _, mask = vector_and_mask(env, agent)
        if mask.any() or env.view(agent).action_mask.any():
            raise broken("After the end no mask allows anything", moment, f"that of {agent} does")
    for left in range(len(env.agents), 0, -1):
        if len(env.agents) != left or not env.last()[2]:
            raise broken("After the end each agent takes None once and leaves", moment, f"left: {env.agents}")
        env.step(None)
    if env.agents:
        raise broken("After the end each agent takes None once and leaves", moment, f"left: {env.agents}")


def _check_batch_refuses(case: Case) -> None:
    batch = case.batch(3)
    batch.reset(seed=case.seed)
    good = batch.decide(case.game.policies[0], np.arange(3), np.arange(3, dtype=np.uint64))
    kept = _shown_by(batch)
    for place in range(3):
        bad = good.copy()
        bad[place:] = [int((mask == 0).argmax()) for mask in batch.action_mask[place:]]
        for actions, error in ((bad, IllegalActionError), (good[:2], ValueError), (good * 1.0, ValueError)):
            try:
                batch.step(actions)
            except error as refusal:
                if actions is bad and f"game {place}" not in str(refusal):
                    raise broken("A refused batch names its first illegal action", case, str(refusal)) from None
            else:
                raise broken("A batch with something illegal in it is refused", case, f"game {place}")
            if _shown_by(batch) != kept:
                raise broken("A refused batch changes nothing", case)


def _shown_by(batch: BatchEnv) -> list[bytes]:
    arrays: tuple[NDArray[Any], ...] = (batch.to_act, batch.observation, batch.action_mask, batch.seeds)
    return [array.tobytes() for array in arrays]


def check_actions_have_words(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """Every action has words of its own, which are read back; in each phase its event says the same action.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: naming the action.
    """
    case = case_of(game, options, games, seed)
    known = case.game
    env = case.env()
    for action in range(known.num_actions):
        words = env.describe_action(action)
        for written in (words, words.upper(), f"  {words.replace(' ', '   ')} "):
            if env.parse_action(written) != action:
                raise broken(WORDS, case, f"{written!r} is read as {env.parse_action(written)}, not {action}")
    for number in (-1, known.num_actions):
        _expect_value_error(env.describe_action, number, case)
    for words in ("", "no such words", known.actions[0] + " x"):
        _expect_value_error(env.parse_action, words, case)
    for moment in stops(case, 2):
        _check_events_of_actions(moment)


def _expect_value_error(call: Callable[[Any], Any], wrong: Any, where: object) -> None:
    try:
        call(wrong)
    except ValueError:
        return
    raise broken("What is no action has no words, and is refused with a ValueError", where, repr(wrong))


def _check_events_of_actions(moment: Moment) -> None:
    game, narrator = moment.case.game, moment.case.game.narrator
    s = game.record(states_of(moment.env), 0)
    for action in legal_by_rules(game, states_of(moment.env)):
        event = narrator.decision_event(s, action)
        if event.get("action") != action or event.get("player") != moment.env.agent_selection:
            raise broken("The event of a decision names player and action", moment, json.dumps(event))
        read = json.loads(json.dumps(event))
        wordy = {name: value for name, value in read.items() if name != "action"}
        if narrator.action_of(s, read) != action or narrator.action_of(s, wordy) != action:
            raise broken("The words of an event say which action it is", moment, json.dumps(event))
