"""Graphs of NetworkX, igraph and pandas; each part runs where its library is installed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, _graphs
from columnar_embedder._graphs import as_graph, convert
from recording_graph import RecordingGraph


@pytest.fixture
def recorded(monkeypatch):
    """convert() with a graph that shows what the engine is given."""
    monkeypatch.setattr(_graphs, "Graph", RecordingGraph)
    return convert


def adjacency(converted):
    return converted.graph.adjacency()


# NetworkX


@pytest.fixture
def nx():
    return pytest.importorskip("networkx")


def test_networkx_nodes_keep_their_order_and_lonely_ones_stay(recorded, nx):
    graph = nx.Graph()
    graph.add_nodes_from(["d", "c", "b", "a"])
    graph.add_edge("a", "b", weight=2)
    graph.add_edge("b", "c")
    converted = recorded(graph)
    assert converted.ids.tolist() == ["d", "c", "b", "a"]
    expected = np.zeros((4, 4))
    expected[3, 2] = expected[2, 3] = 2
    expected[2, 1] = expected[1, 2] = 1
    np.testing.assert_array_equal(adjacency(converted), expected)
    np.testing.assert_array_equal(adjacency(recorded(graph, weight=None)), expected > 0)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph", "MultiDiGraph"])
def test_networkx_graphs_read_as_their_own_matrix_says(recorded, nx, kind, directed):
    graph = getattr(nx, kind)()
    rng = np.random.default_rng(3)
    graph.add_nodes_from(range(12))
    for u, v in rng.integers(0, 12, size=(60, 2)).tolist():
        if u != v:
            graph.add_edge(u, v, weight=float(rng.integers(1, 9)))
    expected = nx.to_numpy_array(graph)
    if not directed:
        expected = np.maximum(expected, expected.T)
    np.testing.assert_array_equal(adjacency(recorded(graph, directed=directed)), expected)
    np.testing.assert_array_equal(adjacency(recorded(graph, directed=directed, weight=None)), expected > 0)


def test_parallel_edges_without_weights_add_up(recorded, nx):
    assert recorded(nx.MultiGraph([(0, 1), (0, 1), (1, 2)])).graph.entries[0, 1] == 2.0


def test_networkx_weights_by_another_name(recorded, nx):
    graph = nx.path_graph(3)
    graph.edges[0, 1]["cost"] = 4
    assert recorded(graph, weight="cost").graph.entries[0, 1] == 4.0
    with pytest.raises(ValueError, match="no weight 'length' .*'cost'"):
        recorded(graph, weight="length")
    graph.edges[0, 1]["cost"] = "much"
    with pytest.raises(ValueError, match="edge 0 to 1: cost is not a number: 'much'"):
        recorded(graph, weight="cost")


def test_networkx_grid_ids_are_tuples_and_survive(recorded, nx):
    graph = nx.grid_2d_graph(3, 3)
    assert recorded(graph).ids.tolist() == list(graph.nodes)
    with pytest.raises(TypeError, match="pass the graph itself"):
        as_graph(graph.edges)


# igraph


@pytest.fixture
def ig():
    return pytest.importorskip("igraph")


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_igraph(recorded, ig, own, directed):
    graph = ig.Graph(n=5, edges=[(3, 1), (1, 2), (2, 1)][: 3 if own else 2], directed=own)
    graph.es["weight"] = [2.0, 3.0, 5.0][: graph.ecount()]
    expected = np.zeros((5, 5))
    expected[3, 1], expected[1, 2] = 2, 3
    if own:
        expected[2, 1] = 5
    if not (own and directed):
        expected = np.maximum(expected, expected.T)
    np.testing.assert_array_equal(adjacency(recorded(graph, directed=directed)), expected)
    assert recorded(graph, directed=directed).ids.tolist() == [0, 1, 2, 3, 4]


def test_igraph_names_are_the_ids_where_distinct(recorded, ig):
    graph = ig.Graph.Ring(3)
    graph.vs["name"] = ["x", "y", "z"]
    assert recorded(graph).ids.tolist() == ["x", "y", "z"]
    graph.vs["name"] = ["x", "y", "x"]
    assert recorded(graph).ids.tolist() == [0, 1, 2]
    assert set(recorded(graph).graph.entries.values()) == {1.0}
    with pytest.raises(ValueError, match="no weight 'cost'"):
        as_graph(graph, weight="cost")


# Directions


def two_ways(kind):
    """Three edges, of which one goes both ways: a graph of networkx or igraph that has directions, or not."""
    if kind.startswith("networkx"):
        library = pytest.importorskip("networkx")
        return getattr(library, kind.partition(".")[2])([(0, 1), (1, 2), (2, 1)])
    return pytest.importorskip("igraph").Graph([(0, 1), (1, 2), (2, 1)], directed=kind == "igraph directed")


@pytest.mark.parametrize("kind", ["networkx.DiGraph", "networkx.MultiDiGraph", "igraph directed"])
def test_a_directed_graph_is_read_as_undirected_with_a_warning_unless_told(kind):
    graph = two_ways(kind)
    with pytest.warns(UserWarning, match="one direction only and is read as undirected; directed=True") as caught:
        read = as_graph(graph)
    assert not read.directed and read.n_edges == 2 and len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert as_graph(graph, directed=False).digest == read.digest
        assert as_graph(graph, directed=True).directed and as_graph(graph, directed=True).n_edges == 3


@pytest.mark.parametrize("kind", ["networkx.Graph", "networkx.MultiGraph", "igraph"])
def test_an_undirected_graph_is_read_without_a_warning(kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert not as_graph(two_ways(kind)).directed


def test_a_graph_with_both_directions_of_every_edge_is_read_without_a_warning(nx):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert as_graph(nx.path_graph(4).to_directed()).n_edges == 3


def test_the_estimator_warns_when_it_fits_and_not_again(nx):
    graph = nx.gnp_random_graph(30, 0.2, seed=1, directed=True)
    with pytest.warns(UserWarning, match="NetworkX graph: has edges in one direction only"):
        embedder = ColumnarEmbedder(presentations=100).fit(graph)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        embedder.transform(graph)
        embedder.encode(nx.DiGraph([(99, 0)]))
        assert ColumnarEmbedder(presentations=100, directed=False).fit(graph).codes_ == embedder.codes_
        assert ColumnarEmbedder(presentations=100, directed=True).fit(graph).model_.directed


# pandas


@pytest.fixture
def pd():
    return pytest.importorskip("pandas")


@pytest.mark.parametrize("names", [("source", "target"), ("src", "dst"), ("from", "to"), ("u", "v")])
def test_pandas_columns_are_found_by_name(recorded, pd, names):
    frame = pd.DataFrame({"when": [1, 2], names[1]: [8, 9], "weight": [0.5, 2.0], names[0]: [7, 8]})
    converted = recorded(frame)
    assert converted.ids.tolist() == [7, 8, 9]
    assert converted.graph.entries[0, 1] == 0.5


def test_pandas_columns_are_else_the_first_two(recorded, pd):
    frame = pd.DataFrame([(0.5, "a", "b"), (2.0, "b", "c")], columns=["weight", "who", "whom"])
    converted = recorded(frame)
    assert converted.ids.tolist() == ["a", "b", "c"]
    assert converted.graph.entries[1, 2] == 2.0
    with pytest.raises(ValueError, match="two columns"):
        as_graph(frame[["weight", "who"]])
    with pytest.raises(ValueError, match="no weight 'cost'"):
        as_graph(frame, weight="cost")


@pytest.mark.parametrize("dtype", ["int32", "uint8", "Int64", "float64", "object", "string", "category"])
def test_pandas_column_types(recorded, pd, dtype):
    text = dtype in ("string", "category")
    values = (["5", "3"], ["3", "x"]) if text else ([5, 3], [3, 9])
    frame = pd.DataFrame({"source": pd.array(values[0], dtype=dtype), "target": pd.array(values[1], dtype=dtype)})
    converted = recorded(frame)
    assert converted.ids.tolist() == (["5", "3", "x"] if text else [5, 3, 9])
    assert (converted.ids.dtype == np.int64) == (not text)


@pytest.mark.parametrize("dtype", ["float64", "object", "Int64", "string"])
def test_pandas_missing_ids_are_named_by_row(pd, dtype):
    values = ["1", None] if dtype == "string" else [1, None]
    frame = pd.DataFrame({"source": pd.array(values, dtype=dtype), "target": [values[0]] * 2})
    with pytest.raises(ValueError, match="row 1: .*(missing|nan)"):
        as_graph(frame)


def test_a_pandas_series_is_no_graph(pd):
    with pytest.raises(TypeError, match="DataFrame"):
        as_graph(pd.Series([1, 2]))
