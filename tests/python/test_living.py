"""Nodes that a model has never seen, and edges that change."""

from __future__ import annotations

import copy
import json

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from columnar_embedder import ColumnarEmbedder, InputError, SDRTable, as_graph, load
from sklearn.linear_model import LogisticRegression
from support import hiding, planted, run_command

GRAPH, GROUP = planted()
NODES = GRAPH.shape[0]
HIDDEN = np.arange(3, NODES, 10)  # every tenth, of all groups
SEEN = np.setdiff1d(np.arange(NODES), HIDDEN)
EDGES, OLD, NEW = hiding(GRAPH, HIDDEN)


def same(one, other) -> bool:
    return one == other and one.metadata == other.metadata


@pytest.fixture(scope="module")
def fitted():
    """Knows 108 of the 120 nodes, by the ids that they have in the whole."""
    return ColumnarEmbedder().fit(OLD)


# Nodes never seen


def test_new_nodes_are_told_by_a_classifier_of_the_others(fitted):
    new = fitted.encode(NEW)
    assert isinstance(new, SDRTable) and new.active == 48 and new.geometry == fitted.codes_.geometry
    assert sorted(new.ids.tolist()) == HIDDEN.tolist()
    old = LogisticRegression(max_iter=500).fit(fitted.codes_.to_csr(), GROUP[fitted.node_ids_])
    assert old.score(new.to_csr(), GROUP[new.ids]) >= 0.9
    known = {tuple(code) for code in fitted.codes_.indices.tolist()}
    assert len(known | {tuple(code) for code in new.indices.tolist()}) == NODES


def test_new_nodes_share_bits_with_their_neighbours(fitted):
    new = fitted.encode(NEW)
    own = np.array([GROUP[hit.id] == GROUP[node] for node in new for hit in fitted.codes_.neighbours(new[node], k=3)])
    assert own.mean() > 0.8


def test_encoding_changes_nothing(fitted):
    before = fitted.model_.to_bytes()
    assert fitted.encode(NEW) == fitted.encode(NEW)
    fitted.transform(EDGES)
    assert fitted.model_.to_bytes() == before and len(fitted.codes_) == len(SEEN)


@pytest.mark.parametrize("jobs", [2, 3])
def test_threads_do_not_change_new_codes(fitted, jobs):
    assert copy.copy(fitted).set_params(n_jobs=jobs).encode(NEW) == fitted.encode(NEW)


def test_a_node_has_the_same_code_alone_and_beside_strangers(fitted):
    own = [("a", int(fitted.node_ids_[0])), ("a", int(fitted.node_ids_[1]))]
    alone = fitted.encode(own)
    with pytest.warns(UserWarning):
        beside = fitted.encode([("b", "c"), *own])
    assert alone.ids.tolist() == ["a"] and beside.ids.tolist() == ["b", "c", "a"]
    assert beside["a"].tolist() == alone["a"].tolist()


def test_transform_gives_known_codes_and_new_ones_by_the_order_of_the_graph(fitted):
    table = copy.copy(fitted).set_params(output="table", layer="search").transform(EDGES)
    new = fitted.encode(NEW)
    assert table.ids.tolist() == as_graph(EDGES).ids.tolist()
    for node in table:
        assert table[node].tolist() == (new if node in new else fitted.codes_)[node].tolist()


def test_a_larger_matrix_has_its_new_nodes_behind_the_known():
    embedder = ColumnarEmbedder(output="table", layer="search").fit(GRAPH[:110, :110])
    for matrix in (GRAPH, GRAPH.tocoo(), GRAPH.toarray()):
        table = embedder.transform(matrix)
        assert table.ids.tolist() == list(range(NODES))
        assert np.array_equal(table.indices[:110], embedder.codes_.indices)
        new = embedder.encode(sorted((edge for edge in EDGES if max(edge) >= 110), key=max))
        assert new.ids.tolist() == list(range(110, NODES))
        assert all(table[node].tolist() == new[node].tolist() for node in range(110, NODES))


def test_a_part_of_the_graph_has_the_codes_of_the_whole(fitted):
    part = copy.copy(fitted).set_params(output="table", layer="search").transform(OLD[40:80])
    assert all(part[node].tolist() == fitted.codes_[node].tolist() for node in part)
    whole = ColumnarEmbedder(output="table", layer="search").fit(GRAPH)
    assert np.array_equal(whole.transform(GRAPH[:50, :50]).indices, whole.codes_.indices[:50])


@pytest.mark.parametrize("form", ["csr", "dense", "indices", "packed"])
def test_new_nodes_come_in_every_form(fitted, form):
    table = copy.copy(fitted).set_params(output="table", layer="search").transform(EDGES).select("l5a")
    given = copy.copy(fitted).set_params(output=form, layer="l5a").transform(EDGES)
    wanted = {"csr": table.to_csr().toarray(), "dense": table.to_dense(), "indices": table.indices}
    wanted["packed"] = table.to_packed()
    assert np.array_equal(given.toarray() if form == "csr" else given, wanted[form])


@pytest.mark.parametrize("how", [list, np.array, nx.Graph, as_graph], ids=["list", "array", "networkx", "graph"])
def test_new_edges_may_have_any_form(fitted, how):
    assert fitted.encode(how(NEW)) == fitted.encode(NEW)


def test_new_edges_may_be_a_frame_or_a_file(fitted, tmp_path):
    pandas = pytest.importorskip("pandas")
    assert fitted.encode(pandas.DataFrame(NEW, columns=["source", "target"])) == fitted.encode(NEW)
    (tmp_path / "new.tsv").write_text("".join(f"{u}\t{v}\n" for u, v in NEW))
    assert same(fitted.encode(tmp_path / "new.tsv"), fitted.encode(NEW))


def test_a_node_without_a_way_to_the_known_is_named_in_a_warning(fitted):
    with pytest.warns(UserWarning, match="no walk leads from 2 of the new nodes"):
        assert len(fitted.encode([("a", "b")])) == 2
    graph = nx.Graph(EDGES)
    graph.add_node("alone")
    with pytest.warns(UserWarning, match="no walk leads from 1 of the new nodes"):
        fitted.transform(graph)


def test_weights_of_new_edges_count():
    weighted = [(u, v, 1 + (u + v) % 4) for u, v in OLD]
    embedder = ColumnarEmbedder().fit(weighted)
    ends = embedder.node_ids_[[0, -1]].tolist()
    light = embedder.encode([("new", ends[0], 9.0), ("new", ends[1], 0.1)])
    heavy = embedder.encode([("new", ends[0], 0.1), ("new", ends[1], 9.0)])
    assert light != heavy
    assert ColumnarEmbedder(weight=None).fit(weighted).encode([("new", ends[0], 9.0)]).active == 48


# Edges that change


def test_an_embedder_that_follows_a_stream_knows_the_whole_graph(fitted):
    embedder = copy.copy(fitted)
    for first in range(0, len(NEW), 20):
        assert embedder.partial_fit(NEW[first : first + 20]) is embedder
    assert sorted(embedder.node_ids_.tolist()) == list(range(NODES)) == sorted(embedder.codes_)
    assert embedder.n_features_in_ == NODES == len(embedder.regions_)
    assert embedder.model_.updates == -(-len(NEW) // 20)
    assert embedder.model_.graph.n_edges == len(EDGES)
    assert embedder.model_.trained_digest == fitted.model_.graph_digest != embedder.model_.graph_digest
    accuracy = LogisticRegression(max_iter=500).fit(embedder.codes_.to_csr(), GROUP[embedder.node_ids_])
    assert accuracy.score(embedder.codes_.to_csr(), GROUP[embedder.node_ids_]) > 0.95


def test_a_small_change_leaves_most_codes_as_they_were(fitted):
    embedder = copy.copy(fitted).partial_fit(NEW[:10])
    told, old = embedder.update_, fitted.codes_.select("all")
    codes = embedder.codes_.select("all")
    same_codes = sum(codes[node].tolist() == old[node].tolist() for node in old)
    assert told["codes_unchanged"] == same_codes and told["codes_unchanged_share"] == same_codes / len(old)
    assert told["codes_unchanged_share"] > 0.8
    assert told["edges"] == {"added": 10, "removed": 0, "reweighted": 0, "without_effect": 0}
    assert told["new_nodes"] == len(embedder.codes_) - len(old) > 0
    assert told["learned"] >= told["new_nodes"] and told["presentations"] > 0
    assert not hasattr(fitted, "update_")


def test_edges_go_and_change_their_weight(fitted):
    removed, reweighted = OLD[:3], [(*edge, 2.5) for edge in OLD[5:7]]
    embedder = copy.copy(fitted).partial_fit(removed=removed, reweighted=reweighted)
    assert embedder.update_["edges"] == {"added": 0, "removed": 3, "reweighted": 2, "without_effect": 0}
    assert embedder.model_.graph.n_edges == len(OLD) - 3 and embedder.model_.graph.weighted
    moved = copy.copy(fitted).partial_fit(OLD[:3], removed=OLD[:3])  # they go before they come
    assert moved.model_.graph_digest == fitted.model_.graph_digest
    again = copy.copy(fitted).partial_fit(OLD[:3])
    assert again.update_["edges"]["without_effect"] == 3 and again.codes_ == fitted.codes_


def test_the_same_edges_in_every_form_make_the_same_model(fitted, tmp_path):
    (tmp_path / "changes.tsv").write_text("".join(f"{u} {v}\n" for u, v in NEW))
    models = [
        copy.copy(fitted).partial_fit(form).model_.to_bytes()
        for form in (NEW, np.array(NEW), tmp_path / "changes.tsv", str(tmp_path / "changes.tsv"), nx.Graph(NEW))
    ]
    assert len(set(models)) == 1
    assert copy.copy(fitted).set_params(n_jobs=3).partial_fit(NEW).model_.to_bytes() == models[0]


def test_a_matrix_of_new_edges_counts_each_once():
    embedder = ColumnarEmbedder().fit(GRAPH[:110, :110])
    new = sp.lil_matrix(GRAPH.shape)
    for u, v in EDGES:
        if max(u, v) >= 110:
            new[u, v] = new[v, u] = 1
    embedder.partial_fit(new)
    assert embedder.update_["edges"]["added"] == new.nnz // 2
    assert embedder.model_.graph_digest == as_graph(GRAPH).digest
    assert (embedder.transform(GRAPH) != embedder.codes_.select("all").to_csr()).nnz == 0


def test_directed_graphs_follow_directed_edges():
    embedder = ColumnarEmbedder(directed=True).fit(OLD).partial_fit(NEW)
    assert embedder.model_.graph.directed and embedder.model_.graph.n_edges == len(EDGES)
    with pytest.raises(InputError, match="unlike the model's graph"):
        embedder.set_params(directed=False).transform(EDGES)


def test_the_first_partial_fit_is_fit(fitted):
    assert ColumnarEmbedder().partial_fit(OLD).codes_ == fitted.codes_
    with pytest.raises(InputError, match="no edges yet"):
        ColumnarEmbedder().partial_fit(OLD, removed=OLD[:1])
    embedder = copy.copy(fitted).partial_fit(NEW)
    assert embedder.fit(OLD).codes_ == fitted.codes_ and not hasattr(embedder, "update_")


def test_what_was_learned_can_be_explained_and_measured_after_an_update(fitted):
    embedder = copy.copy(fitted).partial_fit(NEW)
    assert embedder.health_["nodes"] == NODES
    assert embedder.explain(int(HIDDEN[0]))["node"] is not None
    assert embedder.get_feature_names_out().shape == (1800,)


# Errors


def test_a_failed_update_leaves_everything_as_it_was(fitted):
    embedder = copy.copy(fitted).partial_fit(NEW[:10])
    before, told = embedder.model_.to_bytes(), embedder.update_
    for arguments in (
        dict(removed=[(0, 1), (0, 10**6)]),
        dict(removed=[OLD[0], OLD[0]]),
        dict(reweighted=[(*OLD[0], 0.0)]),
        dict(reweighted=[OLD[0]]),
        dict(removed=OLD + NEW[:10]),
        dict(graph=[("new", 0, -1.0)]),
        dict(graph=[("new", 0)], add_nodes=False),
        dict(graph=[(7, "new"), ("", 0)]),
        dict(graph=[(0, (1, 2)), (0, "(1, 2)")]),
        dict(),
    ):
        with pytest.raises(InputError):
            embedder.partial_fit(**arguments)
    assert embedder.model_.to_bytes() == before and embedder.update_ is told
    assert embedder.n_features_in_ == len(embedder.codes_) == len(embedder.node_ids_)


def test_errors_name_the_nodes_and_the_way_out(fitted):
    u, v = OLD[0]
    with pytest.raises(InputError, match=f"{u} and {v} are both in the model; partial_fit takes"):
        fitted.encode([("new", 0), (u, v)])
    with pytest.raises(InputError, match=r"the model has no edge from .*; partial_fit takes"):
        fitted.transform(OLD + [next((u, v) for u in SEEN.tolist() for v in (119, 118) if (u, v) not in OLD)])
    with pytest.raises(InputError, match=r"has another weight in the model; partial_fit takes"):
        fitted.transform([(*edge, 2.0) for edge in OLD])
    with pytest.raises(InputError, match="none of its nodes is in the model"):
        fitted.transform([("a", "b"), ("b", "c")])
    with pytest.raises(InputError, match="'new' is not in the model, and new nodes are not let in"):
        copy.copy(fitted).partial_fit([("new", 0)], add_nodes=False)
    with pytest.raises(InputError, match="there is no edge from '0' to '0'"):
        copy.copy(fitted).partial_fit(removed=[(0, 0)])
    with pytest.raises(InputError, match="reweighted: edges are tuples"):
        copy.copy(fitted).partial_fit(reweighted=OLD[:1])


def test_a_file_of_changes_holds_all_of_them(fitted, tmp_path):
    (tmp_path / "changes.tsv").write_text("+ new 0\n- {} {}\n= {} {} 2.5\n".format(*OLD[0], *OLD[1]))
    filed = copy.copy(fitted).partial_fit(tmp_path / "changes.tsv")
    assert filed.update_["edges"] == {"added": 1, "removed": 1, "reweighted": 1, "without_effect": 0}
    with pytest.raises(InputError, match="a file of changes holds"):
        filed.partial_fit(tmp_path / "changes.tsv", removed=OLD[2:3])
    (tmp_path / "bad.tsv").write_text("+ new 0\n- 0\n")
    with pytest.raises(InputError, match=r"bad.tsv:2: "):
        filed.partial_fit(tmp_path / "bad.tsv")


# The command


def test_new_codes_and_updated_models_are_those_of_the_command(tmp_path):
    (tmp_path / "old.tsv").write_text("".join(f"{u} {v}\n" for u, v in OLD))
    (tmp_path / "new.tsv").write_text("".join(f"{u} {v}\n" for u, v in NEW))
    (tmp_path / "changes.tsv").write_text("- {} {}\n= {} {} 2.5\n{} {} 4\n".format(*OLD[0], *OLD[1], *NEW[0]))
    run_command("embed", "old.tsv", "-q", "-o", "old.sdr", "--model", "model", cwd=tmp_path)
    run_command("encode", "model", "new.tsv", "-q", "-o", "theirs.sdr", cwd=tmp_path)
    printed = run_command(
        "update", "model", "changes.tsv", "--add-nodes", "--json", "-o", "theirs.model", "--codes", "after.sdr",
        cwd=tmp_path,
    )  # fmt: skip
    embedder = ColumnarEmbedder.load(tmp_path / "model")
    assert same(embedder.codes_, load(tmp_path / "old.sdr"))
    for edges in (NEW, tmp_path / "new.tsv"):
        assert same(embedder.encode(edges), load(tmp_path / "theirs.sdr"))
        embedder.encode(edges).save(tmp_path / "ours.sdr")
        assert (tmp_path / "ours.sdr").read_bytes() == (tmp_path / "theirs.sdr").read_bytes()
    embedder.partial_fit([(*NEW[0], 4.0)], removed=OLD[:1], reweighted=[(*OLD[1], 2.5)])
    embedder.save(tmp_path / "ours.model")
    assert (tmp_path / "ours.model").read_bytes() == (tmp_path / "theirs.model").read_bytes()
    assert same(embedder.codes_, load(tmp_path / "after.sdr"))
    told = json.loads(printed)
    assert embedder.update_ == {key: told[key] for key in embedder.update_}
