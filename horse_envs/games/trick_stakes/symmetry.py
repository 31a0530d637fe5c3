"""Games of Trick Stakes that differ in names only: colours and horses may change their names."""

import numpy as np
from numpy.typing import NDArray

from horse_envs.games.trick_stakes.components import NUM_CARDS, NUM_COLOURS, NUM_HORSES, NUM_TICKETS, NUMBERS
from horse_envs.games.trick_stakes.layout import LAYOUT
from horse_envs.games.trick_stakes.state import DISCARD_ACTIONS, NUM_ACTIONS, PLAY_ACTIONS, TICKET_ACTIONS, WHIP_ACTIONS


def renaming(colours: NDArray[np.int64], horses: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How observations and actions change when colours and horses change their names.

    Args:
        colours: for each new colour, the old one, a permutation of 0 to 3.
        horses: the same for horses.

    Returns:
        Indices int64 (layout.size,) and int64 (num_actions,): entry i of the new vector is entry indices[i] of the old.
    """
    cards = (colours[:, None] * NUMBERS + np.arange(NUMBERS)).reshape(-1)
    tickets = np.append(horses, np.arange(NUM_HORSES, NUM_TICKETS))
    observation = LAYOUT.rearranged({"card": cards, "colour": colours, "horse": horses, "ticket": tickets})
    actions = np.arange(NUM_ACTIONS)
    for first in (DISCARD_ACTIONS, PLAY_ACTIONS, WHIP_ACTIONS):
        actions[first : first + NUM_CARDS] = first + cards
    actions[TICKET_ACTIONS:] = TICKET_ACTIONS + tickets
    return observation, actions


def random_symmetry(random: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One of the 576 renamings of colours and horses at random, the unchanged one among them."""
    return renaming(random.permutation(NUM_COLOURS), random.permutation(NUM_HORSES))
