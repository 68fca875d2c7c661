"""Experiments: the dictionaries of the command, figure for figure."""

import json

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, baselines, evaluate
from support import edge_lines, planted, run_command

QUICK = {"presentations_per_node": 5, "columns": 100, "regions": 60}
FLAGS = [part for name, value in QUICK.items() for part in ("--" + name.replace("_", "-"), str(value))]
TIMES = {"seconds", "microseconds", "scratch_seconds", "spectrum_seconds", "regions_seconds", "ratio", "total_seconds"}
OF_THE_RUN = TIMES | {"files", "labels", "place", "name", "peak_bytes", "graph", "then"}


def plain(value):
    """A result without times and without the names of files."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in OF_THE_RUN}
    return [plain(one) for one in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with a graph, its classes, codes and vectors; and the same in memory."""
    folder = tmp_path_factory.mktemp("evaluate")
    graph, labels = planted()
    (folder / "graph.tsv").write_text(edge_lines(graph))
    (folder / "labels.tsv").write_text("".join(f"{node}\t{group}\n" for node, group in enumerate(labels)))
    codes = ColumnarEmbedder(**QUICK).fit(graph).codes_.select("all")
    vectors = baselines.ppmi_svd(graph, dimensions=16)
    codes.save(folder / "codes.sdr")
    vectors.save(folder / "vectors.npz")
    return folder, graph, labels, {"codes": codes, "vectors": vectors}


FILES = ["codes=codes.sdr", "vectors=vectors.npz"]
LABELS = ["--labels", "labels.tsv"]
SAME = {
    "classify": (
        lambda graph, labels, tables: evaluate.classify(tables, labels, folds=3, fractions=[0.5], repeats=2),
        ["classify", *FILES, *LABELS, "--folds", "3", "--fractions", "0.5", "--repeats", "2"],
    ),
    "chosen cost": (
        lambda graph, labels, tables: evaluate.classify(tables, labels, folds=3, cost="auto", fractions=[0.5]),
        ["classify", *FILES, *LABELS, "--folds", "3", "--cost", "auto", "--fractions", "0.5"],
    ),
    "networks": (
        lambda graph, labels, tables: evaluate.classify(tables, labels, graph=graph, folds=2, gnn=["gcn"]),
        ["classify", *FILES, *LABELS, "--graph", "graph.tsv", "--folds", "2", "--gnn", "gcn"],
    ),
    "geometry": (
        lambda graph, labels, tables: evaluate.geometry(tables, labels, graph=graph, reference="vectors"),
        ["geometry", *FILES, *LABELS, "--graph", "graph.tsv", "--reference", "vectors"],
    ),
    "robustness": (
        lambda graph, labels, tables: evaluate.robustness(tables, labels, deltas=[0, 0.3], repeats=1),
        ["robustness", *FILES, *LABELS, "--deltas", "0,0.3", "--repeats", "1"],
    ),
    "memory": (lambda graph, labels, tables: evaluate.memory(tables), ["memory", *FILES]),
    "health": (
        lambda graph, labels, tables: evaluate.health({"codes": tables["codes"]}, labels),
        ["health", "codes=codes.sdr", *LABELS],
    ),
    "recall": (
        lambda graph, labels, tables: evaluate.recall(tables["codes"], missing=[0, 0.6], flipped=[0.6]),
        ["recall", "codes=codes.sdr", "--missing", "0,0.6", "--flipped", "0.6"],
    ),
    "links": (
        lambda graph, labels, tables: evaluate.links(graph, splits=1, config=QUICK),
        ["links", "graph.tsv", "--splits", "1", *FLAGS],
    ),
    "neighbours": (
        lambda graph, labels, tables: evaluate.neighbours(graph, labels, splits=1, k=5, agreement=True, config=QUICK),
        ["neighbours", "graph.tsv", *LABELS, "--splits", "1", "-k", "5", "--agreement", *FLAGS],
    ),
    "learning": (
        lambda graph, labels, tables: evaluate.learning(graph, labels, seeds=1, config=QUICK),
        ["learning", "graph.tsv", *LABELS, "--seeds", "1", *FLAGS],
    ),
    "resilience": (
        lambda graph, labels, tables: evaluate.resilience(graph, labels, seeds=1, only=["l4-bits"], config=QUICK),
        ["resilience", "graph.tsv", *LABELS, "--seeds", "1", "--only", "l4-bits", *FLAGS],
    ),
    "living": (
        lambda graph, labels, tables: evaluate.living(graph, labels, seeds=1, hidden=[0.2], late=[0.3], config=QUICK),
        ["living", "graph.tsv", *LABELS, "--seeds", "1", "--hidden", "0.2", "--late", "0.3", *FLAGS],
    ),
    "spectral": (
        lambda graph, labels, tables: evaluate.spectral(graph, labels, seeds=1, config=QUICK),
        ["spectral", "graph.tsv", *LABELS, "--seeds", "1", *FLAGS],
    ),
    "training health": (
        lambda graph, labels, tables: evaluate.training_health(graph, labels, seeds=1, config=QUICK),
        ["training-health", "graph.tsv", *LABELS, "--seeds", "1", *FLAGS],
    ),
}


@pytest.mark.parametrize("experiment", SAME)
def test_an_experiment_gives_what_the_command_prints(experiment, made):
    folder, graph, labels, tables = made
    call, arguments = SAME[experiment]
    printed = run_command("evaluate", *arguments, "--json", cwd=folder)
    assert plain(call(graph, labels, tables)) == plain(json.loads(printed))


def test_scale_measures_generated_and_given_graphs(made):
    result = evaluate.scale([made[1]], sizes=[200, 400], config=QUICK)
    assert [row["group"] for row in result["results"]["graphs"]["rows"]] == ["generated", "generated", "given"]


def test_others_embeddings_of_the_residual_graph_keep_their_names(made):
    residual = evaluate.residual(made[1])
    table = baselines.ppmi_svd(residual, dimensions=8)
    result = evaluate.links(made[1], methods=[], embeddings={"mine": table}, splits=1)
    mine = result["results"]["auc"]["rows"][0]
    assert mine["name"] == "mine"
    assert result["facts"]["trained_on"] == {"mine": "unknown"}  # vectors do not say what they were made of
    assert mine["direct"]["sd"] is None  # one split has no spread


def test_neighbours_measure_others_embeddings_too(made):
    table = baselines.ppmi_svd(evaluate.residual(made[1], held_out=0.1))
    result = evaluate.neighbours(made[1], methods=["ppmi-svd"], embeddings={"mine": table}, splits=1)
    ours, others = result["results"]["neighbours"]["rows"]
    assert (ours["name"], others["name"]) == ("ppmi-svd", "mine")
    assert ours["hits"] == others["hits"]


def test_a_reference_may_have_the_name_of_nothing(made):
    _, graph, labels, tables = made
    result = evaluate.geometry({"reference": tables["codes"]}, labels, reference=tables["vectors"])
    (row,) = result["results"]["correlations"]["rows"]
    assert (row["group"], row["name"]) == ("reference", "reference") and row["pearson"] is not None


def test_robustness_takes_the_reference_the_training_and_the_cost(made):
    _, graph, labels, tables = made
    few = {"deltas": [0, 0.3], "repeats": 1, "folds": 2, "pairs": 500}
    result = evaluate.robustness(tables, labels, reference="codes", train="damaged", cost=0.5, **few)
    assert result["facts"]["reference"] == "codes"
    assert [row["name"] for row in result["results"]["leads"]["rows"]] == ["vectors"]
    assert (result["settings"]["train"], result["settings"]["cost"]) == ("damaged", 0.5)
    assert evaluate.robustness(tables, labels, reference=None, **few)["facts"]["reference"] == "vectors"
    with pytest.raises(ConfigError, match="--train: must be clean or damaged"):
        evaluate.robustness(tables, labels, train="both", **few)
    with pytest.raises(ConfigError, match="--reference: unknown name 'nobody'; use one of the names given"):
        evaluate.robustness(tables, labels, reference="nobody", **few)


def test_arrays_matrices_and_estimators_are_embeddings(made):
    _, graph, labels, tables = made
    bits = tables["codes"].to_csr()
    results = [
        evaluate.classify(one, labels, folds=2)["results"]["accuracy"]["rows"][0]
        for one in (tables["codes"], bits, bits.toarray().astype(bool), np.asarray(tables["vectors"]))
    ]
    assert [one["name"] for one in results] == ["codes", "codes", "codes", "vectors"]
    assert len({one["accuracy"]["mean"] for one in results[:3]}) == 1


def test_impossible_parameters_are_refused_in_the_words_of_the_command(made):
    _, graph, labels, tables = made
    with pytest.raises(ConfigError, match="--folds"):
        evaluate.classify(tables, labels, folds=2**40)
    for cost in ("much", None, True, 0, -1.0, float("nan")):
        with pytest.raises(ConfigError, match="--cost: must be a number above 0 or auto, not"):
            evaluate.classify(tables, labels, cost=cost)
    with pytest.raises(ConfigError, match="'walk_lenght' is no constant"):
        evaluate.links(graph, config={"walk_lenght": 3})
    with pytest.raises(ConfigError, match="random_state"):
        evaluate.links(graph, config={"seed": 3})
    with pytest.raises(ConfigError, match="--labels"):
        evaluate.classify(tables)
    with pytest.raises(InputError, match="is no table"):
        evaluate.memory({"a": object()})


def test_lists_may_be_one_value_or_none_and_unknown_words_get_advice(made):
    _, graph, labels, tables = made
    one = evaluate.classify(tables["codes"], labels, folds=2, fractions=0.5, repeats=1)
    assert [row["level"] for row in one["results"]["fractions"]["rows"]] == [0.5]
    links = evaluate.links(graph, methods=None, splits=1, config=QUICK)
    assert links["settings"]["methods"] == ["sdr-8", "sdr-28"]
    with pytest.raises(TypeError, match=r"classify\(\) got an unexpected .* 'fold'; did you mean 'folds'"):
        evaluate.classify(tables, labels, fold=3)
    with pytest.raises(InputError, match="frame: pass what one of the experiments returns"):
        evaluate.frame({})


def test_a_living_graph_is_measured_by_share(made):
    pytest.importorskip("pandas")
    result = evaluate.living(made[1], made[2], seeds=1, hidden=[0.1, 0.2], late=[], config=QUICK)
    assert list(result["results"]) == ["unseen"]
    frame = evaluate.frame(result)
    assert frame["level"].tolist() == [0.1, 0.2] and frame["encoded.mean"].between(0.5, 1).all()
    with pytest.raises(ConfigError, match="--hidden: 1.5 is not between 0 and 1"):
        evaluate.living(made[1], made[2], hidden=[1.5])
    with pytest.raises(InputError, match="label"):
        evaluate.living(made[1])


def test_numbers_of_numpy_are_numbers(made):
    result = evaluate.links(made[1], splits=np.int64(1), config={**QUICK, "walk_length": np.int32(10)})
    assert result["settings"]["config"]["walk_length"] == 10


def test_the_cost_and_the_majority_rate_are_told(made):
    _, graph, labels, tables = made
    result = evaluate.classify(tables, labels, cost="auto", fractions=None)
    assert result["settings"]["cost"] == "auto"
    largest = max(np.bincount(labels)) / len(labels)
    for row in result["results"]["accuracy"]["rows"]:
        assert row["majority_rate"]["mean"] == largest
        assert row["cost"]["mean"] == sorted(result["facts"]["fold_costs"][row["name"]][0])[2]


def test_nodes_without_a_class_are_warned_of(made):
    _, graph, labels, tables = made
    with pytest.warns(UserWarning, match=f"labels: 1 of the {len(labels)} nodes of codes have no label"):
        evaluate.classify({"codes": tables["codes"]}, [None, *labels[1:]])


def test_features_belong_to_a_graph(made):
    _, graph, labels, tables = made
    features = np.eye(len(labels), dtype=np.float32)
    with pytest.raises(ConfigError, match="features: name the graph"):
        evaluate.classify(tables, labels, features=features)
    result = evaluate.classify(tables, labels, graph=graph, folds=2, gnn="gcn", features=features)
    assert result["facts"]["kinds"]["gcn"] == f"{len(labels)} features, classes"


def test_a_frame_has_a_row_a_method(made):
    pytest.importorskip("pandas")
    _, graph, labels, tables = made
    frame = evaluate.frame(evaluate.classify(tables, labels, folds=2))
    assert frame["name"].tolist() == ["codes", "vectors"]
    assert frame["accuracy.mean"].between(0, 1).all()


def test_a_file_is_measured_as_the_command_measures_it(made, tmp_path):
    path = tmp_path / "all.sdr"
    ColumnarEmbedder(**QUICK).fit(made[1]).codes_.save(path)
    kinds = [evaluate.memory({"x": str(path) + layer})["facts"]["kinds"]["x"] for layer in ("", ":l23", ":search")]
    assert kinds == ["28 of 800 bits", "8 of 500 bits", "48 of 2,848 bits"]


def test_unknown_words_are_refused_with_the_nearest_one(made):
    with pytest.raises(TypeError, match=r"links\(\) got an unexpected keyword argument 'split'; did you mean 'splits'"):
        evaluate.links(made[1], split=2)
    with pytest.raises(ConfigError, match="--splits: must be a whole number from 1 to 1000"):
        evaluate.links(made[1], splits=-1)


def test_an_embedding_that_has_seen_the_hidden_edges_is_warned_of(made):
    codes = ColumnarEmbedder(**QUICK).fit(made[1]).codes_
    with pytest.warns(UserWarning, match="mine was made of the whole graph and has seen the hidden edges"):
        result = evaluate.links(made[1], methods=[], embeddings={"mine": codes}, splits=1)
    pytest.importorskip("pandas")
    assert len(evaluate.frame(result, "auc")) == 5
