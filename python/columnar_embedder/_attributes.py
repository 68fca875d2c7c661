"""Attributes of nodes: from matrices, frames, mappings and the nodes of a graph to the engine's compressed rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse

from ._graphs._ids import is_missing
from ._graphs._parts import tensor_to_numpy
from ._graphs._scipy import own_csr
from ._text import as_text, is_kept
from .errors import InputError

PLACE = "attributes"
_UNDERSTOOD = (
    "a SciPy sparse matrix, a NumPy array with one row per node, a DataFrame of pandas or polars, a mapping from id "
    "to row, or names of node attributes"
)


@dataclass(frozen=True)
class NamedRows:
    """Attributes of some nodes: row i belongs to ``ids[i]``."""

    ids: list
    matrix: scipy.sparse.csr_matrix

    @property
    def native(self) -> tuple:
        """(indptr, indices, values or None, width)."""
        return _native(self.matrix)


@dataclass(frozen=True)
class _Column:
    """A column with one entry per node: numbers (NaN: missing), or texts."""

    name: str
    numbers: np.ndarray | None
    listed: Callable[[], list]  #: the values as Python objects

    def texts(self) -> list[str | None]:
        return [_text(value, self.name) for value in self.listed()]


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
    keys = None
    if isinstance(attributes, str) or _are_names(attributes):
        matrix, names = _of_nodes([attributes] if isinstance(attributes, str) else list(attributes), graph, len(ids))
    elif isinstance(attributes, Mapping):
        keys = list(attributes)
        matrix, names = _of_mapping(attributes, None)
    elif _library(attributes) == "pandas":
        columns, keys = _pandas_columns(attributes), attributes.index.tolist()
        matrix, names = _from_columns(columns, len(keys))
        if _is_numbered(attributes.index) and set(keys) != set(ids):
            keys = None  # nobody named the rows: they are in the order of the nodes
    elif _library(attributes) == "polars":
        matrix, names = _from_columns(_polars_columns(attributes), attributes.height)
    else:
        matrix, names = _of_matrix(attributes), []
    if keys is not None:
        matrix = matrix[_rows_by_id(keys, ids)]
    elif matrix.shape[0] != len(ids):
        raise InputError(f"{PLACE}: {matrix.shape[0]} rows for {len(ids)} nodes")
    _check(matrix, names, ids)
    if matrix.shape[1] == 0:
        raise InputError(f"{PLACE}: there are no columns")
    return _native(matrix if rows is None else matrix[rows]), names


def of_new_nodes(attributes: Any, width: int, names: list[str]) -> NamedRows:
    """Attributes of new nodes by id, with the columns of a model.

    A value of a text column that the model does not know has no entry; an unknown column is an error.
    """
    if width == 0:
        raise InputError(f"{PLACE}: the model was trained without attributes, or found them to tell nothing")
    if isinstance(attributes, Mapping):
        keys = list(attributes)
        matrix, _ = _of_mapping(attributes, (width, names))
    elif _library(attributes) == "pandas":
        keys = attributes.index.tolist()
        matrix = _as_in_model(_pandas_columns(attributes), len(keys), width, names)
    else:
        kind = type(attributes).__name__
        raise TypeError(f"{PLACE}: of new nodes are a mapping from id to row or a pandas DataFrame, not {kind}")
    if len(set(keys)) != len(keys):
        raise InputError(f"{PLACE}: node {_doubled(keys)!r} has two rows")
    if matrix.shape[1] != width:
        raise InputError(f"{PLACE}: {matrix.shape[1]} columns, the model has {width}")
    _check(matrix, names, keys)
    return NamedRows(keys, matrix)


def _are_names(attributes: Any) -> bool:
    is_list = isinstance(attributes, (list, tuple)) and len(attributes) > 0
    return is_list and all(isinstance(name, str) for name in attributes)


def _library(thing: Any) -> str | None:
    """The library of an object that matters here; a subclass belongs to the library of its base."""
    known = ("pandas", "polars", "networkx", "igraph", "torch_geometric", "dgl")
    roots = (base.__module__.partition(".")[0] for base in type(thing).__mro__)
    return next((root for root in roots if root in known), None)


def _of_nodes(names: list[str], graph: Any, n_nodes: int) -> tuple[scipy.sparse.csr_matrix, list[str]]:
    """The attributes that the nodes of a graph have by these names."""
    library = _library(graph)
    if library == "networkx":
        data = [values for _, values in graph.nodes(data=True)]
        found = sorted({str(name) for values in data for name in values})
        _require_known(names, found)
        return _from_columns([_column(name, [values.get(name) for values in data]) for name in names], n_nodes)
    if library == "igraph":
        _require_known(names, graph.vs.attributes())
        return _from_columns([_column(name, graph.vs[name]) for name in names], n_nodes)
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


def _of_mapping(rows: Mapping, model: tuple | None) -> tuple[scipy.sparse.csr_matrix, list[str]]:
    """Rows of a mapping by id: dictionaries by column, sparse rows, or sequences of numbers."""
    values = list(rows.values())
    if not values:
        raise InputError(f"{PLACE}: there are none")
    if all(isinstance(value, Mapping) for value in values):
        names = dict.fromkeys(name for value in values for name in value)
        columns = [_column(str(name), [value.get(name) for value in values]) for name in names]
        if model is None:
            return _from_columns(columns, len(values))
        return _as_in_model(columns, len(values), *model), []
    if all(scipy.sparse.issparse(value) for value in values):
        flat = [_of_matrix(value.reshape(1, -1)) for value in values]
        if len({one.shape[1] for one in flat}) > 1:
            raise InputError(f"{PLACE}: rows of a mapping have one length")
        return scipy.sparse.csr_matrix(scipy.sparse.vstack(flat)), []
    try:
        array = np.array([np.asarray(tensor_to_numpy(v) if hasattr(v, "detach") else v).ravel() for v in values])
    except ValueError:
        raise InputError(f"{PLACE}: rows of a mapping have one length") from None
    return _of_matrix(array), []


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


def _pandas_columns(frame: Any) -> list[_Column]:
    if getattr(frame, "ndim", 0) == 1:
        frame = frame.to_frame()
    if getattr(frame, "ndim", 0) != 2:
        raise TypeError(f"{PLACE}: a pandas {type(frame).__name__} is not understood; pass a DataFrame")
    columns = []
    for i, name in enumerate(frame.columns):
        column = frame.iloc[:, i]
        if not hasattr(column.dtype, "categories") and column.dtype.kind in "biuf":
            columns.append(_Column(str(name), column.to_numpy(dtype=np.float64, na_value=np.nan), column.tolist))
        elif hasattr(column.dtype, "categories"):
            columns.append(_Column(str(name), None, column.astype(object).tolist))
        else:
            columns.append(_column(str(name), column.tolist()))
    return columns


def _polars_columns(frame: Any) -> list[_Column]:
    if not hasattr(frame, "get_columns"):
        raise TypeError(f"{PLACE}: a polars {type(frame).__name__} is not understood; pass a DataFrame")
    return [_column(column.name, column.to_list()) for column in frame.get_columns()]


def _column(name: str, values: list) -> _Column:
    """A column of any values: numbers if all that are there are numbers."""
    present = [not is_missing(value) for value in values]
    is_number = (int, float, np.integer, np.floating, np.bool_)
    if all(isinstance(value, is_number) for value, there in zip(values, present, strict=True) if there):
        numbers = [_real(value) if there else np.nan for value, there in zip(values, present, strict=True)]
        return _Column(name, np.array(numbers, dtype=np.float64), lambda: values)
    return _Column(name, None, lambda: values)


def _real(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:  # an integer beyond any double
        return np.inf


def _text(value: Any, name: str) -> str | None:
    """A value of a column of texts; None if it is missing."""
    if isinstance(value, bytes):
        value = as_text(value)
    if is_missing(value):
        return None
    if not isinstance(value, (str, int, float, np.generic)):
        kind = type(value).__name__
        raise InputError(f"{PLACE}: column {name!r} has a {kind}: values are numbers or texts")
    text = str(value)
    if not is_kept(text):
        raise InputError(f"{PLACE}: column {name!r} has {text!r}: half of a character is no text")
    return text or None


def _from_columns(columns: list[_Column], n_rows: int) -> tuple[scipy.sparse.csr_matrix, list[str]]:
    """Numbers as they are, texts as one column per value, in the order of their bytes."""
    entries, names = [], []
    for column in columns:
        if column.numbers is not None:
            entries.append(_number_entries(column.numbers, len(names)))
            names.append(column.name)
            continue
        texts = column.texts()
        known = sorted(set(texts) - {None}, key=lambda text: text.encode("utf-8", "surrogateescape"))
        place = {text: len(names) + i for i, text in enumerate(known)}
        entries.append(_text_entries(texts, place))
        names += [f"{column.name}={text}" for text in known]
    if len(set(names)) != len(names):
        raise InputError(f"{PLACE}: two columns have the name {_doubled(names)!r}")
    for name in names:
        if not is_kept(name):
            raise InputError(f"{PLACE}: {name!r} is no name: half of a character is no text")
    return _assembled(entries, (n_rows, len(names))), names


def _as_in_model(columns: list[_Column], n_rows: int, width: int, names: list[str]) -> scipy.sparse.csr_matrix:
    """Columns of new nodes in the places that the model has for them."""
    if not names:
        if any(column.numbers is None for column in columns):
            raise InputError(f"{PLACE}: the model's are columns of numbers without names")
        entries = [_number_entries(column.numbers, i) for i, column in enumerate(columns)]
        return _assembled(entries, (n_rows, len(columns)))
    place = {name: i for i, name in enumerate(names)}
    entries = []
    for column in columns:
        if column.name in place:
            if column.numbers is None:
                raise InputError(f"{PLACE}: column {column.name!r} has numbers in the model")
            entries.append(_number_entries(column.numbers, place[column.name]))
            continue
        start = column.name + "="
        values = {name.removeprefix(start): i for name, i in place.items() if name.startswith(start)}
        if not values:
            raise InputError(f"{PLACE}: the model has no column {column.name!r}")
        entries.append(_text_entries(column.texts(), values))
    return _assembled(entries, (n_rows, width))


def _number_entries(numbers: np.ndarray, column: int) -> tuple:
    rows = np.flatnonzero(~np.isnan(numbers) & (numbers != 0))
    with np.errstate(over="ignore"):
        return rows, np.full(len(rows), column), numbers[rows].astype(np.float32)


def _text_entries(texts: list[str | None], place: dict[str, int]) -> tuple:
    found = [(row, place[text]) for row, text in enumerate(texts) if text in place]
    rows, columns = np.array(found, dtype=np.int64).reshape(-1, 2).T
    return rows, columns, np.ones(len(rows), dtype=np.float32)


def _assembled(entries: list[tuple], shape: tuple[int, int]) -> scipy.sparse.csr_matrix:
    rows, columns, values = (np.concatenate(part) for part in zip(*entries, strict=True)) if entries else ([], [], [])
    matrix = scipy.sparse.csr_matrix((values, (rows, columns)), shape=shape, dtype=np.float32)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()  # a number may be too small for the engine's
    return matrix


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
