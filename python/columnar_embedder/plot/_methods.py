"""Plots of the experiments that compare methods: classify, robustness, geometry, links and memory."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from .._text import list_text
from ..errors import InputError
from ._style import (
    INK,
    QUIET,
    bars,
    by_group,
    checked,
    colours,
    grid,
    legend,
    lines,
    measured,
    new_axes,
    percent,
    table_rows,
    titled,
)

__all__ = [
    "plot_classify",
    "plot_confusion",
    "plot_fractions",
    "plot_geometry",
    "plot_links",
    "plot_memory",
    "plot_robustness",
    "plot_separation",
    "plot_similarity",
]


def plot_classify(result: Mapping, measure: str = "accuracy", *, ax=None):
    """Draw how well the classes are told, method beside method.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.classify`; or several, by the names of their graphs:
        ``{"Cora": result, "Citeseer": other}``.
    measure : {"accuracy", "macro_f1"}, default="accuracy"
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Bars with one standard deviation, over the files of a method or the folds of a single one.
    """
    plot = "plot_classify"
    values = list(result.values()) if isinstance(result, Mapping) else []
    several = bool(values) and all(isinstance(one, Mapping) and "results" in one for one in values)
    graphs = dict(result) if several else {"": result}
    found: dict[str, dict[int, tuple[float, float]]] = {}
    for column, (graph, one) in enumerate(graphs.items()):
        for row in table_rows(one, plot, "classify", "accuracy"):
            where = f"{row['name']} on {graph}" if graph else row["name"]
            found.setdefault(row["name"], {})[column] = measured(row, measure, plot, where)
    names, tints = list(found), colours(list(found))
    if not several:
        ax = new_axes(ax, 6.0, 0.8 + 0.42 * len(names))
        means, sds = zip(*(found[name][0] for name in names), strict=True)
        bars(ax, names, means, sds, tints, _percents)
        ax.set_xlim(0, 1.19)
        ax.set_xticks(np.linspace(0, 1, 6))
        ax.set_xlabel(f"{titled(measure)} of held-out nodes")
        percent(ax.xaxis)
        return ax
    ax = new_axes(ax, 2.4 + 1.3 * len(graphs), 3.4)
    step = 0.84 / len(names)
    for i, name in enumerate(names):
        at = [column - 0.42 + step * (i + 0.5) for column in found[name]]
        means, sds = zip(*found[name].values(), strict=True)
        ax.bar(at, means, step * 0.92, color=tints[i], label=name)
        ax.errorbar(at, means, yerr=sds, fmt="none", ecolor=INK, elinewidth=1)
    ax.set_xticks(range(len(graphs)), list(graphs))
    ax.tick_params(axis="x", length=0)
    ax.set_ylabel(f"{titled(measure)} of held-out nodes")
    ax.set_ylim(0, 1)
    percent(ax.yaxis)
    grid(ax, "y")
    legend(ax, loc="upper center", bbox_to_anchor=(0.5, -0.1), ncols=min(4, len(names)))
    return ax


def plot_confusion(result: Mapping, *, ax=None):
    """Draw which classes are taken for which.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.classify`, of a single table.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    methods = table_rows(result, "plot_confusion", "classify", "accuracy")
    if "confusion" not in result["results"]:
        raise InputError("plot_confusion: there is no matrix: call evaluate.classify with one table, not several")
    rows = result["results"]["confusion"]["rows"]
    classes = [row["name"] for row in rows]
    counts = np.array([[row[f"predicted {one}"]["mean"] for one in classes] for row in rows])
    share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    ax = new_axes(ax, 1.8 + 0.5 * len(classes), 1.4 + 0.5 * len(classes))
    ax.imshow(share, cmap="Blues", vmin=0, vmax=1)
    for (actual, taken), value in np.ndenumerate(counts.astype(int)):
        tint = "white" if share[actual, taken] > 0.55 else INK if value else QUIET
        ax.text(taken, actual, f"{value:,}", ha="center", va="center", fontsize="small", color=tint)
    slanted = {"rotation": 35, "ha": "right"} if max(map(len, classes)) > 4 else {}
    ax.set_xticks(range(len(classes)), classes, **slanted)
    ax.set_yticks(range(len(classes)), classes)
    ax.tick_params(length=0)
    ax.set_xlabel("predicted")
    ax.set_ylabel("class")
    ax.set_title(methods[0]["name"], fontsize="medium")
    for spine in ax.spines.values():
        spine.set_visible(False)
    return ax


def plot_fractions(result: Mapping, measure: str = "accuracy", *, ax=None):
    """Draw how well the classes are told by the share of nodes whose class is known.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.classify` with ``fractions``.
    measure : {"accuracy", "macro_f1"}, default="accuracy"
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table_rows(result, "plot_fractions", "classify", "accuracy")
    if "fractions" not in result["results"]:
        raise InputError("plot_fractions: no shares were measured: call evaluate.classify with fractions")
    rows = result["results"]["fractions"]["rows"]
    series = {}
    for name in dict.fromkeys(row["group"] for row in rows):
        points = [row for row in rows if row["group"] == name]
        found = [measured(point, measure, "plot_fractions", name) for point in points]
        series[name] = ([point["level"] for point in points], *zip(*found, strict=True))
    ax = new_axes(ax, 5.6, 3.6)
    lines(ax, series)
    ax.set_xlabel("nodes with a known class")
    ax.set_ylabel(f"{titled(measure)} of the others")
    percent(ax.xaxis)
    percent(ax.yaxis)
    return ax


def plot_robustness(result: Mapping, measure: str = "accuracy", *, ax=None):
    """Draw what is left of codes and vectors as damage grows.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.robustness`.
    measure : {"accuracy", "auc", "self_similarity"}, default="accuracy"
        Of the classes; of telling pairs of one class from others; of a damaged row to what it was.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    series = {}
    for name, points in by_group(table_rows(result, "plot_robustness", "robustness", "damage")).items():
        found = [measured(point, measure, "plot_robustness", name) for point in points]
        series[name] = ([point["level"] for point in points], *zip(*found, strict=True))
    ax = new_axes(ax, 5.6, 3.6)
    lines(ax, series)
    ax.set_xlabel("damage (share of the similarity that it takes)")
    ax.set_ylabel({"self_similarity": "similarity to what it was"}.get(measure, titled(measure)))
    percent(ax.xaxis)
    if measure != "auc":
        percent(ax.yaxis)
    return ax


def plot_geometry(result: Mapping, *, relative: bool | None = None, ax=None):
    """Draw how similarity falls with the distance of two nodes in the graph.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.geometry` with a graph.
    relative : bool, optional
        Draw each method relative to its neighbours' similarity; by default where methods are of different kinds, for
        shared bits and cosines have no common scale.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    plot = "plot_geometry"
    table_rows(result, plot, "geometry", "separation")
    if not result["results"].get("by_hop"):
        raise InputError(f"{plot}: distances were not measured: call evaluate.geometry with the graph")
    methods = by_group(table_rows(result, plot, "geometry", "by_hop"))
    kinds = {result["facts"]["kinds"][name] for name in methods}
    relative = len(kinds) > 1 if relative is None else relative
    series = {}
    for name, hops in methods.items():
        found = [measured(hop, "mean", plot, name) for hop in hops]
        unit = found[0][0] if relative else 1.0
        if not unit:
            raise InputError(f"{plot}: neighbours share nothing in {name}: pass relative=False")
        values = ([value / unit for value in column] for column in zip(*found, strict=True))
        series[name] = ([hop["level"] for hop in hops], *values)
    ax = new_axes(ax, 5.6, 3.6)
    lines(ax, series)
    ax.set_xticks(sorted({hop for xs, _, _ in series.values() for hop in xs}))
    ax.set_xlabel("distance in the graph (hops)")
    plain = "mean shared bits" if all(kind.endswith("bits") for kind in kinds) else "mean similarity"
    ax.set_ylabel("similarity (that of neighbours = 1)" if relative else plain)
    ax.axhline(0, color=QUIET, linewidth=0.8)
    return ax


def plot_separation(result: Mapping, measure: str = "d_prime", *, ax=None):
    """Draw how far similarity tells pairs of one class from pairs of two.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.geometry`.
    measure : {"d_prime", "auc"}, default="d_prime"
        Distance of the two means in standard deviations; or the chance that a pair of one class is the more similar.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = table_rows(result, "plot_separation", "geometry", "separation")
    names = [row["name"] for row in rows]
    found = [measured(row, measure, "plot_separation", name) for row, name in zip(rows, names, strict=True)]
    means, sds = zip(*found, strict=True)
    ax = new_axes(ax, 6.0, 0.8 + 0.42 * len(names))
    bars(ax, names, means, sds, colours(names), lambda mean, sd: f"{mean:.2f} ± {sd:.2f}" if sd else f"{mean:.2f}")
    ax.set_xlim(0, 1.25 * max(max(means), 0.01))
    ax.set_xlabel("d′ of pairs of one class (standard deviations)" if measure == "d_prime" else titled(measure))
    return ax


def plot_similarity(result: Mapping, name: str | None = None, *, ax=None):
    """Draw the similarity of nodes, ordered by class.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.geometry` with ``matrices=True``.
    name : str, optional
        The method; by default the first.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    given = checked(result, "plot_similarity", "geometry", ("facts",))["facts"].get("matrices")
    if not given:
        raise InputError("plot_similarity: there are no matrices: call evaluate.geometry with matrices=True")
    row = _one(given["methods"], name, "plot_similarity")
    matrix, classes = np.asarray(row["matrix"], dtype=float), np.asarray(given["classes"])
    off = matrix[~np.eye(len(matrix), dtype=bool)]
    ax = new_axes(ax, 6.0, 5.0)
    top = float(np.quantile(off, 0.99)) or float(matrix.max())
    image = ax.imshow(matrix, cmap="magma", vmin=min(0.0, float(off.min())), vmax=top, interpolation="nearest")
    for border in np.flatnonzero(np.diff(classes)):
        ax.axhline(border + 0.5, color="white", linewidth=0.6)
        ax.axvline(border + 0.5, color="white", linewidth=0.6)
    shown = np.unique(classes)
    middles = [float(np.flatnonzero(classes == one).mean()) for one in shown]
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_ticks(middles, [given["class_names"][one] for one in shown])
        axis.set_tick_params(length=0)
    ax.set_ylabel("node, by class")
    ax.set_title(row["name"], fontsize="medium")
    bar = ax.figure.colorbar(image, ax=ax, extend="max", shrink=0.85)
    bar.set_label("shared bits" if float(matrix[0, 0]) > 1.5 else "cosine", color=INK)
    bar.outline.set_visible(False)
    return ax


def plot_links(result: Mapping, measure: str = "auc", *, ax=None):
    """Draw how well hidden edges are told from pairs without one.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.links`.
    measure : {"auc", "average_precision"}, default="auc"
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        For each method its best operator before a logistic regression and, paler, its bare similarity; then the
        heuristics. The dotted line is a coin.
    """
    plot = "plot_links"
    rows = table_rows(result, plot, "links", measure)
    operators = [key for key, value in rows[0].items() if key not in ("name", "level", "direct")]
    learnt = [row for row in rows if any(row[operator] for operator in operators)]
    names, found, tints = [], [], []
    for row, tint in zip(learnt, colours([row["name"] for row in learnt]), strict=True):
        best = max(operators, key=lambda operator: row[operator]["mean"])
        for operator, shade in ((best, tint), ("direct", _pale(tint))):
            names.append(f"{row['name']}, {'similarity alone' if operator == 'direct' else operator}")
            found.append(measured(row, operator, plot, names[-1]))
            tints.append(shade)
    for row in rows:
        if row not in learnt:
            names.append(row["name"])
            found.append(measured(row, "direct", plot, names[-1]))
            tints.append("#c4cbd3")
    means, sds = zip(*found, strict=True)
    ax = new_axes(ax, 6.6, 0.9 + 0.34 * len(names))
    bars(ax, names, means, sds, tints, lambda mean, sd: f"{mean:.3f}")
    ax.axvline(0.5, color=INK, linewidth=0.9, linestyle=":")
    ax.set_xlim(0, 1.12)
    ax.set_xticks(np.linspace(0, 1, 6))
    ax.set_xlabel(f"{titled(measure)} of hidden edges")
    return ax


def plot_memory(result: Mapping, *, ax=None):
    """Draw the bytes that a node takes, in every representation.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.memory`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = table_rows(result, "plot_memory", "memory", "memory")
    methods = list(dict.fromkeys(row["group"] for row in rows))
    tint = dict(zip(methods, colours(methods), strict=True))
    names = [f"{row['group']}: {row['name']}" if len(methods) > 1 else row["name"] for row in rows]
    found = [measured(row, "bytes_per_node", "plot_memory", name) for row, name in zip(rows, names, strict=True)]
    tints = [tint[row["group"]] for row in rows]
    means, sds = zip(*found, strict=True)
    ax = new_axes(ax, 7.0, 0.9 + 0.32 * len(names))
    bars(ax, names, means, sds, tints, lambda mean, sd: f"{mean:.4g}")
    ax.set_xlim(0, 1.12 * max(means))
    ax.set_xlabel("bytes per node")
    return ax


def _percents(mean: float, sd: float) -> str:
    return f"{100 * mean:.1f} ± {100 * sd:.1f} %" if sd else f"{100 * mean:.1f} %"


def _pale(tint: str) -> str:
    """Half way to white."""
    return "#" + "".join(f"{(int(tint[i : i + 2], 16) + 255) // 2:02x}" for i in (1, 3, 5))


def _one(rows, name: str | None, plot: str) -> Mapping:
    """The method of this name, or the first."""
    if name is None:
        return rows[0]
    for row in rows:
        if row.get("name") == name:
            return row
    raise InputError(f"{plot}: unknown '{name}'; use {list_text(row.get('name') for row in rows)}")
