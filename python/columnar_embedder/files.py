"""Reading what the program, and others, wrote."""

from __future__ import annotations

import os

from . import _core
from .codes import SDRTable
from .vectors import VectorTable

__all__ = ["load"]


def load(path) -> SDRTable | VectorTable:
    """Read codes (``.sdr``, ``.npz``, ``.tsv``, ``.svm``) or vectors (``.emb``, ``.npy``, ``.npz``), ours or others'.

    Parameters
    ----------
    path : str or os.PathLike

    Returns
    -------
    SDRTable or VectorTable
    """
    text = os.fspath(path)
    native = _core.read_embedding(text)
    if isinstance(native, _core.Vectors):
        return VectorTable(native)
    return SDRTable(native, metadata=_core.sdr_metadata(text) if text.endswith(".sdr") else "{}")
