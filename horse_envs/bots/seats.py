"""Bots for the other seats of a table."""

from collections.abc import Sequence

from horse_envs.bots.make import make_bot
from horse_envs.bots.protocol import Bot


def bots_for_seats(game: str, given: str | Bot | Sequence[str | Bot], count: int) -> list[Bot]:
    """One bot for each of some seats.

    Args:
        game: the name of the game.
        given: a name or a Bot for all seats, or one for each.
        count: how many seats.

    Raises:
        ValueError: for an unknown bot or a wrong number of them.
    """
    entries = list(given) if isinstance(given, Sequence) and not isinstance(given, str) else [given] * count
    if len(entries) != count:
        raise ValueError(f"{len(entries)} bots are given for {count} seats; give one for all, or one for each")
    bots = [make_bot(game, entry) if isinstance(entry, str) else entry for entry in entries]
    for bot in bots:
        if not isinstance(bot, Bot):
            raise ValueError(f"{bot!r} is no bot: a bot is a name or an object with a method act(view)")
    return bots
