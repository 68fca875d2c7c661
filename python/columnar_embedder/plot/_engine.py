"""Plots of the experiments on the method itself: learning, resilience, living graphs, scale and health."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from .._text import list_text
from ..errors import InputError
from ._style import (
    INK,
    PALETTE,
    QUIET,
    bars,
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

__all__ = ["plot_firing", "plot_health", "plot_learning", "plot_living", "plot_resilience", "plot_scale"]

_SHARES = {
    "unique_share": "codes that no other node has",
    "unique_share_l23": "the same, of the L2/3 bits alone",
    "cell_entropy": "entropy of cells in a column (most = 1)",
    "same_cell_rate": "same cell where two nodes share a column",
}


def plot_learning(result: Mapping, measure: str = "accuracy", *, ax=None):
    """Draw what each rule of plasticity buys: the loss where it is left out.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.learning`.
    measure : str, default="accuracy"
        Any measure of a variant: ``accuracy``, ``accuracy_l23``, ``accuracy_drive``, ``d_prime``, ``neurons_used`` …
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Bars with one standard deviation of the differences over the seeds; accuracies in points of a per cent.
    """
    variants = table_rows(result, "plot_learning", "learning", "variants")
    whole = measured(variants[0], measure, "plot_learning", str(variants[0]["name"]))[0]
    points = 100.0 if measure.startswith("accuracy") else 1.0
    names, means, sds = [], [], []
    for row in table_rows(result, "plot_learning", "learning", "ablation_loss"):
        mean, sd = measured(row, measure, "plot_learning", str(row["name"]))
        names.append(str(row["name"]))
        means.append(points * mean)
        sds.append(points * sd)
    ax = new_axes(ax, 6.2, 0.9 + 0.38 * len(names))
    most = max(abs(mean) + sd for mean, sd in zip(means, sds, strict=True)) or 1.0
    digits = max(0, 2 - math.floor(math.log10(most)))

    def shown(mean, sd):
        return f"{mean:+.{digits}f} ± {sd:.{digits}f}" if sd else f"{mean:+.{digits}f}"

    bars(ax, names, means, sds, [PALETTE[0]] * len(names), shown)
    low = min(0.0, *(mean - sd for mean, sd in zip(means, sds, strict=True)))
    high = max(0.0, *(mean + sd for mean, sd in zip(means, sds, strict=True)))
    span = (high - low) or 1.0
    ax.set_xlim(low - (0.36 * span if min(means) < 0 else 0), high + (0.3 * span if max(means) >= 0 else 0))
    ax.axvline(0, color=QUIET, linewidth=0.8)
    whole_text = f"{100 * whole:.1f} %" if points > 1 else f"{whole:.4g}"
    unit = " (points)" if points > 1 else ""
    ax.set_xlabel(f"{titled(measure)} lost without it{unit}; all rules: {whole_text}")
    return ax


def plot_resilience(result: Mapping, part: str | None = None, measures: Iterable[str] | None = None, *, ax=None):
    """Draw what damage leaves, by its strength.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.resilience` or of :func:`columnar_embedder.evaluate.training_health`.
    part : str, optional
        ``l4_bits``, ``weights``, ``readout``, ``pairs``, ``sequential``; ``readout_size`` or ``weight_energy`` of
        training_health. By default the first that was measured.
    measures : iterable of str, optional
        Some of its measures; by default all that are shares and were measured more than once.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        Curves by strength; grouped bars where the rows of the part have names alone.
    """
    plot = "plot_resilience"
    parts = checked(result, plot, "resilience", ("results",))["results"]
    if result.get("experiment", "resilience") not in ("resilience", "training-health", "living"):
        raise InputError(f"{plot}: pass what evaluate.resilience returns, not evaluate.{result['experiment']}")
    parts = {} if not isinstance(parts, Mapping) else parts
    tables = {key: one for key, one in parts.items() if isinstance(one, Mapping) and "rows" in one and "title" in one}
    if not tables:
        raise InputError(f"{plot}: pass what evaluate.resilience returns; this has no part to draw")
    part = next(iter(tables)) if part is None else part
    if part not in tables:
        raise InputError(f"{plot}: unknown '{part}'; use {list_text(tables)}")
    table = tables[part]
    rows, known = table["rows"], table["measures"]
    if measures is None:
        often = [key for key in known if sum(row.get(key) is not None for row in rows) > 1]
        wanted = [key for key in often if _is_share(rows, key)]
    else:
        wanted = [measures] if isinstance(measures, str) else list(measures)
    for key in wanted:
        if key not in known:
            raise InputError(f"{plot}: unknown '{key}'; use {list_text(known)}")
    if not wanted:
        raise InputError(f"{plot}: {part} has no measure that is a share: name some")
    series = {}
    for key in wanted:
        seen = [row for row in rows if row.get(key) is not None]
        found = [measured(row, key, plot, row["name"]) for row in seen]
        if found:
            series[known[key]] = ([row["level"] for row in seen], *zip(*found, strict=True))
    ax = new_axes(ax, 6.4, 3.2 + 0.2 * len(series))
    shares, names = all(row["name"].endswith("%") for row in rows), [row["name"] for row in rows]
    if shares or names == [f"{row['level']:g}" for row in rows]:
        lines(ax, series)
        ax.set_xlabel("strength" if shares else "size")
        if shares:
            percent(ax.xaxis)
    else:
        _grouped(ax, series, names)
    if all(_is_share(rows, key) for key in wanted):
        percent(ax.yaxis)
    ax.set_title(table["title"], fontsize="medium")
    legend(ax, loc="upper left", bbox_to_anchor=(-0.02, -0.17))
    return ax


def plot_living(result: Mapping, part: str = "unseen", *, ax=None):
    """Draw accuracies on a graph that lives, beside those of training on all of it.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.living`.
    part : {"unseen", "stream"}, default="unseen"
        Nodes that the model never saw, or edges that arrive later.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        A group of bars a share that was hidden or held back.
    """
    accuracies = {"unseen": ["encoded", "trained"], "stream": ["before", "updated", "scratch"]}
    if part not in accuracies:
        raise InputError(f"plot_living: unknown '{part}'; use {list_text(accuracies)}")
    found = checked(result, "plot_living", "living", ("results",))["results"]
    if not isinstance(found, Mapping) or part not in found:
        raise InputError(f"plot_living: pass what evaluate.living returns; this has no part '{part}'")
    return plot_resilience(result, part, accuracies[part], ax=ax)


def plot_scale(result: Mapping, what: str = "seconds", *, stages: Iterable[str] | None = None, ax=None):
    """Draw time or memory by the size of the graph, on logarithmic axes.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.scale`.
    what : {"seconds", "memory"}, default="seconds"
    stages : iterable of str, optional
        Which stages beside the total; by default the four that cost most on the largest graph. Only for seconds.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        The legend gives the fitted exponent of each curve: 1 is linear. Graphs from files are single marks.
    """
    plot = "plot_scale"
    if what not in ("seconds", "memory"):
        raise InputError(f"{plot}: '{what}' is neither seconds nor memory")
    graphs = table_rows(result, plot, "scale", "graphs")
    costs = {}  # by graph and stage
    for row in table_rows(result, plot, "scale", "stages"):
        costs.setdefault(row["group"], {})[row["name"]] = _cost(row, what)
    generated = [row for row in graphs if row["group"] == "generated"]
    exponents = {row["name"]: row["time"] for row in result["results"].get("exponents", {}).get("rows", [])
                 if row["group"] == "generated"}
    names = ["total"]
    if generated and what == "seconds":
        largest = costs[generated[-1]["name"]]
        by_cost = sorted((one for one in largest if one != "total"), key=lambda one: -largest[one])
        names += by_cost[:4] if stages is None else list(stages)
        for one in names:
            if one not in largest:
                raise InputError(f"{plot}: unknown '{one}'; use {list_text(largest)}")
    ax = new_axes(ax, 6.2, 4.0)
    tints = [INK, *PALETTE]
    for i, name in enumerate(names if generated else ()):
        rows = [row for row in generated if name in costs[row["name"]]]  # small graphs are not put into another order
        xs = [row["nodes"]["mean"] for row in rows]
        ys = [costs[row["name"]][name] for row in rows]
        fit = exponents.get(name) if what == "seconds" else None
        label = f"{name}, ∝ edges$^{{{fit['mean']:.2f}}}$" if fit else name
        strong = name == "total"
        ax.plot(
            xs,
            ys,
            color=tints[i % len(tints)],
            marker="os^Dv"[i % 5],
            markersize=5 if strong else 4,
            linewidth=2.2 if strong else 1.4,
            label=label if what == "seconds" else "peak memory",
        )
    for row in (row for row in graphs if row["group"] == "given"):
        x, y = row["nodes"]["mean"], costs[row["name"]]["total"]
        ax.plot([x], [y], marker="*", markersize=10, linestyle="none", color=PALETTE[1])
        ax.annotate(row["name"], (x, y), xytext=(6, 4), textcoords="offset points", fontsize="small", color=INK)
    for axis in (ax.xaxis, ax.yaxis):
        _plain_log(axis)
    ax.set_xlabel("nodes")
    ax.set_ylabel("seconds" if what == "seconds" else "peak memory (MB)")
    grid(ax, "both")
    legend(ax)
    return ax


def plot_health(result: Mapping, *, ax=None):
    """Draw the shares that tell whether codes are healthy: unique, and made by many neurons.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.health` of codes.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = table_rows(result, "plot_health", "health", "health")
    facts = checked(result, "plot_health", "health", ("facts",))["facts"]
    neurons = checked(facts, "plot_health", "health", ("neurons",))
    series = {}
    for row in rows:
        name, found = row["name"], {}
        for key, text in _SHARES.items():
            if row.get(key) is not None:
                found[text] = measured(row, key, "plot_health", name)
        used = [row[key] for key in ("neurons_used_l23", "neurons_used_l5a") if row.get(key) is not None]
        if used:
            width = neurons["neurons"][name]
            means = sum(one["mean"] for one in used) / width
            found["neurons that fire for some node"] = (means, sum(one["sd"] or 0.0 for one in used) / width)
        series[name] = found
    texts = list(dict.fromkeys(text for found in series.values() for text in found))
    ax = new_axes(ax, 7.2, 0.9 + 0.34 * len(texts) * max(1, 0.7 * len(rows)))
    tints, step = colours(list(series)), 0.78 / len(series)
    for i, (name, found) in enumerate(series.items()):
        at = [texts.index(text) - 0.39 + step * (i + 0.5) for text in found]
        means, sds = zip(*found.values(), strict=True)
        ax.barh(at, means, step * 0.92, color=tints[i], label=name)
        ax.errorbar(means, at, xerr=sds, fmt="none", ecolor=INK, elinewidth=1)
        for y, mean, sd in zip(at, means, sds, strict=True):
            place = {"xytext": (4, 0), "textcoords": "offset points", "va": "center"}
            ax.annotate(f"{100 * mean:.1f} %", (mean + sd, y), fontsize="small", color=INK, **place)
    ax.set_yticks(range(len(texts)), texts)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    ax.set_ylim(len(texts) - 0.4, -0.6)
    ax.set_xlim(0, 1.14)
    ax.set_xticks(np.linspace(0, 1, 6))
    ax.set_xlabel("share")
    percent(ax.xaxis)
    grid(ax, "x")
    legend(ax, loc="upper center", bbox_to_anchor=(0.5, -0.25), ncols=len(series))
    return ax


def plot_firing(result: Mapping, *, ax=None):
    """Draw how evenly the neurons are used: how many fire how often.

    Parameters
    ----------
    result : dict
        Of :func:`columnar_embedder.evaluate.health` of codes.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        A rate of 1 is that of a neuron that does its fair share.
    """
    rows = table_rows(result, "plot_firing", "health", "firing")
    names = list(dict.fromkeys(row["group"] for row in rows))
    ax = new_axes(ax, 6.0, 3.4)
    for name, tint in zip(names, colours(names), strict=True):
        bins = [row for row in rows if row["group"] == name]
        share = [one["share"]["mean"] for one in bins]
        starts = [one["level"] for one in bins]
        edges = np.array([*starts, 2 * starts[-1] - starts[-2]])  # the last bin, of all that is above, drawn as wide
        ax.stairs(share, edges, fill=True, color=tint, alpha=0.35 if len(names) > 1 else 0.6)
        ax.stairs(share, edges, color=tint, linewidth=1.3, label=name)
        if share[-1] > 0:
            ax.annotate(
                "and above",
                (edges[-1], share[-1]),
                xytext=(0, 4),
                textcoords="offset points",
                ha="right",
                fontsize="small",
                color=INK,
            )
    ax.axvline(1, color=INK, linewidth=0.9, linestyle=":")
    ax.set_xlim(0, None)
    ax.set_ylim(0, None)
    ax.set_xlabel("firing rate (mean rate = 1)")
    ax.set_ylabel("share of neurons")
    percent(ax.yaxis)
    grid(ax, "y")
    legend(ax)
    return ax


def _cost(stage: Mapping, what: str) -> float:
    return stage["seconds"]["mean"] if what == "seconds" else stage["peak_bytes"]["mean"] / 1e6


def _plain_log(axis) -> None:
    """A logarithmic axis with numbers that people read."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    getattr(axis.axes, f"set_{axis.axis_name}scale")("log")
    axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


def _is_share(rows, key: str) -> bool:
    values = [row[key]["mean"] for row in rows if row.get(key) is not None]
    return bool(values) and all(-0.001 <= value <= 1.001 for value in values)


def _grouped(ax, series, groups) -> None:
    """Bars side by side: a group a row of the table, a bar a measure."""
    tints, step = colours(list(series)), 0.84 / max(1, len(series))
    for i, (name, (_, means, sds)) in enumerate(series.items()):
        at = [group - 0.42 + step * (i + 0.5) for group in range(len(means))]
        ax.bar(at, means, step * 0.92, color=tints[i], label=name)
        ax.errorbar(at, means, yerr=sds, fmt="none", ecolor=INK, elinewidth=1)
    ax.set_xticks(range(len(groups)), [group.replace(", ", ",\n") for group in groups])
    ax.tick_params(axis="x", length=0)
    grid(ax, "y")
