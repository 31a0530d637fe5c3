"""Ways to reach positions of a game by random play, and what to compare there."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.engine.batch import BatchEnv
from tests.games import Setting

Env = Any


def any_legal(env: Env, random: np.random.Generator) -> int:
    """A legal action of the agent on turn, each equally likely."""
    return int(random.choice(np.flatnonzero(env.last()[0]["action_mask"])))


def positions(setting: Setting, seed: int, every: int = 1, begin: int = 0) -> Iterator[Env]:
    """One environment, at each so many decisions of a random game, before its end."""
    env = setting.raw_env()
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    plies = 0
    while not over(env):
        if plies >= begin and (plies - begin) % every == 0:
            yield env
        env.step(any_legal(env, random))
        plies += 1


def position(setting: Setting, seed: int = 0, plies: int = 0) -> Env:
    """The environment after so many decisions of a random game."""
    return next(positions(setting, seed, begin=plies))


def finished(setting: Setting, seed: int = 0) -> Env:
    """The environment after the last decision of a random game."""
    *_, env = positions(setting, seed)
    assert over(env)
    return env


def over(env: Env) -> bool:
    return all(env.terminations.values())


def result_of(env: Env) -> tuple[dict[str, int], list[str]]:
    """What each player has at the end of a game, and the winners."""
    result = env.record()["events"][-1]
    assert result["result"] == "game"
    return next(value for value in result.values() if isinstance(value, dict)), result["winners"]


def paid_in_a_race(setting: Setting, seed: int = 1) -> int:
    """How many decisions of the random game with this seed are made until something has been paid."""
    env = setting.raw_env()
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    plies = 0
    while not any(env.rewards.values()):
        env.step(any_legal(env, random))
        plies += 1
    return plies


def whole(env: Env) -> tuple[bytes, str, str]:
    """All that can be told of an environment: two of these are equal where nothing was changed."""
    told = (env.agents, env.agent_selection, env.rewards, env._cumulative_rewards, env.terminations, env.truncations)
    return env.state().tobytes(), str(told), str(env.record())


def legal_in(batch: BatchEnv, random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game of a batch."""
    noise = random.random(batch.action_mask.shape)
    actions: NDArray[np.int64] = np.where(batch.action_mask == 1, noise, -1.0).argmax(1)
    return actions


def shown(batch: BatchEnv) -> tuple[bytes, ...]:
    """The bytes of all that a batch shows."""
    arrays = (batch.to_act, batch.observation, batch.action_mask, batch.seeds, batch.final_money, batch.final_winners)
    return tuple(array.tobytes() for array in arrays)


def assert_uniform(outcomes: Iterable[object], kinds: int) -> None:
    """Pearson's statistic, turned into a normal deviate (Wilson and Hilferty), is below 5."""
    counts = Counter(outcomes)
    assert len(counts) <= kinds
    mean, freedom = sum(counts.values()) / kinds, kinds - 1
    statistic = sum((count - mean) ** 2 / mean for count in counts.values()) + mean * (kinds - len(counts))
    spread = 2 / (9 * freedom)
    deviate = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    assert deviate < 5, (statistic, counts)
