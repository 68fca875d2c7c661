"""What the competitors in Python share: the graph, the clock and the vectors.

Each of them is a program with the same arguments:

    python by_prone.py GRAPH.npz OUT.npy [--threads 1] [--seed 1] [--epochs 1]

It reads the largest component of the graph, brings it into the form that the method wants, embeds a ring of a few nodes
(imports and just-in-time compilers are done then), embeds the graph, writes OUT.npy with OUT.npy.ids, and prints one
line of JSON: the seconds of reading, of warming up and of embedding. Only the last are compared.
"""

import argparse
import json
import pathlib
import sys
import time

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

# The walks of every method that walks; those of the paper.
WALKS, LENGTH, WINDOW, NEGATIVES = 10, 20, 5, 5


def read_graph(path):
    """The largest component as a symmetric matrix of ones, and its ids: the row numbers of the file."""
    with np.load(path) as archive:
        parts = archive["adj_data"], archive["adj_indices"], archive["adj_indptr"]
        matrix = sp.csr_matrix(parts, shape=archive["adj_shape"])
    matrix.setdiag(0)
    matrix.eliminate_zeros()
    matrix = ((matrix + matrix.T) != 0).astype(np.float32)
    _, component = connected_components(matrix, directed=False)
    ids = np.flatnonzero(component == np.bincount(component).argmax())
    matrix = matrix[ids][:, ids].tocsr()
    matrix.sort_indices()
    return matrix, ids


def ring(nodes=200):
    """A graph to warm up on: a ring in which every node knows four others."""
    here = np.arange(nodes)
    there = np.concatenate([(here + 1) % nodes, (here + 2) % nodes])
    half = sp.csr_matrix((np.ones(2 * nodes, np.float32), (np.tile(here, 2), there)), shape=(nodes, nodes))
    matrix = (half + half.T).tocsr()
    matrix.sort_indices()
    return matrix


def walks_of(graph, seed):
    """WALKS uniform walks from every node, one a row; without return and in-out biases node2vec's are these."""
    random = np.random.default_rng(seed)
    degree = np.diff(graph.indptr)
    walks = np.empty((WALKS * graph.shape[0], LENGTH), dtype=np.int32)
    walks[:, 0] = np.tile(np.arange(graph.shape[0], dtype=np.int32), WALKS)
    random.shuffle(walks[:, 0])
    for step in range(1, LENGTH):
        at = walks[:, step - 1]
        walks[:, step] = graph.indices[graph.indptr[at] + (random.random(len(at)) * degree[at]).astype(np.int64)]
    return walks


def write_vectors(path, vectors, ids):
    vectors = np.ascontiguousarray(vectors, dtype=np.float32)
    if vectors.shape[0] != len(ids) or not np.isfinite(vectors).all():
        raise ValueError("not one finite vector a node")
    np.save(path, vectors)
    pathlib.Path(f"{path}.ids").write_text("".join(f"{name}\n" for name in ids))


def timed(work):
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer


def main(embed, prepare=lambda graph, **settings: graph, *, warm_up=True):
    """Times `embed(prepare(graph, ...), threads=, seed=, epochs=)`, which gives one row a node; not the `prepare`.

    Where that compiles all that `embed` needs, no ring has to be embedded before.
    """
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__.splitlines()[0])
    parser.add_argument("graph")
    parser.add_argument("output")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=1)
    arguments = parser.parse_args()
    settings = {"threads": arguments.threads, "seed": arguments.seed, "epochs": arguments.epochs}
    reading, (graph, ids) = timed(lambda: read_graph(arguments.graph))
    warming, _ = timed(lambda: embed(prepare(ring(), **settings), **settings) if warm_up else None)
    preparing, prepared = timed(lambda: prepare(graph, **settings))
    seconds, vectors = timed(lambda: embed(prepared, **settings))
    write_vectors(arguments.output, vectors, ids)
    print(json.dumps({"seconds": seconds, "warming_seconds": warming + preparing, "reading_seconds": reading}))
