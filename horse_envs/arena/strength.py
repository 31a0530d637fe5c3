"""Strength cards: one bot at tables of each kind of opponent, for each number of players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from horse_envs.arena.evaluation import Evaluation, evaluate
from horse_envs.bots.make import make_bot
from horse_envs.bots.protocol import Bot
from horse_envs.engine.game import load_game


@dataclass(frozen=True)
class StrengthCard:
    """What a bot reaches at several tables.

    Attributes:
        bot: its name.
        rows: the opponents' name and the evaluation of each table; the bot is its first entry.
    """

    bot: str
    rows: list[tuple[str, Evaluation]]

    def to_dict(self) -> dict[str, Any]:
        """The card as plain data."""
        return {"bot": self.bot, "tables": [{"against": name, **result.to_dict()} for name, result in self.rows]}

    def to_markdown(self) -> str:
        """The card as a table."""
        lines = [
            "| players | opponents | wins | 95 % | parity | margin | 95 % | illegal | deals |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        for name, result in self.rows:
            seat, players = result.seats[0], len(result.seats)
            parity = f"{1 / players:.1%}"
            low, high = seat.win_share_95
            worse, better = seat.margin_95
            lines.append(
                f"| {players} | {players - 1} {name} | {seat.win_share:.1%} | {low:.1%} to {high:.1%} | {parity} "
                f"| {seat.margin:+.2f} | {worse:+.2f} to {better:+.2f} | {seat.illegal} | {result.deals} |"
            )
        return "\n".join(lines) + "\n"


def strength_card(
    game: str,
    bot: str | Bot,
    against: Sequence[str] = ("dummy", "greedy"),
    players: Sequence[int] | None = None,
    deals: int = 500,
    seed: int = 0,
    report: Callable[[int], None] = lambda played: None,
) -> StrengthCard:
    """Evaluate a bot against tables of one kind of opponent each.

    Args:
        game: the name of the game.
        bot: a name or a Bot.
        against: names of the opponents.
        players: numbers of players; all that the game allows if None.
        deals: deals at each table, each played once for every rotation.
        seed: the seed of the deals.
        report: called with the number of games finished since the last call.

    Raises:
        ValueError: for an unknown game, bot or number of players.
    """
    counts = load_game(game).counts_with({}) if players is None else players
    player = make_bot(game, bot, seed=seed + 1) if isinstance(bot, str) else bot
    name = bot if isinstance(bot, str) else str(getattr(bot, "name", type(bot).__name__))
    rows = []
    for count in counts:
        for other in against:
            table: list[str | Bot] = [player, *[other] * (count - 1)]
            rows.append((other, evaluate(game, table, deals, seed, report=report)))
    return StrengthCard(name, rows)
