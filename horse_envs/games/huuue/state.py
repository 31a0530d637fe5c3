"""The state of a game of Huuue!: one record, its phases, what can be pending, and the table of actions."""

import numpy as np

from horse_envs.games.huuue.components import (
    KINDS,
    MAX_PROGRAMMES,
    MAX_SEATS,
    NUM_HORSES,
    NUM_TIPS,
    NUM_VALUES,
)

CROP_RULES = ("last_turn", "first")
LAST_TURN, FIRST = range(2)
"""When a crop is worth more: in the last turn of a race, or as the first crop of a turn (HU-6)."""

BETS = ("single", "two_winners", "win_place", "win_place_show")
SINGLE, TWO_WINNERS, WIN_PLACE, WIN_PLACE_SHOW = range(4)
"""What is betted on in a race (HU-13)."""

WIN_BET, SECOND_WIN_BET, PLACE_BET, SHOW_BET, TIP, OVER = range(6)
"""Phases of a race in which players decide, and the end."""

NOTHING, DEALER, PROGRAMME, TIPS, RACE_DECK, RACE_CARD, RACE_RESULT, GAME_RESULT = range(8)
"""What can be pending; DEALER, PROGRAMME, TIPS and RACE_DECK are chance, RACE_CARD turns the next card over."""

WIN, PLACE, SHOW = range(3)
NUM_BET_KINDS = 3
BET_KINDS = ("win", "place", "show")

WIN_ACTIONS = 0
PLACE_ACTIONS = NUM_HORSES
SHOW_ACTIONS = 2 * NUM_HORSES
TIP_ACTIONS = 3 * NUM_HORSES
NUM_ACTIONS = TIP_ACTIONS + NUM_TIPS

NUM_TURNS = NUM_HORSES
"""A race has as many turns as runners."""

STATE = np.dtype(
    [
        ("seed", np.int64),
        ("lines", np.uint64),  # byte i holds the set of horses on line i from the front, 0 behind the last line
        ("box", np.uint64),  # the tips of this race's runners, counted as in a hand
        ("played", np.uint64),  # tips played in this race, counted as in a hand
        ("runners", np.uint64),  # a set of horses
        ("hand", np.uint64, (MAX_SEATS,)),  # how many of each tip: two bits a tip, from the lowest
        ("winners", np.int64),  # a set of seats
        ("coins", np.int16, (MAX_SEATS,)),
        ("num_players", np.int8),
        ("crop_rule", np.int8),
        ("open_bets", np.int8),
        ("bets", np.int8),
        ("target", np.int8),
        ("max_races", np.int8),
        ("num_programmes", np.int8),
        ("race", np.int8),  # from 0; after the end the number of races
        ("phase", np.int8),
        ("pending", np.int8),
        ("to_act", np.int8),  # the seat whose decision is next, -1 where none is
        ("dealer", np.int8),
        ("programme", np.int8),
        ("num_runners", np.int8),
        ("turn", np.int8),  # from 0; while players bet 0, after the last tip the number of runners
        ("crops", np.int8),  # played in this turn
        ("values", np.int8, (NUM_HORSES,)),
        ("deck", np.int8, (NUM_HORSES,)),  # race cards from top to bottom, the turned ones too
        ("backed", np.uint8, (MAX_SEATS, NUM_BET_KINDS)),  # sets of horses
        ("shown", np.uint8, (MAX_SEATS, NUM_BET_KINDS)),  # the bets of the race before
        ("tips", np.int8, (NUM_TURNS, MAX_SEATS)),  # the tip of each seat in each turn of this race
        ("alike", np.int8, (len(KINDS),)),  # the tips of a horse by kind
        ("programmes", np.int8, (MAX_PROGRAMMES, NUM_HORSES)),  # values of the runners
        ("pay", np.int8, (NUM_BET_KINDS, NUM_VALUES)),  # coins by the value of the horse
    ],
    align=True,
)
