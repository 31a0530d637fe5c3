"""Plays the reference game by itself: fair luck, random decisions."""

import random
from typing import Any

from tests.reference.ready_set_bet import ReferenceGame
from tests.reference.ready_set_bet_box import EXOTICS, Setup
from tests.reference.ready_set_bet_events import Event

COUNTS: dict[str | None, range] = {None: range(2, 9), "bets": range(2, 10), "rotation": range(2, 9)}
EVERY_TABLE = [(house, count) for house, counts in COUNTS.items() for count in counts]


def event_of(player: str | None, word: str) -> Event:
    """The record's event for an action word of a player."""
    verb, *rest = word.split()
    if word == "pass":
        return {"do": "pass", "player": player}
    if verb == "vip":
        return {"do": "vip", "player": player, "card": rest[0]}
    if verb in ("take", "leave"):
        return {"do": "house", "player": player, "take": verb == "take"}
    if verb == "house":
        return {"do": "house_bet", "player": player, "token": int(rest[0]), "spot": rest[2]}
    token = {"value": int(rest[1]), "bonus": True} if rest[0] == "bonus" else {"value": int(rest[0])}
    return {"do": "bet", "player": player, "token": token, "spot": rest[-1]}


def word_of(event: Event) -> str:
    kind = event["do"]
    if kind == "bet":
        bonus = "bonus " if event["token"].get("bonus") else ""
        return f"bet {bonus}{event['token']['value']} on {event['spot']}"
    if kind == "house_bet":
        return f"house {event['token']} on {event['spot']}"
    if kind == "house":
        return "take house" if event["take"] else "leave house"
    return f"vip {event['card']}" if kind == "vip" else "pass"


def draw_vip(game: ReferenceGame, rng: random.Random) -> Event:
    """Fair offers: the rest of the deck first, then the rejected cards shuffled anew."""
    drawing = game.betting() if game.setup.house == "bets" else game.agents
    cards = rng.sample(game.deck, len(game.deck)) + rng.sample(game.discard, len(game.discard))
    offers = {agent: [cards.pop(0), cards.pop(0)] for agent in drawing}
    return {"chance": "vip", "offers": offers}


def draw(game: ReferenceGame, rng: random.Random) -> Event:
    """The chance outcome that is due."""
    kind = game.expected()
    if kind == "chance house":
        return {"chance": "house", "player": rng.choice(game.agents)}
    if kind == "chance props":
        return {"chance": "props", "cards": rng.sample(sorted(set(game.setup.props) - game.past_props), 5)}
    if kind == "chance exotic":
        return {"chance": "exotic", "card": rng.choice(sorted(set(EXOTICS) - set(game.exotics)))}
    if kind == "chance order":
        return {"chance": "order", "players": rng.sample(game.betting(), len(game.betting()))}
    if kind == "chance roll":
        return {"chance": "roll", "dice": [rng.randint(1, 6), rng.randint(1, 6)]}
    return draw_vip(game, rng)


def choose(words: set[str], rng: random.Random, patience: float) -> str:
    """Any legal word, but to pass with the chance that is called patience where passing is allowed."""
    if "pass" in words and rng.random() < patience:
        return "pass"
    return rng.choice(sorted(words))


def next_event(game: ReferenceGame, rng: random.Random, patience: float = 0.7) -> Event:
    forced = game.forced()
    if forced is not None:
        return forced
    if game.to_act is None:
        return draw(game, rng)
    return event_of(game.to_act, choose(game.legal(), rng, patience))


def random_events(setup: Setup, seed: int, patience: float = 0.7) -> list[Event]:
    """A whole game of random decisions, as the events of its record."""
    rng, game = random.Random(seed), ReferenceGame(setup)
    events = []
    while game.expected() != "end":
        events.append(next_event(game, rng, patience))
        game.apply(events[-1])
    return events


def record_of(setup: Setup, events: list[Event], seed: int | None = 7) -> dict[str, Any]:
    return {
        "format": 1,
        "game": "ready_set_bet_v0",
        "options": setup.record_options(),
        "seed": seed,
        "players": setup.agents,
        "events": events,
    }


def without_action(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "action"}
