"""Small policies, and policy files taken apart and put together wrongly; Trick Stakes is the example."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.bots.learned import Policy
from horse_envs.engine.game import Game, load_game

GAME = load_game("trick_stakes_v0")
Arrays = dict[str, Any]


def small_policy(seed: int = 0, hidden: tuple[int, ...] = (16, 8), game: Game = GAME) -> Policy:
    random = np.random.default_rng(seed)
    widths = [game.layout.size, *hidden, game.num_actions]
    shapes = list(itertools.pairwise(widths))
    weights = [random.normal(0, 0.3, shape).astype(np.float32) for shape in shapes]
    biases = [random.normal(0, 0.3, shape[1]).astype(np.float32) for shape in shapes]
    return Policy(weights, biases, {"command": "by hand"})


def arrays_of(path: Path) -> Arrays:
    with np.load(path) as file:
        return dict(file)


def description_of(arrays: Arrays) -> dict[str, Any]:
    described: dict[str, Any] = json.loads(arrays["description"].tobytes().decode())
    return described


def described(description: object) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(description).encode(), np.uint8)


def write(path: Path, arrays: Arrays) -> Path:
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)
    return path
