"""How calls run: threads and seeds by scikit-learn's conventions."""

from __future__ import annotations

import os

import numpy as np

from .errors import ConfigError

_MOST_THREADS = 1024  # as for the command's --threads


def thread_count(n_jobs) -> int:
    """Threads of ``n_jobs``: None is 1, -1 all cores, -2 all but one.

    Examples
    --------
    >>> thread_count(3)
    3
    """
    if n_jobs is None:
        return 1
    whole = isinstance(n_jobs, (int, np.integer)) and not isinstance(n_jobs, bool)
    if not whole or n_jobs == 0 or n_jobs > _MOST_THREADS:
        raise ConfigError(f"n_jobs: {n_jobs!r} is no number of threads")
    if n_jobs > 0:
        return int(n_jobs)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(max(1, cores + 1 + int(n_jobs)), _MOST_THREADS)


def seed_of(random_state) -> int:
    """The engine's 64-bit seed: the number itself, or one drawn from a generator; None draws from NumPy's global one.

    Examples
    --------
    >>> seed_of(7)
    7
    """
    if random_state is None:
        random_state = np.random.mtrand._rand  # as scikit-learn's check_random_state does for None
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(0, 2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(0, 2**63 - 1))
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        if 0 <= random_state < 2**64:
            return int(random_state)
        raise ConfigError(f"random_state: {random_state} is not between 0 and 2**64 - 1")
    raise ConfigError(f"random_state: {random_state!r} is neither an integer nor a generator of NumPy's nor None")


def whole_number(name: str, value, *, least: int = 0, most: int = 2**32 - 1) -> int:
    """An integer parameter, checked with the command's messages."""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        bounds = "that is not negative" if (least, most) == (0, 2**32 - 1) else f"from {least} to {most}"
        raise ConfigError(f"{name}: must be a whole number {bounds}, not {value!r}")
    return int(value)


def plain_values(values: dict) -> dict:
    """The same with Python numbers in place of NumPy's, which a parameter grid may contain."""
    return {name: value.item() if isinstance(value, np.generic) else value for name, value in values.items()}


def real_number(name: str, value) -> float:
    """A numeric parameter, checked with the command's messages."""
    if not _is_real(value):
        raise ConfigError(f"{name}: must be a number, not {value!r}")
    return float(value)


def cost_or_auto(name: str, value) -> float | None:
    """C of a logistic regression, or None for ``"auto"``; the engine checks that it is positive.

    Examples
    --------
    >>> cost_or_auto("--cost", 2)
    2.0
    """
    if isinstance(value, str) and value == "auto":
        return None
    if not _is_real(value):
        raise ConfigError(f"{name}: must be a number above 0 or auto, not {value!r}")
    return float(value)


def _is_real(value) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)
