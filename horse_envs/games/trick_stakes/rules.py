"""The rules of Trick Stakes for four players, and for three with the dummy, in the order of the rulebook.

A game is one record of `STATE`. Between two decisions the game has something `pending`: a chance outcome, the
dummy's play or a result. `draw` draws what is pending from the seed, `resolve` applies it, `apply` applies a decision.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, highest, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, luck, shuffle
from horse_envs.games.trick_stakes.components import (
    DUMMY,
    FINISH,
    FINISHERS_THAT_END_A_RACE,
    FIRST_ODDS,
    FIRST_PRIZE,
    HAND_IN_RACE,
    NONE,
    NUM_CARDS,
    NUM_HORSES,
    NUM_SEATS,
    NUM_TICKETS,
    NUMBERS,
    SECOND_PRIZE,
    STEPS,
    SUIT,
    VANILLA_BEANS,
    WHIPS,
    WIN,
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
        ("horse", np.uint8, (NUM_SEATS,)),  # the horse that a seat rides
        ("rider", np.uint8, (NUM_HORSES,)),  # the seat that rides a horse
        ("ridden", np.uint8, (NUM_SEATS,)),  # a set of horses: those a seat rides or has ridden
        ("whips", np.int8, (NUM_SEATS,)),  # face up
        ("gate", np.uint8, (NUM_HORSES,)),  # the stack at the gate, bottom to top
        ("space", np.int8, (NUM_HORSES,)),
        ("entered", np.int8, (NUM_HORSES,)),  # when a horse entered its space: larger is later
        ("moves", np.int8),
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


# Setup


@compiled
def start(s: Any, seed: int) -> None:
    """Put the box on the table; the draw for horses and seats is pending."""
    s.seed = seed
    s.race = 0
    s.winners = 0
    s.phase = DISCARD
    s.to_act = -1
    for seat in range(NUM_SEATS):
        s.money[seat] = 0
        s.ridden[seat] = 0
        s.whips[seat] = WHIPS
    for horse in range(NUM_HORSES):
        s.seen[horse] = EMPTY
        s.odds[horse] = FIRST_ODDS
        for race in range(NUM_RACES):
            s.order[race, horse] = NONE
            s.spaces[race, horse] = 0
    s.pending = SEATS


@compiled
def draw(s: Any) -> None:
    """Draw the chance outcome that is pending from the seed."""
    if s.pending == SEATS:
        draw_seats(s)
    elif s.pending == DEAL:
        draw_deal(s)
    elif s.pending == GATE:
        for horse in range(NUM_HORSES):
            s.gate[horse] = horse
        shuffle(s.gate, NUM_HORSES, luck(s.seed, s.race, GATE, 0))
    elif s.pending == PACKS:
        draw_packs(s)


@compiled
def resolve(s: Any) -> None:
    """Apply what is pending and say what is pending next, or who decides."""
    if s.pending == SEATS:
        s.start = s.rider[VANILLA_BEANS]
        s.pending = DEAL
    elif s.pending == DEAL:
        s.pending = GATE
    elif s.pending == GATE:
        line_up(s)
        s.pending = PACKS
    elif s.pending == PACKS:
        s.pending = NOTHING
        open_paddock(s)
    elif s.pending == DUMMY_PLAY:
        s.pending = NOTHING
        play_for_dummy(s)
    elif s.pending == RACE_RESULT:
        pay(s)
        if s.race + 1 < s.num_players:
            prepare_next_race(s)
            s.pending = GATE
        else:
            s.pending = GAME_RESULT
    elif s.pending == GAME_RESULT:
        s.winners = 1 << best_player(s)
        s.phase = OVER
        s.to_act = -1
        s.pending = NOTHING


@compiled
def draw_seats(s: Any) -> None:
    """Each seat draws a horse; with three players, again until a player has Vanilla Beans (TS-16)."""
    occasion = 0
    while True:
        for seat in range(NUM_SEATS):
            s.horse[seat] = seat
        shuffle(s.horse, NUM_HORSES, luck(s.seed, 0, SEATS, occasion))
        occasion += 1
        if s.num_players == NUM_SEATS or s.horse[DUMMY] != VANILLA_BEANS:
            break
    for seat in range(NUM_SEATS):
        s.rider[s.horse[seat]] = seat
        s.left[seat] = (seat + 1) % s.num_players
    if s.num_players < NUM_SEATS:
        first = s.rider[VANILLA_BEANS]
        before = (first + s.num_players - 1) % s.num_players
        s.left[before] = DUMMY
        s.left[DUMMY] = first


@compiled
def draw_deal(s: Any) -> None:
    """Deal twelve cards to each seat: they belong to its horse for the whole game."""
    deck = np.empty(NUM_CARDS, np.uint8)
    for card in range(NUM_CARDS):
        deck[card] = card
    shuffle(deck, NUM_CARDS, luck(s.seed, 0, DEAL, 0))
    for seat in range(NUM_SEATS):
        cards = EMPTY
        for i in range(NUMBERS * seat, NUMBERS * (seat + 1)):
            cards |= only(deck[i])
        s.fixed[s.horse[seat]] = cards


# Paddock


@compiled
def line_up(s: Any) -> None:
    """Stack the horses at the gate; the higher one counts as having come later (TS-11)."""
    for place in range(NUM_HORSES):
        horse = s.gate[place]
        s.space[horse] = 0
        s.entered[horse] = place
    s.moves = NUM_HORSES
    s.finished = 0


@compiled
def draw_packs(s: Any) -> None:
    """Every seat shuffles the twelve cards of its horse."""
    for seat in range(NUM_SEATS):
        cards = s.fixed[s.horse[seat]]
        for i in range(NUMBERS):
            s.pack[seat, i] = lowest(cards)
            cards = without_lowest(cards)
        shuffle(s.pack[seat], NUMBERS, luck(s.seed, s.race, PACKS, seat))


@compiled
def open_paddock(s: Any) -> None:
    """Turn up the start player's top card, take out the open discards, take up the hands (TS-1, TS-6, TS-17)."""
    turned_up = s.pack[s.start, 0]
    s.number = turned_up % NUMBERS + 1
    s.seen[s.horse[s.start]] |= only(turned_up)
    for seat in range(NUM_SEATS):
        horse = s.horse[seat]
        out = s.pack[seat, s.number - 1]
        s.open_discard[seat] = out
        s.closed_discard[seat] = NONE
        s.hand[seat] = s.fixed[horse] & ~only(out)
        s.seen[horse] |= only(out)
        s.played[seat] = EMPTY
        s.ticket_up[seat] = NONE
        s.ticket_down[seat] = NONE
        if is_dummy(s, seat):
            s.whips[seat] = WHIPS
            below_it = s.pack[seat, s.number % NUMBERS]
            s.closed_discard[seat] = below_it
            s.hand[seat] &= ~only(below_it)
            s.seen[horse] = s.fixed[horse]
        else:
            s.whips[seat] = min(s.whips[seat] + 1, WHIPS)
            s.ridden[seat] |= np.uint8(1 << horse)
            for i in range(NUMBERS):
                s.pack[seat, i] = NONE
    for trick in range(HAND_IN_RACE):
        s.whips_by_trick[trick] = NONE
        for seat in range(NUM_SEATS):
            s.tricks[trick, seat] = NONE
    s.trick = 0
    s.phase = DISCARD
    s.to_act = next_player(s, s.start)


@compiled
def is_dummy(s: Any, seat: int) -> bool:
    """Whether the dummy sits here."""
    return seat == DUMMY and s.num_players < NUM_SEATS


@compiled
def next_player(s: Any, seat: int) -> int:
    """The next player clockwise; the dummy is passed over."""
    following = s.left[seat]
    if is_dummy(s, following):
        following = s.left[following]
    return following


# Decisions


@compiled
def apply(s: Any, action: int) -> None:
    """Apply a legal action of the player on turn."""
    seat = s.to_act
    if s.phase == DISCARD:
        s.closed_discard[seat] = action - DISCARD_ACTIONS
        s.hand[seat] &= ~only(action - DISCARD_ACTIONS)
        ask_next(s, TICKET_UP)
    elif s.phase == TICKET_UP:
        s.ticket_up[seat] = action - TICKET_ACTIONS
        ask_next(s, TICKET_DOWN)
    elif s.phase == TICKET_DOWN:
        s.ticket_down[seat] = action - TICKET_ACTIONS
        ask_next(s, PLAY)
        if s.phase == PLAY:
            lead(s, s.start)
    elif action >= WHIP_ACTIONS:
        play_card(s, seat, action - WHIP_ACTIONS, True)
    else:
        play_card(s, seat, action - PLAY_ACTIONS, False)


@compiled
def ask_next(s: Any, next_phase: int) -> None:
    """Ask the next player, from the start player's left to the start player (TS-13); after that the next phase."""
    if s.to_act == s.start:
        s.phase = next_phase
    s.to_act = next_player(s, s.to_act)


@compiled
def legal_tickets(s: Any) -> np.uint64:
    """Tickets that the player on turn may buy: face up none alike, face down any of the four left (TS-13)."""
    tickets = ALL_TICKETS
    if s.phase == TICKET_UP:
        for seat in range(s.num_players):
            if s.ticket_up[seat] != NONE:
                tickets &= ~only(s.ticket_up[seat])
    else:
        tickets &= ~only(s.ticket_up[s.to_act])
    return tickets


@compiled
def legal_cards(s: Any) -> np.uint64:
    """Cards that the player on turn may discard or play: the led colour if the hand has it (TS-7)."""
    hand = s.hand[s.to_act]
    if s.phase == PLAY and s.cards_in_trick > 0:
        following = hand & SUIT[led_colour(s)]
        if following != EMPTY:
            return following
    return hand


@compiled
def may_whip(s: Any) -> bool:
    """Whether the player on turn may declare a whip: one face up, nobody has declared yet (TS-8)."""
    return s.whips[s.to_act] > 0 and s.whip_by == NONE


@compiled
def is_legal(s: Any, action: int) -> bool:
    """Whether the player on turn may take this action."""
    if s.to_act < 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    if action >= TICKET_ACTIONS:
        return (s.phase == TICKET_UP or s.phase == TICKET_DOWN) and has(legal_tickets(s), action - TICKET_ACTIONS)
    if action >= WHIP_ACTIONS:
        return s.phase == PLAY and may_whip(s) and has(legal_cards(s), action - WHIP_ACTIONS)
    if action >= PLAY_ACTIONS:
        return s.phase == PLAY and has(legal_cards(s), action - PLAY_ACTIONS)
    return s.phase == DISCARD and has(legal_cards(s), action - DISCARD_ACTIONS)


@compiled
def legal(s: Any, mask: Any) -> None:
    """Set the legal actions of the player on turn to 1 in an all-zero mask."""
    if s.to_act < 0:
        return
    if s.phase == TICKET_UP or s.phase == TICKET_DOWN:
        tickets = legal_tickets(s)
        while tickets != EMPTY:
            mask[TICKET_ACTIONS + lowest(tickets)] = 1
            tickets = without_lowest(tickets)
        return
    first = DISCARD_ACTIONS if s.phase == DISCARD else PLAY_ACTIONS
    whip = s.phase == PLAY and may_whip(s)
    cards = legal_cards(s)
    while cards != EMPTY:
        card = lowest(cards)
        mask[first + card] = 1
        if whip:
            mask[WHIP_ACTIONS + card] = 1
        cards = without_lowest(cards)


@compiled
def random_action(s: Any, key: np.uint64) -> int:
    """A legal action of the player on turn, each equally likely."""
    if s.phase == TICKET_UP or s.phase == TICKET_DOWN:
        tickets = legal_tickets(s)
        return TICKET_ACTIONS + nth(tickets, below(key, 0, count(tickets)))
    cards = legal_cards(s)
    choices = count(cards)
    if s.phase == DISCARD:
        return DISCARD_ACTIONS + nth(cards, below(key, 0, choices))
    if may_whip(s):
        chosen = below(key, 0, 2 * choices)
        if chosen >= choices:
            return WHIP_ACTIONS + nth(cards, chosen - choices)
        return PLAY_ACTIONS + nth(cards, chosen)
    return PLAY_ACTIONS + nth(cards, below(key, 0, choices))


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
    """Move a horse, at most to the finish; one that has finished stays where it is (TS-9, TS-10)."""
    if s.space[horse] == FINISH:
        return
    s.space[horse] = min(s.space[horse] + steps, FINISH)
    s.entered[horse] = s.moves
    s.moves += 1
    if s.space[horse] == FINISH:
        s.finished += 1


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
def standing(s: Any, horse: int) -> int:
    """A number that is larger for the horse that is ahead (TS-11)."""
    if s.space[horse] == FINISH:
        return 1000 - np.int64(s.entered[horse])
    return np.int64(s.space[horse]) * 64 + np.int64(s.entered[horse])


@compiled
def place(s: Any, horse: int) -> int:
    """The horse's place now, 0 for the first."""
    ahead = 0
    for other in range(NUM_HORSES):
        if standing(s, other) > standing(s, horse):
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
