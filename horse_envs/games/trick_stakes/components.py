"""What lies in the box of Trick Stakes: cards, horses, tickets and the figures printed on them."""

import numpy as np

COLOURS = ("red", "blue", "yellow", "green")
COLOUR_LETTERS = "RBYG"
NUM_COLOURS = 4
NUMBERS = 12
NUM_CARDS = NUM_COLOURS * NUMBERS

HORSES = ("vanilla_beans", "foret_noire", "silver_arrasan", "gateau_opera")
NUM_HORSES = 4
VANILLA_BEANS = 0

TICKETS = (*HORSES, "win")
NUM_TICKETS = 5
WIN = 4

NUM_SEATS = 4
DUMMY = 3
"""The seat of the dummy in a game for three; players sit on 0, 1, 2, and `left` says who is whose neighbour."""

NONE = 255
"""No card, no ticket, nobody."""

FINISH = 7
WHIPS = 2
FIRST_ODDS = 2
FIRST_PRIZE = 5
SECOND_PRIZE = 3
HAND_IN_RACE = 10
FINISHERS_THAT_END_A_RACE = 2

STEPS = np.array([0, 4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1], np.int64)
"""Arrow marks by the number of a card; index 0 is unused."""

SUIT = np.array([0xFFF << (NUMBERS * colour) for colour in range(NUM_COLOURS)], np.uint64)
"""The set of cards of each colour; card = colour * 12 + number - 1."""


def card_name(card: int) -> str:
    """The name of a card, such as `R5`."""
    return f"{COLOUR_LETTERS[card // NUMBERS]}{card % NUMBERS + 1}"


CARD_NAMES = tuple(card_name(card) for card in range(NUM_CARDS))
CARD_BY_NAME = {name: card for card, name in enumerate(CARD_NAMES)}
