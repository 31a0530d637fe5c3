"""What the tokens of a race bring and cost (RSB-9, RSB-10, RSB-19)."""

from collections.abc import Sequence
from typing import NamedTuple

from tests.reference.ready_set_bet_box import EXOTICS, Setup, Token, card_of
from tests.reference.ready_set_bet_course import Course, wins


class Bet(NamedTuple):
    player: str
    token: Token
    spot: str


def winnings(setup: Setup, course: Course, bets: Sequence[Bet], vips: Sequence[str]) -> int:
    """What one player gets for its bets and for doubles; `vips` are the cards that it can use."""
    prices = setup.prices
    total = 2 * vips.count("V11") * course.count(1, 1) + 2 * vips.count("V12") * course.count(6, 6)
    for bet in bets:
        if wins(bet.spot, course.spaces, setup):
            total += bet.token.value * prices[bet.spot].multiplier
            if bet.spot in setup.props:
                total += 3 * vips.count("V15")
            elif card_of(bet.spot) in EXOTICS or "." not in bet.spot:
                total += 4 * vips.count("V16")
    return total


def losses(setup: Setup, course: Course, bets: Sequence[Bet], vips: Sequence[str]) -> int:
    """What one player owes: first V10 on the spots of single horses, then V09 on what is left."""
    on_horses = on_others = 0
    for bet in bets:
        if not wins(bet.spot, course.spaces, setup):
            owed = loss(setup, bet)
            if "." in bet.spot and card_of(bet.spot) not in EXOTICS:
                on_horses += owed
            else:
                on_others += owed
    left = max(0, on_horses - 5 * vips.count("V10")) + on_others
    return max(0, left - 3 * vips.count("V09"))


def loss(setup: Setup, bet: Bet) -> int:
    """The loss of one losing token."""
    penalty = setup.prices[bet.spot].penalty
    if not bet.token.bonus:
        return penalty
    row = setup.bonus_row(bet.token.value)
    return int(row["extra_loss"]) + (0 if row["cancels_penalty"] else penalty)


def after_race(setup: Setup, course: Course, money: int, bets: Sequence[Bet], vips: Sequence[str]) -> int:
    """All winnings, then all losses, never below nothing."""
    return max(0, money + winnings(setup, course, bets, vips) - losses(setup, course, bets, vips))
