"""The rules of Huuue! with its variants, in the order of the rulebook.

Between two decisions the game has something `pending`: a chance outcome, the next race card or a result. `draw` draws
what is pending from the seed, `resolve` applies it, `apply` applies a decision. `race` has movement and pay.
"""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, count, has, lowest, nth, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.engine.luck import below, luck, shuffle
from horse_envs.games.huuue.components import (
    CROP,
    FAVOURITE,
    FEWEST_RUNNERS_FOR_SHOW,
    MAX_SEATS,
    MOST_TIPS_IN_BOX,
    NONE,
    NOT_RUNNING,
    NUM_HORSES,
    NUM_KINDS,
)
from horse_envs.games.huuue.hands import box_of, draw_hand, held, lay_out, one_tip
from horse_envs.games.huuue.race import after_tip, earnings, moved
from horse_envs.games.huuue.state import (
    DEALER,
    GAME_RESULT,
    NOTHING,
    NUM_ACTIONS,
    NUM_BET_KINDS,
    OVER,
    PLACE,
    PLACE_ACTIONS,
    PLACE_BET,
    PROGRAMME,
    RACE_CARD,
    RACE_DECK,
    RACE_RESULT,
    SECOND_WIN_BET,
    SHOW,
    SHOW_ACTIONS,
    SHOW_BET,
    TIP,
    TIP_ACTIONS,
    TIPS,
    TWO_WINNERS,
    WIN,
    WIN_ACTIONS,
    WIN_BET,
    WIN_PLACE,
    WIN_PLACE_SHOW,
)


@compiled
def start(s: Any, seed: int) -> None:
    """Nobody has coins yet; the draw for the first dealer is pending."""
    s.seed = seed
    s.race = 0
    s.winners = 0
    s.to_act = -1
    for seat in range(MAX_SEATS):
        s.coins[seat] = 0
        s.hand[seat] = EMPTY
        for kind in range(NUM_BET_KINDS):
            s.backed[seat, kind] = 0
            s.shown[seat, kind] = 0
    s.pending = DEALER


@compiled
def draw(s: Any) -> None:
    """Draw the chance outcome that is pending from the seed."""
    if s.pending == TIPS:
        draw_tips(s)
    elif s.pending == RACE_DECK:
        draw_race_deck(s)
    elif s.pending == PROGRAMME:
        s.programme = below(luck(s.seed, s.race, PROGRAMME, 0), 0, s.num_programmes)
    elif s.pending == DEALER:
        s.dealer = below(luck(s.seed, 0, DEALER, 0), 0, s.num_players)


@compiled
def resolve(s: Any) -> None:
    """Apply what is pending and say what is pending next, or who decides."""
    if s.pending == RACE_CARD:
        s.pending = NOTHING
        turn_race_card(s)
    elif s.pending == DEALER:
        s.pending = PROGRAMME
    elif s.pending == PROGRAMME:
        line_up(s)
        s.pending = TIPS
    elif s.pending == TIPS:
        s.pending = RACE_DECK
    elif s.pending == RACE_DECK:
        s.phase = WIN_BET
        s.to_act = left_of(s, s.dealer)
        s.pending = NOTHING
    elif s.pending == RACE_RESULT:
        pay(s)
        if is_last_race(s):
            s.pending = GAME_RESULT
        else:
            s.dealer = left_of(s, s.dealer)
            s.pending = PROGRAMME
    elif s.pending == GAME_RESULT:
        s.winners = richest(s)
        s.phase = OVER
        s.to_act = -1
        s.pending = NOTHING


@compiled
def left_of(s: Any, seat: int) -> int:
    """A seat's left neighbour: clockwise is in the order of the seats' numbers."""
    following = np.int64(seat) + 1
    return following if following < s.num_players else np.int64(0)


# Game setup


@compiled
def line_up(s: Any) -> None:
    """The runners of the programme stand on one line (HU-1, HU-2)."""
    runners = EMPTY
    for horse in range(NUM_HORSES):
        value = s.programmes[s.programme, horse]
        s.values[horse] = value
        if value != NOT_RUNNING:
            runners |= only(horse)
    s.runners = runners
    s.num_runners = count(runners)
    s.lines = runners
    s.box = box_of(s, runners)
    s.played = EMPTY
    s.turn = 0
    s.crops = 0
    s.tips[:] = NONE


@compiled
def draw_tips(s: Any) -> None:
    """Deal each player as many tips as there are runners; the others are out of this race (HU-1, HU-8)."""
    deck = np.empty(MOST_TIPS_IN_BOX, np.uint8)
    size = lay_out(s.box, deck)
    key = luck(s.seed, s.race, TIPS, 0)
    cards = np.int64(s.num_runners)
    for seat in range(s.num_players):
        s.hand[seat] = draw_hand(deck, size, cards, key)
        size -= cards


@compiled
def draw_race_deck(s: Any) -> None:
    """Shuffle one race card for each runner (HU-1)."""
    cards = 0
    for horse in range(NUM_HORSES):
        s.deck[horse] = NONE
    for horse in range(NUM_HORSES):
        if has(s.runners, horse):
            s.deck[cards] = horse
            cards += 1
    shuffle(s.deck, cards, luck(s.seed, s.race, RACE_DECK, 0))


# Betting


@compiled
def is_asked_to_show(s: Any) -> bool:
    """Whether show bets are made in this race (HU-13)."""
    return (
        s.bets == WIN_PLACE_SHOW
        and np.int64(s.num_runners) >= FEWEST_RUNNERS_FOR_SHOW
        and may_be_backed_to_show(s) != EMPTY
    )


@compiled
def may_be_backed_to_show(s: Any) -> np.uint64:
    """Runners that are no favourites (HU-13)."""
    horses = s.runners
    for horse in range(NUM_HORSES):
        if s.values[horse] == FAVOURITE:
            horses &= ~only(horse)
    return horses


@compiled
def horses_to_back(s: Any, phase: int, backed: np.uint64) -> np.uint64:
    """The horses that a bet may name: any runner, the second to win another one than `backed` (HU-9, HU-13)."""
    if phase == SECOND_WIN_BET:
        return s.runners & ~backed
    if phase == SHOW_BET:
        return may_be_backed_to_show(s)
    return s.runners


@compiled
def legal_bets(s: Any) -> np.uint64:
    """The horses that the player on turn may name."""
    return horses_to_back(s, s.phase, np.uint64(s.backed[s.to_act, WIN]))


@compiled
def kind_of_bet(phase: int) -> int:
    """Which kind of bet is made in a phase."""
    if phase == PLACE_BET:
        return PLACE
    return SHOW if phase == SHOW_BET else WIN


@compiled
def first_bet_action(phase: int) -> int:
    """The number of the first action of a phase of betting."""
    if phase == PLACE_BET:
        return PLACE_ACTIONS
    return SHOW_ACTIONS if phase == SHOW_BET else WIN_ACTIONS


@compiled
def next_bet(s: Any) -> int:
    """The next bet of the player on turn, after the one of this phase; TIP if that was its last."""
    if s.phase == WIN_BET:
        if s.bets == TWO_WINNERS:
            return SECOND_WIN_BET
        if s.bets == WIN_PLACE or s.bets == WIN_PLACE_SHOW:
            return PLACE_BET
    elif s.phase == PLACE_BET and is_asked_to_show(s):
        return SHOW_BET
    return TIP


@compiled
def bet(s: Any, horse: int) -> None:
    """Note a bet; all bets of a player come together, clockwise from the dealer's left (HU-9, HU-10)."""
    seat = s.to_act
    s.backed[seat, kind_of_bet(s.phase)] |= np.uint8(1 << horse)
    following = next_bet(s)
    if following != TIP:
        s.phase = following
    elif seat != s.dealer:
        s.phase = WIN_BET
        s.to_act = left_of(s, seat)
    else:
        s.phase = TIP
        s.to_act = -1
        s.pending = RACE_CARD


# Game turn


@compiled
def turn_race_card(s: Any) -> None:
    """The dealer turns the next race card: its horse moves up by its value; then tips are played (HU-7)."""
    card = np.int64(s.deck[s.turn])
    s.lines = moved(s.lines, card, np.int64(s.values[card]))
    s.crops = 0
    s.to_act = left_of(s, s.dealer)


@compiled
def play_tip(s: Any, tip: int) -> None:
    """Play a tip, the dealer last; then the next race card, or the end of the race (HU-5, HU-7)."""
    seat = s.to_act
    s.hand[seat] -= one_tip(tip)
    s.played += one_tip(tip)
    s.tips[s.turn, seat] = tip
    s.lines = after_tip(s, tip)
    if tip % NUM_KINDS == CROP:
        s.crops += 1
    if seat != s.dealer:
        s.to_act = left_of(s, seat)
        return
    s.to_act = -1
    s.turn += 1
    s.pending = RACE_RESULT if s.turn == s.num_runners else RACE_CARD


# Winnings, end of the game


@compiled
def pay(s: Any) -> None:
    """Pay the bets, and show them (HU-9)."""
    for seat in range(s.num_players):
        s.coins[seat] += earnings(s, seat, s.lines)
        for kind in range(NUM_BET_KINDS):
            s.shown[seat, kind] = s.backed[seat, kind]
            s.backed[seat, kind] = 0
    s.race += 1


@compiled
def most_coins(s: Any) -> int:
    """The coins of the richest player."""
    most = np.int64(0)
    for seat in range(s.num_players):
        most = max(most, np.int64(s.coins[seat]))
    return most


@compiled
def is_last_race(s: Any) -> bool:
    """Whether somebody has as many coins as are needed, or the game is cut off (HU-12)."""
    return most_coins(s) >= s.target or s.race >= s.max_races


@compiled
def richest(s: Any) -> int:
    """The set of players with the most coins; they share the win (HU-12)."""
    most = most_coins(s)
    winners = 0
    for seat in range(s.num_players):
        if s.coins[seat] == most:
            winners |= 1 << seat
    return winners


# Decisions


@compiled
def apply(s: Any, action: int) -> None:
    """Apply a legal action of the player on turn."""
    if s.phase == TIP:
        play_tip(s, np.int64(action) - TIP_ACTIONS)
    else:
        bet(s, np.int64(action) - first_bet_action(s.phase))


@compiled
def is_legal(s: Any, action: int) -> bool:
    """Whether the player on turn may take this action."""
    if s.to_act < 0 or action < 0 or action >= NUM_ACTIONS:
        return False
    if s.phase == TIP:
        return action >= TIP_ACTIONS and has(held(s.hand[s.to_act]), 2 * (action - TIP_ACTIONS))
    horse = action - first_bet_action(s.phase)
    return 0 <= horse < NUM_HORSES and has(legal_bets(s), horse)


@compiled
def legal(s: Any, mask: Any) -> None:
    """Set the legal actions of the player on turn to 1 in an all-zero mask."""
    if s.to_act < 0:
        return
    if s.phase == TIP:
        tips = held(s.hand[s.to_act])
        while tips != EMPTY:
            mask[TIP_ACTIONS + lowest(tips) // 2] = 1
            tips = without_lowest(tips)
        return
    horses = legal_bets(s)
    while horses != EMPTY:
        mask[first_bet_action(s.phase) + lowest(horses)] = 1
        horses = without_lowest(horses)


@compiled
def random_action(s: Any, key: np.uint64) -> int:
    """A legal action of the player on turn, each equally likely."""
    if s.phase == TIP:
        tips = held(s.hand[s.to_act])
        return TIP_ACTIONS + nth(tips, below(key, 0, count(tips))) // 2
    horses = legal_bets(s)
    return first_bet_action(s.phase) + nth(horses, below(key, 0, count(horses)))
