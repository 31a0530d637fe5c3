"""Evaluations: duplicate deals, every rotation of the seats, intervals.

Each deal is played once for every rotation, so that every entry of the table holds every seat of it; luck depends on
the seed alone, so the deals are alike whatever is played. The deal is the independent unit: intervals are over deals.
"""

import math
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.arena.table import Table
from horse_envs.bots.make import make_bot
from horse_envs.bots.protocol import Bot
from horse_envs.engine.batch import derived_seeds
from horse_envs.engine.errors import seed_of
from horse_envs.engine.game import load_game

_LEVEL = 0.95
_ROUNDING = 1e-9


@dataclass(frozen=True)
class SeatResult:
    """What one entry of a table reached over all its games.

    Attributes:
        bot: its name.
        win_share: share of wins, a win shared by k counts 1/k.
        win_share_95: its 95 % interval.
        margin: mean of own money less the mean of the others', in points or coins.
        margin_95: its 95 % interval.
        illegal: games that it ended with an illegal action.
        verdict: `above`, `below` or `inconclusive`: the win share against parity.
    """

    bot: str
    win_share: float
    win_share_95: tuple[float, float]
    margin: float
    margin_95: tuple[float, float]
    illegal: int
    verdict: str


@dataclass(frozen=True)
class Evaluation:
    """The result of an evaluation.

    Attributes:
        game: the game.
        options: its options.
        deals: how many deals.
        games: how many games: deals times rotations.
        seed: the seed of the deals.
        seats: one row for each entry of the table.
    """

    game: str
    options: dict[str, Any]
    deals: int
    games: int
    seed: int
    seats: list[SeatResult]

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, as `horse-envs evaluate --json` prints it."""
        return asdict(self)

    def to_markdown(self) -> str:
        """The result as a table."""
        rows = [
            "| bot | wins | 95 % | margin | 95 % | illegal | against parity |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        for seat in self.seats:
            low, high = seat.win_share_95
            worse, better = seat.margin_95
            rows.append(
                f"| {seat.bot} | {seat.win_share:.1%} | {low:.1%} to {high:.1%} | {seat.margin:+.2f} "
                f"| {worse:+.2f} to {better:+.2f} | {seat.illegal} | {seat.verdict} |"
            )
        return "\n".join(rows) + "\n"


def evaluate(
    game: str,
    table: Sequence[str | Bot],
    deals: int = 1000,
    seed: int | None = 0,
    options: Mapping[str, Any] | None = None,
    report: Callable[[int], None] = lambda played: None,
) -> Evaluation:
    """Play duplicate deals at a table of bots.

    Args:
        game: the name of the game.
        table: names or Bot objects, one for each seat; a number of players that is not in the options follows from it.
        deals: how many deals, at least 2; each is played once for every rotation of the seats.
        seed: the seed of the deals and of the bots made by name; random if None.
        options: rule options of the game.
        report: called with the number of games finished since the last call.

    Raises:
        ValueError: for an unknown game, bot or option, or a table that does not have as many entries as players.
    """
    loaded = load_game(game)
    if isinstance(table, str):
        raise ValueError("the table is a list of bots, one for each seat")
    given = {"num_players": len(table), **(options or {})}
    checked = loaded.checked_options(given)
    if checked.num_players != len(table):
        raise ValueError(
            f"the table has {len(table)} entries, the game {checked.num_players} players; give one for each"
        )
    if isinstance(deals, bool) or not isinstance(deals, int) or deals < 2:
        raise ValueError(f"deals={deals!r} is not possible; it is an integer of at least 2")
    base = secrets.randbits(53) if seed is None else seed_of(seed)
    bots = [_bot(game, entry, base, place) for place, entry in enumerate(table)]
    players = len(bots)
    rotations = (np.arange(players)[None, :] - np.arange(players)[:, None]) % players
    seeds = np.repeat(derived_seeds(base, deals), players)
    seating = np.tile(rotations, (deals, 1))
    played = Table(loaded, checked, bots).play(seeds, seating, report)
    by_deal = (deals, players, players)
    share = played.share.reshape(by_deal).mean(1)
    margin = played.margin.reshape(by_deal).mean(1)
    rows = [
        _row(_name(table[i], bots[i]), share[:, i], margin[:, i], int(played.illegal[i]), 1.0 / players)
        for i in range(players)
    ]
    return Evaluation(game, loaded.options_dict(checked), deals, deals * players, base, rows)


def _bot(game: str, entry: str | Bot, seed: int, place: int) -> Bot:
    if isinstance(entry, str):
        return make_bot(game, entry, seed=(seed * 31 + place + 1) % 2**63)
    if not isinstance(entry, Bot):
        raise ValueError(f"{entry!r} is no bot: a bot is a name or an object with a method act(view)")
    return entry


def _name(entry: str | Bot, bot: Bot) -> str:
    if isinstance(entry, str):
        return entry
    return str(getattr(bot, "name", type(bot).__name__))


def _row(name: str, share: NDArray[np.float64], margin: NDArray[np.float64], illegal: int, parity: float) -> SeatResult:
    low, high = interval(share)
    # Bots that play alike have intervals without width, at parity but for rounding.
    verdict = "above" if low > parity + _ROUNDING else "below" if high < parity - _ROUNDING else "inconclusive"
    return SeatResult(name, float(share.mean()), (low, high), float(margin.mean()), interval(margin), illegal, verdict)


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % interval of the mean of independent values, by Student's t."""
    count = len(values)
    mean = float(values.mean())
    half = t_quantile(count - 1) * float(values.std(ddof=1)) / math.sqrt(count)
    return mean - half, mean + half


def t_quantile(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, by its expansion about the normal (Fisher and Cornish, 1960).

    With 3 degrees of freedom it is 2 % too small, with 10 and more it is right to four digits. Below 3 it is taken
    from the table.
    """
    if freedom < 3:
        return {1: 12.7062, 2: 4.3027}[freedom]
    z = NormalDist().inv_cdf(0.5 + _LEVEL / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
