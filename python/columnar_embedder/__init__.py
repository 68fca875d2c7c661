"""Sparse binary codes for the nodes of a graph, learned without labels, features or gradients.

>>> import networkx as nx
>>> from columnar_embedder import ColumnarEmbedder
>>> embedder = ColumnarEmbedder().fit(nx.karate_club_graph())
>>> embedder.codes_
<SDRTable: 34 nodes, 48 of 3848 bits, layer search>
"""

from . import baselines, evaluate, plot
from ._algebra import Recall, SaturationWarning
from ._answers import Recommendation
from ._core import Graph, Model
from ._graphs import as_graph
from ._load import cpu_level
from ._load import version as __version__
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
    "Recommendation",
    "SDRTable",
    "SaturationWarning",
    "VectorTable",
    "__version__",
    "as_graph",
    "baselines",
    "cpu_level",
    "evaluate",
    "load",
    "plot",
]
