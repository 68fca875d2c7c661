"""Sparse binary codes for the nodes of a graph, learned without labels, features or gradients.

>>> import networkx as nx
>>> from columnar_embedder import ColumnarEmbedder
>>> embedder = ColumnarEmbedder().fit(nx.karate_club_graph())
>>> embedder.codes_
<SDRTable: 34 nodes, 28 of 1800 bits, layer all>
"""

from . import baselines, evaluate
from ._algebra import Recall, SaturationWarning
from ._core import Graph, Model, __version__, cpu_level
from ._graphs import as_graph
from .codes import Neighbour, SDRTable
from .embedder import ColumnarEmbedder
from .errors import ColumnarError, ConfigError, InputError, MissingFileError, OutputError
from .files import load
from .vectors import VectorTable

__all__ = [
    "ColumnarEmbedder",
    "ColumnarError",
    "ConfigError",
    "Graph",
    "InputError",
    "MissingFileError",
    "Model",
    "Neighbour",
    "OutputError",
    "Recall",
    "SDRTable",
    "SaturationWarning",
    "VectorTable",
    "__version__",
    "as_graph",
    "baselines",
    "cpu_level",
    "evaluate",
    "load",
]
