"""Paths: every one that Python's own functions take is taken, and none is cut short."""

from __future__ import annotations

import os
import pathlib

import numpy as np
import pytest
from columnar_embedder import (
    ColumnarEmbedder,
    Graph,
    InputError,
    MissingFileError,
    Model,
    SDRTable,
    VectorTable,
    as_graph,
    evaluate,
    load,
)
from support import edge_lines, planted

GRAPH = planted(groups=2, size=20)[0]
CODES = SDRTable.from_indices([[0, 2, 5], [0, 3, 7], [1, 3, 4]], width=8)
VECTORS = VectorTable.from_array([[1.0, 0.0], [0.5, 0.5]])


class Named:
    """An os.PathLike that is no pathlib.Path, which would refuse some of the names itself."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return self.path


@pytest.fixture(scope="module")
def fitted():
    return ColumnarEmbedder().fit(GRAPH)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder, and the one that relative paths begin in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def every_call(fitted, path):
    """Every function of the package that takes a path, as (what it does, call)."""
    return {
        "codes.save": lambda: CODES.save(path),
        "vectors.save": lambda: VECTORS.save(path),
        "embedder.save": lambda: fitted.save(path),
        "model.save": lambda: fitted.model_.save(path),
        "native codes": lambda: CODES.native.write(path, "{}"),
        "native vectors": lambda: VECTORS.native.write(path),
        "load": lambda: load(path),
        "embedder.load": lambda: ColumnarEmbedder.load(path),
        "Model.load": lambda: Model.load(path),
        "Graph.read": lambda: Graph.read(path),
        "as_graph": lambda: as_graph(path),
        "fit": lambda: ColumnarEmbedder().fit(path),
        "transform": lambda: fitted.transform(path),
        "encode": lambda: fitted.encode(path),
        "partial_fit": lambda: fitted.partial_fit(path),
        "reweighted": lambda: fitted.partial_fit(reweighted=path),
        "labels": lambda: evaluate.classify(CODES, path),
        "labels of a file": lambda: CODES.save("codes.svm", labels=path),
        "embeddings": lambda: evaluate.memory(path),
        "graph": lambda: evaluate.classify(CODES, [0, 1, 0], graph=path),
        "then": lambda: evaluate.resilience(GRAPH, then=path),
    }


@pytest.mark.parametrize("kind", [str, os.fsencode, Named, lambda path: Named(os.fsencode(path))])
def test_a_path_with_a_null_byte_is_refused_everywhere_and_no_file_is_touched(folder, fitted, kind):
    victim = folder / "victim.conf"
    victim.write_text(edge_lines(GRAPH))
    before = victim.read_bytes()
    for what, call in every_call(fitted, kind("victim.conf\0.sdr")).items():
        with pytest.raises(ValueError, match=r"victim\.conf\\x00\.sdr'?: embedded null byte in the path") as caught:
            call()
        assert type(caught.value) is InputError, what
        assert [one.name for one in folder.iterdir()] == ["victim.conf"], what
        assert victim.read_bytes() == before, what


@pytest.mark.parametrize("kind", [str, os.fsencode, pathlib.Path, Named, lambda path: Named(os.fsencode(path))])
def test_str_bytes_and_path_objects_name_the_same_file(folder, fitted, kind):
    CODES.save(kind("codes.sdr"))
    VECTORS.save(kind("vectors.emb"))
    fitted.save(kind("model"))
    (folder / "graph.tsv").write_text(edge_lines(GRAPH))
    (folder / "labels.tsv").write_text("0 a\n1 b\n2 a\n")
    assert load(kind("codes.sdr")) == CODES
    assert np.array_equal(load(kind("vectors.emb")).values, VECTORS.values)
    assert ColumnarEmbedder.load(kind("model")).codes_ == fitted.codes_
    assert as_graph(kind("graph.tsv")).n_nodes == 40
    assert Graph.read(kind("graph.tsv")).place == "graph.tsv"
    CODES.save("codes.svm", labels=kind("labels.tsv"))
    assert evaluate.memory(kind("codes.sdr"))["results"]


@pytest.mark.parametrize("path", [3, 1.5, ["codes.sdr"]])
def test_what_is_no_path_is_a_type_error_in_python_s_own_words(path):
    for call in (CODES.save, VECTORS.save, load, ColumnarEmbedder.load):
        with pytest.raises(TypeError, match="expected str, bytes or os.PathLike object"):
            call(path)


def test_a_path_object_is_asked_for_its_name_once(folder):
    class Fickle(os.PathLike):
        answers = iter(["codes.sdr", "victim.conf"])

        def __fspath__(self):
            return next(self.answers)

    CODES.save(Fickle())
    assert [one.name for one in folder.iterdir()] == ["codes.sdr"]


ODD = b"\xff\xfe odd \xe9"  # no UTF-8


def test_files_whose_names_are_no_utf8_are_read_and_written(folder, fitted):
    for kind in (bytes, os.fsdecode):
        CODES.save(kind(ODD + b".sdr"))
        VECTORS.save(kind(ODD + b".npy"))
        fitted.save(kind(ODD + b".model"))
        assert load(kind(ODD + b".sdr")) == CODES
        assert np.array_equal(load(kind(ODD + b".npy")).values, VECTORS.values)
        assert ColumnarEmbedder.load(kind(ODD + b".model")).codes_ == fitted.codes_
    wanted = {ODD + end for end in (b".sdr", b".npy", b".npy.ids", b".model")}
    assert set(os.listdir(os.fsencode(folder))) == wanted


def test_a_graph_knows_the_name_of_its_file_whatever_it_is(folder):
    name = os.fsdecode(ODD + b".tsv")
    with open(name, "w") as file:
        file.write(edge_lines(GRAPH))
    graph = as_graph(name)
    assert graph.place == name
    assert repr(graph).encode() == rb"<Graph \xff\xfe odd \xe9.tsv: 40 nodes, %d edges, undirected>" % graph.n_edges


def test_errors_about_such_files_can_be_printed(folder, fitted):
    with open(ODD + b".tsv", "wb") as file:
        file.write(b"1 2\n3\n")
    missing = os.fsdecode(b"no" + ODD)
    with pytest.raises(MissingFileError) as caught:
        as_graph(missing)
    assert str(caught.value).encode() == rb"no\xff\xfe odd \xe9: no such file"
    for call in (as_graph, ColumnarEmbedder().fit, fitted.encode):
        with pytest.raises(InputError) as caught:
            call(os.fsdecode(ODD + b".tsv"))
        assert str(caught.value).encode().startswith(rb"\xff\xfe odd \xe9.tsv:2: ")
    with pytest.raises(InputError) as caught:
        fitted.partial_fit(missing, removed=[(0, 1)])
    assert b"holds the removed" in str(caught.value).encode()


def test_half_of_a_surrogate_pair_is_no_name_of_a_file(folder):
    for call in (CODES.save, load):
        with pytest.raises(UnicodeEncodeError):
            call("\ud800.sdr")
