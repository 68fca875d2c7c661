"""How long calls behave: Ctrl-C, threads, the bar, and which native module is loaded."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import columnar_embedder
import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, _core, _load, as_graph, baselines
from support import planted

GRAPH, _ = planted()
#: Each would run for minutes or hours, in one stage; the others are short.
ENDLESS = {
    "walks and PPMI": "ColumnarEmbedder(walks_per_node=1000, walk_length=50, window=49).fit",
    "columns": "ColumnarEmbedder(presentations=2 * 10**7, presentations_per_node=10**6).fit",
    "readout": "ColumnarEmbedder(outstar_presentations=10**9).fit",
    "update": "lambda graph: ColumnarEmbedder(presentations=10, update_presentations=1000, update_drift=0.01)"
    ".fit(graph).partial_fit([(u, u + 300) for u in range(300)])",
    "node2vec": "lambda graph: baselines.node2vec(graph, epochs=10**5)",
    "line": "lambda graph: baselines.line(graph, line_samples=10**9)",
}


def python(code, **environment):
    """A fresh interpreter that has this package, whatever made it importable here."""
    found = str(pathlib.Path(columnar_embedder.__file__).parents[1])
    path = os.pathsep.join([found, str(pathlib.Path(__file__).parent)])
    kept = {name: value for name, value in os.environ.items() if not name.startswith("COLUMNAR_CPU")}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**kept, "PYTHONPATH": path, **environment},
        # Tests that run side by side, or in the background of a shell, ignore Ctrl-C and hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def output_of(code, **environment) -> str:
    process = python(code, **environment)
    out, error = process.communicate(timeout=60)
    assert process.returncode == 0, error
    return out.strip()


def error_of(code, **environment) -> str:
    process = python(code, **environment)
    _, error = process.communicate(timeout=60)
    assert process.returncode != 0
    return error.strip().splitlines()[-1]


# Ctrl-C


@pytest.mark.parametrize("stage", ENDLESS)
def test_ctrl_c_ends_a_call_at_once_and_leaves_python_usable(stage):
    process = python(
        f"""
import time
from columnar_embedder import ColumnarEmbedder, baselines
from support import planted
graph = planted(size=150, inside=0.06)[0]
call = {ENDLESS[stage]}
try:
    print("begin", flush=True)
    call(graph)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(ColumnarEmbedder(presentations=100).fit(planted(size=10)[0]).codes_.shape)
"""
    )
    assert process.stdout.readline() == "begin\n"
    time.sleep(0.5)  # long enough to be in the middle of it
    assert process.poll() is None
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    line = process.stdout.readline()
    took = time.monotonic() - sent
    out, error = process.communicate(timeout=60)
    assert (line, out, error) == ("interrupted\n", "(40, 3848)\n", "")
    assert took < 30  # 0.1 s on a quiet machine; the work itself would take minutes


def test_an_interrupted_fit_leaves_the_estimator_as_it_was(monkeypatch):
    embedder = ColumnarEmbedder(verbose=1).fit(GRAPH)
    before = dict(vars(embedder))

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("columnar_embedder._progress.StageBar.__call__", interrupt)
    for call in (embedder.fit, embedder.partial_fit):
        with pytest.raises(KeyboardInterrupt):
            call(planted(seed=4)[0])
        assert all(vars(embedder)[name] is value for name, value in before.items())


def test_an_exception_of_the_callable_ends_the_call():
    class Enough(Exception):
        pass

    seen = []

    def progress(event, text, fraction):
        seen.append(text)
        if text == "columns":
            raise Enough("here")

    with pytest.raises(Enough, match="here"):
        _core.fit(_core.preset_values("default"), as_graph(GRAPH), 2, progress)
    assert seen[0] == "walks" and seen[-1] == "columns"


# Threads


def test_other_threads_run_while_a_fit_does():
    woken, done = [], threading.Event()

    def count():
        while not done.is_set():
            woken.append(time.monotonic())
            time.sleep(0.002)

    thread = threading.Thread(target=count)
    thread.start()
    ColumnarEmbedder(outstar_presentations=3000000).fit(GRAPH)
    done.set()
    thread.join()
    assert woken[-1] - woken[0] > 0.3  # else the fit was too short to tell
    assert max(np.diff(woken)) < 0.5 * (woken[-1] - woken[0])


def test_fits_in_threads_of_their_own_give_the_right_codes():
    seeds = [1, 2, 3, 4]
    embedders = [ColumnarEmbedder(random_state=seed, n_jobs=1 + seed % 2) for seed in seeds]
    threads = [threading.Thread(target=one.fit, args=(GRAPH,)) for one in embedders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed, embedder in zip(seeds, embedders, strict=True):
        assert embedder.codes_ == ColumnarEmbedder(random_state=seed).fit(GRAPH).codes_


# The bar


@pytest.mark.parametrize(
    "call",
    [
        lambda: ColumnarEmbedder(verbose=True).fit(GRAPH),
        lambda: ColumnarEmbedder().fit(GRAPH).set_params(verbose=True).encode([(0, 999), (1, 999)]),
        lambda: ColumnarEmbedder().fit(GRAPH).set_params(verbose=True).partial_fit([(0, 999), (1, 999)]),
        lambda: baselines.ppmi_svd(GRAPH, verbose=True),
        lambda: baselines.deepwalk(GRAPH, epochs=1, verbose=2),
    ],
    ids=["fit", "encode", "partial_fit", "ppmi_svd", "deepwalk"],
)
@pytest.mark.parametrize("tqdm", [True, False], ids=["tqdm", "no tqdm"])
def test_the_bar_goes_to_standard_error_and_ends_at_100(capfd, monkeypatch, call, tqdm):
    if tqdm:
        pytest.importorskip("tqdm")
    else:
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    call()
    out, error = capfd.readouterr()
    assert out == ""
    last = error.rstrip().replace("\r", "\n").splitlines()[-1]
    assert "done" in last and ("100%|" if tqdm else "100 %") in last


def test_the_bar_never_goes_back_and_names_every_stage(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    embedder = ColumnarEmbedder(verbose=True).fit(GRAPH)
    lines = capfd.readouterr().err.splitlines()
    shown = [line.split(" %  ") for line in lines if not line.startswith("note: ")]
    assert [name for _, name in shown] == [stage["name"] for stage in embedder.report_["stages"]] + ["done"]
    percent = [int(number) for number, _ in shown]
    assert percent == sorted(percent) and percent[0] == 0 and percent[-1] == 100
    assert [line[6:] for line in lines if line.startswith("note: ")] == embedder.report_["notes"]


def test_a_bar_of_work_that_failed_does_not_end_at_100(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ZeroDivisionError), columnar_embedder._progress.progress_bar(True) as progress:
        progress("begin", "walks", 0.0)
        raise ZeroDivisionError
    assert capfd.readouterr().err == "  0 %  walks\n"


def test_without_verbose_nothing_is_printed(capfd):
    ColumnarEmbedder().fit(GRAPH)
    baselines.ppmi_svd(GRAPH)
    assert capfd.readouterr() == ("", "")


# Importing


def test_the_baseline_module_is_loaded_on_demand():
    folder = pathlib.Path(columnar_embedder.__file__).parent
    if not list(folder.glob("_native_baseline.*")):
        pytest.skip("the baseline module was not built")
    code = "import columnar_embedder as c; print(c.cpu_level, c._core._native.__name__.rpartition('.')[2])"
    assert output_of(code, COLUMNAR_CPU="baseline") == "baseline _native_baseline"
    assert output_of(code, COLUMNAR_CPU="") == f"{_load.cpu_level} {_core._native.__name__.rpartition('.')[2]}"


def test_a_level_that_does_not_exist_is_an_import_error():
    message = error_of("import columnar_embedder", COLUMNAR_CPU="fast")
    assert message == "ImportError: COLUMNAR_CPU: unknown 'fast'; use baseline or x86-64-v3"


def test_importing_needs_no_library_that_is_optional():
    optional = ("pandas", "polars", "pyarrow", "gensim", "matplotlib", "networkx", "igraph", "torch", "dgl", "tqdm")
    optional += ("torch_geometric",)
    loaded = f"print([name for name in {optional} if name in sys.modules])"
    by_scikit_learn = output_of(f"import sys, sklearn.base, sklearn.utils.validation; {loaded}")
    used = "columnar_embedder.ColumnarEmbedder(presentations=10).fit([(1, 2), (2, 3)])"
    assert output_of(f"import sys, columnar_embedder; {used}; {loaded}") == by_scikit_learn
    blocked = f"""
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {optional}:
            raise ImportError(name)

sys.meta_path.insert(0, Blocked())
import columnar_embedder
{used}
print("works")
"""
    assert output_of(blocked) == "works"
