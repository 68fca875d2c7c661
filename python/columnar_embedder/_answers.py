"""Answers of a fitted estimator: likely new edges, and groups of nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core
from ._run import thread_count, whole_number
from .codes import are_several

__all__ = ["Answers", "Recommendation"]


class Recommendation(NamedTuple):
    """One answer of :meth:`ColumnarEmbedder.recommend`."""

    id: object
    score: float
    near: int
    overlap: int
    common_neighbours: int


class Answers:
    """Methods of :class:`ColumnarEmbedder` that answer questions about its graph."""

    def recommend(self, nodes, k: int = 10) -> list:
        """Likely new edges: nodes that are not linked yet, by their codes and common neighbours.

        Parameters
        ----------
        nodes : object or list of objects
            The id of a node, or several ids.
        k : int, default=10
            Maximum number of recommendations per node.

        Returns
        -------
        list of Recommendation, or a list of such lists
            ``(id, score, near, overlap, common_neighbours)``, best first; for several ids a list for each. The score
            is at most 1, and compares candidates of the same node. In a directed graph a node that is linked in
            either direction is not recommended.

        Examples
        --------
        >>> import networkx as nx
        >>> from columnar_embedder import ColumnarEmbedder
        >>> embedder = ColumnarEmbedder(random_state=1).fit(nx.les_miserables_graph())
        >>> [one.id for one in embedder.recommend("Valjean", k=2)]
        ['Eponine', 'Brujon']
        """
        state = self._state()
        several = nodes not in state.codes and are_several(nodes)
        rows = [state.codes.row(node) for node in (nodes if several else [nodes])]
        found = _core.recommend(state.model, rows, whole_number("k", k, least=1), thread_count(self.n_jobs))
        ids = state.codes.ids.tolist()
        lists = [[Recommendation(ids[row], *rest) for row, *rest in one] for one in found]
        return lists if several else lists[0]

    def cluster(self, n_clusters: int) -> np.ndarray:
        """Divide the nodes into groups with similar codes.

        Parameters
        ----------
        n_clusters : int

        Returns
        -------
        numpy.ndarray of uint32, shape (n_nodes,)
            The cluster of each node, by row of ``codes_``; 0 is the largest. See :meth:`SDRTable.cluster`.
        """
        state = self._state()
        return state.codes.cluster(n_clusters, random_state=state.seed, n_jobs=self.n_jobs)
