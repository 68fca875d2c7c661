"""The graph of the examples: Cora where its file is at hand, else a generated one of like size and shape."""

import argparse
import os
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse
from scipy.sparse.csgraph import connected_components


def arguments(description, dataset=False):
    """The command line that the examples share."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    if dataset:
        parser.add_argument("dataset", nargs="?", help="cora.npz; else $COLUMNAR_DATA and ../shared/datasets are tried")
    parser.add_argument("--out", default=".", type=Path, help="folder for what is written [.]")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    return given


def cora_or_generated(path=None):
    """(name, adjacency matrix, class of each node) of the largest connected component."""
    places = [Path(path)] if path else []
    if not path:
        folders = [os.environ.get("COLUMNAR_DATA"), Path(__file__).resolve().parents[2] / "shared" / "datasets"]
        places = [Path(folder) / "cora.npz" for folder in folders if folder]
    for place in places:
        if place.is_file():
            return "Cora", *_largest_component(*_read(place))
    if path:
        raise SystemExit(f"{path}: there is no such file")
    print("cora.npz is nowhere to be found: taking a generated graph of seven classes instead.")
    graph = nx.random_partition_graph([200] * 7, 0.022, 0.0006, seed=1)
    classes = np.repeat(np.arange(7), 200)
    return "a generated graph", *_largest_component(nx.to_scipy_sparse_array(graph, format="csr"), classes)


def _read(path):
    """The matrix and the classes of an .npz in the layout of the gnn-benchmark files."""
    with np.load(path) as file:
        parts = (file["adj_data"], file["adj_indices"], file["adj_indptr"])
        return scipy.sparse.csr_matrix(parts, shape=tuple(file["adj_shape"])), file["labels"]


def _largest_component(adjacency, classes):
    _, part = connected_components(adjacency, directed=False)
    kept = np.flatnonzero(part == np.bincount(part).argmax())
    return scipy.sparse.csr_matrix(adjacency)[kept][:, kept], np.asarray(classes)[kept]
