"""Hidden cards redrawn: a world that a seat cannot tell from the real one.

Uniform over what is consistent with all that the seat has seen. Backs show colours, so unknown cards change places
within their colour only, and each horse keeps its number of unknown cards of each colour (TS-3).
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, nth, only
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, derived_seed, mix
from horse_envs.games.trick_stakes.components import NONE, NUM_COLOURS, NUM_HORSES, NUM_SEATS, NUMBERS, SUIT
from horse_envs.games.trick_stakes.observation import known_cards, public_discards
from horse_envs.games.trick_stakes.race import is_dummy
from horse_envs.games.trick_stakes.state import ALL_TICKETS, DISCARD, OVER


@compiled
def resample(s: Any, me: int, seed: int) -> None:
    """Redraw, in place, all that the seat `me` cannot know; the luck to come too."""
    s.seed = derived_seed(seed, 1)
    key = mix(np.uint64(seed) ^ np.uint64(0x5851F42D4C957F2D))
    drawn = redeal_unknown_cards(s, me, key)
    for seat in range(NUM_SEATS):
        if seat != me and not is_dummy(s, seat):
            drawn = redraw_choices(s, seat, key, drawn)


@compiled
def redeal_unknown_cards(s: Any, me: int, key: np.uint64) -> int:
    """Deal the cards that the seat has not seen anew among their horses, colour by colour."""
    drawn = 0
    for colour in range(NUM_COLOURS):
        pool = EMPTY
        for horse in range(NUM_HORSES):
            pool |= s.fixed[horse] & ~known_cards(s, me, horse) & SUIT[colour]
        left = count(pool)
        for horse in range(NUM_HORSES):
            unknown = s.fixed[horse] & ~known_cards(s, me, horse) & SUIT[colour]
            cards = count(unknown)
            if cards == 0 or cards == left:
                dealt = pool if cards > 0 else EMPTY
            else:
                dealt = EMPTY
                for i in range(cards):
                    card = only(nth(pool & ~dealt, below(key, drawn, left - i)))
                    drawn += 1
                    dealt |= card
            pool &= ~dealt
            left -= cards
            s.fixed[horse] = (s.fixed[horse] & ~unknown) | dealt
    return drawn


@compiled
def redraw_choices(s: Any, seat: int, key: np.uint64, drawn: int) -> int:
    """Redraw another seat's face-down discard and ticket, as far as they have been chosen and not been shown."""
    unplayed = s.fixed[s.horse[seat]] & ~public_discards(s, seat) & ~s.played[seat]
    closed = np.int64(s.closed_discard[seat])
    if closed != NONE:
        candidates = unplayed
        if s.phase != DISCARD:
            candidates &= SUIT[closed // NUMBERS]
        closed = nth(candidates, below(key, drawn, count(candidates)))
        drawn += 1
        s.closed_discard[seat] = closed
        unplayed &= ~only(closed)
    s.hand[seat] = unplayed
    if s.ticket_down[seat] != NONE and s.phase != OVER:
        tickets = ALL_TICKETS & ~only(s.ticket_up[seat])
        s.ticket_down[seat] = nth(tickets, below(key, drawn, count(tickets)))
        drawn += 1
    return drawn
