"""The pieces of an observation of Ready Set Bet.

Seats are relative: 0 is the observer, then clockwise. Spots keep their own numbers, those of the actions: the 67 of the
board, the 28 prop cards, three spots on each of the 5 exotic cards; cards that are not open are all zero. Beside what
lies on the table the vector says what a player would work out: the chances of the race in progress and what a token
on each spot is worth.
"""

from horse_envs.engine.layout import Axis, Layout, Piece
from horse_envs.games.ready_set_bet.components import (
    MAX_SEATS,
    NUM_EXOTICS,
    NUM_HORSES,
    NUM_PROPS,
    NUM_RACES,
    NUM_SPOTS,
    NUM_TOKEN_KINDS,
    NUM_VIP,
)

PHASE = Axis("phase", 4)
RACE = Axis("race", NUM_RACES)
VARIANT = Axis("variant", 3)
PLAYERS = Axis("number of players", MAX_SEATS - 1)
SEAT = Axis("seat", MAX_SEATS)
HORSE = Axis("horse", NUM_HORSES)
SPOT = Axis("spot", NUM_SPOTS)
TOKEN = Axis("token", NUM_TOKEN_KINDS)
VIP = Axis("vip card", NUM_VIP)
PROP = Axis("prop card", NUM_PROPS)
EXOTIC = Axis("exotic card", NUM_EXOTICS)

MONEY_UNIT = 100.0
WORTH_UNIT = 30.0
LIMIT = 10.0

LAYOUT = Layout(
    [
        Piece("phase", (PHASE,), "one-hot: house tokens, betting, VIP choice, offer of the House"),
        Piece("race", (RACE,), "one-hot: the race in progress, or the one to come between two races"),
        Piece("variant", (VARIANT,), "one-hot: no House, House Bets, House Rotation"),
        Piece("num_players", (PLAYERS,), "one-hot: 2 to 9 players"),
        Piece("rolls_per_window", (), "rolls between two betting windows, /100"),
        Piece("on_turn", (SEAT,), "one-hot: the seat that decides now"),
        Piece("house", (SEAT,), "one-hot: the House, all 0 without one"),
        Piece("still_to_ask", (SEAT,), "who will still be asked in this window, 1 the next, falling by 1/9"),
        Piece("rolls", (), "rolls of this race, /127"),
        Piece("closed", (), "1 after 'no more bets'"),
        Piece("over_line", (), "horses at the red line or beyond, /9"),
        Piece("spaces", (HORSE,), "the space of each horse, /15"),
        Piece("ahead", (HORSE,), "horses strictly ahead of each horse, /8"),
        Piece("last_horse", (HORSE,), "one-hot: the horse of the last roll"),
        Piece("bonus_next", (), "1 if the next roll for that horse brings its bonus"),
        Piece("run", (), "rolls in a row for it, /127"),
        Piece("double_ones", (), "double ones rolled in this race, /127"),
        Piece("double_sixes", (), "double sixes rolled in this race, /127"),
        Piece("win_chance", (HORSE,), "chance of each horse to win from here"),
        Piece("place_chance", (HORSE,), "chance to be among the first two"),
        Piece("show_chance", (HORSE,), "chance to be among the first three"),
        Piece("money", (SEAT,), "money of each player, $/100", high=330.0),
        Piece("expected", (SEAT,), "what the tokens on the board bring each player in the mean, $/30", -LIMIT, LIMIT),
        Piece("tokens", (SEAT, TOKEN), "tokens left: own ones of 2 to 5, bonus tokens of 2 to 7, count/3"),
        Piece("vip", (SEAT, VIP), "VIP cards of each player, copies/3"),
        Piece("joins_left", (SEAT,), "how often a player may still join another one's token in this race (V13), /3"),
        Piece("late_left", (SEAT,), "how many tokens a player may place after the close (V14), /3"),
        Piece("offer", (VIP,), "while VIP cards are chosen: the own offer, copies/2"),
        Piece("chosen", (VIP,), "the card just chosen of it, until all are shown"),
        Piece("rejected", (VIP,), "cards that the observer has rejected, copies/3"),
        Piece("open_props", (PROP,), "1 for each open prop card"),
        Piece("open_exotics", (EXOTIC,), "1 for each open exotic card"),
        Piece("house_token", (), "the house token to be placed now, /5"),
        Piece("house_placed", (), "house tokens on the board, /6"),
        Piece("house_spots", (SPOT,), "the house token on each spot, value/5"),
        Piece("free", (SPOT,), "1 where the observer may put any token (as the House: a house token)"),
        Piece("joinable", (SPOT,), "1 where it may put a token of value 2 or 3 beside another player's (V13)"),
        Piece("mine", (SPOT,), "the observer's own token on each spot, value/7"),
        Piece("owner", (SPOT,), "whose token lies on each spot, (seat + 1)/9; 0 if none"),
        Piece("token", (SPOT,), "which token it is, (kind + 1)/10"),
        Piece("second_owner", (SPOT,), "whose token was put beside it, (seat + 1)/9"),
        Piece("second_token", (SPOT,), "which token that is, (kind + 1)/10"),
        Piece("chance", (SPOT,), "chance of each open spot to win from here"),
        Piece("worth", (SPOT,), "what an own token of value 3 brings there in the mean, $/30", -LIMIT, LIMIT),
    ]
)

AT = LAYOUT.at
"""Where each piece begins, for compiled code."""
