"""What the codes are compared with, on the same graph and seeds as ours: the methods of ``columnar embed --method``.

Every function takes a graph of any kind (:func:`columnar_embedder.as_graph`) and gives a table, a row a node. The same
seed gives the same bytes, on any number of threads, here and on the command line.
"""

from __future__ import annotations

from . import _core
from ._graphs import convert
from ._progress import progress_bar
from ._run import plain_values, real_number, seed_of, thread_count, whole_number
from .codes import SDRTable
from .vectors import VectorTable

__all__ = ["deepwalk", "k_winners", "line", "node2vec", "ppmi_svd"]

_WALKS = """walks_per_node, walk_length, window : int
        Walks started at each node, nodes in a walk, and steps within which two nodes form a pair."""

_COMMON = """random_state : int, RandomState, Generator or None, default=1
        The command's seed.
    n_jobs : int or None
        Threads; None is 1, -1 all cores.
    verbose : bool, default=False
        Show a progress bar.
    directed, weight, largest_component
        How the graph is read, as for :func:`columnar_embedder.as_graph`."""


def _documented(function):
    function.__doc__ = function.__doc__.replace("{walks}", _WALKS).replace("{common}", _COMMON)
    return function


def _embed(method, graph, constants, config, *, random_state=1, n_jobs=None, verbose=False, **how):
    unknown = sorted(set(how) - {"directed", "weight", "largest_component"})
    if unknown:
        hint = {"p": "; it is return_p here", "q": "; it is inout_q here"}.get(unknown[0], "")
        raise TypeError(f"{method.replace('-', '_')}() got an unexpected keyword argument '{unknown[0]}'{hint}")
    for name, value in constants.items():
        check = real_number if name == "learning_rate" else whole_number
        constants[name] = check("--" + name.replace("_", "-"), value)
    seed = seed_of(random_state)
    converted = convert(graph, **how)
    with progress_bar(verbose) as progress:
        table, metadata = _core.embed_by(
            method,
            converted.graph,
            plain_values({"seed": seed, **config}),
            **constants,
            threads=thread_count(n_jobs),
            progress=progress,
        )
    if isinstance(table, _core.Codes):
        return SDRTable(table, converted.ids, metadata)
    return VectorTable(table, converted.ids)


@_documented
def node2vec(
    graph,
    *,
    dimensions=64,
    epochs=10,
    negatives=5,
    learning_rate=0.025,
    walks_per_node=10,
    walk_length=20,
    window=5,
    return_p=1.0,
    inout_q=1.0,
    **common,
) -> VectorTable:
    """node2vec: skip-gram with negative sampling over second-order walks (Grover and Leskovec, 2016).

    Parameters
    ----------
    graph : graph-like
    dimensions : int, default=64
    epochs : int, default=10
        Passes over all walks.
    negatives : int, default=5
        Noise nodes a pair.
    learning_rate : float, default=0.025
        Falls linearly over the training.
    {walks}
    return_p, inout_q : float, default=1.0
        Larger p turns back less, larger q stays closer.
    {common}

    Returns
    -------
    VectorTable
    """
    constants = {"dimensions": dimensions, "epochs": epochs, "negatives": negatives, "learning_rate": learning_rate}
    walks = {
        "walks_per_node": walks_per_node,
        "walk_length": walk_length,
        "window": window,
        "return_p": return_p,
        "inout_q": inout_q,
    }
    return _embed("node2vec", graph, constants, walks, **common)


@_documented
def deepwalk(
    graph, *, dimensions=64, epochs=10, learning_rate=0.025, walks_per_node=10, walk_length=20, window=5, **common
) -> VectorTable:
    """DeepWalk: skip-gram with hierarchical softmax over plain walks (Perozzi et al., 2014).

    Parameters
    ----------
    graph : graph-like
    dimensions : int, default=64
    epochs : int, default=10
        Passes over all walks.
    learning_rate : float, default=0.025
        Falls linearly over the training.
    {walks}
    {common}

    Returns
    -------
    VectorTable
    """
    constants = {"dimensions": dimensions, "epochs": epochs, "learning_rate": learning_rate}
    walks = {"walks_per_node": walks_per_node, "walk_length": walk_length, "window": window}
    return _embed("deepwalk", graph, constants, walks, **common)


@_documented
def line(graph, *, dimensions=64, negatives=5, learning_rate=0.025, line_samples=4000, **common) -> VectorTable:
    """LINE, first and second order, half of the dimensions each (Tang et al., 2015).

    Parameters
    ----------
    graph : graph-like
    dimensions : int, default=64
    negatives : int, default=5
        Noise nodes a pair.
    learning_rate : float, default=0.025
        Falls linearly over the training.
    line_samples : int, default=4000
        Edges drawn, for each node and each order.
    {common}

    Returns
    -------
    VectorTable
    """
    constants = {
        "dimensions": dimensions,
        "negatives": negatives,
        "learning_rate": learning_rate,
        "line_samples": line_samples,
    }
    return _embed("line", graph, constants, {}, **common)


@_documented
def ppmi_svd(
    graph, *, dimensions=64, walks_per_node=10, walk_length=20, window=5, return_p=1.0, inout_q=1.0, **common
) -> VectorTable:
    """The leading singular vectors of the PPMI matrix of the walks.

    Parameters
    ----------
    graph : graph-like
    dimensions : int, default=64
    {walks}
    return_p, inout_q : float, default=1.0
        Larger p turns back less, larger q stays closer.
    {common}

    Returns
    -------
    VectorTable
    """
    walks = {
        "walks_per_node": walks_per_node,
        "walk_length": walk_length,
        "window": window,
        "return_p": return_p,
        "inout_q": inout_q,
    }
    return _embed("ppmi-svd", graph, {"dimensions": dimensions}, walks, **common)


@_documented
def k_winners(
    graph, *, dimensions=64, walks_per_node=10, walk_length=20, window=5, return_p=1.0, inout_q=1.0, **common
) -> SDRTable:
    """Sparse codes without learning: :func:`ppmi_svd` through a random matrix, the best 28 of 1,800 kept.

    The honest floor of every comparison.

    Parameters
    ----------
    graph : graph-like
    dimensions : int, default=64
        Of the vectors that are projected.
    {walks}
    return_p, inout_q : float, default=1.0
        Larger p turns back less, larger q stays closer.
    {common}

    Returns
    -------
    SDRTable
    """
    walks = {
        "walks_per_node": walks_per_node,
        "walk_length": walk_length,
        "window": window,
        "return_p": return_p,
        "inout_q": inout_q,
    }
    return _embed("k-winners", graph, {"dimensions": dimensions}, walks, **common)
