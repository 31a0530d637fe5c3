"""What a seat sees of Ready Set Bet, written into a vector of the layout."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, lowest, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.ready_set_bet.board import (
    WORD,
    betting_players,
    free_spots,
    house_free_spots,
    is_house,
    joinable_spots,
    tokens_of_kind,
    usable_vip,
)
from horse_envs.games.ready_set_bet.chances import NUM_CHANCES, PLACE_CHANCE, SHOW_CHANCE, WIN_CHANCE, chances
from horse_envs.games.ready_set_bet.components import (
    FIRST_COLOUR,
    MAX_SEATS,
    NONE,
    NUM_HORSES,
    NUM_HOUSE_TOKENS,
    NUM_RACES,
    NUM_TOKEN_KINDS,
    NUM_VIP,
    OPEN_PROPS,
    TOKEN_VALUE,
    V13,
    V14,
    VALUE_3,
)
from horse_envs.games.ready_set_bet.course import FINISH, horses_ahead
from horse_envs.games.ready_set_bet.layout import AT, LIMIT, MONEY_UNIT, WORTH_UNIT
from horse_envs.games.ready_set_bet.state import BETTING, HOUSE_TOKENS, OVER, VIP_CHOICE, VIP_ROUNDS
from horse_envs.games.ready_set_bet.vip import choices_are_hidden, draws_vip, rejected
from horse_envs.games.ready_set_bet.worth import (
    CHANCE_OF_SPOT,
    expected_gain,
    expected_house_gain,
    mean_result,
    spot_chance,
)

_ONE = np.float32(1.0)
_THREE = np.float32(TOKEN_VALUE[VALUE_3])
_WITHOUT_HORSES = np.array([~((1 << FIRST_COLOUR) - 1) & (1 << WORD) - 1, (1 << WORD) - 1], np.uint64)
"""All spots but win, place and show."""
_SEATS = np.float32(MAX_SEATS)
_MOST_ROLLS = np.float32(127.0)
_LIMIT = np.float32(LIMIT)
_MONEY_UNIT = np.float32(MONEY_UNIT)
_WORTH_UNIT = np.float32(WORTH_UNIT)


@compiled
def relative(s: Any, me: int, seat: int) -> int:
    """How many places a seat is to the left of the observer."""
    return (np.int64(seat) - me) % np.int64(s.num_players)


@compiled
def limited(value: float) -> np.float32:
    """Within the bounds of the layout."""
    return np.float32(min(max(np.float32(value), -_LIMIT), _LIMIT))


@compiled
def mark(out: Any, at: int, first: np.uint64, second: np.uint64) -> None:
    """Set the entries of a set of spots."""
    while first != EMPTY:
        out[at + lowest(first)] = _ONE
        first = without_lowest(first)
    while second != EMPTY:
        out[at + WORD + lowest(second)] = _ONE
        second = without_lowest(second)


@compiled
def observe(s: Any, me: int, out: Any) -> None:
    """Write the observation of a seat, on turn or not, into float32 `out` of shape (LAYOUT.size,)."""
    out[:] = np.float32(0.0)
    if s.phase < OVER:
        out[AT.phase + s.phase] = _ONE
    out[AT.race + s.race] = _ONE
    out[AT.variant + s.variant] = _ONE
    out[AT.num_players + s.num_players - 2] = _ONE
    out[AT.rolls_per_window] = np.float32(s.rolls_per_window) / np.float32(100.0)
    if s.to_act >= 0:
        out[AT.on_turn + relative(s, me, s.to_act)] = _ONE
    if s.house >= 0:
        out[AT.house + relative(s, me, s.house)] = _ONE
    found = np.empty(NUM_CHANCES, np.float32)
    chances(s.space, s.last_horse, s.run, found)
    _observe_race(s, me, out, found)
    _observe_seats(s, me, out)
    _observe_vip(s, me, out)
    _observe_cards(s, out)
    _observe_spots(s, me, out, found)


@compiled
def _observe_race(s: Any, me: int, out: Any, found: Any) -> None:
    if s.phase == BETTING and s.to_act >= 0:
        asked = np.int64(s.late) if s.closed else np.int64(s.holders)
        place = 0
        for i in range(s.asked, betting_players(s)):
            seat = np.int64(s.order[i])
            if (asked >> seat) & 1:
                out[AT.still_to_ask + relative(s, me, seat)] = np.float32(MAX_SEATS - place) / _SEATS
                place += 1
    out[AT.rolls] = np.float32(s.rolls) / _MOST_ROLLS
    if s.closed:
        out[AT.closed] = _ONE
    out[AT.over_line] = np.float32(s.over_line) / np.float32(NUM_HORSES)
    for horse in range(NUM_HORSES):
        out[AT.spaces + horse] = np.float32(s.space[horse]) / np.float32(FINISH)
        out[AT.ahead + horse] = np.float32(horses_ahead(s.space, horse)) / np.float32(NUM_HORSES - 1)
        out[AT.win_chance + horse] = found[WIN_CHANCE + horse]
        out[AT.place_chance + horse] = found[PLACE_CHANCE + horse]
        out[AT.show_chance + horse] = found[SHOW_CHANCE + horse]
    if s.last_horse >= 0:
        out[AT.last_horse + s.last_horse] = _ONE
        if s.run % 2 == 1:
            out[AT.bonus_next] = _ONE
        out[AT.run] = np.float32(s.run) / _MOST_ROLLS
    out[AT.double_ones] = np.float32(s.double_ones) / _MOST_ROLLS
    out[AT.double_sixes] = np.float32(s.double_sixes) / _MOST_ROLLS


@compiled
def _observe_seats(s: Any, me: int, out: Any) -> None:
    for seat in range(s.num_players):
        r = relative(s, me, seat)
        out[AT.money + r] = np.float32(s.money[seat]) / _MONEY_UNIT
        for kind in range(NUM_TOKEN_KINDS):
            held = tokens_of_kind(s.tokens[seat], kind)
            if held > 0:
                out[AT.tokens + r * NUM_TOKEN_KINDS + kind] = np.float32(held) / np.float32(3.0)
        for card in range(NUM_VIP):
            if s.vip[seat, card] > 0:
                out[AT.vip + r * NUM_VIP + card] = np.float32(s.vip[seat, card]) / np.float32(3.0)
        if not is_house(s, seat):
            joins = usable_vip(s, seat, V13) - np.int64(s.joins_used[seat])
            late = usable_vip(s, seat, V14) - np.int64(s.late_used[seat])
            out[AT.joins_left + r] = np.float32(joins) / np.float32(3.0)
            out[AT.late_left + r] = np.float32(late) / np.float32(3.0)


@compiled
def _observe_vip(s: Any, me: int, out: Any) -> None:
    for vip_round in range(VIP_ROUNDS):
        if not draws_vip(s, me) or s.offers[vip_round, me, 0] == NONE:
            continue
        kept = np.int64(s.kept[vip_round, me])
        if s.phase == VIP_CHOICE and choices_are_hidden(s, vip_round):
            for place in range(2):
                out[AT.offer + np.int64(s.offers[vip_round, me, place])] += np.float32(0.5)
            if kept != NONE:
                out[AT.chosen + kept] = _ONE
        else:
            out[AT.rejected + rejected(s, vip_round, me)] += np.float32(1.0) / np.float32(3.0)


@compiled
def _observe_cards(s: Any, out: Any) -> None:
    for place in range(OPEN_PROPS):
        out[AT.open_props + np.int64(s.props[place])] = _ONE
    for race in range(NUM_RACES):
        if s.exotics[race] != NONE:
            out[AT.open_exotics + np.int64(s.exotics[race])] = _ONE
    if s.house < 0:
        return
    out[AT.house_placed] = np.float32(s.house_placed) / np.float32(NUM_HOUSE_TOKENS)
    if s.phase == HOUSE_TOKENS:
        out[AT.house_token] = np.float32(s.house_tokens[s.house_placed]) / np.float32(5.0)


@compiled
def _observe_spots(s: Any, me: int, out: Any, found: Any) -> None:
    if is_house(s, me):
        if s.phase == HOUSE_TOKENS:
            free = house_free_spots(s)
            mark(out, AT.free, free[0], free[1])
    else:
        free = free_spots(s, me)
        mark(out, AT.free, free[0], free[1])
        joinable = joinable_spots(s, me)
        mark(out, AT.joinable, joinable[0], joinable[1])
    # The spots of the horses need no more than this; a loop without calls runs several times as fast.
    for spot in range(FIRST_COLOUR):
        chance = found[CHANCE_OF_SPOT[spot]]
        out[AT.chance + spot] = chance
        won = _THREE * np.float32(s.multiplier[spot])
        out[AT.worth + spot] = limited(mean_result(chance, won, np.float32(s.penalty[spot])) / _WORTH_UNIT)
    for word in range(2):
        spots = s.in_play[word] & _WITHOUT_HORSES[word]
        while spots != EMPTY:
            spot = WORD * word + lowest(spots)
            spots = without_lowest(spots)
            chance = spot_chance(s, found, spot)
            out[AT.chance + spot] = chance
            out[AT.worth + spot] = limited(expected_gain(s, me, VALUE_3, spot, chance) / _WORTH_UNIT)
    for bet in range(s.num_bets):
        spot = np.int64(s.bet_spot[bet])
        seat = np.int64(s.bet_seat[bet])
        kind = np.int64(s.bet_kind[bet])
        r = relative(s, me, seat)
        owner = np.float32(r + 1) / _SEATS
        token = np.float32(kind + 1) / np.float32(NUM_TOKEN_KINDS)
        if out[AT.owner + spot] == np.float32(0.0):
            out[AT.owner + spot] = owner
            out[AT.token + spot] = token
        else:
            out[AT.second_owner + spot] = owner
            out[AT.second_token + spot] = token
        if seat == me:
            out[AT.mine + spot] = np.float32(TOKEN_VALUE[kind]) / np.float32(7.0)
        out[AT.expected + r] += np.float32(expected_gain(s, seat, kind, spot, out[AT.chance + spot])) / _WORTH_UNIT
    for token_number in range(s.house_placed):
        spot = np.int64(s.house_token_spots[token_number])
        value = np.int64(s.house_tokens[token_number])
        out[AT.house_spots + spot] = np.float32(value) / np.float32(5.0)
        gain = expected_house_gain(s, value, spot, out[AT.chance + spot])
        out[AT.expected + relative(s, me, s.house)] += np.float32(gain) / _WORTH_UNIT
    for r in range(s.num_players):
        out[AT.expected + r] = limited(out[AT.expected + r])
