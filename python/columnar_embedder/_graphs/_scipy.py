"""SciPy sparse matrices and arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ._parts import Edges, Matrix, Parts, as_indices, as_weights

PLACE = "sparse matrix"


def read(matrix: Any, weight: str | None) -> Parts:
    """Take csr, csc and coo as they are; convert any other format to csr. Stored zeros are no edges."""
    shape = tuple(matrix.shape)
    if len(shape) != 2 or shape[0] != shape[1]:
        raise InputError(f"{PLACE}: the matrix of a graph is square, this one has shape {shape}")
    if matrix.dtype.kind not in "biuf":
        raise TypeError(f"{PLACE}: entries are real numbers, these are {matrix.dtype}")
    if matrix.format == "coo":
        return Edges(
            as_indices(matrix.row, PLACE),
            as_indices(matrix.col, PLACE),
            entry_weights(matrix.data, weight),
            shape[0],
            PLACE,
            both_directions=True,
        )
    if matrix.format not in ("csr", "csc"):
        matrix = matrix.tocsr()
    indptr, indices = as_indices(matrix.indptr, PLACE), as_indices(matrix.indices, PLACE)
    if indptr.dtype != indices.dtype:
        indptr, indices = indptr.astype(np.int64, copy=False), indices.astype(np.int64, copy=False)
    stored = int(indptr[-1])  # SciPy may keep spare room behind the last entry
    data = entry_weights(matrix.data[:stored], weight)
    return Matrix(indptr, indices[:stored], data, PLACE, by_column=matrix.format == "csc")


def entry_weights(data: np.ndarray, weight: str | None) -> np.ndarray | None:
    """Weights of stored entries; None where all count 1. An entry that is zero keeps its zero: it is no edge."""
    if weight is None or data.dtype.kind == "b":
        return None if np.all(data) else (data != 0).astype(np.float32)
    return as_weights(data, PLACE)
