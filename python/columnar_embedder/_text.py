"""Text of the engine's, whose names are bytes: of nodes, classes and files.

A byte that is no UTF-8 is a lone surrogate in Python's text, as in the names of files (``surrogateescape``), and
becomes that byte again on its way back.
"""

from __future__ import annotations

from typing import Any


def as_text(data: bytes) -> str:
    """The text that the engine gives for these bytes."""
    return data.decode("utf-8", "surrogateescape")


def is_kept(text: str) -> bool:
    """Whether the engine gives a text back as it is.

    Half of a surrogate pair stands for no bytes, and lone surrogates may stand for the bytes of a true character.

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
    """A name for the eye: lone surrogates, which nothing can print or draw, are written as ``\\udcff``."""
    return str(name).encode("utf-8", "backslashreplace").decode()
