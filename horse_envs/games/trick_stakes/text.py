"""Trick Stakes as text: the table as one seat may see it, or all of it for a spectator."""

from typing import Any

from horse_envs.games.trick_stakes.components import (
    CARD_NAMES,
    COLOUR_LETTERS,
    DUMMY,
    FINISH,
    HORSES,
    NONE,
    NUM_CARDS,
    NUM_COLOURS,
    NUM_HORSES,
    NUM_SEATS,
    NUMBERS,
    SUIT,
    TICKETS,
    WHIPS,
)
from horse_envs.games.trick_stakes.narration import clockwise
from horse_envs.games.trick_stakes.observation import known_cards, shown_hand
from horse_envs.games.trick_stakes.race import place
from horse_envs.games.trick_stakes.rewriting import cards_of, seat_names
from horse_envs.games.trick_stakes.state import DISCARD, OVER, PLAY, TICKET_DOWN, TICKET_UP

_PHASES = {
    DISCARD: "paddock",
    TICKET_UP: "tickets, face up",
    TICKET_DOWN: "tickets, face down",
    PLAY: "race",
    OVER: "over",
}


def render_text(s: Any, observer: int | None) -> str:
    """The table as text.

    Args:
        s: one state.
        observer: the seat that looks, or None for a spectator who sees all hands.
    """
    names = seat_names(s)
    lines = [_headline(s, names), ""]
    lines += _course(s, names)
    lines.append("")
    for seat in clockwise(s):
        lines += _seat_lines(s, seat, names, observer)
    if s.phase == PLAY and s.to_act >= 0:
        lines += ["", _trick_line(s, names)]
    if s.phase == OVER:
        winners = [names[seat] for seat in range(s.num_players) if int(s.winners) >> seat & 1]
        lines += ["", f"{' and '.join(winners)} won the game."]
    return "\n".join(lines)


def _headline(s: Any, names: list[str]) -> str:
    head = f"Trick Stakes, race {s.race + 1} of {s.num_players}, discard number {s.number}, {_PHASES[int(s.phase)]}"
    if s.phase == PLAY and s.to_act >= 0:
        head += f", trick {s.trick + 1}"
    return head + (f"; {names[s.to_act]} is on turn" if s.to_act >= 0 else "")


def _course(s: Any, names: list[str]) -> list[str]:
    """One line a horse, first place first; the number behind the name is its odds."""
    ranked = sorted(range(NUM_HORSES), key=lambda horse: int(place(s, horse)))
    lines = []
    for position, horse in enumerate(ranked):
        space = int(s.space[horse])
        track = "".join("H" if i == space else ("|" if i == FINISH else ".") for i in range(FINISH + 1))
        odds, rider = int(s.odds[horse]), names[s.rider[horse]]
        lines.append(f"  {position + 1}. {HORSES[horse]:<16} {track}  space {space}, odds {odds}, ridden by {rider}")
    return lines


def _seat_lines(s: Any, seat: int, names: list[str], observer: int | None) -> list[str]:
    mine = observer == seat
    dummy = names[seat] == "dummy"
    you = " (you)" if mine else ""
    line = f"{names[seat]}{you}: {HORSES[s.horse[seat]]}, whips {int(s.whips[seat])} of {WHIPS}"
    if not dummy:
        line += f", {int(s.money[seat])} points, tickets {_tickets(s, seat, observer)}"
    if seat == s.start:
        line += ", start player"
    return [
        line,
        "    " + _hand(s, seat, observer, dummy) + f"; discards {_discards(s, seat, observer, dummy)}",
    ]


def _hand(s: Any, seat: int, observer: int | None, dummy: bool) -> str:
    if dummy:
        order = [card for card in s.pack[DUMMY] if int(s.hand[DUMMY]) >> int(card) & 1]
        return "hand, topmost first: " + (" ".join(CARD_NAMES[card] for card in order) or "empty")
    if observer is None or observer == seat:
        return "hand: " + (" ".join(cards_of(s.hand[seat])) or "empty")
    backs = int(shown_hand(s, seat, observer))
    counts = (f"{COLOUR_LETTERS[c]}{(backs & int(SUIT[c])).bit_count()}" for c in range(NUM_COLOURS))
    horse = int(s.horse[seat])
    known = int(known_cards(s, observer, horse)) & ~int(s.played[seat]) & ~(1 << int(s.open_discard[seat]))
    text = "backs: " + " ".join(counts)
    return text + (f", known to be with it: {' '.join(cards_of(known))}" if known else "")


def _discards(s: Any, seat: int, observer: int | None, dummy: bool) -> str:
    text = CARD_NAMES[int(s.open_discard[seat])]
    closed = int(s.closed_discard[seat])
    if closed == NONE:
        return text
    if dummy or observer is None or observer == seat:
        return f"{text} {CARD_NAMES[closed]}"
    if s.phase == DISCARD:
        return text
    return f"{text} {COLOUR_LETTERS[closed // NUMBERS]}?"


def _tickets(s: Any, seat: int, observer: int | None) -> str:
    up, down = int(s.ticket_up[seat]), int(s.ticket_down[seat])
    shown = [TICKETS[up]] if up != NONE else []
    if down != NONE:
        shown.append(TICKETS[down] if observer is None or observer == seat or s.phase == OVER else "?")
    return " + ".join(shown) if shown else "none"


def _trick_line(s: Any, names: list[str]) -> str:
    cards = []
    order = [int(s.leader)]
    while len(order) < NUM_SEATS:
        order.append(int(s.left[order[-1]]))
    for seat in sorted(order, key=lambda seat: seat == DUMMY and names[seat] == "dummy" and seat != s.leader):
        card = int(s.tricks[s.trick, seat])
        if card < NUM_CARDS:
            cards.append(f"{names[seat]} {CARD_NAMES[card]}" + (" whip!" if s.whip_by == seat else ""))
    return "trick: " + (", ".join(cards) if cards else f"{names[s.leader]} leads")
