"""What experiments take: tables, labels, graphs and constants, in any form that Python's users have them."""

from __future__ import annotations

import os
from collections.abc import Mapping

import numpy as np
import scipy.sparse

from .. import _core
from .._attributes import of_graph
from .._graphs import convert
from .._graphs._scipy import own_csr
from .._labels import as_class_sets, as_labels
from .._paths import is_path, path_name
from .._run import plain_values, seed_of
from ..codes import LAYERS, SDRTable
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
            place = path_name(seed) if is_path(seed) else f"{name}{again}"
            seeds.append((place, table.native))
        groups.append((str(name), seeds))
    if first is None:
        raise ConfigError("embeddings: there is none")
    return groups, first


def told_tables(embeddings):
    """[(name, native table, what it tells of where it comes from)], the first seed of each method."""
    named = embeddings if isinstance(embeddings, Mapping) else {_name_of(embeddings): embeddings}
    lists = {str(name): one if isinstance(one, (list, tuple)) else [one] for name, one in named.items()}
    firsts = {name: seeds[0] for name, seeds in lists.items() if seeds}
    if not firsts:
        raise ConfigError("embeddings: there is none")
    tables = [(name, table_of(first, name)) for name, first in firsts.items()]
    return [(name, table.native, getattr(table, "metadata", "{}")) for name, table in tables]


def _name_of(embeddings) -> str:
    if is_path(embeddings):
        return path_name(embeddings)
    first = embeddings[0] if isinstance(embeddings, (list, tuple)) and embeddings else embeddings
    return "codes" if isinstance(table_of(first, "embeddings"), SDRTable) else "vectors"


def table_of(embedding, name: str):
    if isinstance(embedding, (SDRTable, VectorTable)):
        return embedding
    if is_path(embedding):
        return _from_file(embedding)
    if scipy.sparse.issparse(embedding):
        return SDRTable.from_csr(embedding)
    if hasattr(embedding, "codes_"):
        return embedding.codes_
    if isinstance(embedding, np.ndarray):
        return SDRTable.from_csr(embedding) if embedding.dtype == bool else VectorTable.from_array(embedding)
    raise InputError(f"{name}: a {type(embedding).__name__} is no table, path, array or sparse matrix")


def _from_file(path):
    """A file as the command measures it: L2/3 and L5a of codes, unless a layer is named, ``codes.sdr:search``."""
    head, _, layer = str(path_name(path)).rpartition(":")
    named = layer in LAYERS and not os.path.exists(path)
    table = load(head if named else path)
    if not isinstance(table, SDRTable):
        return table
    return table.select(layer if named else "all" if table.layer == "search" else table.layer)


def labels_of(labels, table, graph=None, required=True, several=False):
    """(classes, names, engine's ids, offsets) of the rows of a table; None where the graph may know them.

    Offsets are None unless nodes may have several classes, and have.
    """
    if labels is None:
        if graph is None and required:
            raise ConfigError("--labels: say which class a node has: one label a row, a dictionary by id, or a file")
        return None
    classes, names, offsets = as_class_sets(labels, table.ids) if several else (*as_labels(labels, table.ids), None)
    rows = None if offsets is None else [int(one) for one in offsets]
    return [int(one) for one in classes], list(names), table.native.ids, rows


def graph_of(graph):
    """(native graph or None, the file that may hold features or None)."""
    if graph is None:
        return None, None
    path = path_name(graph) if is_path(graph) else None
    return convert(graph if path is None else path).graph, path


def labelled_graph(graph, labels, how) -> _core.Graph:
    return _with_labels(convert(graph, **how), labels)


def _with_labels(converted, labels) -> _core.Graph:
    if labels is None:
        return converted.graph
    classes, names = as_labels(labels, converted.ids)
    return converted.graph.with_labels([int(one) for one in classes], list(names))


def attributed_graph(graph, labels, attributes, how):
    """(native graph with its classes, rows of attributes or None, the file that may hold them or None)."""
    if attributes is None:
        return labelled_graph(graph, labels, how), None, path_name(graph) if is_path(graph) else None
    converted = convert(graph, **how, listed=True)
    rows, _ = of_graph(attributes, graph, converted.listed, converted.rows)
    return _with_labels(converted, labels), rows, None


def reference_of(reference, groups):
    """(place, native table) of a reference: the first seed of the group of that name, else a table or a file."""
    if reference is None:
        return None
    named = {name: seeds[0] for name, seeds in groups}
    if isinstance(reference, str) and reference in named:
        return named[reference]
    if isinstance(reference, str) and not os.path.exists(reference):
        raise ConfigError(f"--reference: '{reference}' is neither an embedding of this experiment nor a file")
    native = table_of(reference, "reference").native
    place = path_name(reference) if is_path(reference) else "reference"
    taken = {place for _, seeds in groups for place, _ in seeds}  # what has the place of a group is taken for it
    while place in taken:
        place += "'"
    return place, native


def features_of(features):
    if features is None:
        return None
    matrix = own_csr(features, np.float32)
    return matrix.indptr.astype(np.uint64), matrix.indices.astype(np.uint32), matrix.data, matrix.shape[1]


def config_of(config, random_state) -> dict:
    """The constants of the method, given by name or by an estimator that has them."""
    seed = seed_of(random_state)
    if hasattr(config, "get_params"):
        return config._config(seed)
    if config and "seed" in config:
        raise ConfigError("config: the seed is random_state")
    return plain_values({**(config or {}), "seed": seed})


def names_of(names) -> list[str]:
    return [names] if isinstance(names, str) else [str(name) for name in names]
