"""Huuue! as text: the table as one seat may see it, or all of it for a spectator."""

from typing import Any

from horse_envs.games.huuue.components import HORSES, TIP_NAMES
from horse_envs.games.huuue.names import horses_of, lines_of, tips_of
from horse_envs.games.huuue.observation import cards_turned, sees_bets
from horse_envs.games.huuue.race import crop_worth
from horse_envs.games.huuue.state import (
    BET_KINDS,
    NUM_BET_KINDS,
    OVER,
    PLACE_BET,
    SECOND_WIN_BET,
    SHOW_BET,
    TIP,
    WIN_BET,
)

_PHASES = {
    WIN_BET: "win bets",
    SECOND_WIN_BET: "second win bets",
    PLACE_BET: "place bets",
    SHOW_BET: "show bets",
    TIP: "tips",
    OVER: "over",
}


def render_text(s: Any, observer: int | None) -> str:
    """The table as text.

    Args:
        s: one state.
        observer: the seat that looks, or None for a spectator who sees all hands and bets.
    """
    lines = [_headline(s), "", *_runners(s), "", *_field(s), ""]
    for seat in range(s.num_players):
        lines += _seat_lines(s, seat, observer)
    if s.phase == OVER:
        winners = [f"player_{seat}" for seat in range(s.num_players) if int(s.winners) >> seat & 1]
        lines += ["", f"{' and '.join(winners)} won the game."]
    return "\n".join(lines)


def _headline(s: Any) -> str:
    if s.phase == OVER:
        return f"Huuue!, over after race {s.race}"
    head = f"Huuue!, race {s.race + 1}, {_PHASES[int(s.phase)]}"
    if s.phase == TIP:
        head += f", turn {s.turn + 1} of {s.num_runners}"
    return f"{head}; first to {s.target} coins; player_{s.to_act} is on turn"


def _runners(s: Any) -> list[str]:
    """The values of the runners, and the race cards in the order in which they were turned over."""
    values = [f"{horse} {s.values[i]}" for i, horse in enumerate(HORSES) if int(s.runners) >> i & 1]
    cards = [HORSES[s.deck[i]] for i in range(cards_turned(s))]
    text = ["runners and their values: " + ", ".join(values)]
    if s.phase == TIP:
        open_card = f"{cards.pop()}, value {s.values[s.deck[s.turn]]}; a crop is worth {crop_worth(s)}"
        text.append(f"race card of this turn: {open_card}")
    if cards:
        text.append("race cards of earlier turns: " + ", ".join(cards))
    return text


def _field(s: Any) -> list[str]:
    """One line of text a line of horses, from the front."""
    return [f"  {place + 1}. {' '.join(horses)}" for place, horses in enumerate(lines_of(s.lines))]


def _seat_lines(s: Any, seat: int, observer: int | None) -> list[str]:
    mine = observer == seat
    head = f"player_{seat}{' (you)' if mine else ''}: {s.coins[seat]} coins"
    if seat == s.dealer:
        head += ", dealer"
    head += f", {_bets(s, seat, observer)}"
    played = [TIP_NAMES[tip] for tip in s.tips[:, seat] if tip >= 0]
    text = [head]
    if mine or observer is None:
        text.append("    tips in hand: " + (" ".join(tips_of(s.hand[seat])) or "none"))
    if played:
        text.append("    played: " + " ".join(played))
    return text


def _bets(s: Any, seat: int, observer: int | None) -> str:
    """The bets that the observer knows; those of the last race once it is over."""
    backed = s.shown[seat] if s.phase == OVER else s.backed[seat]
    if not (observer is None or s.phase == OVER or sees_bets(s, observer, seat)):
        return "bets hidden"
    kinds = [
        f"{BET_KINDS[kind]} {' + '.join(horses_of(backed[kind]))}" for kind in range(NUM_BET_KINDS) if backed[kind]
    ]
    return "backs " + (", ".join(kinds) if kinds else "nothing yet")
