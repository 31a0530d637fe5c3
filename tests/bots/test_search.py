"""Search: honest, within its limits, and strong."""

import itertools
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs.bots import search as searching
from tests.engine.play import finished, position, positions
from tests.games import SMALLEST_AND_LARGEST, VARIANTS, Setting, every_game, every_size

GAME = "trick_stakes_v0"
ONE = Setting(GAME, 4)
KEY = np.array([11], np.uint64)


@pytest.mark.parametrize("setting", SMALLEST_AND_LARGEST + VARIANTS, ids=str)
def test_search_never_looks_at_what_is_hidden(setting: Setting) -> None:
    """Its values with the same luck are the same, to the bit, in any world that its seat cannot tell apart."""
    hidden = 0
    for number, env in enumerate(itertools.islice(positions(setting, seed=8, every=6), 40)):
        twin = env.resample(env.agent_selection, seed=number)
        hidden += twin.state().tobytes() != env.state().tobytes()
        values = env.view().search_values(3, KEY)
        assert values.tobytes() == twin.view().search_values(3, KEY).tobytes()
    assert hidden > 0, "there was something to hide"


@every_game
def test_search_leaves_the_game_as_it_is(setting: Setting) -> None:
    env = position(setting, plies=30)
    before, record = env.state().tobytes(), env.record()
    env.view().search_values(5, KEY)
    assert env.state().tobytes() == before
    assert env.record() == record


@every_size
def test_values_are_of_the_legal_actions_and_zero_elsewhere(setting: Setting) -> None:
    for env in positions(setting, seed=2, every=30):
        view = env.view()
        values = horse_envs.make_bot(setting.name, "search", worlds=4, seed=1).values(view)
        assert values.shape == (setting.game.num_actions,)
        assert values.dtype == np.float64
        assert np.isfinite(values).all()
        assert not values[view.action_mask == 0].any()


def test_values_are_margins_that_a_race_can_bring() -> None:
    for env in positions(ONE, seed=2, every=30):
        view = env.view()
        values = horse_envs.make_bot(GAME, "search", worlds=4, seed=1).values(view)
        # A race of Trick Stakes pays at most prize and odds: no margin is further from the one of now.
        money = view.pieces["money"] * 50
        now = money[0] - money[1:].mean()
        assert np.abs(values[view.action_mask == 1] - now).max() <= 27


def last_cards(seed: int) -> list[Any]:
    """Positions in which the agent on turn plays the last card of a race."""
    found = []
    for env in positions(ONE, seed):
        seen = env.view().pieces
        if seen["still_to_play"].sum() == 1 and seen["hand"].sum() == 1:
            found.append(env.resample(env.agent_selection, seed=0))
    return found


def test_a_value_is_the_mean_margin_at_the_end_of_the_race_over_redrawn_worlds() -> None:
    """The last card of a race ends it whatever the players do, so worlds can be tried through the public door too."""
    env = next(env for seed in range(20) for env in last_cards(seed))
    agent, action = env.agent_selection, env.view().legal_actions[0]
    margins = []
    for seed in range(120):
        world = env.resample(agent, seed=seed)
        world.step(action)
        money = [event for event in world.record()["events"] if event.get("result") == "race"][-1]["money"]
        margins.append(money[agent] - np.mean([amount for other, amount in money.items() if other != agent]))
    value = env.view().search_values(2000, KEY)[action]
    assert abs(value - np.mean(margins)) < 4 * np.std(margins) / np.sqrt(len(margins)) + 1e-9


class Clock:
    """A view that counts worlds, and a clock that goes on by a second for each."""

    def __init__(self) -> None:
        self.now = 0.0
        self.worlds: list[int] = []
        self.action_mask = np.array([1, 1, 0], np.int8)

    def perf_counter(self) -> float:
        return self.now

    def search_values(self, worlds: int, key: Any) -> np.ndarray:
        self.now += worlds
        self.worlds.append(worlds)
        return np.array([len(self.worlds), -1.0, 0.0])


@pytest.mark.parametrize(
    ("limits", "least", "most"),
    [
        ({"worlds": 7}, 7, 7),
        ({}, 50, 50),
        ({"seconds": 12.0}, 12, 17),
        ({"seconds": 1e-9}, 1, 5),
        ({"seconds": 1000.0, "worlds": 7}, 7, 7),
        ({"seconds": 12.0, "worlds": 1000}, 12, 17),
    ],
    ids=str,
)
def test_the_limits_are_kept(monkeypatch: pytest.MonkeyPatch, limits: dict[str, Any], least: int, most: int) -> None:
    """With both limits whichever comes first; a decision always sees some world, and overstays by a few at most."""
    clock = Clock()
    monkeypatch.setattr(searching, "time", clock)
    values = horse_envs.make_bot(GAME, "search", seed=1, **limits).values(clock)  # type: ignore[attr-defined]
    assert least <= sum(clock.worlds) <= most
    weights = np.array(clock.worlds)
    assert values[0] == pytest.approx((weights * np.arange(1, len(weights) + 1)).sum() / weights.sum())


@pytest.mark.parametrize(
    "limits",
    [
        {"worlds": 0},
        {"worlds": -5},
        {"worlds": 2.5},
        {"worlds": "many"},
        {"worlds": True},
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "long"},
        {"seconds": True},
        {"worlds": 5, "seconds": 0.0},
    ],
    ids=str,
)
def test_wrong_limits_are_refused(limits: dict[str, Any]) -> None:
    name = "seconds" if "seconds" in limits else "worlds"
    with pytest.raises(ValueError, match=f"{name}={limits[name]!r}"):
        horse_envs.make_bot(GAME, "search", **limits)


@every_game
def test_search_is_refused_where_there_is_nothing_to_decide(setting: Setting) -> None:
    with pytest.raises(ValueError, match="not on turn"):
        horse_envs.make_bot(setting.name, "search", worlds=1).act(finished(setting).view())


@every_game
def test_search_repeats_itself_by_its_seed(setting: Setting) -> None:
    view = position(setting, plies=20).view()

    def values(seed: int) -> bytes:
        return horse_envs.make_bot(setting.name, "search", worlds=2, seed=seed).values(view).tobytes()  # type: ignore[attr-defined]

    assert values(1) == values(1)
    assert len({values(seed) for seed in range(10)}) > 1


def test_more_worlds_bring_the_values_of_two_searches_together() -> None:
    view = position(ONE, plies=20).view()
    legal = view.action_mask == 1

    def spread(worlds: int) -> float:
        runs = [view.search_values(worlds, KEY + np.uint64(run))[legal] for run in range(12)]
        return float(np.std(runs, axis=0).mean())

    assert spread(256) < spread(4) / 4


@pytest.mark.parametrize("num_players", [3, 4])
def test_search_beats_the_novice_and_the_dummy_in_a_few_deals(num_players: int) -> None:
    for other in ("greedy", "dummy"):
        bot = horse_envs.make_bot(GAME, "search", worlds=8, seed=1)
        result = horse_envs.evaluate(GAME, [bot, *[other] * (num_players - 1)], deals=10)
        assert result.seats[0].verdict == "above"
        assert sum(seat.illegal for seat in result.seats) == 0


@every_game
def test_search_plays_legally(setting: Setting) -> None:
    bot = horse_envs.make_bot(setting.name, "search", worlds=2, seed=1)
    result = horse_envs.evaluate(setting.name, [bot, *["random"] * (setting.num_players - 1)], deals=3)
    assert sum(seat.illegal for seat in result.seats) == 0


@every_game
def test_the_rollouts_use_the_rules_of_the_game(setting: Setting) -> None:
    game = setting.game
    assert set(game.rollout_policies) <= set(game.policies)
    assert game.policies[0] == "random"
