"""Plots of codes themselves, of regions, and of a graph in the light of its codes."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._labels import as_labels
from .._text import printable
from ..codes import SDRTable
from ..errors import InputError
from ._style import INK, PALETTE, QUIET, grid, legend, new_axes, percent

__all__ = ["plot_codes", "plot_graph", "plot_overlap_distribution", "plot_overlaps", "plot_regions"]

_OURS, _OTHER = PALETTE[0], PALETTE[1]


def plot_codes(table: SDRTable, labels=None, *, nodes=120, sort_bits: bool = False, ax=None):
    """Draw the active bits of each node: a row a node, a stroke an active bit.

    Parameters
    ----------
    table : SDRTable
    labels : optional
        Classes, as for :func:`columnar_embedder.evaluate.classify`. Rows are then ordered and coloured by class; within
        one, like codes stand together.
    nodes : int or iterable of ids, default=120
        How many nodes, taken evenly from all; or which.
    sort_bits : bool, default=False
        Order the bits of each layer by the class, or by the row, that uses them most, instead of by their number.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows, classes, names = _ordered(table, labels, nodes, "plot_codes")
    ax = new_axes(ax, 8.0, min(7.0, 1.2 + 0.045 * len(rows)))
    geometry = table.geometry
    table = table.select("all") if table.layer == "search" else table
    border = geometry["columns"] * geometry["cells_per_column"] if table.layer == "all" else 0
    width = table.shape[1]
    bits = table.indices[rows].astype(np.int64)
    if sort_bits:
        bits = _by_use(bits, width, border)[bits]
    numbers = np.repeat(np.arange(len(rows)), bits.shape[1])
    for group in range(len(names)):
        mine = np.repeat(classes == group, bits.shape[1])
        at = numbers[mine]
        tint = PALETTE[group % len(PALETTE)]
        ax.vlines(bits.ravel()[mine], at - 0.5, at + 0.5, color=tint, linewidth=1.0, label=names[group])
    ax.set_xlim(-1, width)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.set_xlabel("bit, by use" if sort_bits else "bit")
    _class_ticks(ax.yaxis, classes, names, "node")
    if 0 < border < width:
        ax.axvline(border - 0.5, color=QUIET, linewidth=0.8, linestyle=":")
        ax.set_xticks([border / 2, (border + width) / 2], ["L2/3", "L5a"], minor=True)
        ax.xaxis.remove_overlapping_locs = False
        ax.tick_params(axis="x", which="minor", length=0, pad=18, labelcolor=INK)
    return ax


def plot_overlaps(table: SDRTable, labels=None, *, nodes=300, colorbar: bool = True, ax=None):
    """Draw how many bits each two nodes share, as a matrix.

    Parameters
    ----------
    table : SDRTable
    labels : optional
        Classes, as for :func:`columnar_embedder.evaluate.classify`. Nodes are then ordered by class; within one, like
        codes stand together.
    nodes : int or iterable of ids, default=300
        How many nodes, taken evenly from all; or which.
    colorbar : bool, default=True
        Add the scale of the colours. It ends at half of the active bits, above which hardly any two nodes are.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows, classes, names = _ordered(table, labels, nodes, "plot_overlaps")
    ax = new_axes(ax, 6.0, 5.0)
    top = max(1, table.active // 2)
    image = ax.imshow(_shared(table, rows), cmap="magma", vmin=0, vmax=top, interpolation="nearest")
    for border in np.flatnonzero(np.diff(classes)):
        ax.axhline(border + 0.5, color="white", linewidth=0.6)
        ax.axvline(border + 0.5, color="white", linewidth=0.6)
    _class_ticks(ax.yaxis, classes, names, "node")
    _class_ticks(ax.xaxis, classes, names, "node")
    if colorbar:
        bar = ax.figure.colorbar(image, ax=ax, extend="max", shrink=0.85)
        bar.set_label(f"shared bits of {table.active}", color=INK)
        bar.outline.set_visible(False)
        bar.ax.tick_params(color=QUIET, labelcolor=INK)
    return ax


def plot_overlap_distribution(table: SDRTable, labels=None, *, pairs: int = 200_000, seed: int = 1, ax=None):
    """Draw how often two nodes share how many bits, within a class and across classes.

    Parameters
    ----------
    table : SDRTable
    labels : optional
        Classes, as for :func:`columnar_embedder.evaluate.classify`; without them all pairs are one group.
    pairs : int, default=200000
        Pairs to draw at random where there are more.
    seed : int, default=1
        Of the draw.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    _need_codes(table, "plot_overlap_distribution")
    classes = None if labels is None else as_labels(labels, table.ids)[0]
    first, second = _pairs(len(table), pairs, seed)
    shared = _shared_by_pair(table, first, second)
    groups = [("all pairs", shared, _OURS)]
    if classes is not None:
        known = (classes[first] >= 0) & (classes[second] >= 0)
        same = classes[first] == classes[second]
        groups = [("same class", shared[known & same], _OURS), ("different classes", shared[known & ~same], _OTHER)]
    if not any(len(values) for _, values, _ in groups):
        raise InputError("plot_overlap_distribution: no two nodes have a known class")
    ax = new_axes(ax, 6.0, 3.6)
    at = np.arange(table.active + 1)
    for name, values, tint in groups:
        if len(values):
            share = np.bincount(values, minlength=table.active + 1) / len(values)
            label = f"{name} (mean {values.mean():.1f})"
            ax.bar(at, share, 1.0, color=tint, alpha=0.4, label=label)
            ax.step(np.append(at - 0.5, at[-1] + 0.5), np.append(share, share[-1]), where="post", color=tint, lw=1.2)
    ax.set_xlim(-0.6, table.active + 0.6)
    ax.set_yscale("log")
    ax.set_xlabel(f"shared bits of {table.active}")
    ax.set_ylabel("share of pairs (log)")
    percent(ax.yaxis)
    grid(ax, "y")
    legend(ax, loc="upper right")
    return ax


def plot_regions(regions: Any, labels=None, *, ax=None):
    """Draw the size of the spectral regions and which classes they hold.

    Parameters
    ----------
    regions : ColumnarEmbedder or array-like of int, shape (n_nodes,)
        A fitted estimator, or the region of each node.
    labels : optional
        Classes, as for :func:`columnar_embedder.evaluate.classify`; by id only where `regions` is an estimator.
        Regions with the same main class then stand together.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    estimator = hasattr(regions, "regions_")
    numbers = np.asarray(regions.regions_ if estimator else regions)
    if numbers.ndim != 1 or numbers.size == 0 or numbers.dtype.kind not in "iu":
        raise TypeError("plot_regions: pass a fitted ColumnarEmbedder or the region of each node")
    ids = regions.node_ids_ if estimator else np.arange(len(numbers))
    classes, names = _classes(labels, ids)
    present, compact = np.unique(numbers, return_inverse=True)
    counts = np.zeros((len(names), len(present)), dtype=np.int64)
    np.add.at(counts, (classes, compact), 1)
    counts = counts[:, np.lexsort((-counts.sum(axis=0), counts.argmax(axis=0)))]
    ax = new_axes(ax, 7.0, 3.4)
    bottom = np.zeros(len(present), dtype=np.int64)
    for group, name in enumerate(names):
        tint = PALETTE[group % len(PALETTE)]
        ax.bar(np.arange(len(present)), counts[group], 1.0, bottom=bottom, color=tint, label=name, linewidth=0)
        bottom += counts[group]
    ax.set_xlim(-0.6, len(present) - 0.4)
    ax.set_xlabel("region, largest first" if labels is None else "region, by main class and size")
    ax.set_ylabel("nodes")
    grid(ax, "y")
    legend(ax, ncols=min(4, len(names)), loc="upper right")
    ax.set_ylim(0, 1.2 * bottom.max())
    ax.yaxis.get_major_locator().set_params(integer=True)
    return ax


def plot_graph(graph, table: SDRTable, node=None, *, labels=None, pos=None, names=None, ax=None):
    """Draw a graph, its nodes coloured by the bits that they share with one of them, or by class.

    Parameters
    ----------
    graph : networkx.Graph
        Its nodes are the ids of the table.
    table : SDRTable
    node : optional
        The node to compare with; it gets a ring.
    labels : optional
        Classes, as for :func:`columnar_embedder.evaluate.classify`: they colour the nodes where no `node` is given,
        and the rings of the nodes where one is.
    pos : dict, optional
        Where each node stands; by default NetworkX's spring layout with seed 1.
    names : bool or iterable of ids, optional
        Whether to write the ids at the nodes, or at which; by default at all where there are at most 60.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
    """
    _need_codes(table, "plot_graph")
    if not hasattr(graph, "nodes") or not hasattr(graph, "edges"):
        raise TypeError(f"plot_graph: pass a graph of NetworkX, not {type(graph).__name__}")
    try:
        import networkx
    except ImportError as error:
        raise ImportError("plot_graph needs NetworkX: pip install networkx") from error
    if node is not None and node not in graph:
        raise KeyError(f"{node!r}: no node has this id")
    ids = list(graph.nodes)
    rows = np.array([table.row(one) for one in ids], dtype=np.int64)
    classes, class_names = _classes(labels, table.ids)
    classes = classes[rows]
    ax = new_axes(ax, 7.0, 5.4)
    from matplotlib.patheffects import withStroke

    pos = networkx.spring_layout(graph, seed=1) if pos is None else pos
    few = len(ids) <= 60
    points = np.array([pos[one] for one in ids], dtype=float)
    size = 330 if few else max(12, 9000 / len(ids))
    networkx.draw_networkx_edges(graph, pos, ax=ax, edge_color="#c4cbd3", width=0.9, alpha=0.8, arrows=False)
    if node is None:
        groups = [(PALETTE[g % len(PALETTE)], np.flatnonzero(classes == g), name) for g, name in enumerate(class_names)]
        for tint, mine, name in groups:
            ax.scatter(*points[mine].T, s=size, color=tint, edgecolors="white", linewidths=0.8, zorder=2, label=name)
        dark = np.ones(len(ids), dtype=bool)
        legend(ax, markerscale=0.5 if few else 1.5)
    else:
        shared = table.overlaps(node)[rows]
        rings = [PALETTE[c % len(PALETTE)] for c in classes] if labels is not None else QUIET
        image = ax.scatter(
            *points.T,
            c=shared,
            s=size,
            cmap="Blues",
            vmin=0,
            vmax=table.active,
            edgecolors=rings,
            linewidths=2.0 if labels is not None and few else 0.8,
            zorder=2,
        )
        here = points[ids.index(node)]
        ax.scatter(*here, s=size * 2.2, facecolors="none", edgecolors=_OTHER, linewidths=2.2, zorder=3)
        bar = ax.figure.colorbar(image, ax=ax, shrink=0.7)
        bar.set_label(f"bits shared with {printable(node)}, of {table.active}", color=INK)
        bar.outline.set_visible(False)
        bar.ax.tick_params(color=QUIET, labelcolor=INK)
        dark = shared > 0.5 * table.active
    names = few if names is None else names
    named = set(ids if names is True else names or ())
    for (x, y), one, light in zip(points, ids, dark, strict=True):
        if one in named and few:
            colour = "white" if light else INK
            ax.text(x, y, printable(one), ha="center", va="center", fontsize="small", color=colour, zorder=4)
        elif one in named:
            above = {"xytext": (0, 1 + size**0.5 / 2), "textcoords": "offset points", "ha": "center"}
            text = ax.annotate(printable(one), (x, y), fontsize="small", color=INK, zorder=5, **above)
            text.set_path_effects([withStroke(linewidth=2.5, foreground="white")])
    ax.set_axis_off()
    return ax


def _need_codes(table, plot: str) -> None:
    if not isinstance(table, SDRTable):
        raise TypeError(f"{plot}: pass an SDRTable, such as codes_ of an embedder, not {type(table).__name__}")


def _classes(labels, ids) -> tuple[np.ndarray, list[str]]:
    """The class of each row and the names; one class without a name where there are no labels, unknown ones last."""
    if labels is None:
        return np.zeros(len(ids), dtype=np.int64), [""]
    classes, names = as_labels(labels, ids)
    if (classes < 0).any():
        classes, names = np.where(classes < 0, len(names), classes), [*names, "unknown"]
    return np.asarray(classes, dtype=np.int64), [printable(name) for name in names]


def _ordered(table, labels, nodes, plot: str) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Rows to draw, ordered by class and within one by likeness, with their classes and the names of these."""
    _need_codes(table, plot)
    classes, names = _classes(labels, table.ids)
    if isinstance(nodes, (int, np.integer)):
        if nodes < 1:
            raise InputError(f"{plot}: nodes is how many to draw, 1 at least, not {nodes}")
        by_class = np.argsort(classes, kind="stable")
        taken = np.linspace(0, len(by_class) - 1, min(int(nodes), len(by_class))).round().astype(np.int64)
        rows = by_class[taken]
    else:
        rows = np.array([table.row(node) for node in nodes], dtype=np.int64)
        if rows.size == 0:
            raise InputError(f"{plot}: nodes is empty")
    parts = [_like_together(table, rows[classes[rows] == group]) for group in range(len(names))]
    rows = np.concatenate(parts)
    return rows, classes[rows], names


def _like_together(table: SDRTable, rows: np.ndarray) -> np.ndarray:
    """The rows in the order of the leaves of a tree that joins those that share most bits."""
    if len(rows) < 3 or len(rows) > 2000:
        return rows
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    apart = (table.active - _shared(table, rows)).astype(float)
    return rows[leaves_list(linkage(squareform(apart, checks=False), "average"))]


def _shared(table: SDRTable, rows: np.ndarray) -> np.ndarray:
    """How many bits each two of the rows share."""
    some = table.to_csr(np.int32)[rows]
    return (some @ some.T).toarray()


def _pairs(nodes: int, most: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """All pairs of two nodes, or as many at random."""
    if nodes < 2:
        raise InputError("plot_overlap_distribution: a table of one node has no pairs")
    if nodes * (nodes - 1) // 2 <= most:
        return np.triu_indices(nodes, 1)
    random = np.random.default_rng(seed)
    first = random.integers(0, nodes, most)
    return first, (first + random.integers(1, nodes, most)) % nodes


def _shared_by_pair(table: SDRTable, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """How many bits the nodes of each pair share, some pairs at a time to spare memory."""
    codes, parts = table.to_csr(np.int32), []
    for start in range(0, len(first), 50_000):
        part = slice(start, start + 50_000)
        parts.append(np.asarray(codes[first[part]].multiply(codes[second[part]]).sum(axis=1)).ravel())
    return np.concatenate(parts)


def _by_use(bits: np.ndarray, width: int, border: int) -> np.ndarray:
    """The new place of each bit: in its layer, by the mean row of those that use it, idle ones last."""
    use = np.bincount(bits.ravel(), minlength=width)
    total = np.bincount(bits.ravel(), np.repeat(np.arange(len(bits)), bits.shape[1]), minlength=width)
    mean = np.where(use > 0, total / np.maximum(use, 1), np.inf)
    order = np.lexsort((mean, np.arange(width) >= border))
    place = np.empty(width, dtype=np.int64)
    place[order] = np.arange(width)
    return place


def _class_ticks(axis, classes: np.ndarray, names: list[str], what: str) -> None:
    """The names of the classes in the middle of their nodes, or the bare name of the axis."""
    shown = [group for group in range(len(names)) if names[group] and (classes == group).any()]
    middles = [float(np.flatnonzero(classes == group).mean()) for group in shown]
    axis.set_ticks(middles, [names[group] for group in shown])
    axis.set_tick_params(length=0)
    axis.set_label_text(f"{what}, by class" if shown else what)
