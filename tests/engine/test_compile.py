"""The cache of compiled code: every change of a source counts, and nothing is written anywhere else.

A copy of the package is changed and run in processes of its own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from horse_envs.engine import compile as compiling

PACKAGE = Path(compiling.PACKAGE)

# A function whose helper lies in another file, and one whose constant does.
ASK = """
import numpy as np
import horse_envs
from horse_envs.games.trick_stakes.policies import lowest_number, usefulness
print(horse_envs.__file__)
print(int(lowest_number(np.uint64(0b110))), int(usefulness(1)))
print(sum(lowest_number.stats.cache_hits.values()))
"""

FOLDERS = """
from pathlib import Path
from horse_envs.engine import compile as compiling

def folder():
    compiling._hash_of_sources.cache_clear()
    compiling.cache_folder.cache_clear()
    return compiling.cache_folder().name

folders = [folder(), folder()]
assert folders[0] == folders[1]
sources = [path for part in ("engine", "games") for path in sorted((compiling.PACKAGE / part).rglob("*.py"))]
for source in sources:
    source.write_bytes(source.read_bytes() + b"# changed")
    folders.append(folder())
(compiling.PACKAGE / "games" / "new.py").write_text("")
folders.append(folder())
(compiling.PACKAGE / "games" / "new.py").rename(compiling.PACKAGE / "games" / "newer.py")
folders.append(folder())
print(len(sources), len(set(folders)))
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    shutil.copytree(PACKAGE, tmp_path / "horse_envs", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "home").mkdir()
    return tmp_path


def run(folder: Path, code: str, cache: Path | None = None) -> list[str]:
    """The lines that the code prints, run with the copy of the package in the folder."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "NUMBA_", "LOCALAPPDATA"))
    }
    env = kept | {
        "PYTHONPATH": str(folder),
        "HOME": str(folder / "home"),
        "HORSE_ENVS_CACHE_DIR": str(cache or folder / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def edit(folder: Path, source: str, old: str, new: str) -> None:
    path = folder / "horse_envs" / source
    text = path.read_text()
    assert text.count(old) == 1, f"{source} has changed, this test has to change with it"
    path.write_text(text.replace(old, new))


def test_a_changed_helper_in_another_file_is_seen(copied: Path) -> None:
    first, again = run(copied, ASK), run(copied, ASK)
    assert first[0] == again[0] == str(copied / "horse_envs" / "__init__.py")
    assert first[1] == again[1] == "1 9"
    assert (first[2], again[2]) == ("0", "1"), "what did not change comes from the cache"
    # The lowest member of a set becomes the highest, which no caller of it has in its own file.
    edit(
        copied,
        "engine/bits.py",
        "    return np.int64(_trailing(bits))\n\n\n@compiled\ndef highest",
        "    return np.int64(63) - np.int64(_leading(bits))\n\n\n@compiled\ndef highest",
    )
    assert run(copied, ASK)[1] == "2 9"
    edit(
        copied, "games/trick_stakes/components.py", "STEPS = np.array([0, 4, 4, 4,", "STEPS = np.array([0, 40, 40, 40,"
    )
    assert run(copied, ASK)[1] == "2 81"


def test_a_change_of_any_source_starts_a_new_folder(copied: Path) -> None:
    sources, folders = run(copied, FOLDERS)[0].split()
    assert int(sources) > 20
    assert int(folders) == 1 + int(sources) + 2


def test_nothing_is_written_outside_the_cache_folder(copied: Path) -> None:
    before = {path for path in copied.rglob("*") if path.is_file()}
    run(copied, ASK)
    written = {path for path in copied.rglob("*") if path.is_file()} - before
    assert written
    assert all(path.is_relative_to(copied / "cache") for path in written)
    assert not list((copied / "home").iterdir())


def test_without_a_folder_that_can_be_written_it_works_the_same(copied: Path) -> None:
    (copied / "a_file").write_text("a folder cannot lie below this")
    assert run(copied, ASK, cache=copied / "a_file" / "cache")[1] == "1 9"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="permissions do not hold for this user")
def test_a_read_only_cache_folder_works_the_same(copied: Path) -> None:
    (copied / "cache").mkdir()
    (copied / "cache").chmod(0o555)
    assert run(copied, ASK)[1] == "1 9"


def test_a_function_outside_the_package_counts_with_its_own_folder(tmp_path: Path) -> None:
    """A game of one's own is compiled anew when a file beside it changes, and shares no folder with the package."""
    (tmp_path / "rules.py").write_text("STEPS = 1")
    hash_of = compiling._hash_of_sources.__wrapped__
    first = hash_of(tmp_path)
    (tmp_path / "rules.py").write_text("STEPS = 2")
    assert len({first, hash_of(tmp_path), hash_of(PACKAGE)}) == 3
    assert hash_of(PACKAGE / "engine") == hash_of(PACKAGE / "games" / "trick_stakes")


def test_the_cache_lies_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HORSE_ENVS_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert compiling.cache_root() == tmp_path / "xdg" / "horse_envs"
    monkeypatch.setenv("HORSE_ENVS_CACHE_DIR", str(tmp_path / "mine"))
    assert compiling.cache_root() == tmp_path / "mine"


def test_old_folders_are_swept_and_new_ones_kept(tmp_path: Path) -> None:
    for age in range(12):
        (tmp_path / f"{age:02}").mkdir()
        moment = 2_000_000_000 - age * 86_400
        os.utime(tmp_path / f"{age:02}", (moment, moment))
    old = 1_000_000_000
    for name in ("10", "11"):
        os.utime(tmp_path / name, (old, old))
    compiling._sweep(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{age:02}" for age in range(10)]
