"""Huuue!: bet in secret on a horse, then push it, or hold others back, with the tips you were dealt.

A race has four to six runners of value 0, 1 or 2 and as many turns. In each turn a race card moves its horse up by its
value; then each player plays a tip, which moves its horse up or down by the difference to that card. A bet on the
winner pays 1 coin for a favourite, 2 for an outsider, 3 for an underdog. The first with 6 coins wins.

| | |
| --- | --- |
| import | `from horse_envs import huuue_v0` |
| agents | `player_0` ... `player_3` (2 to 7) |
| actions | Discrete(42): `bet`, `place`, `show` for six horses each; `tip vertige 2` for six times 0, 1, 2, `crop` |
| observation | float32, see `env.unwrapped.layout`; int8 action mask |
| hidden | hands, tips that were not dealt, the order of the race cards; bets until the race is over |
| variants | `crop="first"`, `open_bets=True`, `bets="two_winners"`, `"win_place"` or `"win_place_show"` |
| decisions a game | about 270 with four players, in nine or ten races |
| rewards | `margin`: coins less the mean of the others', paid when earned; `win`: +1 and -1 at the end |

Version history: v0, first release.
"""

from collections.abc import Sequence
from typing import Any

from horse_envs.bots import Bot
from horse_envs.bots.seats import bots_for_seats
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.single import OneSeatEnv
from horse_envs.games.huuue.game import GAME

__all__ = ["GAME", "batch_env", "env", "one_seat_env", "raw_env"]


def env(
    num_players: int = 4,
    crop: str = "last_turn",
    open_bets: bool = False,
    bets: str = "single",
    target: int = 6,
    max_races: int = 40,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The safe AEC environment: a masked action ends the game for all, with -1 for the offender.

    Args:
        num_players: 2 to 7.
        crop: when a riding crop is worth 3 and not 2: `"last_turn"` of a race, or as the `"first"` crop of any turn.
        open_bets: whether bets are seen by all as they are made.
        bets: `"single"`, `"two_winners"`, `"win_place"` or `"win_place_show"`.
        target: the coins that end the game, 1 to 100.
        max_races: after so many races the game is cut off, 1 to 100.
        components: replaced tables of the box by name, in the form of `horse_envs.games.huuue.components.DEFAULTS`.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` for text, or None.
        render_seat: the agent whose view is rendered, or None for a spectator who sees all.
        mask_in: where the action mask is given, `"observation"` or `"info"`.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    return GameEnv(
        GAME,
        _options(num_players, crop, open_bets, bets, target, max_races, components),
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=True,
    )


def raw_env(
    num_players: int = 4,
    crop: str = "last_turn",
    open_bets: bool = False,
    bets: str = "single",
    target: int = 6,
    max_races: int = 40,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The AEC environment in which a masked action raises IllegalActionError and changes nothing; else as `env`."""
    return GameEnv(
        GAME,
        _options(num_players, crop, open_bets, bets, target, max_races, components),
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=False,
    )


def batch_env(
    num_envs: int = 1024,
    num_players: int = 4,
    crop: str = "last_turn",
    open_bets: bool = False,
    bets: str = "single",
    target: int = 6,
    max_races: int = 40,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    threads: int = 1,
) -> BatchEnv:
    """Many games at once, stepped inside the compiled loop; the rule options are those of `env`.

    Args:
        num_envs: how many games.
        num_players: 2 to 7.
        crop: `"last_turn"` or `"first"`.
        open_bets: whether bets are seen by all as they are made.
        bets: `"single"`, `"two_winners"`, `"win_place"` or `"win_place_show"`.
        target: the coins that end the game.
        max_races: after so many races the game is cut off.
        components: replaced tables of the box by name.
        reward: `"margin"` or `"win"`.
        threads: how many threads step them.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    options = _options(num_players, crop, open_bets, bets, target, max_races, components)
    return BatchEnv(GAME, options, num_envs=num_envs, reward=reward, threads=threads)


def one_seat_env(
    num_players: int = 4,
    crop: str = "last_turn",
    open_bets: bool = False,
    bets: str = "single",
    target: int = 6,
    max_races: int = 40,
    components: dict[str, Any] | None = None,
    opponents: str | Bot | Sequence[str | Bot] = "greedy",
    seat: int | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    mask_in: str = "observation",
) -> OneSeatEnv:
    """One seat as a Gymnasium environment, also by `gymnasium.make("horse_envs/Huuue-v0", ...)`.

    Args:
        num_players: 2 to 7; this and the other rule options are those of `env`.
        crop: `"last_turn"` or `"first"`.
        open_bets: whether bets are seen by all as they are made.
        bets: `"single"`, `"two_winners"`, `"win_place"` or `"win_place_show"`.
        target: the coins that end the game.
        max_races: after so many races the game is cut off.
        components: replaced tables of the box by name.
        opponents: a bot's name or a Bot for all other seats, or one for each.
        seat: the own seat, or None to draw one for each game.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` or None.
        mask_in: `"observation"` or `"info"`; policies for flat vectors need `"info"`.

    Raises:
        ValueError: for a wrong option, bot or number of bots.
    """
    options = _options(num_players, crop, open_bets, bets, target, max_races, components)
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


def _options(
    num_players: int,
    crop: str,
    open_bets: bool,
    bets: str,
    target: int,
    max_races: int,
    components: dict[str, Any] | None,
) -> dict[str, Any]:
    return {
        "num_players": num_players,
        "crop": crop,
        "open_bets": open_bets,
        "bets": bets,
        "target": target,
        "max_races": max_races,
        "components": components,
    }
