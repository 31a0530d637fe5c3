"""What is legal in Ready Set Bet, as sets of spots: the check of an action, the mask, and a legal action at random."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, lowest, nth, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below
from horse_envs.games.ready_set_bet.board import (
    LOW_TOKENS,
    WORD,
    free_spots,
    house_free_spots,
    joinable_spots,
    nth_spot,
    token_kinds,
    tokens_of_kind,
)
from horse_envs.games.ready_set_bet.components import NUM_SPOTS, NUM_VIP
from horse_envs.games.ready_set_bet.state import (
    BET_ACTIONS,
    BETTING,
    HOUSE_ACTIONS,
    HOUSE_TOKENS,
    LEAVE_HOUSE,
    NUM_ACTIONS,
    PASS,
    TAKE_HOUSE,
    VIP_ACTIONS,
    VIP_CHOICE,
)


@compiled
def is_legal(s: Any, action: int) -> bool:
    """Whether the player on turn may take this action."""
    if s.to_act < 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    if s.phase == BETTING:
        if action == PASS:
            return True
        if action >= HOUSE_ACTIONS:
            return False
        kind = (action - BET_ACTIONS) // NUM_SPOTS
        spot = (action - BET_ACTIONS) % NUM_SPOTS
        if tokens_of_kind(s.tokens[s.to_act], kind) == 0:
            return False
        first, second = free_spots(s, s.to_act)
        if has(LOW_TOKENS, kind):
            more = joinable_spots(s, s.to_act)
            first |= more[0]
            second |= more[1]
        return has(first, spot) if spot < WORD else has(second, spot - WORD)
    if s.phase == HOUSE_TOKENS:
        if action < HOUSE_ACTIONS or action >= VIP_ACTIONS:
            return False
        spot = (action - HOUSE_ACTIONS) % NUM_SPOTS
        if 3 + (action - HOUSE_ACTIONS) // NUM_SPOTS != s.house_tokens[s.house_placed]:
            return False
        first, second = house_free_spots(s)
        return has(first, spot) if spot < WORD else has(second, spot - WORD)
    if s.phase == VIP_CHOICE:
        card = action - VIP_ACTIONS
        offer = s.offers[s.race - 1, s.to_act]
        return 0 <= card < NUM_VIP and (card == offer[0] or card == offer[1])
    return action in (TAKE_HOUSE, LEAVE_HOUSE)


@compiled
def legal(s: Any, mask: Any) -> None:
    """Set the legal actions of the player on turn to 1 in an all-zero mask."""
    if s.to_act < 0:
        return
    if s.phase == BETTING:
        mask[PASS] = 1
        first, second = free_spots(s, s.to_act)
        more = joinable_spots(s, s.to_act)
        high = np.zeros(NUM_SPOTS, np.int8)
        mark_spots(high, 0, first, second)
        low = high
        if (more[0] | more[1]) != EMPTY:
            low = high.copy()
            mark_spots(low, 0, more[0], more[1])
        kinds = token_kinds(s.tokens[s.to_act])
        while kinds != EMPTY:
            kind = lowest(kinds)
            kinds = without_lowest(kinds)
            spots = low if has(LOW_TOKENS, kind) else high
            at = BET_ACTIONS + kind * NUM_SPOTS
            for spot in range(NUM_SPOTS):
                mask[at + spot] = spots[spot]
    elif s.phase == HOUSE_TOKENS:
        first, second = house_free_spots(s)
        value = np.int64(s.house_tokens[s.house_placed])
        mark_spots(mask, HOUSE_ACTIONS + (value - 3) * NUM_SPOTS, first, second)
    elif s.phase == VIP_CHOICE:
        for card in s.offers[s.race - 1, s.to_act]:
            mask[VIP_ACTIONS + np.int64(card)] = 1
    else:
        mask[TAKE_HOUSE] = 1
        mask[LEAVE_HOUSE] = 1


@compiled
def mark_spots(mask: Any, at: int, first: np.uint64, second: np.uint64) -> None:
    """Set the entries of a set of spots."""
    while first != EMPTY:
        mask[at + lowest(first)] = 1
        first = without_lowest(first)
    while second != EMPTY:
        mask[at + WORD + lowest(second)] = 1
        second = without_lowest(second)


@compiled
def random_action(s: Any, key: np.uint64) -> int:
    """A legal action of the player on turn, each equally likely."""
    if s.phase == BETTING:
        return random_bet(s, key)
    if s.phase == HOUSE_TOKENS:
        first, second = house_free_spots(s)
        value = np.int64(s.house_tokens[s.house_placed])
        spot = nth_spot(first, second, below(key, 0, count(first) + count(second)))
        return HOUSE_ACTIONS + (value - 3) * NUM_SPOTS + spot
    if s.phase == VIP_CHOICE:
        return VIP_ACTIONS + np.int64(s.offers[s.race - 1, s.to_act, below(key, 0, 2)])
    return TAKE_HOUSE + below(key, 0, 2)


@compiled
def random_bet(s: Any, key: np.uint64) -> int:
    """Pass, or any token on any spot where it may go, each equally likely."""
    seat = s.to_act
    first, second = free_spots(s, seat)
    more = joinable_spots(s, seat)
    kinds = token_kinds(s.tokens[seat])
    low = kinds & LOW_TOKENS
    free = count(first) + count(second)
    bets = free * count(kinds)
    joins = (count(more[0]) + count(more[1])) * count(low)
    drawn = below(key, 0, 1 + bets + joins)
    if drawn == 0:
        return PASS
    drawn -= 1
    if drawn < bets:
        return BET_ACTIONS + nth(kinds, drawn // free) * NUM_SPOTS + nth_spot(first, second, drawn % free)
    drawn -= bets
    kind = nth(low, drawn % count(low))
    return BET_ACTIONS + kind * NUM_SPOTS + nth_spot(more[0], more[1], drawn // count(low))
