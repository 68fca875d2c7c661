"""Experiments as functions, made of what the engine declares."""

from __future__ import annotations

import difflib
import inspect
import warnings

from .. import _core
from .._graphs import convert
from .._progress import progress_bar
from .._run import cost_or_auto, real_number, seed_of, thread_count, whole_number
from ._inputs import (
    attributed_graph,
    config_of,
    features_of,
    graph_of,
    groups_of,
    labelled_graph,
    labels_of,
    names_of,
    reference_of,
    told_tables,
)

_KEYWORD, _EITHER = inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
_HOW = ("directed", "weight", "largest_component")


def _is_list(values) -> bool:
    return hasattr(values, "__iter__") and not isinstance(values, (str, bytes))


_CHECKS = {
    "bool": lambda flag, value: bool(value),
    "int": whole_number,
    "float": real_number,
    "cost": cost_or_auto,
    "str": lambda flag, value: str(value),
    "floats": lambda flag, values: [real_number(flag, value) for value in (values if _is_list(values) else [values])],
    "strs": lambda flag, values: names_of(values),
}
_TYPES = {"cost": 'float or "auto"', "floats": "list of float", "strs": "list of str"}


_ROWS = "Take its nodes, its order where a file has no ids, and its classes"


def _parameters(declared) -> list[tuple[str, object, str, str]]:
    """(name, default, type, help) of everything but the graph or the embeddings."""
    rows = []
    if declared["labels"]:
        of = "node of the graph" if declared["graph"] else "row of the first embedding"
        text = f"One per {of}; not needed where the graph knows its classes."
        rows.append(("labels", None, "array-like, dict, Series or path, optional", text))
        if not declared["graph"]:
            rows.append(("graph", None, "graph-like, optional", f"{declared['graph_help'] or _ROWS}."))
    if declared["reference"]:
        text = "Compare with these rows, too: the name of an embedding, a table or a path."
        rows.append(("reference", None, "str, table or path, optional", text))
    for option in declared["options"]:
        if option["name"] == "seed":
            continue  # random_state
        initial = tuple(option["initial"]) if isinstance(option["initial"], list) else option["initial"]
        kind = f"{_TYPES.get(option['kind'], option['kind'])}, default={initial!r}"
        text = option["help"].replace("; separated by commas, or none", "")
        rows.append((option["python_name"], initial, kind, f"{text}."))
    if declared["features"] and declared["graph"]:
        text = "Of the nodes, as ``ColumnarEmbedder.fit`` takes them; by default those in the graph's file."
        rows.append(("attributes", None, "matrix, frame, mapping or names, optional", text))
    elif declared["features"]:
        text = "Of the nodes of the graph, by row; by default those in the graph's file, if it has some."
        rows.append(("features", None, "sparse matrix or array, optional", text))
    if declared["then"]:
        rows.append(("then", None, "graph-like, optional", declared["then"] + "."))
        rows.append(("then_labels", None, "array-like, dict, Series or path, optional", "Its classes."))
    if declared["residual"]:
        text = "Others' embeddings of :func:`residual`, measured on the first split."
        rows.append(("embeddings", None, "dict of tables, optional", text))
    if declared["train"]:
        rows.append(("config", None, "dict or ColumnarEmbedder, optional", "Constants of the method, by name."))
    if declared["train"] or any(option["name"] == "seed" for option in declared["options"]):
        rows.append(("random_state", 1, "int", "The seed, or the first of several."))
    rows.append(("n_jobs", None, "int, optional", "Threads."))
    rows.append(("verbose", False, "bool", "Show a progress bar."))
    return rows


_FIRST = {
    "graph": "graph : graph-like",
    "graphs": "graphs : list of graph-like, default=()",
    "embeddings": "embeddings : table, path, array, or dict of them",
}


def _first(declared) -> str:
    """What the first parameter is."""
    return next(name for name in _FIRST if declared[name])


def _docstring(declared, rows) -> str:
    lines = [f"{declared['summary']}.", "", "Parameters", "----------", _FIRST[_first(declared)]]
    for name, _, kind, text in rows:
        lines += [f"{name} : {kind}", f"    {text}"]
    if declared["train"]:
        lines += ["**how", "    ``directed``, ``weight``, ``largest_component``: how the graph is read."]
    lines += [""]
    lines += ["Returns", "-------", "dict", "    What ``columnar evaluate " + declared["name"] + " --json`` prints."]
    return "\n".join(lines)


def _function(declared):
    rows = _parameters(declared)
    first = _first(declared)
    parameters = [inspect.Parameter(first, _EITHER, default=() if first == "graphs" else inspect.Parameter.empty)]
    for name, default, _, _ in rows:
        parameters.append(inspect.Parameter(name, _EITHER if name == "labels" else _KEYWORD, default=default))
    if declared["train"]:
        parameters.append(inspect.Parameter("how", inspect.Parameter.VAR_KEYWORD))
    signature = inspect.Signature(parameters, return_annotation=dict)

    def run(*args, **kwargs):
        words = [*signature.parameters, *(_HOW if declared["train"] else ())]
        for word in kwargs:
            if word not in words or word == "how":
                close = difflib.get_close_matches(word, words, 1)
                advice = f"; did you mean '{close[0]}'?" if close else ""
                raise TypeError(f"{run.__name__}() got an unexpected keyword argument '{word}'{advice}")
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        given.setdefault("how", {})
        options = {
            option["name"]: _CHECKS[option["kind"]](
                option["flag"], given[option["python_name"]], **option.get("range", {})
            )
            for option in declared["options"]
            if option["name"] != "seed"
            and not (given[option["python_name"]] is None and option["kind"] in ("str", "strs", "floats"))  # default
        }
        inputs = dict.fromkeys(("graph", "labels", "then", "features_path", "reference"))
        inputs |= {"config": {}, "graphs": [], "groups": [], "embeddings": []}
        inputs["features"] = features_of(given.get("features"))
        if declared["train"]:
            inputs["config"] = config_of(given["config"], given["random_state"])
        if declared["graphs"]:
            inputs["graphs"] = [convert(graph, **given["how"]).graph for graph in given["graphs"]]
        if declared["graph"]:
            if declared["features"]:
                inputs["graph"], inputs["features"], inputs["features_path"] = attributed_graph(
                    given["graph"], given.get("labels"), given["attributes"], given["how"]
                )
            else:
                inputs["graph"] = labelled_graph(given["graph"], given.get("labels"), given["how"])
            if given.get("then") is not None:
                inputs["then"] = labelled_graph(given["then"], given["then_labels"], given["how"])
            if given.get("embeddings") is not None:
                inputs["embeddings"] = told_tables(given["embeddings"])
        if declared["embeddings"]:
            inputs["groups"], first = groups_of(given["embeddings"])
            if declared["labels"]:
                inputs["graph"], inputs["features_path"] = graph_of(given["graph"])
                required = declared["labels"] == "required"
                inputs["labels"] = labels_of(
                    given["labels"], first, inputs["graph"], required, declared["several_classes"]
                )
            if declared["reference"]:
                inputs["reference"] = reference_of(given["reference"], inputs["groups"])
            if any(option["name"] == "seed" for option in declared["options"]):
                options["seed"] = seed_of(given["random_state"])
        threads = thread_count(given["n_jobs"])
        with progress_bar(given["verbose"]) as progress:
            result = _core.evaluate(declared["name"], options=options, threads=threads, progress=progress, **inputs)
        for text in result["warnings"]:
            warnings.warn(text, stacklevel=2)
        return result

    run.__name__ = run.__qualname__ = declared["name"].replace("-", "_")
    run.__module__ = __package__
    run.__signature__ = signature
    run.__doc__ = _docstring(declared, rows)
    return run


functions = {run.__name__: run for run in map(_function, _core.experiments())}


def residual(graph, *, held_out=0.15, forest="random", random_state=1, **how) -> _core.Graph:
    """The graph that the first split of ``links`` leaves, to embed elsewhere; of ``neighbours`` with held_out=0.1.

    Parameters
    ----------
    graph : graph-like
    held_out : float, default=0.15
        Share of the edges that are hidden.
    forest : {"random", "breadth-first"}
        Edges that are never hidden.
    random_state : int
        The first seed.
    **how
        ``directed``, ``weight``, ``largest_component``: how the graph is read.

    Returns
    -------
    Graph
    """
    options = {"held-out": real_number("--held-out", held_out), "forest": str(forest)}
    return _core.residual("links", convert(graph, **how).graph, config_of(None, random_state), options)
