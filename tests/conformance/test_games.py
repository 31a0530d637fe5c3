"""Trick Stakes against the conformance kit, PettingZoo's own tests, and positions that Hypothesis finds."""

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

from horse_envs import testing, trick_stakes_v0
from horse_envs.testing import CHECKS

NAME = "trick_stakes_v0"
COUNTS = (3, 4)
LONG = {
    testing.check_resample_in_every_phase,
    testing.check_resample_redraws,
    testing.check_spaces,
    testing.check_state_is_untouched,
}

players = pytest.mark.parametrize("num_players", COUNTS, ids=[f"{n} players" for n in COUNTS])
doors = pytest.mark.parametrize("door", [trick_stakes_v0.env, trick_stakes_v0.raw_env], ids=["env", "raw_env"])
masks = pytest.mark.parametrize("mask_in", ["observation", "info"])


# The kit


@players
@pytest.mark.parametrize(
    "check",
    [pytest.param(check, marks=pytest.mark.slow if check in LONG else ()) for check in CHECKS],
    ids=[check.__name__.removeprefix("check_") for check in CHECKS],
)
def test_what_must_hold(check: Callable[..., None], num_players: int) -> None:
    check(NAME, num_players=num_players)


@players
def test_no_leak_and_exact_masks_in_more_games(num_players: int) -> None:
    testing.check_no_leak(NAME, games=4, seed=1, num_players=num_players)
    testing.check_mask_is_exact(NAME, games=4, seed=1, num_players=num_players)


@players
def test_redrawn_worlds_are_uniform_throughout_a_game(num_players: int) -> None:
    """Backs show colours, so a random decision says nothing about hidden cards: real and redrawn worlds are alike."""
    plies = (num_players, 2 * num_players, 3 * num_players + 5, 50)
    testing.check_resample_is_uniform(NAME, plies=plies, samples=800, num_players=num_players)


@players
@pytest.mark.slow
def test_a_hundred_thousand_games(num_players: int) -> None:
    testing.check_invariants(NAME, games=100, seed=3, num_players=num_players)


@players
@pytest.mark.slow
def test_seeds_reproduce_in_another_process_compiled_or_not(num_players: int) -> None:
    testing.check_seeds(NAME, slow=True, num_players=num_players)


# PettingZoo's tests

DICTIONARY = (
    # api_test knows a list of PettingZoo's own games whose observations are dictionaries with a mask; it warns about
    # all others. The form is the one that PettingZoo documents for legal actions.
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    # After the end nothing is legal, and an agent that is not on turn must not be shown a hand in its mask.
    "Action mask numpy array is all zeros (no legal actions).",
)


def unexpected(caught: list[warnings.WarningMessage], expected: tuple[str, ...] = ()) -> list[str]:
    return [str(each.message) for each in caught if str(each.message) not in expected]


@players
@doors
def test_pettingzoo_api(door: Any, num_players: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(door(num_players=num_players), num_cycles=600)
    assert unexpected(caught, DICTIONARY) == []


@players
@doors
def test_pettingzoo_api_with_the_mask_in_info_warns_of_nothing(door: Any, num_players: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(door(num_players=num_players, mask_in="info"), num_cycles=600)
    assert unexpected(caught) == []


@players
@masks
def test_pettingzoo_seed(num_players: int, mask_in: str) -> None:
    seed_test(lambda: trick_stakes_v0.env(num_players=num_players, mask_in=mask_in), num_cycles=300)


@players
def test_pettingzoo_state(num_players: int) -> None:
    """Its random actions are unmasked: the safe environment ends the game, and the state stays readable."""
    env = trick_stakes_v0.env(num_players=num_players)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        state_test(env, turn_based_aec_to_parallel(trick_stakes_v0.env(num_players=num_players)), num_cycles=100)
    assert unexpected(caught) == []


@players
def test_pettingzoo_render(num_players: int) -> None:
    """It wants an environment for a person to look at first; one that draws nothing stands in where there is none."""
    modes = trick_stakes_v0.env().metadata["render_modes"]

    def make(render_mode: str) -> Any:
        return trick_stakes_v0.env(num_players=num_players, render_mode=render_mode if render_mode in modes else None)

    render_test(make)


@players
def test_pettingzoo_save_obs_says_that_observations_are_no_pictures(
    num_players: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save_obs_test(trick_stakes_v0.env(num_players=num_players))
    assert "did not save the observations" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@players
def test_pettingzoo_parallel_api_of_the_turn_based_conversion(num_players: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        parallel_api_test(turn_based_aec_to_parallel(trick_stakes_v0.env(num_players=num_players)), num_cycles=300)
    assert unexpected(caught) == []


def test_it_is_not_offered_as_a_game_of_simultaneous_moves() -> None:
    assert trick_stakes_v0.env().metadata["is_parallelizable"] is False


# Positions found by Hypothesis


@dataclass(frozen=True)
class Position:
    """Somewhere in a game, or after its end: printed when a test fails, and the shorter the simpler."""

    num_players: int
    reward: str
    mask_in: str
    seed: int
    choices: list[int]

    def env(self) -> Any:
        env = trick_stakes_v0.raw_env(self.num_players, self.reward, mask_in=self.mask_in, render_mode="ansi")
        env.reset(seed=self.seed)
        for choice in self.choices:
            if env.terminations[env.agent_selection]:
                break
            legal = env.view().legal_actions
            env.step(legal[choice % len(legal)])
        return env


positions = st.builds(
    Position,
    num_players=st.sampled_from(COUNTS),
    reward=st.sampled_from(("margin", "win")),
    mask_in=st.sampled_from(("observation", "info")),
    seed=st.integers(0, 2**53 - 1),
    choices=st.lists(st.integers(0, 19), max_size=220),
)
tried = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@tried
@given(positions, st.integers(0, 2), st.integers(0, 2**53 - 1))
def test_no_leak_in_any_position(position: Position, seat: int, seed: int) -> None:
    testing.assert_no_leak(position.env(), f"player_{seat}", seed)


@tried
@given(positions)
def test_the_mask_is_exact_in_any_position(position: Position) -> None:
    testing.assert_mask_is_exact(position.env())


@tried
@given(positions)
def test_copies_go_on_alike_from_any_position(position: Position) -> None:
    testing.assert_copies_go_on(position.env())


@tried
@given(positions)
def test_the_record_of_any_position_replays(position: Position) -> None:
    testing.assert_record_replays(position.env())


@tried
@given(positions)
def test_looking_at_any_position_changes_nothing(position: Position) -> None:
    testing.assert_untouched(position.env())


@tried
@given(positions)
def test_rewards_so_far_are_zero_in_sum_and_what_is_due(position: Position) -> None:
    record = position.env().record()
    env = trick_stakes_v0.raw_env(position.num_players, position.reward)
    env.reset(seed=record["seed"], options={"record": record})
    paid = np.zeros(position.num_players)
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
