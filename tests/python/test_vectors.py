"""VectorTable, and the baselines that make vectors."""

from __future__ import annotations

import inspect
import pickle

import numpy as np
import pytest
from columnar_embedder import ConfigError, InputError, OutputError, SDRTable, VectorTable, _core, baselines, load
from support import planted

VALUES = np.array([[1.0, 2.0], [0.1, 0.3], [1e-30, -3.0]], dtype=np.float32)
GRAPH, GROUP = planted()
SMALL = dict(walks_per_node=2, walk_length=10)


@pytest.mark.parametrize("ids", [None, [5, -3, 2**40], ["a", "b", "é"]])
@pytest.mark.parametrize("extension", ["emb", "npy", "npz"])
def test_every_format_gives_back_what_was_saved(tmp_path, extension, ids):
    table = VectorTable.from_array(VALUES, ids)
    table.save(tmp_path / f"vectors.{extension}")
    read = load(tmp_path / f"vectors.{extension}")
    assert isinstance(read, VectorTable) and list(read) == list(table)
    np.testing.assert_array_equal(read.values, VALUES)


def test_rows_are_found_by_ids_of_any_kind():
    table = VectorTable.from_array(VALUES, [(1, 2), 3.5, None])
    assert table[(1, 2)].tolist() == [1.0, 2.0] and table.row(None) == 2 and 3.5 in table and 4 not in table
    with pytest.raises(KeyError, match="4: no node has this id"):
        table[4]
    twin = pickle.loads(pickle.dumps(table))
    assert list(twin) == list(table)
    np.testing.assert_array_equal(twin.values, VALUES)


def test_numpy_reads_the_rows_where_they_lie():
    table = VectorTable.from_array(VALUES)
    assert np.shares_memory(np.asarray(table), table.values)
    assert np.asarray(table, dtype=np.float64).dtype == np.float64
    assert np.array(table).flags.writeable
    for view in (table.values, table.ids, table[0], np.asarray(table)):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
    assert repr(table) == "<VectorTable: 3 nodes, 2 floats>"


@pytest.mark.parametrize(
    "values, message",
    [
        ([1.0, 2.0], "vectors: two dimensions, not 1"),
        (np.zeros((0, 2)), "vectors: an array of 0 × 2"),
        (np.zeros((2, 0)), "vectors: an array of 2 × 0"),
        ([[0, 1], [2, np.nan]], "vectors: row 1: a value is not finite"),
        ([[1e300]], "vectors: row 0: a value is not finite"),
    ],
)
def test_arrays_that_are_no_vectors_are_refused(values, message):
    with pytest.raises(InputError) as caught:
        VectorTable.from_array(values)
    assert str(caught.value) == message


def test_ids_that_repeat_are_refused():
    with pytest.raises(InputError, match="vectors: two nodes have the id 1"):
        VectorTable.from_array(VALUES, [1, 2, 1])


def test_an_id_that_a_format_cannot_hold_is_refused(tmp_path):
    with pytest.raises(OutputError, match="a node id holds a space"):
        VectorTable.from_array(VALUES, ["a b", "c", "d"]).save(tmp_path / "vectors.emb")
    assert list(tmp_path.iterdir()) == []


# Baselines


@pytest.mark.parametrize(
    "method, constants",
    [
        (baselines.node2vec, dict(epochs=2, **SMALL)),
        (baselines.deepwalk, dict(epochs=2, **SMALL)),
        (baselines.line, dict(line_samples=200)),
        (baselines.ppmi_svd, SMALL),
        (baselines.k_winners, SMALL),
    ],
)
def test_every_baseline_gives_a_row_a_node_that_depends_on_the_seed_alone(method, constants):
    first, again, other = (method(GRAPH, dimensions=16, random_state=seed, **constants) for seed in (1, 1, 2))
    assert first.shape == (len(GROUP), 1800 if method is baselines.k_winners else 16)
    rows = [np.asarray(table.indices if isinstance(table, SDRTable) else table) for table in (first, again, other)]
    np.testing.assert_array_equal(rows[0], rows[1])
    assert (rows[0] != rows[2]).any()
    more_threads = method(GRAPH, dimensions=16, random_state=1, n_jobs=2, **constants)
    np.testing.assert_array_equal(rows[0], more_threads.indices if hasattr(more_threads, "indices") else more_threads)


def test_vectors_of_one_group_are_closer_than_of_two():
    vectors = np.asarray(baselines.ppmi_svd(GRAPH, dimensions=8))
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    same = GROUP[:, None] == GROUP[None, :]
    assert (vectors @ vectors.T)[same].mean() > (vectors @ vectors.T)[~same].mean() + 0.3


def test_ids_of_the_graph_stay():
    table = baselines.ppmi_svd([("ada", "bob"), ("bob", (1, 2)), ((1, 2), "ada")], dimensions=2)
    assert list(table) == ["ada", "bob", (1, 2)]


@pytest.mark.parametrize(
    "wrong, message",
    [
        (dict(dimensions=2.5), "--dimensions: must be a whole number that is not negative, not 2.5"),
        (dict(dimensions=-1), "--dimensions: must be a whole number that is not negative, not -1"),
        (dict(epochs=True), "--epochs: must be a whole number that is not negative, not True"),
        (dict(walk_length="long"), "--walk-length: must be a whole number that is not negative, not 'long'"),
    ],
)
def test_constants_that_make_no_sense_name_their_flag(wrong, message):
    with pytest.raises(ConfigError) as caught:
        baselines.node2vec(GRAPH, **wrong)
    assert str(caught.value) == message


def test_a_baseline_is_a_function_as_the_engine_declares_it():
    declared = {one["name"].replace("-", "_"): one for one in _core.baselines()}
    assert baselines.__all__ == sorted(declared) == ["deepwalk", "k_winners", "line", "node2vec", "ppmi_svd"]
    for name, one in declared.items():
        function = getattr(baselines, name)
        parameters = inspect.signature(function).parameters
        names = [constant["name"] for constant in one["constants"]]
        assert list(parameters) == ["graph", *names, "common"]
        assert function.__name__ == name and function.__doc__.startswith(one["summary"])
        assert inspect.signature(function).return_annotation is (SDRTable if name == "k_winners" else VectorTable)
        for constant in one["constants"]:
            assert parameters[constant["name"]].default == constant["initial"]
            assert f"\n{constant['name']} : {constant['kind']}, default={constant['initial']!r}\n" in function.__doc__


def test_docstrings_name_the_formats_that_the_engine_has():
    extensions = {kind: [one["extension"] for one in formats] for kind, formats in _core.formats().items()}
    assert extensions == {"codes": [".sdr", ".npz", ".tsv", ".svm"], "vectors": [".emb", ".npy", ".npz"]}
    for function, kinds in ((SDRTable.save, ["codes"]), (VectorTable.save, ["vectors"]), (load, ["codes", "vectors"])):
        for kind in kinds:
            assert ", ".join(f"``{one}``" for one in extensions[kind]) in function.__doc__


def test_a_constant_that_a_method_does_not_have_is_a_type_error():
    with pytest.raises(TypeError, match="epochs"):
        baselines.line(GRAPH, epochs=3)
