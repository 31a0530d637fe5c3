"""The folder of a run: whole files, nothing overwritten, nothing lost."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import yaml

from horse_envs.games.trick_stakes.game import GAME
from tests.training.small import config, positions
from training import run as running
from training.curve import draw_curve
from training.run import Run, RunError, write_atomically
from training.teaching import Positions

PNG = b"\x89PNG\r\n\x1a\n"


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and "events" not in path.name}


def test_a_new_run_keeps_its_config_and_versions(tmp_path: Path) -> None:
    Run(tmp_path / "new" / "run", config(), resume=False)
    folder = tmp_path / "new" / "run"
    assert files(folder) == {"config.yaml", "versions.json"}
    assert yaml.safe_load((folder / "config.yaml").read_text()) == config().model_dump()
    versions = json.loads((folder / "versions.json").read_text())
    assert {"python", "horse-envs", "numpy", "numba", "torch", "sb3-contrib"} <= set(versions)
    assert all(isinstance(value, str) and value for value in versions.values())


def test_a_run_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    Run(tmp_path, config(), resume=False)
    with pytest.raises(RunError, match=r"--resume.*--out"):
        Run(tmp_path, config(), resume=False)
    Run(tmp_path, config(), resume=True)


def test_a_run_does_not_go_on_with_another_config(tmp_path: Path) -> None:
    Run(tmp_path, config(), resume=False)
    with pytest.raises(RunError, match=r"another config.*config\.yaml"):
        Run(tmp_path, config(seed=5), resume=True)
    with pytest.raises(RunError, match="another config"):
        Run(tmp_path, config(teaching={"worlds": 9}), resume=True)


@pytest.mark.parametrize("resume", [False, True])
def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, resume: bool) -> None:
    (tmp_path / "thesis.txt").write_text("do not touch")
    with pytest.raises(RunError, match="holds no run"):
        Run(tmp_path, config(), resume=resume)
    assert files(tmp_path) == {"thesis.txt"}


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    Run(tmp_path, config(), resume=False)


def test_resume_needs_a_run(tmp_path: Path) -> None:
    """A wrong --out would silently begin anew."""
    with pytest.raises(RunError, match=r"no run|--resume"):
        Run(tmp_path / "misspelt", config(), resume=True)
    assert not (tmp_path / "misspelt").exists()


def test_a_run_that_was_killed_while_its_first_file_was_written_can_be_begun_again(tmp_path: Path) -> None:
    (tmp_path / "config.yaml.part").write_text("game: tri")
    Run(tmp_path, config(), resume=False)
    assert yaml.safe_load((tmp_path / "config.yaml").read_text()) == config().model_dump()


# Files are whole


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    target = tmp_path / "file"
    write_atomically(target, b"old")

    def killed(*arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(*((running.os, "fsync", killed) if step == "fsync" else (Path, "replace", killed)))
    with pytest.raises(KeyboardInterrupt):
        write_atomically(target, b"new and longer")
    assert target.read_bytes() == b"old"
    monkeypatch.undo()
    write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
    assert files(tmp_path) == {"file"}


def test_a_file_is_on_the_disk_before_it_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    fsync, replace = os.fsync, Path.replace
    monkeypatch.setattr(running.os, "fsync", lambda number: (order.append("fsync"), fsync(number))[1])
    monkeypatch.setattr(Path, "replace", lambda self, target: (order.append("replace"), replace(self, target))[1])
    write_atomically(tmp_path / "file", b"data")
    assert order == ["fsync", "replace"]


def test_checkpoints_come_back(tmp_path: Path) -> None:
    run = Run(tmp_path, config(), resume=False)
    assert run.load_checkpoint() is None
    state = {"stage": "teaching", "step": 7, "network": {"w": torch.arange(6.0).reshape(2, 3)}, "past": [{"b": 1.5}]}
    run.save_checkpoint(state)
    again = Run(tmp_path, config(), resume=True).load_checkpoint()
    assert again is not None
    assert (again["stage"], again["step"], again["past"]) == ("teaching", 7, [{"b": 1.5}])
    assert torch.equal(again["network"]["w"], torch.arange(6.0).reshape(2, 3))
    run.save_checkpoint({"stage": "taught"})
    assert run.load_checkpoint() == {"stage": "taught"}


def test_positions_come_back_until_they_are_dropped(tmp_path: Path) -> None:
    run = Run(tmp_path, config(), resume=False)
    assert run.load_positions(0) is None
    found = positions()
    run.save_positions(0, found)
    run.save_positions(1, Positions(found.observations[:5], found.masks[:5], found.values[:5]))
    first, second = run.load_positions(0), run.load_positions(1)
    assert first is not None
    assert second is not None
    for name in ("observations", "masks", "values"):
        assert getattr(first, name).tobytes() == getattr(found, name).tobytes()
        assert getattr(first, name).dtype == getattr(found, name).dtype
    assert len(second) == 5
    run.drop_positions()
    assert run.load_positions(0) is None
    assert not (tmp_path / "positions").exists()
    run.drop_positions()


def test_the_history_goes_on_and_so_does_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(running.time, "perf_counter", lambda: now[0])
    run = Run(tmp_path, config(), resume=False)
    now[0] += 60
    run.note(stage="teaching", step=1, loss=0.5)
    now[0] += 60
    run.note(stage="teaching", step=2, loss=0.25)
    now[0] += 1e6
    resumed = Run(tmp_path, config(), resume=True)
    assert resumed.seconds == pytest.approx(120)
    now[0] += 30
    resumed.note(stage="self_play", step=3, share=0.5)
    lines = [json.loads(line) for line in (tmp_path / "history.jsonl").read_text().splitlines()]
    assert lines == [
        {"seconds": 60.0, "stage": "teaching", "step": 1, "loss": 0.5},
        {"seconds": 120.0, "stage": "teaching", "step": 2, "loss": 0.25},
        {"seconds": 150.0, "stage": "self_play", "step": 3, "share": 0.5},
    ]
    assert resumed.history == lines


def test_numbers_go_to_tensorboard(tmp_path: Path) -> None:
    run = Run(tmp_path, config(), resume=False)
    run.note(stage="teaching", step=1, loss=0.5, during="words are not drawn")
    run.writer.flush()
    assert b"teaching/loss" in b"".join(path.read_bytes() for path in (tmp_path / "tensorboard").iterdir())


# The curve


@pytest.mark.parametrize(
    "history",
    [
        [],
        [{"stage": "teaching", "seconds": 1.0, "regret": 2.0}],
        [
            {"stage": "teaching", "seconds": 1.0, "regret": 2.0},
            {"stage": "evaluation", "seconds": 2.0, "wins": 0.5, "wins_dummy": 0.6, "wins_greedy": 0.4},
            {"stage": "self_play", "seconds": 3.0, "entropy": 1.0},
            {"stage": "evaluation", "seconds": 9.0, "wins": 0.6, "wins_dummy": 0.6},
        ],
    ],
    ids=["empty", "begun", "whole"],
)
def test_the_curve_is_a_picture(tmp_path: Path, history: list[dict[str, Any]]) -> None:
    draw_curve(history, tmp_path / "curve.png", 0.25)
    picture = (tmp_path / "curve.png").read_bytes()
    assert picture.startswith(PNG)
    assert len(picture) > 5000
    assert files(tmp_path) == {"curve.png"}


def test_positions_hold_what_learning_needs() -> None:
    assert positions().observations.shape[1] == GAME.layout.size
    assert np.isfinite(positions().observations).all()
