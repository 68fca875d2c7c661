"""The competitors of bench/race that the project wrote itself, and the tables of the race."""

import importlib
import json
import os
import pathlib
import subprocess
import sys

import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("scipy")
pytest.importorskip("sklearn")

ROOT = pathlib.Path(__file__).parents[2]
CORA = pathlib.Path(os.environ.get("COLUMNAR_DATA", ROOT / ".." / "shared" / "datasets")) / "cora.npz"


@pytest.fixture(scope="module")
def race():
    """The modules of bench/race, by name."""
    sys.path.insert(0, str(ROOT / "bench" / "race"))
    yield importlib.import_module
    sys.path.remove(str(ROOT / "bench" / "race"))


def accuracy(path, splits=3):
    """Of 5-fold logistic regression, as the race measures it; the mean over a few ways to split."""
    command = os.environ.get("COLUMNAR_COMMAND")
    if command is None:
        pytest.skip("COLUMNAR_COMMAND names no program")
    found = []
    for seed in range(1, splits + 1):
        arguments = ["evaluate", "classify", path, "--graph", CORA, "--threads", "1", "--seed", str(seed), "--json"]
        printed = subprocess.run([command, *arguments], check=True, capture_output=True, text=True).stdout
        found.append(json.loads(printed)["results"]["accuracy"]["rows"][0]["accuracy"]["mean"])
    return sum(found) / len(found)


@pytest.mark.skipif(not CORA.exists(), reason="cora.npz is not there")
@pytest.mark.parametrize(("module", "published"), [("by_prone", 0.833), ("by_netmf", 0.850)])
def test_spectral_competitors_are_as_good_as_others_found_them_on_cora(race, tmp_path, module, published):
    competitor = race("competitor")
    graph, ids = competitor.read_graph(CORA)
    assert len(ids) == 2485
    vectors = race(module).embed(graph, seed=1, threads=1, epochs=1)
    assert vectors.shape == (2485, 128)
    path = tmp_path / "vectors.npy"
    competitor.write_vectors(path, vectors, ids)
    assert accuracy(path) == pytest.approx(published, abs=0.015)


def test_the_window_matrix_is_what_powers_of_the_transitions_make(race):
    graph = race("competitor").ring(12)
    adjacency = graph.toarray().astype(float)
    step = adjacency / adjacency.sum(axis=1, keepdims=True)
    powers = sum(np.linalg.matrix_power(step, r) for r in (1, 2, 3))
    wanted = np.log(np.maximum(1.0, adjacency.sum() / 3 * powers / adjacency.sum(axis=0)))
    assert np.allclose(race("by_netmf").window_matrix(graph, 3), wanted, atol=1e-5)


def test_the_filter_is_a_function_of_the_eigenvalues(race):
    """ProNE's series against the function that it stands for, on a graph whose Laplacian is symmetric."""
    prone, graph = race("by_prone"), race("competitor").ring(24)
    with_self = graph.toarray().astype(float) + np.eye(24)
    values, vectors = np.linalg.eigh(np.eye(24) - with_self / 5.0)
    kept = np.exp(-prone.THETA * (0.5 * (values - prone.MU) ** 2 - 1.0))
    start = np.random.default_rng(1).normal(size=(24, 3))
    wanted = with_self @ (start - vectors @ (kept[:, None] * (vectors.T @ start)))
    assert np.allclose(prone.propagated(graph, start), wanted, atol=1e-4)


def test_walks_follow_edges_from_every_node(race):
    competitor = race("competitor")
    graph = competitor.ring(20)
    walks = competitor.walks_of(graph, 1)
    assert walks.shape == (competitor.WALKS * 20, competitor.LENGTH)
    assert (np.bincount(walks[:, 0]) == competitor.WALKS).all()
    assert (np.asarray(graph[walks[:, :-1].ravel(), walks[:, 1:].ravel()]) == 1).all()


def measured(**seconds):
    names = {"ours": "columnar", "node2vec": "our node2vec, 1 epoch", "gensim": "gensim node2vec, 10 epochs"}
    rows = [
        {"method": names[key], "seconds": value, "accuracy": 0.8 if value else None, "failure": value or "no module"}
        for key, value in seconds.items()
    ]
    return {"graph": "cora", "nodes": 2485, "rows": rows}


def test_goals_are_said_to_be_met_or_missed(race):
    tables = race("tables")
    text = tables.text(measured(ours=0.2, node2vec=0.5, gensim=2.0))
    assert "columnar / our node2vec, 1 epoch 0.400, goal ≤ 0.5: met" in text
    assert "columnar / gensim node2vec, 10 epochs 0.100, goal ≤ 0.05: MISSED" in text


def test_a_method_without_an_answer_is_left_out_with_a_line(race):
    tables = race("tables")
    text = tables.text(measured(ours=0.2, gensim=None))
    assert "gensim node2vec, 10 epochs: left out: no module" in text
    assert "No goal could be measured." in text


def test_a_page_takes_the_table_between_its_marks(race, tmp_path):
    tables = race("tables")
    page = tmp_path / "page.md"
    page.write_text(f"before\n{tables.BEGIN}\nyesterday\n{tables.END}\nafter\n")
    results = {"threads": 1, "busy_before": 0.0, "graphs": [measured(ours=0.2, node2vec=0.5)]}
    tables.replace(page, tables.markdown(results))
    text = page.read_text()
    assert text.startswith("before\n") and text.endswith("after\n") and "yesterday" not in text
    assert "| **columnar** | 0.200 | 0.800 | 1.000 |" in text


def test_a_machine_that_was_busy_is_told(race):
    tables = race("tables")
    results = {"threads": 1, "busy_before": 1.3, "graphs": []}
    assert "The machine was busy: 1.3 cores before the race." in tables.notes(results)
    assert "busy" not in tables.notes(results | {"busy_before": 0.1})
    assert 0 <= race("race").busy_cores(0.1) <= os.cpu_count()
