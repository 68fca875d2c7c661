"""The native module, in the form that this machine's CPU runs best.

A wheel holds the engine compiled for the baseline of the architecture and, on x86-64, for x86-64-v3 (AVX2 and FMA).
``COLUMNAR_CPU=baseline`` in the environment chooses the former: slower, and codes may differ in close races.
"""

import copyreg
import importlib
import os

from ._cpu import level

_MODULES = {"baseline": "_native_baseline", "x86-64-v3": "_native_v3"}


def _chosen_level() -> str:
    wanted = os.environ.get("COLUMNAR_CPU") or level()
    if wanted not in _MODULES:
        raise ImportError(f"COLUMNAR_CPU: '{wanted}' is none of {', '.join(_MODULES)}")
    if wanted != "baseline" and level() == "baseline":
        raise ImportError(f"COLUMNAR_CPU: this machine cannot run {wanted}")
    return wanted


def _load(name: str):
    # OpenMP reads its settings once, when it is loaded. Threads that spin while they wait make a busy machine many
    # times slower, so they sleep unless the user decided otherwise.
    decided = "OMP_WAIT_POLICY" in os.environ
    if not decided:
        os.environ["OMP_WAIT_POLICY"] = "passive"
    try:
        return importlib.import_module("." + name, __package__)
    finally:
        if not decided:
            del os.environ["OMP_WAIT_POLICY"]


cpu_level = _chosen_level()
_native = _load(_MODULES[cpu_level])
globals().update({name: value for name, value in vars(_native).items() if not name.startswith("_")})
__version__: str = _native.__version__


def _graph_from(arrays, ids, directed, place, labels, names):
    graph = _native.Graph.from_csr(*arrays, ids, directed, place)
    return graph if labels is None else graph.with_labels(labels, names)


def _graph_state(graph):
    labels = None if graph.labels is None else graph.labels.tolist()
    arrays = tuple(None if array is None else array.copy() for array in graph.arrays)
    return _graph_from, (arrays, graph.ids, graph.directed, graph.place, labels, graph.class_names)


def _model_from(data):
    return _native.Model.from_bytes(data)


copyreg.pickle(_native.Graph, _graph_state)
copyreg.pickle(_native.Model, lambda model: (_model_from, (model.to_bytes(),)))
