"""polars frames: one edge per row."""

from __future__ import annotations

import re
from typing import Any

from ._parts import Edges
from ._tables import Columns, Table, edges_of_table

PLACE = "edge frame"
_UNNAMED = re.compile(r"column_\d+\Z")


def read(frame: Any, weight: str | None, columns: Columns) -> Edges:
    """The edges of a frame."""
    if hasattr(frame, "collect"):
        raise TypeError(f"a polars {type(frame).__name__} is not computed yet; pass frame.collect()")
    if not hasattr(frame, "to_series"):
        raise TypeError(f"a polars {type(frame).__name__} is no graph; pass a DataFrame with one edge a row")
    unnamed = all(map(_UNNAMED.match, frame.columns))
    table = Table(list(frame.columns), lambda i: _values(frame.to_series(i)), PLACE, unnamed)
    return edges_of_table(table, weight, columns)


def _values(column: Any) -> Any:
    """A column as an array of numbers, or as a list of anything else."""
    plain = column.null_count() == 0 and (column.dtype.is_integer() or column.dtype.is_float())
    return column.to_numpy() if plain else column.to_list()
