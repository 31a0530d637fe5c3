"""The race, from the first lead to the payout and the next race: the second half of the rules of Trick Stakes."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, has, highest, only
from horse_envs.engine.compile import compiled
from horse_envs.games.trick_stakes.components import (
    DUMMY,
    FINISH,
    FINISHERS_THAT_END_A_RACE,
    FIRST_PRIZE,
    HAND_IN_RACE,
    NONE,
    NUM_HORSES,
    NUM_SEATS,
    NUMBERS,
    SECOND_PRIZE,
    STEPS,
    SUIT,
    WIN,
)
from horse_envs.games.trick_stakes.state import DUMMY_PLAY, RACE_RESULT

AHEAD_BY_A_SPACE = 64
"""A space counts more than coming later to it; a race has fewer moves than this."""
AHEAD_OF_ALL = 1000
"""Horses at the finish are ahead of all others, the earlier ones first."""

# Seats


@compiled
def is_dummy(s: Any, seat: int) -> bool:
    """Whether the dummy sits here."""
    return seat == DUMMY and s.num_players < NUM_SEATS


@compiled
def sit_down(s: Any) -> None:
    """Count the places from player_0's on, once all know their left neighbours."""
    seat = np.int64(0)
    for place_at_table in range(NUM_SEATS):
        s.clockwise[seat] = place_at_table
        seat = np.int64(s.left[seat])


@compiled
def next_player(s: Any, seat: int) -> int:
    """The next player clockwise; the dummy is passed over."""
    following = s.left[seat]
    if is_dummy(s, following):
        following = s.left[following]
    return following


# The race


@compiled
def lead(s: Any, seat: int) -> None:
    """Begin a trick."""
    s.leader = seat
    s.cards_in_trick = 0
    s.whip_by = NONE
    give_turn(s, seat)


@compiled
def give_turn(s: Any, seat: int) -> None:
    """Let a seat play a card; the dummy's play is not a decision."""
    s.to_act = seat
    if is_dummy(s, seat):
        s.pending = DUMMY_PLAY


@compiled
def may_whip(s: Any) -> bool:
    """Whether the player on turn may declare a whip: one face up, nobody has declared yet (TS-8)."""
    return s.whips[s.to_act] > 0 and s.whip_by == NONE


@compiled
def play_card(s: Any, seat: int, card: int, whip: bool) -> None:
    """Play a card to the trick, with or without a whip; the fourth card ends the trick."""
    s.hand[seat] &= ~only(card)
    s.played[seat] |= only(card)
    s.seen[s.horse[seat]] |= only(card)
    s.tricks[s.trick, seat] = card
    if whip:
        s.whips[seat] -= 1
        s.whip_by = seat
        s.whips_by_trick[s.trick] = seat
    s.cards_in_trick += 1
    if s.cards_in_trick == NUM_SEATS:
        end_trick(s)
    else:
        give_turn(s, next_in_trick(s, seat))


@compiled
def next_in_trick(s: Any, seat: int) -> int:
    """Clockwise; a dummy that does not lead plays last (TS-18)."""
    if s.num_players == NUM_SEATS:
        return s.left[seat]
    if s.cards_in_trick == NUM_SEATS - 1 and s.leader != DUMMY:
        return DUMMY
    return next_player(s, seat)


@compiled
def led_colour(s: Any) -> int:
    """The colour that must be followed in this trick."""
    return np.int64(s.tricks[s.trick, s.leader]) // NUMBERS


@compiled
def judging_colour(s: Any) -> int:
    """The colour in which the trick is won: that of the whip card, else the led one."""
    if s.whip_by != NONE:
        return np.int64(s.tricks[s.trick, s.whip_by]) // NUMBERS
    return led_colour(s)


@compiled
def best_of_colour(s: Any, colour: int) -> int:
    """The seat with the highest card of this colour in the trick so far, -1 if there is none."""
    best = -1
    best_card = -1
    for seat in range(NUM_SEATS):
        card = np.int64(s.tricks[s.trick, seat])
        if card != NONE and card // NUMBERS == colour and card > best_card:
            best_card = card
            best = seat
    return best


@compiled
def end_trick(s: Any) -> None:
    """The winner's horse moves, then the winner leads, or the race is over (TS-9, TS-10, TS-12)."""
    winner = best_of_colour(s, judging_colour(s))
    advance(s, s.horse[winner], STEPS[s.tricks[s.trick, winner] % NUMBERS + 1])
    s.trick += 1
    if s.finished >= FINISHERS_THAT_END_A_RACE or s.trick == HAND_IN_RACE:
        s.to_act = -1
        s.pending = RACE_RESULT
    else:
        lead(s, winner)


@compiled
def advance(s: Any, horse: int, steps: int) -> None:
    """Move a horse, at most to the finish; one that has finished stays where it is (TS-9 to TS-11)."""
    if s.space[horse] == FINISH:
        return
    s.space[horse] = min(s.space[horse] + steps, FINISH)
    if s.space[horse] == FINISH:
        s.standing[horse] = AHEAD_OF_ALL - np.int64(s.moves)
        s.finished += 1
    else:
        s.standing[horse] = np.int64(s.space[horse]) * AHEAD_BY_A_SPACE + s.moves
    s.moves += 1


@compiled
def play_for_dummy(s: Any) -> None:
    """The dummy's card: leading, the topmost; following, the highest; else the topmost with a whip (TS-18)."""
    if s.cards_in_trick > 0:
        following = s.hand[DUMMY] & SUIT[led_colour(s)]
        if following != EMPTY:
            play_card(s, DUMMY, highest(following), False)
            return
        play_card(s, DUMMY, topmost(s), may_whip(s))
        return
    play_card(s, DUMMY, topmost(s), False)


@compiled
def topmost(s: Any) -> int:
    """The topmost card in the dummy's open hand."""
    for i in range(NUMBERS):
        if has(s.hand[DUMMY], s.pack[DUMMY, i]):
            return np.int64(s.pack[DUMMY, i])
    return -1


# Payout


@compiled
def place(s: Any, horse: int) -> int:
    """The horse's place now, 0 for the first."""
    ahead = 0
    for other in range(NUM_HORSES):
        if s.standing[other] > s.standing[horse]:
            ahead += 1
    return ahead


@compiled
def earnings(s: Any, seat: int) -> int:
    """Prize and payout that a player gets with the places as they are now (TS-14)."""
    money = 0
    riding = place(s, s.horse[seat])
    if riding == 0:
        money += FIRST_PRIZE
    elif riding == 1:
        money += SECOND_PRIZE
    up = np.int64(s.ticket_up[seat])
    down = np.int64(s.ticket_down[seat])
    if up == NONE or down == NONE:
        return money
    if up == WIN or down == WIN:
        backed = down if up == WIN else up
        if place(s, backed) == 0:
            money += np.int64(s.odds[backed])
    elif place(s, up) < 2 and place(s, down) < 2:
        money += np.int64(s.odds[up]) + np.int64(s.odds[down])
    return money


@compiled
def pay(s: Any) -> None:
    """Pay prizes and tickets, and write down the result of the race; the dummy gets nothing (TS-19)."""
    for seat in range(s.num_players):
        s.money[seat] += earnings(s, seat)
    for horse in range(NUM_HORSES):
        s.order[s.race, place(s, horse)] = horse
        s.spaces[s.race, horse] = s.space[horse]


# Next race, end of the game


@compiled
def prepare_next_race(s: Any) -> None:
    """Odds rise by the places behind the first; horses and the start player token go to the left."""
    for position in range(NUM_HORSES):
        s.odds[s.order[s.race, position]] += position
    for horse in range(NUM_HORSES):
        s.rider[horse] = s.left[s.rider[horse]]
    for horse in range(NUM_HORSES):
        s.horse[s.rider[horse]] = horse
    s.start = s.left[s.start]
    s.race += 1


@compiled
def best_player(s: Any) -> int:
    """Most money; among equals the better place of the own horse in the last race (TS-15)."""
    best = 0
    for seat in range(1, s.num_players):
        richer = s.money[seat] > s.money[best]
        level = s.money[seat] == s.money[best]
        if richer or (level and place(s, s.horse[seat]) < place(s, s.horse[best])):
            best = seat
    return best


@compiled
def score(s: Any, seat: int) -> int:
    """A player's money in points."""
    return np.int64(s.money[seat])
