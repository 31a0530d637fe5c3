"""Reinforcement-learning environments for horse-racing card and betting games.

`trick_stakes_v0`, `huuue_v0` and `ready_set_bet_v0` are doors to games: `env()` and `raw_env()` are PettingZoo
environments, `batch_env()` steps thousands of games at once. `make_bot` gives opponents, `evaluate` plays matches,
`replay` reads a record of a game, `horse_envs.testing.check_game` checks a game of your own.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import gymnasium

from horse_envs.engine.errors import IllegalActionError, RecordError
from horse_envs.engine.game import register_game

register_game("huuue_v0", "horse_envs.games.huuue.game")
register_game("trick_stakes_v0", "horse_envs.games.trick_stakes.game")
register_game("ready_set_bet_v0", "horse_envs.games.ready_set_bet.game")

from horse_envs import huuue_v0, ready_set_bet_v0, trick_stakes_v0  # noqa: E402  games are registered before anything looks one up
from horse_envs.arena import evaluate  # noqa: E402  as above
from horse_envs.bots import Bot, bot_names, make_bot  # noqa: E402  as above
from horse_envs.engine.aec import GameEnv  # noqa: E402  as above
from horse_envs.engine.replay import replay_registered  # noqa: E402  as above

try:
    __version__ = version("horse-envs")
except PackageNotFoundError:
    __version__ = "0+unknown"

gymnasium.register("horse_envs/Huuue-v0", entry_point="horse_envs.huuue_v0:one_seat_env")
gymnasium.register("horse_envs/TrickStakes-v0", entry_point="horse_envs.trick_stakes_v0:one_seat_env")
gymnasium.register("horse_envs/ReadySetBet-v0", entry_point="horse_envs.ready_set_bet_v0:one_seat_env")

__all__ = [
    "Bot",
    "IllegalActionError",
    "RecordError",
    "bot_names",
    "evaluate",
    "huuue_v0",
    "make_bot",
    "ready_set_bet_v0",
    "replay",
    "trick_stakes_v0",
]


def replay(record: Any, **settings: Any) -> GameEnv:
    """The environment at the point where a record ends; it can be played on.

    Args:
        record: a record object, as `env.unwrapped.record()` gives it and JSON reads it.
        settings: how the environment is used: `reward`, `render_mode`, `render_seat`, `mask_in`, and `safe`, by
            default False: an illegal action raises IllegalActionError.

    Raises:
        RecordError: (a ValueError) for a record that breaks a rule or the format, with the event and the reason.
    """
    return replay_registered(record, **settings)


def __getattr__(name: str) -> Any:
    """The conformance kit is imported when it is asked for."""
    if name == "testing":
        return import_module("horse_envs.testing")
    raise AttributeError(f"module 'horse_envs' has no attribute {name!r}")
