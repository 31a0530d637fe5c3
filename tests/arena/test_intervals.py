"""Intervals and verdicts."""

import itertools

import numpy as np
import pytest

import horse_envs
from horse_envs.arena.evaluation import interval, t_quantile

# Two-sided 95 % quantiles of Student's t, as every table prints them.
TABLE = {
    1: 12.7062,
    2: 4.3027,
    3: 3.1824,
    4: 2.7764,
    5: 2.5706,
    6: 2.4469,
    7: 2.3646,
    8: 2.3060,
    9: 2.2622,
    10: 2.2281,
    12: 2.1788,
    15: 2.1314,
    20: 2.0860,
    30: 2.0423,
    60: 2.0003,
    120: 1.9799,
    999: 1.9623,
}


@pytest.mark.parametrize("freedom", TABLE)
def test_quantiles_are_those_of_students_t(freedom: int) -> None:
    """To four digits from 10 degrees of freedom on, to 2 % with fewer, as the function says."""
    tolerance = 2e-4 if freedom >= 10 or freedom < 3 else 0.02 * TABLE[freedom]
    assert t_quantile(freedom) == pytest.approx(TABLE[freedom], abs=tolerance)


def test_quantiles_fall_towards_the_normal() -> None:
    quantiles = [t_quantile(freedom) for freedom in range(1, 400)]
    assert all(before > after for before, after in itertools.pairwise(quantiles))
    assert t_quantile(10**6) == pytest.approx(1.95996, abs=1e-4)


def test_the_interval_is_mean_plus_and_minus_quantile_times_standard_error() -> None:
    values = np.array([1.0, 3.0, 5.0, 7.0, 9.0, 2.0, 4.0, 6.0, 8.0, 0.0, 10.0])
    half = 2.2281 * np.sqrt(11 / 11)
    assert interval(values) == pytest.approx((5 - half, 5 + half), abs=1e-3)


def test_nineteen_in_twenty_intervals_hold_the_mean() -> None:
    random = np.random.default_rng(1)
    for count in (2, 5, 30):
        samples = random.normal(1, 2, (4000, count))
        held = np.mean([low <= 1 <= high for low, high in map(interval, samples)])
        assert held == pytest.approx(0.95, abs=0.02)


def test_the_deal_is_the_unit_of_the_interval() -> None:
    """The games of one deal share its luck, so they count once: intervals shrink with deals."""
    few = horse_envs.evaluate("trick_stakes_v0", ["dummy"] * 4, deals=50).seats[0]
    many = horse_envs.evaluate("trick_stakes_v0", ["dummy"] * 4, deals=800).seats[0]

    def width(bounds: tuple[float, float]) -> float:
        return bounds[1] - bounds[0]

    assert width(few.win_share_95) / width(many.win_share_95) == pytest.approx(4, rel=0.4)
    assert width(few.margin_95) / width(many.margin_95) == pytest.approx(4, rel=0.4)


def test_verdicts_say_on_which_side_of_parity_the_interval_lies() -> None:
    clear = horse_envs.evaluate("trick_stakes_v0", ["greedy", "random", "random"], deals=100).seats
    assert clear[0].verdict == "above"
    assert "below" in [row.verdict for row in clear]
    unclear = horse_envs.evaluate("trick_stakes_v0", ["greedy", "random", "random"], deals=2).seats
    assert "inconclusive" in [row.verdict for row in unclear]
    for row in [*clear, *unclear]:
        low, high = row.win_share_95
        assert row.verdict == ("above" if low > 1 / 3 else "below" if high < 1 / 3 else "inconclusive")
