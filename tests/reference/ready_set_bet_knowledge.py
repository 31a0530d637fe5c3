"""What a player of Ready Set Bet knows: all that happened on the table, its own offers and its own choices."""

from typing import TYPE_CHECKING, Any

from tests.reference.ready_set_bet_events import Event

if TYPE_CHECKING:
    from tests.reference.ready_set_bet import ReferenceGame


def knows(game: "ReferenceGame", player: str) -> dict[str, Any]:
    """The table now, and all events so far as this player saw them."""
    still_hidden = len(game.chosen) if game.expected() == "do vip" else 0
    first_hidden = len(game.log) - still_hidden
    return {
        "next": (game.expected(), list(game.turns)),
        "race": game.race,
        "house": game.house,
        "money": dict(game.money),
        "vips": {agent: list(cards) for agent, cards in game.vips.items()},
        "winners": list(game.winners),
        "events": [seen(event, player, i >= first_hidden) for i, event in enumerate(game.log)],
    }


def seen(event: Event, player: str, hidden: bool) -> Event:
    """An offer is for its player's eyes; so is a choice until the last one has been made (RSB-12)."""
    if event.get("chance") == "vip":
        return {"chance": "vip", "offer": sorted(event["offers"].get(player, []))}
    if event.get("do") == "vip" and hidden and event["player"] != player:
        return {"do": "vip", "player": event["player"]}
    return event
