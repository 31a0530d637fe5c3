"""What a game may bring to guide search: an estimate of actions, a horizon, an outlook."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from horse_envs.engine.aec import GameEnv
from horse_envs.engine.loops import ESTIMATED, TRIED
from tests.conformance import toy
from tests.conformance.broken import variant

KEY = np.array([21], np.uint64)
WORLDS = 6


@pytest.fixture(autouse=True)
def _unsigned_numbers_wrap_around() -> Iterator[None]:
    """As in compiled code; the games here are plain Python."""
    with np.errstate(over="ignore"):
        yield


def values_of(worlds: int = WORLDS, **rules: Callable[..., Any]) -> tuple[NDArray[np.float64], list[int]]:
    """What search thinks at the first decision of a game with these rules of its own, and what is legal there."""
    env = GameEnv(variant(toy.GAME, rules), {"num_players": 3}, safe=False)
    env.reset(seed=5)
    view = env.view()
    return view.search_values(worlds, KEY), view.legal_actions


def test_a_game_without_an_estimate_has_every_legal_action_tried() -> None:
    tried: list[int] = []

    def apply(s: Any, action: int) -> None:
        if s.phase == toy.KEEP and s.to_act == 0 and not s.race:
            tried.append(int(action))
        toy.GAME.rules["apply"](s, action)

    _, legal = values_of(apply=apply)
    assert sorted(set(tried)) == legal
    assert all(tried.count(action) == WORLDS for action in legal)


def some_tried(how_many: int) -> Callable[..., None]:
    """An estimate that has the first legal actions tried, and is worth 10 for each number of the others."""

    def estimate(s: Any, values: Any, plan: Any) -> None:
        mask = np.zeros(plan.shape[0], np.int8)
        toy.GAME.rules["legal"](s, mask)
        for number, action in enumerate(np.flatnonzero(mask)):
            values[action] = 10.0 * number
            plan[action] = TRIED if number < how_many else ESTIMATED

    return estimate


@pytest.mark.parametrize("how_many", [1, 2, 3])
def test_what_an_estimate_leaves_untried_is_worth_its_estimate_moved_by_its_error(how_many: int) -> None:
    every, legal = values_of()
    values, _ = values_of(estimate=some_tried(how_many))
    assert len(legal) == 3
    off = every[legal[how_many - 1]] - 10.0 * (how_many - 1)
    for number, action in enumerate(legal):
        expected = every[action] if number < how_many else 10.0 * number + off
        assert values[action] == pytest.approx(expected)
    others = np.delete(values, legal)
    assert not others.any()


def test_with_nothing_to_be_tried_or_no_worlds_the_estimates_stand() -> None:
    for values, legal in (values_of(estimate=some_tried(0)), values_of(0, estimate=some_tried(3))):
        assert values[legal].tolist() == [0.0, 10.0, 20.0]


def seen_at_the_end(**rules: Callable[..., Any]) -> set[tuple[int, int]]:
    """The races and phases in which search stops."""
    seen: set[tuple[int, int]] = set()

    def outlook(s: Any, seat: int) -> float:
        seen.add((int(s.race), int(s.phase)))
        return float(toy.GAME.rules["score"](s, seat))

    values_of(outlook=outlook, **rules)
    return seen


def test_search_plays_on_to_the_end_of_the_race_unless_the_game_has_a_horizon_of_its_own() -> None:
    assert seen_at_the_end() == {(1, toy.PLAY)}
    assert seen_at_the_end(horizon=lambda s: int(s.race) + 1) == {(2, toy.PLAY)}
    assert seen_at_the_end(horizon=lambda s: int(s.race) + 9) == {(2, toy.OVER)}


def test_a_game_may_stop_search_within_a_race() -> None:
    assert seen_at_the_end(is_beyond=lambda s, reached: s.phase == toy.PLAY) == {(0, toy.PLAY)}


def test_a_value_is_the_margin_of_outlooks() -> None:
    plain, legal = values_of()
    double, _ = values_of(outlook=lambda s, seat: 2.0 * float(toy.GAME.rules["score"](s, seat)))
    assert plain[legal].any()
    assert double == pytest.approx(2 * plain)
