"""The order of calls, options, agents, seeds and records: what is wrong is refused with what is allowed."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs import RecordError
from horse_envs.engine.errors import NotResetError
from tests.engine.play import PLAYERS, any_legal, finished, over, position, whole

GAME = horse_envs.trick_stakes_v0
NEEDS_RESET = {
    "step": lambda env: env.step(0),
    "observe": lambda env: env.observe("player_0"),
    "last": lambda env: env.last(),
    "state": lambda env: env.state(),
    "view": lambda env: env.view(),
    "resample": lambda env: env.resample("player_0", seed=1),
    "record": lambda env: env.record(),
    "render": lambda env: env.render(),
}


@pytest.mark.parametrize("name", NEEDS_RESET)
def test_calls_before_reset_are_refused(name: str) -> None:
    """As an AssertionError, which PettingZoo's own order enforcing raises."""
    for door in (GAME.env, GAME.raw_env):
        with pytest.raises(NotResetError, match=r"reset\(\)"):
            NEEDS_RESET[name](door())
    assert issubclass(NotResetError, AssertionError)


@pytest.mark.parametrize("name", ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_what_a_game_has_is_not_there_before_reset(name: str) -> None:
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(GAME.env(), name)


def test_what_needs_no_game_works_before_reset() -> None:
    env = GAME.env()
    assert env.possible_agents == [f"player_{i}" for i in range(4)]
    assert env.observation_space("player_1") is env.observation_space("player_1")
    assert env.action_space("player_3").n == 149
    assert env.parse_action(env.describe_action(57)) == 57
    assert env.layout.size == env.observation_space("player_0")["observation"].shape[0]
    assert not hasattr(env, "no_such_thing")
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.reset(seed=1)
        assert twin.agents == env.possible_agents


WRONG_OPTIONS = [
    ("num_players", 2),
    ("num_players", 5),
    ("num_players", 4.0),
    ("num_players", "4"),
    ("num_players", True),
    ("num_players", None),
    ("reward", "money"),
    ("reward", None),
    ("render_mode", "rgb"),
    ("render_mode", True),
    ("render_seat", "player_4"),
    ("render_seat", 0),
    ("mask_in", "both"),
    ("mask_in", None),
]


@pytest.mark.parametrize(("name", "value"), WRONG_OPTIONS, ids=str)
@pytest.mark.parametrize("door", [GAME.env, GAME.raw_env], ids=["env", "raw_env"])
def test_a_wrong_option_names_itself_its_value_and_what_is_allowed(door: Any, name: str, value: Any) -> None:
    with pytest.raises(ValueError, match="allowed: ") as caught:
        door(**{name: value})
    assert f"{name}={value!r}" in str(caught.value)


def test_a_seat_that_is_not_there_with_three_cannot_be_rendered() -> None:
    with pytest.raises(ValueError, match="render_seat='player_3'"):
        GAME.env(num_players=3, render_seat="player_3")


@pytest.mark.parametrize("agent", ["player_4", "player_-1", "dummy", "", None, 0], ids=repr)
def test_an_unknown_agent_is_refused_and_the_known_ones_named(agent: Any) -> None:
    env = position()
    calls = {"observe": env.observe, "resample": lambda name: env.resample(name, seed=1)}
    if agent is not None:
        calls["view"] = env.view
    for call in calls.values():
        with pytest.raises(ValueError, match="player_0, player_1, player_2, player_3"):
            call(agent)


@pytest.mark.parametrize("seed", [-1, 2**63, 2**70, 1.5, 1.0, "7", True, np.float64(2), [1]], ids=repr)
def test_a_wrong_seed_is_refused_and_the_game_stays(seed: Any) -> None:
    env = position(plies=7)
    before = whole(env)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    with pytest.raises(ValueError, match="seed"):
        env.resample("player_0", seed=seed)
    assert whole(env) == before


@pytest.mark.parametrize("seed", [0, 2**63 - 1, np.int64(9), np.uint64(9), np.uint8(9)], ids=repr)
def test_every_seed_of_the_range_is_taken(seed: Any) -> None:
    env, other = GAME.env(), GAME.env()
    env.reset(seed=seed)
    other.reset(seed=int(seed))
    assert whole(env) == whole(other)
    assert env.record()["seed"] == int(seed)


def test_a_reset_without_a_seed_goes_on_from_the_game_before() -> None:
    env, other = GAME.env(), GAME.env()
    env.reset(seed=3)
    other.reset(seed=3)
    seen = [whole(env)]
    for _ in range(3):
        env.reset()
        other.reset()
        assert whole(env) == whole(other)
        seen.append(whole(env))
    assert len(set(seen)) == 4


def test_a_first_reset_without_a_seed_is_drawn_at_random() -> None:
    envs = [GAME.env(), GAME.env()]
    for env in envs:
        env.reset()
    assert whole(envs[0]) != whole(envs[1])


# Records in the options of reset


def test_unknown_reset_options_are_ignored() -> None:
    env, other = GAME.env(), GAME.env()
    env.reset(seed=4, options={"difficulty": "high", "record": None})
    other.reset(seed=4)
    assert whole(env) == whole(other)
    env.reset(seed=4, options={})
    assert whole(env) == whole(other)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_the_luck_of_a_record_is_played_again_without_its_decisions(num_players: int) -> None:
    record = finished(num_players, seed=6).record()
    env = GAME.raw_env(num_players=num_players)
    env.reset(seed=99, options={"record": record})
    random = np.random.default_rng(77)
    while not over(env):
        env.step(any_legal(env, random))
    again = env.record()["events"]
    assert [e for e in again if "chance" in e] == [e for e in record["events"] if "chance" in e]
    assert [e for e in again if "do" in e] != [e for e in record["events"] if "do" in e]


def wrong_records() -> dict[str, Any]:
    record = position(3, plies=5).record()
    return {
        "no object": [record],
        "another number of players": record,
        "another game": position().record() | {"game": "chess_v3"},
        "another format": position().record() | {"format": 2},
        "a wrong seed": position().record() | {"seed": -1},
        "a field too many": position().record() | {"winner": "player_0"},
        "a field too few": {name: value for name, value in position().record().items() if name != "players"},
        "wrong players": position().record() | {"players": ["ann", "bob", "cid", "dan"]},
        "events that are none": position().record() | {"events": [{"chance": "seats", "do": "play"}]},
        "no list of events": position().record() | {"events": "none"},
        "a number": 5,
        "an empty object": {},
    }


@pytest.mark.parametrize("case", wrong_records())
def test_a_wrong_record_is_refused_and_the_game_stays(case: str) -> None:
    env = position(plies=6)
    before = whole(env)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        env.reset(seed=1, options={"record": wrong_records()[case]})
    assert whole(env) == before


def test_a_record_that_is_none_is_refused_as_a_record() -> None:
    for wrong in (5, None, [], {"game": "chess_v3"}, {}):
        with pytest.raises(RecordError):
            horse_envs.replay(wrong)
    assert issubclass(RecordError, ValueError)
