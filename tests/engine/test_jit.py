"""With the compiler off a game is the same, byte for byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import horse_envs

CODE = """
import hashlib
import numpy as np
import horse_envs
from horse_envs.engine.compile import JIT

told = hashlib.sha256()
for num_players in (3, 4):
    for reward in ("margin", "win"):
        env = horse_envs.trick_stakes_v0.raw_env(num_players=num_players, reward=reward)
        env.reset(seed=2**62 + num_players)
        random = np.random.default_rng(num_players)
        plies = 0
        while not all(env.terminations.values()):
            told.update(env.state().tobytes())
            told.update(env.last()[0]["action_mask"].tobytes())
            told.update(repr((env.agent_selection, env.rewards)).encode())
            if plies % 25 == 0:
                view = env.view()
                key = np.array([7], np.uint64)
                told.update(repr([view.rule_action(rule, key) for rule in env.game.policies]).encode())
                told.update(view.resample(3).state().tobytes())
            if plies == 40:
                told.update(env.view().search_values(1, np.array([5], np.uint64)).tobytes())
            env.step(int(random.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
            plies += 1
        told.update(repr((env.rewards, env.record())).encode())
print(JIT, told.hexdigest())
"""


def told(disabled: str) -> list[str]:
    env = os.environ | {"NUMBA_DISABLE_JIT": disabled}
    root = Path(horse_envs.__file__).parents[1]
    done = subprocess.run([sys.executable, "-c", CODE], env=env, capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.slow
def test_the_same_bytes_with_the_compiler_on_and_off() -> None:
    on, off = told("0"), told("1")
    assert (on[0], off[0]) == ("True", "False")
    assert on[1] == off[1]
