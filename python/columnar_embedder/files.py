"""Reads files of this and other programs."""

from __future__ import annotations

from . import _core
from ._formats import with_formats
from .codes import SDRTable
from .vectors import VectorTable

__all__ = ["load"]


@with_formats
def load(path) -> SDRTable | VectorTable:
    """Read codes ({codes}) or vectors ({vectors}), ours or others'.

    From a model file it reads the codes of the nodes; :meth:`ColumnarEmbedder.load` reads the model.

    Parameters
    ----------
    path : str, bytes or os.PathLike

    Returns
    -------
    SDRTable or VectorTable
    """
    table, metadata = _core.read_embedding(path)
    return VectorTable(table) if isinstance(table, _core.Vectors) else SDRTable(table, metadata=metadata)
