"""Paths of files. The native module alone turns them into the system's bytes, and refuses those that hold a NUL."""

from __future__ import annotations

import os
from typing import Any


def is_path(value: Any) -> bool:
    """Whether a value is a path: str, bytes or os.PathLike."""
    return isinstance(value, (str, bytes, os.PathLike))


def path_name(path: Any) -> str:
    """A path as text; bytes that are no UTF-8 are lone surrogates in it, as everywhere in Python."""
    return os.fsdecode(path)
