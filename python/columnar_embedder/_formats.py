"""The formats of files, as the engine declares them, for docstrings."""

from __future__ import annotations

from . import _core

FORMATS = _core.formats()


def extensions(kind: str) -> str:
    """The extensions of ``"codes"`` or ``"vectors"``, as docstrings have them."""
    return ", ".join(f"``{one['extension']}``" for one in FORMATS[kind])


def with_formats(function):
    """Put the extensions where the docstring of a function says ``{codes}`` or ``{vectors}``."""
    for kind in FORMATS if function.__doc__ else ():  # python -OO has none
        function.__doc__ = function.__doc__.replace("{" + kind + "}", extensions(kind))
    return function
