"""Ready Set Bet as text: the table as one seat may see it, or all of it for a spectator."""

from typing import Any

from horse_envs.engine.game import agent_names
from horse_envs.games.ready_set_bet.board import betting_players, is_house, tokens_of_kind
from horse_envs.games.ready_set_bet.components import (
    EXOTIC_CARDS,
    HORSES,
    NONE,
    NUM_RACES,
    NUM_TOKEN_KINDS,
    NUM_VIP,
    PROP_CARDS,
    SPOTS,
    TOKENS,
    VIP_CARDS,
)
from horse_envs.games.ready_set_bet.course import FINISH, RED_LINE
from horse_envs.games.ready_set_bet.state import BETTING, HOUSE_CHOICE, HOUSE_TOKENS, NO_HOUSE, OVER, VIP_CHOICE
from horse_envs.games.ready_set_bet.vip import choices_are_hidden, draws_vip

_PHASES = {
    HOUSE_TOKENS: "house tokens",
    BETTING: "betting",
    VIP_CHOICE: "VIP cards",
    HOUSE_CHOICE: "offer of the House",
    OVER: "over",
}


def render_text(s: Any, observer: int | None) -> str:
    """The table as text.

    Args:
        s: one state.
        observer: the seat that looks, or None for a spectator who sees all.
    """
    names = agent_names(int(s.num_players))
    lines = [_headline(s, names), ""]
    lines += _track(s)
    lines += ["", _cards(s)]
    for seat, name in enumerate(names):
        lines += _seat_lines(s, seat, name, observer)
    if s.phase == OVER:
        winners = [name for seat, name in enumerate(names) if int(s.winners) >> seat & 1]
        lines += ["", f"{' and '.join(winners)} won the game."]
    return "\n".join(lines)


def _headline(s: Any, names: list[str]) -> str:
    head = f"Ready Set Bet, race {int(s.race) + 1} of {NUM_RACES}, {_PHASES[int(s.phase)]}"
    if s.phase == BETTING:
        head += f", {int(s.rolls)} rolls" + (", no more bets" if s.closed else "")
        asked = int(s.late) if s.closed else int(s.holders)
        waiting = [names[seat] for seat in s.order[s.asked : betting_players(s)] if asked >> int(seat) & 1]
        if s.to_act >= 0 and waiting:
            head += f", then {', '.join(waiting)}"
    return head + (f"; {names[s.to_act]} is on turn" if s.to_act >= 0 else "")


def _track(s: Any) -> list[str]:
    lines = []
    for horse, name in enumerate(HORSES):
        space = int(s.space[horse])
        marks = "".join("H" if i == space else "|" if i in (RED_LINE, FINISH) else "." for i in range(FINISH + 1))
        run = f", rolled {int(s.run)} in a row" if horse == s.last_horse else ""
        lines.append(f"  {name:>5} {marks}  space {space}{run}")
    doubles = f"double ones {int(s.double_ones)}, double sixes {int(s.double_sixes)}"
    return [*lines, f"  {doubles}"]


def _cards(s: Any) -> str:
    exotics = [EXOTIC_CARDS[card] for card in s.exotics if card != NONE]
    return f"open cards: {' '.join(PROP_CARDS[card] for card in s.props)}; {' '.join(exotics)}"


def _seat_lines(s: Any, seat: int, name: str, observer: int | None) -> list[str]:
    you = " (you)" if observer == seat else ""
    house = s.variant != NO_HOUSE and seat == s.house
    vip = [f"{VIP_CARDS[card]}" for card in range(NUM_VIP) for _ in range(s.vip[seat, card])]
    line = f"{name}{you}: ${int(s.money[seat])}{', the House' if house else ''}"
    line += f", VIP {' '.join(vip) or 'none'}{_hidden_vip(s, seat, observer)}"
    return [line, "    " + _tokens(s, seat)]


def _hidden_vip(s: Any, seat: int, observer: int | None) -> str:
    """Offers and rejected cards, for those who may see them."""
    if observer not in (None, seat) or not draws_vip(s, seat):
        return ""
    text = ""
    gone = []
    for vip_round in range(len(s.offers)):
        low, high = (int(card) for card in s.offers[vip_round, seat])
        kept = int(s.kept[vip_round, seat])
        if low == NONE:
            continue
        if choices_are_hidden(s, vip_round):
            text += f", offered {VIP_CARDS[low]} {VIP_CARDS[high]}"
            text += f", takes {VIP_CARDS[kept]}" if kept != NONE else ""
        else:
            gone.append(VIP_CARDS[low + high - kept])
    return text + (f", rejected {' '.join(sorted(gone))}" if gone else "")


def _tokens(s: Any, seat: int) -> str:
    if s.phase in (VIP_CHOICE, HOUSE_CHOICE):
        return "between two races"
    if is_house(s, seat):
        pairs = zip(s.house_tokens, s.house_token_spots[: s.house_placed], strict=False)
        placed = [f"{value} on {SPOTS[spot]}" for value, spot in pairs]
        left = " ".join(str(value) for value in s.house_tokens[s.house_placed :])
        return f"house tokens: {left or 'none'}; placed: {', '.join(placed) or 'none'}"
    left = " ".join(
        TOKENS[kind] for kind in range(NUM_TOKEN_KINDS) for _ in range(tokens_of_kind(s.tokens[seat], kind))
    )
    placed = [f"{TOKENS[s.bet_kind[i]]} on {SPOTS[s.bet_spot[i]]}" for i in range(s.num_bets) if s.bet_seat[i] == seat]
    return f"tokens: {left or 'none'}; placed: {', '.join(placed) or 'none'}"
