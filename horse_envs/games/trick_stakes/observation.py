"""What a seat sees of Trick Stakes, written into a vector of the layout."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, ONE, count, has, lowest, only, without_lowest
from horse_envs.engine.compile import compiled
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
from horse_envs.games.trick_stakes.layout import AT
from horse_envs.games.trick_stakes.race import (
    best_of_colour,
    earnings,
    is_dummy,
    judging_colour,
    led_colour,
    may_whip,
    place,
)
from horse_envs.games.trick_stakes.rules import legal_cards
from horse_envs.games.trick_stakes.state import DISCARD, OVER, PLAY

_ONE = np.float32(1.0)


@compiled
def known_cards(s: Any, seat: int, horse: int) -> np.uint64:
    """Of a horse's twelve cards, those that a seat has seen: all if it rides or has ridden it (TS-5)."""
    if has(np.uint64(s.ridden[seat]), horse):
        return s.fixed[horse]
    return s.seen[horse]


@compiled
def known_by_elimination(s: Any, seat: int, horse: int, unknown: np.uint64) -> np.uint64:
    """The same, with a colour of which no other horse has a card among all that the seat does not know."""
    known = known_cards(s, seat, horse)
    missing = s.fixed[horse] & ~known
    for colour in range(NUM_COLOURS):
        if unknown & SUIT[colour] & ~missing == EMPTY:
            known |= missing & SUIT[colour]
    return known


@compiled
def relative(s: Any, me: int, seat: int) -> int:
    """How many places a seat is to the left of the observer."""
    return (np.int64(s.clockwise[seat]) - np.int64(s.clockwise[me])) % NUM_SEATS


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
        out[AT.phase + s.phase] = _ONE
    out[AT.race + s.race] = _ONE
    if s.num_players < NUM_SEATS:
        out[AT.three_players] = _ONE
    out[AT.discard_number] = np.float32(s.number) / np.float32(NUMBERS)
    if s.to_act >= 0:
        out[AT.on_turn + relative(s, me, s.to_act)] = _ONE
    out[AT.start_player + relative(s, me, s.start)] = _ONE
    out[AT.would_earn] = np.float32(earnings(s, me)) / np.float32(25.0)

    _observe_cards(s, me, out)
    _observe_seats(s, me, out)
    _observe_horses(s, me, out)
    _observe_tickets(s, me, out)
    if s.phase == PLAY and s.to_act >= 0:
        _observe_trick(s, me, out)
    for race in range(s.race + 1 if s.phase == OVER else s.race):
        for position in range(NUM_HORSES):
            horse = np.int64(s.order[race, position])
            out[AT.past_places + race * NUM_HORSES + horse] = np.float32(NUM_HORSES - position) / np.float32(NUM_HORSES)
            spaces = np.float32(s.spaces[race, horse]) / np.float32(FINISH)
            out[AT.past_spaces + race * NUM_HORSES + horse] = spaces


@compiled
def _observe_cards(s: Any, me: int, out: Any) -> None:
    gone = EMPTY
    for seat in range(NUM_SEATS):
        gone |= s.played[seat] | public_discards(s, seat)
    if s.closed_discard[me] != NONE:
        gone |= only(s.closed_discard[me])
    mark(out, AT.gone, gone)
    mark(out, AT.hand, s.hand[me])
    unknown = EMPTY
    for horse in range(NUM_HORSES):
        unknown |= s.fixed[horse] & ~known_cards(s, me, horse)
    for seat in range(NUM_SEATS):
        if seat != me:
            known = known_by_elimination(s, me, s.horse[seat], unknown)
            mark(out, AT.holds + (relative(s, me, seat) - 1) * NUM_CARDS, known & ~gone)
    with_others = ~(gone | s.hand[me])
    cards = s.hand[me]
    while cards != EMPTY:
        card = lowest(cards)
        cards = without_lowest(cards)
        higher = with_others & SUIT[card // NUMBERS] & ~(only(card) - ONE)
        out[AT.higher_unseen + card] = np.float32(count(higher)) / np.float32(NUMBERS - 1)
    if s.num_players < NUM_SEATS:
        out[AT.dummy + relative(s, me, DUMMY)] = _ONE
        depth = 0
        for i in range(NUMBERS):
            card = np.int64(s.pack[DUMMY, i])
            if has(s.hand[DUMMY], card):
                out[AT.dummy_order + card] = np.float32(NUMBERS - depth) / np.float32(NUMBERS)
                depth += 1


@compiled
def _observe_seats(s: Any, me: int, out: Any) -> None:
    for seat in range(NUM_SEATS):
        r = relative(s, me, seat)
        hand = shown_hand(s, seat, me)
        twelve = s.fixed[s.horse[seat]]
        for colour in range(NUM_COLOURS):
            at = r * NUM_COLOURS + colour
            out[AT.hand_colours + at] = np.float32(count(hand & SUIT[colour])) / np.float32(NUMBERS - 1)
            out[AT.horse_colours + at] = np.float32(count(twelve & SUIT[colour])) / np.float32(NUMBERS)
        closed = np.int64(s.closed_discard[seat])
        if closed != NONE and (s.phase != DISCARD or seat == me or is_dummy(s, seat)):
            out[AT.closed_colours + r * NUM_COLOURS + closed // NUMBERS] = _ONE
        owner = np.float32(r + 1) / np.float32(NUM_SEATS)
        out[AT.out_by + np.int64(s.open_discard[seat])] = owner
        if closed != NONE and (seat == me or is_dummy(s, seat)):
            out[AT.out_by + closed] = owner
        out[AT.whips + r] = np.float32(s.whips[seat]) / np.float32(WHIPS)
        if not is_dummy(s, seat):
            out[AT.money + r] = np.float32(s.money[seat]) / np.float32(50.0)
        for trick in range(min(s.trick + 1, HAND_IN_RACE)):
            card = np.int64(s.tricks[trick, seat])
            if card != NONE:
                out[AT.out_by + card] = owner
                out[AT.out_in_trick + card] = np.float32(trick + 1) / np.float32(HAND_IN_RACE)
    out[AT.trick_number] = np.float32(s.trick) / np.float32(HAND_IN_RACE)
    for trick in range(min(s.trick + 1, HAND_IN_RACE)):
        if s.whips_by_trick[trick] != NONE:
            out[AT.whip_history + trick] = np.float32(relative(s, me, s.whips_by_trick[trick]) + 1) / np.float32(
                NUM_SEATS
            )


@compiled
def _observe_horses(s: Any, me: int, out: Any) -> None:
    for horse in range(NUM_HORSES):
        r = relative(s, me, s.rider[horse])
        position = place(s, horse)
        odds = np.float32(s.odds[horse]) / np.float32(11.0)
        space = np.float32(s.space[horse]) / np.float32(FINISH)
        out[AT.riders + horse * NUM_SEATS + r] = _ONE
        out[AT.odds + horse] = odds
        out[AT.spaces + horse] = space
        out[AT.places + horse * NUM_HORSES + position] = _ONE
        out[AT.seat_odds + r] = odds
        out[AT.seat_spaces + r] = space
        out[AT.seat_places + r * NUM_HORSES + position] = _ONE


@compiled
def _observe_tickets(s: Any, me: int, out: Any) -> None:
    for seat in range(s.num_players):
        up = np.int64(s.ticket_up[seat])
        if up != NONE:
            r = relative(s, me, seat)
            out[AT.tickets_up + r * NUM_TICKETS + up] = _ONE
            out[AT.backs_up + r * NUM_TICKETS + (WIN if up == WIN else relative(s, me, s.rider[up]))] = _ONE
    down = np.int64(s.ticket_down[me])
    if down != NONE:
        out[AT.ticket_down + down] = _ONE
        out[AT.backs_down + (WIN if down == WIN else relative(s, me, s.rider[down]))] = _ONE


@compiled
def _observe_trick(s: Any, me: int, out: Any) -> None:
    out[AT.leader + relative(s, me, s.leader)] = _ONE
    for seat in range(NUM_SEATS):
        card = np.int64(s.tricks[s.trick, seat])
        r = relative(s, me, seat)
        if card == NONE:
            out[AT.still_to_play + r] = _ONE
        else:
            number = card % NUMBERS + 1
            out[AT.trick_colours + r * NUM_COLOURS + card // NUMBERS] = _ONE
            out[AT.trick_numbers + r] = np.float32(number) / np.float32(NUMBERS)
            out[AT.trick_steps + r] = np.float32(STEPS[number]) / np.float32(4.0)
    if s.whip_by != NONE:
        out[AT.whip_declared + relative(s, me, s.whip_by)] = _ONE
    judging = -1
    if s.cards_in_trick > 0:
        judging = judging_colour(s)
        out[AT.led_colour + led_colour(s)] = _ONE
        out[AT.judging_colour + judging] = _ONE
        out[AT.winning + relative(s, me, best_of_colour(s, judging))] = _ONE
    if s.to_act == me:
        cards = legal_cards(s)
        whip = may_whip(s)
        while cards != EMPTY:
            card = lowest(cards)
            cards = without_lowest(cards)
            if (judging < 0 or card // NUMBERS == judging) and beats_trick(s, card):
                out[AT.wins + card] = _ONE
            if whip and beats_trick(s, card):
                out[AT.wins_with_whip + card] = _ONE


@compiled
def beats_trick(s: Any, card: int) -> bool:
    """Whether no card of this colour in the trick so far is higher."""
    for seat in range(NUM_SEATS):
        other = np.int64(s.tricks[s.trick, seat])
        if other != NONE and other // NUMBERS == card // NUMBERS and other > card:
            return False
    return True
