"""SDRTable: sets of bits against plain NumPy, ids of every kind, files. VectorTable is in test_vectors.py."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import scipy.sparse as sp
from columnar_embedder import ConfigError, InputError, MissingFileError, OutputError, SDRTable, VectorTable, load

ODD_IDS = {
    "rows": (None, [0, 1, 2]),
    "integers": ([5, -3, 2**40], [5, -3, 2**40]),
    "texts": (["a", "b c", "é"], ["a", "b c", "é"]),
    "texts that are numbers": (["7", "8", "9"], [7, 8, 9]),
    "a mixture": ([(1, 2), 3.5, None], ["(1, 2)", "3.5", "None"]),
    "a mixture of equal texts": ([1, "1", 2], [0, 1, 2]),
    "integers beyond 64 bits": ([2**70, -1, 0], [str(2**70), "-1", "0"]),
}


def random_codes(random):
    """(dense codes, table) of a random size, in a random order of the indices."""
    nodes, width = int(random.integers(1, 60)), int(random.integers(2, 300))
    active = int(random.integers(1, min(width, 30) + 1))
    indices = np.array([random.permutation(width)[:active] for _ in range(nodes)])
    dense = np.zeros((nodes, width), dtype=bool)
    np.put_along_axis(dense, indices, True, axis=1)
    ids = random.permutation(10 * nodes)[:nodes] - nodes
    return dense, SDRTable.from_indices(indices, width, ids)


def random_pattern(random, dense, table):
    """(dense pattern, argument) that is a node, a part of a code, a union of codes, or anything."""
    kind, row = random.integers(4), int(random.integers(len(table)))
    if kind == 0:
        return dense[row], table.ids[row]
    if kind == 1:
        pattern = dense[row] & (random.random(dense.shape[1]) < 0.5)
    elif kind == 2:
        pattern = dense[random.integers(len(table), size=3)].any(axis=0)
    else:
        pattern = random.random(dense.shape[1]) < random.random()
    bits = np.flatnonzero(pattern)
    return pattern, [bits, bits[::-1].tolist(), set(bits.tolist())][random.integers(3)]


@pytest.fixture(params=range(25))
def case(request):
    random = np.random.default_rng(request.param)
    return (random, *random_codes(random))


# Sets of bits


def test_a_table_is_the_same_from_indices_and_from_any_matrix(case):
    _, dense, table = case
    assert table.shape == dense.shape and table.active == dense[0].sum()
    for matrix in (dense, dense.astype(float) * 3, sp.csr_matrix(dense), sp.coo_matrix(dense.astype(int))):
        assert SDRTable.from_csr(matrix, table.ids) == table
    np.testing.assert_array_equal(table.to_dense(bool), dense)
    np.testing.assert_array_equal(table.to_csr().toarray(), dense)
    np.testing.assert_array_equal(np.unpackbits(table.to_packed(), axis=1)[:, : dense.shape[1]], dense)
    np.testing.assert_array_equal(table.indices, [np.flatnonzero(row) for row in dense])


def test_overlaps_count_the_bits_that_are_shared(case):
    random, dense, table = case
    a, pattern_a = random_pattern(random, dense, table)
    b, pattern_b = random_pattern(random, dense, table)
    assert table.overlap(pattern_a, pattern_b) == (a & b).sum() == table.overlap(pattern_b, pattern_a)
    np.testing.assert_array_equal(table.overlaps(pattern_a), (dense & a).sum(axis=1))


def test_union_and_intersection_are_those_of_sets(case):
    random, dense, table = case
    patterns = [random_pattern(random, dense, table) for _ in range(random.integers(1, 4))]
    union = np.logical_or.reduce([dense for dense, _ in patterns])
    shared = np.logical_and.reduce([dense for dense, _ in patterns])
    np.testing.assert_array_equal(table.union(*[given for _, given in patterns]), np.flatnonzero(union))
    np.testing.assert_array_equal(table.intersection(*[given for _, given in patterns]), np.flatnonzero(shared))


def test_the_union_of_no_pattern_is_empty():
    table = SDRTable.from_indices([[0, 2, 5]])
    assert table.union().size == table.intersection().size == table.union([]).size == 0


def rarities(dense):
    """How rare each bit is: sixteen steps a factor of two."""
    with np.errstate(divide="ignore"):
        steps = 16 * np.log2(len(dense) / dense.sum(axis=0))
    return np.minimum(np.floor(steps + 0.5), 255)


def chance_of(overlap, pattern, dense, active, left_out):
    """How often two rows, or a row and a pattern that is no code, share so many bits."""
    if pattern.sum() == active:
        upper = np.triu_indices(len(dense), 1)
        shared = (dense.astype(int) @ dense.T.astype(int))[upper]
    else:
        shared = (dense & pattern).sum(axis=1)[[row for row in range(len(dense)) if row not in left_out]]
    return (1 + (shared >= overlap).sum()) / (1 + len(shared))


def test_neighbours_are_those_with_most_bits_in_common(case):
    random, dense, table = case
    pattern, given = random_pattern(random, dense, table)
    overlaps = (dense & pattern).sum(axis=1)
    left_out = {table.ids[row] for row in random.integers(len(table), size=2)}
    rarity = (dense & pattern) @ np.where(dense.any(axis=0), rarities(dense), 0)
    answers = [row for row in np.lexsort((-rarity, -overlaps)) if overlaps[row] > 0]
    answers = [row for row in answers if table.ids[row] not in left_out]
    rows_out = {row for row in range(len(table)) if table.ids[row] in left_out}
    if np.ndim(given) == 0 and not isinstance(given, set):
        answers = [row for row in answers if table.ids[row] != given]
        rows_out.add(table.row(given))

    def neighbours(given, *args, **kwargs):
        if np.ndim(given) == 0 and not isinstance(given, set):
            return table.neighbours(given, *args, **kwargs)
        return table.neighbours(None, *args, bits=given, **kwargs)

    for k in (0, 1, 5, 1000):
        hits = neighbours(given, k, exclude=left_out)
        assert [(hit.id, hit.overlap) for hit in hits] == [(table.ids[row], overlaps[row]) for row in answers[:k]]
    for hit in hits:
        assert hit.near == 0
        assert hit.chance == pytest.approx(chance_of(hit.overlap, pattern, dense, table.active, rows_out))
    least = int(random.integers(1, table.active + 1))
    enough = neighbours(given, at_least=least, exclude=left_out)
    assert enough == [hit for hit in hits if hit.overlap >= least]


def test_a_list_asks_for_several_nodes_and_bits_are_named(case):
    random, _, table = case
    nodes = random.choice(table.ids, size=3).tolist()
    each = [table.neighbours(node, 3, exclude=nodes[:1]) for node in nodes]
    for several in (nodes, tuple(nodes), np.array(nodes), iter(nodes)):
        assert table.neighbours(several, 3, exclude=nodes[:1]) == each
    assert table.neighbours([]) == [] == table.neighbours(bits=[])
    bits = table[nodes[0]][:2]  # an array that only bits can be
    assert bits.dtype == np.uint16
    assert table.neighbours(bits) == table.neighbours(bits=bits) == table.neighbours(bits=set(bits.tolist()))
    assert table.neighbours(bits=bits.tolist()) == table.neighbours(bits)


def test_a_tuple_is_a_node_where_one_has_it_as_its_id():
    table = SDRTable.from_indices([[0, 2], [0, 3], [1, 2]], ids=[(0, 1), (1, 1), (0, 2)])
    assert [hit.id for hit in table.neighbours((0, 1), 1)] == [(1, 1)]
    assert [[hit.id for hit in hits] for hits in table.neighbours([(0, 1), (0, 2)], 1)] == [[(1, 1)], [(0, 1)]]


def test_what_neighbours_cannot_take_is_an_error_that_tells_how_bits_are_given():
    table = SDRTable.from_indices([[0, 2], [0, 3]], ids=["a", "b"])
    with pytest.raises(KeyError, match=r"0: no node has this id; .*neighbours\(bits=\[…\]\)"):
        table.neighbours([0, 2])
    with pytest.raises(TypeError, match=r"a list of nodes, or bits=\[…\]"):
        table.neighbours()
    with pytest.raises(TypeError, match="a list of nodes"):
        table.neighbours("a", bits=[0])
    for wrong in ([4], ["a"], "a", 3):
        with pytest.raises(InputError, match="pattern: "):
            table.neighbours(bits=wrong)


def test_an_id_of_the_wrong_type_is_told_of_its_twin():
    numbers, texts = (SDRTable.from_indices([[0, 2], [1, 3]], ids=ids) for ids in ([7, 8], ["7", "b"]))
    with pytest.raises(KeyError, match="'7': no node has this id; 7 is one"):
        numbers.row("7")
    with pytest.raises(KeyError, match="7: no node has this id; '7' is one"):
        texts.row(7)
    with pytest.raises(KeyError, match="'9': no node has this id\\b(?!;)"):
        numbers.row("9")


def test_the_neighbours_of_all_are_the_neighbours_of_each(case):
    _, _, table = case
    assert table.neighbours_of_all(3, n_jobs=2) == [table.neighbours(node, 3) for node in table]
    assert table.neighbours_of_all(at_least=2) == [table.neighbours(node, at_least=2) for node in table]


# Nodes


@pytest.mark.parametrize("ids, in_files", ODD_IDS.values(), ids=ODD_IDS)
def test_nodes_are_found_by_ids_of_any_kind(ids, in_files):
    table = SDRTable.from_indices([[0, 2, 5], [0, 2, 7], [1, 3, 4]], ids=ids)
    wanted = [0, 1, 2] if ids is None else ids
    assert list(table) == table.ids.tolist() == wanted and len(table) == 3
    assert [table.row(node) for node in table] == [0, 1, 2]
    assert table[wanted[1]].tolist() == [0, 2, 7]
    assert table.overlap(wanted[0], wanted[1]) == 2
    assert table.neighbours(wanted[0])[0].id == wanted[1]


@pytest.mark.parametrize("ids, in_files", ODD_IDS.values(), ids=ODD_IDS)
def test_a_pickle_keeps_ids_of_any_kind(ids, in_files):
    table = SDRTable.from_indices([[0, 2, 5], [0, 2, 7], [1, 3, 4]], width=11, ids=ids)
    twin = pickle.loads(pickle.dumps(table))
    assert twin == table and twin.shape == (3, 11)
    assert [type(one) for one in twin] == [type(one) for one in table]


def test_a_node_that_is_not_there_is_a_key_error():
    table = SDRTable.from_indices([[0, 2], [1, 3]], ids=["a", "b"])
    assert "a" in table and "c" not in table and [1] not in table
    for call in (table.row, table.__getitem__, table.neighbours, table.overlaps, table.union):
        with pytest.raises(KeyError, match="'c': no node has this id"):
            call("c")
    with pytest.raises(KeyError, match="7: no node has this id"):
        table.neighbours("a", exclude=[7])


def test_a_table_of_codes_of_two_layers_gives_each(tmp_path):
    indices = np.arange(28)[None, :] * np.array([[7]])
    indices[0, 8:] = 1500 + 15 * np.arange(20)
    table = SDRTable.from_indices(indices, 1800)
    assert (table.layer, table.select("l23").active, table.select("l5a").active) == ("all", 8, 20)
    assert table.select("all") is table
    assert table.select("l5a").indices[0].tolist() == (15 * np.arange(20)).tolist()
    assert table.select("l23").feature_names()[14] == "column002_cell4"
    with pytest.raises(ConfigError, match="cannot be taken"):
        table.select("l23").select("l5a")
    with pytest.raises(ConfigError, match="unknown layer 'l7'"):
        table.select("l7")


def test_a_table_never_changes():
    ids = np.array([4, 5])
    table = SDRTable.from_indices([[0, 2], [1, 3]], ids=ids)
    for view in (table.indices, table.ids, table[4]):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1
    ids[0] = 9
    assert table.ids.tolist() == [4, 5]
    kept = table.indices
    del table
    assert kept.tolist() == [[0, 2], [1, 3]]


def test_tables_are_equal_where_codes_and_ids_are():
    table = SDRTable.from_indices([[0, 2], [1, 3]], 10)
    assert table == SDRTable.from_indices([[2, 0], [3, 1]], 10)
    assert table != SDRTable.from_indices([[0, 2], [1, 3]], 11)
    assert table != SDRTable.from_indices([[0, 2], [1, 4]], 10)
    assert table != SDRTable.from_indices([[0, 2], [1, 3]], 10, ids=[0, 2])
    assert table != "table"


# Files


IDS_OF_FILES = {name: ids for name, ids in ODD_IDS.items() if "equal texts" not in name}


@pytest.mark.parametrize("ids, in_files", IDS_OF_FILES.values(), ids=IDS_OF_FILES)
@pytest.mark.parametrize("extension", ["sdr", "npz", "tsv", "svm"])
def test_every_format_gives_back_what_was_saved(tmp_path, extension, ids, in_files):
    table = SDRTable.from_indices([[0, 2, 5], [0, 2, 9], [1, 3, 4]], ids=ids)  # its last bit is used: texts keep it
    path = tmp_path / f"codes.{extension}"
    table.save(path)
    read = load(path)
    assert isinstance(read, SDRTable) and list(read) == in_files
    np.testing.assert_array_equal(read.indices, table.indices)
    assert read.geometry == table.geometry
    read.save(str(path) + "." + extension)
    assert path.read_bytes() == (tmp_path / f"codes.{extension}.{extension}").read_bytes()


def test_files_keep_where_codes_come_from(tmp_path):
    table = SDRTable(SDRTable.from_indices([[0, 2], [1, 3]]).native, metadata='{"seed":7}')
    table.save(tmp_path / "codes.sdr")
    table.save(tmp_path / "codes.npz")
    assert load(tmp_path / "codes.sdr").metadata == '{"seed":7}' == pickle.loads(pickle.dumps(table)).metadata
    assert load(tmp_path / "codes.npz").metadata == '{"seed":7}'
    table.save(tmp_path / "codes.tsv")
    assert load(tmp_path / "codes.tsv").metadata == "{}"


def test_labels_go_into_the_file_for_support_vector_machines(tmp_path):
    table = SDRTable.from_indices([[0, 2], [1, 3], [0, 1]], ids=["a", "b", "c"])
    table.save(tmp_path / "codes.svm", labels={"b": "x", "a": "y", "c": "x"})
    classes = [line.split()[0] for line in (tmp_path / "codes.svm").read_text().splitlines() if line[0] != "#"]
    assert classes[1] == classes[2] != classes[0]


# What is refused


@pytest.mark.parametrize(
    "arguments, message",
    [
        (dict(indices=[[1.5, 2.0]]), "codes: indices are integers in two dimensions, not float64 in 2"),
        (dict(indices=np.zeros((2, 2, 2), int)), "codes: indices are integers in two dimensions, not int64 in 3"),
        (dict(indices=[[-1, 2]]), "codes: indices are between 0 and 65535"),
        (dict(indices=[[70000]]), "codes: indices are between 0 and 65535"),
        (dict(indices=[[0, 0, 1]]), "codes: code of node '0': bit 0 after 0 is out of order"),
        (dict(indices=[[0, 7]], width=4), "codes: bit 7 in codes of 4 bits"),
        (dict(indices=[[0, 7]], width=0), "width: must be a whole number from 1 to 65536, not 0"),
        (dict(indices=[[0, 7]], width=9.5), "width: must be a whole number from 1 to 65536, not 9.5"),
        (dict(indices=[[0, 7]], ids=[1, 2]), "codes: 2 ids for 1 nodes"),
        (dict(indices=[[0, 7], [0, 8]], ids=["a", "a"]), "codes: two nodes have the id 'a'"),
        (dict(indices=[[0, 7]], ids=[[1]]), "codes: a node id must be hashable: unhashable type: 'list'"),
    ],
)
def test_indices_that_are_no_codes_are_refused(arguments, message):
    with pytest.raises(ValueError) as caught:
        SDRTable.from_indices(**arguments)
    assert str(caught.value) == message


@pytest.mark.parametrize("matrix", [[[1, 1, 0], [1, 0, 0]], np.zeros((2, 3)), np.zeros((0, 3))])
def test_a_matrix_with_rows_of_different_counts_is_refused(matrix):
    with pytest.raises(InputError, match="same number of active bits, one at least"):
        SDRTable.from_csr(matrix)


def test_patterns_and_counts_that_make_no_sense_are_refused():
    table = SDRTable.from_indices([[0, 2], [1, 3]], 10)
    for pattern in ([10], [-1], [1.5], ["a"]):
        with pytest.raises(InputError, match="pattern: bits are integers from 0 to 9"):
            table.overlaps(pattern)
    for k in (-1, 1.5, True, "all"):
        with pytest.raises(ConfigError, match="^k: must be a whole number"):
            table.neighbours(0, k)
    for least in (0, -1, 1.5):
        with pytest.raises(ConfigError, match="^at_least: must be a whole number from 1"):
            table.neighbours(0, at_least=least)


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path):
    table = SDRTable.from_indices([[0, 2], [1, 3]])
    with pytest.raises(ConfigError, match="unknown extension '.foo' for codes"):
        table.save(tmp_path / "codes.foo")
    with pytest.raises(OutputError, match="cannot write: directory .* does not exist"):
        table.save(tmp_path / "nowhere" / "codes.sdr")
    with pytest.raises(MissingFileError, match="no such file"):
        load(tmp_path / "codes.sdr")
    with pytest.raises(MissingFileError, match="no such file"):
        load(tmp_path / "codes.foo")
    (tmp_path / "codes.foo").write_text("1 2")
    with pytest.raises(ConfigError, match="unknown extension for an embedding"):
        load(tmp_path / "codes.foo")
    table.save(tmp_path / "codes.sdr")
    whole = (tmp_path / "codes.sdr").read_bytes()
    (tmp_path / "codes.sdr").write_bytes(whole[:-1])
    with pytest.raises(InputError, match=r"codes\.sdr: "):
        load(tmp_path / "codes.sdr")
    assert not isinstance(VectorTable.from_array([[1.0]]), SDRTable)
