"""What users of gensim know: ``most_similar`` and ``KeyedVectors``."""

from __future__ import annotations

import numpy as np

from ._run import whole_number
from .errors import InputError

#: L6 neurons count four times in rankings: coordinates of 2 add 4 to the product of two vectors.
_L6_COORDINATE = 2.0


class Similar:
    """Codes by the method names of gensim's ``KeyedVectors``."""

    def most_similar(self, node, topn: int = 10) -> list[tuple[object, float]]:
        """The most similar nodes, as gensim's ``most_similar`` gives them.

        Parameters
        ----------
        node : object
            The id of a node.
        topn : int, default=10
            Maximum number of results.

        Returns
        -------
        list of (id, similarity)
            Best first, in the order of :meth:`neighbours`, which also tells chance. Similarity is from 0 to 1: the
            shared bits as a share of a code's, where each L6 neuron counts as four if the codes have other layers, too.
        """
        row = self.row(node)
        weight = _L6_COORDINATE**2
        near = int(self._l6_beside_others()[self.indices[row]].sum())
        most = self.active - near + weight * near
        hits = self._search([(self.indices[row], [row])], whole_number("topn", topn), None, None)[0]
        return [(hit.id, (hit.overlap + (weight * hit.near if near else 0)) / most) for hit in hits]

    def to_keyed_vectors(self):
        """The codes as gensim's ``KeyedVectors``, with ids as text, as in word2vec files.

        One float per bit of every node, 15 KB at the default sizes: for graphs that fit into RAM so. Coordinates of L6
        are 2, so that its cosine ranks like :meth:`neighbours`, but for ties.

        Returns
        -------
        gensim.models.KeyedVectors
        """
        values = self.to_dense(np.float32)
        values[:, self._l6_beside_others()] *= _L6_COORDINATE
        return keyed_vectors(self._listed(), values)

    def _l6_beside_others(self) -> np.ndarray:
        """Which bits are of L6, if the codes have other layers, too."""
        l6 = np.array([name.startswith("l6_") for name in self.feature_names()])
        return l6 & ~l6.all()


def keyed_vectors(ids: list, values: np.ndarray):
    """gensim's table of these rows."""
    try:
        from gensim.models import KeyedVectors
    except ImportError:
        raise InputError("to_keyed_vectors: gensim is not installed: pip install gensim") from None
    keys = [str(one) for one in ids]
    if len(set(keys)) != len(keys):
        raise InputError("to_keyed_vectors: two ids read the same as text")
    table = KeyedVectors(values.shape[1], dtype=np.float32)
    table.add_vectors(keys, values)
    return table
