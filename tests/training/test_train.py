"""The script: a whole training, killed in the middle of each stage, and what it says when it cannot run."""

import itertools
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

import horse_envs
from horse_envs.bots.learned import load_policy
from horse_envs.games.trick_stakes.game import GAME
from tests.training.small import as_yaml
from training.train import main

ROOT = Path(horse_envs.__file__).parents[1]
UPDATE = 512
CONFIG = as_yaml(
    teaching={"positions": 30_000, "worlds": 2, "epochs": 4, "batch_size": 256},
    self_play={"decisions": 12 * UPDATE, "games": 64, "steps": 8, "epochs": 1, "batch_size": 256},
)


class Training:
    """One run of the script in a process of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        (folder / "tiny.yaml").write_text(CONFIG)
        self.out = folder / "run"
        command = [sys.executable, str(ROOT / "training" / "train.py"), "tiny.yaml", "--out", "run", *more]
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def kill_at(self, beginning: str, nth: int) -> None:
        """Kill it, so that nothing can be tidied up, when it prints the nth line that begins with these words."""
        assert self.process.stdout is not None
        seen = 0
        for line in self.process.stdout:
            self.lines.append(line)
            seen += line.startswith(beginning)
            if seen == nth:
                self.process.kill()
                break
        self.lines += self.process.stdout.readlines()
        assert self.process.wait() == -signal.SIGKILL, "".join(self.lines)

    def finish(self) -> None:
        output, _ = self.process.communicate()
        self.lines = output.splitlines(keepends=True)
        assert self.process.returncode == 0, output

    def said(self, beginning: str) -> int:
        return sum(line.startswith(beginning) for line in self.lines)

    @property
    def history(self) -> list[dict[str, Any]]:
        path = self.out / "history.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def steps(self, stage: str) -> list[int]:
        return [line["step"] for line in self.history if line["stage"] == stage]

    def checkpoint(self) -> dict[str, Any]:
        checkpoint: dict[str, Any] = torch.load(self.out / "checkpoint.pt", weights_only=True)
        return checkpoint


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the kill is that of POSIX")
def test_a_training_that_is_killed_in_each_stage_goes_on_and_finishes(tmp_path: Path) -> None:
    """Nothing before the last checkpoint is lost, and nothing of it is done twice."""
    first = Training(tmp_path)
    first.kill_at("searching: ", 1)
    assert not (first.out / "positions").exists()
    assert first.history == []

    second = Training(tmp_path, "--resume")
    second.kill_at("learning: ", 3)
    assert second.said("searching: ") > 0
    assert [path.name for path in (second.out / "positions").iterdir() if path.suffix == ".npz"] == ["00000.npz"]
    checkpoint, before = second.checkpoint(), second.history
    assert checkpoint["stage"] == "teaching"
    assert 200 <= checkpoint["step"] <= second.steps("teaching")[-1]

    third = Training(tmp_path, "--resume")
    third.kill_at("self-play: ", 4)
    assert third.said("searching: ") == 0, "the positions were there"
    assert third.history[: len(before)] == before
    assert third.steps("teaching")[len(before)] == checkpoint["step"] + 100
    checkpoint, before = third.checkpoint(), third.history
    assert checkpoint["stage"] == "self_play"
    assert 3 * UPDATE <= checkpoint["decisions"] <= third.steps("self_play")[-1]

    last = Training(tmp_path, "--resume")
    last.finish()
    assert last.said("searching: ") == last.said("learning: ") == 0
    assert last.history[: len(before)] == before
    more = last.steps("self_play")[len([line for line in before if line["stage"] == "self_play"]) :]
    assert more[0] == checkpoint["decisions"] + UPDATE
    assert last.checkpoint()["decisions"] == 12 * UPDATE
    assert_finished(last)
    assert_nothing_is_left_to_do(tmp_path, last)


def assert_finished(training: Training) -> None:
    """What a finished run leaves: the policy that plays by its path, the picture, the history, no halves."""
    present = {path.name for path in training.out.iterdir()}
    wanted = {"config.yaml", "versions.json", "checkpoint.pt", "history.jsonl", "curve.png", "policy.npz"}
    assert present == wanted | {"tensorboard"}
    assert list((training.out / "tensorboard").iterdir())
    assert (training.out / "curve.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    seconds = [line["seconds"] for line in training.history]
    assert all(before <= after for before, after in itertools.pairwise(seconds))
    assert {line["stage"] for line in training.history} == {"teaching", "self_play", "evaluation"}
    evaluations = [line for line in training.history if line["stage"] == "evaluation"]
    assert [line["during"] for line in evaluations] == ["teaching", "self_play"]
    assert all(0 <= line["wins"] <= 1 and line["wins"] == line["wins_dummy"] for line in evaluations)
    policy = str(training.out / "policy.npz")
    for num_players in (3, 4):
        result = horse_envs.evaluate(GAME.name, [policy, *["dummy"] * (num_players - 1)], deals=5)
        assert result.seats[0].illegal == 0
    assert load_policy(policy, GAME).made["config"]["self_play"]["decisions"] == 12 * UPDATE


def assert_nothing_is_left_to_do(folder: Path, training: Training) -> None:
    """A finished run is not begun again by mistake; resumed, it ends at once."""
    before = (training.out / "policy.npz").read_bytes()
    steps = training.steps("self_play")
    assert main([str(folder / "tiny.yaml"), "--out", str(training.out)]) == 2
    assert main([str(folder / "tiny.yaml"), "--out", str(training.out), "--resume"]) == 0
    assert training.steps("self_play") == steps
    assert (training.out / "policy.npz").read_bytes() == before


def test_errors_of_the_user_are_said_in_a_line_and_by_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "tiny.yaml"

    def error(*arguments: str) -> str:
        assert main([str(config), *arguments]) == 2
        told = capsys.readouterr().err
        assert told.startswith("error: ")
        assert "Traceback" not in told
        return told

    assert "tiny.yaml" in error()
    config.write_text("game: chess_v3\n")
    assert "chess_v3" in error()
    config.write_text(CONFIG + "sped: 1\n")
    assert "sped: unknown key" in error()
    config.write_text(CONFIG)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").touch()
    assert "not empty" in error("--out", str(tmp_path / "full"))
    assert list((tmp_path / "full").iterdir()) == [tmp_path / "full" / "thesis.txt"]


@pytest.mark.parametrize("arguments", [[], ["a.yaml", "b.yaml"], ["a.yaml", "--fast"]], ids=str)
def test_a_wrong_command_line_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: " in capsys.readouterr().err


def test_the_help_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    help_text = " ".join(capsys.readouterr().out.split())
    assert "example: python training/train.py configs/" in help_text
    assert "--resume" in help_text
