"""Compiled decision rules: the rulebook's dummy on any seat, and a sensible novice."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, highest, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below
from horse_envs.games.trick_stakes.components import FINISH, NONE, NUM_SEATS, NUMBERS, STEPS, SUIT, WIN
from horse_envs.games.trick_stakes.race import judging_colour, led_colour, may_whip
from horse_envs.games.trick_stakes.rules import legal_cards, legal_tickets, random_action
from horse_envs.games.trick_stakes.state import (
    DISCARD,
    DISCARD_ACTIONS,
    PLAY,
    PLAY_ACTIONS,
    TICKET_ACTIONS,
    WHIP_ACTIONS,
)

RANDOM, DUMMY_RULE, GREEDY = range(3)
POLICIES = ("random", "dummy", "greedy")

_STRONG = 9
"""The novice whips with a card of this number or more, if others are still to play."""


@compiled
def decide(s: Any, policy: int, key: np.uint64) -> int:
    """The action of the player on turn by a rule; the key is fresh luck of the player's own."""
    if policy == DUMMY_RULE:
        return dummy_rule(s, key)
    if policy == GREEDY:
        return greedy(s, key)
    return random_action(s, key)


@compiled
def dummy_rule(s: Any, key: np.uint64) -> int:
    """Cards by TS-18, discards and tickets at random; the topmost of a shuffled hand is any of its cards."""
    if s.phase != PLAY:
        return random_action(s, key)
    hand = s.hand[s.to_act]
    top = nth(hand, below(key, 0, count(hand)))
    if s.cards_in_trick == 0:
        return PLAY_ACTIONS + top
    following = hand & SUIT[led_colour(s)]
    if following != EMPTY:
        return PLAY_ACTIONS + highest(following)
    if may_whip(s):
        return WHIP_ACTIONS + top
    return PLAY_ACTIONS + top


@compiled
def greedy(s: Any, key: np.uint64) -> int:
    """Backs the own horse, keeps cards that win or carry far, whips when that wins."""
    if s.phase == DISCARD:
        return DISCARD_ACTIONS + least_useful(legal_cards(s), key)
    if s.phase != PLAY:
        return TICKET_ACTIONS + novice_ticket(s, key)
    return novice_play(s, key)


@compiled
def novice_ticket(s: Any, key: np.uint64) -> int:
    """The own horse first, then win, then anything."""
    tickets = legal_tickets(s)
    own = np.int64(s.horse[s.to_act])
    if has(tickets, own):
        return own
    if has(tickets, WIN):
        return WIN
    return nth(tickets, below(key, 0, count(tickets)))


@compiled
def novice_play(s: Any, key: np.uint64) -> int:
    """Win the trick for the own horse if that can be done, else part with the least useful card."""
    cards = legal_cards(s)
    if s.space[s.horse[s.to_act]] == FINISH:
        return PLAY_ACTIONS + lowest_number(cards)
    last = s.cards_in_trick == NUM_SEATS - 1
    if s.cards_in_trick == 0:
        return PLAY_ACTIONS + highest_number(cards)
    winning = winners_of_trick(s, cards, False)
    if winning != EMPTY:
        return PLAY_ACTIONS + (lowest_number(winning) if last else highest_number(winning))
    if may_whip(s):
        whipping = winners_of_trick(s, cards, True)
        if whipping != EMPTY:
            card = lowest_number(whipping) if last else highest_number(whipping)
            if last or card % NUMBERS + 1 >= _STRONG:
                return WHIP_ACTIONS + card
    return PLAY_ACTIONS + least_useful(cards, key)


@compiled
def winners_of_trick(s: Any, cards: np.uint64, whip: bool) -> np.uint64:
    """Of these cards, those that would be winning the trick now, played with or without a whip."""
    best = np.zeros(4, np.int64)
    for seat in range(NUM_SEATS):
        card = np.int64(s.tricks[s.trick, seat])
        if card != NONE:
            best[card // NUMBERS] = max(best[card // NUMBERS], card % NUMBERS + 1)
    judging = judging_colour(s)
    winning = EMPTY
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        if (whip or card // NUMBERS == judging) and card % NUMBERS + 1 > best[card // NUMBERS]:
            winning |= only(card)
    return winning


@compiled
def highest_number(cards: np.uint64) -> int:
    """The card with the highest number."""
    return extreme_number(cards, 1)


@compiled
def lowest_number(cards: np.uint64) -> int:
    """The card with the lowest number."""
    return extreme_number(cards, -1)


@compiled
def extreme_number(cards: np.uint64, sign: int) -> int:
    """The card whose number times the sign is largest, the first colour among equals."""
    chosen = lowest(cards)
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        if sign * (card % NUMBERS) > sign * (chosen % NUMBERS):
            chosen = card
    return chosen


@compiled
def usefulness(card: int) -> int:
    """High numbers win tricks, low ones carry far."""
    number = card % NUMBERS + 1
    return max(number, 2 * STEPS[number] + 1)


@compiled
def least_useful(cards: np.uint64, key: np.uint64) -> int:
    """The card that neither wins nor carries far, any of these at random."""
    least = 1000
    ties = EMPTY
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        if usefulness(card) < least:
            least = usefulness(card)
            ties = EMPTY
        if usefulness(card) == least:
            ties |= only(card)
    return nth(ties, below(key, 0, count(ties)))
