"""Recommendations, clusters and maps: the same answers as the command's."""

import re
import sys
import types

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, SDRTable, plot
from columnar_embedder.errors import ConfigError, OutputError

networkx = pytest.importorskip("networkx")


@pytest.fixture(scope="module")
def graph():
    return networkx.les_miserables_graph()


@pytest.fixture(scope="module")
def embedder(graph):
    return ColumnarEmbedder(columns=100, l5a_size=100, random_state=1).fit(graph)


def test_recommends_nodes_that_are_not_linked_yet(graph, embedder):
    found = embedder.recommend("Cosette", k=80)
    assert 0 < len(found) < len(graph)
    assert not {one.id for one in found} & ({"Cosette"} | set(graph["Cosette"]))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    best = found[0]
    assert best.common_neighbours == len(set(graph["Cosette"]) & set(graph[best.id]))
    shared = embedder.codes_.select("all").overlap("Cosette", best.id)
    assert best.overlap == shared and best.near == embedder.codes_.select("l6").overlap("Cosette", best.id)


def test_recommends_for_many_nodes_at_once(embedder):
    both = embedder.recommend(["Cosette", "Javert"], k=3)
    assert both == [embedder.recommend("Cosette", 3), embedder.recommend("Javert", 3)]
    assert embedder.recommend([], k=3) == []
    with pytest.raises(KeyError, match="Nobody"):
        embedder.recommend("Nobody")
    with pytest.raises(KeyError, match="Nobody"):
        embedder.recommend(["Cosette", "Nobody"])
    with pytest.raises(ConfigError, match="k: "):
        embedder.recommend("Cosette", k=0)


def test_a_tuple_may_be_a_node():
    grid = networkx.grid_2d_graph(4, 4)
    embedder = ColumnarEmbedder(columns=50, l5a_size=50).fit(grid)
    assert all(isinstance(one.id, tuple) for one in embedder.recommend((0, 0), k=2))
    assert len(embedder.recommend([(0, 0), (1, 1)], k=2)) == 2


def test_clusters_are_numbered_by_size(embedder):
    labels = embedder.cluster(4)
    assert labels.shape == (77,) and set(labels) == {0, 1, 2, 3}
    sizes = np.bincount(labels)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert np.array_equal(labels, embedder.codes_.cluster(4, random_state=1, n_jobs=2))
    with pytest.raises(ConfigError, match="from 1 to the 77 nodes"):
        embedder.cluster(78)


def test_a_map_is_a_page_or_a_picture(embedder, tmp_path):
    page, picture = tmp_path / "map.html", tmp_path / "map.png"
    classes = {node: "first" if row < 40 else "<b>" for row, node in enumerate(embedder.node_ids_)}
    embedder.codes_.save_map(page, classes, title="<Misérables>")
    text = page.read_text()
    assert "&lt;Misérables&gt;" in text and "Valjean" in text and "<b>" not in text
    embedder.codes_.save_map(picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ConfigError, match="a map is a page"):
        embedder.codes_.save_map(tmp_path / "map.svg")
    with pytest.raises(OutputError):
        embedder.codes_.save_map(tmp_path / "nowhere" / "map.png")


def test_any_id_has_a_place_on_a_page(tmp_path):
    table = SDRTable.from_indices([[0, 2], [0, 3], [1, 3]], width=4, ids=[("a", 1), "</script>", None])
    table.save_map(tmp_path / "map.html")
    text = (tmp_path / "map.html").read_text()
    assert re.search(r'"ids":\["\(.+\\u003c/script\\u003e","None"\]', text)


def test_plot_map_colours_every_class(embedder):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    labels = [f"class {row % 18}" for row in range(77)]
    ax = plot.plot_map(embedder, labels)
    assert len(ax.collections) == 18
    assert len({tuple(one.get_facecolor()[0]) for one in ax.collections}) == 18
    drawn = sum(len(one.get_offsets()) for one in ax.collections)
    assert drawn == 77
    own = np.column_stack([np.arange(77), np.arange(77)])
    only = plot.plot_map(embedder.codes_, layout=own).collections
    assert len(only) == 1 and np.array_equal(only[0].get_offsets(), own)
    with pytest.raises(ConfigError, match="layout"):
        plot.plot_map(embedder, layout="round")
    with pytest.raises(ConfigError, match="layout"):
        plot.plot_map(embedder, layout=own[:3])
    with pytest.raises(TypeError, match="plot_map"):
        plot.plot_map(own)
    pyplot.close("all")


def test_umap_is_asked_for_by_name_alone(embedder, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setitem(sys.modules, "umap", None)
    with pytest.raises(ImportError, match=r"columnar-embedder\[map\]"):
        plot.plot_map(embedder, layout="umap")


def test_umap_places_the_learned_bits_by_jaccard(embedder, monkeypatch):
    pytest.importorskip("matplotlib").use("Agg")
    seen = {}

    class UMAP:
        def __init__(self, **settings):
            seen["settings"] = settings

        def fit_transform(self, bits):
            seen["bits"] = bits
            return np.zeros((len(bits), 2))

    monkeypatch.setitem(sys.modules, "umap", types.SimpleNamespace(UMAP=UMAP))
    plot.plot_map(embedder, layout="umap", random_state=3)
    assert seen["settings"] == {"metric": "jaccard", "random_state": 3}
    assert np.array_equal(seen["bits"], embedder.codes_.select("all").to_dense(bool))


def test_explain_says_what_the_graph_knows(graph, embedder):
    told = embedder.explain("Cosette", "Javert")["graph"]
    assert told["linked"] and told["weight"] == graph["Cosette"]["Javert"]["weight"] and told["distance"] == 1
    common = {one["id"] for one in told["common_neighbours"]}
    assert common == set(graph["Cosette"]) & set(graph["Javert"])
    far = embedder.explain("Cosette", "Napoleon")["graph"]
    assert not far["linked"] and far["distance"] == networkx.shortest_path_length(graph, "Cosette", "Napoleon")
