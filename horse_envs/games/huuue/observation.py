"""What a seat sees of Huuue!, written into a vector of the layout."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, lowest, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.huuue.components import (
    CROP,
    CROP_AT_BEST,
    FAVOURITE,
    NUM_HORSES,
    NUM_KINDS,
    NUM_TIPS,
    NUM_VALUES,
)
from horse_envs.games.huuue.hands import held
from horse_envs.games.huuue.layout import AT, COINS_UNIT, TURN_BITS
from horse_envs.games.huuue.race import ahead, crop_worth, earnings, line_of, moved, on_line, places_of
from horse_envs.games.huuue.rules import is_asked_to_show
from horse_envs.games.huuue.state import FIRST, NUM_BET_KINDS, OVER, SHOW, TIP, WIN_PLACE

_ONE = np.float32(1.0)
_HUNDREDTH = np.float32(0.01)
_THIRD = np.float32(1.0 / 3.0)
_FIFTH = np.float32(0.2)
_SIXTH = np.float32(1.0 / 6.0)
_COINS = np.float32(1.0 / COINS_UNIT)
_FIFTEENTH = np.float32(1.0 / 15.0)
_TURN_BIT = np.float32(1.0 / TURN_BITS)


@compiled
def relative(s: Any, me: int, seat: int) -> int:
    """How many places a seat is to the left of the observer."""
    places = np.int64(seat) - np.int64(me)
    return places + np.int64(s.num_players) if places < 0 else places


@compiled
def sees_bets(s: Any, me: int, seat: int) -> bool:
    """Whether the observer knows the bets that a seat has made in this race (HU-9, HU-10)."""
    return seat == me or s.open_bets != 0


@compiled
def cards_turned(s: Any) -> int:
    """How many race cards have been turned over."""
    return np.int64(s.turn) + (1 if s.phase == TIP else 0)


@compiled
def mark(out: Any, at: int, horses: np.uint64) -> None:
    """Set the entries of a set of horses."""
    while horses != EMPTY:
        out[at + lowest(horses)] = _ONE
        horses = without_lowest(horses)


@compiled
def count_out(out: Any, at: int, tips: np.uint64) -> None:
    """Write how many there are of each tip of a hand, /3."""
    kinds = held(tips)
    while kinds != EMPTY:
        bit = lowest(kinds)
        out[at + bit // 2] = np.float32((tips >> np.uint64(bit)) & np.uint64(3)) * _THIRD
        kinds = without_lowest(kinds)


@compiled
def observe(s: Any, me: int, out: Any) -> None:
    """Write the observation of a seat, on turn or not, into float32 `out` of shape (LAYOUT.size,)."""
    out[:] = np.float32(0.0)
    if s.phase < OVER:
        out[AT.phase + np.int64(s.phase)] = _ONE
    out[AT.players + np.int64(s.num_players) - 2] = _ONE
    out[AT.first_crop] = np.float32(s.crop_rule == FIRST)
    out[AT.open_bets] = np.float32(s.open_bets)
    out[AT.bets + np.int64(s.bets)] = _ONE
    out[AT.target] = np.float32(s.target) * _HUNDREDTH
    out[AT.race] = np.float32(s.race) * _HUNDREDTH
    out[AT.races_left] = np.float32(np.int64(s.max_races) - np.int64(s.race)) * _HUNDREDTH
    out[AT.dealer + relative(s, me, s.dealer)] = _ONE
    _observe_cards(s, out)
    _observe_tips(s, me, out)
    _observe_seats(s, me, out)
    _observe_field(s, out)
    if s.phase == TIP and s.to_act == me:
        _observe_choices(s, me, out)


@compiled
def _observe_seats(s: Any, me: int, out: Any) -> None:
    target = np.float32(s.target)
    acting = np.int64(-1)
    if s.to_act >= 0:
        out[AT.on_turn + relative(s, me, s.to_act)] = _ONE
        acting = relative(s, s.to_act, s.dealer)
    for seat in range(s.num_players):
        r = relative(s, me, seat)
        out[AT.coins + r] = np.float32(s.coins[seat]) / target
        # Clockwise to the dealer, who is last: those nearer to the dealer than the seat on turn are still to act.
        if relative(s, seat, s.dealer) <= acting:
            out[AT.still_to_act + r] = _ONE
        shows = sees_bets(s, me, seat)
        for kind in range(NUM_BET_KINDS):
            at = (r * NUM_BET_KINDS + kind) * NUM_HORSES
            mark(out, AT.backed_before + at, np.uint64(s.shown[seat, kind]))
            if shows:
                mark(out, AT.backs + at, np.uint64(s.backed[seat, kind]))
        if shows:
            out[AT.would_earn + r] = np.float32(earnings(s, seat, s.lines)) * _COINS


@compiled
def _observe_cards(s: Any, out: Any) -> None:
    turned = cards_turned(s)
    cards = np.int64(s.num_runners)
    for i in range(cards):
        horse = np.int64(s.deck[i])
        if i < turned:
            out[AT.turned_in + horse] = np.float32(i + 1) * _SIXTH
        else:
            out[AT.in_deck + horse] = _ONE
    out[AT.turns_left] = np.float32(cards - np.int64(s.turn)) * _SIXTH
    if s.phase == TIP:
        card = np.int64(s.deck[s.turn])
        out[AT.open_card + card] = _ONE
        out[AT.open_value + np.int64(s.values[card])] = _ONE
        out[AT.last_turn] = np.float32(turned == cards)
        out[AT.crop_is_3] = np.float32(crop_worth(s) == CROP_AT_BEST)


@compiled
def _observe_tips(s: Any, me: int, out: Any) -> None:
    hand = s.hand[me]
    count_out(out, AT.hand, hand)
    # No tip is played or held more often than it is in the box, so that no count borrows from its neighbour.
    count_out(out, AT.unseen, s.box - hand - s.played)
    crop = crop_worth(s)
    kinds = held(hand)
    while kinds != EMPTY:
        bit = lowest(kinds)
        kinds = without_lowest(kinds)
        kind = bit // 2 % NUM_KINDS
        worth = np.int64((hand >> np.uint64(bit)) & np.uint64(3)) * (crop if kind == CROP else kind)
        out[AT.hand_worth + bit // (2 * NUM_KINDS)] += np.float32(worth) * _FIFTEENTH
    for turn in range(cards_turned(s)):
        weight = np.float32(1 << turn) * _TURN_BIT
        for seat in range(s.num_players):
            tip = np.int64(s.tips[turn, seat])
            if tip >= 0:
                at = relative(s, me, seat) * NUM_TIPS + tip
                out[AT.played + at] += _THIRD
                out[AT.played_in + at] += weight


@compiled
def _observe_field(s: Any, out: Any) -> None:
    kinds = 1
    if s.bets >= WIN_PLACE:
        kinds = 3 if is_asked_to_show(s) else 2
    for horse in range(NUM_HORSES):
        if not has(s.runners, horse):
            continue
        value = np.int64(s.values[horse])
        out[AT.values + horse * NUM_VALUES + value] = _ONE
        for kind in range(kinds):
            if kind < SHOW or value != FAVOURITE:
                out[AT.pay + kind * NUM_HORSES + horse] = np.float32(s.pay[kind, value]) * _COINS
        line = line_of(s.lines, horse)
        out[AT.on_line + horse * NUM_HORSES + line] = _ONE
        out[AT.alongside + horse] = np.float32(count(on_line(s.lines, line)) - 1) * _FIFTH
        out[AT.ahead + horse] = np.float32(ahead(s.lines, horse)) * _FIFTH
        out[AT.leads + horse] = np.float32(line == 0)


@compiled
def _observe_choices(s: Any, me: int, out: Any) -> None:
    """What each tip in hand would do now."""
    card = np.int64(s.deck[s.turn])
    kinds = held(s.hand[me])
    while kinds != EMPTY:
        tip = lowest(kinds) // 2
        kinds = without_lowest(kinds)
        horse = tip // NUM_KINDS
        places = places_of(s, tip, card)
        lines = moved(s.lines, horse, places)
        in_front = ahead(lines, horse)
        out[AT.tip_places + tip] = np.float32(places) * _THIRD
        out[AT.tip_ahead + tip] = np.float32(in_front) * _FIFTH
        out[AT.tip_leads + tip] = np.float32(in_front == 0)
        out[AT.tip_earns + tip] = np.float32(earnings(s, me, lines)) * _COINS
