"""Experiments on embeddings."""

from __future__ import annotations

from .. import _core
from .._progress import progress_bar
from .._run import real_number, seed_of, thread_count, whole_number
from ._inputs import graph_of, groups_of, labels_of, reference_of


def geometry(
    embeddings,
    labels=None,
    *,
    graph=None,
    reference=None,
    pairs=3_000_000,
    matrices=False,
    random_state=1,
    n_jobs=None,
    verbose=False,
) -> dict:
    """How similarity tells classes and follows the graph.

    Parameters
    ----------
    embeddings : table, path, array, or dict of them
    labels : array-like, dict, Series or path, optional
    graph : graph-like, optional
        Compare with its walks, PPMI and distances, too.
    reference : str or table, optional
        Compare with these rows, too: the name of an embedding, or a table.
    pairs : int, default=3,000,000
        Pairs of nodes to measure; all where there are no more.
    matrices : bool, default=False
        Similarity matrices of up to 600 nodes by class, too.
    random_state, n_jobs, verbose
        Seed of the pairs and walks, threads, progress bar.

    Returns
    -------
    dict
        ``results`` has one entry a method: d', AUC, means by class, correlations, similarity by hops.
    """
    groups, first = groups_of(embeddings)
    native, _ = graph_of(graph)
    with progress_bar(verbose) as progress:
        return _core.evaluate_geometry(
            groups,
            labels_of(labels, first, native),
            native,
            reference_of(reference, groups),
            whole_number("--pairs", pairs),
            seed_of(random_state),
            bool(matrices),
            thread_count(n_jobs),
            progress,
        )


def robustness(
    embeddings,
    labels=None,
    *,
    graph=None,
    deltas=None,
    repeats=3,
    pairs=200_000,
    train_damaged=False,
    folds=5,
    cost=1.0,
    reference=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
) -> dict:
    """Accuracy and same-class AUC as bits are moved, or vectors get noise that costs them as much similarity.

    Parameters
    ----------
    embeddings : table, path, array, or dict of them
    labels : array-like, dict, Series or path, optional
    graph : graph-like, optional
        Take its rows, and its classes where it knows them.
    deltas : list of float, optional
        Strengths of the damage: 1 - the expected similarity of a row with its damaged self. 0 to 0.5 by default.
    repeats : int, default=3
        Draws of the damage.
    pairs : int, default=200,000
        Pairs of nodes for the AUC.
    train_damaged : bool, default=False
        The classifier learns from damaged rows, too.
    folds, cost
        Of the classifier.
    reference : str, optional
        The embedding to compare with; the first of vectors by default.
    random_state, n_jobs, verbose
        Seed, threads, progress bar.

    Returns
    -------
    dict
    """
    groups, first = groups_of(embeddings)
    native, _ = graph_of(graph)
    with progress_bar(verbose) as progress:
        return _core.evaluate_robustness(
            groups,
            labels_of(labels, first, native),
            native,
            None if deltas is None else list(map(float, deltas)),
            whole_number("--repeats", repeats),
            whole_number("--pairs", pairs),
            bool(train_damaged),
            whole_number("--folds", folds, most=2**31 - 1),
            real_number("--cost", cost),
            seed_of(random_state),
            reference or "",
            thread_count(n_jobs),
            progress,
        )
