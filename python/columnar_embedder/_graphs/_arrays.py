"""Edges in NumPy arrays and in lists of tuples, and dense adjacency matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..errors import InputError
from ._ids import is_integer, is_missing, rows_by_appearance, rows_of_objects
from ._parts import Edges, Parts, as_indices, as_weights
from ._scipy import entry_weights

ARRAY = "edge array"
LIST = "edge list"
DENSE = "adjacency matrix"
_WHOLE_LIMIT = 2.0**53  # doubles beyond it skip integers


def is_edges(array: np.ndarray) -> bool:
    """Whether an array has the shape of a list of edges, one per row or per column."""
    return array.ndim == 2 and (array.shape[1] in (2, 3) or (array.shape[0] == 2 and array.dtype.kind in "iuUSO"))


def is_dense_matrix(array: np.ndarray) -> bool:
    """Whether an array is an adjacency matrix: square, and bool or too large to be edges."""
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.dtype.kind not in "biuf":
        return False
    return array.dtype.kind == "b" or array.shape[0] == 1 or array.shape[0] > 3


def read(array: np.ndarray, weight: str | None) -> Parts:
    """Decide by shape and type whether an array has edges in rows, edges in columns, or is an adjacency matrix."""
    if array.dtype.kind == "T":  # NumPy's texts of any length
        array = array.astype(object)
    kind, shape = array.dtype.kind, array.shape
    if isinstance(array, np.ma.MaskedArray):
        raise TypeError(f"{ARRAY}: masked arrays are not understood; fill or drop what is masked")
    if kind not in "biufUSO":
        raise TypeError(f"{ARRAY}: edges are integers or texts, these are {array.dtype}")
    array = np.asarray(array)  # a numpy.matrix gives rows as matrices
    if array.ndim != 2:
        raise InputError(f"{ARRAY}: edges have shape (m, 2), (m, 3) or (2, m), this one has {shape}")
    square = shape[0] == shape[1] and kind in "biuf"
    if is_dense_matrix(array):
        return read_dense(array, weight)
    if shape == (3, 3) and square:
        raise InputError(
            f"{ARRAY}: shape (3, 3) is three edges with weights or an adjacency matrix; pass a list of tuples "
            "for edges, or scipy.sparse.csr_array(A) for an adjacency matrix"
        )
    if shape == (2, 3) and kind in "iu":
        raise InputError(
            f"{ARRAY}: shape (2, 3) is three edges in columns or two with weights; pass the transpose for "
            "edges in columns, or a list of tuples for edges with weights"
        )
    if kind == "b":
        raise InputError(f"{ARRAY}: a bool array is an adjacency matrix and so square, this one has shape {shape}")
    if shape[1] in (2, 3):
        weights = array[:, 2] if shape[1] == 3 else None
        return read_columns(array[:, 0], array[:, 1], weights if weight is not None else None, ARRAY)
    if shape[0] == 2 and kind in "iuUSO":
        return read_columns(array[0], array[1], None, ARRAY)
    raise InputError(
        f"{ARRAY}: edges have shape (m, 2), (m, 3) or, if integers or texts, (2, m), an adjacency matrix "
        f"is square; this one has shape {shape}"
    )


def read_list(edges: Sequence[Any], weight: str | None) -> Edges:
    """Edges as tuples (u, v) or (u, v, weight), possibly mixed; an edge without weight counts 1."""
    sources, targets, weights = [], [], []
    for i, edge in enumerate(edges):
        if not isinstance(edge, (tuple, list, np.ndarray)) or len(edge) not in (2, 3):
            raise InputError(f"{LIST}: entry {i} is {_short(edge)}; edges are tuples (u, v) or (u, v, weight)")
        sources.append(edge[0])
        targets.append(edge[1])
        weights.append(edge[2] if len(edge) == 3 else None)
    if weight is None or all(w is None for w in weights):
        weights = None
    else:
        weights = [1.0 if w is None else w for w in weights]
    return read_columns(sources, targets, weights, LIST)


def read_columns(sources: Any, targets: Any, weights: Any, place: str) -> Edges:
    """Edges from two columns of ids, each an array or a list, and optional weights. Every row is an edge."""
    if len(sources) == 0:
        raise InputError(f"{place}: has no edges")
    sources, targets = _as_ids(sources, place), _as_ids(targets, place)
    weights = None if weights is None else _as_numbers(weights, place)
    if isinstance(sources, np.ndarray) and isinstance(targets, np.ndarray) and sources.dtype.kind == targets.dtype.kind:
        sources, targets, ids = rows_by_appearance(sources, targets)
        if ids.dtype.kind == "U":
            ids = ids.tolist()
    else:
        sources, targets = (c.tolist() if isinstance(c, np.ndarray) else c for c in (sources, targets))
        sources, targets, ids = rows_of_objects(sources, targets)
    return Edges(sources, targets, weights, len(ids), place, ids=ids)


def _as_ids(column: Any, place: str) -> Any:
    """A column as an array of int64 or of text, or as a list of objects if it is neither."""
    if not isinstance(column, np.ndarray) or column.dtype.kind == "O":
        column = column.tolist() if isinstance(column, np.ndarray) else column
        missing = next((i for i, value in enumerate(column) if is_missing(value)), None)
        if missing is not None:
            raise InputError(f"{place}: row {missing}: the node id is missing ({column[missing]})")
        return np.array(column, dtype=np.int64) if all(map(is_integer, column)) else column
    if column.dtype.kind == "S":
        return np.char.decode(column, "utf-8", "surrogateescape")
    if column.dtype.kind == "f":
        return _whole_numbers(column, place)
    if column.dtype.kind in "iu":
        if column.dtype == np.uint64 and int(column.max()) > np.iinfo(np.int64).max:
            return column.tolist()
        return column.astype(np.int64, copy=False)
    return column if column.dtype.kind == "U" else column.tolist()


def _whole_numbers(column: np.ndarray, place: str) -> np.ndarray:
    with np.errstate(invalid="ignore"):
        good = (column == np.floor(column)) & (np.abs(column) <= _WHOLE_LIMIT)
    if not good.all():
        row = int(np.argmin(good))
        raise InputError(f"{place}: row {row}: node id {column[row]} is not a whole number that 64 bits hold exactly")
    return column.astype(np.int64)


def _as_numbers(column: Any, place: str) -> np.ndarray:
    """Weights from numbers, or from texts, as in an array of mixed type."""
    column = np.asarray(column)
    if column.dtype.kind in "OUS":
        try:
            return column.astype(np.float64)
        except (TypeError, ValueError):
            row, value = next((i, value) for i, value in enumerate(column.tolist()) if not _is_number(value))
            raise InputError(f"{place}: row {row}: weight is not a number: {_short(value)}") from None
    return as_weights(column, place)


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "..."


def read_dense(array: np.ndarray, weight: str | None) -> Edges:
    """The edges of an adjacency matrix; entry (i, j) is a weight."""
    sources, targets = np.nonzero(array)  # NaN is nonzero, so the check of weights sees it
    weights = entry_weights(array[sources, targets], weight)
    sources, targets = as_indices(sources, DENSE), as_indices(targets, DENSE)
    return Edges(sources, targets, weights, array.shape[0], DENSE, both_directions=True)
