"""Every experiment of ``columnar evaluate``, on tables and graphs in memory.

Each function gives the dictionary that the command prints with ``--json``: the same keys, and for the same input the
same figures. :func:`frame` makes a pandas table of one.

*Embeddings* are a table (:class:`~columnar_embedder.SDRTable`, :class:`~columnar_embedder.VectorTable`), a path, an
array of vectors or a sparse matrix of codes; or a dictionary of them by name. A list under one name counts as the seeds
of one method: figures are then the mean and sd over them. Tables are measured as they are: ``table.select``
chooses a layer. Of a file of codes the 28 bits of L2/3 and L5a are measured, unless it names a layer:
``"codes.sdr:search"``.

*Labels* are one a row of the first embedding (None, -1 or "" where unknown), a dictionary or pandas Series by node id,
or a path. Where a graph is given that knows its classes, they may be left out.
"""

from ._declared import functions, residual
from ._frame import frame

globals().update(functions)

__all__ = [
    "frame",
    "residual",
    *functions,
]
