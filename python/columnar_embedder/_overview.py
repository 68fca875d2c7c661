"""Methods of :class:`SDRTable` that look at all nodes at once: groups, and places on a map."""

from __future__ import annotations

import numpy as np

from . import _core
from ._run import seed_of, thread_count, whole_number


class Overview:
    """Clusters and maps of a table of codes."""

    def cluster(self, n_clusters: int, *, random_state=1, n_jobs=None) -> np.ndarray:
        """Divide the nodes into groups with similar codes, as ``columnar cluster`` does.

        Parameters
        ----------
        n_clusters : int
        random_state : int or generator, default=1
            Starts from other centres.
        n_jobs : int, optional
            Threads.

        Returns
        -------
        numpy.ndarray of uint32, shape (n_nodes,)
            The cluster of each node, by row; 0 is the largest.
        """
        count = whole_number("n_clusters", n_clusters, least=1)
        labels = _core.cluster(self._native, count, seed_of(random_state), thread_count(n_jobs))
        return np.asarray(labels, dtype=np.uint32)

    def layout(self, *, random_state=1, n_jobs=None) -> np.ndarray:
        """A place for each node in two dimensions, so that similar codes are close: what ``columnar map`` draws.

        Parameters
        ----------
        random_state : int or generator, default=1
        n_jobs : int, optional
            Threads.

        Returns
        -------
        numpy.ndarray of float32, shape (n_nodes, 2)
        """
        places = _core.layout(self._native, seed_of(random_state), thread_count(n_jobs))
        return np.asarray(places, dtype=np.float32).reshape(-1, 2)

    def save_map(self, path, labels=None, *, title: str = "Map", random_state=1, n_jobs=None) -> None:
        """Write a map of all nodes: a page with ids under the pointer (.html) or a picture (.png).

        Parameters
        ----------
        path : str, bytes or os.PathLike
        labels : optional
            Classes to colour by, as for :func:`columnar_embedder.evaluate.classify`.
        title : str, default="Map"
            Shown on the page.
        random_state : int or generator, default=1
        n_jobs : int, optional
            Threads.
        """
        from ._labels import as_labels

        classes = None
        if labels is not None:
            numbers, names = as_labels(labels, self._ids)
            classes = ([int(one) for one in numbers], list(names))
        shown = [str(one) for one in self._listed()]
        _core.save_map(self._native, path, shown, classes, title, seed_of(random_state), thread_count(n_jobs))
