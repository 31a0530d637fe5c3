"""Digests of random games, to be compared between processes."""

import hashlib
import json
import pickle
import sys

import numpy as np

from horse_envs.testing.play import Case, bytes_of, moments


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
        env = moment.env
        digest = hashlib.sha256(bytes_of(env))
        digest.update(env.state().tobytes())
        digest.update(np.array(list(env.rewards.values())).tobytes())
        digest.update(f"{env.agent_selection} {moment.actions[-1:]}".encode())
        games[-1].append(digest.hexdigest()[:12])
    return games[1::2] if twice else games


def main() -> None:
    """Read a pickled case from the standard input and write its digests as JSON."""
    json.dump(transcript(pickle.load(sys.stdin.buffer)), sys.stdout)
