"""Observations as layouts: named pieces of one flat vector.

The vector, the named views into it, the bounds of the space and the table in the documentation all come from the
same list of pieces, so they cannot disagree.
"""

import hashlib
import json
import math
from collections import namedtuple
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Axis:
    """What an axis of a piece runs over.

    Attributes:
        name: such as `card` or `seat`.
        size: how many there are.
    """

    name: str
    size: int


@dataclass(frozen=True)
class Piece:
    """A named part of an observation.

    Attributes:
        name: what the part is called.
        axes: what its axes run over; the vector holds it in C order. A single number has none.
        meaning: what the entries say, with unit and scale.
        low: the smallest value an entry can have.
        high: the largest value.
    """

    name: str
    axes: tuple[Axis, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0

    @property
    def shape(self) -> tuple[int, ...]:
        """The size of each axis."""
        return tuple(axis.size for axis in self.axes)

    @property
    def size(self) -> int:
        """How many entries of the vector the piece takes."""
        return math.prod(self.shape)


class Layout:
    """The ordered pieces of an observation vector.

    Attributes:
        pieces: the pieces, in the order of the vector.
        size: the length of the vector.
    """

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._slices: dict[str, slice] = {}
        at = 0
        for piece in self.pieces:
            if piece.name in self._slices:
                raise ValueError(f"two pieces of a layout are called {piece.name!r}; give each its own name")
            self._slices[piece.name] = slice(at, at + piece.size)
            at += piece.size
        self.size = at

    @cached_property
    def at(self) -> Any:
        """Where each piece begins in the vector: a named tuple, `layout.at.hand`, which compiled code can read."""
        return namedtuple("At", list(self._slices))(*(where.start for where in self._slices.values()))

    def rearranged(self, orders: Mapping[str, NDArray[np.int64]]) -> NDArray[np.int64]:
        """Indices that rearrange a vector along all axes of some names.

        Args:
            orders: for the name of an axis, which old entry comes to each place.

        Returns:
            int64 (size,); `vector[indices]` is the rearranged vector.
        """
        parts = []
        for piece in self.pieces:
            where = self._slices[piece.name]
            indices = np.arange(where.start, where.stop).reshape(piece.shape)
            for number, axis in enumerate(piece.axes):
                if axis.name in orders:
                    indices = np.take(indices, orders[axis.name], number)
            parts.append(indices.reshape(-1))
        return np.concatenate(parts)

    @property
    def low(self) -> NDArray[np.float32]:
        """The lower bounds, float32 of shape (size,)."""
        return np.concatenate([np.full(p.size, p.low, np.float32) for p in self.pieces])

    @property
    def high(self) -> NDArray[np.float32]:
        """The upper bounds, float32 of shape (size,)."""
        return np.concatenate([np.full(p.size, p.high, np.float32) for p in self.pieces])

    def explain(self, observation: Any) -> dict[str, NDArray[np.float32]]:
        """Name the parts of an observation.

        Args:
            observation: a vector of shape (size,), or vectors of shape (..., size).

        Returns:
            Arrays by the names of the pieces, of shape (..., *piece.shape). For an array they are views that share
            its memory.

        Raises:
            ValueError: if the last axis has not `size` entries.
        """
        vector = np.asarray(observation)
        if vector.ndim == 0 or vector.shape[-1] != self.size:
            raise ValueError(
                f"an observation of this game has {self.size} entries, this array has shape {vector.shape}"
            )
        return {p.name: vector[..., self._slices[p.name]].reshape((*vector.shape[:-1], *p.shape)) for p in self.pieces}

    def to_markdown(self) -> str:
        """The table of pieces for the documentation."""
        rows = ["| entries | piece | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for piece in self.pieces:
            where = self._slices[piece.name]
            entries = str(where.start) if piece.size == 1 else f"{where.start}-{where.stop - 1}"
            shape = " x ".join(f"{axis.size} {axis.name}" for axis in piece.axes) or "1"
            rows.append(f"| {entries} | `{piece.name}` | {shape} | {piece.low:g} to {piece.high:g} | {piece.meaning} |")
        return "\n".join(rows) + "\n"

    def fingerprint(self, actions: Sequence[str]) -> str:
        """A hash of the layout and a table of actions; a policy fits only where it was trained.

        The words that describe a piece do not count; a piece that comes to mean something else needs another name.
        """
        table = [[p.name, [[a.name, a.size] for a in p.axes], p.low, p.high] for p in self.pieces]
        return hashlib.sha256(json.dumps([table, list(actions)]).encode()).hexdigest()[:16]
