"""Accuracy against time, one point a method, one panel a graph."""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import tables

INK, PALE = "#14213d", "#888888"
# Families share a hue, members differ by mark: ours, skip-gram of ours, skip-gram of others, spectral.
MARKS = {
    tables.COLUMNAR: ("#cc3311", "*"),
    tables.NODE2VEC: ("#0077bb", "o"),
    "our node2vec, 10 epochs": ("#0077bb", "s"),
    "our PPMI-SVD": ("#009988", "D"),
    "ProNE, d = 128": ("#009988", "^"),
    "NetMF, d = 128": ("#009988", "v"),
    "fastnode2vec, 1 epoch": ("#ee7733", "o"),
    "PecanPy, 1 epoch": ("#ee7733", "D"),
    "PecanPy SparseOTF, 1 epoch": ("#ee7733", "v"),
    tables.GENSIM: ("#ee7733", "s"),
}


def panel(axes, measured):
    for row in measured["rows"]:
        if row["seconds"] is None:
            continue
        colour, mark = MARKS[row["method"]]
        size = 260 if mark == "*" else 62
        style = {"s": size, "color": colour, "marker": mark, "edgecolor": "white", "linewidth": 0.8, "zorder": 3}
        axes.scatter(row["seconds"], row["accuracy"], label=row["method"], **style)
    axes.set_xscale("log")
    axes.margins(0.12, 0.16)
    axes.set_title(tables.title(measured), loc="left", color=INK, weight="bold")
    axes.grid(True, which="major", color="#e4e4e4", linewidth=0.8)
    axes.tick_params(which="both", length=0, colors="#444444", labelsize=9)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} s")
    axes.xaxis.set_minor_formatter(lambda value, _: "")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:.3f}".lstrip("0"))
    for side in axes.spines.values():
        side.set_visible(False)


def draw(results, path):
    """Writes the chart of `results`, as race.json has them."""
    graphs = results["graphs"]
    columns = 2 if len(graphs) in (1, 3) else 3
    rows = math.ceil((len(graphs) + 1) / columns)
    figure, grid = plt.subplots(rows, columns, figsize=(4.1 * columns, 3.7 * rows), squeeze=False)
    panels = list(grid.flat)
    for axes, measured in zip(panels, graphs, strict=False):
        panel(axes, measured)
    for axes in panels[len(graphs) :]:
        axes.set_axis_off()
    for axes in grid[:, 0]:
        axes.set_ylabel("accuracy", color=INK)
    figure.supxlabel("seconds to embed, logarithmic: left is faster, up is better", color=INK, fontsize=10)
    known = {}
    for axes in panels:
        known.update(dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True)))
    ordered = [name for name in MARKS if name in known]
    handles = [known[name] for name in ordered]
    panels[len(graphs)].legend(handles, ordered, loc="center", frameon=False, labelspacing=0.9, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=110, facecolor="white")
    plt.close(figure)
