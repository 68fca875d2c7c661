"""Results as pandas tables."""

from __future__ import annotations

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
    found = result.get("results")
    if isinstance(found, list):
        return pandas.json_normalize(found)
    if isinstance(found, dict):
        tables = {name: one for name, one in found.items() if isinstance(one, dict) and "rows" in one}
        if table is not None:
            if table not in tables:
                raise InputError(f"frame: '{table}' is none of {', '.join(tables)}")
            return pandas.json_normalize(tables[table]["rows"])
        if tables:
            frames = [pandas.json_normalize(one["rows"]) for one in tables.values()]
            for name, one in zip(tables, frames, strict=True):
                one.insert(0, "table", name)
            return pandas.concat(frames, ignore_index=True)
    raise InputError(f"frame: no list of results in it, only {', '.join(map(str, result))}")
