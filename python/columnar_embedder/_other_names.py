"""Parameters by the names of other programs: which is meant, in the error."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Iterable, Mapping
from types import MappingProxyType

#: The names of node2vec, gensim, PecanPy, karateclub and PyTorch Geometric, and the parameter here.
_NAMES = {
    "seed": "random_state",
    "random_seed": "random_state",
    "p": "return_p",
    "q": "inout_q",
    "num_walks": "walks_per_node",
    "n_walks": "walks_per_node",
    "walk_number": "walks_per_node",
    "number_walks": "walks_per_node",
    "walk_len": "walk_length",
    "window_size": "window",
    "context_size": "window",
    "workers": "n_jobs",
    "threads": "n_jobs",
    "n_threads": "n_jobs",
    "num_workers": "n_jobs",
    "quiet": "verbose",
    "weight_key": "weight",
    "weighted": "weight",
    "is_directed": "directed",
    "largest_cc": "largest_component",
}
_DIMENSIONS = "the size of a code is fixed: columns and l5a_size are what dimensions are to node2vec"
_NOT_NEEDED = "nothing is trained by gradients, so there is no such parameter"
_NO_COUNTERPART = {
    **dict.fromkeys(("dimensions", "dim", "vector_size", "size", "embedding_dim", "n_components"), _DIMENSIONS),
    **dict.fromkeys(("epochs", "iter", "alpha", "min_alpha", "learning_rate", "lr", "optimizer"), _NOT_NEEDED),
    **dict.fromkeys(("negative", "num_negative_samples", "sg", "hs", "batch_size", "batch_words"), _NOT_NEEDED),
    "min_count": "every node has a code; minimum_count is about pairs of nodes",
    **dict.fromkeys(("graph", "edge_index", "sentences", "X", "adjacency"), "the graph goes to fit"),
    **dict.fromkeys(("source", "target"), "an argument of fit"),
    "attributes": "an argument of fit",
}


def unexpected(
    function: str, name: str, known: Iterable[str], no_counterpart: Mapping[str, str] = MappingProxyType({})
) -> TypeError:
    """The error for a parameter that does not exist, with the one that is meant.

    Examples
    --------
    >>> unexpected("fit", "seed", ["random_state"])
    TypeError("fit() got an unexpected keyword argument 'seed'; it is random_state here")
    """
    known = list(known)
    advice = ""
    if _NAMES.get(name) in known:
        advice = f"; it is {_NAMES[name]} here"
    elif name in no_counterpart:
        advice = f": {no_counterpart[name]}"
    elif close := difflib.get_close_matches(name, known, 1):
        advice = f"; did you mean {close[0]!r}?"
    return TypeError(f"{function}() got an unexpected keyword argument {name!r}{advice}")


def refusing_other_names(cls: type) -> type:
    """A class whose constructor takes parameters by name, and says of an unknown one which is meant."""
    initialise = cls.__init__
    known = [name for name in inspect.signature(initialise).parameters if name != "self"]

    @functools.wraps(initialise)
    def __init__(self, *positional, **parameters):
        if positional:
            usage = f"{cls.__name__}(…).fit(graph)"
            raise TypeError(f"{cls.__name__}() takes parameters by name, and the graph goes to fit: {usage}")
        for name in parameters:
            if name not in known:
                raise unexpected(cls.__name__, name, known, _NO_COUNTERPART)
        initialise(self, **parameters)

    cls.__init__ = __init__
    return cls
