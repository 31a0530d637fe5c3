"""The events of a game told in words, to a spectator or to a seat that must not learn what it cannot see."""

from typing import Any

from horse_envs.engine.game import Event, Game


def told(game: Game, event: Event, seat: str | None) -> str:
    """One event in words.

    Args:
        game: the game.
        event: an event of a record, with its action if it is a decision of an agent.
        seat: who is told, or None for a spectator who sees all.
    """
    if "result" in event:
        return f"result of the {event['result']}: {_fields(event, 'result')}"
    key = "chance" if "chance" in event else "do"
    what = str(event[key]).replace("_", " ")
    seen = seat is None or event.get("player") == seat or f"{key} {event[key]}" in game.narrator.open_events
    if key == "chance":
        return f"{what}: {_fields(event, 'chance')}" if seen else f"{what}, hidden"
    if not seen:
        return f"{event['player']}: {what}, hidden"
    if "action" in event:
        words = game.describe_action(event["action"])
        # "ticket win" does not say whether it lies face up; "whip R5" says all.
        return f"{event['player']}: {words}" + (f" ({what})" if " " in what else "")
    return f"{event['player']}: {what}, {_fields(event, 'do', 'player')}"


def _fields(event: Event, *left_out: str) -> str:
    fields = ((name, value) for name, value in event.items() if name not in left_out)
    return "; ".join(f"{name.replace('_', ' ')} {_words(value)}" for name, value in fields)


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_words(each)}" for name, each in value.items())
    if isinstance(value, list):
        return " ".join(_words(each) for each in value)
    return str(value)
