"""A stand-in for the native graph that keeps the very arrays it was given, and a slow reading of what they mean."""

from __future__ import annotations

import numpy as np
import scipy.sparse


class RecordingGraph:
    """Takes the arguments of the native Graph; `arguments` has them, `adjacency` what they say."""

    doubt = ""  # whether the first line of a file is a header

    def __init__(self, entries, n_nodes, ids, arguments):
        self.entries = entries  # {(u, v): weight} in both directions where undirected
        self.n_nodes = n_nodes
        self.ids = np.arange(n_nodes) if ids is None else ids
        self.arguments = arguments

    @classmethod
    def from_csr(cls, indptr, indices, data, ids=None, directed=False, place="graph", by_column=False):
        for array in (indptr, indices) + (() if data is None else (data,)):
            check_array(array)
        assert indptr.dtype == indices.dtype and len(indices) == indptr[-1]
        n = len(indptr) - 1
        major = np.repeat(np.arange(n), np.diff(indptr))
        ends = (indices, major) if by_column else (major, indices)
        arguments = {"indptr": indptr, "indices": indices, "data": data, "ids": ids, "by_column": by_column}
        return cls(merge(*ends, data, directed, True), n, ids, {**arguments, "directed": directed, "place": place})

    @classmethod
    def from_edges(
        cls, sources, targets, weights, n_nodes, ids=None, directed=False, place="graph", both_directions=False
    ):
        for array in (sources, targets) + (() if weights is None else (weights,)):
            check_array(array)
            assert array.shape == sources.shape
        assert ids is None or len(ids) == n_nodes
        arguments = {"sources": sources, "targets": targets, "weights": weights, "ids": ids, "directed": directed}
        arguments.update(place=place, both_directions=both_directions, n_nodes=n_nodes)
        return cls(merge(sources, targets, weights, directed, both_directions), n_nodes, ids, arguments)

    @classmethod
    def read(cls, path, directed=False, largest_component=False, unweighted=False, columns=()):
        arguments = {"path": path, "directed": directed, "largest_component": largest_component}
        arguments.update(unweighted=unweighted, columns=list(columns))
        return cls({(0, 1): 1.0, (1, 0): 1.0}, 2, ["a", "b"], arguments)

    def largest_component(self):
        dense = self.adjacency() > 0
        _, component = scipy.sparse.csgraph.connected_components(dense, directed=False)
        keep = np.flatnonzero(component == np.bincount(component).argmax())
        ids = self.ids[keep] if isinstance(self.ids, np.ndarray) else [self.ids[i] for i in keep]
        row = {int(old): new for new, old in enumerate(keep)}
        entries = {(row[u], row[v]): w for (u, v), w in self.entries.items() if u in row and v in row}
        return RecordingGraph(entries, len(keep), ids, self.arguments)

    def adjacency(self):
        dense = np.zeros((self.n_nodes, self.n_nodes))
        for (u, v), w in self.entries.items():
            dense[u, v] = w
        return dense


def check_array(array):
    """What the native side takes without a copy: one dimension, contiguous, of one of four types."""
    assert isinstance(array, np.ndarray) and array.ndim == 1 and array.flags.c_contiguous
    assert array.dtype in (np.int32, np.int64, np.float32, np.float64)


def merge(sources, targets, weights, directed, both_directions):
    """The rules of the engine, an edge at a time: repeats add up, opposite halves are one edge, the larger holds."""
    sums = {}
    for i, (u, v) in enumerate(zip(sources.tolist(), targets.tolist(), strict=True)):
        w = 1.0 if weights is None else float(weights[i])
        if u == v or w == 0:
            continue
        pair = (u, v) if directed or both_directions else (min(u, v), max(u, v))
        sums[pair] = 1.0 if weights is None else sums.get(pair, 0.0) + w
    if directed:
        return sums
    both = {}
    for (u, v), w in sums.items():
        both[u, v] = both[v, u] = max(w, both.get((u, v), 0.0))
    return both
