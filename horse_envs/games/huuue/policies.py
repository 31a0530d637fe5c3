"""Compiled decision rules: a simple-minded player, and a sensible novice.

They know what the player on turn knows: its hand, its bets, open bets, and what lies on the table.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, lowest, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.huuue.components import CROP, CROP_AT_BEST, CROP_WORTH, FAVOURITE, NUM_KINDS
from horse_envs.games.huuue.hands import held
from horse_envs.games.huuue.observation import sees_bets
from horse_envs.games.huuue.race import after_tip, ahead, crop_worth, moved
from horse_envs.games.huuue.rules import first_bet_action, kind_of_bet, legal_bets, random_action
from horse_envs.games.huuue.state import NUM_BET_KINDS, TIP, TIP_ACTIONS, WIN

RANDOM, DUMMY, GREEDY = range(3)
POLICIES = ("random", "dummy", "greedy")

_OUTLOOK = np.array(
    [[12, 7, 4, 2, 1, 0], [12, 10, 6, 3, 1, 0], [12, 11, 9, 5, 2, 0]],
    np.int64,
)
"""How good a bet to win, place and show looks by the number of horses in front of the backed one."""

_CHANCE = np.array([[16, 24, 42], [35, 45, 70], [55, 65, 85]], np.int64)
"""How often, in per cent, a horse of value 0, 1, 2 wins, is placed, shows in races of novices, about."""
_SUPPORT = np.array([3, 4, 10, 13], np.int64)
_SUPPORT_OF_NONE = 20
"""What a tip in the own hand, 0, 1, 2 or a crop, adds to the chance of its horse, and what that is without tips."""
_LATER = 2
"""How much more than now a good position counts after a later turn."""


@compiled
def decide(s: Any, policy: int, key: np.uint64) -> int:
    """The action of the player on turn by a rule; the key is fresh luck of the player's own."""
    if policy == DUMMY:
        return dummy(s)
    if policy == GREEDY:
        return greedy(s)
    return random_action(s, key)


@compiled
def worth_of(s: Any, tip: int) -> int:
    """The value of a tip if it is played now."""
    kind = tip % NUM_KINDS
    return crop_worth(s) if kind == CROP else kind


# The dummy


@compiled
def dummy(s: Any) -> int:
    """Backs the favourite and whips it on.

    Each bet goes on the horse of the highest value that it may name and that the player has not backed yet, the first
    of equals; if all have been backed, on the first of all. Of the tips on horses backed to win the one that is worth
    most now is played, the first of equals; if there is none, the tip that is worth least.
    """
    if s.phase == TIP:
        return TIP_ACTIONS + dummy_tip(s)
    return first_bet_action(s.phase) + dummy_bet(s)


@compiled
def dummy_bet(s: Any) -> int:
    """The highest value not backed yet."""
    horses = legal_bets(s)
    fresh = horses
    for kind in range(NUM_BET_KINDS):
        fresh &= ~np.uint64(s.backed[s.to_act, kind])
    if fresh != EMPTY:
        horses = fresh
    best = lowest(horses)
    while horses != EMPTY:
        horse = lowest(horses)
        horses = without_lowest(horses)
        if s.values[horse] > s.values[best]:
            best = horse
    return best


@compiled
def dummy_tip(s: Any) -> int:
    """The strongest tip on an own horse, else the weakest of all."""
    own = np.int64(s.backed[s.to_act, WIN])
    best, weakest = -1, -1
    kinds = held(s.hand[s.to_act])
    while kinds != EMPTY:
        tip = lowest(kinds) // 2
        kinds = without_lowest(kinds)
        worth = worth_of(s, tip)
        if own >> (tip // NUM_KINDS) & 1:
            if best < 0 or worth > worth_of(s, best):
                best = tip
        elif weakest < 0 or worth < worth_of(s, weakest):
            weakest = tip
    return best if best >= 0 else weakest


# The novice


@compiled
def greedy(s: Any) -> int:
    """Backs what its own tips can carry at good odds, and plays each tip when it does most for its bets."""
    if s.phase == TIP:
        return TIP_ACTIONS + greedy_tip(s)
    return first_bet_action(s.phase) + greedy_bet(s)


@compiled
def greedy_bet(s: Any) -> int:
    """The horse with the best product of pay and chance; the chance grows with its value and with own tips on it."""
    kind = kind_of_bet(s.phase)
    hand = s.hand[s.to_act]
    horses = legal_bets(s)
    best = -1
    most = np.int64(0)
    while horses != EMPTY:
        horse = lowest(horses)
        horses = without_lowest(horses)
        value = np.int64(s.values[horse])
        support = _SUPPORT_OF_NONE
        for tip_kind in range(NUM_KINDS):
            bit = np.uint64(2 * (horse * NUM_KINDS + tip_kind))
            support += np.int64((hand >> bit) & np.uint64(3)) * _SUPPORT[tip_kind]
        promise = np.int64(s.pay[kind, value]) * _CHANCE[kind, value] * support
        if best < 0 or promise > most:
            best = horse
            most = promise
    return best


@compiled
def greedy_tip(s: Any) -> int:
    """The tip that gains most by being played now and not under one of the race cards to come.

    All tips in hand will be played, so what counts is when. What is gained later is less likely to be lost again.
    """
    later = np.int64(s.num_runners) - np.int64(s.turn) - 1
    best = -1
    most = np.int64(0)
    kinds = held(s.hand[s.to_act])
    while kinds != EMPTY:
        tip = lowest(kinds) // 2
        kinds = without_lowest(kinds)
        gain = later * outlook(s, after_tip(s, tip)) - _LATER * outlook_later(s, tip)
        if best < 0 or gain > most:
            best = tip
            most = gain
    return best


@compiled
def outlook_later(s: Any, tip: int) -> int:
    """The sum of the outlooks if a tip is kept for one of the race cards to come, the field standing as it does."""
    last = np.int64(s.num_runners)
    total = np.int64(0)
    for i in range(np.int64(s.turn) + 1, last):
        total += outlook(s, moved(s.lines, tip // NUM_KINDS, places_later(s, tip, np.int64(s.deck[i]))))
    return total


@compiled
def places_later(s: Any, tip: int, card: int) -> int:
    """About what a tip will do under a later race card; a crop will be worth more if only the last turn is left."""
    kind = tip % NUM_KINDS
    worth = kind
    if kind == CROP:
        worth = CROP_AT_BEST if np.int64(s.turn) + 2 == s.num_runners else CROP_WORTH
    value = np.int64(s.values[card])
    places = worth - value
    if places < 0 and value == FAVOURITE and tip // NUM_KINDS == card:
        return np.int64(0)
    return places


@compiled
def outlook(s: Any, lines: np.uint64) -> int:
    """How good the lines are for the own bets, less what they are for those of others that lie open."""
    me = s.to_act
    others = np.int64(s.num_players) - 1
    good = np.int64(0)
    for seat in range(s.num_players):
        if sees_bets(s, me, seat):
            good += outlook_of(s, seat, lines) * (others if seat == me else -1)
    return good


@compiled
def outlook_of(s: Any, seat: int, lines: np.uint64) -> int:
    """How good the lines are for the bets of a seat."""
    good = np.int64(0)
    for kind in range(NUM_BET_KINDS):
        horses = np.uint64(s.backed[seat, kind])
        while horses != EMPTY:
            horse = lowest(horses)
            horses = without_lowest(horses)
            good += np.int64(s.pay[kind, s.values[horse]]) * _OUTLOOK[kind, ahead(lines, horse)]
    return good
