"""A model that lives on: ids of every kind, files, copies and pickles."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, InputError, load
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from support import hiding, planted

GRAPH, _ = planted()
NODES = GRAPH.shape[0]
HIDDEN = np.arange(3, NODES, 10)
EDGES, OLD, NEW = hiding(GRAPH, HIDDEN)

#: The same graph with ids of every kind that Python's users have.
KINDS = {
    "integers": lambda node: 10 * node,
    "texts": lambda node: f"user{node:03}",
    "texts of integers": str,
    "tuples": lambda node: (node // 30, node % 30),
    "mixed": lambda node: node if node % 2 else f"n{node}",
    "floats": lambda node: node + 0.5,
}


def named(edges, name):
    return [(name(u), name(v)) for u, v in edges]


@pytest.fixture(scope="module")
def fitted():
    return ColumnarEmbedder().fit(OLD)


# Ids


@pytest.mark.parametrize("kind", KINDS)
def test_ids_of_every_kind_are_found_again(kind, fitted, tmp_path):
    name = KINDS[kind]
    embedder = ColumnarEmbedder(output="table", layer="search").fit(named(OLD, name))
    new = embedder.encode(named(NEW, name))
    assert new.indices.shape == (len(HIDDEN), 48)
    assert set(new) == {name(node) for node in HIDDEN.tolist()}
    whole = embedder.transform(named(EDGES, name))
    assert len(whole) == NODES and all(whole[node].tolist() == new[node].tolist() for node in new)
    embedder.save(tmp_path / "model")
    loaded = ColumnarEmbedder.load(tmp_path / "model", output="table", layer="search")
    assert np.array_equal(loaded.codes_.indices, embedder.codes_.indices)
    assert np.array_equal(loaded.encode(named(NEW, name)).indices, new.indices)
    assert np.array_equal(loaded.transform(named(EDGES, name)).indices, whole.indices)
    embedder.partial_fit(named(NEW, name))
    assert set(embedder.codes_) == {name(node) for node in range(NODES)}
    assert loaded.partial_fit(named(NEW, name)).model_.to_bytes() == embedder.model_.to_bytes()


def test_ids_that_texts_do_not_tell_apart_are_found_in_memory(tmp_path):
    twins = {0: 1, 1: "1"}  # these two read the same
    name = lambda node: twins.get(node, node + 100)  # noqa: E731
    embedder = ColumnarEmbedder().fit(named(OLD, name))
    first = embedder.encode([("new", 1), ("new", 105)])
    other = embedder.encode([("new", "1"), ("new", 105)])
    assert first.ids.tolist() == ["new"]
    assert embedder.partial_fit(named(NEW, name)).model_.graph.n_edges == len(EDGES)
    assert set(embedder.codes_) == {name(node) for node in range(NODES)}
    assert len(embedder.partial_fit([("new", 1), (("new", 2), "1")]).codes_) == NODES + 2
    assert first.active == other.active
    with pytest.raises(InputError, match="read the same as text"):
        embedder.save(tmp_path / "model")
    (tmp_path / "new.tsv").write_text("x 1\n")
    with pytest.raises(InputError, match="read the same as text"):
        embedder.encode(tmp_path / "new.tsv")


def test_texts_join_a_graph_of_integers_and_keep_these_as_they_are(fitted, tmp_path):
    embedder = copy.copy(fitted).partial_fit([("ada", 0), (700, "ada")])
    assert embedder.node_ids_.tolist() == [*fitted.node_ids_.tolist(), "ada", 700]
    (tmp_path / "changes.tsv").write_text("ada 0\n700 ada\n")
    filed = copy.copy(fitted).partial_fit(tmp_path / "changes.tsv")
    assert filed.node_ids_.tolist() == embedder.node_ids_.tolist()
    assert fitted.encode(tmp_path / "changes.tsv").ids.tolist() == ["ada", 700]
    assert filed.model_.to_bytes() == embedder.model_.to_bytes()
    assert len(filed.partial_fit([(0, 700), ("0", "ada", 3.0)]).codes_) == len(embedder.codes_)


# Files, copies and pickles


def test_a_saved_model_goes_on_where_it_was(fitted, tmp_path):
    embedder = copy.copy(fitted).partial_fit(NEW[:30])
    embedder.save(tmp_path / "model")
    loaded = ColumnarEmbedder.load(tmp_path / "model")
    assert loaded.codes_ == embedder.codes_ and loaded.codes_.metadata == embedder.codes_.metadata
    assert loaded.model_.updates == 1
    assert load(tmp_path / "model") == embedder.codes_
    assert loaded.n_features_in_ == embedder.n_features_in_
    assert loaded.explain(0) == embedder.explain(0) and loaded.health_ == embedder.health_
    assert loaded.partial_fit(NEW[30:]).codes_ == embedder.partial_fit(NEW[30:]).codes_
    assert loaded.model_.to_bytes() == embedder.model_.to_bytes()


def test_a_loaded_model_knows_whether_its_graph_is_directed(tmp_path):
    embedder = ColumnarEmbedder(directed=True).fit(OLD)
    embedder.save(tmp_path / "model")
    loaded = ColumnarEmbedder.load(tmp_path / "model", output="table", layer="search")
    assert loaded.directed and loaded.transform(OLD) == embedder.codes_
    with pytest.raises(ValueError, match="directed: is part of the model"):
        ColumnarEmbedder.load(tmp_path / "model", directed=False)


def test_pickles_and_copies_go_on_and_a_clone_begins_anew(fitted):
    embedder = copy.copy(fitted).partial_fit(NEW[:30])
    wanted = copy.copy(embedder).partial_fit(NEW[30:]).codes_
    for twin in (pickle.loads(pickle.dumps(embedder)), copy.deepcopy(embedder)):
        assert twin.update_ == embedder.update_ and twin.codes_ == embedder.codes_
        assert twin.partial_fit(NEW[30:]).codes_ == wanted
    with pytest.raises(NotFittedError):
        clone(embedder).encode(NEW)


def test_a_pickle_finds_tuples_in_another_process(tmp_path):
    name = KINDS["tuples"]
    embedder = ColumnarEmbedder().fit(named(OLD, name))
    (tmp_path / "pickle").write_bytes(pickle.dumps((embedder, named(NEW, name))))
    code = "import pickle, sys; e, n = pickle.load(open(sys.argv[1], 'rb')); print(e.encode(n).indices.tolist())"
    done = subprocess.run([sys.executable, "-c", code, tmp_path / "pickle"], capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout) == embedder.encode(named(NEW, name)).indices.tolist(), done.stderr
