"""DGL graphs."""

from __future__ import annotations

from typing import Any

from ._parts import Edges, as_indices, distinct_ids, no_such_weight, one_weight_each
from ._parts import tensor_to_numpy as to_numpy

PLACE = "DGL graph"
_ORIGINAL_ID = "_ID"  # dgl.NID: where DGL's samplers keep the node's number in the graph they cut from


def read(graph: Any, directed: bool, weight: str | None) -> Edges:
    """Rows are the nodes of `graph`. DGL stores an undirected edge as two entries: they are one edge here."""
    if not hasattr(graph, "is_homogeneous"):
        raise TypeError(f"a DGL {type(graph).__name__} is no graph; pass one of its graphs, dataset[0]")
    if getattr(graph, "is_block", False):
        raise TypeError("a DGL block has two sets of nodes; pass the graph that it was sampled from")
    if not graph.is_homogeneous:
        raise TypeError(f"this {PLACE} has several kinds of nodes or edges; pass dgl.to_homogeneous(graph)")
    sources, targets = (as_indices(to_numpy(ends), PLACE) for ends in graph.edges())
    weights = None
    if weight is not None:
        names = ("weight", "w") if weight == "weight" else (weight,)
        name = next((name for name in names if name in graph.edata), None)
        if name is not None:
            weights = one_weight_each(to_numpy(graph.edata[name]), len(sources), name, PLACE)
        elif weight != "weight":
            raise no_such_weight(weight, graph.edata.keys(), PLACE)
    n_nodes = int(graph.num_nodes())
    ids = distinct_ids(graph.ndata[_ORIGINAL_ID], n_nodes) if _ORIGINAL_ID in graph.ndata else None
    return Edges(sources, targets, weights, n_nodes, PLACE, ids=ids, both_directions=True)
