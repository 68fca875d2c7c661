"""Graphs of other libraries in, one native graph out.

Each file of this folder converts the graphs of one library to plain arrays (:mod:`._parts`); this file selects
one by the type of the graph and passes the arrays to the engine. No library is imported for that: a caller with a
NetworkX graph has already imported NetworkX.
"""

from __future__ import annotations

import warnings
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse

from .._core import Graph
from .._paths import is_path, path_name
from ..errors import ConfigError, InputError
from . import _arrays, _arrow, _dgl, _igraph, _networkx, _pandas, _polars, _pyg, _scipy
from ._ids import Ids, split_ids
from ._parts import Edges, Matrix, Parts, is_one_way
from ._tables import NOT_NAMED, Columns

__all__ = [
    "NOT_NAMED",
    "Columns",
    "Converted",
    "as_graph",
    "convert",
    "edges_of",
    "edges_once",
    "is_engine_file",
    "is_table",
]

_LIBRARIES = {
    "torch_geometric": _pyg.read,
    "dgl": _dgl.read,
    "networkx": _networkx.read,
    "igraph": _igraph.read,
}
_TABLES = {"pandas": _pandas.read, "polars": _polars.read, "pyarrow": _arrow.read}

_UNDERSTOOD = (
    "a path, a SciPy sparse matrix, a NumPy array of edges or a dense adjacency matrix, a list of tuples (u, v) or "
    "(u, v, weight), a DataFrame of pandas or polars or an Arrow table with one edge a row, a graph of NetworkX, "
    "igraph or DGL, a PyTorch Geometric Data"
)


@dataclass(frozen=True)
class Converted:
    """A graph for the engine, and the ids of its nodes as the user knows them.

    Attributes
    ----------
    graph : Graph
        The graph. Its own ids are integers or texts.
    ids : numpy.ndarray of shape (n_nodes,)
        The id of each row as it was in the input: int64 if all are integers, else the objects themselves.
    listed : numpy.ndarray of shape (n_listed_nodes,)
        The ids of all nodes of the input, those outside the largest component too.
    rows : numpy.ndarray of shape (n_nodes,) or None
        The place of each row in `listed`; None if they are the same.
    """

    graph: Graph
    ids: np.ndarray
    listed: np.ndarray
    rows: np.ndarray | None = None


def as_graph(
    graph: Any,
    *,
    directed: bool | None = None,
    weight: str | None = "weight",
    largest_component: bool = False,
    source: Hashable = None,
    target: Hashable = None,
) -> Graph:
    """Convert any supported graph to the engine's graph.

    Parameters
    ----------
    graph : object
        One of

        - a path (str, bytes or os.PathLike): read as the command reads it; a ``.parquet``, ``.feather`` or ``.arrow``
          file as a table, by pyarrow. A GraphML, GEXF, GML or JSON file that says that its graph is directed is read
          so, whatever `directed` says;
        - a SciPy sparse matrix or array, square; entry (i, j) is the weight of an edge. Any format; csr,
          csc and coo are used directly, others are converted to csr;
        - a NumPy array of edges, one per row: ``(m, 2)``, or ``(m, 3)`` with weights in the last column, or ``(2, m)``
          integers or texts, one edge per column. A ``(2, 2)`` array has its edges in rows. Ids are any 64-bit integers
          (floats that are whole numbers count as integers) or texts;
        - a NumPy array that is a dense adjacency matrix: square, and either bool or with one or more than three rows.
          Shapes ``(3, 3)``, and ``(2, 3)`` of integers, are ambiguous and refused; the message says how to
          be explicit;
        - a list or tuple of tuples ``(u, v)`` or ``(u, v, weight)``; ids are integers, texts or any other hashable
          object;
        - a table with one edge per row: a DataFrame of pandas or polars, a pyarrow ``Table``, or any object with
          ``__arrow_c_stream__`` (a DuckDB relation), which pyarrow reads. Of two columns, not counting the weight, both
          are ends. Of more, the ends are `source` and `target` if given, else the columns ``source`` and ``target``,
          ``src`` and ``dst``, ``from`` and ``to``, ``u`` and ``v``, ``id_1`` and ``id_2``, ``node_1`` and ``node_2`` or
          the like, in any case; anything else would be a guess, and is an error. Three columns that nobody named are
          read as an array's. A square pandas frame with the same names for rows and columns is an adjacency matrix;
        - a NetworkX graph of any of its four classes. Parallel edges of a multigraph add up;
        - an igraph ``Graph``. The vertex attribute ``name`` gives the ids if it exists and is distinct;
        - a PyTorch Geometric ``Data``: ``edge_index``, or ``adj_t``. Rows are the ids, unless ``n_id`` (as the loaders
          leave it) gives a distinct id for each;
        - a homogeneous DGL graph. Rows are the ids, unless ``ndata['_ID']`` (as its samplers leave it) gives a
          distinct id for each;
        - a :class:`Graph`: returned unchanged; `directed` and `weight` are ignored.
    directed : bool, optional
        If True, edges lead from u to v only, and an edge of an undirected object goes both ways. If False, u → v and
        v → u are one edge, with the larger of their weights. By default as if False, as the command does, with a
        warning if a graph of NetworkX, igraph, DGL or PyTorch Geometric has an edge in one direction only.
    weight : str or None, default="weight"
        Name of the edge attribute or column with the weights. For PyTorch Geometric "weight" also finds
        ``edge_weight`` and an ``edge_attr`` with one number per edge, for DGL also ``w``, in a table also ``w``,
        ``weights`` and ``edge_weight``. Without an attribute "weight" all edges count 1; any other name must exist. If
        only some edges of a NetworkX graph have it, the rest count 1. None counts every edge as 1. Matrices and arrays
        have no names: there only None has an effect. Of a file that the engine reads, None ignores the weights, and
        another name needs `source` and `target`, too.
    largest_component : bool, default=False
        Keep only the largest (weakly) connected component.
    source, target : str or other column name, optional
        The columns of a table, or of a CSV file, that hold the ends of an edge.

    Returns
    -------
    Graph
        Nodes are in the order of the object's own nodes; for edge arrays, lists and frames in the order of first
        appearance, u before v, as in a file with the same edges.

    Raises
    ------
    TypeError
        For an object, ids or weights of an unsupported type.
    ValueError
        For an invalid graph: a matrix that is not square, an id that is not an integer, a negative weight.

    Notes
    -----
    Contiguous arrays of int32 or int64 indices and float32 or float64 weights are zero-copy: csr, csc and coo matrices,
    ``edge_index``, ``adj_t``, the edges of DGL. If another thread writes to them meanwhile, the result is another graph
    or an error, never a crash. Other number types and strided arrays are copied, and so are
    all inputs that name their nodes (edge arrays, lists, frames, NetworkX, igraph), since names must become rows.

    Examples
    --------
    >>> graph = as_graph([("ada", "bob"), ("bob", "cid")])
    >>> graph.ids
    ['ada', 'bob', 'cid']
    """
    columns = Columns(source, target)
    return convert(graph, directed=directed, weight=weight, largest_component=largest_component, columns=columns).graph


def convert(
    graph: Any,
    *,
    directed: bool | None = None,
    weight: str | None = "weight",
    largest_component: bool = False,
    listed: bool = False,
    columns: Columns = NOT_NAMED,
) -> Converted:
    """Make the engine's graph, and keep the ids of the nodes.

    The engine uses integers or texts as ids. Other objects (tuples, floats, a mixture) become ``str(id)`` if these
    texts are distinct, else row numbers; texts that are all integers, such as "7", become numbers, as when reading a
    file. :attr:`Converted.ids` always has the objects of the input.

    Parameters
    ----------
    graph, directed, weight, largest_component
        See :func:`as_graph`.
    listed : bool, default=False
        Whether :attr:`Converted.listed` is needed of a file, whose nodes outside the largest component are else not
        kept.
    columns : Columns
        The columns of a table.

    Returns
    -------
    Converted
        The graph and the ids of its rows.
    """
    largest_component = bool(largest_component)
    if weight is not None and not isinstance(weight, str):
        raise TypeError(f"weight is the name of an attribute or None, not {type(weight).__name__}")
    if isinstance(graph, Graph):
        _refuse_columns(graph, columns)
        return _reduced(graph, Ids(graph.ids, split_ids(graph.ids).user), largest_component)
    if is_engine_file(graph):
        whole = largest_component and listed
        native = _read(graph, bool(directed), largest_component and not whole, weight, columns)
        return _reduced(native, Ids(native.ids, split_ids(native.ids).user), whole)
    parts = _parts_of(graph, directed, weight, columns)
    if directed is None and _library_of(graph) in _LIBRARIES and is_one_way(parts):
        warnings.warn(
            f"{parts.place}: has edges in one direction only and is read as undirected; directed=True keeps the "
            "directions, directed=False says that they do not matter",
            stacklevel=3,
        )
    return _build(parts, bool(directed), largest_component)


def edges_of(graph: Any, *, directed: bool, weight: str | None, columns: Columns = NOT_NAMED) -> Edges:
    """The edges of a graph as given, each once, to be added to an existing graph.

    Parameters
    ----------
    graph, directed, weight, columns
        See :func:`convert`. The same edge may occur twice in a list, as in a file.

    Returns
    -------
    Edges
        Its ids are the user's; it has weights if they were given.
    """
    if isinstance(graph, Graph) or is_engine_file(graph):
        converted = convert(graph, directed=directed, weight=weight, columns=columns)
    else:
        parts = _parts_of(graph, directed, weight, columns)
        if isinstance(parts, Edges) and not parts.both_directions:
            return replace(parts, ids=split_ids(parts.ids, parts.n_nodes).user)
        converted = _build(parts, directed, False)
    native = converted.graph
    return Edges(*edges_once(native), native.n_nodes, native.place, ids=converted.ids)


def edges_once(graph: Graph) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """(sources, targets, weights or None) of a graph; an undirected edge occurs once, from its smaller row."""
    indptr, indices, weights = graph.arrays
    sources = np.repeat(np.arange(graph.n_nodes), np.diff(indptr.astype(np.int64)))
    targets = indices.astype(np.int64)
    if graph.directed:
        return sources, targets, weights
    once = sources < targets
    return sources[once], targets[once], None if weights is None else weights[once]


def is_engine_file(graph: Any) -> bool:
    """Whether a value is the path of a file that the engine reads, and not pyarrow."""
    return is_path(graph) and not _arrow.is_arrow_file(graph)


def is_table(graph: Any) -> bool:
    """Whether a value is a table of any library, one edge per row."""
    return _library_of(graph) in _TABLES or _arrow.is_stream(graph)


def _library_of(graph: Any) -> str | None:
    """The library of a graph or table; a subclass belongs to the library of its base, whatever its own module."""
    modules = (base.__module__.partition(".")[0] for base in type(graph).__mro__)
    return next((module for module in modules if module in _LIBRARIES or module in _TABLES), None)


def _read(path: Any, directed: bool, largest_component: bool, weight: str | None, columns: Columns) -> Graph:
    """The graph in a file, by the columns that the caller named if it is a table."""
    named = [str(columns.source), str(columns.target)] if columns.named else []
    if named and weight is not None:
        named.append(weight)
    elif weight not in (None, "weight"):
        raise InputError(f"weight={weight!r}: name the ends of an edge in the file, too: source='…', target='…'")
    try:
        native = Graph.read(path, directed, largest_component, unweighted=weight is None, columns=named)
    except (ConfigError, InputError) as error:
        if weight == "weight" and named[2:] and "there is no column 'weight'" in str(error):
            return _read(path, directed, largest_component, None, columns)
        if named and not columns.strict:  # this file does not have the columns of an earlier one
            return _read(path, directed, largest_component, "weight", NOT_NAMED)
        raise type(error)(_in_python(str(error))) from None
    if native.doubt:
        warnings.warn(f"{path_name(path)}: {_in_python(native.doubt)}", stacklevel=4)
    return native


def _in_python(message: str) -> str:
    """A message about the columns of a file, with our parameters in the place of flags."""
    for flag, parameter in (
        ("--edge-columns SOURCE,TARGET[,WEIGHT] says", "source=, target= and weight= say"),
        ("--edge-columns SOURCE,TARGET[,WEIGHT]", "source='…', target='…', weight='…'"),
        ("say --header or --edge-columns", "name its columns: source='…', target='…'"),
        ("say --header", "name its columns: source='…', target='…'"),
        ("--edge-columns: ", "columns: "),
    ):
        message = message.replace(flag, parameter)
    return message


def _refuse_columns(graph: Any, columns: Columns) -> None:
    if columns.named and columns.strict:
        what = path_name(graph) if is_path(graph) else f"a {type(graph).__name__}"
        raise InputError(f"source={columns.source!r}: names a column of a table, and {what} is none")


def _parts_of(graph: Any, directed: bool | None, weight: str | None, columns: Columns) -> Parts:
    """Plain arrays of a graph in memory; TypeError for an unsupported type."""
    if _arrow.is_arrow_file(graph):
        return _arrow.read_file(graph, weight, columns)
    if is_table(graph):
        return _TABLES.get(_library_of(graph), _arrow.read)(graph, weight, columns)
    _refuse_columns(graph, columns)
    if scipy.sparse.issparse(graph):
        return _scipy.read(graph, weight)
    if isinstance(graph, np.ndarray):
        return _arrays.read(graph, weight)
    if isinstance(graph, (list, tuple)):
        return _arrays.read_list(graph, weight)
    library = _library_of(graph)
    if library is not None:
        return _LIBRARIES[library](graph, bool(directed), weight)
    kind = type(graph)
    raise TypeError(f"a {kind.__module__}.{kind.__qualname__} is no graph that is understood; pass {_UNDERSTOOD}")


def _build(parts: Parts, directed: bool, largest_component: bool) -> Converted:
    """Pass the arrays to the engine and reduce the ids to the remaining rows."""
    ids = split_ids(parts.ids, parts.n_nodes)
    if isinstance(parts, Matrix):
        native = Graph.from_csr(
            parts.indptr,
            parts.indices,
            parts.data,
            ids=ids.engine,
            directed=directed,
            place=parts.place,
            by_column=parts.by_column,
        )
    else:
        native = Graph.from_edges(
            parts.sources,
            parts.targets,
            parts.weights,
            parts.n_nodes,
            ids=ids.engine,
            directed=directed,
            place=parts.place,
            both_directions=parts.both_directions,
        )
    return _reduced(native, ids, largest_component)


def _reduced(native: Graph, ids: Ids, largest_component: bool) -> Converted:
    """The graph or its largest component, with the ids of the rows that remain."""
    if not largest_component:
        return Converted(native, ids.user, ids.user)
    part = native.largest_component()
    rows = ids.rows_of(part.ids)
    return Converted(part, ids.user[rows], ids.user, rows)
