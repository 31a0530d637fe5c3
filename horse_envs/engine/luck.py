"""Random numbers as functions of a key: no stream, no hidden state.

A key is a hash of what the number is for; the numbers of a key are counted from 0. So the luck of a game depends on
its seed alone, never on what the players do, and a decision that draws more or fewer numbers disturbs no other. The
hash is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
"""

from typing import Any

import numpy as np

from horse_envs.engine.compile import compiled

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)

SEED_BITS = np.uint64(53)
MAX_SEED = 2**63 - 1
"""Seeds given by a user are 0 to this; derived seeds stay below 2**53, which every JSON reader keeps exactly."""


@compiled
def mix(value: np.uint64) -> np.uint64:
    """A hash of 64 bits."""
    value = (value ^ (value >> np.uint64(30))) * _FIRST
    value = (value ^ (value >> np.uint64(27))) * _SECOND
    return value ^ (value >> np.uint64(31))


@compiled
def number(key: np.uint64, index: int) -> np.uint64:
    """The number with this index of a key: 64 random bits."""
    return mix(key + np.uint64(index + 1) * _GAMMA)


@compiled
def below(key: np.uint64, index: int, bound: int) -> int:
    """The number with this index of a key, scaled to 0 .. bound - 1."""
    return np.int64(((number(key, index) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@compiled
def luck(seed: int, race: int, purpose: int, occasion: int) -> np.uint64:
    """The key of one chance outcome of a game: its seed, the race, what is drawn, and which time."""
    key = mix(np.uint64(seed) + _GAMMA)
    place = (np.uint64(race) << np.uint64(48)) | (np.uint64(purpose) << np.uint64(32)) | np.uint64(occasion)
    # Seed and place must not be exchangeable, or two games would share a shuffle.
    return mix(mix(key ^ place) + _GAMMA)


@compiled
def shuffle(items: Any, size: int, key: np.uint64) -> None:
    """Shuffle the first `size` items in place; every order is equally likely."""
    for i in range(size - 1, 0, -1):
        j = below(key, i, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@compiled
def derived_seed(seed: int, index: int) -> int:
    """A seed (0 .. 2**53 - 1) made from another one."""
    return np.int64(number(mix(np.uint64(seed) ^ _SECOND), index) >> (np.uint64(64) - SEED_BITS))


@compiled
def next_seed(seed: int) -> int:
    """The seed of the game that follows a game with this seed, where nobody gives another one."""
    return derived_seed(seed, 0)
