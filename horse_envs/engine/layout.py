"""Observations as layouts: named pieces of one flat vector.

The vector, the named views into it, the bounds of the space and the table in the documentation all come from the
same list of pieces, so they cannot disagree.
"""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """A named part of an observation.

    Attributes:
        name: what the part is called.
        shape: its shape; the vector holds it in C order.
        meaning: what the entries say, with unit and scale.
        low: the smallest value an entry can have.
        high: the largest value.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    low: float = 0.0
    high: float = 1.0

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

    def at(self, name: str) -> int:
        """Where a piece begins in the vector."""
        return int(self._slices[name].start)

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
        return {
            p.name: vector[..., self._slices[p.name]].reshape(*vector.shape[:-1], *p.shape)
            for p in self.pieces
        }

    def to_markdown(self) -> str:
        """The table of pieces for the documentation."""
        rows = ["| entries | piece | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for piece in self.pieces:
            where = self._slices[piece.name]
            entries = str(where.start) if piece.size == 1 else f"{where.start}-{where.stop - 1}"
            shape = " x ".join(str(n) for n in piece.shape)
            rows.append(
                f"| {entries} | `{piece.name}` | {shape} | {piece.low:g} to {piece.high:g} | {piece.meaning} |"
            )
        return "\n".join(rows) + "\n"

    def fingerprint(self, actions: Sequence[str]) -> str:
        """A hash of the layout and a table of actions; a policy fits only where it was trained."""
        table = [[p.name, list(p.shape), p.low, p.high, p.meaning] for p in self.pieces]
        return hashlib.sha256(json.dumps([table, list(actions)]).encode()).hexdigest()[:16]
