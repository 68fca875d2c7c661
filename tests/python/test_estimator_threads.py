"""One estimator and many threads: fits wait for each other, and those who read see whole states."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import threading

import pytest
from columnar_embedder import ColumnarEmbedder
from support import hiding, planted

MATRIX = planted(groups=2, size=20)[0]
FAST = dict(walks_per_node=2, walk_length=5)


def in_threads(*calls):
    """Run the calls at once; the first failure of one of them is the test's."""
    failures = []

    def run(call):
        try:
            call()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def assert_whole(embedder):
    """Whether all that a moment's codes tell is of that moment."""
    codes = embedder.codes_
    assert len(codes.indices) == len(codes.ids) == len(codes.native.ids) == len(list(codes))
    assert codes.native.ids.tolist() == codes.ids.tolist()


def test_every_partial_fit_of_many_threads_counts():
    embedder = ColumnarEmbedder(**FAST).fit(MATRIX)

    def follow(thread):
        for step in range(5):
            new = 1000 * (thread + 1) + step
            embedder.partial_fit([(new, thread), (new, thread + 1)])
            assert new in embedder.codes_

    in_threads(*(lambda thread=thread: follow(thread) for thread in range(4)))
    assert_whole(embedder)
    wanted = {1000 * (thread + 1) + step for thread in range(4) for step in range(5)}
    assert set(embedder.codes_) == set(range(40)) | wanted
    assert embedder.model_.updates == 20
    assert embedder.n_features_in_ == 60


def test_readers_see_whole_states_while_others_fit():
    _, old, new = hiding(MATRIX, range(30, 40))
    embedder = ColumnarEmbedder(output="table", **FAST).fit(old)
    over = threading.Event()

    def write():
        try:
            for _ in range(4):
                embedder.partial_fit(new)
                embedder.fit(old)
        finally:
            over.set()

    def read():
        while not over.is_set():
            assert_whole(embedder)
            copy_of = pickle.loads(pickle.dumps(embedder))
            assert_whole(copy_of)
            assert len(copy_of.codes_) == len(copy_of.regions_) == copy_of.n_features_in_
            encoded = embedder.encode([("x", 0), ("x", 1)])
            assert list(encoded) == ["x"]
            table = embedder.codes_
            assert all(hit.id in table for hit in table.neighbours(0, k=40))
            assert [table.row(node) for node in table] == list(range(len(table)))
            assert embedder.explain(0)

    in_threads(write, read, read)


def test_fit_transform_gives_the_codes_of_its_own_graph():
    embedder = ColumnarEmbedder(**FAST)

    def work(size):
        matrix = planted(groups=2, size=size)[0]
        for _ in range(5):
            assert embedder.fit_transform(matrix).shape[0] == 2 * size

    in_threads(*(lambda size=size: work(size) for size in (15, 20, 25)))


def test_a_fit_within_a_fit_of_the_same_estimator_is_an_error_and_no_endless_wait(tmp_path):
    embedder = ColumnarEmbedder(**FAST).fit(MATRIX)
    before = embedder.codes_

    class Nested:
        def __fspath__(self):
            embedder.partial_fit([(0, 39)])
            return str(tmp_path / "changes.tsv")

    for call in (embedder.fit, embedder.partial_fit, embedder.fit_transform):
        with pytest.raises(RuntimeError, match="this thread is fitting it already"):
            call(Nested())
    assert embedder.codes_ is before
    assert embedder.partial_fit([(0, 39)]).model_.updates == 1


def test_copies_do_not_wait_for_the_original():
    embedder = ColumnarEmbedder(**FAST).fit(MATRIX)
    with vars(embedder)["_turn"].lock:
        for twin in (copy.copy(embedder), copy.deepcopy(embedder), pickle.loads(pickle.dumps(embedder))):
            assert 99 in twin.partial_fit([(99, 0)]).codes_
    assert 99 not in embedder.codes_


def test_a_forked_process_does_not_wait_for_a_thread_that_it_has_not():
    script = """
import os
import numpy as np
from columnar_embedder import ColumnarEmbedder
edges = [(i, (i + step) % 40) for i in range(40) for step in (1, 2)]
embedder = ColumnarEmbedder(walks_per_node=2, walk_length=5).fit(edges)
with vars(embedder)["_turn"].lock:
    child = os.fork()
    if child == 0:
        os._exit(0 if 99 in embedder.partial_fit([(99, 0)]).codes_ else 1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.stdout == "0\n", done.stderr
