"""The events of a game rewritten, so that they tell of a world that one seat cannot tell from the real one."""

from typing import Any

import numpy as np

from horse_envs.engine.game import Event
from horse_envs.games.trick_stakes.components import (
    CARD_BY_NAME,
    CARD_NAMES,
    DUMMY,
    HORSES,
    NUM_CARDS,
    NUM_HORSES,
    NUM_SEATS,
    NUMBERS,
    SUIT,
    TICKETS,
    VANILLA_BEANS,
)
from horse_envs.games.trick_stakes.state import DISCARD_ACTIONS, TICKET_ACTIONS


def seat_name(s: Any, seat: int) -> str:
    """`player_0` and so on, or `dummy`."""
    return "dummy" if seat == DUMMY and s.num_players < NUM_SEATS else f"player_{seat}"


def seat_names(s: Any) -> list[str]:
    """The names of the four seats by number."""
    return [seat_name(s, seat) for seat in range(NUM_SEATS)]


def cards_of(bits: int) -> list[str]:
    """The names of a set of cards."""
    return [CARD_NAMES[card] for card in range(NUM_CARDS) if int(bits) >> card & 1]


class Rewriting:
    """One rewriting of a game's hidden events.

    Cards that the seat has not seen change places within their colour, and hidden choices are redrawn, such that at
    each earlier event the seat would have seen just what it saw. Choices of the race in progress are those of the new
    state; those of past races, and the order of packs, are drawn here.

    Args:
        events: the events as they were.
        old: the state to which they lead.
        new: the state with all redrawn that the seat cannot know.
        seat: the seat whose knowledge is kept.
        seed: the seed of what is drawn here.
    """

    def __init__(self, events: list[Event], old: Any, new: Any, seat: int, seed: int) -> None:
        self._races = _cut_into_races(events)
        self._new = new
        self._me = seat_name(new, seat)
        self._random = np.random.default_rng(seed)
        self._moved = _moved_cards(old, new)
        self._in_progress = not any("result" in event for event in self._races[-1])

    def events(self) -> list[Event]:
        """The rewritten events."""
        last = len(self._races) - 1
        return [
            event
            for number, race in enumerate(self._races)
            for event in self._race(race, number, current=self._in_progress and number == last)
        ]

    def _race(self, race: list[Event], number: int, current: bool) -> list[Event]:
        packs: dict[str, list[str]] = next(
            (event["top_to_bottom"] for event in race if event.get("chance") == "packs"), {}
        )
        new_packs: dict[str, list[str]] = {}
        unplayed: dict[str, set[str]] = {}
        if packs:
            starter = self._starter(number)
            discard_number = CARD_BY_NAME[packs[starter][0]] % NUMBERS + 1
            for name, pack in packs.items():
                turned_up = {discard_number - 1, 0} if name == starter else {discard_number - 1}
                new_packs[name] = pack if name == "dummy" else self._pack(pack, turned_up)
                unplayed[name] = set(new_packs[name]) - {new_packs[name][discard_number - 1]}
        for event in race:
            if event.get("do") == "play":
                unplayed[event["player"]].discard(event["card"])
        return [self._event(event, new_packs, unplayed, current) for event in race]

    def _event(self, event: Event, packs: dict[str, list[str]], unplayed: dict[str, set[str]], current: bool) -> Event:
        if event.get("chance") == "deal":
            return {**event, "hands": {name: self._hand(hand) for name, hand in event["hands"].items()}}
        if event.get("chance") == "packs":
            return {**event, "top_to_bottom": packs}
        player = event.get("player")
        if player == self._me or event.get("do") not in ("discard", "ticket_down"):
            return event
        seat = int(str(player).removeprefix("player_"))
        if event["do"] == "discard":
            if current:
                card = CARD_NAMES[int(self._new.closed_discard[seat])]
            else:
                same_back = sorted(card for card in unplayed[str(player)] if card[0] == event["card"][0])
                card = same_back[self._random.integers(len(same_back))]
            return {**event, "card": card, "action": DISCARD_ACTIONS + CARD_BY_NAME[card]}
        if not current:
            return event
        ticket = int(self._new.ticket_down[seat])
        return {**event, "ticket": TICKETS[ticket], "action": TICKET_ACTIONS + ticket}

    def _hand(self, hand: list[str]) -> list[str]:
        return sorted((self._card(card) for card in hand), key=CARD_BY_NAME.__getitem__)

    def _pack(self, pack: list[str], turned_up: set[int]) -> list[str]:
        """A pack with the cards moved and, but for those turned up, in a new order."""
        free = [i for i in range(NUMBERS) if i not in turned_up]
        moved = [self._card(card) for card in pack]
        shuffled = list(moved)
        for i, j in zip(free, self._random.permutation(free), strict=True):
            shuffled[i] = moved[j]
        return shuffled

    def _card(self, name: str) -> str:
        return CARD_NAMES[self._moved[CARD_BY_NAME[name]]]

    def _starter(self, race: int) -> str:
        """Who had the start player token in a race: it goes to the left each time."""
        seats = self._races[0][0]
        first = next(name for name, horse in seats["horses"].items() if horse == HORSES[VANILLA_BEANS])
        order: list[str] = seats["clockwise"]
        return order[(order.index(first) + race) % NUM_SEATS]


def _cut_into_races(events: list[Event]) -> list[list[Event]]:
    """The events cut before each gate but the first."""
    races: list[list[Event]] = [[]]
    gates = 0
    for event in events:
        if event.get("chance") == "gate":
            gates += 1
            if gates > 1:
                races.append([])
        races[-1].append(event)
    return races


def _moved_cards(old: Any, new: Any) -> list[int]:
    """For each card of the old world, the card that takes its place; both have one colour and known cards stay."""
    moved = list(range(NUM_CARDS))
    for horse in range(NUM_HORSES):
        for suit in SUIT:
            before, after = int(old.fixed[horse]) & int(suit), int(new.fixed[horse]) & int(suit)
            for gone, come in zip(cards_of(before & ~after), cards_of(after & ~before), strict=True):
                moved[CARD_BY_NAME[gone]] = CARD_BY_NAME[come]
    return moved
