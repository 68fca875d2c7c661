"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import columnar_embedder
import pytest

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(columnar_embedder.__path__, "columnar_embedder.")
    if not info.name.rpartition(".")[2].startswith(("_native", "_cpu"))
)


@pytest.mark.parametrize("name", ["columnar_embedder", *MODULES])
def test_the_examples_of_a_module_are_true(name):
    pytest.importorskip("networkx")
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder()
    modules = [importlib.import_module(name) for name in MODULES]
    assert sum(len(test.examples) for module in modules for test in finder.find(module)) > 10
