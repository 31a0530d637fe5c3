"""The same seed and the same actions give the same bytes: again, elsewhere, in a batch, compiled or not."""

import copy
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Collection
from typing import Any

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import derived_seeds, returns_of
from horse_envs.engine.compile import JIT
from horse_envs.engine.game import Event, Game
from horse_envs.engine.luck import mix, number
from horse_envs.testing.play import (
    Case,
    Moment,
    broken,
    bytes_of,
    case_of,
    is_over,
    legal_actions,
    states_of,
    stops,
    vector_and_mask,
)
from horse_envs.testing.transcript import continuation, transcript

SAME = "The same seed and the same actions give the same bytes"
GOES_ON = "reset() without a seed goes on from the game before, reproducibly, with another game"
SEED_ALONE = "Luck is a function of the seed alone, whatever the players do"
BATCH = "A game is the same in an AEC environment and anywhere in a batch"
PLAYED = "A game played inside the compiled loop is the same as one that is stepped"
WRONG_SEEDS: tuple[Any, ...] = (-1, 2**63, 1.5, "7", True)


def check_seeds(
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    slow: bool = False,
    luck_by_decisions: Collection[str] | None = None,
    **options: Any,
) -> None:
    """Seeds reproduce games; all luck comes from them.

    Args:
        game: a public name or a game.
        games: how many random games are played.
        seed: the seed of the games.
        slow: compare also with another process, and with one in which compilation is turned off, or on.
        luck_by_decisions: the kinds of chance events whose outcome may depend on what was done before; by default
            those that the game names itself.
        options: rule options.

    Raises:
        AssertionError: saying what is not reproduced, and where.
    """
    case = case_of(game, options, games, seed)
    first = transcript(case)
    for again in (transcript(case), transcript(case, twice=True)):
        _compare(case, first, again, "in the same process")
    if len({_luck_of_a_game(case, int(seed_of_game)) for seed_of_game in derived_seeds(seed, 8)}) < 8:
        raise broken("Other seeds give other games", case)
    _check_going_on(case)
    _check_wrong_seeds(case)
    exempt = case.game.luck_by_decisions if luck_by_decisions is None else luck_by_decisions
    for seed_of_game in case.seeds:
        _check_luck_of_seed(case, seed_of_game, exempt)
    if slow:
        _compare(case, first, _elsewhere(case, JIT), "in another process")
        short = case.with_games(1)
        _compare(short, first[:1], _elsewhere(short, not JIT), f"with compilation {'off' if JIT else 'on'}")
        for moment in stops(short, 1):
            if moment.ply % 3 == 0 or is_over(moment.env):
                _check_journey(moment)


def _compare(case: Case, one: list[list[str]], other: list[list[str]], how: str) -> None:
    for seed, before, after in zip(case.seeds, one, other, strict=True):
        for ply in range(max(len(before), len(after))):
            if before[ply : ply + 1] != after[ply : ply + 1]:
                raise broken(SAME, f"{case}, seed {seed}, ply {ply}", f"not {how}")


def _elsewhere(case: Case, jit: bool, given: Case | GameEnv | None = None) -> Any:
    """What another process makes of a case, or of an environment that it plays on."""
    environment = dict(os.environ)
    environment.pop("NUMBA_DISABLE_JIT", None)
    if not jit:
        environment["NUMBA_DISABLE_JIT"] = "1"
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    ran = subprocess.run(
        [sys.executable, "-c", "from horse_envs.testing.transcript import main; main()"],
        input=pickle.dumps(case if given is None else given),
        env=environment,
        capture_output=True,
        check=False,
    )
    if ran.returncode != 0:
        raise broken(SAME, case, f"the other process failed: {ran.stderr.decode()[-2000:]}")
    return json.loads(ran.stdout)


def _check_journey(moment: Moment) -> None:
    """An environment in mid-play is sent to another process and goes on there."""
    away = _elsewhere(moment.case, JIT, moment.env)
    if away != continuation(copy.deepcopy(moment.env)):
        raise broken("A pickled environment goes on alike in another process", moment)


def _check_going_on(case: Case) -> None:
    one, other = case.env(), case.env()
    for seed in case.seeds:
        seen = []
        for number_of_game in range(4):
            for env in (one, other):
                env.reset(seed=seed if number_of_game == 0 else None)
            _play_to_the_end(one)
            if number_of_game % 2:
                _play_to_the_end(other)
            seen.append(json.dumps(one.record()["events"]))
            if number_of_game % 2 and one.record() != other.record():
                raise broken(GOES_ON, f"{case}, seed {seed}, game {number_of_game}", "two environments differ")
        if len(set(seen)) < len(seen):
            raise broken(GOES_ON, f"{case}, seed {seed}", "a game came twice")
    fresh = [case.env() for _ in range(2)]
    for env in fresh:
        env.reset()
    if states_of(fresh[0])["seed"][0] == states_of(fresh[1])["seed"][0]:
        raise broken("The first game without a seed is drawn at random", case)


def _play_to_the_end(env: GameEnv, random: np.random.Generator | None = None) -> None:
    """Play on with the first legal action each time, or with a random one."""
    while not is_over(env):
        legal = legal_actions(env)
        env.step(legal[0] if random is None else int(random.choice(legal)))


def _luck_of_a_game(case: Case, seed: int) -> str:
    env = case.env()
    env.reset(seed=seed)
    _play_to_the_end(env)
    return json.dumps([event for event in env.record()["events"] if "chance" in event])


def _check_wrong_seeds(case: Case) -> None:
    env = case.env()
    env.reset(seed=np.int64(5))  # type: ignore[arg-type]  # an integer like any other
    state = bytes_of(env)
    for wrong in WRONG_SEEDS:
        try:
            env.reset(seed=wrong)
        except ValueError:
            if bytes_of(env) == state:
                continue
        raise broken("A wrong seed is a ValueError and changes nothing", case, f"reset, {wrong!r}")
    env.reset(seed=5)
    if bytes_of(env) != state:
        raise broken(SAME, case, "a seed is another one as a NumPy integer")


def _check_luck_of_seed(case: Case, seed: int, exempt: Collection[str]) -> None:
    """Games with one seed and different decisions see the same luck, as far as both ask for it."""
    first: dict[tuple[int, str], list[Event]] = {}
    for attempt in range(4):
        env = case.env()
        env.reset(seed=seed)
        _play_to_the_end(env, case.random(6, attempt))
        drawn = _luck_by_race(env.record()["events"])
        for race, kind in first.keys() & drawn.keys():
            for one, other in zip(first[race, kind], drawn[race, kind], strict=False):
                if one != other and kind not in exempt:
                    detail = f"chance {kind!r} of race {race + 1} was {one} and {other}"
                    raise broken(SEED_ALONE, f"{case}, seed {seed}", detail)
        first = first or drawn


def _luck_by_race(events: list[Event]) -> dict[tuple[int, str], list[Event]]:
    luck: dict[tuple[int, str], list[Event]] = {}
    race = 0
    for event in events:
        race += event.get("result") == "race"
        if "chance" in event:
            luck.setdefault((race, event["chance"]), []).append(event)
    return luck


def check_batch_equals_aec(game: Game | str, *, games: int = 2, seed: int = 0, **options: Any) -> None:
    """Games stepped in a batch, and played by compiled rules, are those of AEC environments.

    Compared are turns, observations, masks, rewards, ends and the games that follow, with one thread and two.

    Args:
        game: a public name or a game.
        games: how many random games are played at each place of a batch of six.
        seed: the seed of the games.
        options: rule options.

    Raises:
        AssertionError: saying what differs, and where.
    """
    case = case_of(game, options, games, seed)
    for reward in ("margin", "win"):
        _check_batch(case, reward)
    _check_given_seeds(case)
    _check_play(case)


_PLACES = 6


def _check_batch(case: Case, reward: str) -> None:
    batch = case.batch(_PLACES, reward=reward)
    threaded = case.batch(_PLACES, reward=reward, threads=2)
    envs = [case.env(reward=reward) for _ in range(_PLACES)]
    for each in (batch, threaded):
        each.reset(seed=case.seed)
    for env, seed in zip(envs, batch.seeds, strict=True):
        env.reset(seed=int(seed))
    if len(set(batch.seeds.tolist())) < _PLACES:
        raise broken("The games of a batch are different ones", case)
    random = case.random(5)
    finished = np.zeros(_PLACES, np.int64)
    while finished.min() < case.games:
        _compare_places(case, batch, envs)
        actions = np.array([random.choice(legal_actions(env)) for env in envs])
        seeds = batch.seeds.copy()
        # Half of the steps move only some of the games.
        some = np.flatnonzero(random.integers(0, 2, _PLACES)) if random.integers(0, 2) else np.arange(_PLACES)
        rewards, done = batch.step(actions[some], some)
        same, same_done = threaded.step(actions[some], some)
        if rewards.tobytes() != same.tobytes() or done.tobytes() != same_done.tobytes():
            raise broken("Threads change nothing", case, "rewards or ends differ")
        for k, i in enumerate(some):
            _step_beside(case, batch, envs[i], int(i), int(actions[i]), rewards[k], bool(done[k]), int(seeds[i]))
        finished[some] += done
        for name in ("to_act", "observation", "action_mask", "seeds"):
            if getattr(batch, name).tobytes() != getattr(threaded, name).tobytes():
                raise broken("Threads change nothing", case, f"{name} differs")


def _compare_places(case: Case, batch: Any, envs: list[GameEnv]) -> None:
    for i, env in enumerate(envs):
        vector, mask = vector_and_mask(env, env.agent_selection)
        where = f"{case}, place {i}, seed {batch.seeds[i]}, ply {len(env._actions)}"
        if env.possible_agents[batch.to_act[i]] != env.agent_selection:
            raise broken(BATCH, where, f"player_{batch.to_act[i]} and {env.agent_selection} are on turn")
        for name, one, other in (("observation", batch.observation[i], vector), ("mask", batch.action_mask[i], mask)):
            if one.dtype != other.dtype or one.tobytes() != other.tobytes():
                raise broken(BATCH, where, f"the {name} differs")


def _step_beside(
    case: Case, batch: Any, env: GameEnv, i: int, action: int, rewards: Any, done: bool, seed: int
) -> None:
    where = f"{case}, place {i}, seed {seed}, ply {len(env._actions)}"
    env.step(action)
    expected = np.array(list(env.rewards.values()), np.float32)
    if rewards.dtype != np.float32 or rewards.tobytes() != expected.tobytes():
        raise broken(BATCH, where, f"the rewards are {rewards.tolist()} and {expected.tolist()}")
    if done != is_over(env):
        raise broken(BATCH, where, "only one of the two games has ended")
    if done:
        score = case.game.rules["score"]
        money = [int(score(states_of(env)[0], seat)) for seat in range(len(env.possible_agents))]
        if batch.final_money[i].tolist() != money or batch.final_winners[i] != states_of(env)["winners"][0]:
            raise broken(BATCH, where, "the final money or the winners differ")
        env.reset()
        if int(states_of(env)["seed"][0]) != int(batch.seeds[i]):
            raise broken(BATCH, where, "the games that follow have different seeds")


def _check_given_seeds(case: Case) -> None:
    given = derived_seeds(case.seed + 1, _PLACES)
    batch = case.batch(_PLACES)
    batch.reset(seed=given)
    if batch.seeds.tolist() != given.tolist():
        raise broken("A batch takes the seeds that it is given", case, f"{batch.seeds.tolist()}")
    kept = batch.observation.copy()
    for wrong in (*WRONG_SEEDS, given[:-1], [-1] * _PLACES, [0.5] * _PLACES):
        try:
            batch.reset(seed=wrong)
        except ValueError:
            if batch.seeds.tolist() == given.tolist() and batch.observation.tobytes() == kept.tobytes():
                continue
        raise broken("A wrong seed is a ValueError and changes nothing", case, f"batch, {wrong!r}")


def _check_play(case: Case) -> None:
    """Replay some games of `batch.play` decision by decision."""
    players = case.game.checked_options(case.options).num_players
    policies = [case.game.policies[(seat + 1) % len(case.game.policies)] for seat in range(players)]
    for reward in ("margin", "win"):
        played = case.batch(1, reward=reward).play(policies, games=3 * case.games, seed=case.seed)
        expected = returns_of(played.money, played.winners, reward)
        if not np.array_equal(played.returns, expected) or np.abs(played.returns.sum(1)).max() > 1e-6:
            raise broken(PLAYED, case, f"reward {reward!r}: returns are not those of money and winners")
        for i in range(case.games):
            _check_played_game(case, policies, reward, played, i)


def _check_played_game(case: Case, policies: list[str], reward: str, played: Any, i: int) -> None:
    game, seed = case.game, int(played.seeds[i])
    env = case.env(reward=reward)
    env.reset(seed=seed)
    own = np.uint64(mix(np.uint64(case.seed) ^ np.uint64(mix(np.uint64(seed)))))
    where = f"{case}, seed {seed}, rules {policies}"
    plies, returns = 0, np.zeros(len(policies))
    while not is_over(env):
        policy = game.policies.index(policies[env.possible_agents.index(env.agent_selection)])
        action = int(game.rules["decide"](states_of(env)[0], policy, np.uint64(number(own, plies))))
        if not game.rules["is_legal"](states_of(env)[0], action):
            raise broken("A compiled decision rule gives a legal action", where, f"ply {plies}, {action}")
        env.step(action)
        returns += list(env.rewards.values())
        plies += 1
    if plies != played.decisions[i] or np.abs(returns - played.returns[i]).max() > 1e-6:
        detail = f"{plies} and {played.decisions[i]} decisions, {returns.tolist()} and {played.returns[i].tolist()}"
        raise broken(PLAYED, where, detail)
