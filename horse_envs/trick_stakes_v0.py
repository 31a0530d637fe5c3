"""Trick Stakes: trick-taking in which you ride one horse and bet on any."""

from typing import Any

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.games.trick_stakes.game import GAME

__all__ = ["GAME", "batch_env", "env", "raw_env"]


def env(
    num_players: int = 4,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The safe AEC environment: a masked action ends the game with -1 for the offender."""
    return _make(True, num_players, reward, render_mode, render_seat, mask_in)


def raw_env(
    num_players: int = 4,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The AEC environment in which a masked action raises IllegalActionError and changes nothing."""
    return _make(False, num_players, reward, render_mode, render_seat, mask_in)


def _make(safe: bool, num_players: int, reward: str, render_mode: Any, render_seat: Any, mask_in: str) -> GameEnv:
    return GameEnv(
        GAME,
        {"num_players": num_players},
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=safe,
    )


def batch_env(num_envs: int = 1024, num_players: int = 4, reward: str = "margin", threads: int = 1) -> BatchEnv:
    """Many games at once, stepped inside the compiled loop."""
    return BatchEnv(GAME, {"num_players": num_players}, num_envs=num_envs, reward=reward, threads=threads)
