"""Environments at the point where a record ends."""

import secrets
from typing import Any

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.errors import RecordError
from horse_envs.engine.game import Game, game_names, load_game
from horse_envs.engine.records import read_record, script_of


def replay_game(game: Game, record: Any, **settings: Any) -> GameEnv:
    """The environment at the point where a record of this game ends; the game need not be registered.

    Args:
        game: the game.
        record: the record object.
        settings: how the environment is used; unless `safe=True` is given, an illegal action raises.

    Raises:
        RecordError: for a record that breaks a rule or the format.
    """
    read = read_record(game, record)
    env = GameEnv(game, game.options_dict(read.options), **{"safe": False, **settings})
    seed = secrets.randbits(53) if read.seed is None else read.seed
    env._begin(seed, script_of(game, read.chance), read.actions)
    return env


def replay_registered(record: Any, **settings: Any) -> GameEnv:
    """The same for a record of any registered game; see `horse_envs.replay`."""
    name = record.get("game") if isinstance(record, dict) else None
    if name not in game_names():
        raise RecordError(f"the record is of the game {name!r}; games: {', '.join(game_names())}")
    return replay_game(load_game(name), record, **settings)
