"""Experiments on embeddings."""

from __future__ import annotations

from .. import _core
from .._progress import progress_bar
from .._run import cost_or_auto, seed_of, thread_count, whole_number
from ._inputs import features_of, graph_of, groups_of, labels_of, names_of


def classify(
    embeddings,
    labels=None,
    *,
    graph=None,
    folds=5,
    cost=1.0,
    by_fraction=False,
    fractions=None,
    repeats=5,
    gnn=(),
    features=None,
    random_state=1,
    n_jobs=None,
    verbose=False,
) -> dict:
    """Classes of nodes from their codes or vectors, by cross-validated logistic regression.

    Parameters
    ----------
    embeddings : table, path, array, or dict of them
    labels : array-like, dict, Series or path, optional
    graph : graph-like, optional
        Take its rows, and its classes where it knows them; needed for `gnn`.
    folds : int, default=5
    cost : float or "auto", default=1.0
        C of the logistic regression. ``"auto"`` chooses it for each fold, and for each split of `fractions`, by three
        inner folds of the nodes that it trains on, for every embedding alike. Networks have none.
    by_fraction : bool, default=False
        Train on 10 to 90 % of the nodes, too.
    fractions : list of float, optional
        Train on these shares of the nodes, too.
    repeats : int, default=5
        Random splits for each share.
    gnn : list of {"gcn", "sage"}
        Supervised networks beside the embeddings.
    features : sparse matrix or array, optional
        Of the nodes of the graph, by row, for the networks; by default those in the graph's file, if it has some.
    random_state, n_jobs, verbose
        Seed of the folds, threads, progress bar.

    Returns
    -------
    dict
        ``results`` has one entry a method: ``accuracy`` and ``macro_f1`` with mean and sd, ``majority_rate`` (the share
        of the most frequent class), ``cost`` (the median C, of a single table also ``fold_cost``), figures by class,
        confusion.
    """
    groups, first = groups_of(embeddings)
    native, path = graph_of(graph)
    shares = list(map(float, fractions)) if fractions is not None else [] if by_fraction else None
    with progress_bar(verbose) as progress:
        return _core.evaluate_classify(
            groups,
            labels_of(labels, first, native),
            native,
            whole_number("--folds", folds, most=2**31 - 1),
            cost_or_auto("--cost", cost),
            seed_of(random_state),
            shares,
            whole_number("--repeats", repeats),
            names_of(gnn),
            features_of(features),
            path,
            thread_count(n_jobs),
            progress,
        )
