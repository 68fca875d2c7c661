"""pandas frames: one edge per row, or an adjacency matrix whose rows and columns have the same names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import InputError
from ._arrays import read_columns, read_dense
from ._parts import Edges, no_such_weight

PLACE = "edge frame"
_ENDS = (("source", "target"), ("src", "dst"), ("from", "to"), ("u", "v"))


def read(frame: Any, directed: bool, weight: str | None) -> Edges:
    """Find the columns of the ends and of the weight by name, or the ends by position."""
    if getattr(frame, "ndim", 0) != 2:
        raise TypeError(f"a pandas {type(frame).__name__} is no graph; pass a DataFrame with one edge a row")
    names = list(frame.columns)
    if len(names) > 2 and len(frame) == len(names) and list(frame.index) == names:
        return _read_adjacency(frame, names, weight)
    ends = next(([names.index(u), names.index(v)] for u, v in _ENDS if u in names and v in names), None)
    if ends is None:
        ends = [i for i, name in enumerate(names) if name != weight][:2]
    if len(ends) < 2:
        raise InputError(f"{PLACE}: two columns with the ends of the edges are needed, found {names}")
    weights = None
    if weight is not None and weight in names:
        weights = _values(frame.iloc[:, names.index(weight)])
    elif weight == "weight" and names == [0, 1, 2]:
        weights = _values(frame.iloc[:, 2])  # without names, as an array of three columns
    elif weight not in (None, "weight"):
        raise no_such_weight(weight, names, PLACE)
    return read_columns(_values(frame.iloc[:, ends[0]]), _values(frame.iloc[:, ends[1]]), weights, PLACE)


def _read_adjacency(frame: Any, names: list, weight: str | None) -> Edges:
    """A square frame whose rows and columns have the same names, as networkx.to_pandas_adjacency makes it."""
    edges = read_dense(frame.to_numpy(dtype=float), weight)
    return replace(edges, ids=names, place="adjacency frame")


def _values(column: Any) -> np.ndarray:
    """A column as an array: pandas' own types (nullable integers, texts, categories) as the nearest NumPy type."""
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "biufO":
        return column.to_numpy()
    if not column.hasnans and column.dtype.kind in "iuf":
        return column.to_numpy(dtype=f"{column.dtype.kind}8")
    return column.to_numpy(dtype=object)
