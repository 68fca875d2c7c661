"""NetworkX graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ._parts import Edges, no_such_weight

PLACE = "NetworkX graph"


def read(graph: Any, directed: bool, weight: str | None) -> Edges:
    """Rows in the order of ``graph.nodes``. All edges of a multigraph count, with or without weights, and add up."""
    if not hasattr(graph, "is_multigraph"):
        raise TypeError(f"a NetworkX {type(graph).__name__} is no graph; pass the graph itself")
    nodes = list(graph.nodes)
    row = {node: i for i, node in enumerate(nodes)}
    edges = list(graph.edges(data=weight, default=None) if weight is not None else graph.edges(data=False))
    sources = np.fromiter((row[edge[0]] for edge in edges), dtype=np.int64, count=len(edges))
    targets = np.fromiter((row[edge[1]] for edge in edges), dtype=np.int64, count=len(edges))
    weights = None if weight is None else _weights(edges, graph, weight)
    if directed and not graph.is_directed():
        sources, targets = np.concatenate((sources, targets)), np.concatenate((targets, sources))
        weights = None if weights is None else np.concatenate((weights, weights))
    return Edges(sources, targets, weights, len(nodes), PLACE, ids=nodes, both_directions=bool(graph.is_directed()))


def _weights(edges: list, graph: Any, weight: str) -> np.ndarray | None:
    if all(edge[2] is None for edge in edges):
        if weight != "weight":
            raise no_such_weight(weight, sorted({str(k) for *_, data in graph.edges(data=True) for k in data}), PLACE)
        return np.ones(len(edges), dtype=np.float32) if graph.is_multigraph() else None
    weights = np.empty(len(edges), dtype=np.float64)
    for i, (u, v, w) in enumerate(edges):
        try:
            weights[i] = 1.0 if w is None else w
        except (TypeError, ValueError):
            raise InputError(f"{PLACE}: edge {u!r} to {v!r}: {weight} is not a number: {w!r}") from None
    return weights
