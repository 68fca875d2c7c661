"""Arrays that change while they are read: another thread may write to them at any moment."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse
from columnar_embedder import InputError, SDRTable, VectorTable, as_graph, evaluate
from columnar_embedder._graphs._ids import split_ids
from support import planted

MATRIX, GROUP = planted(groups=2, size=20)

#: Writes to a part of an array as fast as it can while graphs are made of it, for a while. A crash ends the process.
RACE = """
import threading, time
import numpy as np, scipy.sparse
from columnar_embedder import InputError, as_graph

n = 100_000
rows = np.repeat(np.arange(n), 5)
columns = (rows + np.tile(np.arange(1, 6), n)) % n
graph = scipy.sparse.coo_matrix((np.ones(5 * n), (rows, columns)), shape=(n, n))
{setting}
good = part.copy()
stop = threading.Event()

def write():
    while not stop.is_set():
        part[:] = bad
        part[:] = good

writer = threading.Thread(target=write)
writer.start()
tries = 0
until = time.monotonic() + 2
while time.monotonic() < until:
    try:
        assert as_graph(graph).n_nodes == n
    except InputError:
        pass
    tries += 1
stop.set()
writer.join()
print("alive", tries > 0)
"""
_CSR = (
    "graph = graph.tocsr(); graph.indptr, graph.indices = (a.astype(np.int64) for a in (graph.indptr, graph.indices))"
)
WRITTEN = {
    "indptr": f"{_CSR}; part = graph.indptr[n // 2 : -1]; bad = 2**40 + 1000 * np.arange(len(part))",
    "indices": f"{_CSR}; part = graph.indices; bad = 2**40",
    "data": f"{_CSR}; part = graph.data; bad = -1.0",
    "row": "part = graph.row; bad = -(2**20)",
}


@pytest.mark.parametrize("written", WRITTEN)
def test_arrays_that_change_while_they_are_read_make_an_error_and_no_crash(written):
    script = RACE.format(setting=WRITTEN[written])
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "alive True\n"), done.stderr


def broken(form):
    """A matrix whose offsets were good when SciPy looked at them, and point far outside now."""
    matrix = getattr(scipy.sparse.random(8, 8, 0.5, format="csr", random_state=1), form)()
    matrix.indptr[1:-1] = 2**28
    return matrix


def test_matrices_with_broken_offsets_are_refused_before_scipy_follows_them():
    for call, form in ((SDRTable.from_csr, "tocsr"), (as_graph, "tocsr"), (as_graph, "tocsc"), (as_graph, "tobsr")):
        with pytest.raises(InputError):
            call(broken(form))
    codes = SDRTable.from_indices(np.arange(120).reshape(40, 3))
    features = scipy.sparse.csr_matrix(np.eye(40, dtype=np.float32))
    features.indptr[1:-1] = 2**28
    with pytest.raises(InputError):
        evaluate.classify(codes, GROUP, graph=MATRIX, gnn=["gcn"], features=features)


def test_tables_and_graphs_keep_copies_of_what_they_were_given():
    ids, rows = np.arange(3), np.ones((3, 2), dtype=np.float32)
    table, given = VectorTable.from_array(rows, ids), split_ids(ids)
    ids[0], rows[0] = 7, np.nan
    assert table.ids.tolist() == given.user.tolist() == given.engine.tolist() == [0, 1, 2]
    assert np.isfinite(table.values).all()
