"""The commands serve every registered game, with its variants and with replaced tables."""

import json
from pathlib import Path

import numpy as np
import pytest

import horse_envs
from horse_envs.cli.watching import frames_of
from tests.cli.conftest import Call
from tests.games import SMALLEST, VARIANTS, Setting, every_game

settings = pytest.mark.parametrize("setting", SMALLEST + VARIANTS, ids=str)


def option_words(setting: Setting) -> list[str]:
    words = [
        f"{name}={json.dumps(value) if isinstance(value, bool) else value}" for name, value in setting.more.items()
    ]
    return [part for each in words for part in ("--option", each)]


@settings
def test_a_game_is_recorded_checked_and_watched(setting: Setting, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    arguments = ("--players", setting.num_players, *option_words(setting), "--bots", "greedy", "--seed", 3)
    assert call("record", setting.name, *arguments, "--out", path).code == 0
    found = call("replay", path, "--json").json
    assert found["complete"]
    assert found["options"].items() >= setting.options.items()
    watched = call("watch", path, "--all")
    assert watched.code == 0
    assert watched.out.count("\n--- ") == found["decisions"]
    assert "result of the game: " in watched.out


@settings
def test_a_seat_is_shown_nothing_that_it_cannot_know(setting: Setting) -> None:
    """In a world that the seat cannot tell apart the same frames are shown."""
    env = setting.raw_env()
    env.reset(seed=5)
    random = np.random.default_rng(5)
    decisions = different = 0
    while not all(env.terminations.values()) and decisions <= 60:
        if decisions in (1, setting.num_players + 1, 2 * setting.num_players + 2, 20, 60):
            for agent in env.possible_agents[:3]:
                twin = env.resample(agent, seed=decisions)
                different += twin.record()["events"] != env.record()["events"]
                assert frames_of(twin.record(), agent) == frames_of(env.record(), agent)
        env.step(int(random.choice(env.view().legal_actions)))
        decisions += 1
    assert different > 0


@every_game
def test_a_whole_game_is_played_by_typing(setting: Setting, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    # The first action of the list is always legal.
    called = call(
        *("play", setting.name, "--players", setting.num_players, "--bots", "random", "--seed", 7, "--save", path),
        typed="?\nnonsense\nhint 1\n1\nundo\n" + "1\n" * 1500,
    )
    assert called.code == 0
    assert "You are player_0." in called.out
    assert "'nonsense' is no action of" in called.out
    assert "from 1 possible worlds" in called.out
    assert "Taken back: " in called.out
    assert "result of the game: " in called.out
    horse_envs.replay(json.loads(path.read_text()))


@every_game
def test_what_others_decide_in_secret_is_not_told(setting: Setting, call: Call, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    called = call(
        *("play", setting.name, "--players", setting.num_players, "--bots", "random", "--seed", 7, "--save", path),
        typed="1\n" * 1500,
    )
    game = setting.game
    for event in json.loads(path.read_text())["events"]:
        if "do" in event and event["player"] != "player_0" and f"do {event['do']}" not in game.narrator.open_events:
            assert f"{event['player']}: {event['do'].replace('_', ' ')}, hidden" in called.out


@every_game
def test_evaluate_explain_and_bots(setting: Setting, call: Call) -> None:
    table = ",".join(["greedy"] + ["random"] * (setting.num_players - 1))
    result = call("evaluate", setting.name, "--table", table, "--deals", 2, "--json").json
    assert [seat["illegal"] for seat in result["seats"]] == [0] * setting.num_players
    explained = call("explain", setting.name, "--json").json
    assert explained["num_players"] == list(setting.game.player_counts)
    assert explained["num_actions"] == len(explained["actions"]) == setting.game.num_actions
    assert {option["name"] for option in explained["options"]} >= {"num_players"}
    assert all(option["meaning"] for option in explained["options"])
    assert setting.game.title in call("explain", setting.name).out
    described = call("bots", setting.name, "--json").json["bots"]
    assert [bot["bot"] for bot in described] == horse_envs.bot_names(setting.name)
    assert len({bot["about"] for bot in described}) == len(described)
    assert "a rule of this game" not in {bot["about"] for bot in described}


# Tables from a file


def test_an_option_is_read_from_a_file(call: Call, tmp_path: Path) -> None:
    tables = tmp_path / "tables.json"
    tables.write_text(json.dumps({"pay": {"2": 2, "1": 3, "0": 5}}))
    called = call("record", "huuue_v0", "--players", 3, "--option", f"components=@{tables}", "--seed", 1)
    assert called.code == 0
    assert called.json["options"]["components"] == {"pay": {"2": 2, "1": 3, "0": 5}}
    horse_envs.replay(called.json)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "tables.json is no JSON: "),
        ("", "tables.json is no JSON: "),
        ('{"pay": 5}', "pay"),
        ('{"prices": {}}', "prices"),
        ('["pay"]', "components"),
    ],
)
def test_a_wrong_file_is_explained_in_a_line(text: str, says: str, call: Call, tmp_path: Path) -> None:
    tables = tmp_path / "tables.json"
    tables.write_text(text)
    called = call("record", "huuue_v0", "--option", f"components=@{tables}")
    assert called.code == 2
    assert called.out == ""
    assert called.err.startswith("error: ")
    assert called.err.count("\n") == 1
    assert says in called.err


def test_a_folder_is_no_file(call: Call, tmp_path: Path) -> None:
    called = call("record", "huuue_v0", "--option", f"components=@{tmp_path}")
    assert called.code == 2
    assert str(tmp_path) in called.err


def test_help_says_that_an_option_may_lie_in_a_file(call: Call) -> None:
    assert "NAME=@FILE" in call("record", "--help").out
