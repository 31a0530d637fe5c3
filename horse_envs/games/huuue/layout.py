"""The pieces of an observation of Huuue!.

Seats are relative: 0 is the observer, then clockwise, so 1 is its left neighbour; seats that nobody has stay 0. Horses
and tips keep their numbers, by which they are chosen. Beside the bare facts the vector says what a player reads off
the table: how far each horse is from the front, what each own tip would do now, what the own bets would pay.
"""

from horse_envs.engine.layout import Axis, Layout, Piece
from horse_envs.games.huuue.components import MAX_PAY, MAX_SEATS, NUM_HORSES, NUM_TIPS, NUM_VALUES
from horse_envs.games.huuue.state import BETS, NUM_BET_KINDS, NUM_TURNS, TIP

PHASE = Axis("phase", TIP + 1)
PLAYERS = Axis("players", MAX_SEATS - 1)
BETS_RULE = Axis("bets", len(BETS))
SEAT = Axis("seat", MAX_SEATS)
HORSE = Axis("horse", NUM_HORSES)
TIP_AXIS = Axis("tip", NUM_TIPS)
KIND = Axis("kind", NUM_BET_KINDS)
VALUE = Axis("value", NUM_VALUES)
LINE = Axis("line", NUM_HORSES)

COINS_UNIT = 3
"""Coins that bets pay are given in this unit, the most that a bet pays in the plain game."""
MOST_PAID = MAX_PAY / COINS_UNIT + 1.0
MOST_EARNED = NUM_BET_KINDS * MOST_PAID
"""No bet pays more, and no player is paid more in a race, whatever the tables say; with room for rounding."""
TURN_BITS = 2**NUM_TURNS - 1

LAYOUT = Layout(
    [
        Piece("phase", (PHASE,), "one-hot: win bet, second win bet, place bet, show bet, tip"),
        Piece("players", (PLAYERS,), "one-hot: two players, three, ... seven"),
        Piece("first_crop", (), "1 if the first crop of a turn is worth 3, not those of the last turn"),
        Piece("open_bets", (), "1 if bets are open"),
        Piece("bets", (BETS_RULE,), "one-hot: single, two_winners, win_place, win_place_show"),
        Piece("target", (), "coins that end the game, /100"),
        Piece("race", (), "races finished, /100"),
        Piece("races_left", (), "races until the game is cut off, that in progress among them, /100"),
        Piece("dealer", (SEAT,), "one-hot: the dealer of this race"),
        Piece("on_turn", (SEAT,), "one-hot: the seat that decides now"),
        Piece("still_to_act", (SEAT,), "1 for each seat that has yet to complete its bets, or to play in this turn"),
        Piece("coins", (SEAT,), "coins of each player / target", high=COINS_UNIT * MOST_EARNED),
        Piece("values", (HORSE, VALUE), "one-hot for each runner: its value, all 0 for a horse that does not run"),
        Piece(
            "pay",
            (KIND, HORSE),
            "coins that a bet of this race on a runner pays if it wins, /3",
            high=MOST_PAID,
        ),
        Piece("turned_in", (HORSE,), "the turn in which the race card of a horse was turned over, (turn + 1)/6"),
        Piece("in_deck", (HORSE,), "1 for each race card that is still in the deck"),
        Piece("open_card", (HORSE,), "one-hot: the horse of the open race card"),
        Piece("open_value", (VALUE,), "one-hot: the value of the open race card"),
        Piece("turns_left", (), "turns left, that in progress among them, /6"),
        Piece("last_turn", (), "1 in the last turn of the race"),
        Piece("crop_is_3", (), "1 if a crop played now is worth 3"),
        Piece("hand", (TIP_AXIS,), "how many of each tip in the own hand, /3; tip = horse * 4 + kind (0 1 2 crop)"),
        Piece("unseen", (TIP_AXIS,), "how many of each tip are with others or undealt, /3"),
        Piece("played", (SEAT, TIP_AXIS), "how many of each tip each seat has played in this race, /3"),
        Piece("played_in", (SEAT, TIP_AXIS), "in which turns, the sum of 2**turn, /63: the latest counts most"),
        Piece("hand_worth", (HORSE,), "what the own tips on a horse are worth now, crops included, /15"),
        Piece("on_line", (HORSE, LINE), "one-hot for each runner: its line from the front"),
        Piece("alongside", (HORSE,), "other horses on the line of each runner, /5"),
        Piece("ahead", (HORSE,), "horses on lines in front of each runner, /5: its rank less 1"),
        Piece("leads", (HORSE,), "1 for each runner on the front line"),
        Piece("tip_places", (TIP_AXIS,), "on turn, for each tip in hand: places up or down, /3", low=-1.0),
        Piece("tip_ahead", (TIP_AXIS,), "the same: horses that would be in front of its horse then, /5"),
        Piece("tip_leads", (TIP_AXIS,), "the same: 1 if its horse would be on the front line then"),
        Piece(
            "tip_earns",
            (TIP_AXIS,),
            "the same: coins for the own bets if the race ended with it, /3",
            high=MOST_EARNED,
        ),
        Piece("backs", (SEAT, KIND, HORSE), "1 for each horse that is backed: own bets, and others' if bets are open"),
        Piece(
            "would_earn",
            (SEAT,),
            "coins for these bets if the race ended now, /3",
            high=MOST_EARNED,
        ),
        Piece("backed_before", (SEAT, KIND, HORSE), "1 for each horse that was backed in the race before"),
    ]
)

AT = LAYOUT.at
"""Where each piece begins, for compiled code."""
