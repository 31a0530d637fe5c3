"""What a player of Huuue! knows: the table, the own tips and bets, and what it remembers."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.reference.huuue import ReferenceGame


def knows(game: "ReferenceGame", player: str) -> dict[str, Any]:
    shown = game.agents if game.setup.open_bets else [player]
    return {
        **seen_on_table(game),
        "hand": list(game.hands.get(player, [])),
        "bets": {agent: list(game.bets[agent]) for agent in shown},
        "past_races": list(game.past_races),
    }


def seen_on_table(game: "ReferenceGame") -> dict[str, Any]:
    """All that lies open now. The race deck lies face down, and so do the tips of the others."""
    return {
        "next": (game.expected(), game.turns[:]),
        "race": game.race,
        "dealer": game.dealer,
        "coins": dict(game.coins),
        "winners": list(game.winners),
        "programme": (game.programme_id, dict(game.values)),
        "lines": game.lines,
        "cards": list(game.cards),
        "played": list(game.played),
    }


def seen_by_all(game: "ReferenceGame") -> dict[str, Any]:
    """What stays in everybody's mind of a race that is over, the bets turned up included (HU-9).

    A sheet does not say which of two winners was written down first.
    """
    return {
        **seen_on_table(game),
        "bets": {agent: sorted(game.bets[agent]) for agent in game.agents},
    }
