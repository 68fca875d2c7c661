"""ColumnarEmbedder as scikit-learn's users know estimators. Its check_estimator is in test_estimator_checks.py."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import sklearn
from columnar_embedder import ColumnarEmbedder, InputError, SDRTable, as_graph
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.validation import check_is_fitted
from support import planted

GRAPH, GROUP = planted()
FORMS = ("csr", "csr_bool", "dense", "indices", "packed", "table")
needs_1_6 = pytest.mark.skipif(
    tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 6), reason="scikit-learn slices pairwise input by tags"
)


@pytest.fixture(scope="module")
def fitted():
    return ColumnarEmbedder().fit(GRAPH)


def bits(form, width):
    """Any of the six forms as an array of bools."""
    if isinstance(form, SDRTable):
        return form.to_dense(bool)
    if hasattr(form, "toarray"):
        return form.toarray().astype(bool)
    if form.shape[1] == width:
        return form.astype(bool)
    if form.dtype == np.uint8:
        return np.unpackbits(form, axis=1)[:, :width].astype(bool)
    dense = np.zeros((len(form), width), dtype=bool)
    np.put_along_axis(dense, form.astype(np.int64), True, axis=1)
    return dense


# Parameters


def test_every_parameter_can_be_read_and_set():
    embedder = ColumnarEmbedder()
    for name, value in embedder.get_params().items():
        assert getattr(embedder, name) is value
    assert embedder.set_params(walk_length=12, layer="l5a") is embedder
    assert embedder.get_params()["walk_length"] == 12 and embedder.layer == "l5a"


def test_a_parameter_that_does_not_exist_is_refused():
    with pytest.raises(TypeError, match="walk_lenght"):
        ColumnarEmbedder(walk_lenght=12)
    with pytest.raises(ValueError, match="walk_lenght"):
        ColumnarEmbedder().set_params(walk_lenght=12)


def test_a_clone_has_the_parameters_and_nothing_learned(fitted):
    embedder = fitted.set_params(verbose=0)
    twin = clone(embedder)
    assert twin.get_params() == embedder.get_params()
    with pytest.raises(NotFittedError):
        check_is_fitted(twin)
    assert not hasattr(twin, "codes_")


def test_a_copy_and_a_pickle_keep_what_was_learned(fitted):
    for twin in (copy.deepcopy(fitted), pickle.loads(pickle.dumps(fitted))):
        assert twin.codes_ == fitted.codes_
        assert twin.codes_.metadata == fitted.codes_.metadata
        assert twin.model_.to_bytes() == fitted.model_.to_bytes()
        assert (twin.transform(GRAPH) != fitted.transform(GRAPH)).nnz == 0


def test_a_preset_sets_the_constants_and_may_be_changed():
    paper = ColumnarEmbedder.from_preset("paper", walk_length=9, n_jobs=2)
    assert paper.walk_length == 9 and paper.n_jobs == 2 and paper.random_state == 1
    assert ColumnarEmbedder.from_preset("default").get_params() == ColumnarEmbedder().get_params()
    assert paper.candidate_columns != ColumnarEmbedder().candidate_columns


def test_numbers_of_numpy_are_numbers():
    given = dict(walk_length=np.int64(12), return_p=np.float64(2.0), bcm=np.bool_(False))
    plain = dict(walk_length=12, return_p=2.0, bcm=False)
    assert ColumnarEmbedder(**given).fit(GRAPH).codes_ == ColumnarEmbedder(**plain).fit(GRAPH).codes_


# fit and transform


def test_fit_returns_the_estimator_and_changes_no_parameter():
    embedder = ColumnarEmbedder(random_state=np.random.RandomState(3))
    before = embedder.get_params()
    assert embedder.fit(GRAPH, GROUP) is embedder
    assert all(embedder.get_params()[name] is value for name, value in before.items())


def test_fit_transform_is_fit_and_transform(fitted):
    together = ColumnarEmbedder().fit_transform(GRAPH)
    assert (together != fitted.transform(GRAPH)).nnz == 0
    assert (together != fitted.codes_.select("all").to_csr()).nnz == 0
    with pytest.raises(TypeError, match="sample_weight"):
        ColumnarEmbedder().fit_transform(GRAPH, sample_weight=GROUP)


def test_fitting_again_forgets_the_first_graph():
    other = planted(seed=5)[0]
    embedder = ColumnarEmbedder().fit(other).fit(GRAPH)
    assert embedder.codes_ == ColumnarEmbedder().fit(GRAPH).codes_
    with pytest.raises(InputError, match="partial_fit takes edges that changed"):
        embedder.transform(other)


def test_what_was_learned_is_there_after_fit(fitted):
    nodes = GRAPH.shape[0]
    assert fitted.codes_.shape == (nodes, 3848) and fitted.codes_.active == 48
    assert fitted.node_ids_.tolist() == list(range(nodes))
    assert fitted.regions_.shape == (nodes,)
    assert fitted.n_features_in_ == nodes
    assert fitted.seed_ == 1
    assert fitted.report_["pairs"] >= fitted.report_["distinct_pairs"] > 0
    assert all(stage["seconds"] >= 0 and stage["peak_bytes"] > 0 for stage in fitted.report_["stages"])
    assert fitted.model_.graph_digest == as_graph(GRAPH).digest


@pytest.mark.parametrize("member", ["node_ids_", "regions_", "health_", "get_feature_names_out", "transform", "save"])
def test_nothing_is_there_before_fit(member):
    embedder = ColumnarEmbedder()
    with pytest.raises(NotFittedError):
        value = getattr(embedder, member)
        value(GRAPH) if member in ("transform", "save") else value()


def test_health_tells_that_codes_are_unique(fitted):
    health = fitted.health_
    assert health["nodes"] == GRAPH.shape[0]
    assert health["unique_codes"] == len(np.unique(fitted.codes_.indices, axis=0))


# Forms


@pytest.mark.parametrize("layer", ["all", "l23", "l5a"])
def test_every_form_of_every_layer_has_the_same_bits(fitted, layer):
    where = {"all": slice(0, 1800), "l23": slice(0, 1500), "l5a": slice(1500, 1800)}[layer]
    wanted = fitted.codes_.to_dense(bool)[:, where]
    for form in FORMS:
        given = fitted.set_params(layer=layer, output=form).transform(GRAPH)
        np.testing.assert_array_equal(bits(given, wanted.shape[1]), wanted)
    fitted.set_params(layer="all", output="csr")


def test_each_form_has_its_type(fitted):
    types = {form: fitted.set_params(output=form).transform(GRAPH) for form in FORMS}
    fitted.set_params(output="csr")
    assert types["csr"].format == types["csr_bool"].format == "csr"
    assert types["csr"].dtype == types["dense"].dtype == types["packed"].dtype == np.uint8
    assert types["csr_bool"].dtype == bool and types["indices"].dtype == np.uint16
    assert types["packed"].shape == (GRAPH.shape[0], 225)
    assert isinstance(types["table"], SDRTable)


@pytest.mark.parametrize("layer, names", [("all", 1800), ("l23", 1500), ("l5a", 300), ("l6", 2048), ("search", 3848)])
def test_every_bit_has_a_name(fitted, layer, names):
    given = fitted.set_params(layer=layer).get_feature_names_out()
    assert len(given) == len(set(given)) == names == fitted.transform(GRAPH).shape[1]
    fitted.set_params(layer="all")
    assert ("column042_cell3" in given) == (layer in ("l23", "all", "search"))
    assert ("l5a_017" in given) == (layer in ("l5a", "all", "search"))
    assert ("l6_0017" in given) == (layer in ("l6", "search"))
    if layer == "all":
        assert given[42 * 5 + 3] == "column042_cell3" and given[1500 + 17] == "l5a_017"
        assert given.tolist() == fitted.codes_.select("all").feature_names().tolist()


# Seeds and threads


def test_the_seed_may_be_given_in_every_usual_way():
    def seed(state):
        return ColumnarEmbedder(random_state=state, presentations=100).fit(GRAPH).seed_

    assert seed(7) == seed(np.int32(7)) == 7
    assert seed(2**64 - 1) == 2**64 - 1
    assert seed(np.random.RandomState(7)) == seed(np.random.RandomState(7)) != seed(np.random.RandomState(8))
    assert seed(np.random.default_rng(7)) == seed(np.random.default_rng(7)) != seed(np.random.default_rng(8))
    generator = np.random.default_rng(7)
    assert seed(generator) != seed(generator)
    np.random.seed(7)  # noqa: NPY002
    first = seed(None)
    np.random.seed(7)  # noqa: NPY002
    assert seed(None) == first != seed(None)


@pytest.mark.parametrize("state", [-1, 2**64, 1.5, True, "one"])
def test_a_seed_that_is_none_is_refused(state):
    with pytest.raises(ValueError, match="^random_state: "):
        ColumnarEmbedder(random_state=state).fit(GRAPH)


def test_another_seed_gives_other_codes(fitted):
    assert ColumnarEmbedder(random_state=2).fit(GRAPH).codes_ != fitted.codes_


@pytest.mark.parametrize("jobs", [-1, -2, 2, 3, np.int64(2), -(10**12)])
def test_threads_do_not_change_the_codes(fitted, jobs):
    embedder = ColumnarEmbedder(n_jobs=jobs).fit(GRAPH)
    assert embedder.codes_ == fitted.codes_
    assert embedder.model_.to_bytes() == fitted.model_.to_bytes()


@pytest.mark.parametrize("jobs", [0, 1.5, True, "all", 1025, 10**12])
def test_a_number_of_threads_that_is_none_is_refused(jobs):
    with pytest.raises(ValueError, match="^n_jobs: "):
        ColumnarEmbedder(n_jobs=jobs).fit(GRAPH)


def test_a_device_that_is_none_is_refused():
    with pytest.raises(ValueError, match="^device: 'tpu' is neither 'cpu' nor 'cuda'"):
        ColumnarEmbedder(device="tpu").fit(GRAPH)


def test_a_gpu_fits_or_says_what_is_missing(fitted):
    embedder = ColumnarEmbedder(device="cuda")
    try:
        embedder.fit(GRAPH)
    except ValueError as error:
        assert str(error).startswith("--device cuda: this ")
    else:
        assert embedder.codes_.shape == fitted.codes_.shape
        assert ColumnarEmbedder(device="cuda").fit(GRAPH).codes_ == embedder.codes_


# Together with the rest of scikit-learn


def test_a_pipeline_learns_the_planted_groups():
    pipeline = make_pipeline(ColumnarEmbedder(), LogisticRegression(max_iter=500))
    half = np.arange(len(GROUP)) % 2 == 0
    codes = pipeline[:-1].fit_transform(GRAPH)
    assert LogisticRegression(max_iter=500).fit(codes[half], GROUP[half]).score(codes[~half], GROUP[~half]) > 0.9
    assert pipeline.fit(GRAPH, GROUP).score(GRAPH, GROUP) > 0.95
    assert pipeline[:-1].get_feature_names_out()[0] == "column000_cell0"


def told_groups(pipeline, graph, group):
    """How well the codes tell the groups of nodes that were hidden: what a search for parameters may maximise."""
    return cross_val_score(LogisticRegression(max_iter=500), pipeline.transform(graph), group, cv=3).mean()


def test_a_grid_search_over_the_whole_graph_chooses_parameters():
    everything = np.arange(GRAPH.shape[0])
    grid = {"walk_length": [2, 20], "presentations": np.array([10, 250000])}
    search = GridSearchCV(ColumnarEmbedder(), grid, scoring=told_groups, cv=[(everything, everything)])
    search.fit(GRAPH, GROUP)
    assert search.best_score_ > 0.9
    assert len(search.cv_results_["params"]) == 4
    assert search.best_estimator_.codes_.shape == (GRAPH.shape[0], 3848)


@needs_1_6
def test_a_split_takes_rows_and_columns_and_is_another_graph():
    pipeline = make_pipeline(ColumnarEmbedder(), LogisticRegression())
    search = GridSearchCV(pipeline, {"columnarembedder__walk_length": [20]}, cv=3, error_score="raise")
    # 80 nodes were fitted; the 40 others have no codes.
    with pytest.raises(InputError, match=r"\(40, 80\).*embed once, then cross-validate the codes"):
        search.fit(GRAPH, GROUP)
    with pytest.warns(UserWarning, match="embed once, then cross-validate the codes"):
        assert np.isnan(cross_val_score(pipeline, GRAPH, GROUP, cv=3)).all()


@needs_1_6
def test_a_split_in_halves_is_no_graph_of_fit_either():
    pipeline = make_pipeline(ColumnarEmbedder(presentations=100), LogisticRegression())
    for graph in (GRAPH, GRAPH.toarray()):
        with pytest.raises(InputError, match="no edge from .* embed once, then cross-validate the codes"):
            cross_val_score(pipeline, graph, GROUP, cv=2, error_score="raise")
