"""The order of calls, options, agents, seeds and records: what is wrong is refused with what is allowed."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import horse_envs
from horse_envs import RecordError
from horse_envs.engine.errors import NotResetError
from tests.engine.play import any_legal, finished, over, position, whole
from tests.games import SMALLEST, Setting, every_count, every_game, every_size

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


@every_game
@pytest.mark.parametrize("name", NEEDS_RESET)
def test_calls_before_reset_are_refused(name: str, setting: Setting) -> None:
    """As an AssertionError, which PettingZoo's own order enforcing raises."""
    for env in (setting.env(), setting.raw_env()):
        with pytest.raises(NotResetError, match=r"reset\(\)"):
            NEEDS_RESET[name](env)
    assert issubclass(NotResetError, AssertionError)


@every_game
@pytest.mark.parametrize("name", ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_what_a_game_has_is_not_there_before_reset(name: str, setting: Setting) -> None:
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(setting.env(), name)


@every_size
def test_what_needs_no_game_works_before_reset(setting: Setting) -> None:
    env = setting.env()
    assert env.possible_agents == [f"player_{i}" for i in range(setting.num_players)]
    assert env.observation_space("player_1") is env.observation_space("player_1")
    assert env.action_space("player_1").n == setting.game.num_actions
    assert env.parse_action(env.describe_action(37)) == 37
    assert env.layout.size == env.observation_space("player_0")["observation"].shape[0]
    assert not hasattr(env, "no_such_thing")
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        twin.reset(seed=1)
        assert twin.agents == env.possible_agents


WRONG_OPTIONS = [
    ("num_players", -1),
    ("num_players", 0),
    ("num_players", 1),
    ("num_players", 99),
    ("num_players", 4.0),
    ("num_players", "4"),
    ("num_players", True),
    ("num_players", None),
    ("reward", "money"),
    ("reward", None),
    ("render_mode", "rgb"),
    ("render_mode", True),
    ("render_seat", "player_99"),
    ("render_seat", 0),
    ("mask_in", "both"),
    ("mask_in", None),
]


@every_game
@pytest.mark.parametrize(("name", "value"), WRONG_OPTIONS, ids=str)
@pytest.mark.parametrize("door", ["env", "raw_env"])
def test_a_wrong_option_names_itself_its_value_and_what_is_allowed(
    door: str, name: str, value: Any, setting: Setting
) -> None:
    with pytest.raises(ValueError, match="allowed: ") as caught:
        getattr(setting.door, door)(**{name: value})
    assert f"{name}={value!r}" in str(caught.value)


@every_game
def test_numbers_of_players_just_out_of_range_are_refused(setting: Setting) -> None:
    counts = [each.num_players for each in every_count(setting.name)]
    for count in (counts[0] - 1, counts[-1] + 1):
        with pytest.raises(ValueError, match=f"num_players={count}.*allowed: .*{counts[0]}.*{counts[-1]}"):
            setting.door.env(num_players=count)


@every_game
def test_a_seat_that_is_not_there_cannot_be_rendered(setting: Setting) -> None:
    seat = f"player_{setting.num_players}"
    with pytest.raises(ValueError, match=f"render_seat='{seat}'"):
        setting.env(render_seat=seat)


@every_game
@pytest.mark.parametrize("agent", ["player_9", "player_-1", "dummy", "", None, 0], ids=repr)
def test_an_unknown_agent_is_refused_and_the_known_ones_named(agent: Any, setting: Setting) -> None:
    env = position(setting)
    calls = {"observe": env.observe, "resample": lambda name: env.resample(name, seed=1)}
    if agent is not None:
        calls["view"] = env.view
    for call in calls.values():
        with pytest.raises(ValueError, match=", ".join(env.possible_agents)):
            call(agent)


@every_game
@pytest.mark.parametrize("seed", [-1, 2**63, 2**70, 1.5, 1.0, "7", True, np.float64(2), [1]], ids=repr)
def test_a_wrong_seed_is_refused_and_the_game_stays(seed: Any, setting: Setting) -> None:
    env = position(setting, plies=7)
    before = whole(env)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    with pytest.raises(ValueError, match="seed"):
        env.resample("player_0", seed=seed)
    assert whole(env) == before


@every_game
@pytest.mark.parametrize("seed", [0, 2**63 - 1, np.int64(9), np.uint64(9), np.uint8(9)], ids=repr)
def test_every_seed_of_the_range_is_taken(seed: Any, setting: Setting) -> None:
    env, other = setting.env(), setting.env()
    env.reset(seed=seed)
    other.reset(seed=int(seed))
    assert whole(env) == whole(other)
    assert env.record()["seed"] == int(seed)


@every_game
def test_a_reset_without_a_seed_goes_on_from_the_game_before(setting: Setting) -> None:
    env, other = setting.env(), setting.env()
    env.reset(seed=3)
    other.reset(seed=3)
    seen = [whole(env)]
    for _ in range(3):
        env.reset()
        other.reset()
        assert whole(env) == whole(other)
        seen.append(whole(env))
    assert len(set(seen)) == 4


@every_game
def test_a_first_reset_without_a_seed_is_drawn_at_random(setting: Setting) -> None:
    envs = [setting.env(), setting.env()]
    for env in envs:
        env.reset()
    assert whole(envs[0]) != whole(envs[1])


# Records in the options of reset


@every_game
def test_unknown_reset_options_are_ignored(setting: Setting) -> None:
    env, other = setting.env(), setting.env()
    env.reset(seed=4, options={"difficulty": "high", "record": None})
    other.reset(seed=4)
    assert whole(env) == whole(other)
    env.reset(seed=4, options={})
    assert whole(env) == whole(other)


def luck_by_race(record: dict[str, Any], exempt: frozenset[str]) -> list[dict[str, list[Any]]]:
    races: list[dict[str, list[Any]]] = [{}]
    for event in record["events"]:
        if event.get("result") == "race":
            races.append({})
        if "chance" in event and event["chance"] not in exempt:
            races[-1].setdefault(event["chance"], []).append(event)
    return races


@every_size
def test_the_luck_of_a_record_is_played_again_without_its_decisions(setting: Setting) -> None:
    record = finished(setting, seed=6).record()
    env = setting.raw_env()
    env.reset(seed=99, options={"record": record})
    random = np.random.default_rng(77)
    while not over(env):
        env.step(any_legal(env, random))
    # What decisions bring about may differ; and a game may come to its end earlier or later by them.
    exempt = setting.game.luck_by_decisions
    for first, second in zip(luck_by_race(record, exempt), luck_by_race(env.record(), exempt), strict=False):
        for kind in first.keys() & second.keys():
            assert all(one == other for one, other in zip(first[kind], second[kind], strict=False))
    again = env.record()["events"]
    assert any("chance" in event for event in again)
    assert [e for e in again if "do" in e] != [e for e in record["events"] if "do" in e]


def wrong_records(setting: Setting) -> dict[str, Any]:
    record = position(setting, plies=5).record()
    other = every_count(setting.name)[1]
    return {
        "no object": [record],
        "another number of players": position(other, plies=5).record(),
        "another game": record | {"game": "chess_v3"},
        "another format": record | {"format": 2},
        "a wrong seed": record | {"seed": -1},
        "a field too many": record | {"winner": "player_0"},
        "a field too few": {name: value for name, value in record.items() if name != "players"},
        "wrong players": record | {"players": ["ann", "bob", "cid", "dan"]},
        "events that are none": record | {"events": [{"chance": "seats", "do": "play"}]},
        "no list of events": record | {"events": "none"},
        "a number": 5,
        "an empty object": {},
    }


@every_game
@pytest.mark.parametrize("case", wrong_records(SMALLEST[0]))
def test_a_wrong_record_is_refused_and_the_game_stays(case: str, setting: Setting) -> None:
    env = position(setting, plies=6)
    before = whole(env)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        env.reset(seed=1, options={"record": wrong_records(setting)[case]})
    assert whole(env) == before


def test_a_record_that_is_none_is_refused_as_a_record() -> None:
    for wrong in (5, None, [], {"game": "chess_v3"}, {}):
        with pytest.raises(RecordError):
            horse_envs.replay(wrong)
    assert issubclass(RecordError, ValueError)
