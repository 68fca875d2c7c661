"""Common format of the graph readers: plain arrays, and how to get them without copies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError


@dataclass
class Edges:
    """Edges between rows. `ids` is None for row numbers, an int64 array, or a list of objects."""

    sources: np.ndarray
    targets: np.ndarray
    weights: np.ndarray | None
    n_nodes: int
    place: str
    ids: Any = None
    both_directions: bool = False  #: each entry is half an edge: (u, v) and (v, u) are one


@dataclass
class Matrix:
    """A square matrix by rows, or by columns."""

    indptr: np.ndarray
    indices: np.ndarray
    data: np.ndarray | None
    place: str
    by_column: bool = False
    ids: Any = None

    @property
    def n_nodes(self) -> int:
        """Rows of the matrix."""
        return len(self.indptr) - 1


Parts = Edges | Matrix


def is_one_way(parts: Parts) -> bool:
    """Whether a graph that stores both directions of an edge lacks one of them for some edge."""
    if not isinstance(parts, Edges) or not parts.both_directions:
        return False
    u, v, n = parts.sources.astype(np.int64), parts.targets.astype(np.int64), np.int64(max(parts.n_nodes, 1))
    return not np.array_equal(np.unique(u * n + v), np.unique(v * n + u))


def as_indices(array: Any, place: str) -> np.ndarray:
    """Row numbers as a contiguous array of int32 or int64: the array itself if it is one, else a copy."""
    array = np.asarray(array)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{place}: row numbers are integers, these are {array.dtype}")
    if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise InputError(f"{place}: row number {array.max()} is too large")
    if array.dtype not in (np.int32, np.int64):
        array = array.astype(np.int64)
    return np.ascontiguousarray(array)


def as_weights(array: Any, place: str) -> np.ndarray:
    """Weights as a contiguous array of float32 or float64: the array itself if it is one, else a copy."""
    array = np.asarray(array)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{place}: weights are real numbers, these are {array.dtype}")
    if array.dtype not in (np.float32, np.float64):
        array = array.astype(np.float32 if array.dtype.kind == "b" or array.dtype.itemsize < 4 else np.float64)
    return np.ascontiguousarray(array)


def one_weight_each(array: Any, n_edges: int, name: str, place: str) -> np.ndarray:
    """The attribute `name` as weights: one number per edge, possibly of shape (m, 1)."""
    array = np.asarray(array)
    if array.shape not in ((n_edges,), (n_edges, 1)):
        raise InputError(f"{place}: {name!r} has shape {array.shape}, weights of {n_edges} edges have ({n_edges},)")
    return as_weights(array.reshape(n_edges), place)


def no_such_weight(name: str, known: Any, place: str) -> InputError:
    """The error for a named weight that does not exist."""
    found = ", ".join(repr(k) for k in list(known)[:20]) or "none"
    return InputError(f"{place}: no weight {name!r} on its edges (found: {found}); weight=None takes every edge as 1")


def tensor_to_numpy(tensor: Any) -> np.ndarray:
    """A tensor of a deep learning library as an array: a view if its memory is the CPU's."""
    for step in ("detach", "cpu"):
        if hasattr(tensor, step):
            tensor = getattr(tensor, step)()
    return tensor.numpy() if hasattr(tensor, "numpy") else np.asarray(tensor)


def distinct_ids(tensor: Any, n_nodes: int) -> np.ndarray | None:
    """Integers that can be the ids of the rows: one per row, distinct. None if they cannot."""
    ids = np.array(tensor_to_numpy(tensor))  # a copy, so that it cannot change after the check
    if ids.shape != (n_nodes,) or ids.dtype.kind not in "iu" or len(np.unique(ids)) != n_nodes:
        return None
    return as_indices(ids, "ids").astype(np.int64, copy=False)
