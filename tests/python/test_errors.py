"""Every failure is an exception of the right type, with the very line that the command prints."""

from __future__ import annotations

import gzip
import os

import pytest
from columnar_embedder import (
    ColumnarEmbedder,
    ColumnarError,
    ConfigError,
    InputError,
    MissingFileError,
    OutputError,
    SDRTable,
    as_graph,
    baselines,
    load,
)
from support import command_error, edge_lines, planted

#: file name, its bytes (None: there is none), what the message holds
BAD_GRAPHS = {
    "an empty file": ("empty.tsv", b"", "empty.tsv"),
    "a line of one column": ("graph.tsv", b"1 2\n3\n", "graph.tsv:2: "),
    "a weight that is none": ("graph.tsv", b"1 2 1\n2 3 heavy\n", "graph.tsv:2: "),
    "a weight below zero": ("graph.tsv", b"1 2 1\n2 3 -3\n", "graph.tsv:2: "),
    "a weight that is not finite": ("graph.tsv", b"1 2 1\n2 3 inf\n", "graph.tsv:2: "),
    "no edges": ("graph.tsv", b"# nothing\n1 1\n", "graph.tsv: "),
    "a gzip stream cut short": ("graph.tsv.gz", gzip.compress(os.urandom(3000))[:2000], "graph.tsv.gz"),
    "an npz that is none": ("graph.npz", b"\0" * 100, "graph.npz"),
    "a matrix that is none": ("graph.mtx", b"%%MatrixMarket rubbish\n", "graph.mtx"),
}
BAD_CONSTANTS = [
    (dict(active_columns=400), "--active-columns: 400 winners of 300 columns"),
    (dict(rank=0), "--rank: must be a whole number from 1 to 4096, not '0'"),
    (dict(return_p=0.0), "--return-p: "),
    (dict(bcm_rate=-0.1), "--bcm-rate: "),
    (
        dict(walks_per_node=2000, walk_length=2000),
        "--walks-per-node: 2000 walks of 2000 nodes are 4000000 steps a node",
    ),
    (dict(minimum_threshold=5.0, maximum_threshold=1.0), "threshold"),
]
#: What the command, whose flags are texts, says in other words.
OF_THE_WRONG_KIND = [
    (dict(rank=-3), "--rank: must be a whole number that is not negative, not -3"),
    (dict(rank=1.5), "--rank: must be a whole number that is not negative, not 1.5"),
    (dict(rank=True), "--rank: must be a whole number that is not negative, not True"),
    (dict(rank="many"), "--rank: must be a whole number that is not negative, not 'many'"),
    (dict(rank=10**30), f"--rank: must be a whole number that is not negative, not {10**30}"),
    (dict(return_p=float("nan")), "--return-p: must be a finite number"),
    (dict(return_p="1"), "--return-p: must be a number, not '1'"),
    (dict(bcm=1), "--bcm: must be True or False, not 1"),
    (dict(bcm=None), "--bcm: must be True or False, not None"),
    (dict(layer="l7"), "layer: unknown layer 'l7': use l23, l5a, all, l6, search or roles"),
    (dict(output="sparse"), "output: unknown 'sparse'; use csr, csr_bool, dense, indices, packed or table"),
    (dict(output=["csr"]), "output: unknown ['csr']; use csr, csr_bool, dense, indices, packed or table"),
]


@pytest.fixture
def graph(tmp_path, monkeypatch):
    """The folder of the test, with a good graph in good.tsv."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.tsv").write_text(edge_lines(planted(size=10)[0]))
    return tmp_path


def failure(kind, call, *arguments, **named) -> str:
    """The message of an exception of this very type."""
    with pytest.raises(ColumnarError) as caught:
        call(*arguments, **named)
    assert type(caught.value) is kind
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_types_are_those_that_python_knows():
    assert issubclass(InputError, ValueError) and issubclass(ConfigError, ValueError)
    assert issubclass(MissingFileError, InputError) and issubclass(MissingFileError, FileNotFoundError)
    assert issubclass(OutputError, OSError) and not issubclass(OutputError, ValueError)
    assert all(issubclass(one, ColumnarError) for one in (InputError, ConfigError, MissingFileError, OutputError))


def test_python_s_own_names_catch_them(graph):
    with pytest.raises(FileNotFoundError):
        as_graph("nowhere.tsv")
    with pytest.raises(OSError):
        SDRTable.from_indices([[1]]).save("nowhere/codes.sdr")
    with pytest.raises(ValueError):
        ColumnarEmbedder(rank=0).fit("good.tsv")


@pytest.mark.parametrize("name, content, holds", BAD_GRAPHS.values(), ids=BAD_GRAPHS)
def test_a_graph_that_cannot_be_read_is_an_input_error(graph, name, content, holds):
    (graph / name).write_bytes(content)
    message = failure(InputError, ColumnarEmbedder().fit, name)
    assert holds in message
    assert message == failure(InputError, as_graph, name) == failure(InputError, baselines.ppmi_svd, name)
    assert message == command_error("embed", name, "-q", "-o", "codes.sdr")


@pytest.mark.parametrize("name", ["nowhere.tsv", "nowhere.npz", "nowhere.mtx"])
def test_a_file_that_is_not_there_is_a_missing_file_error(graph, name):
    message = failure(MissingFileError, ColumnarEmbedder().fit, name)
    assert message == f"{name}: no such file" == command_error("embed", name, "-q", "-o", "codes.sdr")


def test_a_folder_is_no_graph(graph):
    (graph / "folder").mkdir()
    message = failure(InputError, as_graph, "folder")
    assert message == command_error("embed", "folder", "-q", "-o", "codes.sdr")


@pytest.mark.parametrize("constants, begins", BAD_CONSTANTS)
def test_impossible_constants_are_config_errors_that_name_the_flag(graph, constants, begins):
    message = failure(ConfigError, ColumnarEmbedder(**constants).fit, "good.tsv")
    assert begins in message
    flags = [text for name, value in constants.items() for text in (f"--{name.replace('_', '-')}", value)]
    assert message == command_error("embed", "good.tsv", "-q", "-o", "codes.sdr", *flags)


@pytest.mark.parametrize("constants, message", OF_THE_WRONG_KIND)
def test_constants_of_the_wrong_kind_are_config_errors(graph, constants, message):
    assert failure(ConfigError, ColumnarEmbedder(**constants).fit, "good.tsv") == message


def test_a_preset_that_does_not_exist(graph):
    message = failure(ConfigError, ColumnarEmbedder.from_preset, "best")
    assert message == command_error("embed", "good.tsv", "-q", "-o", "codes.sdr", "--preset", "best")


@pytest.mark.parametrize("constants", [dict(dimensions=0), dict(epochs=10**6), dict(learning_rate=-1.0)])
def test_impossible_constants_of_baselines_are_config_errors(graph, constants):
    message = failure(ConfigError, baselines.node2vec, "good.tsv", **constants)
    flags = [text for name, value in constants.items() for text in (f"--{name.replace('_', '-')}", value)]
    assert message == command_error("embed", "good.tsv", "-q", "-o", "vectors.npy", "--method", "node2vec", *flags)


@pytest.mark.parametrize("path", ["nowhere/codes.sdr", "folder.sdr"])
def test_an_output_that_cannot_be_written_is_an_output_error(graph, path):
    (graph / "folder.sdr").mkdir()
    codes = ColumnarEmbedder(presentations=10).fit("good.tsv").codes_
    message = failure(OutputError, codes.save, path)
    assert message == command_error("embed", "good.tsv", "-q", "-o", path)


def test_a_model_that_cannot_be_written_is_an_output_error(graph):
    embedder = ColumnarEmbedder(presentations=10).fit("good.tsv")
    message = failure(OutputError, embedder.save, "nowhere/model")
    assert message == command_error("embed", "good.tsv", "-q", "-o", "codes.sdr", "--model", "nowhere/model")


def test_an_extension_that_is_not_known_is_a_config_error(graph):
    codes = ColumnarEmbedder(presentations=10).fit("good.tsv").codes_
    message = failure(ConfigError, codes.save, "codes.txt")
    assert command_error("embed", "good.tsv", "-q", "-o", "codes.txt").startswith(message)  # and names the method


def test_a_failed_save_leaves_the_old_file(graph):
    (graph / "codes.svm").write_text("old")
    table = SDRTable.from_indices([[0, 1], [1, 2]], ids=["a", "b"])
    failure(InputError, table.save, "codes.svm", labels={"c": 1})
    assert (graph / "codes.svm").read_text() == "old"


@pytest.mark.parametrize("name", ["codes.sdr", "codes.npz", "codes.tsv", "codes.svm"])
@pytest.mark.parametrize("content", [b"", b"rubbish\n", b"\0" * 300], ids=["empty", "text", "zeros"])
def test_codes_that_are_damaged_are_input_errors(graph, name, content):
    (graph / name).write_bytes(content)
    message = failure(InputError, load, name)
    assert message.startswith(name)
    assert message == command_error("evaluate", "memory", name)


def test_a_model_that_is_damaged_is_an_input_error(graph):
    embedder = ColumnarEmbedder(presentations=10).fit("good.tsv")
    embedder.save("model")
    whole = (graph / "model").read_bytes()
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    for damaged in (b"", whole[: len(whole) // 2], bytes(flipped)):
        (graph / "model").write_bytes(damaged)
        assert failure(InputError, ColumnarEmbedder.load, "model").startswith("model: ")
    failure(MissingFileError, ColumnarEmbedder.load, "nowhere")
    (graph / "model").write_bytes(whole)
    assert failure(ConfigError, ColumnarEmbedder.load, "model", rank=3) == "rank: is part of the model in model"


def test_another_graph_has_no_codes(graph):
    embedder = ColumnarEmbedder(presentations=10).fit("good.tsv")
    (graph / "other.tsv").write_text("1 2\n2 39\n")
    for other in ("other.tsv", planted(size=11)[0][:40, :40], planted(size=11)[0]):
        message = failure(InputError, embedder.transform, other)
        assert "; partial_fit takes edges that changed" in message
    assert "30 features" in failure(InputError, embedder.transform, planted(size=10)[0][:, :30])


def test_labels_that_make_no_sense_have_the_command_s_message(graph):
    (graph / "labels.tsv").write_text("0 a\n0 b\n")
    codes = ColumnarEmbedder(presentations=10).fit("good.tsv").codes_
    message = failure(InputError, codes.save, "codes.svm", labels="labels.tsv")
    assert message.startswith("labels.tsv:2: ")
    assert message == command_error("embed", "good.tsv", "-q", "-o", "codes.svm", "--labels", "labels.tsv")
