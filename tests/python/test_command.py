"""Codes, models and vectors of this package are those of the command, byte for byte, and files cross over."""

from __future__ import annotations

import json

import numpy as np
import pytest
import scipy.sparse as sp
from columnar_embedder import ColumnarEmbedder, SDRTable, VectorTable, as_graph, baselines, load
from support import command, edge_lines, planted, real_graph, run_command

BASELINES = {
    "node2vec": (baselines.node2vec, dict(epochs=2, negatives=3, return_p=0.5, inout_q=2.0)),
    "deepwalk": (baselines.deepwalk, dict(epochs=2, walk_length=12, window=3)),
    "line": (baselines.line, dict(line_samples=300, negatives=3, learning_rate=0.05)),
    "ppmi-svd": (baselines.ppmi_svd, dict(walks_per_node=4, walk_length=12)),
    "k-winners": (baselines.k_winners, dict(walks_per_node=4, walk_length=12)),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A planted graph in graph.tsv, its groups in groups.tsv, and two graphs that are not so simple."""
    command()
    folder = tmp_path_factory.mktemp("command")
    matrix, group = planted(size=25)
    (folder / "graph.tsv").write_text(edge_lines(matrix))
    (folder / "groups.tsv").write_text("".join(f"{node}\t{one}\n" for node, one in enumerate(group)))
    (folder / "parts.tsv").write_text(edge_lines(matrix) + "a b\nb c\nc a\n")
    one_way = sp.triu(planted(size=25, seed=3)[0], 1).tocoo()
    weight = np.random.default_rng(1).integers(1, 9, one_way.nnz)
    rows = zip(one_way.row, one_way.col, weight, strict=True)
    (folder / "arrows.tsv").write_text("".join(f"{v} {u} {w}\n" if w % 2 else f"{u} {v} {w}\n" for u, v, w in rows))
    return folder


def flags_of(parameters) -> list[str]:
    """The command's flags for parameters of ours."""
    flags = []
    for name, value in parameters.items():
        flag = {"random_state": "seed"}.get(name, name).replace("_", "-")
        if isinstance(value, bool):
            flags.append(f"--{flag}" if value else f"--no-{flag}")
        else:
            flags += [f"--{flag}", str(value)]
    return flags


def same_bytes(ours, theirs):
    assert ours.read_bytes() == theirs.read_bytes(), f"{ours.name} differs from {theirs.name}"


# The same bytes


@pytest.mark.parametrize(
    "graph, parameters",
    [
        ("graph.tsv", {}),
        ("graph.tsv", dict(random_state=2**64 - 1)),
        ("graph.tsv", dict(walk_length=12, walks_per_node=5, window=3, random_state=9)),
        ("graph.tsv", dict(bcm=False, lateral=False, tie_break=0.25, columns=200, cells_per_column=3)),
        ("graph.tsv", dict(return_p=0.5, inout_q=2.0, regions=20, rank=16, presentations=1000, block=1)),
        ("arrows.tsv", {}),
        ("arrows.tsv", dict(directed=True)),
        ("parts.tsv", {}),
        ("parts.tsv", dict(largest_component=True)),
        ("parts.tsv", dict(largest_component=True, directed=True, random_state=3)),
    ],
)
def test_the_same_graph_seed_and_parameters_give_the_same_files(folder, tmp_path, graph, parameters):
    theirs, ours = tmp_path / "theirs", tmp_path / "ours"
    given = ["embed", folder / graph, "-q", *flags_of(parameters)]
    run_command(*given, "-o", f"{theirs}.sdr", "--model", f"{theirs}.model")
    embedder = ColumnarEmbedder(n_jobs=2, **parameters).fit(folder / graph)
    embedder.codes_.save(f"{ours}.sdr")
    embedder.save(f"{ours}.model")
    same_bytes(tmp_path / "ours.sdr", tmp_path / "theirs.sdr")
    same_bytes(tmp_path / "ours.model", tmp_path / "theirs.model")


def test_the_preset_of_the_paper_gives_the_same_files(folder, tmp_path):
    run_command("embed", folder / "graph.tsv", "-q", "--preset", "paper", "--window", 4, "-o", tmp_path / "theirs.sdr")
    paper = ColumnarEmbedder.from_preset("paper", window=4).fit(folder / "graph.tsv")
    paper.codes_.save(tmp_path / "ours.sdr")
    same_bytes(tmp_path / "ours.sdr", tmp_path / "theirs.sdr")


@pytest.mark.parametrize("layer", ["all", "l23", "l5a"])
@pytest.mark.parametrize("extension", ["sdr", "npz", "tsv", "svm"])
def test_every_format_and_layer_is_the_same_file(folder, tmp_path, extension, layer):
    theirs, ours = tmp_path / f"theirs.{extension}", tmp_path / f"ours.{extension}"
    labels = folder / "groups.tsv"
    run_command("embed", folder / "graph.tsv", "-q", "--labels", labels, "--layer", layer, "-o", theirs)
    table = ColumnarEmbedder(layer=layer, output="table").fit_transform(folder / "graph.tsv")
    table.save(ours, labels=labels if extension == "svm" else None)
    same_bytes(ours, theirs)


@pytest.mark.parametrize("method", BASELINES)
@pytest.mark.parametrize("changed", [False, True], ids=["defaults", "changed"])
def test_every_baseline_is_the_same_file(folder, tmp_path, method, changed):
    function, constants = BASELINES[method]
    constants = {**constants, "dimensions": 10, "random_state": 5} if changed else {}
    endings = ["sdr"] if method == "k-winners" else ["npy", "npz", "emb"]
    table = function(folder / "arrows.tsv", n_jobs=2, directed=changed, **constants)
    for ending in endings:
        flags = flags_of(constants) + (["--directed"] if changed else [])
        theirs = tmp_path / f"theirs.{ending}"
        run_command("embed", folder / "arrows.tsv", "-q", "--method", method, *flags, "-o", theirs)
        if ending == "sdr":  # a file of codes tells where they come from, but those of a baseline in memory do not
            assert load(theirs) == table
            continue
        table.save(tmp_path / f"ours.{ending}")
        same_bytes(tmp_path / f"ours.{ending}", theirs)


def test_a_graph_in_memory_is_the_graph_of_the_file(folder, tmp_path):
    matrix = planted(size=25)[0]
    assert as_graph(matrix).digest == as_graph(folder / "graph.tsv").digest
    run_command("embed", folder / "graph.tsv", "-q", "-o", tmp_path / "theirs.sdr")
    ColumnarEmbedder().fit(matrix).codes_.save(tmp_path / "ours.sdr")
    same_bytes(tmp_path / "ours.sdr", tmp_path / "theirs.sdr")


def test_cora_has_the_same_codes_and_model(tmp_path):
    cora = real_graph("cora")
    run_command("embed", cora, "-q", "-o", tmp_path / "theirs.sdr", "--model", tmp_path / "theirs.model")
    embedder = ColumnarEmbedder(n_jobs=-1).fit(cora)
    embedder.codes_.save(tmp_path / "ours.sdr")
    embedder.save(tmp_path / "ours.model")
    same_bytes(tmp_path / "ours.sdr", tmp_path / "theirs.sdr")
    same_bytes(tmp_path / "ours.model", tmp_path / "theirs.model")


def test_health_and_report_are_those_of_the_summary(folder, tmp_path):
    summary = json.loads(run_command("embed", folder / "graph.tsv", "--json", "-o", tmp_path / "theirs.sdr"))
    embedder = ColumnarEmbedder().fit(folder / "graph.tsv")
    for name in ("pairs", "distinct_pairs", "presentations", "tie_breaks", "notes"):
        assert embedder.report_[name] == summary[name]
    assert embedder.health_ == summary["health"]
    assert embedder.model_.config == summary["config"]
    assert embedder.model_.graph_digest == summary["graph"]["digest"]


# Files cross over


def test_the_command_reads_codes_that_were_written_here(folder, tmp_path):
    codes = tmp_path / "codes.sdr"
    ColumnarEmbedder(random_state=4).fit(folder / "graph.tsv").codes_.save(codes)
    told = json.loads(run_command("inspect", codes, "--json"))
    assert told["checksums"] == "ok" and told["nodes"] == 100
    measured = json.loads(
        run_command("evaluate", "classify", codes, "--labels", folder / "groups.tsv", "--json", "--threads", 1)
    )
    assert measured["facts"]["nodes"] == {str(codes): 100}


@pytest.mark.parametrize("extension", ["sdr", "npz", "tsv", "svm"])
def test_codes_from_elsewhere_are_read_by_the_command(tmp_path, extension):
    command()
    path = tmp_path / f"codes.{extension}"
    SDRTable.from_indices([[0, 2, 5], [0, 2, 9], [1, 3, 4]], ids=["a", "b", "c"]).save(path)
    assert json.loads(run_command("inspect", path, "--json"))["nodes"] == 3


@pytest.mark.parametrize("extension", ["emb", "npy", "npz"])
def test_vectors_that_were_written_here_are_read_by_the_command(folder, tmp_path, extension):
    path = tmp_path / f"vectors.{extension}"
    VectorTable.from_array(np.random.default_rng(0).normal(size=(100, 4))).save(path)
    measured = run_command("evaluate", "classify", path, "--labels", folder / "groups.tsv", "--json", "--threads", 1)
    assert json.loads(measured)["facts"]["nodes"] == {str(path): 100}


def test_a_model_of_the_command_gives_its_codes_here(folder, tmp_path):
    run_command(
        "embed", folder / "graph.tsv", "-q", "--walk-length", 15, "--no-bcm", "--seed", 6,
        "-o", tmp_path / "theirs.sdr", "--model", tmp_path / "theirs.model",
    )  # fmt: skip
    loaded = ColumnarEmbedder.load(tmp_path / "theirs.model", output="table", layer="search", n_jobs=2)
    assert (loaded.walk_length, loaded.bcm, loaded.random_state, loaded.seed_) == (15, False, 6, 6)
    theirs = load(tmp_path / "theirs.sdr")
    for codes in (loaded.codes_, loaded.transform(folder / "graph.tsv")):
        assert codes == theirs and codes.metadata == theirs.metadata
    assert loaded.fit(folder / "graph.tsv").codes_ == theirs
    loaded.save(tmp_path / "again.model")
    same_bytes(tmp_path / "again.model", tmp_path / "theirs.model")


def test_the_command_checks_a_model_that_was_written_here(folder, tmp_path):
    ColumnarEmbedder().fit(folder / "graph.tsv").save(tmp_path / "ours.model")
    assert json.loads(run_command("inspect", tmp_path / "ours.model", "--json"))["checksums"] == "ok"
