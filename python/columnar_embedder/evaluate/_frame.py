"""Results as pandas tables."""

from __future__ import annotations

from .._text import list_text
from ..errors import InputError


def frame(result: dict, table: str | None = None):
    """The rows of an experiment as a pandas table, nested names joined by dots.

    Parameters
    ----------
    result : dict
        What one of the experiments gave.
    table : str, optional
        One of its tables, by name; by default all of them, the first column says which.

    Returns
    -------
    pandas.DataFrame
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("frame needs pandas: pip install pandas") from None
    found = result.get("results") if isinstance(result, dict) else None
    if not isinstance(found, dict) or not all(isinstance(one, dict) and "rows" in one for one in found.values()):
        raise InputError("frame: pass what one of the experiments returns; this has no tables")
    if table is not None and table not in found:
        raise InputError(f"frame: unknown '{table}'; use {list_text(found)}")
    if table is not None:
        return pandas.json_normalize(_defined(found[table]["rows"]))
    frames = [pandas.json_normalize(_defined(one["rows"])) for one in found.values()]
    for name, one in zip(found, frames, strict=True):
        one.insert(0, "table", name)
    return pandas.concat(frames, ignore_index=True)


def _defined(rows):
    """Without measures that are undefined, which would make a column beside their mean and sd."""
    return [{key: value for key, value in row.items() if value is not None} for row in rows]
