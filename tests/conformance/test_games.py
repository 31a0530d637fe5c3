"""Every registered game against the conformance kit, PettingZoo's own tests, and positions that Hypothesis finds."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test, state_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from horse_envs import testing
from horse_envs.engine.game import load_game
from horse_envs.testing import CHECKS
from tests.games import NAMES, Setting, every_count, every_game, every_name, every_size, pairs, with_counts

LONG = (
    testing.check_invariants,
    testing.check_mask_is_exact,
    testing.check_observation_says_all,
    testing.check_records,
    testing.check_resample_in_every_phase,
    testing.check_resample_is_uniform,
    testing.check_resample_redraws,
    testing.check_seeds,
    testing.check_spaces,
    testing.check_state_is_untouched,
)
"""The checks that take seconds a game: they run for the smallest, a middle and the largest number of players."""

OF_VARIANTS = (
    testing.check_batch_equals_aec,
    testing.check_invariants,
    testing.check_mask_is_exact,
    testing.check_no_leak,
    testing.check_phases_are_shown,
    testing.check_records,
    testing.check_resample_in_every_phase,
    testing.check_rewards,
)

FEWER: dict[Callable[..., None], dict[str, Any]] = {testing.check_invariants: {"per_game": 200}}

Case = tuple[Callable[..., None], Setting, int]


def whole_kit() -> list[Case]:
    """All checks. Games with many numbers of players play one random game of each, those with two play two."""
    cases: list[Case] = []
    for name in NAMES:
        some = with_counts(name, {}, 0, 0.5, 1)
        for setting in every_count(name):
            for check in CHECKS:
                if setting in some or check not in LONG:
                    cases.append((check, setting, 2 if len(some) <= 2 or check not in LONG else 1))
    return cases


def of_variants() -> list[Case]:
    """Each variant for the smallest and the largest number of players, and pairs of variants for one."""
    some: list[Setting] = []
    for name in NAMES:
        for options in load_game(name).variants:
            some += with_counts(name, options, 0, 1)
        for number, options in enumerate(pairs(name)):
            some += with_counts(name, options, (number % 3) / 2)
    return [(check, setting, 1) for setting in some for check in OF_VARIANTS]


def said(case: object) -> str | None:
    return case.__name__.removeprefix("check_") if callable(case) else None if isinstance(case, int) else str(case)


def of_every(cases: list[Case]) -> Any:
    marked = [pytest.param(*case, marks=pytest.mark.slow if case[0] in LONG else ()) for case in cases]
    return pytest.mark.parametrize(("check", "setting", "games"), marked, ids=said)


# The kit


@of_every(whole_kit())
def test_what_must_hold(check: Callable[..., None], setting: Setting, games: int) -> None:
    check(setting.name, games=games, **setting.options)


@of_every(of_variants())
def test_what_must_hold_in_variants(check: Callable[..., None], setting: Setting, games: int) -> None:
    check(setting.name, games=games, **FEWER.get(check, {}), **setting.options)


@every_game
@pytest.mark.slow
def test_no_leak_and_exact_masks_in_more_games(setting: Setting) -> None:
    testing.check_no_leak(setting.name, games=4, seed=1, **setting.options)
    testing.check_mask_is_exact(setting.name, games=4, seed=1, **setting.options)


@every_size
@pytest.mark.slow
def test_many_thousand_games(setting: Setting) -> None:
    # Fifteen thousand random games for two, and fewer of more players, whose games are longer.
    testing.check_invariants(setting.name, games=60 // setting.num_players**2 or 1, seed=3, **setting.options)


@every_game
@pytest.mark.slow
def test_seeds_reproduce_in_another_process_compiled_or_not(setting: Setting) -> None:
    testing.check_seeds(setting.name, games=1, slow=True, **setting.options)


@every_name
def test_the_kinds_of_luck_that_a_game_exempts_are_there(name: str) -> None:
    """Otherwise a misspelt exemption would exempt nothing, or hide that none is needed."""
    kinds: set[str] = set()
    for setting in [*every_count(name)[-1:], *(s for o in load_game(name).variants for s in with_counts(name, o, 0))]:
        env = setting.raw_env()
        env.reset(seed=1)
        random = np.random.default_rng(1)
        while not env.terminations["player_0"]:
            env.step(int(random.choice(env.view().legal_actions)))
        kinds |= {event["chance"] for event in env.record()["events"] if "chance" in event}
    assert load_game(name).luck_by_decisions <= kinds


# PettingZoo's tests

DICTIONARY = (
    # api_test knows a list of PettingZoo's own games whose observations are dictionaries with a mask; it warns about
    # all others. The form is the one that PettingZoo documents for legal actions.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    # After the end nothing is legal, and an agent that is not on turn must not be shown a hand in its mask.
    "Action mask numpy array is all zeros (no legal actions).",
)

doors = pytest.mark.parametrize("door", ["env", "raw_env"])
masks = pytest.mark.parametrize("mask_in", ["observation", "info"])


def unexpected(caught: list[warnings.WarningMessage], expected: tuple[str, ...] = ()) -> list[str]:
    return [str(each.message) for each in caught if str(each.message) not in expected]


@every_size
@doors
def test_pettingzoo_api(door: str, setting: Setting) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(getattr(setting, door)(), num_cycles=600)
    assert unexpected(caught, DICTIONARY) == []


@every_size
@doors
def test_pettingzoo_api_with_the_mask_in_info_warns_of_nothing(door: str, setting: Setting) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(getattr(setting, door)(mask_in="info"), num_cycles=600)
    assert unexpected(caught) == []


@every_size
@masks
def test_pettingzoo_seed(setting: Setting, mask_in: str) -> None:
    seed_test(lambda: setting.env(mask_in=mask_in), num_cycles=300)


@every_size
def test_pettingzoo_state(setting: Setting) -> None:
    """Its random actions are unmasked: the safe environment ends the game, and the state stays readable."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        state_test(setting.env(), turn_based_aec_to_parallel(setting.env()), num_cycles=100)
    assert unexpected(caught) == []


@every_size
def test_pettingzoo_render(setting: Setting) -> None:
    """It wants an environment for a person to look at first; one that draws nothing stands in where there is none."""
    modes = setting.env().metadata["render_modes"]

    def make(render_mode: str) -> Any:
        return setting.env(render_mode=render_mode if render_mode in modes else None)

    render_test(make)


@every_size
def test_pettingzoo_save_obs_says_that_observations_are_no_pictures(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(setting.env())
    assert "did not save the observations" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@every_size
def test_pettingzoo_parallel_api_of_the_turn_based_conversion(setting: Setting) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parallel_api_test(turn_based_aec_to_parallel(setting.env()), num_cycles=300)
    assert unexpected(caught) == []


@every_game
def test_it_is_not_offered_as_a_game_of_simultaneous_moves(setting: Setting) -> None:
    assert setting.env().metadata["is_parallelizable"] is False


# Positions found by Hypothesis


@dataclass(frozen=True)
class Position:
    """Somewhere in a game, or after its end: printed when a test fails, and the shorter the simpler."""

    setting: Setting
    reward: str
    mask_in: str
    seed: int
    choices: list[int]

    def env(self) -> Any:
        env = self.setting.raw_env(reward=self.reward, mask_in=self.mask_in, render_mode="ansi")
        env.reset(seed=self.seed)
        for choice in self.choices:
            if env.terminations[env.agent_selection]:
                break
            legal = env.view().legal_actions
            env.step(legal[choice % len(legal)])
        return env


def positions(name: str) -> st.SearchStrategy[Position]:
    """Of a game with any number of players and any variant."""
    settings_of_game = every_count(name)
    for options in load_game(name).variants:
        settings_of_game += with_counts(name, options, 0.5)
    return st.builds(
        Position,
        setting=st.sampled_from(settings_of_game),
        reward=st.sampled_from(("margin", "win")),
        mask_in=st.sampled_from(("observation", "info")),
        seed=st.integers(0, 2**53 - 1),
        choices=st.lists(st.integers(0, 499), max_size=220),
    )


tried = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@every_name
@tried
@given(st.data(), st.integers(0, 8), st.integers(0, 2**53 - 1))
def test_no_leak_in_any_position(name: str, data: st.DataObject, seat: int, seed: int) -> None:
    position = data.draw(positions(name))
    testing.assert_no_leak(position.env(), f"player_{seat % position.setting.num_players}", seed)


@every_name
@tried
@given(st.data())
def test_the_mask_is_exact_in_any_position(name: str, data: st.DataObject) -> None:
    testing.assert_mask_is_exact(data.draw(positions(name)).env())


@every_name
@tried
@given(st.data())
def test_copies_go_on_alike_from_any_position(name: str, data: st.DataObject) -> None:
    testing.assert_copies_go_on(data.draw(positions(name)).env())


@every_name
@tried
@given(st.data())
def test_the_record_of_any_position_replays(name: str, data: st.DataObject) -> None:
    testing.assert_record_replays(data.draw(positions(name)).env())


@every_name
@tried
@given(st.data())
def test_looking_at_any_position_changes_nothing(name: str, data: st.DataObject) -> None:
    testing.assert_untouched(data.draw(positions(name)).env())


@every_name
@tried
@given(st.data())
def test_rewards_so_far_are_zero_in_sum_and_what_is_due(name: str, data: st.DataObject) -> None:
    position = data.draw(positions(name))
    record = position.env().record()
    env = position.setting.raw_env(reward=position.reward)
    env.reset(seed=record["seed"], options={"record": record})
    paid = np.zeros(position.setting.num_players)
    for event in record["events"]:
        if "action" in event:
            env.step(event["action"])
            step = np.array(list(env.rewards.values()))
            assert abs(step.sum()) < 1e-6
            paid += step
    if position.reward == "win" and not env.terminations["player_0"]:
        assert not paid.any()
    else:
        assert paid == pytest.approx(testing.due_now(env), abs=1e-6)
