"""Hidden cards redrawn: a world that a seat cannot tell from the real one.

Uniform over the deals of single tips that agree with what was played (HU-8), over the orders of the race cards that
are still in the deck, and over the bets that were legal and are not shown yet (HU-9).
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, nth, only
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, derived_seed, mix, number
from horse_envs.games.huuue.components import MOST_TIPS_IN_BOX
from horse_envs.games.huuue.hands import count_tips, draw_hand, lay_out
from horse_envs.games.huuue.observation import cards_turned, sees_bets
from horse_envs.games.huuue.rules import horses_to_back
from horse_envs.games.huuue.state import (
    PLACE,
    PLACE_BET,
    SECOND_WIN_BET,
    SHOW,
    SHOW_BET,
    WIN,
    WIN_BET,
)


@compiled
def resample(s: Any, me: int, seed: int) -> None:
    """Redraw, in place, all that the seat `me` cannot know; the luck to come too."""
    s.seed = derived_seed(seed, 1)
    key = mix(np.uint64(seed) ^ np.uint64(0x5851F42D4C957F2D))
    redeal_tips(s, me, number(key, 0))
    reshuffle_race_cards(s, number(key, 1))
    for seat in range(s.num_players):
        if not sees_bets(s, me, seat):
            redraw_bets(s, seat, number(key, 2 + seat))


@compiled
def redeal_tips(s: Any, me: int, key: np.uint64) -> None:
    """Deal the tips that the seat has not seen anew; the others keep as many as they have."""
    deck = np.empty(MOST_TIPS_IN_BOX, np.uint8)
    size = lay_out(s.box - s.hand[me] - s.played, deck)
    for seat in range(s.num_players):
        if seat != me:
            cards = count_tips(s.hand[seat])
            s.hand[seat] = draw_hand(deck, size, cards, key)
            size -= cards


@compiled
def reshuffle_race_cards(s: Any, key: np.uint64) -> None:
    """Shuffle the race cards that have not been turned over."""
    turned = cards_turned(s)
    # From an order of their own: what is drawn must not depend on the order that is hidden.
    s.deck[turned : s.num_runners].sort()
    for i in range(np.int64(s.num_runners) - 1, turned, -1):
        j = turned + below(key, i, i + 1 - turned)
        kept = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = kept


@compiled
def redraw_bets(s: Any, seat: int, key: np.uint64) -> None:
    """Redraw the bets that a seat has made; two winners uniformly over pairs (HU-13)."""
    bets = count(np.uint64(s.backed[seat, WIN]))
    if bets == 0:
        return
    backed = redrawn_bet(s, WIN_BET, EMPTY, key)
    if bets == 2:
        backed |= redrawn_bet(s, SECOND_WIN_BET, backed, key)
    s.backed[seat, WIN] = np.uint8(backed)
    if s.backed[seat, PLACE] != 0:
        s.backed[seat, PLACE] = np.uint8(redrawn_bet(s, PLACE_BET, EMPTY, key))
    if s.backed[seat, SHOW] != 0:
        s.backed[seat, SHOW] = np.uint8(redrawn_bet(s, SHOW_BET, EMPTY, key))


@compiled
def redrawn_bet(s: Any, phase: int, backed: np.uint64, key: np.uint64) -> np.uint64:
    """A bet of this phase at random, as a set of one horse."""
    horses = horses_to_back(s, phase, backed)
    return only(nth(horses, below(key, phase, count(horses))))
