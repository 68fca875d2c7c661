"""What a fit leaves in an estimator: one object that never changes, replaced as a whole, by one thread at a time."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from .codes import SDRTable


@dataclass(frozen=True)
class Fitted:
    """Everything that was learned, of one and the same moment."""

    model: _core.Model
    codes: SDRTable
    seed: int
    n_features_in: int
    report: dict | None = None
    update: dict | None = None


class _Turn:
    """Who replaces the state of one estimator."""

    every: weakref.WeakSet = weakref.WeakSet()

    def __init__(self):
        self.lock = threading.Lock()
        self.holder = None
        self.every.add(self)

    @classmethod
    def after_fork(cls) -> None:
        """A child has no thread that could give back what another held in its parent."""
        for turn in list(cls.every):
            turn.__init__()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Turn.after_fork)


def _part(attribute: str, name: str, meaning: str) -> property:
    """A fitted attribute: a part of the state, and no attribute at all where it is not there."""

    def get(self):
        value = getattr(self._fitted, name, None)
        if value is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {attribute!r}")
        return value

    return property(get, doc=meaning)


class FittedAttributes:
    """The attributes that scikit-learn's users look for, read from the state.

    Two attributes that are read one after the other may be of different moments where another thread fits in between;
    each of them is whole, and whoever keeps ``codes_`` keeps the ids and the codes of one moment.
    """

    _fitted: Fitted | None = None

    model_ = _part("model_", "model", "What was learned.")
    codes_ = _part("codes_", "codes", "The codes of all nodes that the model knows, all layers.")
    seed_ = _part("seed_", "seed", "The seed that was used.")
    n_features_in_ = _part("n_features_in_", "n_features_in", "Nodes of the graph, as columns of its matrix.")
    report_ = _part("report_", "report", "Seconds and peak memory by stage, notes, pairs seen; of `fit`.")
    update_ = _part("update_", "update", "What the last `partial_fit` changed.")

    @property
    def node_ids_(self) -> np.ndarray:
        """The ids of the nodes, by row of the codes."""
        return self._state().codes.ids

    @property
    def regions_(self) -> np.ndarray:
        """The spectral region of each node."""
        return self._state().model.regions

    @property
    def health_(self) -> dict:
        """Uniqueness of the codes, use of the neurons, same-cell rate."""
        return _core.health(self._state().codes.native)

    def __sklearn_is_fitted__(self) -> bool:
        return self._fitted is not None

    def __getstate__(self) -> dict:
        state = dict(super().__getstate__())  # a copy: the attributes of the first fit may come while it is pickled
        state.pop("_turn", None)  # each copy of an estimator takes turns of its own
        return state

    def _state(self) -> Fitted:
        """The state of this moment. A method takes it once: another thread may replace it at any time."""
        check_is_fitted(self)
        return self._fitted

    def _replace(self, make: Callable[..., Fitted], *arguments) -> Fitted:
        """Put ``make(state, *arguments)`` in the place of the state, as a whole; where that fails, nothing changes.

        One thread at a time: the others wait, so that none of them works on a state that is about to go. Waiting for
        oneself would take forever, as where reading a graph fits the estimator that it is read for: that is an error.
        """
        turn = vars(self).setdefault("_turn", _Turn())
        if turn.holder == threading.get_ident():
            raise RuntimeError(f"{type(self).__name__}: this thread is fitting it already")
        with turn.lock:
            turn.holder = threading.get_ident()
            try:
                self._fitted = make(self._fitted, *arguments)
                return self._fitted
            finally:
                turn.holder = None
