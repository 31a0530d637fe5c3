"""The rules of Trick Stakes for four players, and for three with the dummy, in the order of the rulebook.

Between two decisions the game has something `pending`: a chance outcome, the dummy's play or a result. `draw` draws
what is pending from the seed, `resolve` applies it, `apply` applies a decision. Here are set-up, paddock, tickets and
what is legal; `race` has the tricks, the payout and the next race.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, luck, shuffle
from horse_envs.games.trick_stakes.components import (
    DUMMY,
    FIRST_ODDS,
    HAND_IN_RACE,
    NONE,
    NUM_CARDS,
    NUM_HORSES,
    NUM_SEATS,
    NUMBERS,
    SUIT,
    VANILLA_BEANS,
    WHIPS,
)
from horse_envs.games.trick_stakes.race import (
    best_player,
    is_dummy,
    lead,
    led_colour,
    may_whip,
    next_player,
    pay,
    play_card,
    play_for_dummy,
    prepare_next_race,
    sit_down,
)
from horse_envs.games.trick_stakes.state import (
    ALL_TICKETS,
    DEAL,
    DISCARD,
    DISCARD_ACTIONS,
    DUMMY_PLAY,
    GAME_RESULT,
    GATE,
    NOTHING,
    NUM_ACTIONS,
    NUM_RACES,
    OVER,
    PACKS,
    PLAY,
    PLAY_ACTIONS,
    RACE_RESULT,
    SEATS,
    TICKET_ACTIONS,
    TICKET_DOWN,
    TICKET_UP,
    WHIP_ACTIONS,
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
        sit_down(s)
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
        s.standing[horse] = place
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
