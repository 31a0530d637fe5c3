"""Trick Stakes: trick-taking in which you ride one horse and bet on any.

A race is ten tricks at most. Whoever wins a trick moves the own horse by the arrow marks on the winning card, and low
cards carry farthest. Before a race each player sets two cards aside and buys two tickets on the finish, one of them
face down. A whip lets a card's colour judge a trick. Four races (three with three players); most money wins.

| | |
| --- | --- |
| import | `from horse_envs import trick_stakes_v0` |
| agents | `player_0` ... `player_3` (3 or 4; with 3 the dummy takes the fourth seat) |
| actions | Discrete(149): `discard R5`, `play R5`, `whip R5` for 48 cards each, `ticket` for four horses and `win` |
| observation | float32, see `env.unwrapped.layout`; int8 action mask |
| hidden | hands, face-down discards and tickets; colours of all backs are public |
| decisions a game | about 208 with four players, 118 with three |
| rewards | `margin`: money less the mean of the others', paid when earned; `win`: +1 and -1 at the end |

Version history: v0, first release.
"""

from collections.abc import Sequence
from typing import Any

from horse_envs.bots import Bot
from horse_envs.bots.seats import bots_for_seats
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.single import OneSeatEnv
from horse_envs.games.trick_stakes.game import GAME

__all__ = ["GAME", "batch_env", "env", "one_seat_env", "raw_env"]


def env(
    num_players: int = 4,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The safe AEC environment: a masked action ends the game for all, with -1 for the offender.

    Args:
        num_players: 4, or 3 with the dummy.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` for text, or None.
        render_seat: the agent whose view is rendered, or None for a spectator who sees all.
        mask_in: where the action mask is given, `"observation"` or `"info"`.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    return GameEnv(
        GAME,
        {"num_players": num_players},
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=True,
    )


def raw_env(
    num_players: int = 4,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The AEC environment in which a masked action raises IllegalActionError and changes nothing; else as `env`."""
    return GameEnv(
        GAME,
        {"num_players": num_players},
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=False,
    )


def batch_env(num_envs: int = 1024, num_players: int = 4, reward: str = "margin", threads: int = 1) -> BatchEnv:
    """Many games at once, stepped inside the compiled loop.

    Args:
        num_envs: how many games.
        num_players: 4, or 3 with the dummy.
        reward: `"margin"` or `"win"`.
        threads: how many threads step them.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    return BatchEnv(GAME, {"num_players": num_players}, num_envs=num_envs, reward=reward, threads=threads)


def one_seat_env(
    num_players: int = 4,
    opponents: str | Bot | Sequence[str | Bot] = "greedy",
    seat: int | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    mask_in: str = "observation",
) -> OneSeatEnv:
    """One seat as a Gymnasium environment, also by `gymnasium.make("horse_envs/TrickStakes-v0", ...)`.

    Args:
        num_players: 4, or 3 with the dummy.
        opponents: a bot's name or a Bot for all other seats, or one for each.
        seat: the own seat, or None to draw one for each game.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` or None.
        mask_in: `"observation"` or `"info"`; policies for flat vectors need `"info"`.

    Raises:
        ValueError: for a wrong option, bot or number of bots.
    """
    options: dict[str, Any] = {"num_players": num_players}
    count = GAME.checked_options(options).num_players - 1
    return OneSeatEnv(
        GAME,
        options,
        bots_for_seats(GAME.name, opponents, count),
        seat=seat,
        reward=reward,
        render_mode=render_mode,
        mask_in=mask_in,
    )
