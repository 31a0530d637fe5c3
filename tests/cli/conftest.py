import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from horse_envs.cli import main
from horse_envs.engine.game import game_names, load_game


@dataclass(frozen=True)
class Called:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Call = Callable[..., Called]


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """The first use of a game on a machine says that it is compiled, which is no part of what a command prints."""
    for name in game_names():
        _ = load_game(name).loops


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Runs the command in this process, with what the user types."""
    # Rich asks these how wide lines are and whether there is a terminal.
    monkeypatch.setenv("COLUMNS", "120")
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "GITHUB_ACTIONS", "PY_COLORS"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: object, typed: str = "") -> Called:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return Called(code, printed.out, printed.err)

    return run


@pytest.fixture
def recorded(call: Call, tmp_path: Path) -> Path:
    """The record of a random game of four."""
    path = tmp_path / "game.json"
    assert call("record", "trick_stakes_v0", "--seed", 7, "--out", path).code == 0
    return path
