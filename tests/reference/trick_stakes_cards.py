"""What lies in the box of Trick Stakes, as words."""

from collections import Counter
from collections.abc import Iterable

COLOURS = "RBYG"
NUMBERS = range(1, 13)
CARDS = tuple(f"{colour}{number}" for colour in COLOURS for number in NUMBERS)
HORSES = ("vanilla_beans", "foret_noire", "silver_arrasan", "gateau_opera")
TICKETS = ("win", *HORSES)
DUMMY = "dummy"
FINISH = 7
WHIPS = 2
HAND = 12


def colour_of(card: str) -> str:
    return card[0]


def number_of(card: str) -> int:
    return int(card[1:])


def marks(card: str) -> int:
    """The advance marks printed on a card: low numbers are strong steps."""
    number = number_of(card)
    if number <= 3:
        return 4
    if number <= 6:
        return 3
    if number <= 9:
        return 2
    return 1


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def colours(cards: Iterable[str]) -> dict[str, int]:
    """How many cards of each colour: what the backs tell."""
    count = Counter(colour_of(card) for card in cards)
    return {colour: count[colour] for colour in COLOURS}
