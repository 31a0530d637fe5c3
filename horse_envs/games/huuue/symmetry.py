"""Games of Huuue! that differ in names only: the six horses may change theirs.

The programmes name their horses, so this is a symmetry of a race, not of what is drawn: with the names exchanged a
race may be one that no programme holds. What is good in it stays good.
"""

import numpy as np
from numpy.typing import NDArray

from horse_envs.games.huuue.components import NUM_HORSES, NUM_KINDS
from horse_envs.games.huuue.layout import LAYOUT
from horse_envs.games.huuue.state import NUM_ACTIONS, PLACE_ACTIONS, SHOW_ACTIONS, TIP_ACTIONS, WIN_ACTIONS


def renaming(horses: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How observations and actions change when horses change their names.

    Args:
        horses: for each new horse, the old one, a permutation of 0 to 5.

    Returns:
        Indices int64 (layout.size,) and int64 (num_actions,): entry i of the new vector is entry indices[i] of the old.
    """
    tips = (horses[:, None] * NUM_KINDS + np.arange(NUM_KINDS)).reshape(-1)
    observation = LAYOUT.rearranged({"horse": horses, "tip": tips})
    actions = np.arange(NUM_ACTIONS)
    for first in (WIN_ACTIONS, PLACE_ACTIONS, SHOW_ACTIONS):
        actions[first : first + NUM_HORSES] = first + horses
    actions[TIP_ACTIONS:] = TIP_ACTIONS + tips
    return observation, actions


def random_symmetry(random: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """One of the 720 renamings of horses at random, the unchanged one among them."""
    return renaming(random.permutation(NUM_HORSES))
