"""What people who came new to the package stumbled over."""

import multiprocessing
import os
import subprocess
import sys

import networkx as nx
import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, InputError, SDRTable, as_graph, load
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
    codes = ColumnarEmbedder(n_jobs=n_jobs).fit(planted()[0]).codes_
    return codes, len(os.listdir("/proc/self/task"))


def test_a_forked_child_of_a_process_with_threads_has_its_own_and_gives_the_same_codes():
    codes, _ = fitted_in_child(3)
    context = multiprocessing.get_context("fork")
    for _ in range(2):
        with context.Pool(2) as pool:
            answers = pool.map_async(fitted_in_child, [3, 3, 1, 3]).get(timeout=60)
        assert [answer[0] for answer in answers] == [codes] * 4
        assert max(answer[1] for answer in answers) >= 3  # the pool may have threads of its own
        assert fitted_in_child(3)[0] == codes


def test_a_fork_while_other_threads_fit_gives_the_same_codes():
    script = """
import os, threading
from columnar_embedder import ColumnarEmbedder
edges = [(i, (i + step) % 300) for i in range(300) for step in (1, 2, 7)]
codes = ColumnarEmbedder(n_jobs=2, presentations=2000).fit(edges).codes_
stop = threading.Event()
def fit():
    while not stop.is_set():
        ColumnarEmbedder(n_jobs=2, presentations=2000).fit(edges)
threads = [threading.Thread(target=fit) for _ in range(2)]
for thread in threads:
    thread.start()
for _ in range(10):
    child = os.fork()
    if child == 0:
        os._exit(0 if ColumnarEmbedder(n_jobs=2, presentations=2000).fit(edges).codes_ == codes else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), end="")
stop.set()
for thread in threads:
    thread.join()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.stdout == "0" * 10, done.stderr


def test_a_loaded_model_has_its_codes_again(tmp_path):
    embedder = ColumnarEmbedder().fit(planted()[0])
    embedder.save(tmp_path / "planted.model")
    loaded = ColumnarEmbedder.load(tmp_path / "planted.model")
    assert loaded.codes_ == embedder.codes_ and loaded.explain(0) == embedder.explain(0)


def test_a_table_is_an_array_of_its_bits():
    table = SDRTable.from_indices([[0, 2], [1, 3]], width=4)
    assert np.asarray(table).tolist() == [[1, 0, 1, 0], [0, 1, 0, 1]]
