"""SciPy sparse matrices and arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse

from ..errors import InputError
from ._parts import Edges, Matrix, Parts, as_indices, as_weights

PLACE = "sparse matrix"


def read(matrix: Any, weight: str | None) -> Parts:
    """Use csr, csc and coo directly; convert any other format to csr. Stored zeros are not edges."""
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
        matrix = own_csr(matrix)
    indptr, indices = as_indices(matrix.indptr, PLACE), as_indices(matrix.indices, PLACE)
    if indptr.dtype != indices.dtype:
        indptr, indices = indptr.astype(np.int64, copy=False), indices.astype(np.int64, copy=False)
    stored = int(indptr[-1])  # SciPy may have spare capacity after the last entry
    data = entry_weights(matrix.data[:stored], weight)
    return Matrix(indptr, indices[:stored], data, PLACE, by_column=matrix.format == "csc")


def own_csr(matrix: Any, dtype: Any = None) -> scipy.sparse.csr_matrix:
    """A sparse matrix, or anything that SciPy converts to one, as csr, copied and checked.

    SciPy's functions trust its offsets, and another thread may change the caller's at any moment: so
    the copy comes first, and the copy is checked.
    """
    try:
        own = matrix.copy() if scipy.sparse.issparse(matrix) else matrix
        if hasattr(own, "check_format"):
            own.check_format(full_check=True)
        csr = scipy.sparse.csr_matrix(own, dtype=dtype, copy=own is matrix)
        csr.check_format(full_check=True)
    except ValueError as error:
        raise InputError(f"{PLACE}: {error}") from None
    return csr


def entry_weights(data: np.ndarray, weight: str | None) -> np.ndarray | None:
    """Weights of stored entries; None if all count 1. A stored zero stays zero: it is not an edge."""
    if weight is None or data.dtype.kind == "b":
        return None if np.all(data) else (data != 0).astype(np.float32)
    return as_weights(data, PLACE)
