"""Matrices, arrays, lists and files; graphs of other libraries are in test_graphs_libraries.py and ..._torch.py."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
import scipy.sparse as sp
from columnar_embedder import _graphs
from columnar_embedder._graphs import as_graph, convert
from recording_graph import RecordingGraph

SQUARE = np.array([[0, 1, 0, 0], [1, 0, 2, 0], [0, 2, 0, 3], [0, 0, 3, 0]], dtype=float)  # a path with weights 1, 2, 3


@pytest.fixture
def recorded(monkeypatch):
    """convert() with a graph that shows what the engine is given."""
    monkeypatch.setattr(_graphs, "Graph", RecordingGraph)
    return convert


def adjacency(converted):
    return converted.graph.adjacency()


# SciPy


@pytest.mark.parametrize("form", ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"])
@pytest.mark.parametrize("dtype", [bool, np.int8, np.uint16, np.int64, np.float32, np.float64])
@pytest.mark.parametrize("family", ["matrix", "array"])
def test_every_sparse_format_and_number_type_gives_the_same_graph(recorded, form, dtype, family):
    matrix = getattr(sp, f"{form}_{family}")(SQUARE.astype(dtype))
    converted = recorded(matrix)
    np.testing.assert_array_equal(adjacency(converted), SQUARE.astype(dtype))
    np.testing.assert_array_equal(converted.ids, np.arange(4))
    assert converted.ids.dtype == np.int64


@pytest.mark.parametrize("form", ["csr", "csc"])
@pytest.mark.parametrize("index", [np.int32, np.int64])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_csr_and_csc_are_not_copied(recorded, form, index, dtype):
    matrix = getattr(sp, f"{form}_matrix")(SQUARE.astype(dtype))
    matrix.indptr, matrix.indices = matrix.indptr.astype(index), matrix.indices.astype(index)
    given = recorded(matrix).graph.arguments
    assert given["by_column"] == (form == "csc")
    for name in ("indptr", "indices", "data"):
        assert np.shares_memory(given[name], getattr(matrix, name))
        assert given[name].dtype == getattr(matrix, name).dtype


def test_coo_is_not_copied(recorded):
    matrix = sp.coo_matrix(SQUARE)
    given = recorded(matrix).graph.arguments
    assert np.shares_memory(given["sources"], matrix.row)
    assert np.shares_memory(given["targets"], matrix.col)
    assert np.shares_memory(given["weights"], matrix.data)


def test_a_matrix_is_half_edges_and_the_larger_weight_holds(recorded):
    upper = sp.csr_matrix(np.triu(SQUARE))
    np.testing.assert_array_equal(adjacency(recorded(upper)), SQUARE)
    np.testing.assert_array_equal(adjacency(recorded(upper.tocoo())), SQUARE)
    uneven = sp.csr_matrix(np.array([[0.0, 5.0], [2.0, 0.0]]))
    np.testing.assert_array_equal(adjacency(recorded(uneven)), [[0, 5], [5, 0]])
    np.testing.assert_array_equal(adjacency(recorded(uneven.tocsc(), directed=True)), [[0, 5], [2, 0]])


@pytest.mark.parametrize("weight", ["weight", None])
@pytest.mark.parametrize("dtype", [bool, np.int32, np.float64])
def test_stored_zeros_are_no_edges(recorded, weight, dtype):
    matrix = sp.coo_matrix((np.array([1, 0], dtype=dtype), ([0, 1], [1, 2])), shape=(3, 3))
    for form in (matrix, matrix.tocsr(), matrix.tocsc()):
        np.testing.assert_array_equal(adjacency(recorded(form, weight=weight)), [[0, 1, 0], [1, 0, 0], [0, 0, 0]])


def test_without_weights_entries_count_one(recorded):
    np.testing.assert_array_equal(adjacency(recorded(sp.csr_matrix(SQUARE), weight=None)), SQUARE > 0)


def test_spare_room_behind_the_last_entry_is_not_read(recorded):
    matrix = sp.csr_matrix(SQUARE)
    matrix.indices = np.append(matrix.indices, [77, 78]).astype(matrix.indices.dtype)
    matrix.data = np.append(matrix.data, [9.0, 9.0])
    np.testing.assert_array_equal(adjacency(recorded(matrix)), SQUARE)


def test_a_matrix_that_is_not_square_is_named_by_its_shape():
    with pytest.raises(ValueError, match=r"\(3, 4\)"):
        as_graph(sp.csr_matrix((3, 4)))


@pytest.mark.parametrize("dtype", [complex, object])
def test_entries_that_are_no_real_numbers_are_a_type_error(dtype):
    matrix = sp.coo_matrix(SQUARE)
    matrix.data = matrix.data.astype(dtype)
    with pytest.raises(TypeError, match="real numbers"):
        as_graph(matrix)


# NumPy


def by_loop(pairs):
    """Rows by first appearance, u before v, as the reader of edge lists numbers them."""
    rows = {}
    return [(rows.setdefault(u, len(rows)), rows.setdefault(v, len(rows))) for u, v in pairs], list(rows)


@pytest.mark.parametrize("low, high", [(0, 50), (0, 10**12), (-40, 40)])
@pytest.mark.parametrize("columns", [False, True])
def test_nodes_are_numbered_by_first_appearance(recorded, low, high, columns):
    edges = np.random.default_rng(7).integers(low, high, size=(200, 2))
    expected, ids = by_loop(edges.tolist())
    converted = recorded(np.ascontiguousarray(edges.T) if columns else edges)
    given = converted.graph.arguments
    assert list(zip(given["sources"].tolist(), given["targets"].tolist(), strict=True)) == expected
    assert converted.ids.tolist() == ids
    assert given["ids"].dtype == np.int64
    assert not given["both_directions"]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float32, ">i4"])
def test_every_number_type_can_hold_edges(recorded, dtype):
    converted = recorded(np.array([[5, 3], [3, 9], [9, 1], [1, 5]], dtype=dtype))
    assert converted.ids.tolist() == [5, 3, 9, 1]
    assert converted.graph.entries.keys() == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)}


def test_a_third_column_is_the_weight(recorded):
    edges = np.array([[10, 20, 0.5], [20, 30, 2.0], [30, 20, 1.0], [10, 40, 1.0]])
    converted = recorded(edges)
    assert converted.ids.tolist() == [10, 20, 30, 40]
    assert converted.graph.entries[0, 1] == 0.5
    assert converted.graph.entries[1, 2] == 3.0  # an edge list gives the edge twice: it adds up
    assert set(recorded(edges, weight=None).graph.entries.values()) == {1.0}


def test_ids_that_are_not_whole_are_named_by_row():
    with pytest.raises(ValueError, match=r"row 1: node id 2\.5"):
        as_graph(np.array([[0, 1, 1.0], [2.5, 1, 1.0]]))
    with pytest.raises(ValueError, match="row 0: node id nan"):
        as_graph(np.array([[np.nan, 1], [2, 1], [2, 3]]))
    with pytest.raises(ValueError, match="row 1"):
        as_graph(np.array([[1, 2], [1e17, 3], [4, 5]]))


def test_a_two_by_two_array_has_its_edges_in_rows(recorded):
    assert recorded(np.array([[7, 8], [8, 9]])).ids.tolist() == [7, 8, 9]


@pytest.mark.parametrize("dtype", [bool, np.int64, np.float64])
def test_a_square_array_of_four_or_more_is_an_adjacency_matrix(recorded, dtype):
    np.testing.assert_array_equal(adjacency(recorded(SQUARE.astype(dtype))), SQUARE.astype(dtype))


def test_a_bool_array_is_an_adjacency_matrix_whatever_its_size(recorded):
    np.testing.assert_array_equal(adjacency(recorded(np.array([[False, True], [True, False]]))), [[0, 1], [1, 0]])
    with pytest.raises(ValueError, match=r"bool array .* \(4, 2\)"):
        as_graph(np.ones((4, 2), dtype=bool))


@pytest.mark.parametrize(
    "array, advice",
    [
        (np.ones((3, 3)), "csr_array"),
        (np.arange(6).reshape(2, 3), "transpose"),
        (np.ones((5, 4)), r"\(5, 4\)"),
        (np.ones((2, 5)), r"\(2, 5\)"),
        (np.arange(8), r"\(8,\)"),
        (np.zeros((0, 2), dtype=int), "has no edges"),
    ],
)
def test_an_array_that_could_be_two_things_or_none_is_refused(array, advice):
    with pytest.raises(ValueError, match=advice):
        as_graph(array)


@pytest.mark.parametrize(
    "array",
    [np.ones((4, 2), dtype=complex), np.ma.masked_array(np.ones((4, 2))), np.zeros((4, 2), dtype="datetime64[s]")],
)
def test_arrays_of_other_types_are_a_type_error(array):
    with pytest.raises(TypeError):
        as_graph(array)


@pytest.mark.parametrize("dtype", ["U3", "S3", object])
def test_arrays_of_texts(recorded, dtype):
    edges = [["bo", "al"], ["al", "é"], ["é", "di"]]
    if dtype == "S3":
        edges = [[end.encode() for end in edge] for edge in edges]
    converted = recorded(np.array(edges, dtype))
    assert converted.ids.tolist() == ["bo", "al", "é", "di"]
    assert converted.graph.ids == ["bo", "al", "é", "di"]
    assert converted.graph.entries.keys() == {(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)}


@pytest.mark.skipif(np.lib.NumpyVersion(np.__version__) < "2.0.0", reason="NumPy before 2.0 has no such texts")
def test_arrays_of_texts_of_any_length(recorded):
    texts = np.array([["bo", "al"], ["al", "é"]], dtype=np.dtypes.StringDType())
    assert recorded(texts).ids.tolist() == ["bo", "al", "é"]


def test_an_array_of_texts_may_have_weights(recorded):
    assert recorded(np.array([("a", "b", 1.5), ("b", "c", 2)])).graph.entries[0, 1] == 1.5
    with pytest.raises(ValueError, match="row 1: weight is not a number: 'heavy'"):
        as_graph(np.array([("a", "b", 1.5), ("b", "c", "heavy")]))


# Lists


def test_lists_of_tuples(recorded):
    converted = recorded([(3, 1), (1, 2, 2.5)])
    assert converted.ids.tolist() == [3, 1, 2] and converted.ids.dtype == np.int64
    assert converted.graph.entries[0, 1] == 1.0 and converted.graph.entries[1, 2] == 2.5
    assert recorded((("x", "y"), ["y", "z"])).graph.ids == ["x", "y", "z"]


@pytest.mark.parametrize("bad", [[(1,)], [(1, 2, 3, 4)], [1, 2], ["ab"], [(1, 2), None]])
def test_entries_that_are_no_edges_are_named(bad):
    with pytest.raises(ValueError, match=r"entry \d is .*edges are tuples"):
        as_graph(bad)


def test_a_missing_or_unhashable_id_in_a_list_is_an_error():
    with pytest.raises(ValueError, match="row 1: the node id is missing"):
        as_graph([(1, 2), (None, 3)])
    with pytest.raises(TypeError, match="edge 2: a node id must be hashable"):
        as_graph([(1, 2), ([3], 4)])
    with pytest.raises(ValueError, match="has no edges"):
        as_graph([])


# Ids


def test_objects_of_any_kind_survive_as_ids(recorded):
    nodes = [(0, 1), "x", 2, 3.5, 2**70]
    converted = recorded([(nodes[i], nodes[i + 1]) for i in range(4)])
    assert converted.ids.tolist() == nodes
    assert [type(a) for a in converted.ids] == [type(a) for a in nodes]
    assert converted.graph.ids == ["(0, 1)", "x", "2", "3.5", str(2**70)]


def test_ids_whose_texts_are_the_same_become_rows_for_the_engine(recorded):
    converted = recorded([(1, "1"), ("1", 2)])
    assert converted.graph.arguments["ids"] is None
    assert converted.ids.tolist() == [1, "1", 2]


def test_texts_that_are_integers_are_numbers_to_the_engine_as_from_a_file(recorded):
    converted = recorded([("12", "-7"), ("-7", "0")])
    assert converted.ids.tolist() == ["12", "-7", "0"]
    assert converted.graph.ids.tolist() == [12, -7, 0]
    assert recorded([("12", "007")]).graph.ids == ["12", "007"]
    assert recorded([("12", "9223372036854775808")]).graph.ids == ["12", "9223372036854775808"]


def test_integers_beyond_64_bits_survive(recorded):
    big = np.array([[2**63, 1], [1, 2**64 - 1], [0, 1]], dtype=np.uint64)
    assert recorded(big).ids.tolist() == [2**63, 1, 2**64 - 1, 0]


@pytest.mark.parametrize(
    "edges",
    [
        [(90, 91), (1, 2), (2, 3)],
        [("p", "q"), ("a", "b"), ("b", "c")],
        [("90", "91"), ("1", "2"), ("2", "3")],
        [((9, 0), (9, 1)), ((1,), (2,)), ((2,), 0.5)],
        [("1", 1), (2, "2"), ("2", 3)],
    ],
)
@pytest.mark.parametrize("native", [False, True])
def test_the_largest_component_keeps_its_ids(monkeypatch, edges, native):
    if not native:
        monkeypatch.setattr(_graphs, "Graph", RecordingGraph)
    converted = convert(edges, largest_component=True)
    assert converted.ids.tolist() == [edges[1][0], edges[1][1], edges[2][1]]


# Paths, graphs, and what is neither


def test_paths_are_read_by_the_engine(recorded, tmp_path):
    for path in ("some.tsv", b"some.tsv", pathlib.Path("some.tsv")):
        given = recorded(path, directed=True, largest_component=True).graph.arguments
        wanted = {"path": path, "directed": True, "largest_component": True, "unweighted": False, "columns": []}
        assert given == wanted
    assert recorded("some.tsv").ids.tolist() == ["a", "b"]
    assert recorded("some.tsv", weight=None).graph.arguments["unweighted"]


def test_a_graph_passes_through():
    graph = as_graph([(1, 2), (2, 3), (7, 8)])
    assert as_graph(graph) is graph
    assert convert(graph).ids.tolist() == [1, 2, 3, 7, 8]
    assert convert(graph, largest_component=True).ids.tolist() == [1, 2, 3]


@pytest.mark.parametrize("thing", [None, 3, 2.5, {1: [2]}, {(1, 2)}, object(), sp])
def test_anything_else_is_a_type_error_that_lists_what_is_understood(thing):
    with pytest.raises(TypeError, match="SciPy sparse matrix.*NumPy.*pandas.*NetworkX.*PyTorch Geometric"):
        as_graph(thing)


def test_a_weight_is_a_name():
    with pytest.raises(TypeError, match="weight is the name"):
        as_graph([(1, 2)], weight=3)


# The engine itself


def test_the_engine_reads_a_file_and_the_same_edges_in_memory_alike(tmp_path):
    rng = np.random.default_rng(11)
    edges = rng.integers(0, 300, size=(1000, 2))
    weights = rng.integers(1, 100, size=1000) / 8
    path = tmp_path / "graph.tsv"
    path.write_text("".join(f"{u}\t{v}\t{w}\n" for (u, v), w in zip(edges.tolist(), weights.tolist(), strict=True)))
    from_file = as_graph(path)
    numbers = [(u, v, w) for (u, v), w in zip(edges.tolist(), weights.tolist(), strict=True)]
    texts = [(str(u), str(v), w) for u, v, w in numbers]
    for source in (np.column_stack((edges, weights)), numbers, texts):
        assert as_graph(source).digest == from_file.digest


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("weight", ["weight", None])
@pytest.mark.parametrize("form", ["csr", "csc", "coo", "dense", "edges"])
def test_the_engine_reads_what_the_recording_graph_says(monkeypatch, form, weight, directed):
    rng = np.random.default_rng(5)
    matrix = sp.random(40, 40, density=0.1, random_state=5, data_rvs=lambda n: rng.integers(0, 9, n) / 4)
    if form == "edges":
        source = np.column_stack((rng.integers(0, 30, size=(200, 2)), rng.integers(0, 9, 200) / 4))
    else:
        source = matrix.toarray() if form == "dense" else matrix.asformat(form)
    native = as_graph(source, directed=directed, weight=weight)
    monkeypatch.setattr(_graphs, "Graph", RecordingGraph)
    indptr, indices, weights = native.arrays
    weights = np.ones(len(indices)) if weights is None else weights
    entries = sp.csr_matrix((weights, indices.astype(np.int64), indptr.astype(np.int64)), (native.n_nodes,) * 2)
    np.testing.assert_array_equal(entries.toarray(), as_graph(source, directed=directed, weight=weight).adjacency())


def test_an_npz_file_and_its_matrix_are_the_same_graph(tmp_path):
    matrix = sp.random(50, 50, density=0.1, format="csr", random_state=1)
    sp.save_npz(tmp_path / "graph.npz", matrix)
    from_file = as_graph(tmp_path / "graph.npz")
    for form in ("csr", "csc", "coo", "lil"):
        assert as_graph(matrix.asformat(form)).digest == from_file.digest
    assert as_graph(matrix.toarray()).digest == from_file.digest


def test_the_engine_refuses_a_bad_weight_in_memory_as_it_does_in_a_file():
    with pytest.raises(ValueError, match="edge array: edge 2: weight is negative"):
        as_graph(np.array([[0, 1, 1.0], [1, 2, -3.0], [2, 3, 1.0], [0, 3, 1.0]]))
    with pytest.raises(ValueError, match="adjacency matrix: edge 1: weight is not a number"):
        as_graph(np.where(SQUARE == 1, np.nan, SQUARE))
