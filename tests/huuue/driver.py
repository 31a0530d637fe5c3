"""Plays the reference game by itself: fair luck, random decisions."""

import random
from itertools import product
from typing import Any

from tests.reference.huuue import ReferenceGame
from tests.reference.huuue_box import Setup, in_box_order
from tests.reference.huuue_events import Event

CROPS = ("last_turn", "first")
BETS = ("single", "two_winners", "win_place", "win_place_show")
COUNTS = range(2, 8)
KINDS = {"bet": "win", "place": "place", "show": "show"}


def every_setup(**options: Any) -> list[Setup]:
    """Each variant with each number of players."""
    return [
        Setup(num_players=count, crop=crop, open_bets=open_bets, bets=bets, **options)
        for count, crop, open_bets, bets in product(COUNTS, CROPS, (False, True), BETS)
    ]


def event_of(game: ReferenceGame, word: str) -> Event:
    """The record's event for an action word of the player on turn."""
    verb, _, thing = word.partition(" ")
    if verb == "tip":
        return {"do": "tip", "player": game.to_act, "tip": thing.replace(" ", ":")}
    return {"do": "bet", "player": game.to_act, "kind": KINDS[verb], "horse": thing}


def word_of(event: Event) -> str:
    if event["do"] == "tip":
        return f"tip {event['tip'].replace(':', ' ')}"
    verb = next(verb for verb, kind in KINDS.items() if kind == event["kind"])
    return f"{verb} {event['horse']}"


def draw_dealer(game: ReferenceGame, rng: random.Random) -> Event:
    return {"chance": "dealer", "player": rng.choice(game.agents)}


def draw_programme(game: ReferenceGame, rng: random.Random) -> Event:
    drawn = rng.choice(sorted(game.setup.programmes))
    return {"chance": "programme", "id": drawn, "values": game.setup.programmes[drawn]}


def draw_tips(game: ReferenceGame, rng: random.Random) -> Event:
    runners, stock = len(game.values), game.setup.tips_of(game.values)
    dealt = rng.sample(stock, runners * len(game.agents))
    hands = {agent: in_box_order(dealt[i * runners :][:runners]) for i, agent in enumerate(game.agents)}
    return {"chance": "tips", "hands": hands}


def draw_race_deck(game: ReferenceGame, rng: random.Random) -> Event:
    return {"chance": "race_deck", "top_to_bottom": rng.sample(sorted(game.values), len(game.values))}


DRAWS = {
    "chance dealer": draw_dealer,
    "chance programme": draw_programme,
    "chance tips": draw_tips,
    "chance race_deck": draw_race_deck,
}


def next_event(game: ReferenceGame, rng: random.Random) -> Event:
    forced = game.forced()
    if forced is not None:
        return forced
    if game.to_act is None:
        return DRAWS[game.expected()](game, rng)
    return event_of(game, rng.choice(sorted(game.legal())))


def random_events(setup: Setup, seed: int) -> list[Event]:
    """A whole game of random decisions, as the events of its record."""
    rng, game = random.Random(seed), ReferenceGame(setup)
    events = []
    while game.expected() != "end":
        events.append(next_event(game, rng))
        game.apply(events[-1])
    return events


def record_of(setup: Setup, events: list[Event], seed: int | None = 7) -> dict[str, Any]:
    return {
        "format": 1,
        "game": "huuue_v0",
        "options": setup.record_options(),
        "seed": seed,
        "players": setup.agents,
        "events": events,
    }


def without_action(event: Event) -> Event:
    return {key: value for key, value in event.items() if key != "action"}
