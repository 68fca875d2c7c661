from ._core import Codes, Graph, Model, __version__
