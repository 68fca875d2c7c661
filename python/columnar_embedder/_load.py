"""Loads the native module, in the form that this machine's CPU runs best.

A wheel holds the engine compiled for the baseline of the architecture and, on x86-64, for x86-64-v3 (AVX2 and FMA).
``COLUMNAR_CPU=baseline`` in the environment chooses the former: slower, and codes may differ in close races.
"""

import importlib
import os

from ._cpu import level

_WAITING = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "1000"}
_MODULES = {"baseline": "_native_baseline", "x86-64-v3": "_native_v3"}


def _chosen_level() -> str:
    wanted = os.environ.get("COLUMNAR_CPU") or level()
    if wanted not in _MODULES:
        raise ImportError(f"COLUMNAR_CPU: '{wanted}' is none of {', '.join(_MODULES)}")
    if wanted != "baseline" and level() == "baseline":
        raise ImportError(f"COLUMNAR_CPU: this machine cannot run {wanted}")
    return wanted


def _load(name: str):
    # OpenMP reads its settings once, when it is loaded. Threads that spin for long while they wait make a busy machine
    # many times slower; these go to sleep after some ten microseconds, unless the user decided otherwise.
    decided = not _WAITING.keys().isdisjoint(os.environ)
    if not decided:
        os.environ.update(_WAITING)
    try:
        return importlib.import_module("." + name, __package__)
    finally:
        if not decided:
            for variable in _WAITING:
                del os.environ[variable]


cpu_level: str = _chosen_level()
native = _load(_MODULES[cpu_level])
version: str = native.__version__
