"""The demonstration works for every game."""

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import horse_envs
from horse_envs.bots.learned import save_policy
from horse_envs.engine.game import load_game
from tests.bots.policies import small_policy
from tests.games import every_name
from training import demo
from training.config import read_config


@every_name
def test_every_game_has_a_quick_config(name: str) -> None:
    assert read_config(demo.quick_config(load_game(name))).game == name


@every_name
def test_the_first_race_is_told_from_its_beginning_to_its_result(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    demo.show_race(Console(width=500), load_game(name), "greedy", seed=3)
    printed = capsys.readouterr().out
    assert printed.count("result of the race: ") == 1
    for player in ("player_0: ", "player_1: ", "player_2: ", "player_3: "):
        assert player in printed
    assert "hidden" not in printed


@every_name
def test_the_demonstration_trains_evaluates_and_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trained: list[str] = []

    def train(config: Any, folder: Path) -> Path:
        trained.append(config.game)
        policy = tmp_path / "policy.npz"
        save_policy(policy, load_game(name), small_policy(game=load_game(name)))
        return policy

    monkeypatch.setattr(demo, "train", train)
    monkeypatch.setattr(demo, "_DEALS", 2)
    monkeypatch.setattr(demo, "_ROOT", tmp_path)
    monkeypatch.setattr(demo, "quick_config", lambda game: config)
    config = Path(horse_envs.__file__).parents[1] / "configs" / f"{name.rpartition('_')[0]}_quick.yaml"
    assert demo.main([name]) == 0
    assert trained == [name]
    printed = capsys.readouterr().out
    assert f"horse-envs play {name} --bots policy.npz" in printed
    assert "3 x greedy" in printed
    assert "result of the race: " in printed


def test_an_unknown_game_is_refused_and_the_known_ones_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        demo.main(["chess_v3"])
    assert "trick_stakes_v0" in capsys.readouterr().err
