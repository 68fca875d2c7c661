"""What people who came new to the package stumbled over."""

import multiprocessing

import networkx as nx
import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, InputError, SDRTable, as_graph, baselines, load
from support import planted


def test_ids_that_a_file_cannot_tell_apart_are_not_saved(tmp_path):
    codes = ColumnarEmbedder().fit(nx.Graph([("1", 2), (1, 2), (1, "1")])).codes_
    with pytest.raises(InputError, match="read the same as text"):
        codes.save(tmp_path / "codes.sdr")
    assert not (tmp_path / "codes.sdr").exists()


def test_ids_of_other_kinds_are_saved_as_text(tmp_path):
    ColumnarEmbedder().fit(nx.grid_2d_graph(4, 4)).codes_.save(tmp_path / "codes.sdr")
    assert load(tmp_path / "codes.sdr").ids[0] == "(0, 0)"


def test_an_adjacency_frame_is_an_adjacency_matrix():
    pandas = pytest.importorskip("pandas")
    karate = nx.karate_club_graph()
    frame = nx.to_pandas_adjacency(karate)
    assert as_graph(frame).digest == as_graph(karate).digest
    assert isinstance(frame, pandas.DataFrame)


def test_a_frame_without_names_has_weights_in_its_third_column():
    pandas = pytest.importorskip("pandas")
    edges = np.array([[0, 1, 2], [1, 2, 3], [2, 0, 5], [2, 3, 1]])
    assert as_graph(pandas.DataFrame(edges)).digest == as_graph(edges).digest


def fitted_in_child(n_jobs):
    return ColumnarEmbedder(n_jobs=n_jobs).fit(planted()[0]).codes_


def test_a_forked_child_of_a_process_with_threads_gives_the_same_codes():
    codes = fitted_in_child(2)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(fitted_in_child, [2, 2]).get(timeout=60) == [codes, codes]


def test_a_loaded_model_has_its_codes_again(tmp_path):
    embedder = ColumnarEmbedder().fit(planted()[0])
    embedder.save(tmp_path / "planted.model")
    loaded = ColumnarEmbedder.load(tmp_path / "planted.model")
    assert loaded.codes_ == embedder.codes_ and loaded.explain(0) == embedder.explain(0)


def test_a_table_is_an_array_of_its_bits():
    table = SDRTable.from_indices([[0, 2], [1, 3]], width=4)
    assert np.asarray(table).tolist() == [[1, 0, 1, 0], [0, 1, 0, 1]]


def test_the_p_and_q_of_other_programs_are_named():
    with pytest.raises(TypeError, match="node2vec.*'p'; it is return_p here"):
        baselines.node2vec(planted()[0], p=0.5)
