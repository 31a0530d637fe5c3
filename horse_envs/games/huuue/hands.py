"""Hands of tips: how many there are of each, two bits a tip, in one unsigned integer.

Tip t has the bits 2 t and 2 t + 1, so that the tips of horse h are the byte h, and hands are added and subtracted as
numbers as long as no tip is there more than three times.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, ONE, count, lowest, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below
from horse_envs.games.huuue.components import NUM_KINDS, NUM_TIPS

_LOW_BITS = np.uint64(sum(1 << 2 * tip for tip in range(NUM_TIPS)))
_COUNT = np.uint64(3)


@compiled
def one_tip(tip: int) -> np.uint64:
    """A hand that holds just this tip."""
    return ONE << np.uint64(2 * np.int64(tip))


@compiled
def held(hand: np.uint64) -> np.uint64:
    """The tips of which a hand has at least one, as the bits 2 * tip."""
    return (hand | (hand >> ONE)) & _LOW_BITS


@compiled
def count_tips(hand: np.uint64) -> int:
    """How many tips a hand has."""
    return count(hand & _LOW_BITS) + 2 * count(hand & ~_LOW_BITS)


@compiled
def box_of(s: Any, horses: np.uint64) -> np.uint64:
    """All tips of these horses, counted as in a hand."""
    each = EMPTY
    for kind in range(NUM_KINDS):
        each |= np.uint64(s.alike[kind]) << np.uint64(2 * kind)
    tips = EMPTY
    while horses != EMPTY:
        tips |= each << np.uint64(2 * NUM_KINDS * lowest(horses))
        horses = without_lowest(horses)
    return tips


@compiled
def lay_out(tips: np.uint64, deck: Any) -> int:
    """Write each single tip of a hand or box into an array, and return how many there are."""
    size = 0
    for tip in range(NUM_TIPS):
        alike = np.int64((tips >> np.uint64(2 * tip)) & _COUNT)
        for _ in range(alike):
            deck[size] = tip
            size += 1
    return size


@compiled
def draw_hand(deck: Any, size: int, cards: int, key: np.uint64) -> np.uint64:
    """Take some of the first `size` tips of a deck at random; what is left of them is moved to its front."""
    hand = EMPTY
    for left in range(size, size - cards, -1):
        i = below(key, left, left)
        hand += one_tip(deck[i])
        deck[i] = deck[left - 1]
    return hand
