"""Results as pandas tables."""

from __future__ import annotations

from ..errors import InputError


def frame(result: dict):
    """The list of an experiment as a pandas table, one row a method, nested names joined by dots.

    Parameters
    ----------
    result : dict
        What one of the experiments gave.

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
        tables = [
            pandas.json_normalize(table["rows"]).assign(table=name)
            for name, table in found.items()
            if isinstance(table, dict) and "rows" in table
        ]
        if tables:
            return pandas.concat(tables, ignore_index=True)
    raise InputError(f"frame: no list of results in it, only {', '.join(map(str, result))}")
