"""What the codes are compared with, on the same graph and seeds as ours: the methods of ``columnar embed --method``.

Every function takes a graph of any kind (:func:`columnar_embedder.as_graph`) and gives a table, a row a node. The same
seed gives the same bytes, on any number of threads, here and on the command line. The functions are made of what the
engine declares.
"""

from __future__ import annotations

import inspect

from . import _core
from ._graphs import convert
from ._other_names import unexpected
from ._progress import progress_bar
from ._run import plain_values, seed_of, thread_count
from .codes import SDRTable
from .vectors import VectorTable

_HOW = ("directed", "weight", "largest_component")
_COMMON = """random_state : int, RandomState, Generator or None, default=1
    The command's seed.
n_jobs : int or None
    Threads; None is 1, -1 all cores.
verbose : bool, default=False
    Show a progress bar.
directed, weight, largest_component
    How the graph is read, as for :func:`columnar_embedder.as_graph`."""


def _embed(method, graph, constants, *, random_state=1, n_jobs=None, verbose=False, **how):
    for name in how:
        if name not in _HOW:
            known = [*constants, "random_state", "n_jobs", "verbose", *_HOW]
            raise unexpected(method.replace("-", "_"), name, known)
    seed = seed_of(random_state)
    converted = convert(graph, **how)
    with progress_bar(verbose) as progress:
        values = plain_values({"seed": seed, **constants})
        table, metadata = _core.embed_by(method, converted.graph, values, thread_count(n_jobs), progress)
    if isinstance(table, _core.Codes):
        return SDRTable(table, converted.ids, metadata)
    return VectorTable(table, converted.ids)


def _docstring(declared, returns) -> str:
    lines = [f"{declared['summary']}.", "", "Parameters", "----------", "graph : graph-like"]
    for constant in declared["constants"]:
        text = constant["help"]
        lines += [f"{constant['name']} : {constant['kind']}, default={constant['initial']!r}"]
        lines += [f"    {text[0].upper()}{text[1:]}."]
    return "\n".join([*lines, _COMMON, "", "Returns", "-------", returns.__name__])


def _function(declared):
    returns = SDRTable if declared["makes_codes"] else VectorTable
    parameters = [inspect.Parameter("graph", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    for constant in declared["constants"]:
        parameters.append(
            inspect.Parameter(constant["name"], inspect.Parameter.KEYWORD_ONLY, default=constant["initial"])
        )
    parameters.append(inspect.Parameter("common", inspect.Parameter.VAR_KEYWORD))
    signature = inspect.Signature(parameters, return_annotation=returns)

    def embed(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = dict(bound.arguments)
        graph, common = given.pop("graph"), given.pop("common")
        return _embed(declared["name"], graph, given, **common)

    embed.__name__ = embed.__qualname__ = declared["name"].replace("-", "_")
    embed.__signature__ = signature
    embed.__doc__ = _docstring(declared, returns)
    return embed


_functions = {function.__name__: function for function in map(_function, _core.baselines())}
globals().update(_functions)

__all__ = sorted(_functions)
