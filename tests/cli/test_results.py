import json
from pathlib import Path

import numpy as np
import pytest

import horse_envs
from horse_envs.bots.learned import Policy, save_policy
from horse_envs.cli.arguments import entries_of, value_of
from horse_envs.engine.game import load_game
from tests.cli.conftest import Call

GAME = load_game("trick_stakes_v0")


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """A policy that scores all actions alike."""
    path = tmp_path / "policy.npz"
    shape = (GAME.layout.size, GAME.num_actions)
    save_policy(path, GAME, Policy([np.zeros(shape, np.float32)], [np.zeros(shape[1], np.float32)]))
    return path


def test_evaluate_prints_the_evaluation(call: Call) -> None:
    called = call("evaluate", "trick_stakes_v0", "--table", "greedy,dummy,random", "--deals", 4, "--seed", 2, "--json")
    result = horse_envs.evaluate("trick_stakes_v0", ["greedy", "dummy", "random"], deals=4, seed=2)
    assert called.code == 0
    assert called.err == ""
    assert called.json == json.loads(json.dumps(result.to_dict()))


def test_evaluate_shows_a_table(call: Call) -> None:
    called = call("evaluate", "trick_stakes_v0", "--table", "greedy,dummy,dummy,random", "--deals", 2)
    assert called.code == 0
    assert "2 deals, 8 games, seed 0" in called.out
    assert "parity is 25.0% of wins" in called.out
    assert [name in called.out for name in ("greedy", "dummy", "random")] == [True] * 3


def test_evaluate_takes_policies_and_settings(call: Call, policy: Path) -> None:
    table = f"{policy},{policy}:choice=sample,search:worlds=1:seconds=1"
    seats = call("evaluate", "trick_stakes_v0", "--table", table, "--deals", 2, "--json").json["seats"]
    assert [seat["bot"] for seat in seats] == table.split(",")


def test_settings_change_nothing_but_what_they_say(call: Call) -> None:
    arguments = ("--deals", 2, "--json", "--table")
    plain = call("evaluate", "trick_stakes_v0", *arguments, "search,dummy,dummy").json
    given = call("evaluate", "trick_stakes_v0", *arguments, "search:worlds=50,dummy,dummy").json
    assert given["seats"][0].pop("bot") == "search:worlds=50"
    assert plain["seats"][0].pop("bot") == "search"
    assert given == plain


def test_evaluate_one_name_for_all(call: Call) -> None:
    called = call(
        "evaluate", "trick_stakes_v0", "--table", "dummy", "--option", "num_players=3", "--deals", 2, "--json"
    )
    assert [seat["bot"] for seat in called.json["seats"]] == ["dummy"] * 3


def test_entries() -> None:
    search, path, windows = entries_of("search:worlds=20:seconds=0.5, a:b.npz:choice=sample ,C:\\p.npz")
    assert (search.name, search.settings) == ("search", {"worlds": 20, "seconds": 0.5})
    assert (path.name, path.settings) == ("a:b.npz", {"choice": "sample"})
    assert (windows.name, windows.settings) == ("C:\\p.npz", {})


@pytest.mark.parametrize(
    ("text", "value"),
    [("3", 3), ("0.5", 0.5), ("true", True), ("False", False), ("word", "word"), ('{"a": [1]}', {"a": [1]}), ("", "")],
)
def test_values(text: str, value: object) -> None:
    assert value_of(text) == value
    assert type(value_of(text)) is type(value)


def test_explain_in_words(call: Call) -> None:
    out = call("explain", "trick_stakes_v0").out
    assert "Players: 3, 4" in out
    assert GAME.layout.to_markdown() in out
    assert "`num_players`: 4, or 3 with the dummy on the fourth seat. By default 4." in out
    assert "| 48-95 | `play R1`, `play R2`, ..., `play G12` |" in out


def test_explain_all_actions(call: Call) -> None:
    rows = call("explain", "trick_stakes_v0", "--actions").out.splitlines()[2:]
    assert rows == [f"| {number} | `{words}` |" for number, words in enumerate(GAME.actions)]


def test_explain_as_json(call: Call) -> None:
    found = call("explain", "trick_stakes_v0", "--json").json
    assert found["num_players"] == [3, 4]
    assert found["actions"] == list(GAME.actions)
    assert found["options"][0]["name"] == "num_players"
    pieces = found["observation"]["pieces"]
    assert [piece["name"] for piece in pieces] == [piece.name for piece in GAME.layout.pieces]
    assert pieces[-1]["end"] == found["observation"]["size"] == GAME.layout.size


def test_bots(call: Call) -> None:
    names = horse_envs.bot_names("trick_stakes_v0")
    lines = call("bots", "trick_stakes_v0").out.splitlines()
    assert [line.split()[0] for line in lines] == [*names, "*.npz"]
    found = call("bots", "trick_stakes_v0", "--json").json
    assert [bot["bot"] for bot in found["bots"]] == names
    for bot in found["bots"]:
        # A bot takes the settings that are listed for it, here each at a value that fits.
        values = {"seed": 1, "worlds": 1, "seconds": 0.1, "choice": "best"}
        horse_envs.make_bot("trick_stakes_v0", bot["bot"], **{name: values[name] for name in bot["settings"]})
