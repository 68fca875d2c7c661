"""The fitted state of an estimator: one immutable object, replaced as a whole, by one thread at a time."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._graphs import NOT_NAMED, Columns
from .codes import SDRTable


@dataclass(frozen=True)
class Fitted:
    """Everything learned, from one point in time."""

    model: _core.Model
    codes: SDRTable
    seed: int
    n_features_in: int
    report: dict | None = None
    update: dict | None = None
    columns: Columns = NOT_NAMED  #: of the table that `fit` read


class _Turn:
    """The thread that is replacing the state of an estimator."""

    every: weakref.WeakSet = weakref.WeakSet()

    def __init__(self):
        self.lock = threading.Lock()
        self.holder = None
        self.every.add(self)

    @classmethod
    def after_fork(cls) -> None:
        """A forked child has no thread that could release a lock held in the parent."""
        for turn in list(cls.every):
            turn.__init__()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Turn.after_fork)


def _part(attribute: str, name: str, meaning: str) -> property:
    """A fitted attribute: a part of the state; the attribute does not exist before that."""

    def get(self):
        value = getattr(self._fitted, name, None)
        if value is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {attribute!r}")
        return value

    return property(get, doc=meaning)


class FittedAttributes:
    """The fitted attributes of scikit-learn's conventions, read from the state.

    If another thread fits in between, two attributes may belong to different fits; each one is consistent, and
    ``codes_`` holds the ids and the codes of one fit.
    """

    _fitted: Fitted | None = None

    model_ = _part("model_", "model", "The trained model.")
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
        state = dict(super().__getstate__())  # a copy: a first fit may add attributes while it is pickled
        state.pop("_turn", None)  # each copy of an estimator has its own lock
        return state

    def _state(self) -> Fitted:
        """The current state. A method reads it once, because another thread may replace it at any time."""
        check_is_fitted(self)
        return self._fitted

    def _replace(self, make: Callable[..., Fitted], *arguments) -> Fitted:
        """Replace the state by ``make(state, *arguments)`` as a whole; if that fails, nothing changes.

        One thread at a time: others wait, so that none works on an outdated state. A thread that would wait for
        itself, e.g. if reading a graph fits the same estimator, gets an error instead of a deadlock.
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
