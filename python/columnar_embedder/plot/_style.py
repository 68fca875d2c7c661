"""What all plots share: axes to draw on, colours that everybody can tell apart, and checks of what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..errors import InputError

INK = "#3d444d"
QUIET = "#8c959f"
GRID = "#e6eaee"

# Okabe and Ito's colours, which do not fall together for the colour-blind, less the yellow, which is lost on white.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#6F6F6F", "#8A6D00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")

# A method looks the same in every plot, however many stand beside it.
_METHODS = {
    "sdr28": "#0072B2",
    "sdr": "#0072B2",
    "codes": "#0072B2",
    "sdr8": "#56B4E9",
    "node2vec": "#D55E00",
    "deepwalk": "#E69F00",
    "line": "#CC79A7",
    "ppmisvd": "#009E73",
    "kwinners": "#8A6D00",
    "gcn": "#6F6F6F",
    "sage": "#3d444d",
}


def new_axes(ax, width: float, height: float):
    """The given axes, or those of a new figure; either with a quiet frame and nothing else changed."""
    if ax is None:
        try:
            from matplotlib import pyplot
        except ImportError as error:
            raise ImportError(
                "plots need matplotlib: pip install matplotlib, or pip install columnar-embedder[plot]"
            ) from error
        _, ax = pyplot.subplots(figsize=(width, height), layout="constrained")
    elif not hasattr(ax, "transData"):
        raise TypeError(f"ax: pass the Axes of matplotlib to draw on, not {type(ax).__name__}")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    for side in ("left", "bottom"):
        ax.spines[side].set_color(QUIET)
    ax.tick_params(color=QUIET, labelcolor=INK)
    ax.xaxis.label.set_color(INK)
    ax.yaxis.label.set_color(INK)
    ax.title.set_color(INK)
    ax.set_axisbelow(True)
    return ax


def grid(ax, axis: str) -> None:
    """Faint lines behind the data, across one direction or both."""
    ax.grid(True, axis=axis, color=GRID, linewidth=0.8)


def legend(ax, **options) -> None:
    """A legend where there is more than one thing to tell apart."""
    if len(ax.get_legend_handles_labels()[1]) > 1:
        ax.legend(frameon=False, labelcolor=INK, fontsize="small", **options)


def percent(axis) -> None:
    """Ticks of a share of one, written in per cent."""
    from matplotlib.ticker import FuncFormatter

    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.4g} %".replace("-", "−")))


def colours(names: Sequence[str]) -> list[str]:
    """A colour for each method: its own where it has one, else the next that no other took."""
    own = [_METHODS.get("".join(letter for letter in name.lower() if letter.isalnum())) for name in names]
    left = [colour for colour in PALETTE if colour not in own] or list(PALETTE)
    taken = []
    for colour in own:
        if colour is None or colour in taken:
            colour = left[sum(one in left for one in taken) % len(left)]
        taken.append(colour)
    return taken


def marker(index: int) -> str:
    """The mark of the line with this number, for those who print in grey."""
    return MARKERS[index % len(MARKERS)]


def checked(result: Any, plot: str, experiment: str, keys: Iterable[str]) -> Mapping:
    """The dictionary of an experiment, or an error that says which one to pass."""
    wanted = f"{plot}: pass what evaluate.{experiment} returns"
    if not isinstance(result, Mapping):
        raise TypeError(f"{wanted}, not {type(result).__name__}")
    for key in keys:
        if key not in result:
            raise InputError(f"{wanted}; this has no '{key}'")
    return result


def table_rows(result: Any, plot: str, experiment: str, table: str) -> list[Mapping]:
    """The rows of a table of an experiment on graphs, one at least."""
    found = checked(result, plot, experiment, ("results",))["results"]
    rows = found.get(table, {}).get("rows") if isinstance(found, Mapping) else None
    if not rows:
        raise InputError(f"{plot}: pass what evaluate.{experiment} returns; it has no table '{table}'")
    return rows


def by_group(rows: list[Mapping]) -> dict[str, list[Mapping]]:
    """The rows of a table by the method that they belong to."""
    groups: dict[str, list[Mapping]] = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row)
    return groups


def measured(row: Mapping, measure: str, plot: str, name: str) -> tuple[float, float]:
    """(mean, sd) of a measure, or an error that says what there is instead."""
    value = row.get(measure)
    if isinstance(value, Mapping) and value.get("mean") is not None:
        return float(value["mean"]), float(value.get("sd") or 0.0)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value), 0.0
    known = [key for key, one in row.items() if isinstance(one, Mapping) and "mean" in one]
    advice = f"; there is {', '.join(known)}" if known else ""
    raise InputError(f"{plot}: '{measure}' was not measured for {name}{advice}")


def titled(measure: str) -> str:
    """The name of a measure as an axis shows it."""
    known = {"auc": "AUC", "average_precision": "average precision", "macro_f1": "macro F1", "d_prime": "d′"}
    return known.get(measure, measure.replace("_", " "))


def bars(ax, names, means, sds, tints, form) -> None:
    """Bars across with their figures at their ends, the first on top."""
    at = range(len(names))
    ax.barh(at, means, 0.72, color=tints)
    spread = [(mean, y, sd) for mean, y, sd in zip(means, at, sds, strict=True) if sd > 0]
    if spread:
        xs, ys, widths = zip(*spread, strict=True)
        ax.errorbar(xs, ys, xerr=widths, fmt="none", ecolor=INK, elinewidth=1, capsize=2)
    ax.set_yticks(at, names)
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    for y, mean, sd in zip(at, means, sds, strict=True):
        end, side = (mean + sd, 4) if mean >= 0 else (mean - sd, -4)
        ax.annotate(
            form(mean, sd).replace("-", "−"),
            (end, y),
            xytext=(side, 0),
            textcoords="offset points",
            va="center",
            ha="left" if side > 0 else "right",
            fontsize="small",
            color=INK,
        )
    grid(ax, "x")


def lines(ax, series) -> None:
    """Curves with a band of one standard deviation: {name: (xs, means, sds)}."""
    tints = colours(list(series))
    for i, (name, (xs, means, sds)) in enumerate(series.items()):
        ax.plot(xs, means, color=tints[i], marker=marker(i), markersize=4.5, linewidth=1.6, label=name)
        if any(sds):
            low = [mean - sd for mean, sd in zip(means, sds, strict=True)]
            high = [mean + sd for mean, sd in zip(means, sds, strict=True)]
            ax.fill_between(xs, low, high, color=tints[i], alpha=0.15, linewidth=0)
    grid(ax, "both")
    legend(ax)
