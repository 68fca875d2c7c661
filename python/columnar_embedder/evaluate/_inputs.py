"""What experiments take: tables, labels, graphs and constants, in any form that Python's users have them."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np
import scipy.sparse

from .. import _core
from .._graphs import convert
from .._labels import as_labels
from .._run import seed_of
from ..codes import SDRTable
from ..errors import ConfigError, InputError
from ..files import load
from ..vectors import VectorTable


def groups_of(embeddings):
    """([(name, [(place, native table), …])], the first table)."""
    named = embeddings if isinstance(embeddings, Mapping) else {_name_of(embeddings): embeddings}
    groups, first = [], None
    for name, one in named.items():
        seeds = []
        for seed in one if isinstance(one, (list, tuple)) else [one]:
            table = table_of(seed, str(name))
            first = table if first is None else first
            again = f" {len(seeds) + 1}" if seeds else ""
            place = os.fspath(seed) if isinstance(seed, (str, os.PathLike)) else f"{name}{again}"
            seeds.append((place, table.native))
        groups.append((str(name), seeds))
    if first is None:
        raise ConfigError("embeddings: there is none")
    return groups, first


def _name_of(embeddings) -> str:
    if isinstance(embeddings, (str, os.PathLike)):
        return os.fspath(embeddings)
    first = embeddings[0] if isinstance(embeddings, (list, tuple)) and embeddings else embeddings
    return "codes" if isinstance(first, SDRTable) or scipy.sparse.issparse(first) else "vectors"


def table_of(embedding, name: str):
    if isinstance(embedding, (SDRTable, VectorTable)):
        return embedding
    if isinstance(embedding, (str, os.PathLike)):
        return load(embedding)
    if scipy.sparse.issparse(embedding):
        return SDRTable.from_csr(embedding)
    if hasattr(embedding, "codes_"):
        return embedding.codes_
    if isinstance(embedding, np.ndarray):
        return SDRTable.from_csr(embedding) if embedding.dtype == bool else VectorTable.from_array(embedding)
    raise InputError(f"{name}: a {type(embedding).__name__} is no table, path, array or sparse matrix")


def labels_of(labels, table, graph=None):
    """(classes, names, engine's ids) of the rows of a table; None where the graph knows them."""
    if labels is None:
        if graph is None:
            raise ConfigError("--labels: say which class a node has: one label a row, a dictionary by id, or a file")
        return None
    classes, names = as_labels(labels, table.ids)
    return [int(one) for one in classes], list(names), table.native.ids


def graph_of(graph):
    """(native graph or None, the file that may hold features, or "")."""
    if graph is None:
        return None, ""
    return convert(graph).graph, os.fspath(graph) if isinstance(graph, (str, os.PathLike)) else ""


def labelled_graph(graph, labels, how) -> _core.Graph:
    converted = convert(graph, **how)
    if labels is None:
        return converted.graph
    classes, names = as_labels(labels, converted.ids)
    return converted.graph.with_labels([int(one) for one in classes], list(names))


def reference_of(reference, groups):
    if reference is None:
        return None
    for name, seeds in groups:
        if name == reference:
            return seeds[0]
    if isinstance(reference, str) and not os.path.exists(reference):
        raise ConfigError(f"reference: '{reference}' is neither an embedding of this experiment nor a file")
    return str(reference) if isinstance(reference, str) else "reference", table_of(reference, "reference").native


def features_of(features):
    if features is None:
        return None
    matrix = scipy.sparse.csr_matrix(features, dtype=np.float32)
    return matrix.indptr.astype(np.uint64), matrix.indices.astype(np.uint32), matrix.data, matrix.shape[1]


def config_of(config, random_state) -> dict:
    seed = seed_of(random_state)
    if hasattr(config, "get_params"):
        config = config._config(seed)
    return {**(config or {}), "seed": seed}


def names_of(names) -> list[str]:
    return [names] if isinstance(names, str) else [str(name) for name in names]


def whole_number(name: str, value) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value < 2**32:
        raise ConfigError(f"--{name}: must be a whole number that is not negative, not {value!r}")
    return int(value)
