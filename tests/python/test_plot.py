"""Plots draw what the experiments found: the artists hold the figures, the axes say what they are."""

import subprocess
import sys

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, SDRTable, baselines, evaluate, plot
from columnar_embedder.errors import InputError

matplotlib = pytest.importorskip("matplotlib")
networkx = pytest.importorskip("networkx")
matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

CLASSES = ["ant"] * 40 + ["bee"] * 40 + ["cat"] * 40


@pytest.fixture(autouse=True)
def _closed():
    before = dict(matplotlib.rcParams)
    yield
    pyplot.close("all")
    assert dict(matplotlib.rcParams) == before, "a plot changed matplotlib's settings"


@pytest.fixture(scope="module")
def graph():
    return networkx.random_partition_graph([40] * 3, 0.25, 0.02, seed=1)


@pytest.fixture(scope="module")
def embedder(graph):
    return ColumnarEmbedder(random_state=1).fit(graph)


@pytest.fixture(scope="module")
def table(embedder):
    return embedder.codes_.select("all")


@pytest.fixture(scope="module")
def tables(graph, table):
    again = ColumnarEmbedder(random_state=2).fit(graph).codes_.select("all")
    return {"sdr-28": [table, again], "node2vec": baselines.node2vec(graph, epochs=2)}


@pytest.fixture(scope="module")
def results(graph, table, tables):
    """A small result of each experiment, made once."""
    single = {name: one[0] if isinstance(one, list) else one for name, one in tables.items()}
    quick = {"seeds": 2, "config": {"presentations_per_node": 5}}
    return {
        "classify": evaluate.classify(tables, CLASSES, fractions=[0.2, 0.5]),
        "confusion": evaluate.classify({"node2vec": single["node2vec"]}, CLASSES),
        "geometry": evaluate.geometry(single, CLASSES, graph=graph, matrices=True, reference="node2vec"),
        "robustness": evaluate.robustness(tables, CLASSES, deltas=[0, 0.2, 0.4]),
        "memory": evaluate.memory(single),
        "health": evaluate.health({"sdr-28": tables["sdr-28"]}),
        "links": evaluate.links(graph, methods=("sdr-28", "node2vec"), splits=2),
        "learning": evaluate.learning(graph, CLASSES, **quick),
        "resilience": evaluate.resilience(graph, CLASSES, only=["weights", "sequential"], **quick),
        "living": evaluate.living(graph, CLASSES, hidden=[0.2, 0.3], late=[0.2], **quick),
        "training_health": evaluate.training_health(graph, CLASSES, **quick),
        "scale": evaluate.scale([graph], sizes=[200, 400]),
    }


def widths(ax):
    """The lengths of horizontal bars, from the top."""
    return [bar.get_width() for bar in ax.patches]


def texts(labels):
    return [label.get_text() for label in labels]


def legend_of(ax):
    return texts(ax.get_legend().get_texts())


PLOTS = [
    (plot.plot_classify, "classify"),
    (plot.plot_confusion, "confusion"),
    (plot.plot_firing, "health"),
    (plot.plot_fractions, "classify"),
    (plot.plot_geometry, "geometry"),
    (plot.plot_health, "health"),
    (plot.plot_learning, "learning"),
    (plot.plot_links, "links"),
    (plot.plot_living, "living"),
    (plot.plot_memory, "memory"),
    (plot.plot_resilience, "resilience"),
    (plot.plot_resilience, "training_health"),
    (plot.plot_robustness, "robustness"),
    (plot.plot_scale, "scale"),
    (plot.plot_separation, "geometry"),
    (plot.plot_similarity, "geometry"),
]


@pytest.mark.parametrize(("draw", "experiment"), PLOTS)
def test_a_plot_draws_on_given_axes_or_on_new_ones(draw, experiment, results):
    figure, ax = pyplot.subplots()
    assert draw(results[experiment], ax=ax) is ax
    assert pyplot.get_fignums() == [figure.number]
    new = draw(results[experiment])
    assert new.figure is not figure
    assert len(pyplot.get_fignums()) == 2
    for axes in (ax, new):
        assert axes.has_data()
        assert axes.get_xlabel() or texts(axes.get_xticklabels())
        axes.figure.canvas.draw()  # what is drawn can be drawn


@pytest.mark.parametrize(("draw", "experiment"), PLOTS)
def test_a_plot_refuses_what_is_no_result(draw, experiment, results):
    with pytest.raises(TypeError, match=f"{draw.__name__}: pass what evaluate"):
        draw([1, 2])
    other = "links" if experiment != "links" else "memory"
    for wrong in ({}, results[other], {"results": []}, {"results": [{"name": "a"}]}):
        with pytest.raises(InputError, match=draw.__name__):
            draw(wrong)
    with pytest.raises(TypeError, match="ax: pass the Axes"):
        draw(results[experiment], ax=7)
    assert pyplot.get_fignums() == []  # no empty figure is left behind


def test_every_public_plot_is_in_the_list_of_the_module():
    named = [name for name in dir(plot) if name.startswith("plot_")]
    assert sorted(plot.__all__) == sorted(named)
    for name in named:
        assert "Returns" in getattr(plot, name).__doc__


def test_bars_of_classify_are_the_accuracies(results):
    ax = plot.plot_classify(results["classify"])
    rows = results["classify"]["results"]["accuracy"]["rows"]
    assert widths(ax) == pytest.approx([row["accuracy"]["mean"] for row in rows])
    assert texts(ax.get_yticklabels()) == ["sdr-28", "node2vec"]
    assert ax.get_xlabel() == "accuracy of held-out nodes"
    assert f"{100 * rows[0]['accuracy']['mean']:.1f}" in texts(ax.texts)[0]
    ax = plot.plot_classify(results["classify"], "macro_f1")
    assert widths(ax) == pytest.approx([row["macro_f1"]["mean"] for row in rows])


def test_classify_of_several_graphs_has_a_group_each(results):
    ax = plot.plot_classify({"one": results["classify"], "two": results["confusion"]})
    assert texts(ax.get_xticklabels()) == ["one", "two"]
    assert legend_of(ax) == ["sdr-28", "node2vec"]
    ours, theirs = results["classify"]["results"]["accuracy"]["rows"]
    alone = results["confusion"]["results"]["accuracy"]["rows"][0]
    expected = [row["accuracy"]["mean"] for row in (ours, theirs, alone)]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(expected)


def test_a_measure_that_was_not_taken_is_named(results):
    with pytest.raises(InputError, match="'recall' was not measured for sdr-28; there is accuracy, majority_rate"):
        plot.plot_classify(results["classify"], "recall")
    with pytest.raises(InputError, match="call evaluate.classify with fractions"):
        plot.plot_fractions(results["confusion"])
    with pytest.raises(InputError, match="plot_learning: 'nothing' was not measured for all rules"):
        plot.plot_learning(results["learning"], "nothing")


def test_confusion_writes_every_count(results):
    ax = plot.plot_confusion(results["confusion"])
    rows = results["confusion"]["results"]["confusion"]["rows"]
    counts = [row[f"predicted {name}"]["mean"] for row in rows for name in ("ant", "bee", "cat")]
    assert sum(counts) == len(CLASSES)
    assert texts(ax.texts) == [f"{count:.0f}" for count in counts]
    assert texts(ax.get_yticklabels()) == ["ant", "bee", "cat"]
    assert ax.get_title() == "node2vec"
    with pytest.raises(InputError, match="there is no matrix"):
        plot.plot_confusion(results["classify"])  # of two methods


def test_curves_hold_the_points_of_the_result(results):
    ax = plot.plot_robustness(results["robustness"], "auc")
    rows = results["robustness"]["results"]["damage"]["rows"]
    for line, name in zip(ax.lines, ["sdr-28", "node2vec"], strict=True):
        assert list(line.get_xdata()) == [0, 0.2, 0.4]
        assert list(line.get_ydata()) == pytest.approx([row["auc"]["mean"] for row in rows if row["group"] == name])
        assert line.get_label() == name
    ax = plot.plot_robustness(results["robustness"], "self_similarity")
    assert ax.lines[0].get_ydata()[0] == 1
    ax = plot.plot_fractions(results["classify"])
    assert list(ax.lines[1].get_xdata()) == [0.2, 0.5]
    assert legend_of(ax) == ["sdr-28", "node2vec"]
    assert {line.get_color() for line in ax.lines} == {"#0072B2", "#D55E00"}


def test_geometry_is_relative_where_units_differ(results):
    tables = results["geometry"]["results"]
    ax = plot.plot_geometry(results["geometry"])
    assert ax.lines[0].get_ydata()[0] == ax.lines[1].get_ydata()[0] == 1
    assert "neighbours = 1" in ax.get_ylabel()
    hops = [row for row in tables["by_hop"]["rows"] if row["group"] == "sdr-28"]
    ax = plot.plot_geometry({**results["geometry"], "results": {**tables, "by_hop": {"rows": hops}}})
    assert list(ax.lines[0].get_ydata()) == pytest.approx([hop["mean"]["mean"] for hop in hops])
    assert ax.get_ylabel() == "mean shared bits"
    with pytest.raises(InputError, match="call evaluate.geometry with the graph"):
        plot.plot_geometry({**results["geometry"], "results": {"separation": tables["separation"]}})
    ax = plot.plot_separation(results["geometry"])
    assert widths(ax) == pytest.approx([row["d_prime"]["mean"] for row in tables["separation"]["rows"]])


def test_similarity_draws_the_matrix_of_a_method(results):
    ax = plot.plot_similarity(results["geometry"], "sdr-28")
    matrix = np.asarray(results["geometry"]["facts"]["matrices"]["methods"][0]["matrix"])
    np.testing.assert_array_equal(ax.images[0].get_array(), matrix)
    assert texts(ax.get_yticklabels()) == ["ant", "bee", "cat"]
    with pytest.raises(InputError, match="matrices=True"):
        plot.plot_similarity({**results["geometry"], "facts": {}})


def test_links_shows_operators_similarities_and_heuristics(results):
    ax, links = plot.plot_links(results["links"]), results["links"]
    expected = []
    for row in links["results"]["auc"]["rows"]:
        learnt = [row[key]["mean"] for key in ("Average", "Hadamard", "Weighted-L1", "Weighted-L2") if row[key]]
        expected += [*([max(learnt)] if learnt else []), row["direct"]["mean"]]
    assert widths(ax) == pytest.approx(expected)
    assert texts(ax.get_yticklabels())[1] == "sdr-28, similarity alone"
    assert texts(ax.get_yticklabels())[-1] == "preferential attachment"


def test_memory_shows_the_bytes_of_each_representation(results):
    ax = plot.plot_memory(results["memory"])
    rows = results["memory"]["results"]["memory"]["rows"]
    assert widths(ax) == pytest.approx([one["bytes_per_node"]["mean"] for one in rows])
    assert "sdr-28: bitmap" in texts(ax.get_yticklabels())
    assert ax.get_xlabel() == "bytes per node"


def test_learning_shows_what_each_rule_buys_in_points(results):
    ablation_loss = results["learning"]["results"]["ablation_loss"]["rows"]
    ax = plot.plot_learning(results["learning"], "accuracy_drive")
    assert widths(ax) == pytest.approx([100 * row["accuracy_drive"]["mean"] for row in ablation_loss])
    assert texts(ax.get_yticklabels()) == [row["name"] for row in ablation_loss]
    ax = plot.plot_learning(results["learning"], "d_prime")
    assert widths(ax) == pytest.approx([row["d_prime"]["mean"] for row in ablation_loss])


def test_resilience_draws_curves_by_strength_and_bars_by_name(results):
    parts = results["resilience"]["results"]
    ax = plot.plot_resilience(results["resilience"], "weights", ["accuracy"])
    expected = [row["accuracy"]["mean"] for row in parts["weights"]["rows"]]
    assert list(ax.lines[0].get_ydata()) == pytest.approx(expected)
    assert ax.get_title() == parts["weights"]["title"]
    ax = plot.plot_resilience(results["resilience"], "sequential", "before")
    expected = [row["before"]["mean"] for row in parts["sequential"]["rows"] if row["before"] is not None]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(expected)
    with pytest.raises(InputError, match="unknown 'x'; use weights"):
        plot.plot_resilience(results["resilience"], "x")
    with pytest.raises(InputError, match="unknown 'x'; use accuracy"):
        plot.plot_resilience(results["resilience"], "weights", ["x"])


@pytest.mark.parametrize(
    "part, measures", [("unseen", ["encoded", "trained"]), ("stream", ["before", "updated", "scratch"])]
)
def test_living_draws_accuracies_side_by_side(results, part, measures):
    rows = results["living"]["results"][part]["rows"]
    ax = plot.plot_living(results["living"], part)
    expected = [row[measure]["mean"] for measure in measures for row in rows]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(expected)
    assert texts(ax.get_xticklabels()) == [row["name"] for row in rows]


def test_scale_has_the_total_the_costly_stages_and_the_files(results):
    tables = results["scale"]["results"]
    totals = [row for row in tables["stages"]["rows"] if row["name"] == "total"][:2]
    ax = plot.plot_scale(results["scale"])
    assert list(ax.lines[0].get_xdata()) == [200, 400]
    assert list(ax.lines[0].get_ydata()) == [row["seconds"]["mean"] for row in totals]
    assert len(ax.lines) == 1 + 4 + 1  # the total, four stages, one graph of the user's
    exponent = tables["exponents"]["rows"][-1]["time"]["mean"]
    assert legend_of(ax)[0] == f"total, ∝ edges$^{{{exponent:.2f}}}$"
    assert ax.get_xscale() == ax.get_yscale() == "log"
    ax = plot.plot_scale(results["scale"], "memory")
    assert list(ax.lines[0].get_ydata()) == [row["peak_bytes"]["mean"] / 1e6 for row in totals]
    assert len(plot.plot_scale(results["scale"], stages=["walks"]).lines) == 3
    with pytest.raises(InputError, match="unknown 'x'; use walks"):
        plot.plot_scale(results["scale"], stages=["x"])
    with pytest.raises(InputError, match="neither seconds nor memory"):
        plot.plot_scale(results["scale"], "money")


def test_health_and_firing_show_shares(results):
    row = results["health"]["results"]["health"]["rows"][0]
    ax = plot.plot_health(results["health"])
    used = (row["neurons_used_l23"]["mean"] + row["neurons_used_l5a"]["mean"]) / 1800
    assert widths(ax)[0] == row["unique_share"]["mean"]
    assert widths(ax)[-1] == pytest.approx(used)
    ax = plot.plot_firing(results["health"])
    values, edges, _ = ax.patches[0].get_data()
    assert list(values) == [one["share"]["mean"] for one in results["health"]["results"]["firing"]["rows"]]
    assert edges[-1] == pytest.approx(4.0)


def test_codes_are_strokes_by_class(table):
    ax = plot.plot_codes(table, CLASSES, nodes=30)
    assert len(ax.collections) == 3
    strokes = [collection.get_segments() for collection in ax.collections]
    assert sum(map(len, strokes)) == 30 * 28
    assert texts(ax.get_yticklabels()) == ["ant", "bee", "cat"]
    drawn = {int(segment[0][0]) for segment in strokes[0]}
    ants = set(table.indices[:40].ravel().tolist())
    assert drawn <= ants
    ax = plot.plot_codes(table, nodes=[5, 3])
    drawn = sorted(int(segment[0][0]) for segment in ax.collections[0].get_segments())
    assert drawn == sorted(table[5].tolist() + table[3].tolist())


def test_sorted_bits_stay_in_their_layer(table):
    ax = plot.plot_codes(table, nodes=50, sort_bits=True)
    bits = np.array([segment[0][0] for segment in ax.collections[0].get_segments()])
    assert (bits < 1500).sum() == 50 * 8
    assert bits.max() < 1800
    one_layer = plot.plot_codes(table.select("l5a"), nodes=50, sort_bits=True)
    assert len(one_layer.collections[0].get_segments()) == 50 * 20


def test_overlaps_are_those_of_the_table_in_the_order_of_classes(table):
    ax = plot.plot_overlaps(table, CLASSES, nodes=range(120))
    matrix = np.asarray(ax.images[0].get_array())
    assert (matrix.diagonal() == 28).all()
    assert matrix.sum() == sum(table.overlaps(node).sum() for node in table)
    within = np.mean([matrix[i : i + 40, i : i + 40].mean() for i in (0, 40, 80)])
    assert within > 3 * matrix[:40, 40:].mean()
    assert len(ax.figure.axes) == 2
    assert len(plot.plot_overlaps(table, nodes=10, colorbar=False).figure.axes) == 1
    assert ax.figure.axes[1].get_ylabel() == "shared bits of 28"


def test_distribution_of_overlaps_counts_pairs():
    small = SDRTable.from_indices([[0, 1], [0, 2], [3, 4]], width=8)
    ax = plot.plot_overlap_distribution(small, ["a", "a", "b"])
    heights = [bar.get_height() for bar in ax.patches if hasattr(bar, "get_height")]
    assert heights == [0, 1, 0, 1, 0, 0]  # the pair of a shares one bit; the two of a with b none
    assert legend_of(ax) == ["same class (mean 1.0)", "different classes (mean 0.0)"]
    with pytest.raises(InputError, match="known class"):
        plot.plot_overlap_distribution(small, ["a", None, None])


def test_distribution_of_overlaps_draws_pairs_where_there_are_many(table):
    ax = plot.plot_overlap_distribution(table, pairs=500)
    heights = [bar.get_height() for bar in ax.patches if hasattr(bar, "get_height")]
    assert sum(heights) == pytest.approx(1)
    assert heights[28] < 0.01  # no node is paired with itself


def test_regions_stack_to_their_sizes(embedder):
    ax = plot.plot_regions(embedder, CLASSES)
    tops = sorted(bar.get_y() + bar.get_height() for bar in ax.patches[-len(ax.patches) // 3 :])
    assert tops == sorted(np.unique(embedder.regions_, return_counts=True)[1])
    assert legend_of(ax) == ["ant", "bee", "cat"]
    ax = plot.plot_regions([2, 2, 0])
    assert [bar.get_height() for bar in ax.patches] == [2, 1]
    with pytest.raises(TypeError, match="plot_regions"):
        plot.plot_regions("regions")


def test_graph_is_coloured_by_shared_bits(graph, table):
    ax = plot.plot_graph(graph, table, 7, names=[7, 8])
    nodes, ring = ax.collections[-2:]
    np.testing.assert_array_equal(nodes.get_array(), table.overlaps(7))
    assert len(ring.get_offsets()) == 1
    assert texts(ax.texts) == ["7", "8"]
    assert ax.figure.axes[1].get_ylabel() == "bits shared with 7, of 28"
    ax = plot.plot_graph(graph, table, labels=CLASSES)
    assert legend_of(ax) == ["ant", "bee", "cat"]
    assert texts(ax.texts) == []
    small = networkx.path_graph(3)
    ax = plot.plot_graph(small, SDRTable.from_indices([[0], [1], [1]]), pos={0: (0, 0), 1: (1, 0), 2: (2, 1)})
    assert texts(ax.texts) == ["0", "1", "2"]


def test_plots_of_tables_refuse_other_things(graph, table):
    for draw in (plot.plot_codes, plot.plot_overlaps, plot.plot_overlap_distribution):
        with pytest.raises(TypeError, match=f"{draw.__name__}: pass an SDRTable"):
            draw(np.eye(3))
    with pytest.raises(TypeError, match="graph of NetworkX"):
        plot.plot_graph([(0, 1)], table)
    with pytest.raises(KeyError, match="no node has this id"):
        plot.plot_graph(graph, table, "nobody")
    with pytest.raises(InputError, match="nodes is empty"):
        plot.plot_codes(table, nodes=[])
    with pytest.raises(InputError, match="1 at least"):
        plot.plot_overlaps(table, nodes=0)
    with pytest.raises(ValueError, match="3 of them for 120 nodes"):
        plot.plot_codes(table, ["a", "b", "c"])


def test_plots_need_matplotlib_only_when_they_draw():
    code = """
import sys
sys.modules["matplotlib"] = None
from columnar_embedder import SDRTable, plot
try:
    plot.plot_codes(SDRTable.from_indices([[0], [1]]))
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "plots need matplotlib: pip install matplotlib, or pip install columnar-embedder[plot]\n"
