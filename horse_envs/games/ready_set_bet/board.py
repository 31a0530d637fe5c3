"""Spots and tokens as sets: where a token may go.

Sets of spots are two words: spots 0 to 63, then the others. Tokens in hand are counts of two bits for each kind.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, ONE, count, has, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.components import (
    FIRST_EXOTIC,
    MAX_SEATS,
    NUM_OWN_KINDS,
    NUM_SPOTS,
    NUM_TOKEN_KINDS,
    SPOTS_A_CARD,
    V13,
)
from horse_envs.games.ready_set_bet.state import NO_HOUSE

WORD = 64
_FIRST_EXOTIC = np.uint64(FIRST_EXOTIC - WORD)
_FIRST_OF_CARD = np.uint64(sum(1 << i for i in range(0, NUM_SPOTS - FIRST_EXOTIC, SPOTS_A_CARD)))
_CARD = np.uint64((1 << SPOTS_A_CARD) - 1)
_TWO = np.uint64(2)
_ANY_TOKEN = np.uint64(sum(1 << 2 * kind for kind in range(NUM_TOKEN_KINDS)))
LOW_TOKENS = np.uint64(1 << 0 | 1 << 1 | 1 << NUM_OWN_KINDS | 1 << NUM_OWN_KINDS + 1)
"""Kinds of tokens with the values 2 and 3 (RSB-20)."""


@compiled
def add_spot(words: Any, spot: int) -> None:
    """Put a spot into a set."""
    words[spot >> 6] |= only(spot & 63)


@compiled
def has_spot(words: Any, spot: int) -> bool:
    """Whether a set holds a spot."""
    return has(words[spot >> 6], spot & 63)


@compiled
def on_own_cards(second_word: np.uint64) -> np.uint64:
    """All spots, in the second word, of exotic cards on which a set of spots has one (RSB-11)."""
    exotics = second_word >> _FIRST_EXOTIC
    cards = (exotics | exotics >> ONE | exotics >> _TWO) & _FIRST_OF_CARD
    return (cards * _CARD) << _FIRST_EXOTIC


@compiled
def free_spots(s: Any, seat: int) -> tuple[np.uint64, np.uint64]:
    """Spots on which a betting player may put any token: open, empty, not on a card that it has a token on."""
    first = s.in_play[0] & ~s.taken[0]
    second = s.in_play[1] & ~s.taken[1] & ~on_own_cards(s.own[seat, 1])
    return first, second


@compiled
def joinable_spots(s: Any, seat: int) -> tuple[np.uint64, np.uint64]:
    """Spots on which a player may put a low token beside one of another player (RSB-20)."""
    if s.joins_used[seat] >= usable_vip(s, seat, V13):
        return EMPTY, EMPTY
    first = s.taken[0] & ~s.shared[0] & ~s.own[seat, 0]
    second = s.taken[1] & ~s.shared[1] & ~s.own[seat, 1] & ~on_own_cards(s.own[seat, 1])
    return first, second


@compiled
def house_free_spots(s: Any) -> tuple[np.uint64, np.uint64]:
    """Spots for a house token: six different ones, at most one on a card (RSB-13)."""
    first = s.in_play[0] & ~s.house_spots[0]
    second = s.in_play[1] & ~s.house_spots[1] & ~on_own_cards(s.house_spots[1])
    return first, second


@compiled
def token_kinds(tokens: int) -> np.uint64:
    """The kinds of tokens in hand, as a set."""
    held = np.uint64(tokens)
    pairs = (held | held >> ONE) & _ANY_TOKEN
    kinds = EMPTY
    while pairs != EMPTY:
        kinds |= only(lowest(pairs) // 2)
        pairs = without_lowest(pairs)
    return kinds


@compiled
def tokens_of_kind(tokens: int, kind: int) -> int:
    """How many tokens of a kind are in hand."""
    return (np.int64(tokens) >> (2 * kind)) & 3


@compiled
def nth_spot(first: np.uint64, second: np.uint64, index: int) -> int:
    """The spot with this index in a set."""
    before = count(first)
    if index < before:
        return nth(first, index)
    return WORD + nth(second, index - before)


@compiled
def is_house(s: Any, seat: int) -> bool:
    """Whether a seat is the House of this race."""
    return s.variant != NO_HOUSE and seat == s.house


@compiled
def usable_vip(s: Any, seat: int, card: int) -> int:
    """How many copies of a VIP card count for a seat now; the House cannot use its own (RSB-14)."""
    return 0 if is_house(s, seat) else np.int64(s.vip[seat, card])


@compiled
def vip_money(s: Any, seat: int, card: int) -> int:
    """The $ of all copies of a VIP card that count for a seat now."""
    return np.int64(s.amount[card]) * usable_vip(s, seat, card)


@compiled
def betting_players(s: Any) -> int:
    """How many players place tokens of their own in this race."""
    return np.int64(s.num_players) - (0 if s.variant == NO_HOUSE else 1)


@compiled
def write_betting_seats(s: Any, order: Any) -> int:
    """Write the betting seats in rising order; returns how many there are."""
    seats = 0
    for seat in range(s.num_players):
        if not is_house(s, seat):
            order[seats] = seat
            seats += 1
    for place in range(seats, MAX_SEATS):
        order[place] = 255
    return seats
