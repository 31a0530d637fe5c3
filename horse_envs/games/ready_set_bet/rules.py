"""The rules of Ready Set Bet in the order of the rulebook: set-up, betting windows, decisions.

Between two decisions the game has something `pending`: a chance outcome or a result. `draw` draws what is pending from
the seed, `resolve` applies it, `apply` applies a decision. `choices` says what is legal, `board` where a
token may go; `race` has the roll, the payout and the beginning of a race, `vip` the cards between two races.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, nth, only
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, luck, shuffle
from horse_envs.games.ready_set_bet.board import (
    add_spot,
    betting_players,
    has_spot,
    usable_vip,
    write_betting_seats,
)
from horse_envs.games.ready_set_bet.components import (
    MAX_SEATS,
    NONE,
    NUM_HOUSE_TOKENS,
    NUM_RACES,
    NUM_SPOTS,
    NUM_VIP,
    OPEN_PROPS,
    V14,
)
from horse_envs.games.ready_set_bet.course import FINISH, roll
from horse_envs.games.ready_set_bet.race import begin_race, move_horses, pay, richest
from horse_envs.games.ready_set_bet.state import (
    BET_ACTIONS,
    BETTING,
    EXOTIC,
    GAME_RESULT,
    HOUSE,
    HOUSE_ACTIONS,
    HOUSE_BETS,
    HOUSE_CHOICE,
    HOUSE_ROTATION,
    HOUSE_TOKENS,
    NO_HOUSE,
    NOTHING,
    ORDER,
    OVER,
    PASS,
    PROPS,
    RACE_RESULT,
    ROLL,
    TAKE_HOUSE,
    VIP_ACTIONS,
    VIP_CHOICE,
    VIP_OFFERS,
    VIP_ROUNDS,
)
from horse_envs.games.ready_set_bet.vip import draw_offers, draws_vip, show_choices

# Setup


@compiled
def start(s: Any, seed: int) -> None:
    """Put the box on the table; the House, or the first prop cards, are to be drawn."""
    s.seed = seed
    s.race = 0
    s.winners = 0
    s.to_act = -1
    s.phase = BETTING
    s.house = -1
    s.old_house = -1
    s.props_used = EMPTY
    for seat in range(MAX_SEATS):
        s.money[seat] = 0
        for card in range(NUM_VIP):
            s.vip[seat, card] = 0
        for race in range(VIP_ROUNDS):
            s.kept[race, seat] = NONE
            s.offers[race, seat, 0] = NONE
            s.offers[race, seat, 1] = NONE
    for race in range(NUM_RACES):
        s.exotics[race] = NONE
    s.pending = PROPS if s.variant == NO_HOUSE else HOUSE


@compiled
def draw(s: Any) -> None:
    """Draw the chance outcome that is pending from the seed."""
    if s.pending == ROLL:
        first, second = roll(luck(s.seed, s.race, ROLL, s.rolls))
        s.dice[0] = first
        s.dice[1] = second
    elif s.pending == ORDER:
        write_betting_seats(s, s.order)
        shuffle(s.order, betting_players(s), luck(s.seed, s.race, ORDER, s.rolls))
    elif s.pending == HOUSE:
        s.house = below(luck(s.seed, 0, HOUSE, 0), 0, s.num_players)
    elif s.pending == PROPS:
        draw_props(s)
    elif s.pending == EXOTIC:
        draw_exotic(s)
    elif s.pending == VIP_OFFERS:
        draw_offers(s)


@compiled
def resolve(s: Any) -> None:
    """Apply what is pending and say what is pending next, or who decides."""
    if s.pending == ROLL:
        move_horses(s)
        after_roll(s)
    elif s.pending == ORDER:
        s.asked = 0
        ask_next(s)
    elif s.pending == HOUSE:
        if s.variant == HOUSE_BETS:
            s.money[s.house] = s.house_start_money
        s.pending = PROPS
    elif s.pending == PROPS:
        for place in range(OPEN_PROPS):
            s.props_used |= only(s.props[place])
        s.pending = EXOTIC
    elif s.pending == EXOTIC:
        if s.race == 0:
            to_the_gate(s)
        else:
            s.pending = VIP_OFFERS
    elif s.pending == VIP_OFFERS:
        s.pending = NOTHING
        s.phase = VIP_CHOICE
        ask_for_vip(s, 0)
    elif s.pending == RACE_RESULT:
        pay(s)
        if s.race + 1 < NUM_RACES:
            s.race += 1
            s.pending = PROPS
        else:
            s.pending = GAME_RESULT
    elif s.pending == GAME_RESULT:
        s.winners = richest(s)
        s.phase = OVER
        s.pending = NOTHING


@compiled
def draw_props(s: Any) -> None:
    """Five new prop cards, never one that has been open before (RSB-12)."""
    key = luck(s.seed, s.race, PROPS, 0)
    left = (only(s.num_props) - np.uint64(1)) & ~s.props_used
    for place in range(OPEN_PROPS):
        card = nth(left, below(key, place, count(left)))
        s.props[place] = card
        left &= ~only(card)


@compiled
def draw_exotic(s: Any) -> None:
    """One more exotic card (RSB-12)."""
    left = np.uint64(31)
    for race in range(s.race):
        left &= ~only(s.exotics[race])
    s.exotics[s.race] = nth(left, below(luck(s.seed, s.race, EXOTIC, 0), 0, count(left)))


@compiled
def to_the_gate(s: Any) -> None:
    """Begin a race: the House puts its tokens, then the first window opens."""
    begin_race(s)
    if s.variant == NO_HOUSE:
        open_window(s)
    else:
        s.pending = NOTHING
        s.phase = HOUSE_TOKENS
        s.to_act = s.house


# Betting windows


@compiled
def open_window(s: Any) -> None:
    """Before a roll: players with a token left are asked, if there are any (RSB-1, RSB-2)."""
    s.phase = BETTING
    s.to_act = -1
    asked = s.late if s.closed else s.holders
    s.pending = ORDER if asked != 0 else ROLL


@compiled
def after_roll(s: Any) -> None:
    """The finish, the next window, or the next roll of a group (RSB-2, RSB-4)."""
    if s.space[s.last_horse] == FINISH:
        s.pending = RACE_RESULT
    elif s.closed or s.rolls % s.rolls_per_window == 0:
        open_window(s)


@compiled
def ask_next(s: Any) -> None:
    """Give the turn to the next player in the order of this window who may place a token; after the last, roll."""
    asked = np.uint64(s.late) if s.closed else np.uint64(s.holders)
    while s.asked < betting_players(s):
        seat = np.int64(s.order[s.asked])
        s.asked += 1
        if has(asked, seat):
            s.to_act = seat
            s.pending = NOTHING
            return
    s.to_act = -1
    s.pending = ROLL


# Decisions


@compiled
def apply(s: Any, action: int) -> None:
    """Apply a legal action of the player on turn."""
    if s.phase == BETTING:
        if action != PASS:
            place_token(s, s.to_act, (action - BET_ACTIONS) // NUM_SPOTS, (action - BET_ACTIONS) % NUM_SPOTS)
        ask_next(s)
    elif s.phase == HOUSE_TOKENS:
        place_house_token(s, (action - HOUSE_ACTIONS) % NUM_SPOTS)
    elif s.phase == VIP_CHOICE:
        s.kept[s.race - 1, s.to_act] = action - VIP_ACTIONS
        ask_for_vip(s, s.to_act + 1)
    elif action == TAKE_HOUSE:
        s.house = s.to_act
        to_the_gate(s)
    else:
        offer_house(s)


@compiled
def place_token(s: Any, seat: int, kind: int, spot: int) -> None:
    """Put a token on a spot; beside another one by V13, after the close by V14."""
    if has_spot(s.taken, spot):
        add_spot(s.shared, spot)
        s.joins_used[seat] += 1
    add_spot(s.taken, spot)
    add_spot(s.own[seat], spot)
    s.bet_spot[s.num_bets] = spot
    s.bet_seat[s.num_bets] = seat
    s.bet_kind[s.num_bets] = kind
    s.num_bets += 1
    s.tokens[seat] = np.int64(s.tokens[seat]) - (1 << (2 * kind))
    if s.closed:
        s.late_used[seat] += 1
        if s.tokens[seat] == 0 or s.late_used[seat] >= usable_vip(s, seat, V14):
            s.late = np.int64(s.late) & ~(1 << seat)
    elif s.tokens[seat] == 0:
        s.holders = np.int64(s.holders) & ~(1 << seat)


@compiled
def place_house_token(s: Any, spot: int) -> None:
    """The House puts its next token; after the sixth the betting begins (RSB-13)."""
    add_spot(s.house_spots, spot)
    s.house_token_spots[s.house_placed] = spot
    s.house_placed += 1
    if s.house_placed == NUM_HOUSE_TOKENS:
        open_window(s)


@compiled
def ask_for_vip(s: Any, first: int) -> None:
    """Ask the next player, from this seat on, for its VIP card; after the last all are shown (RSB-12)."""
    for seat in range(first, s.num_players):
        if draws_vip(s, seat):
            s.to_act = seat
            return
    show_choices(s)
    if s.variant == HOUSE_ROTATION:
        s.phase = HOUSE_CHOICE
        s.old_house = s.house
        s.to_act = s.house
    else:
        to_the_gate(s)


@compiled
def offer_house(s: Any) -> None:
    """One player does not want the House; the next is asked, and if nobody wants it the left one gets it (RSB-14)."""
    following = (s.to_act + 1) % s.num_players
    if following == s.old_house:
        s.house = (s.old_house + 1) % s.num_players
        to_the_gate(s)
    else:
        s.to_act = following
