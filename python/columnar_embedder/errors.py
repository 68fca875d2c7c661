"""What can go wrong. Messages are those of the command: one line that begins with the place."""

__all__ = ["ColumnarError", "ConfigError", "InputError", "MissingFileError", "OutputError"]


class ColumnarError(Exception):
    """Any failure that the engine reports."""


class InputError(ColumnarError, ValueError):
    """A graph, a file or a table cannot be read or makes no sense."""


class MissingFileError(InputError, FileNotFoundError):
    """A file is not there."""


class ConfigError(ColumnarError, ValueError):
    """A parameter is impossible, alone or together with the graph."""


class OutputError(ColumnarError, OSError):
    """A result cannot be written."""
