"""Ids of nodes: from the user's objects to rows, and to the integers or texts that the engine stores."""

from __future__ import annotations

import numbers
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._text import is_kept

EngineIds = np.ndarray | list[str] | None

_INT64 = np.iinfo(np.int64)
#: How a 64-bit integer is printed: not "007", "+7" or "-0". The engine stores only such texts as numbers.
_CANONICAL = re.compile(r"(?:0|-?[1-9][0-9]{0,18})\Z")


@dataclass(frozen=True)
class Ids:
    """The ids of the rows: `engine` for the native graph, `user` as given."""

    engine: EngineIds
    user: np.ndarray

    def rows_of(self, engine_ids: Any) -> np.ndarray:
        """The rows of the given engine ids, in order."""
        if self.engine is None:
            return np.asarray(engine_ids, dtype=np.int64)
        row = {key: i for i, key in enumerate(_as_list(self.engine))}
        return np.fromiter((row[key] for key in _as_list(engine_ids)), dtype=np.int64, count=len(engine_ids))


def _as_list(ids: Any) -> list:
    return ids.tolist() if isinstance(ids, np.ndarray) else list(ids)


def is_integer(value: Any) -> bool:
    """Whether a value is a 64-bit integer; bools are not."""
    if type(value) is int or (isinstance(value, (numbers.Integral, np.integer)) and not isinstance(value, bool)):
        return _INT64.min <= value <= _INT64.max
    return False


def is_missing(value: Any) -> bool:
    """Whether a value is missing: None, NaN, NaT, or pandas.NA, which does not even equal itself."""
    if value is None:
        return True
    if isinstance(value, (str, bytes, int, tuple)):
        return False
    try:
        return not bool(value == value)
    except (TypeError, ValueError):  # pandas.NA has no truth value, nor do arrays, which are not ids
        return type(value).__name__ in ("NAType", "NaTType")


def canonical_integers(texts: Sequence[str]) -> np.ndarray | None:
    """The values of texts that are all canonical 64-bit integers; None if one is not."""
    match = _CANONICAL.match
    if not all(map(match, texts)):
        return None
    values = list(map(int, texts))
    if values and not (_INT64.min <= min(values) and max(values) <= _INT64.max):
        return None
    return np.array(values, dtype=np.int64)


def as_objects(values: Sequence[Any]) -> np.ndarray:
    """A one-dimensional array of any objects; NumPy itself would unpack tuples."""
    array = np.empty(len(values), dtype=object)
    for i, value in enumerate(values):
        array[i] = value
    return array


def split_ids(ids: Any, n_nodes: int = 0) -> Ids:
    """The ids for the engine and for the user.

    Integers stay integers. Texts stay texts, but if all are canonical integers the engine gets numbers, as from a
    file. Other objects become ``str(id)`` for the engine if these texts are distinct, not empty and round-trip, else
    rows. None means the row numbers of `n_nodes` rows. An array is copied, because it belongs to the caller.
    """
    if ids is None:
        return Ids(None, np.arange(n_nodes, dtype=np.int64))
    if isinstance(ids, np.ndarray) and ids.dtype == np.int64:
        integers = ids.copy()
        return Ids(integers, integers)
    values = _as_list(ids)
    if all(map(is_integer, values)):
        integers = np.array(values, dtype=np.int64)
        return Ids(integers, integers)
    texts = [str(value) for value in values]
    user = as_objects(texts if all(type(value) is str for value in values) else values)
    if len(set(texts)) != len(texts) or "" in texts or not all(map(is_kept, texts)):
        return Ids(None, user)
    integers = canonical_integers(texts)
    return Ids(texts if integers is None else integers, user)


def rows_by_appearance(sources: np.ndarray, targets: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of the ends of edges and the ids of the rows, numbered by first appearance, u before v in each edge.

    For arrays of numbers or texts; linear time in the edges if ids are small integers, else sorts.
    """
    ends = np.column_stack((sources, targets)).ravel()
    n_ends = len(ends)
    if ends.dtype.kind == "i" and n_ends and ends.min() >= 0 and int(ends.max()) < 4 * n_ends + 1024:
        # Written from the last end to the first, so that the first appearance remains.
        first = np.full(int(ends.max()) + 1, -1, dtype=np.int64)
        first[ends[::-1]] = np.arange(n_ends - 1, -1, -1)
        known = np.flatnonzero(first >= 0)
        ids = known[np.argsort(first[known])]
        row = np.empty(len(first), dtype=_row_type(len(ids)))
        row[ids] = np.arange(len(ids))
        return row[ends[0::2]], row[ends[1::2]], ids.astype(np.int64, copy=False)
    values, first, inverse = np.unique(ends, return_index=True, return_inverse=True)
    order = np.argsort(first)
    row = np.empty(len(values), dtype=_row_type(len(values)))
    row[order] = np.arange(len(values))
    rows = row[inverse.reshape(-1, 2)]
    return np.ascontiguousarray(rows[:, 0]), np.ascontiguousarray(rows[:, 1]), values[order]


def rows_of_objects(sources: Sequence[Any], targets: Sequence[Any]) -> tuple[np.ndarray, np.ndarray, list]:
    """Like rows_by_appearance, for any hashable objects; equal objects are one node."""
    rows: dict = {}
    pairs = np.empty((len(sources), 2), dtype=np.int64)
    try:
        for i, (u, v) in enumerate(zip(sources, targets, strict=True)):
            pairs[i, 0] = rows.setdefault(u, len(rows))
            pairs[i, 1] = rows.setdefault(v, len(rows))
    except TypeError as error:
        raise TypeError(f"edge {i + 1}: a node id must be hashable: {error}") from None
    return np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]), list(rows)


def _row_type(n_rows: int) -> type:
    return np.int32 if n_rows <= np.iinfo(np.int32).max else np.int64
