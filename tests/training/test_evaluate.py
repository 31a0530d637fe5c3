"""The script that evaluates a policy."""

import json
from pathlib import Path

import numpy as np
import pytest

from horse_envs.bots.learned import save_policy
from horse_envs.engine.game import load_game
from tests.bots.policies import small_policy
from tests.games import every_name
from training import evaluate


@every_name
def test_a_policy_file_says_its_game(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npz"
    save_policy(path, load_game(name), small_policy(game=load_game(name)))
    assert evaluate.main([str(path), "--players", "3", "--against", "random", "--deals", "2", "--json"]) == 0
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    assert table["game"] == name
    assert [seat["illegal"] for seat in table["seats"]] == [0, 0, 0]


@every_name
def test_a_bot_is_evaluated_by_its_name_with_its_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["greedy", "--game", name, "--players", "3", "4", "--against", "random,dummy", "--deals", "2"]
    assert evaluate.main(arguments) == 0
    assert len(capsys.readouterr().out.strip().splitlines()) == 2 + 4


def test_wrong_calls_are_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (tmp_path / "wrong.npz").open("wb") as file:
        np.savez(file, array=np.zeros(3))
    for policy, says in (
        ("greedy", "--game"),
        ("missing.npz", "missing.npz"),
        (str(tmp_path / "wrong.npz"), "no policy file"),
    ):
        assert evaluate.main([policy, "--deals", "2"]) == 2
        error = capsys.readouterr().err
        assert error.startswith("error: ")
        assert says in error
