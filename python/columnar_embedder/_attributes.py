"""Attributes of nodes: from matrices, frames, mappings and the nodes of a graph to the engine's compressed rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse

from . import _core
from ._graphs._ids import is_missing
from ._graphs._parts import tensor_to_numpy
from ._graphs._scipy import own_csr
from ._text import as_text, is_kept
from .errors import InputError

PLACE = "attributes"
_SINGLE = 4  #: bytes of a 32-bit number
_UNDERSTOOD = (
    "a SciPy sparse matrix, a NumPy array with one row per node, a DataFrame of pandas or polars, a mapping from id "
    "to row, or names of node attributes"
)


@dataclass(frozen=True)
class NamedRows:
    """Attributes of some nodes: row i belongs to ``ids[i]``."""

    ids: list
    native: tuple  #: (indptr, indices, values or None, width)


@dataclass(frozen=True)
class _Table:
    """Named columns, which the engine encodes as those of a file."""

    n_rows: int
    columns: list[tuple[str, Callable[[], Iterable]]]  #: the name, and what gives a value per row

    def native(self, order: Any = None) -> _core.AttributeTable:
        """The table with its rows in another order; only those named in `order` if there is one."""
        table = _core.AttributeTable(self.n_rows if order is None else len(order), PLACE)
        for name, listed in self.columns:
            texts = [_text(value, name) for value in listed()]
            if not is_kept(name):
                raise InputError(f"{PLACE}: {name!r} is no name: half of a character is no text")
            table.add(name.replace("\n", " ").strip(" "), texts if order is None else [texts[row] for row in order])
        return table


def of_graph(attributes: Any, graph: Any, listed: np.ndarray, rows: np.ndarray | None) -> tuple:
    """Attributes of the nodes of a graph, for the engine.

    Parameters
    ----------
    attributes : matrix, array, frame, mapping, str or list of str
        See ``ColumnarEmbedder.fit``.
    graph : graph-like
        The graph as given, for the names of its node attributes.
    listed : numpy.ndarray
        The ids of the nodes that `graph` lists.
    rows : numpy.ndarray or None
        Those of them that are left in the engine's graph; None: all.

    Returns
    -------
    tuple
        ((indptr, indices, values or None, width), names)
    """
    ids = listed.tolist()
    keys, names = None, []
    if isinstance(attributes, str) or _are_names(attributes):
        names = [attributes] if isinstance(attributes, str) else list(attributes)
        given, names = _of_nodes(names, graph, len(ids))
    elif isinstance(attributes, Mapping):
        keys, given = list(attributes), _of_mapping(attributes)
    elif _library(attributes) == "pandas":
        given, keys = _pandas_table(attributes), attributes.index.tolist()
        if _is_numbered(attributes.index) and set(keys) != set(ids):
            keys = None  # nobody named the rows: they are in the order of the nodes
    elif _library(attributes) == "polars":
        given = _polars_table(attributes)
    else:
        given = _of_matrix(attributes)
    n_rows = given.n_rows if isinstance(given, _Table) else given.shape[0]
    if keys is None and n_rows != len(ids):
        raise InputError(f"{PLACE}: {n_rows} rows for {len(ids)} nodes")
    order = None if keys is None else np.array(_rows_by_id(keys, ids), dtype=np.int64)
    if isinstance(given, _Table):  # as from a file, only nodes that are left decide what a column is
        left = order if rows is None else rows if order is None else order[rows]
        return given.native(left).encode()
    matrix = given if order is None else given[order]
    _check(matrix, names, ids)
    if matrix.shape[1] == 0:
        raise InputError(f"{PLACE}: there are no columns")
    return _native(matrix if rows is None else matrix[rows]), names


def of_new_nodes(attributes: Any, model: _core.Model) -> NamedRows:
    """Attributes of new nodes by id, with the columns of a model.

    A value of a text column that the model does not know has no entry; an unknown column is an error.
    """
    width, names = model.attribute_columns, model.attribute_names
    if width == 0:
        raise InputError(f"{PLACE}: the model was trained without attributes, or found them to tell nothing")
    if isinstance(attributes, Mapping):
        keys, given = list(attributes), _of_mapping(attributes)
    elif _library(attributes) == "pandas":
        keys = attributes.index.tolist()
        given = _pandas_table(attributes) if names else _of_matrix(attributes.to_numpy())
    else:
        kind = type(attributes).__name__
        raise TypeError(f"{PLACE}: of new nodes are a mapping from id to row or a pandas DataFrame, not {kind}")
    if len(set(keys)) != len(keys):
        raise InputError(f"{PLACE}: node {_doubled(keys)!r} has two rows")
    if isinstance(given, _Table):
        return NamedRows(keys, given.native().encode_new(model))
    if given.shape[1] != width:
        raise InputError(f"{PLACE}: {given.shape[1]} columns, the model has {width}")
    _check(given, names, keys)
    return NamedRows(keys, _native(given))


def _are_names(attributes: Any) -> bool:
    is_list = isinstance(attributes, (list, tuple)) and len(attributes) > 0
    return is_list and all(isinstance(name, str) for name in attributes)


def _library(thing: Any) -> str | None:
    """The library of an object that matters here; a subclass belongs to the library of its base."""
    known = ("pandas", "polars", "networkx", "igraph", "torch_geometric", "dgl")
    roots = (base.__module__.partition(".")[0] for base in type(thing).__mro__)
    return next((root for root in roots if root in known), None)


def _of_nodes(names: list[str], graph: Any, n_nodes: int) -> tuple[_Table | scipy.sparse.csr_matrix, list[str]]:
    """The attributes that the nodes of a graph have by these names."""
    library = _library(graph)
    if library == "networkx":
        data = [values for _, values in graph.nodes(data=True)]
        _require_known(names, sorted({str(name) for values in data for name in values}))
        return _Table(n_nodes, [(name, partial(_listed, data, name)) for name in names]), []
    if library == "igraph":
        _require_known(names, graph.vs.attributes())
        return _Table(n_nodes, [(name, partial(graph.vs.__getitem__, name)) for name in names]), []
    if library not in ("torch_geometric", "dgl"):
        raise InputError(f"{PLACE}: {names[0]!r} is a name, and only graphs of libraries have named node attributes")
    is_data = library == "torch_geometric"
    found = [str(name) for name in ((graph.keys() if callable(graph.keys) else graph.keys) if is_data else graph.ndata)]
    _require_known(names, found)
    parts, titles = [], []
    for name in names:
        tensor = graph[name] if is_data else graph.ndata[name]
        array = tensor_to_numpy(tensor)
        parts.append(_of_matrix(array.reshape(-1, 1) if array.ndim == 1 else array))
        if parts[-1].shape[0] != n_nodes:
            raise InputError(f"{PLACE}: {name!r} has {parts[-1].shape[0]} rows for {n_nodes} nodes")
        titles += [name] if array.ndim == 1 else [f"{name}[{i}]" for i in range(array.shape[1])]
    return scipy.sparse.csr_matrix(scipy.sparse.hstack(parts)), titles


def _require_known(names: list[str], found: list[str]) -> None:
    for name in names:
        if name not in found:
            shown = ", ".join(map(repr, found[:20])) or "none"
            raise InputError(f"{PLACE}: no node has an attribute {name!r} (found: {shown})")


def _listed(rows: list[Mapping], name: Any) -> list:
    return [row.get(name) for row in rows]


def _of_mapping(rows: Mapping) -> _Table | scipy.sparse.csr_matrix:
    """Rows of a mapping by id: dictionaries by column, sparse rows, or sequences of numbers."""
    values = list(rows.values())
    if not values:
        raise InputError(f"{PLACE}: there are none")
    if all(isinstance(value, Mapping) for value in values):
        names = dict.fromkeys(name for value in values for name in value)
        return _Table(len(values), [(str(name), partial(_listed, values, name)) for name in names])
    if all(scipy.sparse.issparse(value) for value in values):
        flat = [_of_matrix(value.reshape(1, -1)) for value in values]
        if len({one.shape[1] for one in flat}) > 1:
            raise InputError(f"{PLACE}: rows of a mapping have one length")
        return scipy.sparse.csr_matrix(scipy.sparse.vstack(flat))
    try:
        array = np.array([np.asarray(tensor_to_numpy(v) if hasattr(v, "detach") else v).ravel() for v in values])
    except ValueError:
        raise InputError(f"{PLACE}: rows of a mapping have one length") from None
    return _of_matrix(array)


def _of_matrix(given: Any) -> scipy.sparse.csr_matrix:
    """A matrix of numbers as canonical float32 rows of its own."""
    if not scipy.sparse.issparse(given):
        if isinstance(given, np.ma.MaskedArray):
            raise TypeError(f"{PLACE}: masked arrays are not understood; fill or drop what is masked")
        if hasattr(given, "detach"):
            given = tensor_to_numpy(given)
        if not (hasattr(given, "__array__") or isinstance(given, (list, tuple))):
            kind = type(given)
            raise TypeError(f"{PLACE}: a {kind.__module__}.{kind.__qualname__} is not understood; pass {_UNDERSTOOD}")
        try:
            given = np.array(given)  # a copy, which nobody changes meanwhile
            given = given.astype(np.float64) if given.dtype.kind == "O" else given
        except (TypeError, ValueError) as error:
            raise InputError(f"{PLACE}: an array has numbers, one row per node: {error}") from None
    if given.dtype.kind not in "biuf":
        raise TypeError(f"{PLACE}: numbers are needed, these are {given.dtype}; texts come in a DataFrame")
    if len(given.shape) != 2:
        raise InputError(f"{PLACE}: they have shape (nodes, columns), these have {tuple(given.shape)}")
    with np.errstate(over="ignore"):  # what is too large is found by _check
        matrix = own_csr(given, np.float32)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    return matrix


def _is_numbered(index: Any) -> bool:
    """Whether nobody chose the index of a frame."""
    return type(index).__name__ == "RangeIndex" and index.start == 0 and index.step == 1


def _pandas_table(frame: Any) -> _Table:
    if getattr(frame, "ndim", 0) == 1:
        frame = frame.to_frame()
    if getattr(frame, "ndim", 0) != 2:
        raise TypeError(f"{PLACE}: a pandas {type(frame).__name__} is not understood; pass a DataFrame")
    columns = [frame.iloc[:, i] for i in range(frame.shape[1])]
    named = zip(map(str, frame.columns), columns, strict=True)
    return _Table(len(frame), [(name, partial(_pandas_values, column)) for name, column in named])


def _pandas_values(column: Any) -> Iterable:
    if getattr(column.dtype, "kind", "O") == "f" and column.dtype.itemsize == _SINGLE:
        return column.to_numpy(dtype=np.float32, na_value=np.nan)
    return column.tolist()


def _polars_table(frame: Any) -> _Table:
    if not hasattr(frame, "get_columns"):
        raise TypeError(f"{PLACE}: a polars {type(frame).__name__} is not understood; pass a DataFrame")
    return _Table(frame.height, [(column.name, partial(_polars_values, column)) for column in frame.get_columns()])


def _polars_values(column: Any) -> Iterable:
    return column.to_numpy() if str(column.dtype) == "Float32" else column.to_list()


def _text(value: Any, name: str) -> str:
    """A value as a file has it; "" if it is missing. A 32-bit number keeps its own few digits."""
    if isinstance(value, bytes):
        value = as_text(value)
    if is_missing(value):
        return ""
    if not isinstance(value, (str, int, float, np.integer, np.floating, np.bool_)):
        kind = type(value).__name__
        raise InputError(f"{PLACE}: column {name!r} has a {kind}: values are numbers or texts")
    try:
        text = str(value)
    except ValueError:  # Python refuses to print integers of thousands of digits
        return "inf"
    if not is_kept(text):
        raise InputError(f"{PLACE}: column {name!r} has {text!r}: half of a character is no text")
    return text


def _rows_by_id(keys: list, ids: list) -> list[int]:
    """The row of each node by its id; each id has one."""
    row_of = {key: row for row, key in enumerate(keys)}
    if len(row_of) != len(keys):
        raise InputError(f"{PLACE}: node {_doubled(keys)!r} has two rows")
    missing = [one for one in ids if one not in row_of]
    if missing:
        hint = "" if len(missing) < len(ids) else "; rows in the order of the nodes come without an index"
        raise InputError(f"{PLACE}: node {missing[0]!r} has no row{hint}")
    if len(keys) > len(ids):
        known = set(ids)
        raise InputError(f"{PLACE}: no node has the id {next(key for key in keys if key not in known)!r}")
    return [row_of[one] for one in ids]


def _doubled(values: list) -> Any:
    seen: set = set()
    return next(value for value in values if value in seen or seen.add(value))


def _check(matrix: scipy.sparse.csr_matrix, names: list[str], ids: list) -> None:
    """Every value must be finite as a 32-bit number."""
    wrong = np.flatnonzero(~np.isfinite(matrix.data))
    if len(wrong):
        row = int(np.searchsorted(matrix.indptr, wrong[0], side="right")) - 1
        column = int(matrix.indices[wrong[0]])
        name = repr(names[column]) if names else str(column)
        raise InputError(
            f"{PLACE}: node {ids[row]!r} has {matrix.data[wrong[0]]} in column {name}: values are finite 32-bit numbers"
        )


def _native(matrix: scipy.sparse.csr_matrix) -> tuple:
    values = None if np.all(matrix.data == 1) else matrix.data
    return matrix.indptr.astype(np.uint64), matrix.indices.astype(np.uint32), values, matrix.shape[1]
