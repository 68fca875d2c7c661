"""Attributes of nodes in every form that `fit` and `encode` take."""

import pickle

import networkx as nx
import numpy as np
import pytest
import scipy.sparse
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, evaluate, load
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_score
from support import command, edge_lines, planted, run_command

WORDS = 40


def worded(seed=0):
    """(adjacency, words of each node, class): edges hardly tell the class, words do."""
    matrix, group = planted(groups=4, size=40, inside=0.09, outside=0.03, seed=seed)
    random = np.random.default_rng(seed)
    chance = np.full((4, WORDS), 0.03)
    for one in range(4):
        chance[one, one * 10 : (one + 1) * 10] = 0.45
    return matrix, (random.random((len(group), WORDS)) < chance[group]).astype(np.float64), group


@pytest.fixture(scope="module")
def graph():
    return worded()


@pytest.fixture(scope="module")
def fitted(graph):
    matrix, words, _ = graph
    return ColumnarEmbedder().fit(matrix, attributes=words)


@pytest.fixture(scope="module")
def people():
    """(adjacency, columns): an age, a party that some do not tell, and a town."""
    matrix, group = planted(groups=4, size=40, inside=0.3, outside=0.01)
    random = np.random.default_rng(0)
    party = [None if row % 7 == 0 else "abcd"[one] for row, one in enumerate(group)]
    town = [f"town {one}{random.integers(4)}" for one in group]
    return matrix, {"age": random.integers(1, 9, len(group)) / 8, "party": party, "town": town}


def accuracy(codes, group):
    return cross_val_score(LogisticRegression(max_iter=500), codes.select("all").to_csr().astype(float), group).mean()


def test_attributes_that_tell_the_class_make_better_codes(graph, fitted):
    matrix, _, group = graph
    without = ColumnarEmbedder().fit(matrix)
    assert fitted.model_.attribute_columns == WORDS
    assert without.model_.attribute_columns == 0
    assert accuracy(fitted.codes_, group) > accuracy(without.codes_, group) + 0.1


def test_none_is_as_before(graph):
    matrix, _, _ = graph
    assert ColumnarEmbedder().fit(matrix, attributes=None).codes_ == ColumnarEmbedder().fit(matrix).codes_


@pytest.mark.parametrize(
    "form",
    [
        scipy.sparse.csr_matrix,
        scipy.sparse.coo_array,
        scipy.sparse.csc_matrix,
        lambda words: words.astype(bool),
        lambda words: words.astype(np.int64),
        lambda words: words.tolist(),
        lambda words: dict(enumerate(words)),
        lambda words: {row: scipy.sparse.csr_matrix(words[row : row + 1]) for row in reversed(range(len(words)))},
    ],
)
def test_every_form_of_a_matrix_gives_the_same_codes(graph, fitted, form):
    matrix, words, _ = graph
    assert ColumnarEmbedder().fit(matrix, attributes=form(words)).codes_ == fitted.codes_


def test_a_frame_gives_the_same_codes_by_id_and_in_order(graph, fitted):
    pandas = pytest.importorskip("pandas")
    matrix, words, _ = graph
    frame = pandas.DataFrame(words)
    assert ColumnarEmbedder().fit(matrix, attributes=frame).codes_ == fitted.codes_
    assert ColumnarEmbedder().fit(matrix, attributes=frame.sample(frac=1, random_state=0)).codes_ == fitted.codes_
    named = nx.relabel_nodes(nx.from_scipy_sparse_array(matrix), "node {}".format)
    expected = ColumnarEmbedder().fit(named, attributes=words).codes_
    assert ColumnarEmbedder().fit(named, attributes=frame).codes_ == expected  # nobody named the rows
    frame.index = [f"node {row}" for row in frame.index]
    assert ColumnarEmbedder().fit(named, attributes=frame.iloc[::-1]).codes_ == expected


def test_node_attributes_of_networkx_give_the_same_codes_as_a_frame(people):
    pandas = pytest.importorskip("pandas")
    matrix, columns = people
    frame = pandas.DataFrame(columns)
    by_frame = ColumnarEmbedder().fit(matrix, attributes=frame)
    assert {"age=0.125", "party=a", "party=d", "town:town"} <= set(by_frame.model_.attribute_names)
    other = frame.astype({"party": "category", "age": "Float32", "town": "string"})
    assert ColumnarEmbedder().fit(matrix, attributes=other).codes_ == by_frame.codes_
    network = nx.from_scipy_sparse_array(matrix)
    for row in network:
        told = {name: values[row] for name, values in columns.items() if values[row] is not None}
        network.nodes[row].update(told)
    assert ColumnarEmbedder().fit(network, attributes=list(columns)).codes_ == by_frame.codes_


def test_a_polars_frame_gives_the_same_codes_as_one_of_pandas(people):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    matrix, columns = people
    expected = ColumnarEmbedder().fit(matrix, attributes=pandas.DataFrame(columns)).codes_
    assert ColumnarEmbedder().fit(matrix, attributes=polars.DataFrame(columns)).codes_ == expected


class Tensors(dict):
    """Named tensors of nodes; stands for PyTorch Geometric's Data and for a DGL graph with its ndata."""

    def __init__(self, matrix, **tensors):
        super().__init__(tensors)
        self.edge_index = np.array(matrix.nonzero())
        self.num_nodes = matrix.shape[0]

    ndata = property(lambda self: self)
    edata = property(lambda self: {})
    is_homogeneous = True

    def edges(self):
        return self.edge_index


class Data(Tensors):
    __module__ = "torch_geometric.data"


class DGLGraph(Tensors):
    __module__ = "dgl"

    def __init__(self, matrix, **tensors):
        super().__init__(matrix, **tensors)
        nodes, self.num_nodes = self.num_nodes, lambda: nodes


@pytest.mark.parametrize("kind", [Data, DGLGraph])
def test_tensors_of_a_graph_are_found_by_name(graph, fitted, kind):
    matrix, words, _ = graph
    by_name = ColumnarEmbedder().fit(kind(matrix, x=words), attributes="x")
    assert by_name.codes_ == fitted.codes_
    assert by_name.model_.attribute_names[:2] == ["x[0]", "x[1]"]
    parts = kind(matrix, head=words[:, :1].ravel(), rest=words[:, 1:])
    assert ColumnarEmbedder().fit(parts, attributes=["head", "rest"]).codes_ == fitted.codes_
    with pytest.raises(InputError, match=r"no node has an attribute 'y' \(found: 'x'\)"):
        ColumnarEmbedder().fit(kind(matrix, x=words), attributes="y")


def test_any_number_of_threads_gives_the_same_bytes(graph, fitted):
    matrix, words, _ = graph
    assert ColumnarEmbedder(n_jobs=2).fit(matrix, attributes=words).model_.to_bytes() == fitted.model_.to_bytes()


def test_rows_are_those_of_the_whole_graph_before_its_largest_component(graph, tmp_path):
    matrix, words, _ = graph
    whole = scipy.sparse.block_diag([np.array([[0, 1], [1, 0]]), matrix], format="csr")
    rows = np.vstack((np.zeros((2, WORDS)), words))
    parts = ColumnarEmbedder(largest_component=True).fit(whole, attributes=rows)
    assert parts.node_ids_.tolist() == list(range(2, whole.shape[0]))
    model = parts.model_
    assert model.attribute_columns == WORDS
    network = nx.from_scipy_sparse_array(whole)
    (tmp_path / "edges.txt").write_text("".join(f"{u} {v}\n" for u, v in network.edges))
    by_id = dict(enumerate(rows))
    from_file = ColumnarEmbedder(largest_component=True).fit(tmp_path / "edges.txt", attributes=by_id)
    assert from_file.model_.attribute_columns == WORDS
    assert len(from_file.codes_) == len(parts.codes_)


def test_fit_transform_clone_and_pickle(graph, fitted, tmp_path):
    matrix, words, _ = graph
    codes = clone(fitted).fit_transform(matrix, attributes=words)
    assert (codes != fitted.transform(matrix)).nnz == 0
    copy = pickle.loads(pickle.dumps(fitted))
    assert copy.model_.to_bytes() == fitted.model_.to_bytes()
    fitted.save(tmp_path / "model.sdr")
    loaded = ColumnarEmbedder.load(tmp_path / "model.sdr")
    new = {"new": words[0]}
    assert loaded.encode(attributes=new) == copy.encode(attributes=new) == fitted.encode(attributes=new)


def test_a_node_without_edges_is_encoded_by_its_attributes(graph, fitted):
    matrix, words, group = graph
    new = {1000 + row: words[row] for row in range(0, len(group), 5)}
    codes = fitted.encode(attributes=new)
    assert codes.ids.tolist() == list(new)
    right = 0
    for one in new:
        alike = [int(np.isin(row, codes.indices[codes.row(one)]).sum()) for row in fitted.codes_.indices]
        right += group[one - 1000] == group[int(np.argmax(alike))]
    assert right > 0.6 * len(new)


def test_edges_and_attributes_of_new_nodes(graph, fitted):
    pandas = pytest.importorskip("pandas")
    _, words, _ = graph
    edges = [(501, 0), (502, 1)]
    rows = {503: words[3], 501: words[0]}
    codes = fitted.encode(edges, attributes=rows)
    assert codes.ids.tolist() == [501, 502, 503]
    assert fitted.encode(edges, attributes=pandas.DataFrame(rows).T) == codes
    alone = fitted.encode(edges)
    assert not np.array_equal(alone.indices[0], codes.indices[0])
    # 502 has none, but those of 501 spread over ten steps and may reach it.
    assert np.isin(alone.indices[1], codes.indices[1]).mean() > 0.7


def test_partial_fit_keeps_the_attributes_of_new_nodes(graph, fitted):
    _, words, group = graph
    embedder = clone(fitted).fit(graph[0], attributes=words)
    embedder.partial_fit([(501, 0), (501, 5)], attributes={502: words[3], 501: words[0]})
    assert embedder.codes_.ids.tolist() == [*range(len(group)), 501, 502]
    assert embedder.update_["new_nodes"] == 2
    with pytest.raises(InputError, match="502 is a node of the model"):
        embedder.partial_fit(attributes={502: words[3]})
    alone = clone(fitted).fit(graph[0], attributes=words).partial_fit(attributes={502: words[3]})
    assert alone.codes_.ids.tolist() == [*range(len(group)), 502]
    with pytest.raises(InputError, match="no edges were added"):
        alone.partial_fit()
    with pytest.raises(ConfigError, match="new nodes are not let in"):
        alone.partial_fit(attributes={503: words[3]}, add_nodes=False)
    with pytest.raises(InputError, match="trained without attributes"):
        ColumnarEmbedder().fit(graph[0]).partial_fit([(501, 0)], attributes={501: words[0]})


def test_explain_names_shared_attributes(people):
    pandas = pytest.importorskip("pandas")
    matrix, columns = people
    embedder = ColumnarEmbedder(attribute_share=1.0).fit(matrix, attributes=pandas.DataFrame(columns))
    pair = embedder.explain(1, 2)
    expected = {f"party={columns['party'][1]}"} if columns["party"][1] == columns["party"][2] else set()
    assert expected <= {one["name"] for one in pair["attributes"]}
    named = [one["name"] for bit in pair["node"]["bits"] for one in bit["attributes"]]
    assert named and set(named) <= set(embedder.model_.attribute_names)


def test_the_experiment_takes_attributes_in_every_form(graph):
    pandas = pytest.importorskip("pandas")
    matrix, words, group = graph
    quick = {"seeds": 1, "config": {"presentations": 5000, "outstar_presentations": 5000}}
    result = evaluate.attributes(matrix, group, attributes=words, **quick)
    rows = {row["name"]: row["accuracy"]["mean"] for row in result["results"]["classes"]["rows"]}
    assert rows["codes with attributes"] > rows["codes without attributes"]
    assert result["facts"]["attributes"]["columns"] == WORDS
    again = evaluate.attributes(matrix, group, attributes=pandas.DataFrame(words), **quick)
    assert again["results"] == result["results"]
    with pytest.raises(ConfigError, match="--attributes: name those of the nodes"):
        evaluate.attributes(matrix, group, **quick)


def told_columns(group):
    """Every kind of column, each with a value that is missing."""
    random = np.random.default_rng(1)
    n = len(group)
    columns = {
        "age": [None if row == 3 else float(random.integers(18, 90)) for row in range(n)],
        "height": random.normal(170, 10, n).astype(np.float32),
        "member": random.random(n) < 0.1 + 0.2 * group,
        "party": [None if row % 7 == 0 else "abcd"[one] for row, one in enumerate(group)],
        "likes": [f"chess, {'abcd'[one]}{random.integers(9)} and tea" for one in group],
        "code": [("NULL", "<NA>", "\\N", "x")[row % 4] for row in range(n)],
    }
    new = {"age": [44.0, None], "height": np.array([161.5, 171.25], dtype=np.float32), "member": [True, False]}
    new |= {"party": ["b", "unseen"], "likes": ["a3 tea, tea", None], "code": ["x", "NULL"]}
    return columns, new


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_a_frame_and_its_csv_give_the_same_codes_and_take_new_nodes_of_each_other(library, tmp_path):
    frames, pandas = pytest.importorskip(library), pytest.importorskip("pandas")
    command()
    matrix, group = planted(groups=4, size=40, inside=0.3, outside=0.01)
    columns, new = told_columns(group)
    frame = frames.DataFrame(columns)
    (tmp_path / "graph.tsv").write_text(edge_lines(matrix))
    if library == "pandas":
        frame.to_csv(tmp_path / "people.csv", index_label="id")
    else:
        frames.DataFrame({"id": range(len(group)), **columns}).write_csv(tmp_path / "people.csv")
    new_frame = pandas.DataFrame(new, index=[1000, 1001])
    new_frame.to_csv(tmp_path / "new.csv", index_label="id")
    run_command(
        *["embed", "graph.tsv", "--attributes", "people.csv", "-o", "codes.sdr", "--model", "file.model"],
        *["--seed", 7, "--attribute-share", 1],
        cwd=tmp_path,
    )
    from_file = ColumnarEmbedder.load(tmp_path / "file.model")
    embedder = ColumnarEmbedder(random_state=7, attribute_share=1.0).fit(tmp_path / "graph.tsv", attributes=frame)
    assert embedder.model_.attribute_names == from_file.model_.attribute_names
    assert embedder.codes_ == from_file.codes_
    embedder.save(tmp_path / "frame.model")
    for model in ("file.model", "frame.model"):
        run_command("encode", model, "--attributes", "new.csv", "-o", "new.sdr", cwd=tmp_path)
        expected = load(tmp_path / "new.sdr")
        rows = {1000: {name: values[0] for name, values in new.items()}}
        rows[1001] = {name: values[1] for name, values in new.items()}
        for one in (embedder, from_file):
            assert one.encode(attributes=new_frame) == expected
            assert one.encode(attributes=rows) == expected


def test_a_component_alone_decides_what_its_columns_are(tmp_path):
    pandas = pytest.importorskip("pandas")
    matrix, group = planted(groups=2, size=40)
    both = scipy.sparse.block_diag((matrix, np.ones((3, 3)) - np.eye(3)), format="csr")
    frame = pandas.DataFrame({"age": [*range(80), 999, "old", None], "class": [*group, 2, 3, 4]})
    embedder = ColumnarEmbedder(largest_component=True).fit(both, attributes=frame)
    names = embedder.model_.attribute_names
    assert "class" in names and "age:old" not in names and any(name.startswith("age in ") for name in names)


def test_columns_of_new_nodes_are_found_by_name(people):
    pandas = pytest.importorskip("pandas")
    matrix, columns = people
    embedder = ColumnarEmbedder().fit(matrix, attributes=pandas.DataFrame(columns))
    names = embedder.model_.attribute_names
    row, other = np.zeros((2, len(names)))
    row[[names.index(one) for one in ("age in 0.875..1", "age=1", "party=b")]] = 1  # 2 is nearest to these
    other[[names.index(one) for one in ("town:town", "town:30")]] = 1
    expected = embedder.encode(attributes={"x": row, "y": other})
    named = pandas.DataFrame({"party": ["b", "unseen"], "age": [2, None], "town": [None, "town 30"]}, index=["x", "y"])
    assert embedder.encode(attributes=named) == expected
    rows = {"x": {"party": "b", "age": 2}, "y": {"party": None, "town": "town 30"}}
    assert embedder.encode(attributes=rows) == expected
    with pytest.raises(InputError, match="row 0: the model has no column 'height'"):
        embedder.encode(attributes={"x": {"height": 2}})
    with pytest.raises(InputError, match="'old' in column 'age', which has numbers"):
        embedder.encode(attributes={"x": {"age": "old"}})


def changed(words, value):
    wrong = words.copy()
    wrong[3, 5] = value
    return wrong


@pytest.mark.parametrize(
    ("form", "message"),
    [
        (lambda words: words[1:], "159 rows for 160 nodes"),
        (lambda words: changed(words, np.nan), "node 3 has nan in column 5"),
        (lambda words: changed(words, np.inf), "node 3 has inf in column 5"),
        (lambda words: scipy.sparse.csr_matrix(changed(words, 1e300)), "node 3 has inf in column 5"),
        (lambda words: words[:, 0], "shape"),
        (lambda words: words[:, :0], "no columns"),
        (lambda words: dict(enumerate(words[1:])), "node 159 has no row"),
        (lambda words: {**dict(enumerate(words)), 160: words[0]}, "no node has the id 160"),
        (lambda words: {row: words[row, : 1 + row % 2] for row in range(len(words))}, "one length"),
        (lambda words: "age", "named node attributes"),
        (lambda words: {}, "there are none"),
    ],
)
def test_what_is_wrong_is_said(graph, form, message):
    matrix, words, _ = graph
    with pytest.raises(ValueError, match=message):
        ColumnarEmbedder().fit(matrix, attributes=form(words))


@pytest.mark.parametrize("form", [lambda words: words.astype(str), lambda words: words + 1j, lambda words: object()])
def test_what_is_no_number_is_a_type_error(graph, form):
    matrix, words, _ = graph
    with pytest.raises(TypeError, match="attributes"):
        ColumnarEmbedder().fit(matrix, attributes=form(words))


def test_wrong_frames_are_said(graph):
    pandas = pytest.importorskip("pandas")
    matrix, words, _ = graph
    frame = pandas.DataFrame(words)
    with pytest.raises(InputError, match="node 0 has two rows"):
        ColumnarEmbedder().fit(matrix, attributes=pandas.concat((frame, frame.iloc[:1])))
    with pytest.raises(InputError, match="node 0 has no row"):
        ColumnarEmbedder().fit(matrix, attributes=frame.set_index(frame.index + 1))
    with pytest.raises(InputError, match="has a list"):
        ColumnarEmbedder().fit(matrix, attributes=pandas.DataFrame({"a": [[1]] * len(words)}))
    with pytest.raises(InputError, match="two columns have the name 'a'"):
        ColumnarEmbedder().fit(matrix, attributes=pandas.DataFrame(words[:, :2], columns=["a", "a"]))
    with pytest.raises(InputError, match=r"no node has an attribute 'age' \(found: none\)"):
        ColumnarEmbedder().fit(nx.from_scipy_sparse_array(matrix), attributes=["age"])


def test_wrong_attributes_of_new_nodes_are_said(graph, fitted):
    matrix, words, _ = graph
    with pytest.raises(InputError, match="0 is a node of the model"):
        fitted.encode(attributes={0: words[0]})
    with pytest.raises(InputError, match="39 columns, the model has 40"):
        fitted.encode(attributes={500: words[0, 1:]})
    with pytest.raises(InputError, match="node 500 has nan"):
        fitted.encode(attributes={500: changed(words, np.nan)[3]})
    with pytest.raises(InputError, match="there are none"):
        fitted.encode()
    with pytest.raises(TypeError, match="mapping from id"):
        fitted.encode(attributes=words)
    with pytest.raises(InputError, match="trained without attributes"):
        ColumnarEmbedder().fit(matrix).encode(attributes={500: words[0]})


def test_a_failed_fit_changes_nothing(graph):
    matrix, words, _ = graph
    embedder = ColumnarEmbedder().fit(matrix)
    before = embedder.codes_
    with pytest.raises(InputError):
        embedder.fit(matrix, attributes=words[1:])
    assert embedder.codes_ is before
