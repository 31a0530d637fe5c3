"""Sets of up to 64 small numbers as the bits of one unsigned integer.

Hands, packs and known cards are such sets: following suit is an `&`, the number of choices a population count. All
functions take and return `np.uint64`; members are given and returned as `np.int64`.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from horse_envs.engine.compile import JIT, compiled

EMPTY = np.uint64(0)
ONE = np.uint64(1)


@intrinsic
def _population(typing_context: Any, bits: Any) -> Any:
    """The processor's population count."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


@intrinsic
def _leading(typing_context: Any, bits: Any) -> Any:
    """The processor's count of leading zeros."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


@intrinsic
def _trailing(typing_context: Any, bits: Any) -> Any:
    """The processor's count of trailing zeros."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), code


if not JIT:

    def _population(bits: np.uint64) -> int:  # the same without a compiler
        return int(bits).bit_count()

    def _leading(bits: np.uint64) -> int:  # the same without a compiler
        return 64 - int(bits).bit_length()

    def _trailing(bits: np.uint64) -> int:  # the same without a compiler
        return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


@compiled
def only(member: int) -> np.uint64:
    """The set that holds just this member."""
    return ONE << np.uint64(member)


@compiled
def has(bits: np.uint64, member: int) -> bool:
    """Whether the set holds the member."""
    return (bits >> np.uint64(member)) & ONE != EMPTY


@compiled
def count(bits: np.uint64) -> int:
    """How many members the set has."""
    return np.int64(_population(bits))


@compiled
def lowest(bits: np.uint64) -> int:
    """The smallest member of a set that is not empty."""
    return np.int64(_trailing(bits))


@compiled
def highest(bits: np.uint64) -> int:
    """The largest member of a set that is not empty."""
    return np.int64(63) - np.int64(_leading(bits))


@compiled
def without_lowest(bits: np.uint64) -> np.uint64:
    """The set without its smallest member."""
    return bits & (bits - ONE)


@compiled
def nth(bits: np.uint64, index: int) -> int:
    """The member with this index in rising order, from 0.

    Halves the set by population counts; a loop over members would be mispredicted at its random end.
    """
    at = np.uint64(0)
    left = np.int64(index)
    for width in (np.uint64(32), np.uint64(16), np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1)):
        low = np.int64(_population((bits >> at) & ((ONE << width) - ONE)))
        higher = left >= low
        left -= low if higher else np.int64(0)
        at += width if higher else np.uint64(0)
    return np.int64(at)
