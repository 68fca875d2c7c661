"""PyTorch Geometric: Data with edge_index or adj_t."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ._parts import Edges, Matrix, Parts, as_indices, as_weights, distinct_ids, no_such_weight, one_weight_each
from ._parts import tensor_to_numpy as to_numpy

PLACE = "PyG Data"


def read(data: Any, directed: bool, weight: str | None) -> Parts:
    """Rows are the nodes of `data`. PyG stores an undirected edge as two entries: they are one edge here."""
    kind = type(data).__name__
    if hasattr(data, "edge_types") and hasattr(data, "to_homogeneous"):
        raise TypeError(f"a PyG {kind} has several kinds of nodes; pass data.to_homogeneous()")
    if not hasattr(data, "edge_index") or not hasattr(data, "num_nodes"):
        advice = "pass one of its graphs, dataset[0]" if hasattr(data, "__getitem__") else "pass a Data"
        raise TypeError(f"a PyG {kind} is no graph; {advice}")
    n_nodes = int(data.num_nodes or 0)
    ids = distinct_ids(data.n_id, n_nodes) if getattr(data, "n_id", None) is not None else None
    if getattr(data, "edge_index", None) is None:
        if getattr(data, "adj_t", None) is None:
            raise InputError(f"{PLACE}: has neither edge_index nor adj_t")
        return _read_transpose(data.adj_t, ids, weight)
    edges = to_numpy(data.edge_index)
    if edges.ndim != 2 or edges.shape[0] != 2:
        raise InputError(f"{PLACE}: edge_index has shape {edges.shape}, not (2, m)")
    sources, targets = as_indices(edges[0], PLACE), as_indices(edges[1], PLACE)
    weights = _weights(data, len(sources), weight)
    return Edges(sources, targets, weights, n_nodes, PLACE, ids=ids, both_directions=True)


def _weights(data: Any, n_edges: int, weight: str | None) -> np.ndarray | None:
    if weight is None:
        return None
    for name in ("weight", "edge_weight") if weight == "weight" else (weight,):
        if getattr(data, name, None) is not None:
            return one_weight_each(to_numpy(getattr(data, name)), n_edges, name, PLACE)
    if weight != "weight":
        raise no_such_weight(weight, data.keys() if callable(data.keys) else data.keys, PLACE)
    if getattr(data, "edge_attr", None) is not None:
        features = to_numpy(data.edge_attr)
        if features.shape in ((n_edges,), (n_edges, 1)):  # several numbers per edge are features, not a weight
            return as_weights(features.reshape(n_edges), PLACE)
    return None


def _read_transpose(adj_t: Any, ids: np.ndarray | None, weight: str | None) -> Matrix:
    """adj_t is transposed: its rows are the columns of the adjacency matrix. SparseTensor or torch.sparse_csr."""
    if hasattr(adj_t, "csr"):
        indptr, indices, data = adj_t.csr()
    elif hasattr(adj_t, "crow_indices") and str(getattr(adj_t, "layout", "")) == "torch.sparse_csr":
        indptr, indices, data = adj_t.crow_indices(), adj_t.col_indices(), adj_t.values()
    else:
        layout = getattr(adj_t, "layout", type(adj_t).__name__)
        raise TypeError(f"{PLACE}: adj_t is {layout}; a SparseTensor or torch.sparse_csr is understood")
    data = None if data is None or weight is None else as_weights(to_numpy(data), PLACE)
    indptr, indices = as_indices(to_numpy(indptr), PLACE), as_indices(to_numpy(indices), PLACE)
    return Matrix(indptr, indices, data, PLACE, by_column=True, ids=ids)
