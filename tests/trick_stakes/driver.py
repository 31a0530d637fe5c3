"""Plays the reference game by itself: fair luck, random decisions."""

import random
from typing import Any

from tests.reference.trick_stakes import ReferenceGame
from tests.reference.trick_stakes_cards import CARDS, DUMMY, HORSES, in_order
from tests.reference.trick_stakes_events import Event


def event_of(game: ReferenceGame, word: str) -> Event:
    """The record's event for an action word of the player on turn."""
    verb, thing = word.split()
    event: Event = {"do": game.expected().removeprefix("do "), "player": game.to_act}
    if verb == "ticket":
        return {**event, "ticket": thing}
    if verb == "discard":
        return {**event, "card": thing}
    return {**event, "card": thing, "whip": verb == "whip"}


def seats_clockwise(num_players: int, start_player: str) -> list[str]:
    """The agents in their order, and in a 3-player game the dummy to the right of the start player."""
    seats = [f"player_{i}" for i in range(num_players)]
    if num_players == 3:
        seats.insert(seats.index(start_player) or 3, DUMMY)
    return seats


def draw_seats(game: ReferenceGame, rng: random.Random) -> Event:
    horses = rng.sample(HORSES, 4)
    while HORSES[0] not in horses[: game.num_players]:
        horses = rng.sample(HORSES, 4)
    start_player = game.agents[horses.index(HORSES[0])]
    seats = [*game.agents, DUMMY][:4]
    return {
        "chance": "seats",
        "clockwise": seats_clockwise(game.num_players, start_player),
        "horses": dict(zip(seats, horses, strict=True)),
    }


def draw_deal(game: ReferenceGame, rng: random.Random) -> Event:
    cards = rng.sample(CARDS, 48)
    hands = {seat: in_order(cards[12 * i : 12 * i + 12]) for i, seat in enumerate(game.clockwise)}
    return {"chance": "deal", "hands": hands}


def draw_gate(game: ReferenceGame, rng: random.Random) -> Event:
    return {"chance": "gate", "bottom_to_top": rng.sample(HORSES, 4)}


def draw_packs(game: ReferenceGame, rng: random.Random) -> Event:
    packs = {seat: rng.sample(game.fixed_hands[game.horse_of[seat]], 12) for seat in game.clockwise}
    return {"chance": "packs", "top_to_bottom": packs}


DRAWS = {
    "chance seats": draw_seats,
    "chance deal": draw_deal,
    "chance gate": draw_gate,
    "chance packs": draw_packs,
}


def next_event(game: ReferenceGame, rng: random.Random) -> Event:
    forced = game.forced()
    if forced is not None:
        return forced
    if game.to_act is None:
        return DRAWS[game.expected()](game, rng)
    return event_of(game, rng.choice(sorted(game.legal())))


def random_events(num_players: int, seed: int) -> list[Event]:
    """A whole game of random decisions, as the events of its record."""
    rng, game = random.Random(seed), ReferenceGame(num_players)
    events = []
    while game.expected() != "end":
        events.append(next_event(game, rng))
        game.apply(events[-1])
    return events


def record_of(num_players: int, events: list[Event], seed: int | None = 7) -> dict[str, object]:
    return {
        "format": 1,
        "game": "trick_stakes_v0",
        "options": {"num_players": num_players},
        "seed": seed,
        "players": [f"player_{i}" for i in range(num_players)],
        "events": events,
    }


def hidden_pair(game: ReferenceGame) -> tuple[str, str] | None:
    """Two cards of one colour, of two horses, that nobody has shown."""
    shown = set().union(*game.shown.values())
    hidden = {card: horse for horse, cards in game.fixed_hands.items() for card in cards if card not in shown}
    for one, horse in hidden.items():
        for other in hidden:
            if hidden[other] != horse and other[0] == one[0]:
                return one, other
    return None


def swapped(thing: Any, one: str, other: str) -> Any:
    """The same events with two words, such as cards, exchanged wherever they occur."""
    if isinstance(thing, dict):
        return {swapped(key, one, other): swapped(value, one, other) for key, value in thing.items()}
    if isinstance(thing, list):
        return [swapped(value, one, other) for value in thing]
    return {one: other, other: one}.get(thing, thing) if isinstance(thing, str) else thing
