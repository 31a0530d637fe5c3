"""The events of a game rewritten, so that they tell of a world that one seat cannot tell from the real one."""

from typing import Any

from horse_envs.engine.game import Event
from horse_envs.games.ready_set_bet.components import VIP_CARDS
from horse_envs.games.ready_set_bet.state import VIP_ACTIONS


def rewrite_hidden(events: list[Event], new: Any, seat: int) -> list[Event]:
    """The events with others' VIP offers, and choices not shown yet, as they are in a resampled state.

    Args:
        events: the events as they were.
        new: the state with all redrawn that the seat cannot know.
        seat: the seat whose knowledge is kept; its own offer and choices are the same in both worlds.
    """
    rewritten = []
    offered = 0
    for event in events:
        if event.get("chance") == "vip":
            offered += 1
            rewritten.append({**event, "offers": _offers(event["offers"], new, offered - 1)})
        elif event.get("do") == "vip" and event["player"] != f"player_{seat}":
            card = int(new.kept[offered - 1, int(event["player"].removeprefix("player_"))])
            rewritten.append({**event, "card": VIP_CARDS[card], "action": VIP_ACTIONS + card})
        else:
            rewritten.append(event)
    return rewritten


def _offers(offers: dict[str, Any], new: Any, vip_round: int) -> dict[str, Any]:
    seats = {name: int(name.removeprefix("player_")) for name in offers}
    return {name: [VIP_CARDS[card] for card in new.offers[vip_round, at]] for name, at in seats.items()}
