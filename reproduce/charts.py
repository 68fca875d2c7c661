"""Charts as SVG text, drawn by matplotlib from plain lists. Every function returns one inline <svg>."""

import io
import re

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend comes first)
import numpy as np  # noqa: E402

COLOURS = {"SDR-28": "#0b5cad", "SDR-8": "#5aa9e6", "node2vec": "#d1495b", "deepwalk": "#edae49", "line": "#9a6fb0",
           "ppmi-svd": "#66a182", "k-winners": "#9aa0a6", "gcn": "#444b54", "sage": "#8d99ae"}
OTHERS = ["#0b5cad", "#d1495b", "#66a182", "#edae49", "#9a6fb0", "#444b54", "#5aa9e6", "#9aa0a6", "#b5651d", "#2a9d8f"]
STYLE = {"svg.fonttype": "none", "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans", "Arial"],
         "font.size": 9, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": "#8c959f",
         "axes.grid": True, "grid.color": "#e6eaee", "axes.axisbelow": True, "legend.frameon": False,
         "axes.titlesize": 10, "figure.facecolor": "none", "axes.facecolor": "none"}


def colour(name, index=0):
    return COLOURS.get(name, OTHERS[index % len(OTHERS)])


def _svg(figure, name):
    stream = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name}):  # the same ids each time, and none twice on the page
        figure.savefig(stream, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    text = stream.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    width = re.search(r'<svg[^>]*? width="([0-9.]+)pt"', text).group(1)
    text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)  # as wide as the page, no wider than drawn
    return text.replace("<svg", f'<svg role="img" aria-label="{name}" style="max-width:{float(width) * 1.34:.0f}px"', 1)


def _panels(count, width=3.1, height=2.6, rows=1, **options):
    with matplotlib.rc_context(STYLE):
        figure, axes = plt.subplots(rows, count, figsize=(width * count, height * rows), squeeze=False, **options)
    return figure, axes


def bars(name, groups, series, ylabel, ylim=None, width=9.3, height=3.0):
    """Grouped bars. series: {method: [(mean, sd) or None for each group]}."""
    with matplotlib.rc_context(STYLE):
        figure, axis = plt.subplots(figsize=(width, height))
        step = 0.84 / max(1, len(series))
        for i, (method, values) in enumerate(series.items()):
            at = [g - 0.42 + step * (i + 0.5) for g in range(len(groups))]
            shown = [(x, v) for x, v in zip(at, values) if v is not None]
            axis.bar([x for x, _ in shown], [v[0] for _, v in shown], step * 0.92, color=colour(method, i), label=method)
            axis.errorbar([x for x, _ in shown], [v[0] for _, v in shown], [v[1] for _, v in shown], fmt="none",
                          ecolor="#1b1f24", elinewidth=0.7)
        axis.set_xticks(range(len(groups)), groups)
        axis.set_ylabel(ylabel)
        axis.grid(axis="x", visible=False)
        if ylim:
            axis.set_ylim(*ylim)
        axis.legend(ncol=min(8, len(series)), loc="upper center", bbox_to_anchor=(0.5, -0.12), fontsize=8)
    return _svg(figure, name)


def bar_panels(name, panels, ylabel, ylim=None):
    """One panel a graph: {title: (groups, series)} as for bars()."""
    figure, axes = _panels(len(panels), width=3.3, height=2.9, sharey=True)
    with matplotlib.rc_context(STYLE):
        handles = {}
        for axis, (title, (groups, series)) in zip(axes[0], panels.items()):
            step = 0.84 / max(1, len(series))
            for i, (method, values) in enumerate(series.items()):
                at = [g - 0.42 + step * (i + 0.5) for g in range(len(groups))]
                shown = [(x, v) for x, v in zip(at, values) if v is not None]
                handles[method] = axis.bar([x for x, _ in shown], [v[0] for _, v in shown], step * 0.92,
                                           color=colour(method, i), yerr=[v[1] for _, v in shown],
                                           error_kw={"elinewidth": 0.7})
            axis.set_title(title)
            axis.set_xticks(range(len(groups)), groups, rotation=30, ha="right")
            axis.grid(axis="x", visible=False)
            if ylim:
                axis.set_ylim(*ylim)
        axes[0][0].set_ylabel(ylabel)
        figure.legend(handles.values(), handles.keys(), ncol=min(7, len(handles)), loc="lower center",
                      bbox_to_anchor=(0.5, -0.16), fontsize=8)
    return _svg(figure, name)


def line_panels(name, panels, xlabel, ylabels, log=False, marks=None, rows=1, share="row"):
    """Curves. panels: {title: {method: (xs, means, sds)}}; with rows > 1 they fill row by row."""
    columns = (len(panels) + rows - 1) // rows
    figure, axes = _panels(columns, rows=rows, sharey=share)
    handles = {}
    with matplotlib.rc_context(STYLE):
        for i, (axis, (title, series)) in enumerate(zip(axes.flat, panels.items())):
            for j, (method, (xs, means, sds)) in enumerate(series.items()):
                tint = colour(method, j)
                handles[method], = axis.plot(xs, means, marker="o", markersize=3, linewidth=1.4, color=tint)
                if sds is not None and None not in sds:  # a single value has no spread
                    low = [m - s for m, s in zip(means, sds)]
                    high = [m + s for m, s in zip(means, sds)]
                    axis.fill_between(xs, low, high, color=tint, alpha=0.15, linewidth=0)
            axis.set_title(title)
            if log:
                axis.set_xscale("log")
                axis.set_yscale("log")
            if marks is not None:
                axis.axvline(marks, color="#8c959f", linewidth=0.8, linestyle=":")
            if i // columns == rows - 1:
                axis.set_xlabel(xlabel)
            if i % columns == 0:
                axis.set_ylabel(ylabels[i // columns] if isinstance(ylabels, (list, tuple)) else ylabels)
        figure.tight_layout()
        if len(handles) > 1:
            figure.legend(handles.values(), handles.keys(), ncol=min(6, len(handles)), loc="lower center",
                          bbox_to_anchor=(0.5, -0.13 if rows == 1 else -0.06), fontsize=8)
    return _svg(figure, name)


def matrices(name, panels):
    """Similarity matrices: {graph: (ours, reference, class borders)}; rows of numbers, drawn above one another."""
    figure, axes = _panels(len(panels), width=3.1, height=3.0, rows=2)
    with matplotlib.rc_context({**STYLE, "axes.grid": False}):
        for column, (title, (ours, reference, borders)) in enumerate(panels.items()):
            for row, (matrix, label, top) in enumerate(((ours, "shared bits", 14), (reference, "node2vec cosine", 0.8))):
                axis = axes[row][column]
                axis.grid(False)
                axis.imshow(np.asarray(matrix, dtype=float), cmap="magma", vmin=0, vmax=top, interpolation="nearest")
                axis.set_xticks([])
                axis.set_yticks([])
                for border in borders:
                    axis.axhline(border - 0.5, color="white", linewidth=0.4)
                    axis.axvline(border - 0.5, color="white", linewidth=0.4)
                axis.set_title(title if row == 0 else "")
                if column == 0:
                    axis.set_ylabel(label)
        figure.tight_layout()
    return _svg(figure, name)


def densities(name, panels, xlabel, ylabel):
    """2-D histograms on a log scale: {title: (counts[y][x], x edges, y edges, note)}."""
    figure, axes = _panels(len(panels), width=3.1, height=2.7, sharey=True)
    with matplotlib.rc_context({**STYLE, "axes.grid": False}):
        for axis, (title, (counts, xs, ys, note)) in zip(axes[0], panels.items()):
            axis.grid(False)
            shown = np.log10(1.0 + np.asarray(counts, dtype=float))
            axis.pcolormesh(xs, ys, shown, cmap="magma", rasterized=True)
            axis.set_title(title)
            axis.set_xlabel(xlabel)
            axis.text(0.04, 0.93, note, transform=axis.transAxes, color="white", fontsize=8, va="top")
        axes[0][0].set_ylabel(ylabel)
        figure.tight_layout()
    return _svg(figure, name)


def across(name, values, xlabel, log=False):
    """Horizontal bars: {label: value}, each with its figure."""
    with matplotlib.rc_context(STYLE):
        figure, axis = plt.subplots(figsize=(8.2, 0.34 * len(values) + 0.9))
        labels = list(values)
        axis.barh(range(len(labels)), [values[l] for l in labels],
                  color=["#0b5cad" if l.startswith("SDR") else "#9aa0a6" for l in labels])
        axis.set_yticks(range(len(labels)), labels)
        axis.invert_yaxis()
        axis.grid(axis="y", visible=False)
        if log:
            axis.set_xscale("log")
        for i, label in enumerate(labels):
            axis.text(values[label], i, f" {values[label]:g}", va="center", fontsize=8)
        axis.set_xlabel(xlabel)
    return _svg(figure, name)
