"""Paths of files. Only the native module converts them to bytes, and refuses paths with a NUL."""

from __future__ import annotations

import os
from typing import Any


def is_path(value: Any) -> bool:
    """Whether a value is a path: str, bytes or os.PathLike."""
    return isinstance(value, (str, bytes, os.PathLike))


def path_name(path: Any) -> str:
    """A path as text; bytes that are not UTF-8 become lone surrogates, as everywhere in Python."""
    return os.fsdecode(path)
