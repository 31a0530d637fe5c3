"""Compilation with Numba, and a cache on disk that notices every change of a source.

Numba's own cache looks at the file of the compiled function only: a rule that calls a helper in another file would
go on with the old helper. Here the cache folder is named by a hash over all compiled sources, so that any change
starts a new folder; the folder lies with the user's caches, so that read-only installations work too.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]
JIT = not numba.config.DISABLE_JIT

_SOURCES = (".py", ".json", ".npz")
"""What compiled code is made of: compiled constants are read from data files."""
_KEPT_FOLDERS = 8
_KEPT_DAYS = 7


def let_numbers_wrap() -> None:
    """Without the JIT, let random numbers wrap around silently in this thread, as they do in compiled code."""
    if not JIT:
        np.seterr(over="ignore")


let_numbers_wrap()


def cache_root() -> Path:
    """The folder of all compiled code: `HORSE_ENVS_CACHE_DIR`, or `horse_envs` in the user's cache folder."""
    chosen = os.environ.get("HORSE_ENVS_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "horse_envs"


@lru_cache
def _hash_of_sources(folder: Path) -> str:
    """A hash over the engine, the games and the folder of a function that lives outside the package."""
    digest = hashlib.sha256()
    folders = [PACKAGE / "engine", PACKAGE / "games"]
    if not any(folder.is_relative_to(each) for each in folders):
        folders.append(folder)
    for each in folders:
        pattern = "**/*.*" if each.is_relative_to(PACKAGE) else "*.*"
        for source in sorted(path for path in each.glob(pattern) if path.suffix in _SOURCES):
            digest.update(str(source.relative_to(each)).encode())
            digest.update(source.read_bytes())
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest.update(f"{numba.__version__} {np.__version__} {python}".encode())
    digest.update(f"bounds check {numba.config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


@lru_cache
def cache_folder(source_folder: Path = PACKAGE) -> Path:
    """The folder of compiled code for the sources as they are now; old ones of earlier sources are swept."""
    folder = cache_root() / _hash_of_sources(source_folder)
    if not folder.exists():
        _sweep(cache_root())
    return folder


def _sweep(root: Path) -> None:
    if not root.is_dir():
        return
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[_KEPT_FOLDERS:]:
        if time.time() - old.stat().st_mtime > _KEPT_DAYS * 86400:
            shutil.rmtree(old, ignore_errors=True)


class _Locator(_CacheLocator):  # type: ignore[misc]  # Numba ships no types
    """Tells Numba's cache to use the folder of this package's sources."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._folder = cache_folder(Path(py_file).resolve().parent)
        self._line = py_func.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return self._folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator | None":
        locator = cls(py_func, py_file)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]  # Numba ships no types
    _locator_classes = [_Locator]  # noqa: RUF012  the name and kind of attribute are Numba's


class _Cache(FunctionCache):  # type: ignore[misc]  # Numba ships no types
    _impl_class = _CacheImpl


def compiled(function: F) -> F:
    """Compile a function with Numba (no GIL, cached on disk); with `NUMBA_DISABLE_JIT=1` return it as it is."""
    if not JIT:
        return function
    dispatcher = njit(nogil=True)(function)
    # Where no folder can be written it is compiled in memory: slower at the start but the same otherwise.
    with contextlib.suppress(RuntimeError):
        dispatcher._cache = _Cache(function)
    return dispatcher  # type: ignore[no-any-return]  # a dispatcher is called like the function


def bind_functions(module: ModuleType, functions: dict[str, Any], owner: str) -> dict[str, Any]:
    """Compile the generic functions of a module for one game.

    The functions named in `module.BOUND`, in this order, are written against free names such as `apply`; each is
    given a namespace in which these names are the game's; one that the game brings itself is left as it is. A closure
    would do the same but Numba cannot cache one.

    Args:
        module: the module with the generic functions.
        functions: the game's compiled functions and constants by name.
        owner: the game's name; it keeps the cache files of several games apart.

    Returns:
        The bound functions by name.
    """
    namespace = dict(vars(module)) | functions
    owner += _mark_of_foreign_code(functions)
    bound: dict[str, Any] = {}
    for name in module.BOUND:
        if name in functions:
            bound[name] = functions[name]
            continue
        generic = getattr(module, name)
        function = FunctionType(generic.__code__, namespace, name, generic.__defaults__)
        function.__qualname__ = f"{owner}.{name}"
        function.__module__ = module.__name__
        function.__doc__ = generic.__doc__
        bound[name] = namespace[name] = compiled(function)
    return bound


def _mark_of_foreign_code(functions: dict[str, Any]) -> str:
    """A hash of the sources of a game from outside the package, whose changes the cache folder does not follow."""
    code = (getattr(getattr(function, "py_func", function), "__code__", None) for function in functions.values())
    folders = {Path(each.co_filename).resolve().parent for each in code if each is not None}
    return "".join(f"_{_hash_of_sources(each)}" for each in sorted(folders) if not each.is_relative_to(PACKAGE))


def first_compile(owner: str, compile_all: Callable[[], None]) -> None:
    """Compile everything of a game in one moment that is announced on stderr, if this machine has not done so yet.

    Args:
        owner: the name of the game.
        compile_all: calls every loop of the game once.
    """
    mark = cache_folder() / f"{owner}.compiled"
    if not JIT or mark.exists():
        return
    print(f"horse_envs: compiling {owner} for this machine, once (some 20 to 40 seconds) ...", file=sys.stderr)
    began = time.perf_counter()
    compile_all()
    print(f"horse_envs: {owner} is compiled ({time.perf_counter() - began:.0f} s).", file=sys.stderr)
    with contextlib.suppress(OSError):
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
