"""The race of Ready Set Bet: the roll, the close of betting, the payout, and the beginning of the next race."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, has
from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.board import (
    WORD,
    add_spot,
    betting_players,
    is_house,
    usable_vip,
    vip_money,
)
from horse_envs.games.ready_set_bet.components import (
    COLOUR_SPOT,
    EXOTIC_SPOT,
    FIRST_COLOUR,
    FIRST_EXOTIC,
    FIRST_PROP,
    MAX_SEATS,
    NUM_BOARD,
    NUM_HORSES,
    OPEN_PROPS,
    PLACE_SPOT,
    PROP_SPOT,
    SEVEN_WORSE,
    SHOW_SPOT,
    SPOT_HORSE,
    SPOT_KIND,
    SPOTS_A_CARD,
    TOKEN_VALUE,
    V07,
    V09,
    V10,
    V11,
    V12,
    V14,
    V15,
    V16,
    WIN_SPOT,
)
from horse_envs.games.ready_set_bet.course import (
    FINISH,
    RED_LINE,
    exotic_holds,
    horse_of,
    horses_ahead,
    is_ahead_of,
    is_seven_fifth_or_worse,
    step,
    winners_colour,
)
from horse_envs.games.ready_set_bet.state import HOUSE_BETS, HOUSE_ROTATION, HOUSE_TOKENS, NO_HOUSE

HORSES_THAT_CLOSE = 3
MANY_PLAYERS = 7

_BOARD_OF_SECOND_WORD = np.uint64((1 << (NUM_BOARD - WORD)) - 1)

# A race begins


@compiled
def begin_race(s: Any) -> None:
    """Horses to the gate, tokens to their players, money that a race begins with (RSB-14, RSB-17, RSB-18)."""
    for horse in range(NUM_HORSES):
        s.space[horse] = 0
    s.last_horse = -1
    s.run = 0
    s.rolls = 0
    s.over_line = 0
    s.closed = False
    s.late = 0
    s.double_ones = 0
    s.double_sixes = 0
    s.num_bets = 0
    s.house_placed = 0
    s.asked = 0
    open_spots(s)
    s.holders = 0
    for seat in range(MAX_SEATS):
        s.tokens[seat] = 0
        s.own[seat, 0] = EMPTY
        s.own[seat, 1] = EMPTY
        s.joins_used[seat] = 0
        s.late_used[seat] = 0
        if seat < s.num_players and not is_house(s, seat):
            s.money[seat] += np.int64(s.amount[V07]) * np.int64(s.vip[seat, V07])
            s.tokens[seat] = tokens_of_race(s, seat)
            s.holders = np.int64(s.holders) | (1 << seat)
    if s.variant == HOUSE_ROTATION:
        s.money[s.house] += s.house_pay[s.race]


@compiled
def open_spots(s: Any) -> None:
    """The board, five prop cards, and the exotic cards so far can be bet on."""
    for word in range(2):
        s.taken[word] = EMPTY
        s.shared[word] = EMPTY
        s.house_spots[word] = EMPTY
    s.in_play[0] = ~EMPTY
    s.in_play[1] = _BOARD_OF_SECOND_WORD
    for place in range(OPEN_PROPS):
        add_spot(s.in_play, FIRST_PROP + np.int64(s.props[place]))
    for race in range(s.race + 1):
        for spot in range(SPOTS_A_CARD):
            add_spot(s.in_play, FIRST_EXOTIC + SPOTS_A_CARD * np.int64(s.exotics[race]) + spot)


@compiled
def tokens_of_race(s: Any, seat: int) -> int:
    """Own tokens, fewer with 7 or 8 betting players, and the bonus tokens of VIP cards V01 to V06 (RSB-17)."""
    tokens = np.int64(s.tokens_of_many) if betting_players(s) >= MANY_PLAYERS else np.int64(s.tokens_of_few)
    for card in range(V07):
        tokens += np.int64(s.vip[seat, card]) << (2 * bonus_kind(card))
    return tokens


@compiled
def bonus_kind(card: int) -> int:
    """The kind of token that a VIP card V01 to V06 brings: V01 the 7, V06 the 2."""
    return 9 - card


# The roll


@compiled
def move_horses(s: Any) -> None:
    """Move the horse that was rolled; with the third one at the red line, or the finish, betting ends (RSB-2)."""
    first = np.int64(s.dice[0])
    second = np.int64(s.dice[1])
    s.rolls += 1
    if first == second:
        s.double_ones += first == 1
        s.double_sixes += first == 6
    horse = horse_of(first + second)
    s.run = np.int64(s.run) + 1 if horse == s.last_horse else 1
    s.last_horse = horse
    before = np.int64(s.space[horse])
    after = np.int64(min(before + step(s.run, horse), FINISH))
    s.space[horse] = after
    if after >= RED_LINE:
        if before < RED_LINE:
            s.over_line += 1
        if not s.closed and (s.over_line >= HORSES_THAT_CLOSE or after == FINISH):
            close_betting(s)


@compiled
def close_betting(s: Any) -> None:
    """No more bets; holders of V14 may still place a token (RSB-21)."""
    s.closed = True
    for seat in range(s.num_players):
        if has(np.uint64(s.holders), seat) and usable_vip(s, seat, V14) > 0:
            s.late = np.int64(s.late) | (1 << seat)


# Payout


@compiled
def is_hit(s: Any, spot: int) -> bool:
    """Whether a spot wins with the horses where they are."""
    kind = SPOT_KIND[spot]
    if kind == WIN_SPOT:
        return horses_ahead(s.space, SPOT_HORSE[spot]) == 0
    if kind == PLACE_SPOT:
        return horses_ahead(s.space, SPOT_HORSE[spot]) < 2
    if kind == SHOW_SPOT:
        return horses_ahead(s.space, SPOT_HORSE[spot]) < 3
    if kind == PROP_SPOT:
        return is_ahead_of(s.space, s.prop_horse[spot - FIRST_PROP], np.int64(s.prop_behind[spot - FIRST_PROP]))
    if kind == EXOTIC_SPOT:
        return exotic_holds(s.space, (spot - FIRST_EXOTIC) // SPOTS_A_CARD)
    if spot == SEVEN_WORSE:
        return is_seven_fifth_or_worse(s.space)
    return winners_colour(s.space) == spot - FIRST_COLOUR


@compiled
def gain(s: Any, seat: int, kind: int, spot: int) -> int:
    """What a winning token of a player brings; V15 and V16 add to it (RSB-19)."""
    money = TOKEN_VALUE[kind] * np.int64(s.multiplier[spot])
    if SPOT_KIND[spot] == PROP_SPOT:
        money += vip_money(s, seat, V15)
    elif SPOT_KIND[spot] >= COLOUR_SPOT:
        money += vip_money(s, seat, V16)
    return money


@compiled
def loss(s: Any, kind: int, spot: int) -> int:
    """What a losing token costs: the number of its spot, unless the token cancels it, and its own (RSB-10)."""
    printed = 0 if s.cancels[kind] else np.int64(s.penalty[spot])
    return printed + np.int64(s.extra_loss[kind])


@compiled
def is_win_place_show(spot: int) -> bool:
    """Whether a spot is one of a horse."""
    return SPOT_KIND[spot] <= SHOW_SPOT


@compiled
def forgiven(s: Any, seat: int, on_win_place_show: int, on_others: int) -> int:
    """The losses that are left after V10, then V09 (RSB-19)."""
    left = max(on_win_place_show - vip_money(s, seat, V10), 0) + on_others
    return max(left - vip_money(s, seat, V09), 0)


@compiled
def pay(s: Any) -> None:
    """All winnings of a player are added, then all losses paid as far as there is money (RSB-9, RSB-19)."""
    won = np.zeros(MAX_SEATS, np.int64)
    lost_on_horses = np.zeros(MAX_SEATS, np.int64)
    lost_elsewhere = np.zeros(MAX_SEATS, np.int64)
    for bet in range(s.num_bets):
        seat = np.int64(s.bet_seat[bet])
        kind = np.int64(s.bet_kind[bet])
        spot = np.int64(s.bet_spot[bet])
        if is_hit(s, spot):
            won[seat] += gain(s, seat, kind, spot)
        elif is_win_place_show(spot):
            lost_on_horses[seat] += loss(s, kind, spot)
        else:
            lost_elsewhere[seat] += loss(s, kind, spot)
    if s.variant != NO_HOUSE:
        for token in range(s.house_placed):
            spot = np.int64(s.house_token_spots[token])
            if is_hit(s, spot):
                won[s.house] += np.int64(s.house_tokens[token]) * np.int64(s.multiplier[spot])
            else:
                lost_elsewhere[s.house] += np.int64(s.penalty[spot])
    for seat in range(s.num_players):
        doubles = vip_money(s, seat, V11) * np.int64(s.double_ones)
        doubles += vip_money(s, seat, V12) * np.int64(s.double_sixes)
        money = np.int64(s.money[seat]) + won[seat] + doubles
        s.money[seat] = max(money - forgiven(s, seat, lost_on_horses[seat], lost_elsewhere[seat]), 0)


# End of the game


@compiled
def richest(s: Any) -> int:
    """The seats with the most money (RSB-15)."""
    most = 0
    for seat in range(s.num_players):
        most = max(most, np.int64(s.money[seat]))
    winners = 0
    for seat in range(s.num_players):
        if s.money[seat] == most:
            winners |= 1 << seat
    return winners


@compiled
def score(s: Any, seat: int) -> int:
    """A player's money; what the House starts with counts from the first decision on, so that rewards sum to it."""
    undecided = s.race == 0 and s.phase == HOUSE_TOKENS and s.house_placed == 0
    if s.variant == HOUSE_BETS and undecided and seat == s.house:
        return 0
    return np.int64(s.money[seat])
