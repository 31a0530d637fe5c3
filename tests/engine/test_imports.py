"""Who imports whom, and what the package says of itself."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import horse_envs
from tests.games import NAMES, every_name

PACKAGE = Path(horse_envs.__file__).parent
ROOT = PACKAGE.parent

# What a part of the package may import of the others.
ALLOWED = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "bots"},
    "arena": {"engine", "bots", "arena"},
}


def imported(source: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    names = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("part", ALLOWED)
def test_arrows_run_one_way(part: str) -> None:
    for source in (PACKAGE / part).rglob("*.py"):
        parts = {name.split(".")[1] for name in imported(source) if name.startswith("horse_envs.")}
        assert parts <= ALLOWED[part], source
        assert "horse_envs" not in imported(source), source


def test_nothing_in_the_package_imports_the_training() -> None:
    for source in PACKAGE.rglob("*.py"):
        assert not {name for name in imported(source) if name.split(".")[0] == "training"}, source


@every_name
def test_the_rules_import_their_game_random_numbers_and_numba_only(name: str) -> None:
    folder = name.rpartition("_")[0]
    for part in ("state", "race", "rules"):
        names = imported(PACKAGE / "games" / folder / f"{part}.py")
        ours = {module for module in names if module.startswith("horse_envs.")}
        assert names - ours <= {"typing", "numpy", "numba", "numpy.typing"}
        assert {module for module in ours if f".games.{folder}." not in module} <= {
            f"horse_envs.engine.{module}" for module in ("bits", "compile", "luck")
        } | {f"horse_envs.games.{folder}"}


def test_the_import_needs_no_learning_and_no_drawing() -> None:
    code = (
        "import sys, horse_envs\n"
        f"for name in {NAMES}:\n"
        "    getattr(horse_envs, name).env().reset(seed=1)\n"
        "    horse_envs.make_bot(name, 'search')\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    loaded = {module.split(".")[0] for module in done.stdout.split()}
    unwanted = {"torch", "pygame", "stable_baselines3", "sb3_contrib", "matplotlib", "typer", "rich", "pydantic"}
    assert not loaded & (unwanted | {"training"})


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert horse_envs.__version__ == project["version"] == version("horse-envs")


def test_the_public_names_are_there() -> None:
    for name in horse_envs.__all__:
        assert hasattr(horse_envs, name), name
    promised = {"IllegalActionError", "make_bot", "evaluate", "replay", *NAMES}
    assert promised <= set(horse_envs.__all__)
