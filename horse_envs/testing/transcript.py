"""Digests of random games, to be compared between processes."""

import hashlib
import json
import pickle
import sys

import numpy as np

from horse_envs.engine.aec import GameEnv
from horse_envs.testing.play import Case, bytes_of, is_over, legal_actions, moments


def transcript(case: Case, twice: bool = False) -> list[list[str]]:
    """For each game of a case, a digest of everything at each ply.

    Args:
        case: the games.
        twice: whether other games are played in between; they must make no difference.
    """
    games: list[list[str]] = []
    seeds = case.seeds if not twice else [seed for each in case.seeds for seed in (each ^ 1, each)]
    for moment in moments(case, seeds=seeds):
        if not moment.actions:
            games.append([])
        games[-1].append(_digest(moment.env, moment.actions[-1:]))
    return games[1::2] if twice else games


def _digest(env: GameEnv, actions: list[int]) -> str:
    digest = hashlib.sha256(bytes_of(env))
    digest.update(env.state().tobytes())
    digest.update(np.array([*env.rewards.values(), *env._cumulative_rewards.values()]).tobytes())
    digest.update(f"{env.agent_selection} {actions}".encode())
    return digest.hexdigest()[:12]


def continuation(env: GameEnv) -> list[str]:
    """Play an environment on to its end, with the first legal action each time; a digest of each ply."""
    digests = [_digest(env, [])]
    while not is_over(env):
        action = legal_actions(env)[0]
        env.step(action)
        digests.append(_digest(env, [action]))
    return digests


def main() -> None:
    """Read a pickled case or environment from the standard input and write its digests as JSON."""
    given = pickle.load(sys.stdin.buffer)
    json.dump(transcript(given) if isinstance(given, Case) else continuation(given), sys.stdout)
