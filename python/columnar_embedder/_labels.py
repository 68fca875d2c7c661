"""Classes of nodes from arrays, dictionaries, series and files, numbered as the engine numbers them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._core import read_class_sets, read_labels
from ._graphs._ids import canonical_integers, is_missing, split_ids
from ._paths import is_path
from ._text import as_text, is_kept
from .errors import InputError

__all__ = ["as_class_sets", "as_labels"]

PLACE = "labels"


def as_labels(y: Any, ids: Any) -> tuple[np.ndarray, list[str]]:
    """Number the classes of nodes.

    Parameters
    ----------
    y : array-like of shape (n_nodes,), mapping, pandas.Series, str, bytes or os.PathLike
        - An array, list or tuple gives the class of each row.
        - A mapping from id to class, or a Series with the ids as its index, gives the classes of the nodes that it
          names. Ids that are not in the graph are skipped (usual after reduction to the largest
          component), but it is an error if none is left. A Series in row order is passed as ``y.to_numpy()``.
        - A path is read as the command reads it: one ``id label`` per line, or the array ``labels`` of an .npz.

        Classes are integers from 0, texts or bools; floats that are whole numbers count as integers. Unknown is None,
        NaN, pandas.NA, the integer -1, or an empty text. The text "-1" is a class like any other.
    ids : array-like of shape (n_nodes,)
        The ids of the rows as the user knows them, :attr:`Converted.ids`.

    Returns
    -------
    classes : numpy.ndarray of int32 of shape (n_nodes,)
        Index into `names`, or -1 if unknown.
    names : list of str
        The classes, ordered by value if all are integers, else byte by byte.

    Raises
    ------
    TypeError
        If `y` has an unsupported type.
    ValueError
        If lengths differ, a label is not a class, an id has two labels, or none of the ids is in the graph.

    Examples
    --------
    >>> as_labels(["b", "a", None], ids=[0, 1, 2])
    (array([ 1,  0, -1], dtype=int32), ['a', 'b'])
    """
    n_nodes = len(ids)
    if is_path(y):
        engine = split_ids(ids, n_nodes).engine
        classes, names = read_labels(y, engine, n_nodes)
        return np.asarray(classes, dtype=np.int32), list(names)
    if isinstance(y, Mapping):
        return _number(_by_id(y.items(), ids))
    if any(base.__module__.partition(".")[0] == "pandas" for base in type(y).__mro__) and hasattr(y, "index"):
        if getattr(y, "ndim", 0) != 1:
            raise TypeError(f"{PLACE}: a pandas {type(y).__name__} has more than one column; pass one of them")
        return _number(_by_id(zip(y.index.tolist(), y.tolist(), strict=True), ids))
    if isinstance(y, (list, tuple)):
        values = list(y)
    elif hasattr(y, "__array__"):
        array = np.asarray(y)
        if array.ndim != 1:
            raise InputError(f"{PLACE}: they have one dimension, these have shape {array.shape}")
        values = array.tolist()
    else:
        raise TypeError(f"{PLACE}: pass an array, a mapping or Series by id, or a path, not {type(y).__name__}")
    if len(values) != n_nodes:
        raise InputError(f"{PLACE}: {len(values)} of them for {n_nodes} nodes")
    return _number([_name(value, i) for i, value in enumerate(values)])


def as_class_sets(y: Any, ids: Any) -> tuple[np.ndarray, list[str], np.ndarray | None]:
    """As :func:`as_labels`, where a node may have several classes.

    Besides a file with several lines per node, `y` may be a matrix of 0 and 1, dense or sparse, with a row per node
    and a column per class: what :class:`sklearn.preprocessing.MultiLabelBinarizer` makes.

    Returns
    -------
    classes : numpy.ndarray of int32
        Those of row i are ``classes[offsets[i]:offsets[i + 1]]``.
    names : list of str
    offsets : numpy.ndarray of uint64, or None
        None if no node has several classes; `classes` is then as :func:`as_labels` gives it.

    Examples
    --------
    >>> as_class_sets([[1, 0], [1, 1], [0, 0]], ids=[0, 1, 2])
    (array([0, 0, 1], dtype=int32), ['0', '1'], array([0, 1, 3, 3], dtype=uint64))
    """
    n_nodes = len(ids)
    if is_path(y):
        classes, names, offsets = read_class_sets(y, split_ids(ids, n_nodes).engine, n_nodes)
        rows = None if offsets is None else np.asarray(offsets, dtype=np.uint64)
        return np.asarray(classes, dtype=np.int32), list(names), rows
    if hasattr(y, "tocsr"):
        matrix = y.toarray()
    elif isinstance(y, (list, tuple)) and len(y) > 0 and all(isinstance(row, (list, tuple)) for row in y):
        if len({len(row) for row in y}) > 1:
            raise InputError(f"{PLACE}: the rows have different lengths; sklearn's MultiLabelBinarizer makes a matrix")
        matrix = np.asarray(y)
    else:
        matrix = y
    if not (hasattr(matrix, "__array__") and getattr(matrix, "ndim", 1) == 2):
        return *as_labels(y, ids), None
    matrix = np.asarray(matrix)
    if matrix.shape[0] != n_nodes:
        raise InputError(f"{PLACE}: {matrix.shape[0]} rows for {n_nodes} nodes")
    if not np.isin(matrix, (0, 1)).all():
        raise InputError(f"{PLACE}: a matrix of classes holds 0 and 1")
    matrix = matrix.astype(bool)
    kept = np.flatnonzero(matrix.any(axis=0))  # a column without a node is no class
    counts = matrix.sum(axis=1)
    if counts.max(initial=0) <= 1:
        return *_number([str(row.argmax()) if row.any() else None for row in matrix]), None
    columns = np.nonzero(matrix[:, kept])[1]
    offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.uint64)
    return columns.astype(np.int32), [str(column) for column in kept], offsets


def _by_id(pairs: Iterable[tuple[Any, Any]], ids: Any) -> list[str | None]:
    """The name of each row's class, None if no pair names the row."""
    users = ids.tolist() if isinstance(ids, np.ndarray) else list(ids)
    row = {key: i for i, key in enumerate(users)}
    names: list[str | None] = [None] * len(users)
    given = used = 0
    for key, value in pairs:
        given += 1
        if key not in row:
            continue
        used += 1
        name, before = _name(value, key), names[row[key]]
        if before is not None and name is not None and name != before:
            raise InputError(f"{PLACE}: node {key!r} has another label already than {name!r}")
        names[row[key]] = before if name is None else name
    if given == 0:
        raise InputError(f"{PLACE}: there are none")
    if used == 0:
        raise InputError(
            f"{PLACE}: none of the {given} ids is in the graph; labels in row order are passed as an array"
        )
    return names


def _name(value: Any, where: Any) -> str | None:
    """A label as the engine writes it, or None for unknown."""
    if isinstance(value, bytes):
        value = as_text(value)
    if isinstance(value, str):
        if not is_kept(value):
            raise InputError(f"{PLACE}: entry {where!r} is {value!r}: half of a character is no text")
        return str(value) or None
    if is_missing(value):
        return None
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (float, np.floating)):
        if value != np.floor(value) or np.isinf(value):
            raise InputError(f"{PLACE}: entry {where!r} is {value}: classes are whole numbers or texts")
        value = int(value)
    if isinstance(value, (int, np.integer)):
        if value < -1:
            raise InputError(f"{PLACE}: entry {where!r} is {value}: a class is at least 0, or -1 for unknown")
        return None if value == -1 else str(int(value))
    if isinstance(value, (list, tuple, dict, set, np.ndarray)):
        raise InputError(f"{PLACE}: entry {where!r} is a {type(value).__name__}: a node has one class")
    return str(value)


def _number(labels: list[str | None]) -> tuple[np.ndarray, list[str]]:
    """Classes numbered in the order of their names."""
    known = {name for name in labels if name is not None}
    names = sorted(known, key=lambda name: name.encode("utf-8", "surrogateescape"))
    if canonical_integers(names) is not None:
        names.sort(key=int)
    number: dict[str | None, int] = {name: i for i, name in enumerate(names)}
    number[None] = -1
    return np.array([number[name] for name in labels], dtype=np.int32), names
