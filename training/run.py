"""The folder of a run: config, versions, checkpoint, history, curve and the exported policy.

Everything is written beside its place and then moved there, so a run that is killed leaves whole files.
"""

import io
import json
import os
import platform
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from torch.utils.tensorboard import SummaryWriter

from training.config import Config
from training.teaching import Positions

_PACKAGES = ("horse-envs", "numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib")


class RunError(RuntimeError):
    """A run's folder that cannot be used as asked."""


class Run:
    """A run's folder.

    Args:
        folder: where it lies or is to lie.
        config: the config of the run.
        resume: go on with a run that is there; without it the folder must be new or empty.

    Raises:
        RunError: if there is a run and `resume` is False, or there is none and it is True, or it had another config.
    """

    def __init__(self, folder: Path, config: Config, resume: bool) -> None:
        self.folder = folder
        self.config = config
        described = yaml.safe_dump(config.model_dump(), sort_keys=False)
        stored = folder / "config.yaml"
        if stored.exists():
            if not resume:
                raise RunError(f"{folder} holds a run already; go on with --resume, or choose another --out")
            if yaml.safe_load(stored.read_text()) != config.model_dump():
                raise RunError(f"{folder} was begun with another config; choose another --out, or use {stored}")
        elif resume:
            raise RunError(f"{folder} holds no run to go on with; leave --resume out to begin one")
        else:
            if folder.exists() and any(path.suffix != ".part" for path in folder.iterdir()):
                raise RunError(f"{folder} is not empty and holds no run; choose another --out")
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(stored, described.encode())
            write_atomically(folder / "versions.json", json.dumps(versions(), indent=2).encode())
        self.history: list[dict[str, Any]] = self._read_history()
        self._seconds_before = self.history[-1]["seconds"] if self.history else 0.0
        self._began = time.perf_counter()
        self.writer = SummaryWriter(str(folder / "tensorboard"))

    @property
    def seconds(self) -> float:
        """The time that the run has taken, interruptions left out."""
        return self._seconds_before + time.perf_counter() - self._began

    def save_checkpoint(self, state: Mapping[str, Any]) -> None:
        """Replace the checkpoint: tensors, numbers, strings, lists and dicts."""
        buffer = io.BytesIO()
        torch.save(dict(state), buffer)
        write_atomically(self.folder / "checkpoint.pt", buffer.getvalue())

    def load_checkpoint(self) -> dict[str, Any] | None:
        """The last checkpoint, None if there is none."""
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return None
        state: dict[str, Any] = torch.load(path, weights_only=True)
        return state

    def save_positions(self, part: int, positions: Positions) -> None:
        """Keep a part of the valued positions."""
        buffer = io.BytesIO()
        np.savez(buffer, observations=positions.observations, masks=positions.masks, values=positions.values)
        self._positions.mkdir(exist_ok=True)
        write_atomically(self._positions / f"{part:05d}.npz", buffer.getvalue())

    def load_positions(self, part: int) -> Positions | None:
        """A part of the valued positions, None if it is not there yet."""
        path = self._positions / f"{part:05d}.npz"
        if not path.exists():
            return None
        with np.load(path, allow_pickle=False) as file:
            return Positions(file["observations"], file["masks"], file["values"])

    def drop_positions(self) -> None:
        """Remove the valued positions when nothing more is to be learned from them."""
        if self._positions.is_dir():
            for part in self._positions.glob("*.npz"):
                part.unlink()
            self._positions.rmdir()

    @property
    def _positions(self) -> Path:
        return self.folder / "positions"

    def note(self, **entry: Any) -> None:
        """Add a line to the history, with the seconds of the run, and its numbers to TensorBoard."""
        entry = {"seconds": round(self.seconds, 1), **entry}
        self.history.append(entry)
        lines = "".join(json.dumps(each) + "\n" for each in self.history)
        write_atomically(self.folder / "history.jsonl", lines.encode())
        for name, value in entry.items():
            if isinstance(value, int | float) and name not in ("seconds", "step"):
                self.writer.add_scalar(f"{entry['stage']}/{name}", value, entry.get("step", len(self.history)))

    def _read_history(self) -> list[dict[str, Any]]:
        path = self.folder / "history.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file such that it is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def versions() -> dict[str, str]:
    """The versions that a run depends on."""
    return {"python": platform.python_version(), **{package: version(package) for package in _PACKAGES}}
