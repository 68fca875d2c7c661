"""The estimator: a graph in, one sparse binary code per node out."""

from __future__ import annotations

import numpy as np
import scipy.sparse
from sklearn.base import TransformerMixin
from sklearn.utils.validation import assert_all_finite, check_array

from . import _attributes, _core, _living
from ._fitted import Fitted, FittedAttributes
from ._graphs import convert
from ._graphs._arrays import is_edges
from ._labels import as_labels
from ._parameters import Parameters
from ._paths import path_name
from ._progress import progress_bar
from ._run import plain_values, seed_of, thread_count, whole_number
from ._text import list_text
from .codes import LAYERS, SDRTable, feature_names
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
        The codes of all nodes that the model knows, all layers.
    node_ids_ : numpy.ndarray
        The ids of the nodes, by row of the codes.
    regions_ : numpy.ndarray
        The spectral region of each node.
    health_ : dict
        Uniqueness of the codes, use of the neurons, same-cell rate.
    report_ : dict
        Seconds and peak memory by stage, notes, pairs seen; set by `fit`, absent after `load`.
    update_ : dict
        What the last `partial_fit` changed, as in ``columnar update --json``: edges, nodes learned again, share
        of unchanged codes.
    model_ : Model
        The trained model.
    seed_ : int
        The seed that was used.
    n_features_in_ : int
        Number of nodes: the columns of the adjacency matrix, in scikit-learn's terms.

    Examples
    --------
    >>> import networkx as nx
    >>> from columnar_embedder import ColumnarEmbedder
    >>> codes = ColumnarEmbedder().fit_transform(nx.karate_club_graph())
    >>> codes.shape, int(codes[0].sum())
    ((34, 1800), 28)
    """


class ColumnarEmbedder(FittedAttributes, TransformerMixin, Parameters):
    __doc__ = _SUMMARY + "    " + "Parameters" + Parameters.__doc__.split("Parameters", 1)[1].rstrip() + _REST

    @classmethod
    def from_preset(cls, preset: str, **parameters) -> ColumnarEmbedder:
        """An estimator with the constants of a preset.

        Parameters
        ----------
        preset : {"default", "paper"}
            ``"paper"`` sets every constant as the paper prints it.
        **parameters
            Parameters that differ from the preset.

        Returns
        -------
        ColumnarEmbedder
        """
        values = _core.preset_values(preset)
        del values["seed"]
        return cls(**{**values, **parameters})

    def fit(self, graph, y=None, *, attributes=None) -> ColumnarEmbedder:
        """Learn the codes of a graph.

        Parameters
        ----------
        graph : graph-like
            See :func:`columnar_embedder.as_graph`.
        y : ignored
        attributes : matrix, frame, mapping, str or list of str, optional
            Attributes of the nodes (words, categories, numbers), which shape the codes as much as they are measured to
            tell, without labels. Values are finite; a zero counts as none. One of

            - a SciPy sparse matrix or a NumPy array with one row per node, in the order of the nodes in `graph`,
              before a reduction to the largest component;
            - a DataFrame of pandas. A row belongs to the node whose id is its index; if nobody chose the index and it
              does not hold the ids, rows are in the order of the nodes, as are those of a polars DataFrame. Numbers
              are taken as they are, a column of texts or categories becomes one column ``column=value`` per value,
              and a missing value has no entry;
            - a mapping from id to row: numbers, or a dictionary by column;
            - names of node attributes of a NetworkX or igraph graph, of a PyTorch Geometric ``Data`` (``"x"``) or of
              DGL's ``ndata``.

        Returns
        -------
        self
        """
        self._replace(self._learned, graph, attributes)
        return self

    def partial_fit(self, graph=None, y=None, *, removed=None, reweighted=None, add_nodes=True) -> ColumnarEmbedder:
        """Follow edge changes without retraining; the first call is `fit`.

        Nodes with enough changed edges (``update_drift``) and new nodes are walked and learned again; all other nodes
        keep their codes. On an error, nothing changes.

        Parameters
        ----------
        graph : graph-like, optional
            The added edges, not the whole graph, in any form that :func:`columnar_embedder.as_graph` accepts. The
            weight of an existing edge grows, as with an edge repeated in a file. A path is a file of changes, as
            ``columnar update`` reads it.
        y : ignored
        removed : graph-like, optional
            Removed edges; they are removed before any is added.
        reweighted : graph-like, optional
            Edges with a new weight, with that weight.
        add_nodes : bool, default=True
            Whether to add unknown nodes; if False, they are an error.

        Returns
        -------
        self
        """
        self._replace(self._followed, graph, removed, reweighted, bool(add_nodes))
        return self

    def fit_transform(self, graph, y=None, *, attributes=None):
        """Learn the codes of a graph and return them, as `transform` does.

        Parameters
        ----------
        graph : graph-like
        y : ignored
        attributes : matrix, frame, mapping, str or list of str, optional
            See `fit`.

        Returns
        -------
        codes
            In the form given by `output`.
        """
        output = self._output()
        return output(self._replace(self._learned, graph, attributes).codes)

    def transform(self, graph):
        """The codes of a graph, from the trained model; nothing is trained.

        Known nodes have their codes of ``codes_``. New nodes get codes from short walks over their edges
        (:meth:`encode`).

        Parameters
        ----------
        graph : graph-like
            The graph of `fit`, a part of it, or one with more nodes. In a matrix with more rows than the model's,
            the new nodes follow the known ones. Edges between known nodes must be those of the model; use
            `partial_fit` for changes.

        Returns
        -------
        codes
            In the form given by `output`: by default a CSR matrix of uint8, one row per node of `graph`.
        """
        state = self._state()
        output = self._output()
        converted = self._converted(self._matrix(graph, state))
        if converted.graph.digest == state.model.graph_digest:
            return output(SDRTable(state.codes.native, converted.ids, state.model.metadata))
        with progress_bar(self.verbose) as progress:
            return output(_living.codes_in(state.model, state.codes, converted, thread_count(self.n_jobs), progress))

    def encode(self, edges=None, *, attributes=None) -> SDRTable:
        """The codes of new nodes, given by their edges, attributes or both; the model is unchanged.

        Parameters
        ----------
        edges : graph-like, optional
            Edges from new nodes to known ones, or to each other. A path is read as ``columnar encode`` reads it.
        attributes : mapping or pandas.DataFrame, optional
            Attributes of new nodes, for a model that uses attributes: a mapping from id to row (numbers, or a
            dictionary by column) or a DataFrame indexed by id, with columns of `fit`. A text that no node had in `fit`
            has no entry.

        Returns
        -------
        SDRTable
            Only the new nodes, in the order in which the edges name them, then those without edges in the order of
            their attributes. Their codes can be compared with those in ``codes_``, and equal none of these.
        """
        state = self._state()
        if edges is None and attributes is None:
            raise InputError("encode: new nodes have edges, attributes or both; there are none")
        model, given = state.model, None
        if attributes is not None:
            given = _attributes.of_new_nodes(attributes, model.attribute_columns, model.attribute_names)
        matrix = None if edges is None else self._matrix(edges, state)
        batch = _living.edges_of_new_nodes(matrix, state.codes, model.directed, self.weight, given)
        with progress_bar(self.verbose) as progress:
            return _living.encoded(model, state.codes, batch, thread_count(self.n_jobs), progress)

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """The names of the bits that `transform` returns.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        numpy.ndarray of str
            ``column042_cell3`` for cell 3 of column 42 of L2/3, ``l5a_017`` for neuron 17 of L5a, ``l6_0017`` for
            neuron 17 of L6.
        """
        config = self._state().model.config
        names = ("columns", "cells_per_column", "active_columns", "l5a_size", "l5a_active", "l6_size", "l6_active")
        return feature_names({**{name: config[name] for name in names}, "layer": self.layer})

    def explain(self, node, other=None, *, labels=None, typical=5) -> dict:
        """Explain the bits of a node: their columns, the regions these prefer, and typical nodes there.

        Parameters
        ----------
        node : object
            The id of a node that the model knows.
        other : object, optional
            A second node: explains what the two share.
        labels : array-like, dict, Series or path, optional
            Classes, for the class mix of each region and bit.
        typical : int, default=5
            Typical nodes shown per region.

        Returns
        -------
        dict
            What ``columnar explain --json`` prints.
        """
        state = self._state()
        codes = state.codes
        classes = None
        if labels is not None:
            numbers, names = as_labels(labels, codes.ids)
            classes = ([int(one) for one in numbers], list(names))
        second = None if other is None else codes.row(other)
        count = whole_number("--typical", typical, most=1000)
        return _core.explain(codes.native, state.model, classes, codes.row(node), second, count)

    def save(self, path) -> None:
        """Write the trained model with its graph and codes; ``columnar embed --model`` writes the same file.

        Parameters
        ----------
        path : str, bytes or os.PathLike
        """
        state = self._state()
        state.codes._require_ids_of_files()
        state.model.save(path)

    @classmethod
    def load(cls, path, **parameters) -> ColumnarEmbedder:
        """Load a trained estimator from a model file of this package or the command.

        Parameters
        ----------
        path : str, bytes or os.PathLike
        **parameters
            Parameters that are not part of the model: ``n_jobs``, ``verbose``, ``layer``, ``output`` and the like.

        Returns
        -------
        ColumnarEmbedder
            With the ``codes_`` of its graph. Ids are integers or texts, as in files. A node whose id was another
            object is still found by it in `transform`, `encode` and `partial_fit`, which then compare ids as text.
        """
        model = _core.Model.load(path)
        config = {**model.config, "directed": model.directed}
        seed = config.pop("seed")
        fixed = sorted(set(parameters) & set(config))
        if fixed:
            raise ConfigError(f"{fixed[0]}: is part of the model in {path_name(path)}")
        self = cls(**{**config, "random_state": seed, **parameters})
        codes = SDRTable(model.codes, None, model.metadata)
        self._fitted = Fitted(model, codes, seed, len(codes))
        return self

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.pairwise = True  # X is an adjacency matrix: its rows and columns are the same nodes
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = []
        return tags

    def _learned(self, _state, graph, attributes=None) -> Fitted:
        """The state after a fit, whatever the state before."""
        self._output()
        threads = thread_count(self.n_jobs)
        seed = seed_of(self.random_state)
        config = self._config(seed)
        matrix = _checked_matrix(graph)
        converted = self._converted(matrix, listed=attributes is not None)
        given = None
        if attributes is not None:
            given = _attributes.of_graph(attributes, graph, converted.listed, converted.rows)
        stages = _core.estimate(converted.graph, config, threads) if self.verbose else ()
        with progress_bar(self.verbose, stages) as progress:
            model, report = _core.fit(config, converted.graph, threads, progress, given)
        codes = SDRTable(model.codes, converted.ids, model.metadata)
        return Fitted(model, codes, seed, _columns(matrix) or converted.graph.n_nodes, report)

    def _followed(self, state, graph, removed, reweighted, add_nodes) -> Fitted:
        """The state after edge changes; without a state, the state after a fit."""
        if state is None:
            if removed is not None or reweighted is not None:
                raise InputError("partial_fit: there are no edges yet that could go or change")
            return self._learned(state, graph)
        asked = self._config(state.seed)
        other = [name for name, value in state.model.config.items() if asked.get(name, value) != value]
        if other:
            raise ConfigError(f"{other[0]}: is part of the model; fit trains another")
        matrix = self._matrix(graph, state)
        batch = _living.changes_of(
            state.codes, state.model.directed, self.weight, added=matrix, removed=removed, reweighted=reweighted
        )
        threads = thread_count(self.n_jobs)
        with progress_bar(self.verbose) as progress:
            model, report = _core.update(state.model, batch.changes, add_nodes, threads, progress)
        codes = SDRTable(model.codes, _living.ids_after(state.codes, model, batch), model.metadata)
        return Fitted(model, codes, state.seed, len(codes), state.report, report)

    def _matrix(self, graph, state: Fitted):
        """A graph for an existing model: a matrix is checked, and must be square."""
        matrix = _checked_matrix(graph)
        columns = _columns(matrix)
        if columns not in (None, state.n_features_in) and columns != matrix.shape[0]:
            expected = f"{type(self).__name__} is expecting {state.n_features_in} features as input"
            raise InputError(f"X has {columns} features, but {expected}")
        return matrix

    def _config(self, seed: int) -> dict:
        names = [name for name, _, _ in _core.config_fields() if name != "seed"]
        return plain_values({"seed": seed, **{name: getattr(self, name) for name in names}})

    def _converted(self, graph, listed=False):
        options = {"directed": self.directed, "weight": self.weight, "largest_component": self.largest_component}
        return convert(graph, **options, listed=listed)

    def _output(self):
        """A function from a table of codes to the result, by the current parameters, checked before any work."""
        output, layer = self.output, self.layer
        if not isinstance(output, str) or output not in _OUTPUTS:
            raise ConfigError(f"output: unknown {output!r}; use {list_text(_OUTPUTS)}")
        if layer not in LAYERS:
            raise ConfigError(f"layer: unknown layer '{layer}': use {', '.join(LAYERS[:-1])} or {LAYERS[-1]}")
        return lambda table: _OUTPUTS[output](table.select(layer))


def _checked_matrix(graph):
    """An adjacency matrix as scikit-learn checks its input, with its messages; any other graph unchanged."""
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
    """The columns of an adjacency matrix; None for any other graph."""
    is_matrix = scipy.sparse.issparse(graph) or (isinstance(graph, np.ndarray) and not is_edges(graph))
    return graph.shape[1] if is_matrix else None
