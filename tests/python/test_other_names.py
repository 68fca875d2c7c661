"""Parameters by the names of node2vec, gensim and PecanPy, and misspelled ones: the error names the right one."""

from __future__ import annotations

import inspect

import pytest
from columnar_embedder import ColumnarEmbedder, baselines
from sklearn.base import clone
from support import planted

OTHERS = {
    "seed": "it is random_state here",
    "p": "it is return_p here",
    "q": "it is inout_q here",
    "num_walks": "it is walks_per_node here",
    "window_size": "it is window here",
    "workers": "it is n_jobs here",
    "quiet": "it is verbose here",
    "weight_key": "it is weight here",
    "dimensions": "columns and l5a_size",
    "vector_size": "columns and l5a_size",
    "epochs": "no such parameter",
    "negative": "no such parameter",
    "min_count": "every node has a code",
    "graph": "the graph goes to fit",
    "source": "an argument of fit",
    "walk_lenght": "did you mean 'walk_length'?",
    "random_sate": "did you mean 'random_state'?",
}


@pytest.mark.parametrize("name", OTHERS)
def test_the_error_names_the_parameter_that_is_meant(name):
    for make in (ColumnarEmbedder, lambda **given: ColumnarEmbedder.from_preset("paper", **given)):
        with pytest.raises(
            TypeError, match=rf"^ColumnarEmbedder\(\) got an unexpected keyword argument '{name}'"
        ) as caught:
            make(**{name: 3})
        assert OTHERS[name] in str(caught.value)


def test_a_name_like_no_other_has_no_advice():
    with pytest.raises(TypeError, match="'xyzzy'$"):
        ColumnarEmbedder(xyzzy=1)


def test_a_graph_given_to_the_constructor_is_sent_to_fit():
    with pytest.raises(TypeError, match=r"the graph goes to fit: ColumnarEmbedder\(…\).fit\(graph\)"):
        ColumnarEmbedder(planted()[0])


def test_every_named_parameter_exists():
    known = inspect.signature(ColumnarEmbedder).parameters
    assert {text.split()[2] for text in OTHERS.values() if text.startswith("it is")} <= set(known)
    assert {"columns", "l5a_size", "minimum_count"} <= set(known)
    assert {"source", "weight", "attributes"} <= set(inspect.signature(ColumnarEmbedder.fit).parameters)


def test_the_signature_and_clones_are_as_without_it():
    assert inspect.signature(ColumnarEmbedder).parameters["random_state"].default == 1
    assert clone(ColumnarEmbedder(window=3)).window == 3


def test_usual_parameters_come_first():
    names = list(inspect.signature(ColumnarEmbedder).parameters)
    assert names[:3] == ["random_state", "n_jobs", "verbose"]
    assert {"directed", "weight", "layer", "walk_length", "window", "return_p", "inout_q", "columns"} <= set(names[:16])


def test_baselines_name_the_parameter_that_is_meant_too():
    graph = planted()[0]
    for name, advice in {
        "p": "it is return_p here",
        "seed": "it is random_state here",
        "dimesions": "'dimensions'",
    }.items():
        with pytest.raises(TypeError, match=rf"^node2vec\(\) .*'{name}'; .*{advice}"):
            baselines.node2vec(graph, **{name: 0.5})
