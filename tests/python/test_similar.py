"""What users of gensim do with vectors: most_similar, KeyedVectors and word2vec files."""

from __future__ import annotations

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, InputError, SDRTable, VectorTable, baselines
from support import planted

GRAPH, GROUP = planted()


@pytest.fixture(scope="module")
def codes():
    return ColumnarEmbedder().fit(GRAPH).codes_


@pytest.fixture
def gensim():
    return pytest.importorskip("gensim.models")


@pytest.mark.parametrize("layer", ["search", "all", "l23", "l6"])
def test_most_similar_is_neighbours_with_a_similarity_from_0_to_1(codes, layer):
    table = codes.select(layer)
    found = table.most_similar(7, topn=5)
    assert [one for one, _ in found] == [hit.id for hit in table.neighbours(7, 5)]
    similarities = [similarity for _, similarity in found]
    assert similarities == sorted(similarities, reverse=True) and 0 < similarities[-1] <= similarities[0] <= 1
    dense = table.to_dense(float)
    if layer == "search":
        dense[:, 1800:] *= 2
    assert similarities[0] == pytest.approx(dense[7] @ dense[found[0][0]] / (dense[7] @ dense[7]))


def test_a_twin_has_similarity_1():
    table = SDRTable.from_indices([[0, 2], [0, 2], [1, 2]], ids=["a", "b", "c"])
    assert table.most_similar("a") == [("b", 1.0), ("c", 0.5)]
    with pytest.raises(KeyError, match="'d': no node has this id"):
        table.most_similar("d")


@pytest.mark.parametrize("layer", ["search", "all"])
def test_keyed_vectors_rank_alike(codes, gensim, layer):
    table = codes.select(layer)
    vectors = table.to_keyed_vectors()
    assert vectors.index_to_key == [str(node) for node in table] and vectors["7"].shape == (table.shape[1],)
    for node in range(0, len(table), 11):
        ours = table.most_similar(node, 10)
        theirs = vectors.most_similar(str(node), topn=10)
        assert [similarity for _, similarity in theirs] == pytest.approx([one for _, one in ours], abs=1e-6)


def test_keyed_vectors_of_vectors(gensim):
    table = baselines.node2vec(GRAPH, dimensions=8)
    vectors = table.to_keyed_vectors()
    np.testing.assert_array_equal(vectors["3"], table[3])


def test_gensim_reads_word2vec_files_of_vectors_and_codes(codes, gensim, tmp_path):
    tables = [baselines.node2vec(GRAPH, dimensions=8), VectorTable.from_array(codes.to_dense(), codes.ids)]
    for table in tables:
        table.save(tmp_path / "graph.emb")
        read = gensim.KeyedVectors.load_word2vec_format(str(tmp_path / "graph.emb"))
        assert read.index_to_key == [str(node) for node in table]
        np.testing.assert_allclose(read.vectors, table.values, rtol=1e-6)


def test_ids_that_read_the_same_are_refused(gensim):
    with pytest.raises(InputError, match="read the same as text"):
        SDRTable.from_indices([[0], [1]], ids=[1, "1"]).to_keyed_vectors()


def test_without_gensim_the_error_says_how_to_get_it(monkeypatch, codes):
    monkeypatch.setitem(__import__("sys").modules, "gensim.models", None)
    with pytest.raises(InputError, match="pip install gensim"):
        codes.to_keyed_vectors()
