"""PecanPy, second-order walks computed as they are needed (SparseOTF); skip-gram by gensim, as it has it."""

import competitor
import numpy as np
from pecanpy import pecanpy


def prepared(kind, graph, threads, seed):
    """A graph of PecanPy's whose walker is compiled: it would be compiled anew for every call and graph."""
    walker = kind(p=1.0, q=1.0, workers=threads, verbose=False, random_state=seed)
    walker.set_node_ids([str(v) for v in range(graph.shape[0])])
    walker.indptr = graph.indptr.astype(np.uint32)
    walker.indices = graph.indices.astype(np.uint32)
    walker.data = graph.data.astype(np.float32)
    step, reachable = walker.get_move_forward(), walker.get_has_nbrs()
    walker.get_move_forward = lambda: step
    walker.get_has_nbrs = lambda: reachable
    walker.simulate_walks(1, 2)
    return walker


def prepare(graph, *, threads, seed, **_):
    return prepared(pecanpy.SparseOTF, graph, threads, seed)


def embed(walker, *, epochs, **_):
    settings = {"num_walks": competitor.WALKS, "walk_length": competitor.LENGTH, "window_size": competitor.WINDOW}
    return walker.embed(dim=64, epochs=epochs, **settings)


if __name__ == "__main__":
    competitor.main(embed, prepare, warm_up=False)
