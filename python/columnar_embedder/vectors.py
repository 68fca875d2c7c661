"""Tables of vectors, one row per node."""

from __future__ import annotations

import numpy as np

from . import _core
from ._formats import with_formats
from ._rows import Rows, given_ids
from ._similar import keyed_vectors
from .errors import InputError

__all__ = ["VectorTable"]


class VectorTable(Rows):
    """One vector of floats per node, as from node2vec. ``numpy.asarray`` gives the rows.

    Examples
    --------
    >>> table = VectorTable.from_array([[1.0, 0.0], [0.5, 0.5]], ids=["a", "b"])
    >>> table["b"].tolist()
    [0.5, 0.5]
    """

    def __init__(self, native: _core.Vectors, ids=None):
        super().__init__(native, ids)

    @classmethod
    def from_array(cls, values, ids=None) -> VectorTable:
        """A table from rows.

        Parameters
        ----------
        values : array-like of float, shape (n_nodes, dimensions)
        ids : sequence, optional
            The ids of the nodes; by default their row numbers.

        Returns
        -------
        VectorTable
        """
        with np.errstate(over="ignore"):  # overflow gives infinities, which the engine refuses
            array = np.ascontiguousarray(values, dtype=np.float32)
        if array.ndim != 2:
            raise InputError(f"vectors: two dimensions, not {array.ndim}")
        if array.size == 0:
            raise InputError(f"vectors: an array of {array.shape[0]} × {array.shape[1]}")
        given = given_ids(ids, len(array), "vectors")
        return cls(_core.Vectors.from_array(array, given.engine), given.user)

    @property
    def native(self) -> _core.Vectors:
        """The engine's own table."""
        return self._native

    @property
    def values(self) -> np.ndarray:
        """The rows: float32, read-only, zero-copy."""
        return self._native.values

    @property
    def shape(self) -> tuple[int, int]:
        """(nodes, dimensions)."""
        return self.values.shape

    def __getitem__(self, node) -> np.ndarray:
        """The vector of a node."""
        return self.values[self.row(node)]

    def __array__(self, dtype=None, copy=None):
        if copy is False and dtype is not None and np.dtype(dtype) != np.float32:
            raise ValueError("the rows are float32: another type needs a copy")
        return np.array(self.values, dtype=dtype) if copy else np.asarray(self.values, dtype=dtype)

    @with_formats
    def save(self, path) -> None:
        """Write the vectors, in the format of the extension: {vectors}."""
        self._require_ids_of_files()
        self._native.write(path)

    def to_keyed_vectors(self):
        """The vectors as gensim's ``KeyedVectors``, with ids as text.

        Returns
        -------
        gensim.models.KeyedVectors
        """
        return keyed_vectors(self._listed(), np.array(self.values))

    def __reduce__(self):
        return VectorTable.from_array, (np.array(self.values), self._ids)

    def __repr__(self) -> str:
        return f"<VectorTable: {len(self)} nodes, {self.shape[1]} floats>"
