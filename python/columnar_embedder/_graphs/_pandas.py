"""pandas frames: one edge per row, or an adjacency matrix whose rows and columns have the same names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ._arrays import read_dense
from ._parts import Edges
from ._tables import Columns, Table, edges_of_table

PLACE = "edge frame"


def read(frame: Any, weight: str | None, columns: Columns) -> Edges:
    """The edges of a frame."""
    if getattr(frame, "ndim", 0) != 2:
        raise TypeError(f"a pandas {type(frame).__name__} is no graph; pass a DataFrame with one edge a row")
    names = list(frame.columns)
    if not columns.named and len(names) > 2 and len(frame) == len(names) and list(frame.index) == names:
        return _read_adjacency(frame, names, weight)
    unnamed = names == list(range(len(names)))
    table = Table(names, lambda i: _values(frame.iloc[:, i]), PLACE, unnamed)
    return edges_of_table(table, weight, columns)


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
