"""fastnode2vec: walks by numba inside gensim's training loop. An epoch of its own is one walk from every node.

It is not given a seed: with one it starts its random numbers anew for every batch, and walks repeat.
"""

import competitor
import numpy as np
from fastnode2vec import Graph, Node2Vec


def prepare(graph, **_):
    rows = np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr))
    once = rows < graph.indices
    edges = list(zip(rows[once].tolist(), graph.indices[once].tolist(), strict=True))
    return Graph(edges, directed=False, weighted=False, verbose=False)


def embed(graph, *, threads, seed, epochs):
    model = Node2Vec(
        graph,
        dim=64,
        walk_length=competitor.LENGTH,
        window=competitor.WINDOW,
        negative=competitor.NEGATIVES,
        workers=threads,
    )
    model.train(epochs=competitor.WALKS * epochs, verbose=False)
    return model.wv[list(range(len(graph.node_names)))]


if __name__ == "__main__":
    competitor.main(embed, prepare)
