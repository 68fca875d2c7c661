"""Exceptions. Messages are those of the command: one line that begins with the place."""

from ._text import printable

__all__ = ["ColumnarError", "ConfigError", "InputError", "MissingFileError", "OutputError"]


class ColumnarError(Exception):
    """Any failure that the engine reports."""

    def __str__(self) -> str:
        return printable(super().__str__())  # the names in it may be any bytes


class InputError(ColumnarError, ValueError):
    """A graph, a file or a table cannot be read or is invalid."""


class MissingFileError(InputError, FileNotFoundError):
    """A file does not exist."""


class ConfigError(ColumnarError, ValueError):
    """A parameter is invalid, alone or for the given graph."""


class OutputError(ColumnarError, OSError):
    """A result cannot be written."""
