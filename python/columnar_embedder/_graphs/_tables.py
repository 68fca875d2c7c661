"""Tables with one edge per row, of any library: which columns hold the ends of an edge and its weight."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from ..errors import InputError
from ._arrays import read_columns
from ._ids import is_missing
from ._parts import Edges, no_such_weight

PLACE = "edge table"
#: Names of the two ends, without case, spaces and underscores: "Source", "from_node_id" and "ID 1" are found, too.
#: These and the weights are those of the engine for files (edge_columns.cpp); a test compares both.
ENDS = (
    ("source", "target"),
    ("sourceid", "targetid"),
    ("sourcenode", "targetnode"),
    ("src", "dst"),
    ("src", "dest"),
    ("srcid", "dstid"),
    ("from", "to"),
    ("fromid", "toid"),
    ("fromnode", "tonode"),
    ("fromnodeid", "tonodeid"),
    ("id1", "id2"),
    ("idfrom", "idto"),
    ("node1", "node2"),
    ("node1id", "node2id"),
    ("nodea", "nodeb"),
    ("u", "v"),
    ("head", "tail"),
    ("start", "end"),
    ("startid", "endid"),
)
WEIGHTS = ("weight", "weights", "edgeweight", "w", "value", "count", "strength", "score")
_LOOKED_AT = 1000  # rows from which the message for an unclear table guesses


@dataclass(frozen=True)
class Columns:
    """The columns that the caller named; `weight` is ``...`` if it is the estimator's."""

    source: Hashable = None
    target: Hashable = None
    weight: Any = ...
    strict: bool = True  #: whether the table must have them; those of an earlier call are used where they exist

    def __post_init__(self):
        if (self.source is None) != (self.target is None):
            given, other = ("source", "target") if self.target is None else ("target", "source")
            raise InputError(f"{given}={getattr(self, given)!r}: name the other end, too, with {other}='…'")

    @property
    def named(self) -> bool:
        """Whether there are names for the ends."""
        return self.source is not None


NOT_NAMED = Columns()


@dataclass(frozen=True)
class Table:
    """A table: its names, and a function from the number of a column to its values, an array or a list."""

    names: list
    values: Callable[[int], Any]
    place: str = PLACE
    unnamed: bool = False  #: nobody chose the names


def edges_of_table(table: Table, weight: str | None, columns: Columns) -> Edges:
    """The edges of a table, one per row."""
    weighted = _weight_column(table, weight, columns)
    ends = _end_columns(table, columns, weighted)
    weights = None if weighted is None else table.values(weighted)
    return read_columns(table.values(ends[0]), table.values(ends[1]), weights, table.place)


def _weight_column(table: Table, weight: str | None, columns: Columns) -> int | None:
    names = table.names
    if weight is None:
        return None
    if weight in names:
        return names.index(weight)
    if weight != "weight":
        raise no_such_weight(weight, names, table.place)
    if table.unnamed and len(names) == 3:
        return 2  # as an array of three columns
    if len(names) == 2:
        return None  # both are ends, whatever their names
    plain = [None if name in (columns.source, columns.target) else _plain(name) for name in names]
    return next((plain.index(name) for name in WEIGHTS if name in plain), None)


def _end_columns(table: Table, columns: Columns, weighted: int | None) -> list[int]:
    names = table.names
    if columns.named and (columns.strict or (columns.source in names and columns.target in names)):
        return [_column(table, columns.source), _column(table, columns.target)]
    plain = [_plain(name) for name in names]
    for u, v in ENDS:
        if u in plain and v in plain:
            return [plain.index(u), plain.index(v)]
    rest = [i for i in range(len(names)) if i != weighted and (len(names) == 2 or plain[i] not in WEIGHTS)]
    if len(rest) < 2:
        raise InputError(f"{table.place}: two columns with the ends of the edges are needed, found {names}")
    if len(rest) > 2:
        raise _unclear(table, rest)
    return rest


def _column(table: Table, name: Hashable) -> int:
    if name in table.names:
        return table.names.index(name)
    close = difflib.get_close_matches(str(name), [str(one) for one in table.names], 1)
    advice = f"; did you mean {close[0]!r}?" if close else f" among {_listed(table.names)}"
    raise InputError(f"{table.place}: no column {name!r}{advice}")


def _unclear(table: Table, rest: list[int]) -> InputError:
    """The error for a table whose ends would be a guess, with the first two columns that share values."""
    seen = {i: {value for value in list(table.values(i)[:_LOOKED_AT]) if _is_id(value)} for i in rest}
    pairs = [(u, v) for u in rest for v in rest if u < v]
    likely = next((pair for pair in pairs if seen[pair[0]] & seen[pair[1]]), None)
    example = "source='…', target='…'"
    if likely is not None:
        example = "perhaps source={!r}, target={!r}".format(*(table.names[i] for i in likely))
    return InputError(
        f"{table.place}: which of {_listed(table.names)} are the ends of an edge would be a guess: name them in "
        f"fit or as_graph, {example} (and weight='…' for a column of weights)"
    )


def _is_id(value: Any) -> bool:
    return isinstance(value, Hashable) and not is_missing(value)


def _listed(names: list) -> str:
    return ", ".join(repr(name) for name in names[:20]) + (", …" if len(names) > 20 else "")


def _plain(name: Any) -> str:
    return re.sub(r"[\W_]", "", str(name)).lower()
