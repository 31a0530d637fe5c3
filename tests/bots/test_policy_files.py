"""Policy files: read as they were written, and nothing but a sound file of this game is read."""

import io
import pickle
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from horse_envs.bots import learned
from horse_envs.bots.learned import Policy, PolicyError, load_policy, save_policy
from tests.bots.policies import GAME, Arrays, arrays_of, described, description_of, small_policy, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    save_policy(tmp_path / "policy.npz", GAME, small_policy(), np.float32)
    return tmp_path / "policy.npz"


def reference_scores(policy: Policy, observations: np.ndarray) -> np.ndarray:
    """The scores in double precision, by a loop of its own."""
    values = observations.astype(np.float64)
    for layer in range(len(policy.weights)):
        values = values @ policy.weights[layer].astype(np.float64) + policy.biases[layer]
        if layer < len(policy.weights) - 1:
            values = values * (values > 0)
    return values


@pytest.mark.parametrize("hidden", [(), (5,), (16, 8)], ids=str)
def test_a_policy_comes_back_as_it_was_saved(tmp_path: Path, hidden: tuple[int, ...]) -> None:
    policy = small_policy(hidden=hidden)
    save_policy(tmp_path / "p.npz", GAME, policy, np.float32)
    loaded = load_policy(tmp_path / "p.npz", GAME)
    for before, after in zip([*policy.weights, *policy.biases], [*loaded.weights, *loaded.biases], strict=True):
        assert after.dtype == np.float32
        assert before.tobytes() == after.tobytes()
    assert loaded.made == {"command": "by hand"}


def test_scores_are_the_same_to_a_millionth_after_loading(path: Path) -> None:
    observations = np.random.default_rng(1).random((50, GAME.layout.size), np.float32)
    expected = reference_scores(small_policy(), observations)
    scores = load_policy(path, GAME).scores(observations)
    assert scores.dtype == np.float32
    assert np.abs(scores - expected).max() <= 1e-6 * np.abs(expected).max()


def test_half_precision_is_kept_to_a_thousandth(tmp_path: Path) -> None:
    save_policy(tmp_path / "half.npz", GAME, small_policy())
    loaded = load_policy(tmp_path / "half.npz", GAME)
    for before, after in zip(small_policy().weights, loaded.weights, strict=True):
        assert after.dtype == np.float32
        assert np.abs(before - after).max() < 1e-3
    # What was read is written again without any further loss.
    save_policy(tmp_path / "again.npz", GAME, loaded)
    for before, after in zip(loaded.weights, load_policy(tmp_path / "again.npz", GAME).weights, strict=True):
        assert before.tobytes() == after.tobytes()


def test_a_file_is_replaced_in_one_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def breaks(file: Any, **arrays: Any) -> None:
        file.write(b"half of a fi")
        raise KeyboardInterrupt

    monkeypatch.setattr(learned.np, "savez_compressed", breaks)
    with pytest.raises(KeyboardInterrupt):
        save_policy(path, GAME, small_policy(1))
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["policy.npz"]


def test_a_file_is_made_with_its_folder(tmp_path: Path) -> None:
    save_policy(tmp_path / "new" / "folder" / "p.npz", GAME, small_policy())
    assert load_policy(tmp_path / "new" / "folder" / "p.npz", GAME)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    for missing in (tmp_path / "no.npz", tmp_path):
        with pytest.raises(FileNotFoundError, match="no policy file"):
            load_policy(missing, GAME)


def without(name: str) -> Callable[[Arrays], Any]:
    return lambda arrays: arrays.pop(name)


def with_description(**changes: Any) -> Callable[[Arrays], Any]:
    return lambda arrays: arrays.update(description=described({**description_of(arrays), **changes}))


def with_array(name: str, make: Callable[[np.ndarray], Any]) -> Callable[[Arrays], Any]:
    return lambda arrays: arrays.update({name: make(arrays.get(name, np.zeros(3, np.float32)))})


def spoiled(value: float) -> Callable[[np.ndarray], np.ndarray]:
    def spoil(array: np.ndarray) -> np.ndarray:
        array = array.copy()
        array.reshape(-1)[7] = value
        return array

    return spoil


CHANGES: dict[str, tuple[Callable[[Arrays], Any], str]] = {
    "another game": (with_description(game="huuue_v0"), "huuue_v0.*trick_stakes_v0"),
    "another fingerprint": (with_description(fingerprint="0123456789abcdef"), "layout or action table.*train it anew"),
    "no fingerprint": (with_description(fingerprint=None), "layout or action table"),
    "another format": (with_description(format=2), "format 2.*format 1"),
    "no number of layers": (with_description(layers=None), "layers"),
    "too many layers": (with_description(layers=10**9), "layers"),
    "no layers": (with_description(layers=0), "layers"),
    "more layers than arrays": (with_description(layers=4), "weight_3"),
    "fewer layers than arrays": (with_description(layers=2), "weight_2"),
    "no description": (without("description"), "description"),
    "a description that is no JSON": (
        with_array("description", lambda _: np.frombuffer(b"{layers", np.uint8)),
        "description",
    ),
    "a description that is no text": (
        with_array("description", lambda _: np.frombuffer(b"\xff\xfe", np.uint8)),
        "description",
    ),
    "a description that is no object": (with_array("description", lambda _: described([1])), "description"),
    "a description of floats": (with_array("description", lambda d: d.astype(np.float32)), "description"),
    "a missing weight": (without("weight_1"), "weight_1"),
    "a missing bias": (without("bias_2"), "bias_2"),
    "an array too many": (with_array("weight_9", lambda a: a), "weight_9"),
    "an array of another name": (with_array("extra", lambda a: a), "extra"),
    "NaN": (with_array("weight_1", spoiled(np.nan)), "weight_1.*finite"),
    "infinity": (with_array("bias_0", spoiled(-np.inf)), "bias_0.*finite"),
    "integers": (with_array("weight_0", lambda a: a.astype(np.int32)), "weight_0.*float"),
    "doubles": (with_array("weight_0", lambda a: a.astype(np.float64)), "weight_0.*float"),
    "complex numbers": (with_array("weight_0", lambda a: a.astype(np.complex64)), "weight_0.*float"),
    "words": (with_array("bias_1", lambda a: a.astype(str)), ""),
    "objects": (with_array("weight_0", lambda a: a.astype(object)), "other than arrays"),
    "a turned weight": (with_array("weight_0", lambda a: a.T), "layer 0"),
    "a flat weight": (with_array("weight_0", lambda a: a.reshape(-1)), "layer 0"),
    "a weight that is a number": (with_array("weight_0", lambda a: a[0, 0]), "layer 0"),
    "a bias of another length": (with_array("bias_1", lambda a: a[:-1]), "layer 1"),
    "a bias with two axes": (with_array("bias_1", lambda a: a[None]), "layer 1"),
    "too few actions": (
        lambda a: a.update(weight_2=a["weight_2"][:, :-1], bias_2=a["bias_2"][:-1]),
        "148 outputs.*149 actions",
    ),
    "too few inputs": (with_array("weight_0", lambda a: a[1:]), "layer 0"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(path: Path, case: str) -> None:
    change, reason = CHANGES[case]
    arrays = arrays_of(path)
    change(arrays)
    with pytest.raises(PolicyError, match=rf"(?s)policy\.npz.*{reason}"):
        load_policy(write(path, arrays), GAME)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_a_file_that_was_put_together_anew_is_read(path: Path, dtype: Any) -> None:
    """The changes above are refused for what they change, not for how the file was written."""
    arrays = {name: array if name == "description" else array.astype(dtype) for name, array in arrays_of(path).items()}
    assert load_policy(write(path, arrays), GAME)


class Harmful:
    """Unpickling this writes a file."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.target,)


def test_nothing_in_a_file_is_executed(path: Path, tmp_path: Path) -> None:
    harm = Harmful(tmp_path / "harm")
    arrays = arrays_of(path)
    for name in ("weight_0", "description"):
        write(path, {**arrays, name: np.array([harm], object)})
        with pytest.raises(PolicyError):
            load_policy(path, GAME)
    path.write_bytes(pickle.dumps(harm))
    with pytest.raises(PolicyError):
        load_policy(path, GAME)
    assert not harm.target.exists()
    pickle.loads(pickle.dumps(harm))
    assert harm.target.exists(), "the file would have been written"


@pytest.mark.parametrize("kept", [0.0, 0.00001, 0.001, 0.3, 0.5, 0.9, 0.999])
def test_a_file_that_was_cut_off_is_refused(path: Path, kept: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(kept * len(data))])
    with pytest.raises(PolicyError, match="damaged"):
        load_policy(path, GAME)


def test_a_damaged_file_is_refused(path: Path) -> None:
    """A byte changed in the middle of each array is noticed by the checksums of the archive."""
    data = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        middles = [info.header_offset + info.compress_size // 2 + 60 for info in archive.infolist()]
    for at in middles:
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        with pytest.raises(PolicyError):
            load_policy(path, GAME)


@pytest.mark.parametrize("data", [b"not a zip", b"PK\x03\x04 almost a zip", b"\x93NUMPY\x01\x00", b"\x00" * 1000])
def test_a_file_that_is_no_archive_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(PolicyError, match="damaged"):
        load_policy(path, GAME)


def test_a_single_array_is_refused(path: Path) -> None:
    with path.open("wb") as file:
        np.save(file, np.zeros((3, 3), np.float32))
    with pytest.raises(PolicyError):
        load_policy(path, GAME)


@pytest.mark.parametrize("name", ["weight_0", "description"])
def test_a_member_that_is_no_array_is_refused(path: Path, name: str) -> None:
    """NumPy hands out a member without its magic bytes as plain bytes."""
    arrays = arrays_of(path)
    with zipfile.ZipFile(path, "w") as archive:
        for each, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array)
            archive.writestr(f"{each}.npy", b"no array at all" if each == name else buffer.getvalue())
    with pytest.raises(PolicyError):
        load_policy(path, GAME)


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(path: Path) -> None:
    """The sizes that the archive states are believed to be what it would take."""
    data = bytearray(path.read_bytes())
    entry = data.index(b"PK\x01\x02")
    # The unpacked size of the first entry of the central directory.
    data[entry + 24 : entry + 28] = struct.pack("<I", 300 * 2**20)
    path.write_bytes(bytes(data))
    with pytest.raises(PolicyError, match="more than 256 MiB"):
        load_policy(path, GAME)


def test_an_array_that_states_a_huge_shape_is_refused(path: Path) -> None:
    arrays = arrays_of(path)
    with zipfile.ZipFile(path, "w") as archive:
        for each, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array)
            content = buffer.getvalue()
            if each == "weight_0":
                header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({10**13}, {10**4}), }}".ljust(117) + "\n"
                content = b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode() + content[128:]
            archive.writestr(f"{each}.npy", content)
    with pytest.raises(PolicyError):
        load_policy(path, GAME)


# What cannot be saved


@pytest.mark.parametrize(
    "widths", [(GAME.layout.size - 1, GAME.num_actions), (GAME.layout.size, GAME.num_actions + 1)], ids=["in", "out"]
)
def test_layers_that_do_not_fit_the_game_are_not_saved(tmp_path: Path, widths: tuple[int, int]) -> None:
    policy = Policy([np.zeros(widths, np.float32)], [np.zeros(widths[1], np.float32)])
    with pytest.raises(PolicyError):
        save_policy(tmp_path / "p.npz", GAME, policy)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e30], ids=str)
def test_what_could_not_be_read_back_is_not_saved(path: Path, value: float) -> None:
    """Numbers that are none, and those that half precision does not hold; the file that is there stays."""
    before = path.read_bytes()
    policy = small_policy()
    policy.weights[1][3, 4] = value
    with pytest.raises(PolicyError):
        save_policy(path, GAME, policy)
    assert path.read_bytes() == before
