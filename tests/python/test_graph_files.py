"""Files that NetworkX writes come back as the same graph: nodes, edges, weights, direction."""

from __future__ import annotations

import json

import numpy as np
import pytest
from columnar_embedder import InputError, as_graph

nx = pytest.importorskip("networkx")


def write_json(graph, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(nx.node_link_data(graph), file)


WRITERS = {
    "g.graphml": nx.write_graphml,
    "g.graphml.gz": nx.write_graphml,
    "g.gexf": nx.write_gexf,
    "g.gml": nx.write_gml,
    "g.json": write_json,
}
NUMBERS = [5, 3, 9, -1, 7]
NAMES = ["ann", "bé", "c <d> & e", '"q"', "it's"]


def example(kind, nodes, weighted):
    graph = kind()
    graph.add_nodes_from([*nodes, "alone" if isinstance(nodes[0], str) else 77])
    edges = [(0, 1, 2), (1, 2, 0.5), (2, 0, 1e-05), (3, 2, 3), (4, 3, 1)]
    for u, v, weight in edges:
        attributes = {"weight": weight, "value": "red, {blue}"} if weighted else {}
        graph.add_edge(nodes[u], nodes[v], **attributes)
    return graph


def arcs(graph):
    """{(u, v): weight} of the engine's graph; both ways if it is undirected."""
    indptr, indices, weights = graph.arrays
    ids = [str(node) for node in graph.ids]
    sources = np.repeat(np.arange(graph.n_nodes), np.diff(indptr.astype(np.int64)))
    weights = np.ones(len(indices)) if weights is None else weights
    return {(ids[u], ids[v]): np.float32(w) for u, v, w in zip(sources, indices, weights, strict=True)}


def arcs_of_networkx(graph):
    found = {(str(u), str(v)): np.float32(w) for u, v, w in graph.edges(data="weight", default=1)}
    if not graph.is_directed():
        found |= {(v, u): w for (u, v), w in found.items()}
    return found


@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("nodes", [NUMBERS, NAMES], ids=["numbers", "names"])
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
def test_a_file_of_networkx_comes_back(tmp_path, name, kind, nodes, weighted):
    graph = example(kind, nodes, weighted)
    path = tmp_path / name
    WRITERS[name](graph, path)
    read = as_graph(path)
    assert read.directed == graph.is_directed()
    assert [str(node) for node in read.ids] == [str(node) for node in graph.nodes]
    assert arcs(read) == arcs_of_networkx(graph)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
@pytest.mark.parametrize("weight", [2, 0.5, np.float64(1e-5), None])
def test_an_edge_list_of_networkx_comes_back(tmp_path, kind, weight):
    graph = kind()
    graph.add_edge("a", "b", **({} if weight is None else {"weight": weight, "tags": ["x, y", {"weight": 9}]}))
    graph.add_edge("b", "c", color="red")
    path = tmp_path / "g.edgelist"
    nx.write_edgelist(graph, path)
    assert arcs(as_graph(path, directed=graph.is_directed())) == arcs_of_networkx(graph)


def test_repeated_edges_of_a_multigraph_add_up(tmp_path):
    graph = nx.MultiGraph([(1, 2, {"weight": 2}), (1, 2, {"weight": 3}), (2, 3, {"weight": 1})])
    for name in ("g.graphml", "g.gexf", "g.gml", "g.json"):
        WRITERS[name](graph, tmp_path / name)
        assert arcs(as_graph(tmp_path / name))[("1", "2")] == 5


def test_a_file_that_is_not_read_says_how_to_convert_it(tmp_path):
    path = tmp_path / "g.net"
    nx.write_pajek(nx.path_graph(3), path)
    with pytest.raises(InputError, match=r"g\.net: Pajek \(\.net\) is not read here; .*networkx\.read_pajek"):
        as_graph(path)
