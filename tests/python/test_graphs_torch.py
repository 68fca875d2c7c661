"""Graphs of PyTorch Geometric and DGL; each part runs where its library is installed."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings

import numpy as np
import pytest
from columnar_embedder import _graphs
from columnar_embedder._graphs import as_graph, convert
from recording_graph import RecordingGraph
from support import REPOSITORY

torch = pytest.importorskip("torch")

# A triangle and a tail, both directions of each edge, as both libraries store it; node 4 has no edge.
SOURCES = [0, 1, 1, 2, 2, 0, 2, 3]
TARGETS = [1, 0, 2, 1, 0, 2, 3, 2]
WEIGHTS = [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 4.0, 4.0]


def expected(weights):
    matrix = np.zeros((5, 5))
    matrix[SOURCES, TARGETS] = weights
    return matrix


@pytest.fixture
def recorded(monkeypatch):
    monkeypatch.setattr(_graphs, "Graph", RecordingGraph)
    return convert


# PyTorch Geometric


@pytest.fixture
def pyg():
    return pytest.importorskip("torch_geometric")


def make_data(pyg, **attributes):
    from torch_geometric.data import Data

    return Data(edge_index=torch.tensor([SOURCES, TARGETS]), num_nodes=5, **attributes)


def test_edge_index_holds_every_edge_twice_and_means_it_once(recorded, pyg):
    converted = recorded(make_data(pyg))
    np.testing.assert_array_equal(converted.graph.adjacency(), expected(1.0))
    assert converted.ids.tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("name, shape", [("edge_weight", (8,)), ("edge_attr", (8,)), ("edge_attr", (8, 1))])
def test_weights_of_data(recorded, pyg, name, shape):
    data = make_data(pyg, **{name: torch.tensor(WEIGHTS).reshape(shape)})
    np.testing.assert_array_equal(recorded(data).graph.adjacency(), expected(WEIGHTS))
    np.testing.assert_array_equal(recorded(data, weight=None).graph.adjacency(), expected(1.0))


def test_features_of_edges_are_no_weights(recorded, pyg):
    data = make_data(pyg, edge_attr=torch.ones(8, 3), cost=torch.tensor(WEIGHTS), short=torch.ones(3))
    np.testing.assert_array_equal(recorded(data).graph.adjacency(), expected(1.0))
    np.testing.assert_array_equal(recorded(data, weight="cost").graph.adjacency(), expected(WEIGHTS))
    with pytest.raises(ValueError, match=r"'short' has shape \(3,\)"):
        recorded(data, weight="short")
    with pytest.raises(ValueError, match="no weight 'length' .*'cost'"):
        recorded(data, weight="length")


@pytest.mark.parametrize("dtype", [torch.int64, torch.int32])
def test_the_memory_of_edge_index_and_weights_is_not_copied(recorded, pyg, dtype):
    data = make_data(pyg, edge_weight=torch.tensor(WEIGHTS, requires_grad=True))
    data.edge_index = data.edge_index.to(dtype)
    given = recorded(data).graph.arguments
    assert np.shares_memory(given["sources"], data.edge_index.numpy())
    assert np.shares_memory(given["targets"], data.edge_index.numpy())
    assert np.shares_memory(given["weights"], data.edge_weight.detach().numpy())


def test_directed_data_keeps_its_arrows(recorded, pyg):
    data = make_data(pyg)
    data.edge_index = torch.tensor([[0, 2], [1, 1]])
    entries = recorded(data, directed=True).graph.entries
    assert set(entries) == {(0, 1), (2, 1)}


def test_a_direction_that_is_lost_is_a_warning(pyg):
    data = make_data(pyg, edge_attr=torch.arange(8.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        as_graph(data)  # both directions of every edge, whatever their weights
        data.edge_index = data.edge_index[:, 1:]
        data.edge_attr = None
        as_graph(data, directed=False)
    with pytest.warns(UserWarning, match="PyG Data: has edges in one direction only"):
        assert not as_graph(data).directed


@pytest.mark.parametrize("weights", [None, WEIGHTS])
def test_adj_t_in_place_of_edge_index(recorded, pyg, weights):
    from torch_geometric.data import Data

    one_way = np.triu(expected(weights or 1.0))
    data = Data(num_nodes=5)
    data.adj_t = torch.tensor(one_way.T).to_sparse_csr()
    converted = recorded(data, directed=True)
    np.testing.assert_array_equal(converted.graph.adjacency(), one_way)
    np.testing.assert_array_equal(recorded(data).graph.adjacency(), expected(weights or 1.0))
    assert np.shares_memory(converted.graph.arguments["indices"], data.adj_t.col_indices().numpy())
    data.adj_t = SparseTensor(data.adj_t, weights is not None)
    np.testing.assert_array_equal(recorded(data, directed=True).graph.adjacency(), one_way)
    data.adj_t = torch.tensor(one_way).to_sparse()
    with pytest.raises(TypeError, match="adj_t is torch.sparse_coo"):
        recorded(data)


class SparseTensor:
    """The one method of torch_sparse.SparseTensor that is called."""

    def __init__(self, tensor, weighted):
        self._parts = tensor.crow_indices(), tensor.col_indices(), tensor.values() if weighted else None

    def csr(self):
        return self._parts


def test_a_batch_of_a_loader_keeps_the_ids_of_the_whole_graph(recorded, pyg):
    data = make_data(pyg, n_id=torch.tensor([50, 40, 30, 20, 10]))
    assert recorded(data).ids.tolist() == [50, 40, 30, 20, 10]
    assert recorded(data, largest_component=True).ids.tolist() == [50, 40, 30, 20]
    data.n_id = torch.tensor([1, 1, 2, 3, 4])
    assert recorded(data).ids.tolist() == [0, 1, 2, 3, 4]


def test_data_that_is_no_one_graph_is_a_type_error_with_advice(pyg):
    from torch_geometric.data import Data, HeteroData, TemporalData
    from torch_geometric.datasets import FakeDataset

    with pytest.raises(TypeError, match=r"to_homogeneous\(\)"):
        as_graph(HeteroData())
    with pytest.raises(TypeError, match="is no graph"):
        as_graph(TemporalData(src=torch.tensor([0]), dst=torch.tensor([1]), t=torch.tensor([0])))
    with pytest.raises(TypeError, match=r"dataset\[0\]"):
        as_graph(FakeDataset(num_graphs=2))
    with pytest.raises(ValueError, match="neither edge_index nor adj_t"):
        as_graph(Data(num_nodes=3))


def test_a_graph_of_a_dataset_and_a_batch_reach_the_engine(pyg):
    from torch_geometric.data import Batch
    from torch_geometric.datasets import FakeDataset

    dataset = FakeDataset(num_graphs=2, avg_num_nodes=30)
    first, second = as_graph(dataset[0], weight=None), as_graph(dataset[1], weight=None)
    both = as_graph(Batch.from_data_list([dataset[0], dataset[1]]), weight=None)
    assert both.n_nodes == first.n_nodes + second.n_nodes
    assert both.n_edges == first.n_edges + second.n_edges
    pairs = {frozenset(pair) for pair in dataset[0].edge_index.t().tolist() if pair[0] != pair[1]}
    assert first.n_edges == len(pairs)


# DGL


@pytest.fixture
def dgl():
    return pytest.importorskip("dgl")


@pytest.fixture
def graph(dgl):
    return dgl.graph((torch.tensor(SOURCES), torch.tensor(TARGETS)), num_nodes=5)


@pytest.mark.parametrize("name", ["weight", "w"])
@pytest.mark.parametrize("shape", [(8,), (8, 1)])
def test_dgl_graphs_with_and_without_weights(recorded, graph, name, shape):
    np.testing.assert_array_equal(recorded(graph).graph.adjacency(), expected(1.0))
    graph.edata[name] = torch.tensor(WEIGHTS).reshape(shape)
    np.testing.assert_array_equal(recorded(graph).graph.adjacency(), expected(WEIGHTS))
    np.testing.assert_array_equal(recorded(graph, weight=None).graph.adjacency(), expected(1.0))
    assert recorded(graph).ids.tolist() == [0, 1, 2, 3, 4]


def test_dgl_weights_by_another_name(recorded, graph):
    graph.edata["cost"] = torch.tensor(WEIGHTS)
    graph.edata["features"] = torch.ones(8, 3)
    np.testing.assert_array_equal(recorded(graph, weight="cost").graph.adjacency(), expected(WEIGHTS))
    with pytest.raises(ValueError, match="no weight 'length' .*'cost'"):
        recorded(graph, weight="length")
    with pytest.raises(ValueError, match=r"'features' has shape \(8, 3\)"):
        recorded(graph, weight="features")


def test_dgl_edges_are_not_copied(recorded, graph):
    for one in (graph, graph.int()):
        given = recorded(one).graph.arguments
        assert np.shares_memory(given["sources"], one.edges()[0].numpy())
        assert given["sources"].dtype == (np.int64 if one is graph else np.int32)


def test_dgl_arrows(recorded, dgl):
    arrows = dgl.graph((torch.tensor([0, 2]), torch.tensor([1, 1])))
    assert set(recorded(arrows, directed=True).graph.entries) == {(0, 1), (2, 1)}
    assert set(recorded(arrows).graph.entries) == {(0, 1), (1, 0), (2, 1), (1, 2)}


def test_dgl_arrows_that_are_lost_are_a_warning(dgl, graph):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        as_graph(graph)
    with pytest.warns(UserWarning, match="DGL graph: has edges in one direction only"):
        as_graph(dgl.graph((torch.tensor([0, 2]), torch.tensor([1, 1]))))


def test_a_part_of_a_dgl_graph_keeps_the_ids_of_the_whole(recorded, dgl, graph):
    assert recorded(dgl.node_subgraph(graph, [3, 2, 0])).ids.tolist() == [3, 2, 0]


def test_dgl_graphs_with_several_kinds_are_a_type_error_with_advice(dgl, graph):
    kinds = dgl.heterograph({("a", "to", "b"): ([0, 1], [1, 0]), ("b", "to", "a"): ([0, 1], [1, 0])})
    with pytest.raises(TypeError, match="to_homogeneous"):
        as_graph(kinds)
    with pytest.raises(TypeError, match="block"):
        as_graph(dgl.to_block(graph))
    together = convert(dgl.to_homogeneous(kinds))
    assert together.ids.tolist() == [0, 1, 2, 3]  # its own ids repeat from kind to kind


def test_a_dgl_graph_reaches_the_engine(graph):
    assert as_graph(graph).n_edges == 4
    assert as_graph(graph, largest_component=True).n_nodes == 4


# Networks


def test_the_recipe_of_an_embedding_bag_runs_and_learns():
    page = (REPOSITORY / "docs" / "recipes.md").read_text(encoding="utf-8")
    recipe = re.search(r"^```python title=\"needs torch\"\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1)
    done = subprocess.run([sys.executable, "-c", recipe], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    share, _, rest = done.stdout.partition(" ")
    assert float(share) > 0.8 and rest in page
