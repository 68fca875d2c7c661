"""Names of nodes and classes that are no UTF-8: edge lists may hold any bytes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import scipy.sparse
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, SDRTable, as_graph, evaluate, load, plot
from columnar_embedder._labels import as_labels
from support import planted

MATRIX, GROUP = planted(groups=2, size=20)


def name(node) -> bytes:
    """An id of bytes that are no UTF-8."""
    return b"n\xff\xe9-%d" % node


def text(data: bytes) -> str:
    """The same for Python, as in the names of files."""
    return data.decode("utf-8", "surrogateescape")


@pytest.fixture
def graph(tmp_path):
    """The file of a graph whose nodes have such ids."""
    rows, columns = scipy.sparse.triu(MATRIX, 1).nonzero()
    path = tmp_path / "graph.tsv"
    path.write_bytes(b"".join(b"%s\t%s\n" % (name(u), name(v)) for u, v in zip(rows, columns, strict=True)))
    return path


@pytest.fixture
def fitted(graph):
    return ColumnarEmbedder().fit(graph)


def test_ids_of_any_bytes_come_as_text_and_are_found_by_text_and_bytes(fitted):
    codes = fitted.codes_
    assert set(codes) == {text(name(node)) for node in range(40)} == set(fitted.node_ids_)
    assert text(name(3)) in codes and name(3) in codes and b"none" not in codes
    assert codes.row(name(3)) == codes.row(text(name(3)))
    assert np.array_equal(codes[name(3)], codes[text(name(3))])
    hits = codes.neighbours(text(name(3)), k=3, exclude=[name(4)])
    assert hits == codes.neighbours(name(3), k=3, exclude=[text(name(4))])
    assert all(type(hit.id) is str and hit.id in codes and hit.id != text(name(4)) for hit in hits)
    assert codes.recall(name(5)).id == text(name(5))
    with pytest.raises(KeyError, match="no node has this id"):
        codes.row(b"\xff")


@pytest.mark.parametrize("extension", ["sdr", "tsv", "npz", "svm"])
def test_files_give_such_ids_back_byte_for_byte(fitted, tmp_path, extension):
    path = tmp_path / f"codes.{extension}"
    fitted.codes_.save(path)
    assert load(path) == fitted.codes_ == pickle.loads(pickle.dumps(fitted.codes_))
    load(path).save(tmp_path / f"again.{extension}")
    assert (tmp_path / f"again.{extension}").read_bytes() == path.read_bytes()


def test_models_graphs_and_pickles_keep_them(fitted, graph, tmp_path):
    fitted.save(tmp_path / "model")
    loaded = ColumnarEmbedder.load(tmp_path / "model")
    assert loaded.codes_ == fitted.codes_ == pickle.loads(pickle.dumps(fitted)).codes_
    known = as_graph(graph)
    assert pickle.loads(pickle.dumps(known)).ids == known.ids
    assert as_graph(known, largest_component=True).ids == known.ids


def test_graphs_in_memory_may_have_such_ids(fitted):
    rows, columns = scipy.sparse.triu(MATRIX, 1).nonzero()
    data = np.array([[name(u), name(v)] for u, v in zip(rows, columns, strict=True)])
    assert data.dtype.kind == "S"
    as_texts = [(text(u), text(v)) for u, v in data.tolist()]
    assert ColumnarEmbedder().fit(data).codes_ == fitted.codes_ == ColumnarEmbedder().fit(as_texts).codes_
    assert as_graph(data).digest == as_graph(as_texts).digest


def test_living_graphs_take_such_ids(fitted):
    new = text(b"new\xff")
    edges = [(new, text(name(node))) for node in range(5)]
    assert list(fitted.encode(edges)) == [new]
    assert len(fitted.transform(edges + [(new, text(name(7)))]).toarray()) == 7
    fitted.partial_fit(edges, removed=[(text(name(0)), text(name(1)))])
    assert new in fitted.codes_ and len(fitted.codes_) == 41
    with pytest.raises(InputError, match="are both in the model") as caught:
        fitted.encode([(text(name(0)), text(name(1)))])
    str(caught.value).encode()
    assert fitted.explain(new)


def test_classes_may_have_such_names(fitted, tmp_path):
    path = tmp_path / "labels.tsv"
    path.write_bytes(b"".join(b"%s\tc\xff%d\n" % (name(node), GROUP[node]) for node in range(40)))
    by_id = {text(name(node)): b"c\xff%d" % GROUP[node] for node in range(40)}
    for labels in (path, by_id):
        classes, names = as_labels(labels, fitted.node_ids_)
        assert names == [text(b"c\xff0"), text(b"c\xff1")]
        assert [GROUP[int(one.rpartition("-")[2])] for one in fitted.node_ids_] == classes.tolist()
        assert evaluate.classify(fitted, labels, folds=2)["results"]["accuracy"]["rows"][0]["accuracy"]["mean"] > 0.8
        fitted.codes_.save(tmp_path / "codes.svm", labels=labels)


def test_classes_are_in_the_order_of_their_bytes():
    names = as_labels([b"\xff", "\U0001f600", "\ue000", "z"], np.arange(4))[1]
    assert names == ["z", "\ue000", "\U0001f600", "\udcff"]


#: Ids that no bytes tell apart: half of a surrogate pair has none, two lone surrogates may be those of a character.
@pytest.mark.parametrize("odd", [["\ud800"], ["\udcc3\udca9", "é"]])
def test_ids_that_bytes_cannot_keep_are_kept_by_python_alone(odd, tmp_path):
    ids = odd + [f"n{node}" for node in range(40 - len(odd))]
    table = SDRTable.from_indices(np.arange(120).reshape(40, 3), ids=ids)
    assert list(table) == ids and table.neighbours(odd[0]) == [] and pickle.loads(pickle.dumps(table)) == table
    with pytest.raises(InputError, match="no text of a file"):
        table.save(tmp_path / "codes.sdr")
    fitted = ColumnarEmbedder().fit([(ids[u], ids[v]) for u, v in zip(*MATRIX.nonzero(), strict=True)])
    assert set(fitted.codes_) == set(ids)
    with pytest.raises(InputError, match="half of a character|there are none|none of the"):
        as_labels({odd[0]: "\ud800"}, ids)


def test_a_new_id_that_bytes_cannot_keep_is_refused(fitted):
    with pytest.raises(InputError, match="new ids must differ as texts") as caught:
        fitted.partial_fit([("\ud800", text(name(0)))])
    str(caught.value).encode()
    assert len(fitted.codes_) == 40


@pytest.mark.parametrize("odd", ["\udcff", "\ud800"])
def test_constants_of_odd_text_are_errors_like_any_other(odd):
    with pytest.raises(ConfigError) as caught:
        ColumnarEmbedder(spectral=odd).fit(MATRIX)
    str(caught.value).encode()
    with pytest.raises(ConfigError, match="is no constant of the method"):
        evaluate.learning(MATRIX, GROUP, config={odd: 1})
    with pytest.raises(ConfigError) as caught:
        ColumnarEmbedder(layer=odd).fit(MATRIX)
    str(caught.value).encode()


def test_plots_can_draw_such_names(fitted, graph):
    pyplot = pytest.importorskip("matplotlib.pyplot")
    networkx = pytest.importorskip("networkx")
    known = networkx.Graph([(text(name(u)), text(name(v))) for u, v in zip(*MATRIX.nonzero(), strict=True)])
    labels = {text(name(node)): b"c\xff%d" % GROUP[node] for node in range(40)}
    plot.plot_graph(known, fitted.codes_, text(name(0)), labels=labels).figure.canvas.draw()
    for draw in (plot.plot_codes, plot.plot_overlaps):
        draw(fitted.codes_, labels=labels).figure.canvas.draw()
    plot.plot_regions(fitted, labels=labels).figure.canvas.draw()
    pyplot.close("all")
