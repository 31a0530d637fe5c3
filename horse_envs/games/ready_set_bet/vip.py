"""VIP cards between two races: two are offered to each player, one of them is kept (RSB-12).

Each offer takes cards from one deck. The rest of the deck is dealt before the rejected cards are shuffled anew, which
can happen in the third round only: the box has cards for two.
"""

from typing import Any

import numpy as np

from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, luck
from horse_envs.games.ready_set_bet.components import MAX_SEATS, NONE, NUM_VIP, V08
from horse_envs.games.ready_set_bet.state import HOUSE_BETS, VIP_OFFERS


@compiled
def draws_vip(s: Any, seat: int) -> bool:
    """Whether a player is offered VIP cards: not the House of the House Bets variant (RSB-13)."""
    return not (s.variant == HOUSE_BETS and seat == s.house)


@compiled
def cards_in_box(s: Any) -> int:
    """How many VIP cards there are in all."""
    total = np.int64(0)
    for card in range(NUM_VIP):
        total += np.int64(s.vip_copies[card])
    return total


@compiled
def count_deck(s: Any, deck: Any) -> int:
    """Write how many copies of each card are in the deck before this round's offers; returns how many in all."""
    for card in range(NUM_VIP):
        deck[card] = s.vip_copies[card]
    for earlier in range(s.race - 1):
        for seat in range(s.num_players):
            if draws_vip(s, seat):
                deck[s.offers[earlier, seat, 0]] -= 1
                deck[s.offers[earlier, seat, 1]] -= 1
    return deck.sum()


@compiled
def count_rejected(s: Any, deck: Any) -> int:
    """Write how many copies of each card were rejected in earlier rounds; returns how many in all."""
    deck[:] = 0
    for earlier in range(s.race - 1):
        for seat in range(s.num_players):
            if draws_vip(s, seat):
                deck[rejected(s, earlier, seat)] += 1
    return deck.sum()


@compiled
def rejected(s: Any, earlier: int, seat: int) -> int:
    """The card of an offer that was not kept."""
    both = np.int64(s.offers[earlier, seat, 0]) + np.int64(s.offers[earlier, seat, 1])
    return both - np.int64(s.kept[earlier, seat])


@compiled
def draw_offers(s: Any) -> None:
    """Deal two cards to each player, from player_0 on."""
    key = luck(s.seed, s.race, VIP_OFFERS, 0)
    deck = np.zeros(NUM_VIP, np.int64)
    left = count_deck(s, deck)
    drawn = 0
    for seat in range(s.num_players):
        if not draws_vip(s, seat):
            continue
        for place in range(2):
            if left == 0:
                left = count_rejected(s, deck)
            s.offers[s.race - 1, seat, place] = take_nth(deck, below(key, drawn, left))
            drawn += 1
            left -= 1
        sort_offer(s.offers[s.race - 1, seat])


@compiled
def take_nth(deck: Any, index: int) -> int:
    """Take the card with this index out of a deck that is counted by cards."""
    card = 0
    while index >= deck[card]:
        index -= deck[card]
        card += 1
    deck[card] -= 1
    return card


@compiled
def sort_offer(offer: Any) -> None:
    """An offer has no order: the lower card comes first."""
    if offer[1] < offer[0]:
        low = offer[1]
        offer[1] = offer[0]
        offer[0] = low


@compiled
def show_choices(s: Any) -> None:
    """All chosen cards are shown together; V08 pays at once (RSB-18)."""
    for seat in range(s.num_players):
        if draws_vip(s, seat):
            card = s.kept[s.race - 1, seat]
            s.vip[seat, card] += 1
            if card == V08:
                s.money[seat] += s.amount[V08]


@compiled
def choices_are_hidden(s: Any, earlier: int) -> bool:
    """Whether the choices of a round have not been shown yet: some seat has still to choose."""
    for seat in range(MAX_SEATS):
        offered = s.offers[earlier, seat, 0] != NONE
        if offered and s.kept[earlier, seat] == NONE:
            return True
    return False
