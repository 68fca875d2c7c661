"""Arrow tables, files of Arrow and Parquet, and whatever passes its table on by ``__arrow_c_stream__``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .._paths import is_path, path_name
from ..errors import InputError, MissingFileError
from ._parts import Edges
from ._tables import Columns, Table, edges_of_table

PLACE = "Arrow table"
EXTENSIONS = (".parquet", ".feather", ".arrow")
_UNNAMED = re.compile(r"f\d+\Z")  # as pyarrow.csv names columns itself
_PANDAS_INDEX = re.compile(r"__index_level_\d+__\Z")


def is_arrow_file(value: Any) -> bool:
    """Whether a value is the path of a file that pyarrow reads, by its extension."""
    return is_path(value) and path_name(value).lower().endswith(EXTENSIONS)


def is_stream(value: Any) -> bool:
    """Whether a value passes a table on by the Arrow PyCapsule interface."""
    return hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")


def read(table: Any, weight: str | None, columns: Columns) -> Edges:
    """The edges of an Arrow table, or of an object that passes one on."""
    kind = f"{type(table).__module__.partition('.')[0]} {type(table).__name__}"
    if not is_stream(table):
        advice = "pass its to_table()" if hasattr(table, "to_table") else "pass a table with one edge a row"
        raise TypeError(f"a {kind} is no graph; {advice}")
    arrow = _pyarrow(f"a {kind}")
    try:
        whole = arrow.table(table)
    except (TypeError, ValueError, arrow.ArrowException) as error:
        raise TypeError(f"a {kind} is no table with one edge a row: {_line(error)}") from None
    return _edges(whole.column_names, whole.column, weight, columns, PLACE)


def read_file(path: Any, weight: str | None, columns: Columns) -> Edges:
    """The edges of a file; of a Parquet file only the columns that are needed are read."""
    name = path_name(path)
    arrow = _pyarrow(name)
    try:
        with open(path, "rb") as file:
            if name.lower().endswith(".parquet"):
                import pyarrow.parquet

                whole = pyarrow.parquet.ParquetFile(file)
                names = whole.schema_arrow.names
                return _edges(names, lambda i: whole.read(columns=[names[i]]).column(0), weight, columns, name)
            whole = _read_ipc(file)
        return _edges(whole.column_names, whole.column, weight, columns, name)
    except FileNotFoundError:
        raise MissingFileError(f"{name}: No such file or directory") from None
    except (arrow.ArrowException, OSError) as error:
        raise InputError(f"{name}: {_line(error)}") from None


def _edges(names: list, column: Callable, weight: str | None, columns: Columns, place: str) -> Edges:
    kept = [i for i, name in enumerate(names) if not _PANDAS_INDEX.match(name)]
    unnamed = all(_UNNAMED.match(names[i]) for i in kept)
    table = Table([names[i] for i in kept], lambda i: _values(column(kept[i])), place, unnamed)
    return edges_of_table(table, weight, columns)


def _values(column: Any) -> Any:
    """A column as an array of numbers, or as a list of anything else."""
    import pyarrow.types as types

    plain = column.null_count == 0 and (types.is_integer(column.type) or types.is_floating(column.type))
    return column.to_numpy() if plain else column.to_pylist()


def _read_ipc(file: Any) -> Any:
    """A file in either of Arrow's own formats: with random access, as Feather, or a stream."""
    import pyarrow.ipc

    try:
        return pyarrow.ipc.open_file(file).read_all()
    except pyarrow.ArrowInvalid:
        file.seek(0)
        return pyarrow.ipc.open_stream(file).read_all()


def _pyarrow(what: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError(f"{what}: pyarrow reads it, and is not installed: pip install pyarrow") from None
    return pyarrow


def _line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
