"""Hidden cards redrawn: a world that a seat cannot tell from the real one.

Hidden are others' VIP cards: the rejected one of each past offer, and of an offer in progress both, with the choice
made of it. The dice and all decks still to come follow from the seed, which is redrawn.
"""

from typing import Any

import numpy as np

from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, derived_seed, mix, number, shuffle
from horse_envs.games.ready_set_bet.components import NONE, NUM_VIP
from horse_envs.games.ready_set_bet.state import VIP_ROUNDS
from horse_envs.games.ready_set_bet.vip import cards_in_box, choices_are_hidden, draws_vip, sort_offer

_MAX_CARDS = 3 * NUM_VIP
_SWEEPS = 8


@compiled
def resample(s: Any, me: int, seed: int) -> None:
    """Redraw, in place, all that the seat `me` cannot know; the luck to come too."""
    s.seed = derived_seed(seed, 1)
    if s.offers[0, 0, 0] == NONE and s.offers[0, 1, 0] == NONE:
        return
    key = mix(np.uint64(seed) ^ np.uint64(0x2545F4914F6CDD1D))
    redeal(s, me, key)
    for vip_round in range(VIP_ROUNDS):
        if choices_are_hidden(s, vip_round):
            for seat in range(s.num_players):
                if seat != me and s.kept[vip_round, seat] != NONE:
                    chosen = below(key, 10_000 + seat, 2)
                    s.kept[vip_round, seat] = s.offers[vip_round, seat, chosen]


@compiled
def redeal(s: Any, me: int, key: np.uint64) -> None:
    """Deal the unknown cards of all offers anew, uniformly over the shuffles that give what the seat has seen.

    `first` are the cards of the first shuffle in the order in which they were dealt, then those left in the deck;
    `again` are the cards dealt after the rejected ones were shuffled anew, each by the place that it had in `first`.
    Without a second shuffle one exchange of all unknown cards is a uniform sample. With one, two steps that each keep
    the uniform distribution take turns: unknown cards change places, and cards shuffled anew change what they came
    from.
    """
    first = np.zeros(_MAX_CARDS, np.int64)
    fixed = np.zeros(_MAX_CARDS, np.bool_)
    was_rejected = np.zeros(_MAX_CARDS, np.bool_)
    again = np.zeros(_MAX_CARDS, np.int64)
    again_fixed = np.zeros(_MAX_CARDS, np.bool_)
    dealt, dealt_again = read_offers(s, me, first, fixed, was_rejected, again, again_fixed)
    cards = add_deck(s, first, dealt, dealt_again)
    link(first, was_rejected, again, dealt_again, cards, key)
    for sweep in range(_SWEEPS if dealt_again > 0 else 1):
        exchange_unknown(first, fixed, again, again_fixed, dealt_again, cards, number(key, 3 * sweep))
        if dealt_again > 0:
            exchange_links(first, was_rejected, again, again_fixed, dealt_again, cards, number(key, 3 * sweep + 1))
    write_offers(s, first, again)


@compiled
def read_offers(
    s: Any, me: int, first: Any, fixed: Any, was_rejected: Any, again: Any, again_fixed: Any
) -> tuple[int, int]:
    """Read all offers in the order in which they were dealt; `again` gets the cards themselves for now."""
    total = cards_in_box(s)
    dealt = 0
    dealt_again = 0
    for vip_round in range(VIP_ROUNDS):
        hidden = choices_are_hidden(s, vip_round)
        for seat in range(s.num_players):
            if not draws_vip(s, seat) or s.offers[vip_round, seat, 0] == NONE:
                continue
            kept = place_of_kept(s, vip_round, seat)
            for place in range(2):
                card = np.int64(s.offers[vip_round, seat, place])
                known = seat == me or (not hidden and place == kept)
                if dealt < total:
                    first[dealt] = card
                    fixed[dealt] = known
                    was_rejected[dealt] = vip_round < VIP_ROUNDS - 1 and place != kept
                    dealt += 1
                else:
                    again[dealt_again] = card
                    again_fixed[dealt_again] = known
                    dealt_again += 1
    return dealt, dealt_again


@compiled
def place_of_kept(s: Any, vip_round: int, seat: int) -> int:
    """Which of the two cards of an offer was kept; of two alike the first."""
    return 0 if s.kept[vip_round, seat] == s.offers[vip_round, seat, 0] else 1


@compiled
def add_deck(s: Any, first: Any, dealt: int, dealt_again: int) -> int:
    """Append the cards that are left in the deck; returns how many cards there are."""
    if dealt_again > 0:
        return dealt
    left = np.zeros(NUM_VIP, np.int64)
    for card in range(NUM_VIP):
        left[card] = s.vip_copies[card]
    for i in range(dealt):
        left[first[i]] -= 1
    cards = dealt
    for card in range(NUM_VIP):
        for _ in range(left[card]):
            first[cards] = card
            cards += 1
    return cards


@compiled
def link(first: Any, was_rejected: Any, again: Any, dealt_again: int, cards: int, key: np.uint64) -> None:
    """Say of each card dealt again which rejected card it was, any of those alike."""
    taken = np.zeros(_MAX_CARDS, np.bool_)
    for i in range(dealt_again):
        begin = below(key, 1000 + i, cards)
        for step in range(cards):
            at = (begin + step) % cards
            if was_rejected[at] and not taken[at] and first[at] == again[i]:
                taken[at] = True
                again[i] = at
                break


@compiled
def exchange_unknown(
    first: Any, fixed: Any, again: Any, again_fixed: Any, dealt_again: int, cards: int, key: np.uint64
) -> None:
    """Shuffle all cards that the seat has seen neither the first nor the second time."""
    free = np.zeros(_MAX_CARDS, np.int64)
    seen_again = np.zeros(_MAX_CARDS, np.bool_)
    for i in range(dealt_again):
        if again_fixed[i]:
            seen_again[again[i]] = True
    count = 0
    for at in range(cards):
        if not fixed[at] and not seen_again[at]:
            free[count] = at
            count += 1
    # In an order of their own before they are shuffled: what is drawn must not depend on who holds what.
    unknown = np.sort(first[free[:count]])
    shuffle(unknown, count, key)
    for i in range(count):
        first[free[i]] = unknown[i]


@compiled
def exchange_links(
    first: Any, was_rejected: Any, again: Any, again_fixed: Any, dealt_again: int, cards: int, key: np.uint64
) -> None:
    """Let cards dealt again come from other rejected cards, where what the seat has seen stays the same."""
    for attempt in range(4 * dealt_again):
        i = below(key, 2 * attempt, dealt_again)
        at = below(key, 2 * attempt + 1, cards)
        if not was_rejected[at]:
            continue
        other = -1
        for j in range(dealt_again):
            if again[j] == at:
                other = j
        same = first[at] == first[again[i]]
        if (again_fixed[i] or (other >= 0 and again_fixed[other])) and not same:
            continue
        if other >= 0:
            again[other] = again[i]
        again[i] = at


@compiled
def write_offers(s: Any, first: Any, again: Any) -> None:
    """Write the offers back in the order in which they were read; a kept card that was shown is still the kept one."""
    total = cards_in_box(s)
    dealt = 0
    dealt_again = 0
    for vip_round in range(VIP_ROUNDS):
        for seat in range(s.num_players):
            if not draws_vip(s, seat) or s.offers[vip_round, seat, 0] == NONE:
                continue
            offer = s.offers[vip_round, seat]
            for place in range(2):
                if dealt < total:
                    offer[place] = first[dealt]
                    dealt += 1
                else:
                    offer[place] = first[again[dealt_again]]
                    dealt_again += 1
            sort_offer(offer)
