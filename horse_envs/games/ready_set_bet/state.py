"""The state of a game of Ready Set Bet: one record, its phases, what can be pending, and the table of actions."""

import numpy as np

from horse_envs.games.ready_set_bet.components import (
    MAX_SEATS,
    NUM_HORSES,
    NUM_HOUSE_TOKENS,
    NUM_PROPS,
    NUM_RACES,
    NUM_SPOTS,
    NUM_TOKEN_KINDS,
    NUM_VIP,
    OPEN_PROPS,
)

NO_HOUSE, HOUSE_BETS, HOUSE_ROTATION = range(3)
VARIANTS = (None, "bets", "rotation")

HOUSE_TOKENS, BETTING, VIP_CHOICE, HOUSE_CHOICE, OVER = range(5)
"""Phases in which players decide, and the end."""

NOTHING, HOUSE, PROPS, EXOTIC, ORDER, ROLL, VIP_OFFERS, RACE_RESULT, GAME_RESULT = range(9)
"""What can be pending; all but the results are chance."""

PASS = 0
BET_ACTIONS = 1
"""A token of kind k on a spot: BET_ACTIONS + k * NUM_SPOTS + spot."""
HOUSE_ACTIONS = BET_ACTIONS + NUM_TOKEN_KINDS * NUM_SPOTS
"""A house token of value v on a spot: HOUSE_ACTIONS + (v - 3) * NUM_SPOTS + spot."""
VIP_ACTIONS = HOUSE_ACTIONS + 3 * NUM_SPOTS
TAKE_HOUSE = VIP_ACTIONS + NUM_VIP
LEAVE_HOUSE = TAKE_HOUSE + 1
NUM_ACTIONS = LEAVE_HOUSE + 1

MAX_TOKENS = 64
"""Room for all tokens that can lie on the board in one race."""
VIP_ROUNDS = NUM_RACES - 1

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("in_play", np.uint64, (2,)),  # spots that can be bet on in this race; spot 64 is bit 0 of the second word
        ("taken", np.uint64, (2,)),  # spots with a player's token
        ("shared", np.uint64, (2,)),  # spots with two of them
        ("own", np.uint64, (MAX_SEATS, 2)),  # spots with a token of the seat, house tokens apart
        ("house_spots", np.uint64, (2,)),  # spots with a house token
        ("winners", np.int64),  # a set of seats
        ("tokens", np.uint32, (MAX_SEATS,)),  # tokens left: a count of two bits for each kind
        ("tokens_of_few", np.uint32),  # own tokens with up to 6 betting players
        ("tokens_of_many", np.uint32),  # and with 7 or 8
        ("money", np.int16, (MAX_SEATS,)),
        ("house_start_money", np.int16),
        ("house_pay", np.int16, (NUM_RACES,)),
        ("holders", np.uint16),  # a set of seats: betting players with a token left
        ("late", np.uint16),  # the holders who may still place a token after the close (V14)
        ("rolls", np.int16),  # in this race
        ("rolls_per_window", np.int16),
        ("num_players", np.int8),
        ("variant", np.int8),
        ("race", np.int8),  # from 0
        ("phase", np.int8),
        ("pending", np.int8),
        ("to_act", np.int8),  # the seat whose decision is next, -1 where none is
        ("house", np.int8),  # the House of this race, -1 if there is none
        ("old_house", np.int8),  # while the House is offered: whose it was
        ("house_placed", np.int8),  # house tokens on the board
        ("house_token_spots", np.uint8, (NUM_HOUSE_TOKENS,)),
        ("house_tokens", np.uint8, (NUM_HOUSE_TOKENS,)),  # their values, in the order in which they are asked
        ("dice", np.int8, (2,)),
        ("space", np.int8, (NUM_HORSES,)),
        ("last_horse", np.int8),  # -1 before the first roll
        ("run", np.int16),  # rolls in a row for it
        ("over_line", np.int8),  # horses at the red line or beyond
        ("closed", np.bool_),  # no more bets (RSB-2)
        ("double_ones", np.int16),
        ("double_sixes", np.int16),
        ("order", np.uint8, (MAX_SEATS,)),  # who is quickest in this window
        ("asked", np.int8),  # how many of the order have had their turn
        ("num_bets", np.int8),
        ("bet_spot", np.uint8, (MAX_TOKENS,)),
        ("bet_seat", np.uint8, (MAX_TOKENS,)),
        ("bet_kind", np.uint8, (MAX_TOKENS,)),
        ("props", np.uint8, (OPEN_PROPS,)),  # the open prop cards
        ("props_used", np.uint64),  # a set: prop cards drawn so far
        ("exotics", np.uint8, (NUM_RACES,)),  # open exotic cards, in the order of their races
        ("vip", np.uint8, (MAX_SEATS, NUM_VIP)),  # copies that a seat has, shown to all
        ("joins_used", np.uint8, (MAX_SEATS,)),  # V13 in this race
        ("late_used", np.uint8, (MAX_SEATS,)),  # V14 in this race
        ("offers", np.uint8, (VIP_ROUNDS, MAX_SEATS, 2)),  # the lower card first
        ("kept", np.uint8, (VIP_ROUNDS, MAX_SEATS)),  # the card chosen of each offer, NONE before
        # The tables of the box, which an option can replace.
        ("multiplier", np.uint8, (NUM_SPOTS,)),
        ("penalty", np.uint8, (NUM_SPOTS,)),
        ("num_props", np.uint8),
        ("prop_horse", np.uint8, (NUM_PROPS,)),
        ("prop_behind", np.uint16, (NUM_PROPS,)),  # a set of horses that it has to be ahead of
        ("vip_copies", np.uint8, (NUM_VIP,)),
        ("amount", np.uint8, (NUM_VIP,)),  # the $ in what a VIP card does
        ("extra_loss", np.uint8, (NUM_TOKEN_KINDS,)),
        ("cancels", np.uint8, (NUM_TOKEN_KINDS,)),
    ],
    align=True,
)
