"""The estimator: a graph in, one sparse binary code a node out."""

from __future__ import annotations

import os

import numpy as np
import scipy.sparse
from sklearn.base import TransformerMixin
from sklearn.utils.validation import assert_all_finite, check_array, check_is_fitted

from . import _core
from ._graphs import convert
from ._graphs._arrays import is_edges
from ._labels import as_labels
from ._parameters import Parameters
from ._progress import progress_bar
from ._rows import native_ids
from ._run import plain_values, seed_of, thread_count, whole_number
from .codes import SDRTable, feature_names
from .errors import ConfigError, InputError

__all__ = ["ColumnarEmbedder"]

_OUTPUTS = {
    "csr": SDRTable.to_csr,
    "csr_bool": lambda table: table.to_csr(bool),
    "dense": SDRTable.to_dense,
    "indices": lambda table: table.indices,
    "packed": SDRTable.to_packed,
    "table": lambda table: table,
}

_SUMMARY = """Turns the nodes of a graph into sparse binary codes, without labels, features or gradients.

    A scikit-learn transformer whose samples are the nodes of one graph. Graphs may be SciPy sparse matrices, NumPy
    edge or adjacency arrays, NetworkX, igraph, DGL or PyTorch Geometric graphs, pandas edge frames, or paths of files.

"""

_REST = """

    Attributes
    ----------
    codes_ : SDRTable
        The codes of the graph of the last `fit`, all layers.
    node_ids_ : numpy.ndarray
        The ids of the nodes, by row of the codes.
    regions_ : numpy.ndarray
        The spectral region of each node.
    health_ : dict
        Uniqueness of the codes, use of the neurons, same-cell rate.
    report_ : dict
        Seconds and peak memory by stage, notes, pairs seen.
    model_ : Model
        What was learned.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Nodes of the graph, as scikit-learn counts the columns of its matrix.

    Examples
    --------
    >>> import networkx as nx
    >>> from columnar_embedder import ColumnarEmbedder
    >>> codes = ColumnarEmbedder().fit_transform(nx.karate_club_graph())
    >>> codes.shape, int(codes[0].sum())
    ((34, 1800), 28)
    """


class ColumnarEmbedder(TransformerMixin, Parameters):
    __doc__ = _SUMMARY + "    " + "Parameters" + Parameters.__doc__.split("Parameters", 1)[1].rstrip() + _REST

    @classmethod
    def from_preset(cls, preset: str, **parameters) -> ColumnarEmbedder:
        """An estimator with the constants of a preset.

        Parameters
        ----------
        preset : {"default", "paper"}
            ``"paper"`` sets every constant as the paper prints it.
        **parameters
            Changes to it.

        Returns
        -------
        ColumnarEmbedder
        """
        values = _core.preset_values(preset)
        del values["seed"]
        return cls(**{**values, **parameters})

    def fit(self, graph, y=None) -> ColumnarEmbedder:
        """Learn the codes of a graph.

        Parameters
        ----------
        graph : graph-like
            See :func:`columnar_embedder.as_graph`.
        y : ignored

        Returns
        -------
        self
        """
        self._check_output()
        threads = thread_count(self.n_jobs)
        seed = seed_of(self.random_state)
        config = self._config(seed)
        matrix = _checked_matrix(graph)
        converted = self._converted(matrix)
        stages = _core.estimate(converted.graph, config, threads) if self.verbose else ()
        with progress_bar(self.verbose, stages) as progress:
            codes, model, report = _core.fit(config, converted.graph, threads, progress)
        self.model_ = model
        self.seed_ = seed
        self.report_ = report
        self.codes_ = SDRTable(codes, converted.ids, model.metadata)
        self.n_features_in_ = _columns(matrix) or converted.graph.n_nodes
        return self

    def fit_transform(self, graph, y=None, **fit_params):
        """Learn the codes of a graph and return them, as `transform` does.

        Parameters
        ----------
        graph : graph-like
        y : ignored

        Returns
        -------
        codes
            In the form that `output` names.
        """
        return self._as_output(self.fit(graph, y, **fit_params).codes_)

    def transform(self, graph):
        """The codes of the graph that the model was trained on, from the model alone.

        Parameters
        ----------
        graph : graph-like
            The graph of `fit`. Another one is an :class:`~columnar_embedder.errors.InputError`.

        Returns
        -------
        codes
            In the form that `output` names: by default a CSR matrix of uint8, a row a node.
        """
        check_is_fitted(self, "model_")
        self._check_output()
        matrix = _checked_matrix(graph)
        columns = _columns(matrix)
        if columns not in (None, self.n_features_in_):
            expected = f"{type(self).__name__} is expecting {self.n_features_in_} features as input"
            raise InputError(f"X has {columns} features, but {expected}")
        converted = self._converted(matrix)
        codes = self.model_.encode(converted.graph, thread_count(self.n_jobs), None)
        return self._as_output(SDRTable(codes, converted.ids, self.model_.metadata))

    @property
    def node_ids_(self) -> np.ndarray:
        """The ids of the nodes, by row of the codes."""
        check_is_fitted(self, "model_")
        return self.codes_.ids if hasattr(self, "codes_") else native_ids(self.model_)

    @property
    def regions_(self) -> np.ndarray:
        """The spectral region of each node."""
        check_is_fitted(self, "model_")
        return self.model_.regions

    @property
    def health_(self) -> dict:
        """Uniqueness of the codes, use of the neurons, same-cell rate."""
        return _core.health(self._codes().native)

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """The names of the bits that `transform` gives.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        numpy.ndarray of str
            ``column042_cell3`` for cell 3 of column 42 of L2/3, ``l5a_017`` for neuron 17 of L5a.
        """
        check_is_fitted(self, "model_")
        config = self.model_.config
        names = ("columns", "cells_per_column", "active_columns", "l5a_size", "l5a_active")
        return feature_names({**{name: config[name] for name in names}, "layer": self.layer})

    def explain(self, node, other=None, *, labels=None, typical=5) -> dict:
        """Why a node has its bits: their columns, the regions these prefer, and the nodes that lie there.

        Parameters
        ----------
        node : object
            The id of a node of the trained graph.
        other : object, optional
            Another node: what the two share, and why.
        labels : array-like, dict, Series or path, optional
            Classes, for the mix of each region and bit.
        typical : int, default=5
            Nodes that stand for a region.

        Returns
        -------
        dict
            What ``columnar explain --json`` prints.
        """
        codes = self._codes()
        classes = None
        if labels is not None:
            numbers, names = as_labels(labels, codes.ids)
            classes = ([int(one) for one in numbers], list(names))
        second = None if other is None else codes.row(other)
        count = whole_number("--typical", typical, most=1000)
        return _core.explain(codes.native, self.model_, classes, codes.row(node), second, count)

    def save(self, path) -> None:
        """Write the trained model; ``columnar embed --model`` writes the same file.

        Parameters
        ----------
        path : str or os.PathLike
        """
        check_is_fitted(self, "model_")
        if hasattr(self, "codes_"):
            self.codes_._require_ids_of_files()
        self.model_.save(os.fspath(path))

    @classmethod
    def load(cls, path, graph=None, **parameters) -> ColumnarEmbedder:
        """A trained estimator from a model file, this package's or the command's.

        Parameters
        ----------
        path : str or os.PathLike
        graph : graph-like, optional
            The graph that it was trained on: with it the estimator has its ``codes_`` again.
        **parameters
            How it is to run: ``n_jobs``, ``verbose``, ``layer``, ``output`` and what else is no constant of the model.

        Returns
        -------
        ColumnarEmbedder
            Without `graph` it has no ``codes_``, for a model file holds none; ``transform`` of its graph gives them.
        """
        model = _core.Model.load(os.fspath(path))
        config = dict(model.config)
        seed = config.pop("seed")
        fixed = sorted(set(parameters) & set(config))
        if fixed:
            raise ConfigError(f"{fixed[0]}: is part of the model in {os.fspath(path)}")
        self = cls(**{**config, "random_state": seed, **parameters})
        self.model_ = model
        self.seed_ = seed
        self.n_features_in_ = len(model.ids)
        if graph is not None:
            converted = self._converted(graph)
            codes = model.encode(converted.graph, thread_count(self.n_jobs), None)
            self.codes_ = SDRTable(codes, converted.ids, model.metadata)
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = True  # X is the matrix of a graph: its rows and columns are the same nodes
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _codes(self) -> SDRTable:
        check_is_fitted(self, "model_")
        if not hasattr(self, "codes_"):
            raise InputError("codes_: a model file holds no codes; name its graph, too: load(path, graph=graph)")
        return self.codes_

    def _config(self, seed: int) -> dict:
        names = [name for name, _, _ in _core.config_fields() if name != "seed"]
        return plain_values({"seed": seed, **{name: getattr(self, name) for name in names}})

    def _converted(self, graph):
        return convert(graph, directed=self.directed, weight=self.weight, largest_component=self.largest_component)

    def _check_output(self) -> None:
        if not isinstance(self.output, str) or self.output not in _OUTPUTS:
            raise ConfigError(f"output: {self.output!r} is none of {', '.join(_OUTPUTS)}")
        if self.layer not in ("all", "l23", "l5a"):
            raise ConfigError(f"layer: unknown layer '{self.layer}': use l23, l5a or all")

    def _as_output(self, table: SDRTable):
        return _OUTPUTS[self.output](table.select(self.layer))


def _checked_matrix(graph):
    """An adjacency matrix as scikit-learn checks its input, with its messages; any other graph as it is."""
    is_rows = isinstance(graph, list) and graph and isinstance(graph[0], (list, np.ndarray)) and len(graph[0]) > 3
    is_frame = any(base.__module__.partition(".")[0] == "pandas" for base in type(graph).__mro__)
    is_array = hasattr(graph, "__array__") and not is_frame and not isinstance(graph, np.ma.MaskedArray)
    if scipy.sparse.issparse(graph) or not (is_rows or is_array):
        return graph
    array = np.asarray(graph)
    if is_edges(array):
        if array.dtype.kind == "f":
            assert_all_finite(array, input_name="X")
        return array
    checked = check_array(array, dtype="numeric", ensure_min_samples=2)
    if checked.dtype != bool and checked.min() < 0:
        raise InputError(f"Negative values in data passed to {ColumnarEmbedder.__name__}: weights are not negative")
    return checked


def _columns(graph) -> int | None:
    """The columns of an adjacency matrix; nothing for any other graph."""
    is_matrix = scipy.sparse.issparse(graph) or (isinstance(graph, np.ndarray) and not is_edges(graph))
    return graph.shape[1] if is_matrix else None
