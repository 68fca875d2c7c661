"""Tables of codes, one row per node."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import scipy.sparse

from . import _core
from ._algebra import Algebra
from ._formats import with_formats
from ._graphs._scipy import own_csr
from ._overview import Overview
from ._rows import Rows, given_ids, native_ids
from ._run import thread_count, whole_number
from ._similar import Similar
from .errors import InputError

__all__ = ["Neighbour", "SDRTable"]

LAYERS = ("l23", "l5a", "all", "l6", "search", "roles")


class Neighbour(NamedTuple):
    """One answer of :meth:`SDRTable.neighbours`."""

    id: object
    overlap: int
    chance: float
    near: int = 0


class SDRTable(Algebra, Similar, Overview, Rows):
    """Sparse binary codes, one per node, each with the same number of active bits.

    Made by :class:`ColumnarEmbedder`, :func:`load`, :meth:`from_csr` or :meth:`from_indices`. Tables are immutable.
    A *node* is given by its id; a *pattern* is an id or any set of bits.

    Examples
    --------
    >>> table = SDRTable.from_indices([[0, 2, 5], [0, 2, 7], [1, 3, 4]], width=8, ids=["a", "b", "c"])
    >>> table.overlap("a", "b")
    2
    >>> table.union("a", "b").tolist()
    [0, 2, 5, 7]
    >>> [hit.id for hit in table.neighbours("a", k=1)]
    ['b']
    """

    def __init__(self, native: _core.Codes, ids=None, metadata: str = "{}"):
        super().__init__(native, ids)
        self._metadata = metadata
        self._index = None
        self._memory = None

    @classmethod
    def from_indices(cls, indices, width: int | None = None, ids=None) -> SDRTable:
        """A table from active bits.

        Parameters
        ----------
        indices : array-like of int, shape (n_nodes, n_active)
            The active bits of each node, in any order.
        width : int, optional
            Bits of a code; by default the largest index plus one.
        ids : sequence, optional
            The ids of the nodes; by default their row numbers.

        Returns
        -------
        SDRTable
        """
        array = np.atleast_2d(np.asarray(indices))
        if array.dtype.kind not in "iu" or array.ndim != 2:
            raise InputError(f"codes: indices are integers in two dimensions, not {array.dtype} in {array.ndim}")
        if array.size and (array.min() < 0 or array.max() > 65535):
            raise InputError("codes: indices are between 0 and 65535")
        if width is not None and array.size and array.max() >= whole_number("width", width, least=1, most=65536):
            raise InputError(f"codes: bit {array.max()} in codes of {width} bits")
        given = given_ids(ids, len(array), "codes")
        table = _core.Codes.from_indices(np.sort(array, axis=1).astype(np.uint16), given.engine, width or 0)
        return cls(table, given.user)

    @classmethod
    def from_csr(cls, matrix, ids=None) -> SDRTable:
        """A table from a sparse matrix whose rows have the same number of entries.

        Parameters
        ----------
        matrix : sparse matrix or array-like, shape (n_nodes, width)
            Every nonzero entry is an active bit.
        ids : sequence, optional
            The ids of the nodes; by default their row numbers.

        Returns
        -------
        SDRTable
        """
        csr = own_csr(matrix)
        csr.eliminate_zeros()
        csr.sort_indices()
        counts = np.diff(csr.indptr)
        if len(counts) == 0 or counts.min() != counts.max() or counts[0] == 0:
            raise InputError("codes: every row of a table has the same number of active bits, one at least")
        return cls.from_indices(csr.indices.reshape(len(counts), counts[0]), csr.shape[1], ids)

    @property
    def native(self) -> _core.Codes:
        """The engine's own table."""
        return self._native

    @property
    def shape(self) -> tuple[int, int]:
        """(nodes, bits of a code)."""
        return len(self), self._native.width

    @property
    def active(self) -> int:
        """Active bits of a code."""
        return self._native.active

    @property
    def layer(self) -> str:
        """``"all"``, ``"l23"``, ``"l5a"``, ``"l6"`` or ``"search"``; a table of roles is one of ``"all"``."""
        return self._native.shape["layer"]

    @property
    def geometry(self) -> dict:
        """Columns, cells per column and so on, by the names of the parameters; ``roles`` has the part for roles."""
        return self._native.shape

    @property
    def metadata(self) -> str:
        """Origin of the codes, as JSON."""
        return self._metadata

    @property
    def indices(self) -> np.ndarray:
        """The active bits, ascending, one row per node: uint16, read-only, zero-copy."""
        return self._native.indices

    def __getitem__(self, node) -> np.ndarray:
        """The active bits of a node."""
        return self.indices[self.row(node)]

    def to_csr(self, dtype=np.uint8) -> scipy.sparse.csr_matrix:
        """The codes as a sparse matrix of ones.

        Parameters
        ----------
        dtype : dtype, default=numpy.uint8
            ``bool``, ``numpy.uint8``, or what a classifier needs. Use a larger type for sums: uint8 ends at 255.

        Returns
        -------
        scipy.sparse.csr_matrix, shape (n_nodes, width)
        """
        nodes, active = self.indices.shape
        small = nodes * active <= np.iinfo(np.int32).max
        offsets = np.arange(0, nodes * active + 1, active, dtype=np.int32 if small else np.int64)
        columns = self.indices.astype(offsets.dtype).ravel()
        matrix = scipy.sparse.csr_matrix((np.ones(columns.size, dtype=dtype), columns, offsets), shape=self.shape)
        matrix.has_sorted_indices = True
        return matrix

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("the codes are sparse: a dense array is a copy")
        return self.to_dense(np.uint8 if dtype is None else dtype)

    def to_dense(self, dtype=np.uint8) -> np.ndarray:
        """The codes as an array of zeros and ones, shape (n_nodes, width)."""
        dense = np.zeros(self.shape, dtype=dtype)
        np.put_along_axis(dense, self.indices.astype(np.int64), 1, axis=1)
        return dense

    def to_packed(self) -> np.ndarray:
        """The codes as packed bits, eight per byte, highest bit first, as ``numpy.unpackbits`` and FAISS expect.

        Returns
        -------
        numpy.ndarray of uint8, shape (n_nodes, ceil(width / 8))
        """
        return np.packbits(self.to_dense(bool), axis=1)

    def select(self, layer: str) -> SDRTable:
        """The same nodes with one layer of their codes.

        Parameters
        ----------
        layer : {"l23", "l5a", "all", "l6", "search", "roles"}
            ``all`` is L2/3 and L5a, ``l6`` encodes nearby nodes, ``search`` is all three. ``roles`` has the bits of
            ``all`` that say what part a node plays, if the estimator's ``roles`` is more than 0.

        Returns
        -------
        SDRTable
        """
        return self if layer == self.layer else SDRTable(self._native.layer(layer), self._ids, self._metadata)

    def feature_names(self) -> np.ndarray:
        """The names of the bits: ``column042_cell3`` in L2/3, ``l5a_017`` in L5a, ``l6_0017`` in L6."""
        return feature_names(self.geometry)

    def overlaps(self, pattern) -> np.ndarray:
        """The number of bits that each node shares with a pattern, by row.

        Parameters
        ----------
        pattern : node or array-like of int

        Returns
        -------
        numpy.ndarray of int64, shape (n_nodes,)
        """
        wanted = np.zeros(self.shape[1], dtype=bool)
        wanted[self._pattern(pattern)] = True
        return wanted[self.indices].sum(axis=1)

    def neighbours(
        self, nodes=None, k: int = 10, *, bits=None, at_least: int | None = None, exclude=(), n_jobs=None
    ) -> list[Neighbour] | list[list[Neighbour]]:
        """The nodes that share most with a node, with each of several, or with a set of bits, exactly.

        Best first: by shared bits, where each L6 neuron counts as four if the codes also have other layers;
        then by the rarity of the shared bits; then by the lower row.

        Parameters
        ----------
        nodes : node, or list or other iterable of nodes
            A node is excluded from its own result. An array of uint16, as :meth:`union` and ``table[node]`` give, is
            taken as `bits`.
        k : int, default=10
            Maximum number of results. A node that shares no bit is never a result.
        bits : array-like of int, optional
            Any set of bits instead of nodes: a part of a code, or a union of several.
        at_least : int, optional
            Return all nodes that share at least this many bits over all layers, instead of the best k.
        exclude : iterable of nodes
            Nodes to exclude from the result.
        n_jobs : int, optional
            Threads.

        Returns
        -------
        list of Neighbour, or a list of such lists, one per node, if `nodes` are several
            ``(id, overlap, chance, near)``, best first. ``near`` counts the shared L6 neurons (0 if the codes have no
            L6), ``overlap`` the other shared bits; both are equal if the codes are L6 only.
            ``chance`` is how often two random nodes of this table share as much, estimated from 65,536 pairs; a
            pattern that is not a whole code is compared with 8,192 random nodes instead. It is never below
            1 / (1 + pairs or nodes).
        """
        if (nodes is None and bits is None and None not in self) or (nodes is not None and bits is not None):
            raise TypeError("neighbours() takes a node, a list of nodes, or bits=[…]")
        left_out = [self.row(node) for node in exclude]
        if bits is None and _are_bits(nodes):
            bits = nodes
        if bits is not None:
            return self._search([(self._bits(bits), left_out)], k, at_least, n_jobs)[0]
        several = nodes not in self and are_several(nodes)
        rows = [self._row_or_advice(node) for node in nodes] if several else [self.row(nodes)]
        answers = self._search([(self.indices[row], [*left_out, row]) for row in rows], k, at_least, n_jobs)
        return answers if several else answers[0]

    def neighbours_of_all(self, k: int = 10, *, at_least: int | None = None, n_jobs=None) -> list[list[Neighbour]]:
        """The neighbours of every node, by row: :meth:`neighbours` for all nodes at once, on `n_jobs` threads."""
        return self._search([(bits, [row]) for row, bits in enumerate(self.indices)], k, at_least, n_jobs)

    def _search(self, queries, k, at_least, n_jobs):
        if self._index is None:
            self._index = _core.InvertedIndex(self._native)
        threads = thread_count(n_jobs)
        if at_least is None:
            answers = self._index.top(queries, whole_number("k", k), threads)
        else:
            answers = self._index.at_least(queries, whole_number("at_least", at_least, least=1, most=65536), threads)
        ids = self._listed()
        return [[Neighbour(ids[row], *rest) for row, *rest in hits] for hits in answers]

    @with_formats
    def save(self, path, labels=None, codec: str = "plain") -> None:
        """Write the codes, in the format of the extension: {codes}.

        The file is byte for byte what ``columnar embed`` writes, and appears whole or not at all.

        Parameters
        ----------
        path : str, bytes or os.PathLike
        labels : optional
            Classes for ``.svm``, as for :func:`columnar_embedder.evaluate.classify`.
        codec : {"plain", "elias-fano", "entropy"}
            How ``.sdr`` stores the codes: 56, 28 or about 17.5 bytes per node at the paper's sizes.
        """
        from ._labels import as_labels

        self._require_ids_of_files()

        classes = None
        if labels is not None:
            numbers, names = as_labels(labels, self._ids)
            classes = ([int(one) for one in numbers], list(names))
        self._native.write(path, self._metadata, classes, codec)

    def _pattern(self, pattern) -> np.ndarray:
        if pattern in self:
            return self[pattern]
        if not are_several(pattern):
            self.row(pattern)
        return self._bits(pattern)

    def _bits(self, pattern) -> np.ndarray:
        """A set of bits, checked and ascending."""
        if not are_several(pattern):
            raise InputError(f"pattern: {pattern!r} is no set of bits")
        bits = np.unique(np.asarray(list(pattern)))
        if bits.size == 0:
            return np.empty(0, dtype=np.uint16)
        if bits.dtype.kind not in "iu" or bits[0] < 0 or bits[-1] >= self.shape[1]:
            raise InputError(f"pattern: bits are integers from 0 to {self.shape[1] - 1}")
        return bits.astype(np.uint16)

    def _row_or_advice(self, node) -> int:
        try:
            return self.row(node)
        except KeyError as error:
            raise KeyError(f"{error.args[0]}; a list is of nodes, and bits are given by neighbours(bits=[…])") from None

    def __eq__(self, other) -> bool:
        if not isinstance(other, SDRTable):
            return NotImplemented
        return (
            self.geometry == other.geometry
            and np.array_equal(self.indices, other.indices)
            and (list(self) == list(other))
        )

    __hash__ = None

    def __reduce__(self):
        ids = None if np.array_equal(native_ids(self._native), self._ids) else self._ids
        return _unpickled_codes, (self._native.to_bytes(self._metadata), ids)

    def __repr__(self) -> str:
        return f"<SDRTable: {len(self)} nodes, {self.active} of {self.shape[1]} bits, layer {self.layer}>"


def _are_bits(value) -> bool:
    """Whether a value can only be bits: the arrays of uint16 that tables give, which ids never are."""
    return isinstance(value, np.ndarray) and value.dtype == np.uint16


def are_several(value) -> bool:
    return np.iterable(value) and not isinstance(value, (str, bytes))


def _unpickled_codes(data: bytes, ids) -> SDRTable:
    native, metadata = _core.Codes.from_bytes(data)
    return SDRTable(native, ids, metadata)


def feature_names(geometry: dict) -> np.ndarray:
    """The names of the bits of a code of this geometry."""
    names = []
    if geometry["layer"] in ("l23", "all", "search"):
        width = max(3, len(str(geometry["columns"] - 1)))
        names += [
            f"column{column:0{width}d}_cell{cell}"
            for column in range(geometry["columns"])
            for cell in range(geometry["cells_per_column"])
        ]
    for name, layers in (("l5a", ("l5a", "all", "search")), ("l6", ("l6", "search"))):
        if geometry["layer"] in layers:
            width = max(3, len(str(geometry[f"{name}_size"] - 1)))
            names += [f"{name}_{bit:0{width}d}" for bit in range(geometry[f"{name}_size"])]
    return np.asarray(names, dtype=object)
