"""Adjacency matrices as scikit-learn checks its input."""

from __future__ import annotations

import numpy as np
import scipy.sparse
from sklearn.utils.validation import assert_all_finite, check_array

from ._graphs import is_table
from ._graphs._arrays import is_edges
from .errors import InputError


def checked_matrix(graph):
    """An adjacency matrix as scikit-learn checks its input, with its messages; any other graph unchanged."""
    is_rows = isinstance(graph, list) and graph and isinstance(graph[0], (list, np.ndarray)) and len(graph[0]) > 3
    is_array = hasattr(graph, "__array__") and not is_table(graph) and not isinstance(graph, np.ma.MaskedArray)
    if scipy.sparse.issparse(graph) or not (is_rows or is_array):
        return graph
    array = np.asarray(graph)
    if is_edges(array):
        if array.dtype.kind == "f":
            assert_all_finite(array, input_name="X")
        return array
    checked = check_array(array, dtype="numeric", ensure_min_samples=2)
    if checked.dtype != bool and checked.min() < 0:
        raise InputError("Negative values in data passed to ColumnarEmbedder: weights are not negative")
    return checked


def matrix_columns(graph) -> int | None:
    """The columns of an adjacency matrix; None for any other graph."""
    is_matrix = scipy.sparse.issparse(graph) or (isinstance(graph, np.ndarray) and not is_edges(graph))
    return graph.shape[1] if is_matrix else None
