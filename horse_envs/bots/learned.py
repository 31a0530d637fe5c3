"""Learned policies in NumPy: a file of plain arrays and a description, and the bot that plays by it.

A policy is an `.npz` file: `weight_0`, `bias_0`, `weight_1`, ... (float16 or float32), layer after layer with ReLU
between them, and `description`, a JSON object as UTF-8 bytes. Nothing in it is executed when it is read.
"""

import json
import os
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from horse_envs.bots.rule import OwnLuck
from horse_envs.engine.batch import BatchEnv
from horse_envs.engine.errors import one_of
from horse_envs.engine.game import Game
from horse_envs.engine.view import View

FORMAT = 1
_LARGEST_FILE = 256 * 2**20
_CHOICES = ("best", "sample")


class PolicyError(ValueError):
    """A policy file that is damaged, holds anything but arrays, or belongs to another game or version."""


@dataclass(frozen=True)
class Policy:
    """The layers of a network that scores actions.

    Attributes:
        weights: float32 (inputs, outputs) of each layer.
        biases: float32 (outputs,) of each layer.
        made: how the policy came about, for people: config, command, versions.
    """

    weights: Sequence[NDArray[np.float32]]
    biases: Sequence[NDArray[np.float32]]
    made: dict[str, Any] = field(default_factory=dict)

    def scores(self, observations: NDArray[np.float32]) -> NDArray[np.float32]:
        """Scores of all actions, float32 (n, actions), for observations (n, size)."""
        values = observations
        last = len(self.weights) - 1
        for layer, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            values = values @ weight + bias
            if layer < last:
                np.maximum(values, 0.0, out=values)
        return values


def save_policy(path: str | Path, game: Game, policy: Policy, dtype: Any = np.float16) -> None:
    """Write a policy file; a file that is there is replaced in one step.

    Raises:
        PolicyError: if the layers do not fit the game.
    """
    _check_layers(game, policy.weights, policy.biases)
    description = {
        "format": FORMAT,
        "game": game.name,
        "fingerprint": game.fingerprint,
        "layers": len(policy.weights),
        "made": policy.made,
    }
    arrays: dict[str, Any] = {"description": np.frombuffer(json.dumps(description).encode(), np.uint8)}
    for layer, (weight, bias) in enumerate(zip(policy.weights, policy.biases, strict=True)):
        for name, array in ((f"weight_{layer}", weight), (f"bias_{layer}", bias)):
            with np.errstate(over="ignore"):
                arrays[name] = np.asarray(array, dtype)
            if not np.isfinite(arrays[name]).all():
                raise PolicyError(f"{name} has numbers that are not finite as {np.dtype(dtype)}")
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, **arrays)
        Path(name).chmod(0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load_policy(path: str | Path, game: Game) -> Policy:
    """Read a policy file.

    Raises:
        FileNotFoundError: if there is none.
        PolicyError: if the file is damaged, holds anything but arrays, or does not fit this game; with the reason.
    """
    source = Path(path)
    if not source.is_file():
        raise FileNotFoundError(f"there is no policy file {source}")
    try:
        with zipfile.ZipFile(source) as archive:
            if sum(info.file_size for info in archive.infolist()) > _LARGEST_FILE:
                raise PolicyError(f"{source} unpacks to more than {_LARGEST_FILE >> 20} MiB")
        with np.load(source, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        if not all(isinstance(array, np.ndarray) for array in arrays.values()):
            raise ValueError("a member is no array")
    except PolicyError:
        raise
    except Exception as error:
        raise PolicyError(f"{source} is damaged or holds something other than arrays: {error}") from None
    try:
        return _policy_of(arrays, game)
    except PolicyError as error:
        raise PolicyError(f"{source}: {error}") from None


def _policy_of(arrays: dict[str, NDArray[Any]], game: Game) -> Policy:
    description = _description(arrays.pop("description", None))
    if description.get("format") != FORMAT:
        raise PolicyError(f"format {description.get('format')!r} is not known; this version reads format {FORMAT}")
    if description.get("game") != game.name:
        raise PolicyError(f"the policy is for {description.get('game')!r}, not for {game.name}")
    if description.get("fingerprint") != game.fingerprint:
        raise PolicyError(
            f"the policy was trained with another observation layout or action table "
            f"({description.get('fingerprint')!r}, this version has {game.fingerprint!r}); train it anew"
        )
    layers = description.get("layers")
    if not isinstance(layers, int) or not 1 <= layers <= 64:
        raise PolicyError(f"the number of layers is {layers!r}")
    expected = {f"{kind}_{layer}" for kind in ("weight", "bias") for layer in range(layers)}
    if set(arrays) != expected:
        raise PolicyError(f"it holds the arrays {sorted(arrays)}, expected are {sorted(expected)}")
    for name, array in arrays.items():
        if array.dtype not in (np.float16, np.float32) or not np.isfinite(array).all():
            raise PolicyError(f"{name} has to hold finite numbers of float16 or float32")
    weights = [arrays[f"weight_{layer}"].astype(np.float32) for layer in range(layers)]
    biases = [arrays[f"bias_{layer}"].astype(np.float32) for layer in range(layers)]
    _check_layers(game, weights, biases)
    made = description.get("made")
    return Policy(weights, biases, made if isinstance(made, dict) else {})


def _description(array: NDArray[Any] | None) -> dict[str, Any]:
    if array is None or array.dtype != np.uint8 or array.ndim != 1:
        raise PolicyError("it has no description")
    try:
        description = json.loads(array.tobytes().decode())
    except ValueError:
        raise PolicyError("its description is not readable") from None
    if not isinstance(description, dict):
        raise PolicyError("its description is not an object")
    return description


def _check_layers(game: Game, weights: Sequence[NDArray[Any]], biases: Sequence[NDArray[Any]]) -> None:
    inputs = game.layout.size
    for layer, (weight, bias) in enumerate(zip(weights, biases, strict=True)):
        if weight.ndim != 2 or weight.shape[0] != inputs or bias.shape != (weight.shape[1],):
            raise PolicyError(f"layer {layer} has weights {weight.shape} and biases {bias.shape}; {inputs} inputs come")
        inputs = weight.shape[1]
    if inputs != game.num_actions:
        raise PolicyError(f"the last layer has {inputs} outputs; {game.name} has {game.num_actions} actions")


class LearnedBot:
    """A bot that plays by a learned policy; it cannot be asked without a mask.

    Args:
        game: the game.
        policy: the policy.
        name: its name in tables.
        choice: `"best"` takes the action with the highest score, `"sample"` draws with the softmax of the scores.
        seed: the seed of the sampling; drawn at random if None.
    """

    def __init__(
        self, game: Game, policy: Policy, name: str = "learned", choice: str = "best", seed: int | None = None
    ) -> None:
        one_of("choice", choice, _CHOICES)
        _check_layers(game, policy.weights, policy.biases)
        self.name = name
        self.policy = policy
        self.choice = choice
        self._luck = OwnLuck(seed)

    def reseed(self, seed: int) -> None:
        """Begin the bot's own luck anew."""
        self._luck.reseed(seed)

    def act(self, view: View) -> int:
        """The action for one view."""
        return int(self.choose(view.observation[None], view.action_mask[None])[0])

    def act_many(self, batch: BatchEnv, games: NDArray[Any]) -> NDArray[Any]:
        """The actions in these games of a batch."""
        return self.choose(batch.observation[games], batch.action_mask[games])

    def choose(self, observations: NDArray[np.float32], masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """Actions for observations (n, size) and masks (n, actions): int64 (n,)."""
        expected = (len(observations), self.policy.biases[-1].size)
        if np.shape(masks) != expected or not (np.asarray(masks) == 1).any(1).all():
            raise ValueError(
                f"masks of shape {expected} with a legal action in each row are needed, not {np.shape(masks)}"
            )
        scores = np.where(masks == 1, self.policy.scores(observations), -np.inf)
        if self.choice == "sample":
            uniform = (self._luck.keys(scores.size).reshape(scores.shape) >> np.uint64(11)) * 2.0**-53
            scores = scores - np.log(-np.log(np.clip(uniform, 1e-12, 1 - 1e-12)))
        actions: NDArray[np.int64] = scores.argmax(1)
        return actions
