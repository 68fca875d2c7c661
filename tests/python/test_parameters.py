"""The parameters are the command's flags: same names, same defaults, and the file that lists them is up to date."""

from __future__ import annotations

import importlib.util
import inspect
import json
import re

import pytest
from columnar_embedder import ColumnarEmbedder, ConfigError, _core, baselines
from support import REPOSITORY, planted, run_command

#: What the command calls otherwise, or does by other means than a flag.
OTHERWISE = {"random_state": "seed", "n_jobs": "threads", "verbose": "quiet"}
ONLY_HERE = {"weight"}  # None is what --unweighted asks for
ONLY_THERE = {"help", "method", "model", "labels", "estimate", "json", "preset", "codec", "unweighted"}
ONLY_THERE |= {"header", "no_header", "edge_columns"}  # source, target and weight of fit
ONLY_THERE |= {"checkpoint", "checkpoint_interval", "memory_limit", "attributes"}  # the last one is an argument of fit


def parameters_of(function) -> dict:
    """{name: default} of a signature."""
    given = inspect.signature(function).parameters.values()
    return {one.name: one.default for one in given if one.default is not inspect.Parameter.empty}


def flags_of(text: str) -> set[str]:
    """The long flags of a help text, as names of parameters."""
    found = re.findall(r"^  (?:-\w,)?--(?:\[no-\])?([a-z0-9-]+)", text, flags=re.MULTILINE)
    return {flag.replace("-", "_") for flag in found}


def test_the_list_of_parameters_is_up_to_date():
    path = REPOSITORY / "python" / "generate_parameters.py"
    if not path.is_file():
        pytest.skip("no source tree")
    specification = importlib.util.spec_from_file_location("generate_parameters", path)
    generator = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(generator)
    assert generator.path().read_text() == generator.text(), "run python/generate_parameters.py"
    assert list(parameters_of(ColumnarEmbedder)) == [name for name, *_ in generator.parameters()]


def test_every_parameter_is_documented_once():
    documented = re.findall(r"^    (\w+) : .*, default=(.*)$", ColumnarEmbedder.__doc__, flags=re.MULTILINE)
    assert documented == [(name, repr(default)) for name, default in parameters_of(ColumnarEmbedder).items()]


def test_parameters_are_the_flags_of_embed():
    flags = flags_of(run_command("embed", "--help"))
    here = {OTHERWISE.get(name, name) for name in parameters_of(ColumnarEmbedder)} - ONLY_HERE
    of_baselines = {
        name for name in baselines.__all__ for name in parameters_of(getattr(baselines, name)) if name != "verbose"
    }
    assert flags - ONLY_THERE == here | of_baselines


def test_constants_and_their_defaults_are_those_of_config():
    for preset in ("default", "paper"):
        printed = json.loads(run_command("config", "--json", "--preset", preset))
        assert printed == _core.preset_values(preset)
        assert list(printed) == [name for name, _, _ in _core.config_fields()]
        printed["random_state"] = printed.pop("seed")
        embedder = ColumnarEmbedder.from_preset(preset)
        for name, value in printed.items():
            assert getattr(embedder, name) == value and type(getattr(embedder, name)) is type(value), name


def test_defaults_of_the_baselines_are_those_of_the_command():
    text = run_command("embed", "--help")
    printed = dict(re.findall(r"^  --([a-z-]+) [NX] .*\[([0-9.]+)\]$", text, flags=re.MULTILINE))
    for name in baselines.__all__:
        for parameter, default in parameters_of(getattr(baselines, name)).items():
            assert float(printed[parameter.replace("_", "-")]) == default, (name, parameter)


def test_a_choice_is_one_of_its_names():
    graph, _ = planted()
    few = dict(presentations_per_node=2, gha_presentations=500, som_presentations=500)
    codes = {name: ColumnarEmbedder(spectral=name, **few).fit_transform(graph) for name in ("svd", "gha")}
    assert (codes["svd"] != codes["gha"]).nnz > 0
    for wrong in ("eigen", 1, None):
        with pytest.raises(ConfigError, match="--spectral: must be svd or gha, not"):
            ColumnarEmbedder(spectral=wrong).fit(graph)
