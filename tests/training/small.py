"""Small networks, positions and configs."""

from functools import cache
from typing import Any

import numpy as np
import torch
import yaml

from horse_envs.games.trick_stakes.game import GAME
from training.config import Config
from training.network import PolicyNetwork
from training.teaching import Positions, search_positions

OPTIONS = {num_players: GAME.checked_options({"num_players": num_players}) for num_players in (3, 4)}


def network(seed: int = 0, hidden: tuple[int, ...] = (8,)) -> PolicyNetwork:
    torch.manual_seed(seed)
    return PolicyNetwork(GAME.layout.size, GAME.num_actions, hidden)


def stubborn(sign: int) -> PolicyNetwork:
    """A network that takes the last legal action (1) or the first (-1), whatever it sees."""
    made = network()
    with torch.no_grad():
        made.head.weight.zero_()
        made.head.bias.copy_(sign * 100.0 * torch.arange(GAME.num_actions))
    return made


@cache
def positions(count: int = 1200, threads: int = 1, seed: int = 3, worlds: int = 1) -> Positions:
    return search_positions(
        GAME, list(OPTIONS.values()), count, worlds=worlds, stray=0.05, searching=0.4, threads=threads, seed=seed
    )


def weights(made: PolicyNetwork) -> list[bytes]:
    return [tensor.numpy().tobytes() for tensor in made.state_dict().values()]


def config_data(**changes: Any) -> dict[str, Any]:
    """The smallest training that has every stage; sections in `changes` are merged."""
    data: dict[str, Any] = {
        "game": "trick_stakes_v0",
        "tables": [{"num_players": 4}, {"num_players": 3}],
        "threads": 1,
        "checkpoint_minutes": 0.0001,
        "network": {"hidden": [16]},
        "teaching": {"positions": 1000, "worlds": 1, "epochs": 2, "batch_size": 100},
        "self_play": {"decisions": 1024, "games": 32, "steps": 8, "epochs": 1, "batch_size": 128, "value_updates": 1},
        "evaluation": {"every_minutes": 100.0, "deals": 2, "against": ["dummy"]},
    }
    for name, value in changes.items():
        data[name] = {**data[name], **value} if isinstance(value, dict) else value
    return data


def config(**changes: Any) -> Config:
    return Config(**config_data(**changes))


def as_yaml(**changes: Any) -> str:
    return yaml.safe_dump(config_data(**changes))


def observations(count: int) -> torch.Tensor:
    random = np.random.default_rng(count)
    return torch.from_numpy(random.random((count, GAME.layout.size), np.float32))
