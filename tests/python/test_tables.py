"""Tables of edges as people have them: frames of pandas and polars, Arrow, Parquet and CSV files."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, MissingFileError, as_graph
from columnar_embedder._graphs import _tables
from support import planted

MATRIX, _ = planted(groups=2, size=20)
ROWS, COLUMNS = (ends.tolist() for ends in np.triu(MATRIX.toarray(), 1).nonzero())
LETTERS = {"who": ["ann", "bob", "cat"], "whom": ["bob", "cat", "ann"]}


class Capsule:
    """An object of a library that nobody here knows, which passes its table on as Arrow's standard says."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def as_pandas(data):
    return pytest.importorskip("pandas").DataFrame(data)


def as_polars(data):
    return pytest.importorskip("polars").DataFrame(data)


def as_arrow(data):
    return pytest.importorskip("pyarrow").table(data)


def as_capsule(data):
    return Capsule(as_arrow(data))


@pytest.fixture(params=[as_pandas, as_polars, as_arrow, as_capsule], ids=["pandas", "polars", "arrow", "capsule"])
def table(request):
    """A function from columns to a table of a library."""
    return request.param


def weights_of(graph, **how):
    """{(id, id): weight} of a graph."""
    native = as_graph(graph, **how)
    ids, (indptr, indices, weights) = list(native.ids), native.arrays
    rows = np.repeat(np.arange(len(ids)), np.diff(indptr.astype(np.int64)))
    weights = np.ones(len(indices)) if weights is None else weights
    pairs = zip(rows.tolist(), indices.tolist(), weights.tolist(), strict=True)
    return {(ids[u], ids[v]): w for u, v, w in pairs if u < v}


NAMES = [("source", "target"), ("src", "dst"), ("from", "to"), ("u", "v"), ("id_1", "id_2"), ("node_1", "node_2")]
NAMES += [("Source", "Target"), ("FromNodeId", "ToNodeId"), ("node1", "node2"), ("source_id", "target_id")]


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("weight", ["weight", "w", "Weight", "edge_weight"])
def test_usual_names_are_found(table, names, weight):
    frame = table({"when": [5, 6], weight: [0.5, 2.0], names[1]: [8, 9], names[0]: [7, 8], "note": ["x", "y"]})
    assert weights_of(frame) == {(7, 8): 0.5, (8, 9): 2.0}
    assert weights_of(frame, weight=None) == {(7, 8): 1.0, (8, 9): 1.0}


def test_two_columns_are_the_ends_whatever_their_names(table):
    assert weights_of(table(LETTERS)) == {("ann", "bob"): 1, ("bob", "cat"): 1, ("ann", "cat"): 1}
    assert weights_of(table({"weight_kg": [1, 2], "w": [2, 3]})) == {(1, 2): 1, (2, 3): 1}
    assert weights_of(table({**LETTERS, "weight": [1, 2, 3]})) == {
        ("ann", "bob"): 1,
        ("bob", "cat"): 2,
        ("ann", "cat"): 3,
    }


SALES = {
    "date": ["2024-01-01", "2024-01-02", "2024-01-02"],
    "buyer": ["ann", "bob", "cat"],
    "seller": ["bob", "cat", "ann"],
    "amount": [10.0, 20.0, 5.5],
}


def test_columns_that_would_be_a_guess_are_an_error_with_the_likely_ones(table):
    with pytest.raises(InputError) as caught:
        ColumnarEmbedder().fit(table(SALES))
    message = str(caught.value)
    assert "'date', 'buyer', 'seller', 'amount'" in message and "guess" in message
    assert "source='buyer', target='seller'" in message and "weight=" in message and "\n" not in message


def test_columns_can_be_named(table):
    named = dict(source="buyer", target="seller")
    assert weights_of(table(SALES), **named) == {("ann", "bob"): 1, ("bob", "cat"): 1, ("ann", "cat"): 1}
    assert weights_of(table(SALES), **named, weight="amount")[("bob", "cat")] == 20
    # Named columns go before those of usual names.
    assert weights_of(table({**SALES, "source": [1, 2, 3], "target": [4, 5, 6]}), **named)[("ann", "bob")] == 1


def test_named_columns_that_are_not_there_are_errors(table):
    with pytest.raises(InputError, match="no column 'buyr'; did you mean 'buyer'"):
        as_graph(table(SALES), source="buyr", target="seller")
    with pytest.raises(InputError, match="no column 'zzz' among 'date', 'buyer'"):
        as_graph(table(SALES), source="zzz", target="seller")
    with pytest.raises(InputError, match="no weight 'price'"):
        as_graph(table(SALES), source="buyer", target="seller", weight="price")
    with pytest.raises(InputError, match="name the other end, too, with target="):
        as_graph(table(SALES), source="buyer")
    with pytest.raises(InputError, match="two columns with the ends"):
        as_graph(table({"weight": [1, 2], "a": [1, 2], "w": [3, 4]}))


def test_named_columns_of_what_is_no_table_are_an_error(tmp_path):
    for graph in (MATRIX, [("a", "b")], as_graph([("a", "b")])):
        with pytest.raises(InputError, match="source='a': names a column of a table"):
            as_graph(graph, source="a", target="b")
    scipy.sparse.save_npz(tmp_path / "graph.npz", MATRIX.tocsr())
    with pytest.raises(ConfigError, match="only an edge list has columns"):
        as_graph(tmp_path / "graph.npz", source="a", target="b")


@pytest.fixture
def sales_file(tmp_path):
    file = tmp_path / "sales.csv"
    file.write_text('day,buyer,seller,amount\n1,ann,"Bob, Inc.",2\n2,"Bob, Inc.",cid,5\n')
    return file


def test_the_columns_of_a_csv_file_can_be_named(sales_file):
    how = dict(source="buyer", target="seller")
    assert weights_of(sales_file, weight="amount", **how) == {("ann", "Bob, Inc."): 2.0, ("Bob, Inc.", "cid"): 5.0}
    assert weights_of(sales_file, **how) == {("ann", "Bob, Inc."): 1.0, ("Bob, Inc.", "cid"): 1.0}
    for wrong, told in (
        (dict(source="buyr", target="seller"), "columns: there is no column 'buyr', only 'day', 'buyer'"),
        (dict(weight="amount"), "weight='amount': name the ends of an edge in the file, too: source="),
        ({}, r"which of its 4 columns .* Name them: source='…', target='…', weight='…'"),
    ):
        with pytest.raises(InputError, match=told):
            as_graph(sales_file, **wrong)


def test_a_weight_of_a_csv_file_is_found_and_can_be_ignored(tmp_path):
    file = tmp_path / "edges.csv"
    file.write_text("who,whom,weight\nann,bob,2\nbob,cid,3\n")
    for how in ({}, dict(source="who", target="whom")):
        assert weights_of(file, **how) == {("ann", "bob"): 2.0, ("bob", "cid"): 3.0}
        assert weights_of(file, weight=None, **how) == {("ann", "bob"): 1.0, ("bob", "cid"): 1.0}


def test_a_first_line_that_may_be_a_header_is_warned_of(tmp_path):
    file = tmp_path / "edges.csv"
    file.write_text("buyer,seller\nann,bob\nbob,cid\ncid,ann\n")
    with pytest.warns(UserWarning, match="an edge between 'buyer' and 'seller', .*name its columns: source="):
        assert len(as_graph(file).ids) == 5
    assert as_graph(file, source="buyer", target="seller").ids == ["ann", "bob", "cid"]


def test_later_files_are_read_as_fit_read_the_first(tmp_path):
    file, plain = tmp_path / "sales.csv", tmp_path / "plain.csv"
    edges = "".join(f"n{u},{u},n{v}\n" for u, v in zip(ROWS, COLUMNS, strict=True))
    file.write_text("buyer,day,seller\n" + edges)
    plain.write_text("".join(f"n{u},n{v}\n" for u, v in zip(ROWS, COLUMNS, strict=True)))
    embedder = ColumnarEmbedder(presentations=100).fit(file, source="buyer", target="seller")
    assert embedder.transform(file).shape == embedder.transform(plain).shape == (40, 1800)


@pytest.mark.parametrize("ends", _tables.ENDS)
def test_a_file_and_a_frame_have_the_same_usual_names(ends, tmp_path):
    pandas = pytest.importorskip("pandas")
    file = tmp_path / "edges.csv"
    for weight in _tables.WEIGHTS:
        columns = {"when": ["x", "y"], weight: [0.5, 2.0], ends[1]: ["b", "c"], ends[0]: ["a", "b"]}
        pandas.DataFrame(columns).to_csv(file, index=False)
        assert weights_of(file) == weights_of(pandas.DataFrame(columns)) == {("a", "b"): 0.5, ("b", "c"): 2.0}


def test_integers_stay_integers_and_texts_texts(table):
    embedder = ColumnarEmbedder(presentations=100).fit(table({"source": ROWS, "target": COLUMNS}))
    assert embedder.node_ids_.dtype == np.int64 and embedder.codes_.neighbours(0)
    codes = ColumnarEmbedder(presentations=100).fit(MATRIX).codes_
    assert sorted(embedder.codes_) == sorted(codes)
    texts = {"source": [f"{row}" for row in ROWS], "target": [f"{column}" for column in COLUMNS]}
    assert set(map(type, ColumnarEmbedder(presentations=100).fit(table(texts)).node_ids_)) == {str}


def test_missing_ids_are_named_by_row(table):
    for missing in (["a", None], [1, None]):
        with pytest.raises(InputError, match="row 1: .*(missing|nan)"):
            as_graph(table({"source": missing, "target": missing[:1] * 2}))


def test_later_tables_are_read_as_fit_read_the_first(table):
    names = [f"n{node}" for node in range(40)]
    sales = {"day": [1] * len(ROWS), "buyer": [names[u] for u in ROWS], "seller": [names[v] for v in COLUMNS]}
    sales["amount"] = [2.0] * len(ROWS)
    how = dict(source="buyer", target="seller", weight="amount")
    embedder = ColumnarEmbedder(presentations=100).fit(table(sales), **how)
    assert embedder.model_.directed is False and embedder.transform(table(sales)).shape == (40, 1800)
    new = table({"day": [2], "seller": ["n0"], "buyer": ["dora"], "amount": [4.0]})
    assert list(embedder.encode(new)) == ["dora"]
    embedder.partial_fit(new)
    assert "dora" in embedder.codes_
    embedder.partial_fit(
        [("emil", "n1")], removed=table({"day": [3], "buyer": ["dora"], "seller": ["n0"], "amount": [1]})
    )
    assert "emil" in embedder.codes_ and embedder.update_["edges"]["removed"] == 1
    assert (ColumnarEmbedder(presentations=100).fit_transform(table(sales), **how) != 0).sum() == 40 * 28


def test_a_frame_without_names_is_read_as_an_array():
    edges = np.array([[0, 1, 2], [1, 2, 3], [2, 0, 5], [2, 3, 1]])
    polars = pytest.importorskip("polars")
    assert as_graph(polars.DataFrame(edges)).digest == as_graph(edges).digest
    assert as_graph(as_pandas(edges)).digest == as_graph(edges).digest
    assert as_graph(polars.DataFrame(edges[:, :2])).digest == as_graph(edges[:, :2]).digest


def test_categories_and_dictionaries_are_texts():
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    wanted = as_graph(as_pandas(LETTERS)).digest
    assert as_graph(polars.DataFrame(LETTERS).with_columns(polars.all().cast(polars.Categorical))).digest == wanted
    columns = {name: arrow.array(values).dictionary_encode() for name, values in LETTERS.items()}
    assert as_graph(arrow.table(columns)).digest == wanted
    assert as_graph(as_pandas(LETTERS).astype("category")).digest == wanted


def test_what_is_no_table_of_edges_is_told_so():
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    with pytest.raises(TypeError, match=r"LazyFrame .*collect\(\)"):
        as_graph(polars.LazyFrame(LETTERS))
    with pytest.raises(TypeError, match="polars Series is no graph"):
        as_graph(polars.Series([1, 2]))
    with pytest.raises(TypeError, match="one edge a row"):
        as_graph(arrow.array([1, 2]))


# Files


@pytest.fixture(params=["parquet", "feather", "arrow", "stream.arrow", "PARQUET"])
def write(request, tmp_path):
    """A function that writes an Arrow table to a file and returns its path."""
    pytest.importorskip("pyarrow")
    import pyarrow.feather
    import pyarrow.ipc
    import pyarrow.parquet

    def written(table):
        path = tmp_path / f"edges.{request.param}"
        if request.param.lower() == "parquet":
            pyarrow.parquet.write_table(table, path)
        elif request.param == "feather":
            pyarrow.feather.write_feather(table, path)
        else:
            make = pyarrow.ipc.new_stream if request.param.startswith("stream") else pyarrow.ipc.new_file
            with make(str(path), table.schema) as writer:
                writer.write_table(table)
        return path

    return written


def test_files_of_arrow_and_parquet_are_tables(write):
    path = write(as_arrow(SALES))
    assert weights_of(path, source="buyer", target="seller", weight="amount")[("bob", "cat")] == 20
    assert weights_of(str(path), source="buyer", target="seller")[("bob", "cat")] == 1
    with pytest.raises(InputError, match=r"edges\..*: which of 'date', 'buyer', 'seller', 'amount'"):
        as_graph(path)


def test_new_edges_may_be_in_such_a_file(write):
    embedder = ColumnarEmbedder(presentations=100).fit(MATRIX)
    path = write(as_arrow({"source": [40, 40], "target": [1, 2]}))
    assert list(embedder.encode(path)) == [40]
    assert 40 in embedder.partial_fit(path).codes_


def test_the_index_that_pandas_leaves_in_a_file_is_no_column(tmp_path):
    pytest.importorskip("pyarrow")
    as_pandas({"a": [1, 2], "b": [2, 3]}).set_axis([5, 9], axis=0).to_parquet(tmp_path / "edges.parquet")
    assert weights_of(tmp_path / "edges.parquet") == {(1, 2): 1, (2, 3): 1}


@pytest.mark.parametrize("extension", ["parquet", "feather", "arrow"])
def test_broken_files_are_one_line_with_their_name(tmp_path, extension):
    pytest.importorskip("pyarrow")
    path = tmp_path / f"edges.{extension}"
    with pytest.raises(MissingFileError, match=rf"edges.{extension}: "):
        as_graph(path)
    for data in (b"", b"PAR1", b"ARROW1", b"source,target\n1,2\n" * 10):
        path.write_bytes(data)
        with pytest.raises(InputError, match=rf"edges.{extension}: ") as caught:
            as_graph(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(InputError, match=r"tmp.parquet: |tmp.parquet: .*directory"):
        (tmp_path / "tmp.parquet").mkdir()
        as_graph(tmp_path / "tmp.parquet")


def test_without_pyarrow_the_error_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"edges.parquet: .*pip install pyarrow"):
        as_graph(tmp_path / "edges.parquet")
    with pytest.raises(InputError, match=r"Capsule: .*pip install pyarrow"):
        as_graph(Capsule(None))


def test_ids_of_a_file_are_integers_where_all_are(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"{u},{v}\n" for u, v in zip(ROWS, COLUMNS, strict=True)))
    codes = ColumnarEmbedder(presentations=100).fit(path).codes_
    assert codes.ids.dtype == np.int64 and codes.neighbours(0) and len(codes.neighbours([0, 1])) == 2


def test_the_weight_of_fit_goes_before_that_of_the_estimator():
    networkx = pytest.importorskip("networkx")
    graph = networkx.path_graph(40)
    networkx.set_edge_attributes(graph, 3, "cost")
    embedder = ColumnarEmbedder(presentations=100, weight=None)
    assert not embedder.fit(graph).model_.graph.weighted
    assert embedder.fit(graph, weight="cost").model_.graph.arrays[2].tolist() == [3.0] * 78
    embedder.partial_fit(networkx.Graph([(39, 40, {"cost": 5})]))  # read as fit was told
    assert embedder.model_.graph.arrays[2].max() == 5
    assert not embedder.set_params(weight="cost").fit(graph, weight=None).model_.graph.weighted


def test_ids_of_a_file_with_a_header_stay_integers(tmp_path):
    file = tmp_path / "edges.csv"
    file.write_text("id_1,id_2\n" + "".join(f"{node},{(node + step) % 30}\n" for node in range(30) for step in (1, 2)))
    codes = ColumnarEmbedder(presentations_per_node=5, columns=60, l5a_size=60).fit(file).codes_
    assert sorted(codes.ids.tolist()) == list(range(30))
    assert all(isinstance(hit.id, int) for hit in codes.neighbours(0))
