"""Experiments on graphs, training anew."""

from __future__ import annotations

from .. import _core
from .._graphs import convert
from .._progress import progress_bar
from .._run import real_number, thread_count, whole_number
from ._inputs import config_of, labelled_graph, names_of, told_tables


def links(
    graph,
    *,
    methods=("sdr-8", "sdr-28"),
    embeddings=None,
    held_out=0.15,
    negatives="random",
    forest="random",
    splits=5,
    cost=0.1,
    largest_component=False,
    config=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
) -> dict:
    """Hide some edges, embed what is left, and tell the hidden edges from pairs without one.

    Parameters
    ----------
    graph : graph-like
        Undirected.
    methods : list of str
        ``"sdr-8"``, ``"sdr-28"``, ``"l6"``, ``"search"``, ``"node2vec"``, ``"deepwalk"``, ``"line"``, ``"ppmi-svd"``,
        ``"k-winners"``.
    embeddings : dict of tables, optional
        Others' embeddings of :func:`residual`, measured on the first split. The result says in ``trained_on`` which
        graph each was made of, as far as it tells: ``"whole"`` has seen the hidden edges.
    held_out : float, default=0.15
        Share of the edges that are hidden.
    negatives : {"random", "hard"}
        Pairs without an edge; hard ones are two hops apart.
    forest : {"random", "breadth-first"}
        Edges that are never hidden.
    splits : int, default=5
    cost : float, default=0.1
        C of the logistic regression.
    largest_component : bool, default=False
    config : dict or ColumnarEmbedder, optional
        Constants of the method, by name.
    random_state, n_jobs, verbose
        Seed of the first split, threads, progress bar.

    Returns
    -------
    dict
    """
    converted = convert(graph, largest_component=largest_component)
    tables = told_tables(embeddings) if embeddings is not None else []
    with progress_bar(verbose) as progress:
        return _core.evaluate_links(
            converted.graph,
            config_of(config, random_state),
            real_number("--held-out", held_out),
            negatives,
            forest,
            whole_number("--splits", splits),
            real_number("--cost", cost),
            names_of(methods),
            tables,
            thread_count(n_jobs),
            progress,
        )


def neighbours(
    graph,
    labels=None,
    *,
    methods=("sdr-28", "search", "node2vec", "ppmi-svd", "k-winners", "common-neighbours", "adamic-adar", "ppmi-rows"),
    embeddings=None,
    held_out=0.1,
    k=10,
    queries=10_000,
    splits=3,
    agreement=False,
    largest_component=False,
    config=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
) -> dict:
    """Hide some edges, embed what is left, and look for hidden neighbours among the nearest nodes.

    Parameters
    ----------
    graph : graph-like
        A directed :class:`Graph` (``as_graph(graph, directed=True)``) is embedded as such; the same edges are hidden.
    labels : array-like, dict, Series or path, optional
        One per node of the graph, for the same-class precision; not needed where the graph knows its classes.
    methods : list of str
        Those of :func:`links`, by overlap of codes and cosine of vectors; ``"common-neighbours"``, ``"adamic-adar"``
        and ``"ppmi-rows"`` rank without an embedding.
    embeddings : dict of tables, optional
        Others' embeddings of ``residual(graph, held_out=0.1)``, measured on the first split.
    held_out : float, default=0.1
        Share of the edges that are hidden.
    k : int, default=10
        How many nearest nodes to look at.
    queries : int, default=10,000
        Ends of hidden edges to ask for, and nodes whose classes are compared, at most.
    splits : int, default=3
    agreement : bool, default=False
        Embed every split with a second seed, too, and compare the nearest nodes.
    largest_component : bool, default=False
    config : dict or ColumnarEmbedder, optional
        Constants of the method, by name.
    random_state, n_jobs, verbose
        Seed of the first split, threads, progress bar.

    Returns
    -------
    dict
        ``results["neighbours"]["rows"]`` has one entry per method: ``hits``, ``recall``, ``mrr``, ``class_precision``
        (with labels), ``ties`` and ``agreement`` (where asked for), each with mean, sd and the value of every split.
    """
    native = labelled_graph(graph, labels, {"largest_component": largest_component})
    tables = [(name, table) for name, table, _ in told_tables(embeddings)] if embeddings is not None else []
    with progress_bar(verbose) as progress:
        return _core.evaluate_neighbours(
            native,
            config_of(config, random_state),
            real_number("--held-out", held_out),
            whole_number("-k", k),
            whole_number("--queries", queries),
            whole_number("--splits", splits),
            names_of(methods),
            tables,
            bool(agreement),
            thread_count(n_jobs),
            progress,
        )


def residual(graph, *, held_out=0.15, forest="random", largest_component=False, random_state=1) -> _core.Graph:
    """The graph that the first split of :func:`links` leaves, to embed elsewhere.

    Parameters
    ----------
    graph, held_out, forest, largest_component, random_state
        As for :func:`links`.

    Returns
    -------
    Graph
    """
    converted = convert(graph, largest_component=largest_component)
    config = config_of(None, random_state)
    return _core.links_residual(converted.graph, config, real_number("--held-out", held_out), "random", forest)


def learning(graph, labels=None, *, seeds=3, config=None, random_state=1, n_jobs=None, verbose=False, **how) -> dict:
    """The embedding with all five rules, without each, without any: what each of them buys.

    Parameters
    ----------
    graph : graph-like
    labels : array-like, dict, Series or path, optional
        One a node of the graph; not needed where the graph knows its classes.
    seeds : int, default=3
    config : dict or ColumnarEmbedder, optional
        Constants of the method, by name.
    random_state, n_jobs, verbose
        First seed, threads, progress bar.
    **how
        ``directed``, ``weight``, ``largest_component``: how the graph is read.

    Returns
    -------
    dict
    """
    native = labelled_graph(graph, labels, how)
    with progress_bar(verbose) as progress:
        return _core.evaluate_learning(
            native, config_of(config, random_state), whole_number("--seeds", seeds), thread_count(n_jobs), progress
        )


def resilience(
    graph,
    labels=None,
    *,
    only=(),
    then=None,
    then_labels=None,
    seeds=3,
    config=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
    **how,
) -> dict:
    """Input bits moved, synapses cut, fewer pairs, a second task after the first.

    Parameters
    ----------
    graph : graph-like
    labels : array-like, dict, Series or path, optional
    only : list of {"l4-bits", "weights", "pairs", "sequential"}
        These parts alone.
    then : graph-like, optional
        The second graph of sequential training; without it the graph is cut in two.
    then_labels : optional
        Its classes.
    seeds, config, random_state, n_jobs, verbose, **how
        As for :func:`learning`.

    Returns
    -------
    dict
    """
    native = labelled_graph(graph, labels, how)
    second = None if then is None else labelled_graph(then, then_labels, how)
    with progress_bar(verbose) as progress:
        return _core.evaluate_resilience(
            native,
            config_of(config, random_state),
            whole_number("--seeds", seeds),
            names_of(only),
            second,
            thread_count(n_jobs),
            progress,
        )


def living(
    graph,
    labels=None,
    *,
    hidden=(0.1, 0.2),
    late=(0.1,),
    seeds=3,
    config=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
    **how,
) -> dict:
    """Nodes that a model never saw, and edges that arrive after training.

    Parameters
    ----------
    graph : graph-like
    labels : array-like, dict, Series or path, optional
    hidden : list of float
        Shares of the nodes that are hidden with their edges, encoded and classified.
    late : list of float
        Shares of the edges that arrive later; the updated model is measured beside one that is trained anew.
    seeds, config, random_state, n_jobs, verbose, **how
        As for :func:`learning`.

    Returns
    -------
    dict
    """
    native = labelled_graph(graph, labels, how)
    with progress_bar(verbose) as progress:
        return _core.evaluate_living(
            native,
            config_of(config, random_state),
            whole_number("--seeds", seeds),
            [real_number("--hidden", share) for share in hidden],
            [real_number("--late", share) for share in late],
            thread_count(n_jobs),
            progress,
        )


def spectral(graph, labels=None, *, seeds=3, config=None, random_state=1, n_jobs=None, verbose=False, **how) -> dict:
    """SVD and k-means beside Sanger's rule and a self-organising map: subspace, accuracy, seconds.

    Parameters
    ----------
    graph, labels, seeds, config, random_state, n_jobs, verbose, **how
        As for :func:`learning`; the constant ``spectral`` does not matter.

    Returns
    -------
    dict
    """
    native = labelled_graph(graph, labels, how)
    with progress_bar(verbose) as progress:
        return _core.evaluate_spectral(
            native, config_of(config, random_state), whole_number("--seeds", seeds), thread_count(n_jobs), progress
        )


def training_health(
    graph, labels=None, *, seeds=3, config=None, random_state=1, n_jobs=None, verbose=False, **how
) -> dict:
    """Size of the readout, energy of W, degrees: ``columnar evaluate health --graph``.

    Parameters
    ----------
    graph, labels, seeds, config, random_state, n_jobs, verbose, **how
        As for :func:`learning`.

    Returns
    -------
    dict
    """
    native = labelled_graph(graph, labels, how)
    with progress_bar(verbose) as progress:
        return _core.evaluate_training_health(
            native, config_of(config, random_state), whole_number("--seeds", seeds), thread_count(n_jobs), progress
        )


def scale(
    graphs=(), *, sizes=None, degree=10.0, seeds=1, config=None, random_state=1, n_jobs=None, verbose=False
) -> dict:
    """Time and memory by stage on growing graphs.

    Parameters
    ----------
    graphs : list of graph-like
        Measured beside the generated ones.
    sizes : list of int, optional
        Nodes of generated graphs; 1,000 to 10,000 by default where no graph is given.
    degree : float, default=10
        Mean degree of the generated graphs.
    seeds, config, random_state, n_jobs, verbose
        As for :func:`learning`.

    Returns
    -------
    dict
    """
    natives = [convert(graph).graph for graph in graphs]
    if sizes is None:
        sizes = [] if natives else [1000, 3000, 10000]
    with progress_bar(verbose) as progress:
        return _core.evaluate_scale(
            config_of(config, random_state),
            whole_number("--seeds", seeds),
            [whole_number("--sizes", size) for size in sizes],
            real_number("--degree", degree),
            natives,
            thread_count(n_jobs),
            progress,
        )
