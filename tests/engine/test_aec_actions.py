"""What step takes: legal actions, and what happens with everything else."""

import warnings
from typing import Any

import numpy as np
import pytest

from horse_envs import IllegalActionError
from tests.engine.play import any_legal, finished, over, paid_in_a_race, position, positions, result_of, whole
from tests.games import Setting, every_game, every_size

NO_ACTIONS: list[Any] = [
    -1,
    -2,
    2**70,
    -(2**70),
    2.5,
    2.0,
    None,
    "x",
    "5",
    True,
    False,
    np.bool_(True),
    np.float32(3),
    [5],
]
NO_ACTIONS += [np.array([5]), np.array(2.0), (), {}, b"5", 1j, np.nan]


def masked(env: Any) -> int:
    return int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])


def safe(setting: Setting, seed: int = 0, plies: int = 0, **settings: Any) -> Any:
    env = setting.env(**settings)
    env.reset(seed=seed)
    random = np.random.default_rng(seed)
    for _ in range(plies):
        env.step(any_legal(env, random))
    return env


@every_game
@pytest.mark.parametrize("door", ["env", "raw_env"])
def test_what_is_no_action_is_refused_and_changes_nothing(door: str, setting: Setting) -> None:
    env = getattr(setting, door)()
    env.reset(seed=2)
    before = whole(env)
    size = setting.game.num_actions
    for action in (size, *NO_ACTIONS):
        with pytest.raises(ValueError, match=f"0 to {size - 1}") as caught:
            env.step(action)
        assert repr(action) in str(caught.value)
        assert not isinstance(caught.value, IllegalActionError)
        assert whole(env) == before


@every_game
@pytest.mark.parametrize(
    "kind",
    [int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint64, np.array],
    ids=lambda k: k.__name__,
)
def test_every_kind_of_integer_is_an_action(kind: Any, setting: Setting) -> None:
    env, other = position(setting, seed=3), position(setting, seed=3)
    action = int(np.flatnonzero(env.last()[0]["action_mask"])[0])
    env.step(kind(action))
    other.step(action)
    assert whole(env) == whole(other)


@every_size
def test_raw_env_refuses_a_masked_action_and_changes_nothing(setting: Setting) -> None:
    for env in positions(setting, seed=4, every=9):
        before = whole(env)
        mask = env.last()[0]["action_mask"]
        masked_actions = np.flatnonzero(mask == 0)
        for action in masked_actions[:: max(7, len(masked_actions) // 20)]:
            with pytest.raises(IllegalActionError) as caught:
                env.step(action)
        words = env.describe_action(action)
        assert f"'{words}' ({action}) is not legal for {env.agent_selection}" in str(caught.value)
        assert all(env.describe_action(legal) in str(caught.value) for legal in np.flatnonzero(mask))
        assert whole(env) == before


@every_game
def test_a_refused_action_does_not_change_what_follows(setting: Setting) -> None:
    env, other = position(setting, seed=5), position(setting, seed=5)
    random, same = np.random.default_rng(0), np.random.default_rng(0)
    while not over(env):
        with pytest.raises(IllegalActionError):
            env.step(masked(env))
        env.step(any_legal(env, random))
        other.step(any_legal(other, same))
        assert whole(env) == whole(other)


@pytest.mark.parametrize("reward", ["margin", "win"])
@every_size
def test_the_safe_env_ends_the_game_for_all_at_a_masked_action(setting: Setting, reward: str) -> None:
    # Late enough that something was paid before: the end comes on top of it.
    env = safe(setting, seed=1, plies=paid_in_a_race(setting), reward=reward)
    record = env.record()
    before = dict(env._cumulative_rewards)
    offender = env.agent_selection
    env.step(masked(env))
    assert (reward == "win") != any(before.values())
    share = 1 / (setting.num_players - 1)
    assert env.rewards == {agent: -1.0 if agent == offender else share for agent in env.possible_agents}
    assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    for agent in env.possible_agents:
        kept = 0.0 if agent == offender else before[agent]
        assert env._cumulative_rewards[agent] == pytest.approx(kept + env.rewards[agent])
        assert not env.observe(agent)["action_mask"].any()
    assert env.record() == record, "a record of such a game stops before the illegal action"


@every_size
@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_after_the_end_only_none_is_taken_once_for_each_agent(mask_in: str, setting: Setting) -> None:
    for env in (safe(setting, mask_in=mask_in), finished(setting)):
        if mask_in == "info" and not over(env):
            env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0]))
        elif not over(env):
            env.step(masked(env))
        agents = list(env.agents)
        assert agents == env.possible_agents
        for left in range(len(agents), 0, -1):
            assert len(env.agents) == left
            agent = env.agent_selection
            _, reward, termination, truncation, _ = env.last()
            assert (termination, truncation) == (True, False)
            for action in (0, 5, -1, "x"):
                with pytest.raises(ValueError, match=r"only action.*None"):
                    env.step(action)
            assert env.agent_selection == agent
            assert env.last()[1] == reward
            env.step(None)
            assert agent not in env.agents
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            env.step(None)
        assert env.agents == []


@every_size
def test_the_agents_can_be_walked_to_the_end_and_the_env_used_again(setting: Setting) -> None:
    env = safe(setting)
    random = np.random.default_rng(0)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, termination, truncation, _ = env.last()
        paid[agent] += reward
        env.step(None if termination or truncation else any_legal(env, random))
    money, _ = result_of(env)
    for agent in env.possible_agents:
        others = [amount for other, amount in money.items() if other != agent]
        assert paid[agent] == pytest.approx(money[agent] - np.mean(others))
    env.reset(seed=1)
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
