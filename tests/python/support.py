"""What several test files share: a graph with two answers, the command, and the real graphs where they are."""

from __future__ import annotations

import os
import pathlib
import subprocess

import numpy as np
import pytest
import scipy.sparse

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def planted(groups=4, size=30, inside=0.3, outside=0.01, seed=0):
    """(adjacency matrix, group of each node): dense groups with a few edges between them."""
    random = np.random.default_rng(seed)
    group = np.repeat(np.arange(groups), size)
    chance = np.where(group[:, None] == group[None, :], inside, outside)
    upper = np.triu(random.random(chance.shape) < chance, 1)
    ring = np.arange(len(group))
    upper[ring[:-1], ring[1:]] = True  # no node is alone
    return scipy.sparse.csr_matrix((upper | upper.T).astype(np.float64)), group


def edge_lines(matrix) -> str:
    """The edges of a symmetric matrix as the lines of a file, in an order in which the nodes appear as 0, 1, 2, …"""
    rows, columns = scipy.sparse.triu(matrix, 1).nonzero()
    order = np.lexsort((rows, columns))
    return "".join(f"{u}\t{v}\n" for u, v in zip(rows[order], columns[order], strict=True))


def hiding(matrix, hidden) -> tuple[list, list, list]:
    """The edges of a symmetric matrix, those without an end among the hidden nodes, and those with one."""
    rows, columns = scipy.sparse.triu(matrix, 1).nonzero()
    edges = list(zip(rows.tolist(), columns.tolist(), strict=True))
    gone = set(np.asarray(hidden).tolist())
    return edges, [edge for edge in edges if not gone & set(edge)], [edge for edge in edges if gone & set(edge)]


def command() -> str:
    """The path of the command; skips the test where COLUMNAR_COMMAND does not tell it."""
    path = os.environ.get("COLUMNAR_COMMAND")
    if not path:
        pytest.skip("COLUMNAR_COMMAND names no command")
    return path


def run_command(*arguments, cwd=None) -> str:
    """What the command prints; its failure is the test's."""
    done = subprocess.run([command(), *map(str, arguments)], capture_output=True, text=True, timeout=120, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def command_error(*arguments) -> str:
    """The one line that the command prints when it fails, without its name."""
    done = subprocess.run([command(), *map(str, arguments)], capture_output=True, text=True, timeout=120)
    assert done.returncode != 0, "the command was to fail"
    line = done.stderr.rstrip("\n")
    assert "\n" not in line and line.startswith("columnar: ")
    return line.removeprefix("columnar: ")


def real_graph(name: str) -> pathlib.Path:
    """The file of a real graph; skips the test where it is missing."""
    folder = pathlib.Path(os.environ.get("COLUMNAR_DATA") or REPOSITORY.parent / "shared" / "datasets")
    path = folder / f"{name}.npz"
    if not path.is_file():
        pytest.skip(f"{name}.npz is not here; COLUMNAR_DATA names the folder")
    return path
