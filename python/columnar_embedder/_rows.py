"""Base of all tables: rows found by node id."""

from __future__ import annotations

import numpy as np

from ._graphs._ids import canonical_integers, split_ids
from ._text import as_text
from .errors import InputError


def given_ids(ids, rows: int, place: str):
    """The ids of the rows, for Python and for the engine: one per row, all distinct."""
    if ids is not None:
        ids = ids.copy() if isinstance(ids, np.ndarray) else list(ids)
    if ids is not None and len(ids) != rows:
        raise InputError(f"{place}: {len(ids)} ids for {rows} nodes")
    given = split_ids(ids, rows)
    seen = set()
    for one in given.user.tolist():
        try:
            if one in seen:
                raise InputError(f"{place}: two nodes have the id {one!r}")
            seen.add(one)
        except TypeError as error:
            raise InputError(f"{place}: a node id must be hashable: {error}") from None
    return given


def native_ids(native) -> np.ndarray:
    ids = native.ids
    return np.asarray(ids, dtype=object) if isinstance(ids, list) else ids


class Rows:
    """Rows found by node id."""

    def __init__(self, native, ids):
        self._native = native
        self._ids = (native_ids(native) if ids is None else ids).view()
        self._ids.flags.writeable = False
        self._row_of = None
        self._list = None

    @property
    def ids(self) -> np.ndarray:
        """The ids of the nodes, by row: int64, or objects as given. Read-only."""
        return self._ids

    def __len__(self) -> int:
        return len(self._native)

    def __iter__(self):
        return iter(self._listed())

    def __contains__(self, node) -> bool:
        return self._found(node) is not None

    def row(self, node) -> int:
        """The row of a node.

        Parameters
        ----------
        node : object
            Its id. The bytes of a text stand for the text.

        Returns
        -------
        int
        """
        row = self._found(node)
        if row is None:
            raise KeyError(f"{node!r}: no node has this id{self._twin_advice(node)}")
        return row

    def _twin_advice(self, node) -> str:
        """What to say if an id differs from a node's only in being a number or a text."""
        twin = str(node)
        if isinstance(node, str):
            number = canonical_integers([node])
            twin = None if number is None else int(number[0])
        return f"; {twin!r} is one" if twin is not None and twin in self._rows() else ""

    def _found(self, node) -> int | None:
        try:
            row = self._rows().get(node)
        except TypeError:  # an unhashable object is not an id
            return None
        return self._rows().get(as_text(node)) if row is None and isinstance(node, bytes) else row

    def _rows(self) -> dict:
        if self._row_of is None:
            self._row_of = {node: row for row, node in enumerate(self._listed())}
        return self._row_of

    def _ids_are_of_files(self) -> bool:
        """Whether the engine's ids equal the user's as text; else they are row numbers, because texts clash."""
        return [str(one) for one in self._listed()] == [str(one) for one in self._native.ids]

    def _require_ids_of_files(self) -> None:
        """Files store integers and texts: other ids become text, which must be distinct and encodable."""
        if not self._ids_are_of_files():
            raise InputError("ids: two of them read the same as text, or one is no text of a file; pickle keeps them")

    def _listed(self) -> list:
        """The ids as Python objects, cached because creating them costs more than a query."""
        if self._list is None:
            self._list = self._ids.tolist()
        return self._list
