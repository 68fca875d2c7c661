"""New nodes and edge changes: from the user's ids and graphs to the engine's.

A node is identified by its id. If no known node has this object as its id, ids are compared as text, as in files: a
loaded model knows the node (0, 1) as "(0, 1)".
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from . import _core
from ._attributes import NamedRows
from ._graphs import Columns, Converted, _arrays, _scipy, edges_of, edges_once, is_engine_file
from ._graphs._ids import as_objects, canonical_integers, is_integer
from ._paths import path_name
from ._text import is_kept
from .codes import SDRTable
from .errors import InputError

EMBED_ONCE = "nodes are no independent samples: embed once, then cross-validate the codes"


@dataclass(frozen=True)
class Batch:
    """Changes for the engine, and the ids of their new nodes, in the engine's order.

    For a file the list is empty: its ids are the engine's own.
    """

    changes: _core.EdgeChanges
    new_ids: list
    attributes: tuple | None = None  #: of new nodes: (ids of the engine, compressed rows)


def rows_of(table: SDRTable, ids: list) -> np.ndarray:
    """The row of each id in a table, or -1."""
    known = table._rows()
    rows = np.fromiter((known.get(one, -1) for one in ids), dtype=np.int64, count=len(ids))
    unknown = np.flatnonzero(rows < 0)
    if not len(unknown) or (table.ids.dtype == np.int64 and all(is_integer(ids[i]) for i in unknown)):
        return rows
    if table._ids_are_of_files():
        by_text = {str(one): row for row, one in enumerate(table.native.ids)}
        for i in unknown:
            rows[i] = by_text.get(str(ids[i]), -1)
    return rows


def engine_ids(table: SDRTable, ids: list, rows: np.ndarray, place: str):
    """The ids of known and new nodes in the engine: integers or texts."""
    native = table.native.ids
    new = [one for one, row in zip(ids, rows, strict=True) if row < 0]
    if new and not table._ids_are_of_files():  # the engine's ids are row numbers, which continue
        names = range(int(max(native)) + 1, int(max(native)) + 1 + len(new))
    else:
        names = [int(one) if is_integer(one) else str(one) for one in new]
        texts = {str(one) for one in names}
        if len(texts) != len(names) or "" in texts or not all(map(is_kept, texts)):
            raise InputError(f"{place}: new ids must differ as texts and not be empty, for the model keeps them so")
    following = iter(names)
    every = [native[row] if row >= 0 else next(following) for row in rows]
    return np.array(every, dtype=np.int64) if all(map(is_integer, every)) else [str(one) for one in every]


def edges_of_new_nodes(
    edges, table: SDRTable, directed: bool, columns: Columns, attributes: NamedRows | None = None
) -> Batch:
    """The edges and attributes of nodes to encode; an edge between two known nodes is an error."""
    if is_engine_file(edges):
        return _batch_of_file(table, edges, attributes)
    if edges is None:
        return _batch_without_edges(table, attributes)
    given = edges_of(edges, directed=directed, weight=columns.weight, columns=columns)
    ids = given.ids.tolist()
    rows = rows_of(table, ids)
    both = (rows[given.sources] >= 0) & (rows[given.targets] >= 0)
    if both.any():
        u, v = (ids[ends[np.argmax(both)]] for ends in (given.sources, given.targets))
        raise InputError(f"{given.place}: {u!r} and {v!r} are both in the model; partial_fit takes their new edges")
    group = ("add", given.sources, given.targets, given.weights)
    return _batch(table, ids, rows, [group], given.place, attributes)


def changes_of(
    table: SDRTable,
    directed: bool,
    columns: Columns,
    attributes: NamedRows | None = None,
    *,
    added,
    removed,
    reweighted,
) -> Batch:
    """Removed edges, then reweighted ones, then added ones, and attributes of new nodes."""
    if is_engine_file(added):
        if removed is not None or reweighted is not None:
            raise InputError(f"{path_name(added)}: a file of changes holds the removed and reweighted edges, too")
        return _batch_of_file(table, added, attributes)
    weight = columns.weight
    parts = {"remove": (removed, None), "reweight": (reweighted, weight or "weight"), "add": (added, weight)}
    row_of: dict = {}
    groups, places = [], []
    for kind, (edges, name) in parts.items():
        if edges is None:
            continue
        given = edges_of(edges, directed=directed, weight=name, columns=columns)
        if kind == "reweight" and given.weights is None:
            raise InputError("reweighted: edges are tuples (u, v, weight), or have weights as those of a graph do")
        own = np.array([row_of.setdefault(one, len(row_of)) for one in given.ids.tolist()], dtype=np.int64)
        groups.append((kind, own[given.sources], own[given.targets], given.weights))
        places.append(given.place)
    if not groups and attributes is None:
        raise InputError("partial_fit: no edges were added, removed or reweighted")
    if not groups:
        return _batch_without_edges(table, attributes)
    ids = list(row_of)
    return _batch(table, ids, rows_of(table, ids), groups, places[0] if len(places) == 1 else "changes", attributes)


def codes_in(model, table: SDRTable, converted: Converted, threads: int, progress) -> SDRTable:
    """The codes of a graph that is not the model's: known nodes keep theirs, new nodes are encoded."""
    graph = converted.graph
    ids = converted.ids.tolist()
    rows = rows_of(table, ids)
    if rows.max() < 0:
        raise InputError(f"{graph.place}: none of its nodes is in the model")
    if graph.directed != model.directed:
        raise InputError(f"{graph.place}: is {'' if graph.directed else 'not '}directed, unlike the model's graph")
    sources, targets, weights = edges_once(graph)
    known = (rows[sources] >= 0) & (rows[targets] >= 0)
    _require_edges(model.graph, rows, ids, (sources, targets, weights), known, graph.place)
    codes = table.indices
    new = rows < 0
    if new.any():
        fresh = ~known
        group = ("add", sources[fresh], targets[fresh], None if weights is None else weights[fresh])
        batch = _batch(table, ids, rows, [group], graph.place)
        codes = np.concatenate((codes, encoded(model, table, batch, threads, progress).indices))
        rows[new] = np.arange(len(table), len(codes))
    native = table.native.with_rows(np.ascontiguousarray(codes[rows]), graph.ids)
    return SDRTable(native, converted.ids, model.metadata)


def encoded(model, table: SDRTable, batch: Batch, threads: int, progress) -> SDRTable:
    """The codes of the new nodes of a batch."""
    codes, report = _core.encode(model, batch.changes, threads, progress, batch.attributes)
    if report["placeless"]:
        warnings.warn(
            f"no walk leads from {report['placeless']} of the new nodes to a known one: their codes say nothing",
            stacklevel=3,
        )
    new = batch.new_ids or _ids_of_file(table, codes.ids)
    return SDRTable(codes, _joined(np.empty(0, dtype=np.int64), new), model.metadata)


def ids_after(table: SDRTable, model, batch: Batch) -> np.ndarray:
    """The ids of all nodes of an updated model; earlier nodes keep theirs."""
    return _joined(table.ids, batch.new_ids or _ids_of_file(table, model.ids[len(table) :]))


def _ids_of_file(table: SDRTable, native) -> list:
    """New ids from a file: canonical integers become integers if all ids of the table are."""
    if table.ids.dtype != np.int64:
        return [str(one) for one in native]
    return [int(one) if canonical_integers([str(one)]) is not None else one for one in native]


def _batch_of_file(table: SDRTable, path, attributes: NamedRows | None) -> Batch:
    """Changes that the engine reads itself."""
    table._require_ids_of_files()
    named = [] if attributes is None else attributes.ids
    names = engine_ids(table, named, _unknown_rows(table, named), "attributes")
    return Batch(_core.EdgeChanges.read(path), [], (names, attributes.native) if named else None)


def _batch_without_edges(table: SDRTable, attributes: NamedRows) -> Batch:
    return _batch(table, [], np.empty(0, dtype=np.int64), [], "attributes", attributes)


def _unknown_rows(table: SDRTable, named: list) -> np.ndarray:
    """The rows of new nodes, all -1; a known node is an error."""
    rows = rows_of(table, named)
    if (rows >= 0).any():
        raise InputError(f"attributes: {named[int(np.argmax(rows >= 0))]!r} is a node of the model")
    return rows


def _batch(
    table: SDRTable, ids: list, rows: np.ndarray, groups: list, place: str, attributes: NamedRows | None = None
) -> Batch:
    """Changes of edges, and attributes of new nodes: those without an edge follow."""
    named = [] if attributes is None else attributes.ids
    _unknown_rows(table, named)
    with_edges, row_of = len(ids), {one: row for row, one in enumerate(ids)}
    for one in named:
        row_of.setdefault(one, len(row_of))
    ids = list(row_of) if named else ids
    rows = np.concatenate((rows, np.full(len(ids) - with_edges, -1, dtype=np.int64)))
    names = engine_ids(table, ids, rows, place)
    arrays = [
        (kind, u.astype(np.int64), v.astype(np.int64), None if weights is None else weights.astype(np.float64))
        for kind, u, v, weights in groups
    ]
    changes = _core.EdgeChanges.from_arrays(names[:with_edges], with_edges, arrays, place)
    new = [one for one, row in zip(ids, rows, strict=True) if row < 0]
    if not named:
        return Batch(changes, new)
    places = [row_of[one] for one in named]
    own = names[places] if isinstance(names, np.ndarray) else [names[row] for row in places]
    return Batch(changes, new, (own, attributes.native))


def _joined(ids: np.ndarray, new: list) -> np.ndarray:
    if ids.dtype == np.int64 and all(map(is_integer, new)):
        return np.concatenate((ids, np.array(new, dtype=np.int64)))
    return as_objects([*ids.tolist(), *new])


def _require_edges(known_graph, rows, ids, edges, known, place: str) -> None:
    """Edges between known nodes must be those of the model, which it was trained on."""
    sources, targets, weights = edges
    indptr, indices, own = known_graph.arrays
    n = known_graph.n_nodes
    arcs = np.repeat(np.arange(n), np.diff(indptr.astype(np.int64))) * n + indices  # ascending, as rows are sorted
    wanted = rows[sources[known]] * n + rows[targets[known]]
    found = np.minimum(np.searchsorted(arcs, wanted), len(arcs) - 1)

    def fail(wrong, what):
        edge = np.flatnonzero(known)[np.argmax(wrong)]
        u, v = ids[sources[edge]], ids[targets[edge]]
        is_matrix = place in (_arrays.DENSE, _scipy.PLACE)
        advice = f"; if these are samples of a split, {EMBED_ONCE}" if is_matrix else ""
        raise InputError(f"{place}: {what.format(u=repr(u), v=repr(v))}; partial_fit takes edges that changed{advice}")

    missing = arcs[found] != wanted
    if missing.any():
        fail(missing, "the model has no edge from {u} to {v}")
    given = np.ones(len(wanted)) if weights is None else weights[known]
    heavier = given != (1 if own is None else own[found])
    if heavier.any():
        fail(heavier, "the edge from {u} to {v} has another weight in the model")
