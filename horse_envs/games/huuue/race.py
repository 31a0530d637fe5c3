"""The race of Huuue!: how horses move, what a tip is worth, who comes in where and what bets pay."""

from typing import Any

import numpy as np

from horse_envs.engine.bits import EMPTY, ONE, count, highest, lowest, only, without_lowest
from horse_envs.engine.compile import compiled
from horse_envs.games.huuue.components import CROP, CROP_AT_BEST, CROP_WORTH, FAVOURITE, NUM_KINDS
from horse_envs.games.huuue.state import FIRST, NUM_BET_KINDS, PLACE, WIN

_LINE = np.uint64(0xFF)
_COLUMN = np.uint64(0x0101010101010101)
"""Horse 0 on every line."""
_BITS_OF_A_LINE = 8

# Positions: a list of lines from front to back, one byte a line (HU-2)


@compiled
def line_of(lines: np.uint64, horse: int) -> int:
    """The line on which a runner is, 0 in front."""
    return lowest(lines & (_COLUMN << np.uint64(horse))) // _BITS_OF_A_LINE


@compiled
def on_line(lines: np.uint64, line: int) -> np.uint64:
    """The set of horses on a line."""
    return (lines >> np.uint64(_BITS_OF_A_LINE * line)) & _LINE


@compiled
def number_of_lines(lines: np.uint64) -> int:
    """How many lines there are."""
    return highest(lines) // _BITS_OF_A_LINE + 1


@compiled
def lines_before(line: int) -> np.uint64:
    """The bytes of all lines in front of this one."""
    return (ONE << np.uint64(_BITS_OF_A_LINE * line)) - ONE


@compiled
def ahead(lines: np.uint64, horse: int) -> int:
    """How many horses are on lines in front of a runner's; its rank is one more (HU-13)."""
    return count(lines & lines_before(line_of(lines, horse)))


@compiled
def moved(lines: np.uint64, horse: int, places: int) -> np.uint64:
    """The lines after a horse has moved up (or, below 0, down) by some places (HU-2, HU-3).

    Taken out of its line and put back on a line of its own, k places up lead past k lines if it was alone; if it
    shared its line, leaving that line forward is the first of them. Down is the mirror image. At either end of the
    field what is left over is lost.
    """
    if places == 0:
        return lines
    line = line_of(lines, horse)
    alone = on_line(lines, line) == only(horse)
    rest = lines & ~(_COLUMN << np.uint64(horse))
    if alone:
        before = lines_before(line)
        rest = (rest & before) | ((rest >> np.uint64(_BITS_OF_A_LINE)) & ~before)
    to = line - places
    if places > 0 and not alone:
        to += 1
    to = min(max(to, np.int64(0)), number_of_lines(rest))
    before = lines_before(to)
    put = only(horse) << np.uint64(_BITS_OF_A_LINE * to)
    return (rest & before) | put | ((rest & ~before) << np.uint64(_BITS_OF_A_LINE))


# What a tip does


@compiled
def crop_worth(s: Any) -> int:
    """What a crop is worth if it is played now: more in the last turn, or as the first of its turn (HU-6)."""
    if s.crop_rule == FIRST:
        return CROP_AT_BEST if s.crops == 0 else CROP_WORTH
    return CROP_AT_BEST if np.int64(s.turn) + 1 == s.num_runners else CROP_WORTH


@compiled
def places_of(s: Any, tip: int, card: int) -> int:
    """The places up or down that a tip played now would bring while this horse's race card lies open (HU-4, HU-5)."""
    kind = tip % NUM_KINDS
    worth = crop_worth(s) if kind == CROP else kind
    value = np.int64(s.values[card])
    places = worth - value
    if places < 0 and value == FAVOURITE and tip // NUM_KINDS == card:
        return np.int64(0)
    return places


@compiled
def after_tip(s: Any, tip: int) -> np.uint64:
    """The lines after a tip is played now."""
    return moved(s.lines, tip // NUM_KINDS, places_of(s, tip, s.deck[s.turn]))


# What a bet pays


@compiled
def among_first(lines: np.uint64, places: int) -> np.uint64:
    """The set of horses of rank 1 to `places`: fewer than so many are on lines in front of them (HU-11, HU-13)."""
    found = EMPTY
    while lines != EMPTY and count(found) < places:
        found |= lines & _LINE
        lines >>= np.uint64(_BITS_OF_A_LINE)
    return found


@compiled
def coins_of(s: Any, kind: int, horses: np.uint64) -> int:
    """What bets of a kind on these horses pay in all if all of them win."""
    coins = 0
    while horses != EMPTY:
        coins += np.int64(s.pay[kind, s.values[lowest(horses)]])
        horses = without_lowest(horses)
    return coins


@compiled
def earnings(s: Any, seat: int, lines: np.uint64) -> int:
    """What a seat is paid for its bets if the race ends with these lines."""
    coins = coins_of(s, WIN, np.uint64(s.backed[seat, WIN]) & among_first(lines, 1))
    for kind in range(PLACE, NUM_BET_KINDS):
        backed = np.uint64(s.backed[seat, kind])
        if backed != EMPTY:
            coins += coins_of(s, kind, backed & among_first(lines, kind + 1))
    return coins


@compiled
def score(s: Any, seat: int) -> int:
    """A player's coins."""
    return np.int64(s.coins[seat])
