"""The state of a game of Trick Stakes: one record, its phases, what can be pending, and the table of actions."""

import numpy as np

from horse_envs.games.trick_stakes.components import (
    HAND_IN_RACE,
    NUM_CARDS,
    NUM_HORSES,
    NUM_SEATS,
    NUM_TICKETS,
    NUMBERS,
)

NUM_RACES = 4

DISCARD, TICKET_UP, TICKET_DOWN, PLAY, OVER = range(5)
"""Phases of a race in which players decide, and the end."""

NOTHING, SEATS, DEAL, GATE, PACKS, DUMMY_PLAY, RACE_RESULT, GAME_RESULT = range(8)
"""What can be pending; SEATS, DEAL, GATE and PACKS are chance."""

DISCARD_ACTIONS = 0
PLAY_ACTIONS = NUM_CARDS
WHIP_ACTIONS = 2 * NUM_CARDS
TICKET_ACTIONS = 3 * NUM_CARDS
NUM_ACTIONS = TICKET_ACTIONS + NUM_TICKETS

ALL_TICKETS = np.uint64((1 << NUM_TICKETS) - 1)

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("fixed", np.uint64, (NUM_HORSES,)),  # the twelve cards of each horse
        (
            "seen",
            np.uint64,
            (NUM_HORSES,),
        ),  # of these, what all have seen, in this race or before (TS-3 to TS-5)
        ("hand", np.uint64, (NUM_SEATS,)),
        ("played", np.uint64, (NUM_SEATS,)),  # in this race
        ("money", np.int16, (NUM_SEATS,)),
        ("odds", np.int16, (NUM_HORSES,)),
        ("winners", np.int64),  # a set of seats
        ("num_players", np.int8),
        ("race", np.int8),  # from 0
        ("phase", np.int8),
        ("pending", np.int8),
        ("to_act", np.int8),  # the seat whose decision is next, -1 where none is
        ("start", np.int8),  # the seat with the start player token
        ("number", np.int8),  # the discard number
        ("left", np.uint8, (NUM_SEATS,)),  # each seat's left neighbour
        ("clockwise", np.uint8, (NUM_SEATS,)),  # how many places a seat is to the left of player_0's
        ("horse", np.uint8, (NUM_SEATS,)),  # the horse that a seat rides
        ("rider", np.uint8, (NUM_HORSES,)),  # the seat that rides a horse
        ("ridden", np.uint8, (NUM_SEATS,)),  # a set of horses: those a seat rides or has ridden
        ("whips", np.int8, (NUM_SEATS,)),  # face up
        ("gate", np.uint8, (NUM_HORSES,)),  # the stack at the gate, bottom to top
        ("space", np.int8, (NUM_HORSES,)),
        ("standing", np.int16, (NUM_HORSES,)),  # larger for the horse that is ahead (TS-11)
        ("moves", np.int8),  # of horses in this race, the stack at the gate counted
        ("finished", np.int8),  # horses at the finish
        (
            "pack",
            np.uint8,
            (NUM_SEATS, NUMBERS),
        ),  # top to bottom; wiped once a hand is taken up, the dummy's stays
        ("open_discard", np.uint8, (NUM_SEATS,)),
        ("closed_discard", np.uint8, (NUM_SEATS,)),  # the dummy's second discard is open too
        ("ticket_up", np.uint8, (NUM_SEATS,)),
        ("ticket_down", np.uint8, (NUM_SEATS,)),
        ("leader", np.int8),
        ("trick", np.int8),  # from 0
        ("cards_in_trick", np.int8),
        ("whip_by", np.uint8),  # who declared a whip in this trick
        ("tricks", np.uint8, (HAND_IN_RACE, NUM_SEATS)),  # the card of each seat in each trick of this race
        ("whips_by_trick", np.uint8, (HAND_IN_RACE,)),
        ("order", np.uint8, (NUM_RACES, NUM_HORSES)),  # finishing order of past races
        ("spaces", np.int8, (NUM_RACES, NUM_HORSES)),  # spaces reached in past races
    ],
    align=True,
)
