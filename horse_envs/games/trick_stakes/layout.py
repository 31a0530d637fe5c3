"""The pieces of an observation of Trick Stakes.

Seats are relative: 0 is the observer, then clockwise, so 1 is its left neighbour. Horses and tickets keep their own
numbers, which tickets are chosen by; some pieces repeat them by the seat that rides the horse. Beside the bare cards
the vector says what a player reads off the table: who is winning the trick, which own cards would win it, and so on.
"""

from horse_envs.engine.layout import Axis, Layout, Piece
from horse_envs.games.trick_stakes.components import (
    HAND_IN_RACE,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_HORSES,
    NUM_SEATS,
    NUM_TICKETS,
)
from horse_envs.games.trick_stakes.state import NUM_RACES

PHASE = Axis("phase", 4)
RACE = Axis("race", NUM_RACES)
SEAT = Axis("seat", NUM_SEATS)
OTHER_SEAT = Axis("other seat", NUM_SEATS - 1)
CARD = Axis("card", NUM_CARDS)
COLOUR = Axis("colour", NUM_COLOURS)
TRICK = Axis("trick", HAND_IN_RACE)
HORSE = Axis("horse", NUM_HORSES)
PLACE = Axis("place", NUM_HORSES)
TICKET = Axis("ticket", NUM_TICKETS)
BACKED = Axis("backed seat or win", NUM_TICKETS)

LAYOUT = Layout(
    [
        Piece("phase", (PHASE,), "one-hot: discard, ticket up, ticket down, play"),
        Piece("race", (RACE,), "one-hot: the race, from the first"),
        Piece("three_players", (), "1 in a game for three with the dummy"),
        Piece("on_turn", (SEAT,), "one-hot: the seat that decides now"),
        Piece("start_player", (SEAT,), "one-hot: the seat with the start player token"),
        Piece("dummy", (SEAT,), "one-hot: the seat of the dummy, all 0 with four players"),
        Piece("hand", (CARD,), "1 for each card in the own hand; card = colour (R B Y G) * 12 + number - 1"),
        Piece(
            "holds",
            (OTHER_SEAT, CARD),
            "seats 1 to 3: 1 for each card known to be in this seat's hand or face-down discard",
        ),
        Piece("gone", (CARD,), "1 for each card known to be out of this race: played, or discarded"),
        Piece("out_by", (CARD,), "cards out of this race: whose horse they belong to, (seat + 1)/4"),
        Piece(
            "out_in_trick",
            (CARD,),
            "cards played: in which trick of this race, (trick + 1)/10; 0 for discards",
        ),
        Piece("wins", (CARD,), "on turn in a trick: 1 for each playable card that would be winning it"),
        Piece("wins_with_whip", (CARD,), "the same for each card playable with a whip"),
        Piece(
            "higher_unseen",
            (CARD,),
            "for each card in hand: higher cards of its colour that may be with others, /11",
        ),
        Piece(
            "dummy_order",
            (CARD,),
            "the dummy's hand in the order of its pack: 1 the topmost, falling by 1/12",
        ),
        Piece("hand_colours", (SEAT, COLOUR), "cards of each colour in each hand, as the backs show, /11"),
        Piece("horse_colours", (SEAT, COLOUR), "cards of each colour among the twelve of each seat's horse, /12"),
        Piece(
            "closed_colours",
            (SEAT, COLOUR),
            "one-hot: colour of each seat's second discard, others' once all have chosen",
        ),
        Piece("discard_number", (), "the discard number of this race, /12"),
        Piece("whips", (SEAT,), "whips face up, /2"),
        Piece("trick_number", (), "tricks finished in this race, /10"),
        Piece("leader", (SEAT,), "one-hot in a trick: who leads it"),
        Piece("still_to_play", (SEAT,), "1 for each seat that has yet to play to this trick"),
        Piece("trick_colours", (SEAT, COLOUR), "one-hot: colour of the card of each seat in this trick"),
        Piece("trick_numbers", (SEAT,), "number of that card, /12"),
        Piece("trick_steps", (SEAT,), "arrow marks of that card, /4"),
        Piece("led_colour", (COLOUR,), "one-hot: the colour to follow"),
        Piece("judging_colour", (COLOUR,), "one-hot: the colour in which the trick is won as things are"),
        Piece("whip_declared", (SEAT,), "one-hot: who has declared a whip in this trick"),
        Piece("winning", (SEAT,), "one-hot: who is winning this trick"),
        Piece("whip_history", (TRICK,), "who declared a whip in each trick, (seat + 1)/4"),
        Piece("riders", (HORSE, SEAT), "one-hot for each horse: the seat that rides it"),
        Piece("odds", (HORSE,), "odds of each horse in this race, points/11"),
        Piece("spaces", (HORSE,), "the space of each horse, /7"),
        Piece("places", (HORSE, PLACE), "one-hot for each horse: its place if the race ended now"),
        Piece("seat_odds", (SEAT,), "odds of the horse of each seat, points/11"),
        Piece("seat_spaces", (SEAT,), "the space of the horse of each seat, /7"),
        Piece("seat_places", (SEAT, PLACE), "one-hot: the place of the horse of each seat"),
        Piece(
            "tickets_up",
            (SEAT, TICKET),
            "one-hot: face-up ticket of each seat: the four horses, win",
        ),
        Piece("ticket_down", (TICKET,), "one-hot: own face-down ticket"),
        Piece(
            "backs_up",
            (SEAT, BACKED),
            "face-up tickets once more, horses by the seat that rides them",
        ),
        Piece("backs_down", (BACKED,), "own face-down ticket, horses by the seat that rides them"),
        Piece("money", (SEAT,), "points of each player, /50; 0 for the dummy", high=2.0),
        Piece("would_earn", (), "what the observer would be paid if the race ended now, points/25"),
        Piece(
            "past_places",
            (RACE, HORSE),
            "place of each horse in each past race, (5 - place)/4; 0 if to come",
        ),
        Piece("past_spaces", (RACE, HORSE), "spaces of each horse in each past race, /7"),
    ]
)

AT = LAYOUT.at
"""Where each piece begins, for compiled code."""
