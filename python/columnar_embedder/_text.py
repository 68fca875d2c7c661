"""Conversion of the engine's names of nodes, classes and files, which are bytes.

A byte that is not UTF-8 becomes a lone surrogate in Python, as in file names (``surrogateescape``), and
is converted back to that byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def as_text(data: bytes) -> str:
    """The text that the engine gives for these bytes."""
    return data.decode("utf-8", "surrogateescape")


def is_kept(text: str) -> bool:
    """Whether a text round-trips through the engine.

    Half of a surrogate pair has no bytes, and lone surrogates may encode the bytes of a valid character.

    Examples
    --------
    >>> is_kept("Zoë"), is_kept(as_text(b"Zo\\xeb")), is_kept("\\ud800")
    (True, True, False)
    """
    try:
        return text.isascii() or as_text(text.encode("utf-8", "surrogateescape")) == text
    except UnicodeEncodeError:
        return False


def printable(name: Any) -> str:
    """A printable name: lone surrogates, which cannot be printed or drawn, become ``\\udcff``."""
    return str(name).encode("utf-8", "backslashreplace").decode()


def list_text(names: Iterable[Any]) -> str:
    """The names as alternatives, for messages.

    Examples
    --------
    >>> list_text(["a", "b", "c"]), list_text(["a"])
    ('a, b or c', 'a')
    """
    texts = [str(name) for name in names]
    return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
