"""What a seat sees of Trick Stakes, as numbers.

Seats are relative: 0 is the observer, then clockwise, so 1 is its left neighbour. Horses and tickets keep their own
numbers where a ticket is to be chosen, and are repeated by the seat that rides them. Beside the bare cards the vector
says what a player reads off the table: who is winning the trick, which of the own cards would win it now, and so on.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, lowest, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.layout import Layout, Piece
from horse_envs.games.trick_stakes.components import (
    DUMMY,
    FINISH,
    HAND_IN_RACE,
    NONE,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_HORSES,
    NUM_SEATS,
    NUM_TICKETS,
    NUMBERS,
    STEPS,
    SUIT,
    WHIPS,
    WIN,
)
from horse_envs.games.trick_stakes.rules import (
    DISCARD,
    NUM_RACES,
    OVER,
    PLAY,
    best_of_colour,
    earnings,
    is_dummy,
    judging_colour,
    led_colour,
    legal_cards,
    may_whip,
    place,
)

_SEAT_COLOUR = (NUM_SEATS, NUM_COLOURS)

LAYOUT = Layout(
    [
        Piece("phase", (4,), "one-hot: discard, ticket up, ticket down, play"),
        Piece("race", (NUM_RACES,), "one-hot: the race, from the first"),
        Piece("three_players", (1,), "1 in a game for three with the dummy"),
        Piece("on_turn", (NUM_SEATS,), "one-hot: the seat that decides now"),
        Piece("start_player", (NUM_SEATS,), "one-hot: the seat with the start player token"),
        Piece("dummy", (NUM_SEATS,), "one-hot: the seat of the dummy, all 0 with four players"),
        Piece(
            "hand", (NUM_CARDS,), "1 for each card in the own hand; card = colour (R B Y G) * 12 + number - 1"
        ),
        Piece(
            "holds",
            (NUM_SEATS - 1, NUM_CARDS),
            "seats 1 to 3: 1 for each card known to be in this seat's hand or face-down discard",
        ),
        Piece("gone", (NUM_CARDS,), "1 for each card known to be out of this race: played, or discarded"),
        Piece("wins", (NUM_CARDS,), "on turn in a trick: 1 for each playable card that would be winning it"),
        Piece("wins_with_whip", (NUM_CARDS,), "the same for each card playable with a whip"),
        Piece(
            "higher_unseen",
            (NUM_CARDS,),
            "for each card in hand: higher cards of its colour that may be with others, /11",
        ),
        Piece(
            "dummy_order",
            (NUM_CARDS,),
            "the dummy's hand in the order of its pack: 1 the topmost, falling by 1/12",
        ),
        Piece("hand_colours", _SEAT_COLOUR, "cards of each colour in each hand, as the backs show, /11"),
        Piece(
            "horse_colours", _SEAT_COLOUR, "cards of each colour among the twelve of each seat's horse, /12"
        ),
        Piece(
            "closed_colours",
            _SEAT_COLOUR,
            "one-hot: colour of each seat's second discard, others' once all have chosen",
        ),
        Piece("open_discards", (NUM_SEATS,), "each seat's open discard, (card + 1)/48"),
        Piece("discard_number", (1,), "the discard number of this race, /12"),
        Piece("whips", (NUM_SEATS,), "whips face up, /2"),
        Piece("trick_number", (1,), "tricks finished in this race, /10"),
        Piece("leader", (NUM_SEATS,), "one-hot in a trick: who leads it"),
        Piece("still_to_play", (NUM_SEATS,), "1 for each seat that has yet to play to this trick"),
        Piece("trick_colours", _SEAT_COLOUR, "one-hot: colour of the card of each seat in this trick"),
        Piece("trick_numbers", (NUM_SEATS,), "number of that card, /12"),
        Piece("trick_steps", (NUM_SEATS,), "arrow marks of that card, /4"),
        Piece("led_colour", (NUM_COLOURS,), "one-hot: the colour to follow"),
        Piece(
            "judging_colour", (NUM_COLOURS,), "one-hot: the colour in which the trick is won as things are"
        ),
        Piece("whip_declared", (NUM_SEATS,), "one-hot: who has declared a whip in this trick"),
        Piece("winning", (NUM_SEATS,), "one-hot: who is winning this trick"),
        Piece(
            "tricks",
            (HAND_IN_RACE, NUM_SEATS),
            "the card of each seat in each trick of this race, (card + 1)/48",
        ),
        Piece("whip_history", (HAND_IN_RACE,), "who declared a whip in each trick, (seat + 1)/4"),
        Piece("riders", (NUM_HORSES, NUM_SEATS), "one-hot for each horse: the seat that rides it"),
        Piece("odds", (NUM_HORSES,), "odds of each horse in this race, points/11"),
        Piece("spaces", (NUM_HORSES,), "the space of each horse, /7"),
        Piece("places", (NUM_HORSES, NUM_HORSES), "one-hot for each horse: its place if the race ended now"),
        Piece("seat_odds", (NUM_SEATS,), "odds of the horse of each seat, points/11"),
        Piece("seat_spaces", (NUM_SEATS,), "the space of the horse of each seat, /7"),
        Piece("seat_places", (NUM_SEATS, NUM_HORSES), "one-hot: the place of the horse of each seat"),
        Piece(
            "tickets_up",
            (NUM_SEATS, NUM_TICKETS),
            "one-hot: face-up ticket of each seat: the four horses, win",
        ),
        Piece("ticket_down", (NUM_TICKETS,), "one-hot: own face-down ticket"),
        Piece(
            "backs_up",
            (NUM_SEATS, NUM_TICKETS),
            "face-up tickets once more, horses by the seat that rides them",
        ),
        Piece("backs_down", (NUM_TICKETS,), "own face-down ticket, horses by the seat that rides them"),
        Piece("money", (NUM_SEATS,), "points of each player, /50; 0 for the dummy", high=2.0),
        Piece("would_earn", (1,), "what the observer would be paid if the race ended now, points/25"),
        Piece(
            "past_places",
            (NUM_RACES, NUM_HORSES),
            "place of each horse in each past race, (5 - place)/4; 0 if to come",
        ),
        Piece("past_spaces", (NUM_RACES, NUM_HORSES), "spaces of each horse in each past race, /7"),
    ]
)

_PHASE = LAYOUT.at("phase")
_RACE = LAYOUT.at("race")
_THREE_PLAYERS = LAYOUT.at("three_players")
_ON_TURN = LAYOUT.at("on_turn")
_START_PLAYER = LAYOUT.at("start_player")
_DUMMY = LAYOUT.at("dummy")
_HAND = LAYOUT.at("hand")
_HOLDS = LAYOUT.at("holds")
_GONE = LAYOUT.at("gone")
_WINS = LAYOUT.at("wins")
_WINS_WITH_WHIP = LAYOUT.at("wins_with_whip")
_HIGHER_UNSEEN = LAYOUT.at("higher_unseen")
_DUMMY_ORDER = LAYOUT.at("dummy_order")
_HAND_COLOURS = LAYOUT.at("hand_colours")
_HORSE_COLOURS = LAYOUT.at("horse_colours")
_CLOSED_COLOURS = LAYOUT.at("closed_colours")
_OPEN_DISCARDS = LAYOUT.at("open_discards")
_DISCARD_NUMBER = LAYOUT.at("discard_number")
_WHIPS = LAYOUT.at("whips")
_TRICK_NUMBER = LAYOUT.at("trick_number")
_LEADER = LAYOUT.at("leader")
_STILL_TO_PLAY = LAYOUT.at("still_to_play")
_TRICK_COLOURS = LAYOUT.at("trick_colours")
_TRICK_NUMBERS = LAYOUT.at("trick_numbers")
_TRICK_STEPS = LAYOUT.at("trick_steps")
_LED_COLOUR = LAYOUT.at("led_colour")
_JUDGING_COLOUR = LAYOUT.at("judging_colour")
_WHIP_DECLARED = LAYOUT.at("whip_declared")
_WINNING = LAYOUT.at("winning")
_TRICKS = LAYOUT.at("tricks")
_WHIP_HISTORY = LAYOUT.at("whip_history")
_RIDERS = LAYOUT.at("riders")
_ODDS = LAYOUT.at("odds")
_SPACES = LAYOUT.at("spaces")
_PLACES = LAYOUT.at("places")
_SEAT_ODDS = LAYOUT.at("seat_odds")
_SEAT_SPACES = LAYOUT.at("seat_spaces")
_SEAT_PLACES = LAYOUT.at("seat_places")
_TICKETS_UP = LAYOUT.at("tickets_up")
_TICKET_DOWN = LAYOUT.at("ticket_down")
_BACKS_UP = LAYOUT.at("backs_up")
_BACKS_DOWN = LAYOUT.at("backs_down")
_MONEY = LAYOUT.at("money")
_WOULD_EARN = LAYOUT.at("would_earn")
_PAST_PLACES = LAYOUT.at("past_places")
_PAST_SPACES = LAYOUT.at("past_spaces")

_ONE = np.float32(1.0)


@compiled
def known_cards(s: Any, seat: int, horse: int) -> np.uint64:
    """Of a horse's twelve cards, those that a seat has seen: all if it rides or has ridden it (TS-5)."""
    if has(np.uint64(s.ridden[seat]), horse):
        return s.fixed[horse]
    return s.seen[horse]


@compiled
def known_by_elimination(s: Any, seat: int, known: Any) -> None:
    """Write what a seat knows of each horse's cards, also where only one horse is left for a colour."""
    for horse in range(NUM_HORSES):
        known[horse] = known_cards(s, seat, horse)
    for colour in range(NUM_COLOURS):
        horses_unknown = 0
        last = 0
        for horse in range(NUM_HORSES):
            if s.fixed[horse] & ~known[horse] & SUIT[colour] != EMPTY:
                horses_unknown += 1
                last = horse
        if horses_unknown == 1:
            known[last] |= s.fixed[last] & SUIT[colour]


@compiled
def public_discards(s: Any, seat: int) -> np.uint64:
    """A seat's open discards; the dummy has two (TS-17)."""
    cards = only(s.open_discard[seat])
    if is_dummy(s, seat):
        cards |= only(s.closed_discard[seat])
    return cards


@compiled
def shown_hand(s: Any, seat: int, observer: int) -> np.uint64:
    """A hand whose backs the observer counts: a second discard is not out before all have chosen (TS-2)."""
    if s.phase == DISCARD and seat != observer and not is_dummy(s, seat) and s.closed_discard[seat] != NONE:
        return s.hand[seat] | only(s.closed_discard[seat])
    return s.hand[seat]


@compiled
def mark(out: Any, at: int, cards: np.uint64) -> None:
    """Set a plane of cards."""
    while cards != EMPTY:
        out[at + lowest(cards)] = _ONE
        cards = without_lowest(cards)


@compiled
def observe(s: Any, me: int, out: Any) -> None:
    """Write the observation of a seat, on turn or not, into float32 `out` of shape (LAYOUT.size,)."""
    out[:] = np.float32(0.0)
    if s.phase < OVER:
        out[_PHASE + s.phase] = _ONE
    out[_RACE + s.race] = _ONE
    if s.num_players < NUM_SEATS:
        out[_THREE_PLAYERS] = _ONE
    out[_DISCARD_NUMBER] = np.float32(s.number) / np.float32(NUMBERS)
    relative = np.empty(NUM_SEATS, np.int64)
    seat = me
    for r in range(NUM_SEATS):
        relative[seat] = r
        seat = np.int64(s.left[seat])
    if s.to_act >= 0:
        out[_ON_TURN + relative[s.to_act]] = _ONE
    out[_START_PLAYER + relative[s.start]] = _ONE
    out[_WOULD_EARN] = np.float32(earnings(s, me)) / np.float32(25.0)

    _observe_cards(s, me, relative, out)
    _observe_seats(s, me, relative, out)
    _observe_horses(s, relative, out)
    _observe_tickets(s, me, relative, out)
    if s.phase == PLAY and s.to_act >= 0:
        _observe_trick(s, me, relative, out)
    for race in range(s.race + 1 if s.phase == OVER else s.race):
        for position in range(NUM_HORSES):
            horse = s.order[race, position]
            out[_PAST_PLACES + race * NUM_HORSES + horse] = np.float32(NUM_HORSES - position) / np.float32(
                NUM_HORSES
            )
            spaces = np.float32(s.spaces[race, horse]) / np.float32(FINISH)
            out[_PAST_SPACES + race * NUM_HORSES + horse] = spaces


@compiled
def _observe_cards(s: Any, me: int, relative: Any, out: Any) -> None:
    known = np.empty(NUM_HORSES, np.uint64)
    known_by_elimination(s, me, known)
    gone = EMPTY
    for seat in range(NUM_SEATS):
        gone |= s.played[seat] | public_discards(s, seat)
    if s.closed_discard[me] != NONE:
        gone |= only(s.closed_discard[me])
    mark(out, _GONE, gone)
    mark(out, _HAND, s.hand[me])
    for seat in range(NUM_SEATS):
        if seat != me:
            mark(out, _HOLDS + (relative[seat] - 1) * NUM_CARDS, known[s.horse[seat]] & ~gone)
    for colour in range(NUM_COLOURS):
        unseen_above = 0
        for number in range(NUMBERS - 1, -1, -1):
            card = colour * NUMBERS + number
            if has(s.hand[me], card):
                out[_HIGHER_UNSEEN + card] = np.float32(unseen_above) / np.float32(NUMBERS - 1)
            elif not has(gone, card):
                unseen_above += 1
    if s.num_players < NUM_SEATS:
        out[_DUMMY + relative[DUMMY]] = _ONE
        depth = 0
        for i in range(NUMBERS):
            card = s.pack[DUMMY, i]
            if has(s.hand[DUMMY], card):
                out[_DUMMY_ORDER + card] = np.float32(NUMBERS - depth) / np.float32(NUMBERS)
                depth += 1


@compiled
def _observe_seats(s: Any, me: int, relative: Any, out: Any) -> None:
    for seat in range(NUM_SEATS):
        r = relative[seat]
        hand = shown_hand(s, seat, me)
        twelve = s.fixed[s.horse[seat]]
        for colour in range(NUM_COLOURS):
            at = r * NUM_COLOURS + colour
            out[_HAND_COLOURS + at] = np.float32(count(hand & SUIT[colour])) / np.float32(NUMBERS - 1)
            out[_HORSE_COLOURS + at] = np.float32(count(twelve & SUIT[colour])) / np.float32(NUMBERS)
        closed = np.int64(s.closed_discard[seat])
        if closed != NONE and (s.phase != DISCARD or seat == me or is_dummy(s, seat)):
            out[_CLOSED_COLOURS + r * NUM_COLOURS + closed // NUMBERS] = _ONE
        out[_OPEN_DISCARDS + r] = np.float32(np.int64(s.open_discard[seat]) + 1) / np.float32(NUM_CARDS)
        out[_WHIPS + r] = np.float32(s.whips[seat]) / np.float32(WHIPS)
        if not is_dummy(s, seat):
            out[_MONEY + r] = np.float32(s.money[seat]) / np.float32(50.0)
        for trick in range(min(s.trick + 1, HAND_IN_RACE)):
            card = np.int64(s.tricks[trick, seat])
            if card != NONE:
                out[_TRICKS + trick * NUM_SEATS + r] = np.float32(card + 1) / np.float32(NUM_CARDS)
    out[_TRICK_NUMBER] = np.float32(s.trick) / np.float32(HAND_IN_RACE)
    for trick in range(min(s.trick + 1, HAND_IN_RACE)):
        if s.whips_by_trick[trick] != NONE:
            out[_WHIP_HISTORY + trick] = np.float32(relative[s.whips_by_trick[trick]] + 1) / np.float32(
                NUM_SEATS
            )


@compiled
def _observe_horses(s: Any, relative: Any, out: Any) -> None:
    for horse in range(NUM_HORSES):
        r = relative[s.rider[horse]]
        position = place(s, horse)
        odds = np.float32(s.odds[horse]) / np.float32(11.0)
        space = np.float32(s.space[horse]) / np.float32(FINISH)
        out[_RIDERS + horse * NUM_SEATS + r] = _ONE
        out[_ODDS + horse] = odds
        out[_SPACES + horse] = space
        out[_PLACES + horse * NUM_HORSES + position] = _ONE
        out[_SEAT_ODDS + r] = odds
        out[_SEAT_SPACES + r] = space
        out[_SEAT_PLACES + r * NUM_HORSES + position] = _ONE


@compiled
def _observe_tickets(s: Any, me: int, relative: Any, out: Any) -> None:
    for seat in range(s.num_players):
        up = s.ticket_up[seat]
        if up != NONE:
            r = relative[seat]
            out[_TICKETS_UP + r * NUM_TICKETS + up] = _ONE
            out[_BACKS_UP + r * NUM_TICKETS + (WIN if up == WIN else relative[s.rider[up]])] = _ONE
    down = s.ticket_down[me]
    if down != NONE:
        out[_TICKET_DOWN + down] = _ONE
        out[_BACKS_DOWN + (WIN if down == WIN else relative[s.rider[down]])] = _ONE


@compiled
def _observe_trick(s: Any, me: int, relative: Any, out: Any) -> None:
    out[_LEADER + relative[s.leader]] = _ONE
    for seat in range(NUM_SEATS):
        card = np.int64(s.tricks[s.trick, seat])
        r = relative[seat]
        if card == NONE:
            out[_STILL_TO_PLAY + r] = _ONE
        else:
            number = card % NUMBERS + 1
            out[_TRICK_COLOURS + r * NUM_COLOURS + card // NUMBERS] = _ONE
            out[_TRICK_NUMBERS + r] = np.float32(number) / np.float32(NUMBERS)
            out[_TRICK_STEPS + r] = np.float32(STEPS[number]) / np.float32(4.0)
    if s.whip_by != NONE:
        out[_WHIP_DECLARED + relative[s.whip_by]] = _ONE
    judging = -1
    if s.cards_in_trick > 0:
        judging = judging_colour(s)
        out[_LED_COLOUR + led_colour(s)] = _ONE
        out[_JUDGING_COLOUR + judging] = _ONE
        out[_WINNING + relative[best_of_colour(s, judging)]] = _ONE
    if s.to_act == me:
        cards = legal_cards(s)
        whip = may_whip(s)
        while cards != EMPTY:
            card = lowest(cards)
            cards = without_lowest(cards)
            if (judging < 0 or card // NUMBERS == judging) and beats_trick(s, card):
                out[_WINS + card] = _ONE
            if whip and beats_trick(s, card):
                out[_WINS_WITH_WHIP + card] = _ONE


@compiled
def beats_trick(s: Any, card: int) -> bool:
    """Whether no card of this colour in the trick so far is higher."""
    for seat in range(NUM_SEATS):
        other = np.int64(s.tricks[s.trick, seat])
        if other != NONE and other // NUMBERS == card // NUMBERS and other > card:
            return False
    return True
