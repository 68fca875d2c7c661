"""The estimator: a graph in, one sparse binary code per node out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.base import TransformerMixin

from . import _attributes, _core, _living
from ._answers import Answers
from ._fitted import Fitted, FittedAttributes
from ._graphs import NOT_NAMED, Columns, convert
from ._labels import as_labels
from ._matrix import checked_matrix, matrix_columns
from ._other_names import refusing_other_names
from ._outputs import FrameOutput
from ._parameters import Parameters
from ._paths import path_name
from ._progress import progress_bar
from ._run import plain_values, seed_of, thread_count, whole_number
from .codes import SDRTable, feature_names
from .errors import ConfigError, InputError

__all__ = ["ColumnarEmbedder"]

_SUMMARY = """Turns the nodes of a graph into sparse binary codes, without labels, features or gradients.

    A scikit-learn transformer whose samples are the nodes of one graph. Graphs may be SciPy sparse matrices, NumPy
    edge or adjacency arrays, NetworkX, igraph, DGL or PyTorch Geometric graphs, edge tables of pandas, polars or Arrow,
    or paths of files.

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


@refusing_other_names
class ColumnarEmbedder(
    FrameOutput, FittedAttributes, Answers, TransformerMixin, Parameters, auto_wrap_output_keys=None
):
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

    def fit(self, graph, y=None, *, attributes=None, source=None, target=None, weight=...) -> ColumnarEmbedder:
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
              does not hold the ids, rows are in the order of the nodes, as are those of a polars DataFrame. Columns
              are encoded as those of a table that ``columnar embed --attributes`` reads: numbers by buckets, texts
              by value or by word; a missing value has no entry;
            - a mapping from id to row: numbers, or a dictionary by column;
            - names of node attributes of a NetworkX or igraph graph, of a PyTorch Geometric ``Data`` (``"x"``) or of
              DGL's ``ndata``.
        source, target : column name, optional
            The columns of a table, or of a CSV file, that hold the ends of an edge; see
            :func:`columnar_embedder.as_graph` for the names that need not be told. Later tables with these columns
            (`transform`, `encode`, `partial_fit`) are read alike.
        weight : str or None, optional
            The attribute or column with the weights; by default the parameter `weight` of the estimator.

        Returns
        -------
        self
        """
        self._replace(self._learned, graph, attributes, Columns(source, target, weight))
        return self

    def partial_fit(
        self, graph=None, y=None, *, removed=None, reweighted=None, add_nodes=True, attributes=None
    ) -> ColumnarEmbedder:
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
        attributes : mapping or pandas.DataFrame, optional
            Attributes of new nodes, as in `encode`; the model keeps them. A new node may have no edge. In the first
            call, those of `fit`.

        Returns
        -------
        self
        """
        self._replace(self._followed, graph, removed, reweighted, bool(add_nodes), attributes)
        return self

    def fit_transform(self, graph, y=None, *, attributes=None, source=None, target=None, weight=...):
        """Learn the codes of a graph and return them, as `transform` does.

        Parameters
        ----------
        graph : graph-like
        y : ignored
        attributes, source, target, weight
            See `fit`.

        Returns
        -------
        codes
            In the form given by `output`.
        """
        output = self._output()
        return output(self._replace(self._learned, graph, attributes, Columns(source, target, weight)).codes)

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
        matrix = self._matrix(graph, state)
        directed = state.model.directed if self.directed is None else self.directed
        converted = self._converted(matrix, state.columns, directed=directed)
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
            given = _attributes.of_new_nodes(attributes, model)
        matrix = None if edges is None else self._matrix(edges, state)
        columns = self._told(state.columns)
        batch = _living.edges_of_new_nodes(matrix, state.codes, model.directed, columns, given)
        with progress_bar(self.verbose) as progress:
            return _living.encoded(model, state.codes, batch, thread_count(self.n_jobs), progress)

    def encode_roles(self, graph) -> SDRTable:
        """The bits for roles of the nodes of another graph, for a model with ``roles``; nothing is trained.

        Parameters
        ----------
        graph : graph-like
            Any graph; it need not share a node with that of `fit`.

        Returns
        -------
        SDRTable
            One row per node, which can be compared with those of ``codes_.select("roles")``: a node is described by
            its degree, its neighbours' and so on, as ranks among the nodes of its own graph.
        """
        state = self._state()
        converted = self._converted(checked_matrix(graph), state.columns, directed=self.directed)
        with progress_bar(self.verbose) as progress:
            codes, metadata = _core.encode_roles(state.model, converted.graph, thread_count(self.n_jobs), progress)
        return SDRTable(codes, converted.ids, metadata)

    def get_feature_names_out(self, input_features=None) -> np.ndarray:
        """The names of the bits that `transform` returns.

        Parameters
        ----------
        input_features : ignored

        Returns
        -------
        numpy.ndarray of str
            ``column042_cell3`` for cell 3 of column 42 of L2/3, ``l5a_017`` for neuron 17 of L5a, ``l6_0017`` for
            neuron 17 of L6. Bits for roles are numbered from 0 if they are the whole layer.
        """
        if self.layer == "roles":
            return self._state().codes.select("roles").feature_names()
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
            What ``columnar explain --json`` prints; for two nodes also what the graph says of them: ``"graph"``.
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

    def export_nir(self, path, inputs=None) -> None:
        """Write the trained cortex for neuromorphic tools, as ``columnar export`` does.

        Parameters
        ----------
        path : str, bytes or os.PathLike
            The network L4 → L2/3 → L5a in the Neuromorphic Intermediate Representation, ``.nir``: ``nir.read`` of the
            package ``nir`` reads it.
        inputs : str, bytes or os.PathLike, optional
            Also write an archive ``.npz`` with what the host needs for every node (active L4 neurons, eligible
            columns, …) and what the engine finds with it: firing cells, scores, codes. Both files appear, or neither.
        """
        state = self._state()
        if inputs is not None:
            state.codes._require_ids_of_files()
        state.model.save_nir(path, inputs, thread_count(self.n_jobs))

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

    def _learned(self, _state, graph, attributes=None, columns=NOT_NAMED) -> Fitted:
        """The state after a fit, whatever the state before."""
        self._output()
        threads = thread_count(self.n_jobs)
        seed = seed_of(self.random_state)
        config = self._config(seed)
        if self.device not in ("cpu", "cuda"):
            raise ConfigError(f"device: {self.device!r} is neither 'cpu' nor 'cuda'")
        matrix = checked_matrix(graph)
        converted = self._converted(matrix, columns, directed=self.directed, listed=attributes is not None)
        given = None
        if attributes is not None:
            given = _attributes.of_graph(attributes, graph, converted.listed, converted.rows)
        stages = _core.estimate(converted.graph, config, threads, given) if self.verbose else ()
        with progress_bar(self.verbose, stages) as progress:
            model, report = _core.fit(config, converted.graph, threads, progress, given, self.device)
        codes = SDRTable(model.codes, converted.ids, model.metadata)
        features = matrix_columns(matrix) or converted.graph.n_nodes
        return Fitted(model, codes, seed, features, report, columns=replace(columns, strict=False))

    def _followed(self, state, graph, removed, reweighted, add_nodes, attributes) -> Fitted:
        """The state after edge changes; without a state, the state after a fit."""
        if state is None:
            if removed is not None or reweighted is not None:
                raise InputError("partial_fit: there are no edges yet that could go or change")
            return self._learned(state, graph, attributes)
        asked = self._config(state.seed)
        other = [name for name, value in state.model.config.items() if asked.get(name, value) != value]
        if other:
            raise ConfigError(f"{other[0]}: is part of the model; fit trains another")
        model, given = state.model, None
        if attributes is not None:
            given = _attributes.of_new_nodes(attributes, model)
        edges = {"added": None if graph is None else self._matrix(graph, state)}
        edges |= {"removed": removed, "reweighted": reweighted}
        batch = _living.changes_of(state.codes, model.directed, self._told(state.columns), given, **edges)
        threads = thread_count(self.n_jobs)
        with progress_bar(self.verbose) as progress:
            model, report = _core.update(state.model, batch.changes, add_nodes, threads, progress, batch.attributes)
        codes = SDRTable(model.codes, _living.ids_after(state.codes, model, batch), model.metadata)
        return Fitted(model, codes, state.seed, len(codes), state.report, report, state.columns)

    def _matrix(self, graph, state: Fitted):
        """A graph for an existing model: a matrix is checked, and must be square."""
        matrix = checked_matrix(graph)
        columns = matrix_columns(matrix)
        if columns not in (None, state.n_features_in) and columns != matrix.shape[0]:
            expected = f"{type(self).__name__} is expecting {state.n_features_in} features as input"
            raise InputError(f"X has {columns} features, but {expected}")
        if columns is not None and columns != matrix.shape[0]:
            what = f"adjacency matrix: shape {matrix.shape} is some rows of the graph of fit"
            raise InputError(f"{what}; {_living.EMBED_ONCE}")
        return matrix

    def _config(self, seed: int) -> dict:
        names = [name for name, _, _ in _core.config_fields() if name != "seed"]
        return plain_values({"seed": seed, **{name: getattr(self, name) for name in names}})

    def _told(self, columns):
        """The columns of a table as `fit` was told them, with the weight of the estimator where it was not."""
        return replace(columns, weight=self.weight) if columns.weight is ... else columns

    def _converted(self, graph, columns, *, directed, listed=False):
        columns = self._told(columns)
        options = {"directed": directed, "weight": columns.weight, "largest_component": self.largest_component}
        return convert(graph, **options, listed=listed, columns=columns)
