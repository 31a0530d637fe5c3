"""Compiled decision rules: a fixed simple one, and players that reckon with chances."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, has, lowest, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.board import (
    LOW_TOKENS,
    WORD,
    free_spots,
    house_free_spots,
    joinable_spots,
    token_kinds,
)
from horse_envs.games.ready_set_bet.chances import NUM_CHANCES, chances
from horse_envs.games.ready_set_bet.choices import random_action
from horse_envs.games.ready_set_bet.components import (
    FIRST_COLOUR,
    NUM_HORSES,
    NUM_RACES,
    NUM_SPOTS,
    SPOT_HORSE,
    TOKEN_VALUE,
    V08,
)
from horse_envs.games.ready_set_bet.course import RED_LINE, SEVEN, three_best
from horse_envs.games.ready_set_bet.race import HORSES_THAT_CLOSE
from horse_envs.games.ready_set_bet.state import (
    BET_ACTIONS,
    BETTING,
    HOUSE_ACTIONS,
    HOUSE_TOKENS,
    LEAVE_HOUSE,
    PASS,
    VIP_ACTIONS,
    VIP_CHOICE,
)
from horse_envs.games.ready_set_bet.worth import expected_gain, expected_house_gain, spot_chance

RANDOM, DUMMY, GREEDY, CASUAL = range(4)
POLICIES = ("random", "dummy", "greedy", "casual")

_FIRST_WINDOW_OF_DUMMY = 2
_KEEP_EARLY = np.float32(1.4)
_KEEP_LATE = np.float32(0.7)
"""What greedy takes a token in hand to be worth for each $ of its value, at first and just before the close."""
_GLANCE = 4
"""A casual player looks at the board at every fourth roll."""


@compiled
def decide(s: Any, policy: int, key: np.uint64) -> int:
    """The action of the player on turn by a rule; the key is fresh luck of the player's own."""
    if policy == DUMMY:
        return dummy(s)
    if policy == GREEDY:
        return greedy(s)
    if policy == CASUAL:
        return casual(s)
    return random_action(s, key)


# The dummy


@compiled
def dummy(s: Any) -> int:
    """From the third window of a race on the highest token on the best spot of the horse in front."""
    if s.phase == BETTING:
        if np.int64(s.rolls) // np.int64(s.rolls_per_window) < _FIRST_WINDOW_OF_DUMMY:
            return PASS
        first, second = free_spots(s, s.to_act)
        spot = best_spot_of(s, nth_in_front(s, 0), first, second)
        if spot < 0:
            return PASS
        return BET_ACTIONS + highest_token(s.tokens[s.to_act]) * NUM_SPOTS + spot
    if s.phase == HOUSE_TOKENS:
        return HOUSE_ACTIONS + (np.int64(s.house_tokens[s.house_placed]) - 3) * NUM_SPOTS + dummys_house_spot(s)
    if s.phase == VIP_CHOICE:
        return VIP_ACTIONS + np.int64(s.offers[s.race - 1, s.to_act, 0])
    return LEAVE_HOUSE


@compiled
def dummys_house_spot(s: Any) -> int:
    """The best free spot of the first horse, from the 7 outwards, that has one."""
    first, second = house_free_spots(s)
    for place in range(NUM_HORSES):
        spot = best_spot_of(s, nth_in_front(s, place), first, second)
        if spot >= 0:
            return spot
    return lowest(first)


@compiled
def nth_in_front(s: Any, place: int) -> int:
    """The horse on this place, 0 the foremost; of horses side by side the one nearer to the 7, then the lower one."""
    for horse in range(NUM_HORSES):
        before = 0
        for other in range(NUM_HORSES):
            ahead = s.space[other] > s.space[horse]
            level = s.space[other] == s.space[horse]
            nearer = abs(other - SEVEN) < abs(horse - SEVEN)
            equally_near = abs(other - SEVEN) == abs(horse - SEVEN)
            if ahead or (level and (nearer or (equally_near and other < horse))):
                before += 1
        if before == place:
            return horse
    return SEVEN


@compiled
def best_spot_of(s: Any, horse: int, first: np.uint64, second: np.uint64) -> int:
    """Of a horse's win, place and show spots in a set the one with the best multiplier, -1 if there is none."""
    best = -1
    for spot in range(FIRST_COLOUR):
        free = has(first, spot) if spot < WORD else has(second, spot - WORD)
        if SPOT_HORSE[spot] == horse and free and (best < 0 or s.multiplier[spot] > s.multiplier[best]):
            best = spot
    return best


@compiled
def highest_token(tokens: int) -> int:
    """The kind of the token with the highest value; of equal ones the own."""
    kinds = token_kinds(tokens)
    best = lowest(kinds)
    while kinds != EMPTY:
        kind = lowest(kinds)
        kinds = without_lowest(kinds)
        if TOKEN_VALUE[kind] > TOKEN_VALUE[best]:
            best = kind
    return best


# Players that reckon


@compiled
def greedy(s: Any) -> int:
    """Places the token that brings most above what it is worth to keep; passes if none does."""
    found = np.empty(NUM_CHANCES, np.float32)
    if s.phase == BETTING:
        chances(s.space, s.last_horse, s.run, found)
        return best_bet(s, found)
    if s.phase == HOUSE_TOKENS:
        chances(s.space, s.last_horse, s.run, found)
        return best_house_token(s, found)
    if s.phase == VIP_CHOICE:
        return VIP_ACTIONS + better_card(s)
    return LEAVE_HOUSE


@compiled
def casual(s: Any) -> int:
    """Plays like greedy but looks up at every fourth roll only, and after the close."""
    if s.phase == BETTING and not s.closed and (np.int64(s.rolls) // np.int64(s.rolls_per_window)) % _GLANCE != 0:
        return PASS
    return greedy(s)


@compiled
def patience(s: Any) -> np.float32:
    """How much of a race's betting is still to come: 1 at the start, 0 when one more horse would close it."""
    third = three_best(s.space)[HORSES_THAT_CLOSE - 1]
    return np.float32(max(RED_LINE - third, 0)) / np.float32(RED_LINE)


@compiled
def worth_keeping(s: Any, kind: int, waiting: np.float32, early: np.float32, late: np.float32) -> np.float32:
    """What a token brings later, in $: for each $ of its value `early` at the start, `late` just before the close."""
    if s.closed:
        return np.float32(0.0)
    return np.float32(TOKEN_VALUE[kind]) * (late + (early - late) * waiting)


@compiled
def best_bet(s: Any, found: Any) -> int:
    """The bet that brings most more than keeping its token, or pass."""
    seat = s.to_act
    first, second = free_spots(s, seat)
    more = joinable_spots(s, seat)
    kinds = token_kinds(s.tokens[seat])
    waiting = patience(s)
    best = np.float32(0.0)
    action = PASS
    for word in range(2):
        free = first if word == 0 else second
        spots = free | more[word]
        while spots != EMPTY:
            at = lowest(spots)
            spots = without_lowest(spots)
            spot = WORD * word + at
            chance = spot_chance(s, found, spot)
            left = kinds if has(free, at) else kinds & LOW_TOKENS
            while left != EMPTY:
                kind = lowest(left)
                left = without_lowest(left)
                surplus = expected_gain(s, seat, kind, spot, chance) - worth_keeping(
                    s, kind, waiting, _KEEP_EARLY, _KEEP_LATE
                )
                if surplus > best:
                    best = surplus
                    action = BET_ACTIONS + kind * NUM_SPOTS + spot
    return action


@compiled
def best_house_token(s: Any, found: Any) -> int:
    """The spot where the next house token brings most."""
    first, second = house_free_spots(s)
    value = np.int64(s.house_tokens[s.house_placed])
    best = np.float32(-1000.0)
    chosen = lowest(first)
    for word in range(2):
        spots = first if word == 0 else second
        while spots != EMPTY:
            spot = WORD * word + lowest(spots)
            spots = without_lowest(spots)
            gain = expected_house_gain(s, value, spot, spot_chance(s, found, spot))
            if gain > best:
                best = gain
                chosen = spot
    return HOUSE_ACTIONS + (value - 3) * NUM_SPOTS + chosen


_CARD_A_RACE = np.array([7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 3.0, 0.0, 2.0, 2.0, 3.5, 3.5, 1.0, 3.0, 2.0, 1.5], np.float32)
"""Roughly what each VIP card brings in a race, in $; V08 brings 8 once."""
_ONCE = np.float32(8.0)


@compiled
def card_worth(s: Any, card: int) -> np.float32:
    """Roughly what a VIP card brings in the races to come."""
    return _ONCE if card == V08 else _CARD_A_RACE[card] * np.float32(NUM_RACES - np.int64(s.race))


@compiled
def better_card(s: Any) -> int:
    """The card of the offer that brings more."""
    low = np.int64(s.offers[s.race - 1, s.to_act, 0])
    high = np.int64(s.offers[s.race - 1, s.to_act, 1])
    return high if card_worth(s, high) > card_worth(s, low) else low
