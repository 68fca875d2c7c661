"""Frames instead of matrices by set_output: rows are labelled by the nodes, whatever the graph was given as."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import sklearn
from columnar_embedder import ColumnarEmbedder, ConfigError
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

pandas = pytest.importorskip("pandas")

NOVEL = nx.les_miserables_graph()
EDGES = nx.to_pandas_edgelist(NOVEL)
QUICK = dict(presentations=100, columns=60, l5a_size=60)


@pytest.fixture(scope="module")
def codes():
    return ColumnarEmbedder(**QUICK).fit(EDGES).codes_.select("all")


@pytest.mark.parametrize("output", ["csr", "csr_bool", "dense"])
def test_rows_are_labelled_by_the_nodes_of_an_edge_frame(codes, output):
    embedder = ColumnarEmbedder(**QUICK, output=output).set_output(transform="pandas")
    frame = embedder.fit_transform(EDGES)
    assert frame.index.tolist() == list(codes) and frame.columns.tolist() == codes.feature_names().tolist()
    assert (frame.to_numpy() == codes.to_dense()).all()
    assert set(frame.dtypes) == {np.dtype(bool if output == "csr_bool" else np.uint8)}
    pandas.testing.assert_frame_equal(embedder.transform(EDGES), frame)


@pytest.mark.parametrize(
    "graph",
    [NOVEL, list(NOVEL.edges(data="weight")), nx.to_pandas_adjacency(NOVEL), nx.to_scipy_sparse_array(NOVEL)],
    ids=["networkx", "tuples", "adjacency frame", "matrix"],
)
def test_rows_are_labelled_by_the_nodes_of_any_graph(graph):
    embedder = ColumnarEmbedder(**QUICK, layer="l5a").set_output(transform="pandas")
    frame = embedder.fit_transform(graph)
    assert frame.index.tolist() == embedder.node_ids_.tolist() and frame.shape == (77, 60)
    assert (frame.sum(axis=1) == 20).all()


def test_as_many_edges_as_nodes_do_not_label_rows_by_edges():
    ring = pandas.DataFrame({"source": range(10, 50), "target": [*range(11, 50), 10]}, index=range(100, 140))
    frame = ColumnarEmbedder(**QUICK).set_output(transform="pandas").fit_transform(ring)
    assert frame.index.tolist() == list(range(10, 50))


def test_ids_that_are_tuples_stay_one_label():
    frame = ColumnarEmbedder(**QUICK).set_output(transform="pandas").fit_transform(nx.grid_2d_graph(5, 5))
    assert frame.index.nlevels == 1 and frame.index[1] == (0, 1)


def test_clones_pipelines_and_the_global_setting_keep_it(codes):
    embedder = ColumnarEmbedder(**QUICK).set_output(transform="pandas")
    assert clone(embedder).fit_transform(EDGES).index[0] == codes.ids[0]
    assert embedder.set_output(transform=None).fit_transform(EDGES).index[0] == codes.ids[0]
    assert embedder.set_output(transform="default").fit_transform(EDGES).format == "csr"
    pipeline = make_pipeline(ColumnarEmbedder(**QUICK), LogisticRegression()).set_output(transform="pandas")
    labels = np.arange(77) % 2
    assert pipeline.fit(EDGES, labels)[:-1].transform(EDGES).index[5] == codes.ids[5]
    assert pipeline[-1].feature_names_in_.tolist() == codes.feature_names().tolist()
    with sklearn.config_context(transform_output="pandas"):
        assert ColumnarEmbedder(**QUICK).fit_transform(EDGES).index[3] == codes.ids[3]


def test_polars_frames_have_the_names_of_the_bits(codes):
    pytest.importorskip("polars")
    frame = ColumnarEmbedder(**QUICK).set_output(transform="polars").fit_transform(EDGES)
    assert frame.columns == codes.feature_names().tolist() and (frame.to_numpy() == codes.to_dense()).all()


def test_what_is_no_frame_is_refused_before_the_work():
    for output in ("indices", "packed", "table"):
        with pytest.raises(ConfigError, match=f"output: '{output}' is no frame of pandas; use csr, csr_bool or dense"):
            ColumnarEmbedder(output=output).set_output(transform="pandas").fit_transform(EDGES)
    with pytest.raises(ConfigError, match="set_output: unknown 'xarray'; use default, pandas or polars"):
        ColumnarEmbedder().set_output(transform="xarray").fit_transform(EDGES)
