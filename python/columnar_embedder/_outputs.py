"""What the estimator gives for codes: the forms of `output`, and frames of other libraries by ``set_output``."""

from __future__ import annotations

from collections.abc import Callable

import sklearn

from ._text import list_text
from .codes import LAYERS, SDRTable
from .errors import ConfigError

_FORMS = {
    "csr": SDRTable.to_csr,
    "csr_bool": lambda table: table.to_csr(bool),
    "dense": SDRTable.to_dense,
    "indices": lambda table: table.indices,
    "packed": SDRTable.to_packed,
    "table": lambda table: table,
}
_FRAME_FORMS = {"csr": "uint8", "csr_bool": "bool", "dense": "uint8"}


def _pandas_frame(values, ids, names):
    import pandas

    return pandas.DataFrame(values, index=pandas.Index(ids, tupleize_cols=False), columns=names, copy=False)


def _polars_frame(values, ids, names):
    import polars

    return polars.DataFrame(values, schema=list(names), orient="row")


_FRAMES = {"pandas": _pandas_frame, "polars": _polars_frame}


class FrameOutput:
    """scikit-learn's ``set_output`` for an estimator whose samples are the nodes of a graph.

    scikit-learn itself would label the rows with the index of the input, which has a row per edge.
    """

    def set_output(self, *, transform=None):
        """Choose the container of `transform` and `fit_transform`.

        Parameters
        ----------
        transform : {"default", "pandas", "polars"}, optional
            ``"pandas"``: a DataFrame of zeros and ones with the node ids as index and the names of the bits as
            columns; ``"polars"``: the same without an index (``node_ids_`` has the ids); ``"default"``: as `output`
            says; None: no change.

        Returns
        -------
        self
        """
        if transform is not None:
            self._sklearn_output_config = {"transform": transform}  # the name by which scikit-learn's clone keeps it
        return self

    def _output(self) -> Callable:
        """A function from a table of codes to the result, by the current parameters, checked before any work."""
        output, layer = self.output, self.layer
        if not isinstance(output, str) or output not in _FORMS:
            raise ConfigError(f"output: unknown {output!r}; use {list_text(_FORMS)}")
        if layer not in LAYERS:
            raise ConfigError(f"layer: unknown layer '{layer}': use {', '.join(LAYERS[:-1])} or {LAYERS[-1]}")
        chosen = getattr(self, "_sklearn_output_config", {}).get("transform", sklearn.get_config()["transform_output"])
        if chosen == "default":
            return lambda table: _FORMS[output](table.select(layer))
        if chosen not in _FRAMES:
            raise ConfigError(f"set_output: unknown {chosen!r}; use default, {list_text(_FRAMES)}")
        if output not in _FRAME_FORMS:
            raise ConfigError(f"output: {output!r} is no frame of {chosen}; use {list_text(_FRAME_FORMS)}")

        def framed(table):
            part = table.select(layer)
            return _FRAMES[chosen](part.to_dense(_FRAME_FORMS[output]), part.ids, part.feature_names())

        return framed
