import sys

import pytest

from horse_envs.cli.benching import FIGURES
from horse_envs.cli.machine import machine
from horse_envs.engine.compile import JIT
from horse_envs.engine.game import game_names
from tests.cli.conftest import Call

FAST = "a,c,d,g"
ONE = ("--game", "trick_stakes_v0")

pytestmark = pytest.mark.skipif(not JIT, reason="without the JIT the loops take minutes, and their speed says nothing")


def test_figures_as_json(call: Call) -> None:
    called = call("bench", *ONE, "--only", FAST, "--quick", "--rounds", 2, "--json")
    assert called.code == 0
    found = called.json
    assert found["games"] == [{"game": "trick_stakes_v0", "options": {"num_players": 4}}]
    assert found["machine"] == machine()
    assert found["machine"]["versions"]["numpy"]
    assert [figure["figure"] for figure in found["figures"]] == FAST.split(",")
    for figure in found["figures"]:
        own = figure["rows"][0]
        assert own["subject"] == "trick_stakes_v0, 4 players"
        assert len(own["rounds"]) == 2
        assert min(own["rounds"]) <= own["value"] <= max(own["rounds"])
        assert own["value"] > 0
        assert figure["loop"]


def test_figures_in_words(call: Call) -> None:
    called = call("bench", *ONE, "--only", "c", "--players", 3, "--quick", "--rounds", 1)
    assert called.code == 0
    assert "(c) AEC raw_env, turns/s" in called.out
    assert "trick_stakes_v0, 3 players" in called.out


def test_every_game_is_measured_without_a_name_and_those_that_are_named(call: Call) -> None:
    """Each has a row, and the peers come once."""
    called = call("bench", "--only", "a,b", "--quick", "--rounds", 1, "--json").json
    assert [each["game"] for each in called["games"]] == game_names()
    for figure in called["figures"]:
        own, peers = figure["rows"][: len(game_names())], figure["rows"][len(game_names()) :]
        for name, row in zip(game_names(), own, strict=True):
            assert row["subject"].startswith(f"{name}, ")
            assert row["value"] > 1000
        assert not any(name in row["subject"] for row in peers for name in game_names())
        assert len({row["subject"] for row in peers}) == len(peers)
    two = ("--game", "ready_set_bet_v0", "--game", "huuue_v0", "--players", 2)
    rows = call("bench", *two, "--only", "c", "--quick", "--rounds", 1, "--json").json["figures"][0]["rows"]
    assert [row["subject"] for row in rows[:2]] == ["ready_set_bet_v0, 2 players", "huuue_v0, 2 players"]


def test_what_is_not_installed_is_said(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pyspiel", "pgx", "jax", "sb3_contrib", "pettingzoo.classic.tictactoe_v3", "rlcard"):
        monkeypatch.setitem(sys.modules, name, None)
    called = call("bench", *ONE, "--only", "a,c,e", "--quick", "--rounds", 1)
    assert called.code == 0
    assert "not installed: pip install open_spiel" in called.out
    assert "sb3_contrib is not installed" in called.out
    assert called.out.count("pip install 'pettingzoo[classic]'") == 2


def test_learning_is_left_out_where_the_scripts_are_not(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "training.network", None)
    row = call("bench", *ONE, "--only", "e", "--json").json["figures"][0]["rows"][0]
    assert row["value"] is None
    assert "training/" in row["note"]


@pytest.mark.slow
def test_starts_and_learning(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_QUICK_LEARNING_GAMES", 16), ("_MINIBATCH", 256)):
        monkeypatch.setattr(f"horse_envs.cli.figures.{name}", value)
    found = call("bench", *ONE, "--only", "e,f", "--quick", "--rounds", 1, "--json").json
    learning, starts = found["figures"]
    assert learning["rows"][0]["value"] > 0
    assert [row["value"] is None for row in starts["rows"]] == [False, False, True]


def test_each_figure_has_its_letter_once() -> None:
    assert [figure.letter for figure in FIGURES] == list("abcdefg")
