"""igraph graphs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._parts import Edges, as_weights, no_such_weight

PLACE = "igraph graph"


def read(graph: Any, directed: bool, weight: str | None) -> Edges:
    """Rows in the order of the vertices; their attribute ``name`` gives the ids if it is distinct."""
    if not hasattr(graph, "get_edgelist"):
        raise TypeError(f"an igraph {type(graph).__name__} is no graph; pass the Graph itself")
    edges = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    weights = None
    if weight is not None and weight in graph.es.attributes():
        values = [1.0 if w is None else w for w in graph.es[weight]]
        weights = as_weights(values, f"{PLACE}: {weight}")
    elif weight not in (None, "weight"):
        raise no_such_weight(weight, graph.es.attributes(), PLACE)
    sources, targets = np.ascontiguousarray(edges[:, 0]), np.ascontiguousarray(edges[:, 1])
    if directed and not graph.is_directed():
        sources, targets = np.concatenate((sources, targets)), np.concatenate((targets, sources))
        weights = None if weights is None else np.concatenate((weights, weights))
    return Edges(
        sources,
        targets,
        weights,
        graph.vcount(),
        PLACE,
        ids=_names(graph),
        both_directions=bool(graph.is_directed()),
    )


def _names(graph: Any) -> list | None:
    if "name" not in graph.vs.attributes():
        return None
    names = graph.vs["name"]
    try:
        return names if len(set(names)) == len(names) and None not in names else None
    except TypeError:  # unhashable names cannot be looked up
        return None
