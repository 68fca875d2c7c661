"""Every node in two dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._labels import as_labels
from ..codes import SDRTable
from ..errors import ConfigError
from ._style import QUIET, new_axes

__all__ = ["plot_map"]


def plot_map(codes: Any, labels=None, *, layout="columnar", random_state=1, n_jobs=None, ax=None):
    """Draw every node in two dimensions: nodes with similar codes are close.

    Parameters
    ----------
    codes : ColumnarEmbedder or SDRTable
        A fitted estimator, or its codes.
    labels : optional
        Classes to colour by, as for :func:`columnar_embedder.evaluate.classify`. By default an estimator colours by
        region, and a table not at all.
    layout : {"columnar", "umap"} or array-like of shape (n_nodes, 2), default="columnar"
        Who places the nodes: ``columnar map``; UMAP with the Jaccard distance of the 28 learned bits, which needs
        ``pip install columnar-embedder[map]``; or places of your own.
    random_state : int, default=1
    n_jobs : int, optional
        Threads; UMAP uses one, so that a seed gives one map.
    ax : matplotlib.axes.Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    matplotlib.axes.Axes
        A collection of points per class; those of unknown class are grey. The legend has at most 20 classes.
    """
    is_estimator = hasattr(codes, "codes_")
    table = codes.codes_ if is_estimator else codes
    if not isinstance(table, SDRTable):
        raise TypeError("plot_map: pass a fitted ColumnarEmbedder or its codes")
    places = _places(table, layout, random_state, n_jobs)
    groups, names = np.full(len(table), -1), []
    if labels is not None:
        groups, names = as_labels(labels, table.ids)
    elif is_estimator:
        groups = np.where(codes.regions_ == 2**32 - 1, -1, codes.regions_.astype(np.int64))
        names = [str(region) for region in range(groups.max() + 1)]
    tints = _core.distinct_colours(len(names))
    ax = new_axes(ax, 7.0, 7.0)
    size = float(np.clip(20000 / (len(table) + 1), 1, 40))
    for group, name in [(-1, "unknown"), *enumerate(names)]:
        chosen = groups == group
        if chosen.any():
            tint = tints[group] if group >= 0 else QUIET
            ax.scatter(*places[chosen].T, s=size, color=tint, label=name, linewidths=0)
    if labels is not None and len(names) <= 20:
        ax.legend(frameon=False, markerscale=max(1.0, (30 / size) ** 0.5), loc="center left", bbox_to_anchor=(1, 0.5))
    ax.set_aspect("equal")
    ax.set_axis_off()
    return ax


def _places(table: SDRTable, layout, random_state, n_jobs) -> np.ndarray:
    if not isinstance(layout, str):
        places = np.asarray(layout, dtype=float)
        if places.shape != (len(table), 2):
            raise ConfigError(f"layout: {len(table)} nodes have {len(table)} places of two numbers, not {places.shape}")
        return places
    if layout == "columnar":
        return table.layout(random_state=random_state, n_jobs=n_jobs)
    if layout != "umap":
        raise ConfigError(f"layout: unknown {layout!r}; use columnar, umap or an array of places")
    try:
        import umap
    except ImportError as error:
        raise ImportError("layout='umap' needs umap-learn: pip install columnar-embedder[map]") from error
    learned = table.select("all") if table.layer == "search" else table
    return umap.UMAP(metric="jaccard", random_state=random_state).fit_transform(learned.to_dense(bool))
