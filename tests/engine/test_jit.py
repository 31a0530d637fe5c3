"""With the compiler off a game is the same, byte for byte."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import horse_envs
from tests.games import Setting, every_size

CODE = """
import hashlib
import json
import sys
import numpy as np
import horse_envs
from horse_envs.engine.compile import JIT

name, options, reward = json.loads(sys.argv[1])
told = hashlib.sha256()
env = getattr(horse_envs, name).raw_env(**options, reward=reward)
env.reset(seed=2**62 + 3)
random = np.random.default_rng(3)
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
print(JIT, plies, told.hexdigest())
"""


def told(setting: Setting, reward: str, disabled: str) -> list[str]:
    env = os.environ | {"NUMBA_DISABLE_JIT": disabled}
    root = Path(horse_envs.__file__).parents[1]
    what = json.dumps([setting.name, setting.options, reward])
    done = subprocess.run([sys.executable, "-c", CODE, what], env=env, capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@every_size
@pytest.mark.slow
@pytest.mark.parametrize("reward", ["margin", "win"])
def test_the_same_bytes_with_the_compiler_on_and_off(setting: Setting, reward: str) -> None:
    on, off = told(setting, reward, "0"), told(setting, reward, "1")
    assert (on[0], off[0]) == ("True", "False")
    assert int(on[1]) > 40, "search is among what was compared"
    assert on[1:] == off[1:]
