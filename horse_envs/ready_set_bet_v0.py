"""Ready Set Bet: a race of dice on which everybody bets while it is run.

Two dice move nine horses; before each roll everybody may put one token on a free spot of the bet board, until the
third horse crosses the red line. A token pays its value times the multiplier of its spot, or costs the spot's penalty.
Between races each player picks a VIP card. Four races; most money wins.

| | |
| --- | --- |
| import | `from horse_envs import ready_set_bet_v0` |
| agents | `player_0` ... (2 to 8; 2 to 9 with `house="bets"`, 2 to 8 with `house="rotation"`, the House included) |
| actions | Discrete(1449), `pass`, `bet 3 on 7.win1` (10 x 110), `house 4 on P07`, `vip V07`, `take house` |
| observation | float32, see `env.unwrapped.layout`; int8 action mask |
| hidden | VIP offers and rejected VIP cards, choices of VIP cards until all have chosen |
| decisions a game | about 90 with four random players, up to some 700 if players wait |
| rewards | `margin`: money less the mean of the others', paid when earned; `win`: +1 and -1 at the end |

The effects of the VIP cards, the values of the house tokens and the number of bonus tokens are the package's choice;
the figures are tables that `components` can replace.

Version history: v0, first release.
"""

from collections.abc import Sequence
from typing import Any

from horse_envs.bots import Bot
from horse_envs.bots.seats import bots_for_seats
from horse_envs.engine.aec import GameEnv
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.single import OneSeatEnv
from horse_envs.games.ready_set_bet.game import GAME

__all__ = ["GAME", "batch_env", "env", "one_seat_env", "raw_env"]


def _options(
    num_players: int, house: str | None, rolls_per_window: int, components: dict[str, Any] | None
) -> dict[str, Any]:
    return {
        "num_players": num_players,
        "house": house,
        "rolls_per_window": rolls_per_window,
        "components": components,
    }


def env(
    num_players: int = 4,
    house: str | None = None,
    rolls_per_window: int = 1,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The safe AEC environment: a masked action ends the game for all, with -1 for the offender.

    Args:
        num_players: 2 to 8, with `house="bets"` 2 to 9; the House is one of them.
        house: None, `"bets"` or `"rotation"`: the House variants.
        rolls_per_window: rolls between two betting windows, 1 by the rules; more make games shorter.
        components: replaced tables of the box by name, in the form of `horse_envs/games/ready_set_bet/components.json`.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` for text, or None.
        render_seat: the agent whose view is rendered, or None for a spectator who sees all.
        mask_in: where the action mask is given, `"observation"` or `"info"`.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    return GameEnv(
        GAME,
        _options(num_players, house, rolls_per_window, components),
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=True,
    )


def raw_env(
    num_players: int = 4,
    house: str | None = None,
    rolls_per_window: int = 1,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    render_seat: str | None = None,
    mask_in: str = "observation",
) -> GameEnv:
    """The AEC environment in which a masked action raises IllegalActionError and changes nothing; else as `env`."""
    return GameEnv(
        GAME,
        _options(num_players, house, rolls_per_window, components),
        reward=reward,
        render_mode=render_mode,
        render_seat=render_seat,
        mask_in=mask_in,
        safe=False,
    )


def batch_env(
    num_envs: int = 1024,
    num_players: int = 4,
    house: str | None = None,
    rolls_per_window: int = 1,
    components: dict[str, Any] | None = None,
    reward: str = "margin",
    threads: int = 1,
) -> BatchEnv:
    """Many games at once, stepped inside the compiled loop.

    Args:
        num_envs: how many games.
        num_players: 2 to 8, with `house="bets"` 2 to 9.
        house: None, `"bets"` or `"rotation"`.
        rolls_per_window: rolls between two betting windows.
        components: replaced tables of the box by name.
        reward: `"margin"` or `"win"`.
        threads: how many threads step them.

    Raises:
        ValueError: for a wrong option, naming it and what is allowed.
    """
    options = _options(num_players, house, rolls_per_window, components)
    return BatchEnv(GAME, options, num_envs=num_envs, reward=reward, threads=threads)


def one_seat_env(
    num_players: int = 4,
    house: str | None = None,
    rolls_per_window: int = 1,
    components: dict[str, Any] | None = None,
    opponents: str | Bot | Sequence[str | Bot] = "greedy",
    seat: int | None = None,
    reward: str = "margin",
    render_mode: str | None = None,
    mask_in: str = "observation",
) -> OneSeatEnv:
    """One seat as a Gymnasium environment, also by `gymnasium.make("horse_envs/ReadySetBet-v0", ...)`.

    Args:
        num_players: 2 to 8, with `house="bets"` 2 to 9.
        house: None, `"bets"` or `"rotation"`.
        rolls_per_window: rolls between two betting windows.
        components: replaced tables of the box by name.
        opponents: a bot's name or a Bot for all other seats, or one for each.
        seat: the own seat, or None to draw one for each game.
        reward: `"margin"` or `"win"`.
        render_mode: `"ansi"` or None.
        mask_in: `"observation"` or `"info"`; policies for flat vectors need `"info"`.

    Raises:
        ValueError: for a wrong option, bot or number of bots.
    """
    options = _options(num_players, house, rolls_per_window, components)
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
