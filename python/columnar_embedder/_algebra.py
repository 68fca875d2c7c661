"""Operations on codes, named as in HTM (hierarchical temporal memory): overlap, union, noise, recall."""

from __future__ import annotations

import warnings
from typing import NamedTuple

import numpy as np

from . import _core
from ._run import seed_of, whole_number
from .errors import InputError


class SaturationWarning(UserWarning):
    """A union with so many bits that it matches more than one random code in a hundred."""


class Recall(NamedTuple):
    """The stored code that a pattern recalls."""

    id: object
    overlap: int
    margin: int
    chance: float


class Algebra:
    """Operations on the codes of a table. A *pattern* is the id of a node or any set of bits."""

    def overlap(self, a, b) -> int:
        """The number of bits that two patterns share.

        Parameters
        ----------
        a, b : node or array-like of int
            Ids, or sets of bits.

        Returns
        -------
        int
        """
        return len(np.intersect1d(self._pattern(a), self._pattern(b)))

    def union(self, *patterns) -> np.ndarray:
        """The bits that are active in any of the patterns, ascending.

        Warns with :class:`SaturationWarning` if the union matches too many random codes: see :meth:`saturation`.
        """
        bits = np.unique(np.concatenate([self._pattern(one) for one in patterns] or [np.empty(0, np.uint16)]))
        if len(patterns) > 1:
            state = self.saturation(bits)
            if state["saturated"]:
                message = f"the union fills {state['filled']:.0%} of the bits and matches {state['false_match']:.1%} of"
                warnings.warn(f"{message} random codes", SaturationWarning, stacklevel=2)
        return bits

    def intersection(self, *patterns) -> np.ndarray:
        """The bits that are active in all of the patterns, ascending."""
        shared = [self._pattern(one) for one in patterns] or [np.empty(0, np.uint16)]
        bits = shared[0]
        for one in shared[1:]:
            bits = np.intersect1d(bits, one)
        return bits

    def difference(self, a, b) -> np.ndarray:
        """The bits of one pattern that are not in another, ascending."""
        return np.setdiff1d(self._pattern(a), self._pattern(b))

    def saturation(self, pattern, threshold: int = 0) -> dict:
        """How specific a union of codes is.

        Parameters
        ----------
        pattern : array-like of int
        threshold : int, default=0
            Bits needed for a match; 0: half of a code's bits.

        Returns
        -------
        dict
            ``filled``, ``threshold``, ``false_match`` (exact probability that a random code matches), ``saturated``.
        """
        bits = whole_number("threshold", threshold, most=65535)
        return _core.saturation(self._native, self._pattern(pattern).tolist(), bits)

    def signature(self, nodes, least: int = 1) -> dict:
        """What a community has in common: the bits of at least `least` members, and how specific they are.

        Parameters
        ----------
        nodes : iterable of nodes
        least : int, default=1
            1 is the plain union, which large communities saturate.

        Returns
        -------
        dict
            ``bits``, the figures of :meth:`saturation`, and the shares of members and of others that match.
        """
        found = _core.signature(self._native, [self.row(node) for node in nodes], whole_number("least", least))
        return {**found, "bits": np.asarray(found["bits"], dtype=np.uint16)}

    def add_noise(self, share: float, random_state=1):
        """The same nodes with a share of each code's bits moved elsewhere; codes stay valid.

        Parameters
        ----------
        share : float
            From 0 to 1.
        random_state : int, RandomState, Generator or None

        Returns
        -------
        SDRTable
        """
        return type(self)(_core.add_noise(self._native, share, seed_of(random_state)), self._ids)

    def subsample(self, keep: int, random_state=1) -> list[np.ndarray]:
        """`keep` random bits of each code, by row."""
        count = whole_number("keep", keep)
        return [np.asarray(one, np.uint16) for one in _core.subsample(self._native, count, seed_of(random_state))]

    def kill_cells(self, share: float, random_state=1) -> list[np.ndarray]:
        """The remaining bits of each code, by row, if a share of all cells is dead, the same for every code."""
        return [np.asarray(one, np.uint16) for one in _core.kill_cells(self._native, share, seed_of(random_state))]

    def concatenate(self, other):
        """The codes of this table and of another of the same nodes, side by side.

        Parameters
        ----------
        other : SDRTable

        Returns
        -------
        SDRTable
        """
        if not isinstance(other, type(self)):
            raise InputError(f"concatenate: a {type(other).__name__} is no SDRTable")
        if list(self) != list(other):
            raise InputError("concatenate: the tables have other nodes, or another order of them")
        return type(self)(_core.concatenate(self._native, other._native), self._ids)

    def recall(self, pattern) -> Recall | None:
        """The code of the table that is nearest to a damaged or partial pattern, exactly.

        Parameters
        ----------
        pattern : node or array-like of int

        Returns
        -------
        Recall or None
            ``margin`` is the lead of the answer over any other code in bits, where an L6 neuron counts as four: 0 means
            several are equally near. ``chance`` as in :meth:`SDRTable.neighbours`. None if no code shares a bit with
            the pattern.

        Examples
        --------
        >>> from columnar_embedder import SDRTable
        >>> table = SDRTable.from_indices([[0, 2, 5], [0, 3, 7], [1, 3, 4]], width=8, ids=["a", "b", "c"])
        >>> table.recall([2, 5]).id
        'a'
        """
        if self._memory is None:
            self._memory = _core.AssociativeMemory(self._native)
        found = self._memory.recall(self._pattern(pattern).tolist())
        if found is None:
            return None
        row, overlap, margin, chance = found
        return Recall(self._listed()[row], overlap, margin, chance)
