"""Loads the native module that suits this machine's CPU best.

A wheel holds the engine compiled for the baseline of the architecture and, on x86-64, for x86-64-v3 (AVX2 and FMA).
``COLUMNAR_CPU=baseline`` in the environment selects the former: slower, and codes may differ in close competitions.
"""

import importlib
import os

from ._cpu import level

_MODULES = {"baseline": "_native_baseline", "x86-64-v3": "_native_v3"}


def _chosen_level() -> str:
    wanted = os.environ.get("COLUMNAR_CPU") or level()
    if wanted not in _MODULES:
        raise ImportError(f"COLUMNAR_CPU: unknown '{wanted}'; use {' or '.join(_MODULES)}")
    if wanted != "baseline" and level() == "baseline":
        raise ImportError(f"COLUMNAR_CPU: this machine cannot run {wanted}")
    return wanted


cpu_level: str = _chosen_level()
native = importlib.import_module("." + _MODULES[cpu_level], __package__)
version: str = native.__version__
