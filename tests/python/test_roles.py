"""Bits that say what part a node plays."""

import pickle

import networkx as nx
import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, SDRTable, evaluate, load
from support import planted

CLUB = nx.karate_club_graph()


def two_clubs():
    """Two karate clubs whose members 0 and 100 know each other."""
    clubs = nx.union(CLUB, nx.relabel_nodes(CLUB, {v: v + 100 for v in CLUB}))
    clubs.add_edge(0, 100)
    return clubs


@pytest.fixture(scope="module")
def fitted():
    return ColumnarEmbedder(roles=0.5).fit(two_clubs())


@pytest.fixture(scope="module")
def without():
    return ColumnarEmbedder().fit(two_clubs())


def test_a_member_is_nearest_to_its_mirror_image_by_role(fitted):
    roles = fitted.codes_.select("roles")
    found = 0
    for member in CLUB:
        hits = roles.neighbours(member, k=len(roles))
        # Several may play exactly the same part: all that share most count.
        found += member + 100 in [hit.id for hit in hits if hit.overlap == hits[0].overlap]
    assert found >= 30
    assert fitted.codes_.neighbours(1, k=1)[0].id < 100  # all bits tell the clubs apart


def test_roles_are_a_layer(fitted, without):
    roles = fitted.codes_.select("roles")
    assert roles.shape == (68, 900) and roles.active == 14 and roles.layer == "all"
    geometry = fitted.codes_.geometry
    assert geometry["roles"] == {"columns": 150, "active_columns": 4, "l5a_size": 150, "l5a_active": 10}
    assert "roles" not in roles.geometry and "roles" not in without.codes_.geometry
    # The last 150 columns and the last 150 neurons of L5a.
    dense = fitted.codes_.select("all").to_dense()
    expected = np.hstack([dense[:, 750:1500], dense[:, 1650:1800]])
    np.testing.assert_array_equal(roles.to_dense(), expected)
    given = fitted.set_params(layer="roles").transform(two_clubs())
    names = fitted.get_feature_names_out()
    fitted.set_params(layer="all")
    np.testing.assert_array_equal(given.toarray(), expected)
    assert len(names) == 900 and names[0] == "column000_cell0" and names[-1] == "l5a_149"
    with pytest.raises(ConfigError, match="the codes have no roles"):
        without.codes_.select("roles")


def test_roles_of_the_same_graph_are_those_of_its_codes(fitted):
    encoded = fitted.encode_roles(two_clubs())
    assert encoded == fitted.codes_.select("roles")
    assert encoded.metadata == fitted.codes_.metadata


def test_roles_of_another_graph_can_be_compared(fitted, without):
    star = nx.star_graph(30)
    encoded = fitted.encode_roles(star)
    assert isinstance(encoded, SDRTable) and list(encoded) == list(range(31)) and encoded.shape == (31, 900)
    # A leaf is like any other leaf, and the centre is the most central member of the clubs rather than a leaf.
    assert encoded[1].tolist() == encoded[30].tolist()
    roles = fitted.codes_.select("roles")
    assert roles.overlaps(encoded[0])[roles.row(33)] > roles.overlaps(encoded[0])[roles.row(11)]
    with pytest.raises(ConfigError, match="model: it has no roles"):
        without.encode_roles(star)
    with pytest.raises(InputError, match="no edges"):
        fitted.encode_roles(nx.empty_graph(3))


def test_threads_change_no_bit():
    graph = planted(size=20)[0]
    one = ColumnarEmbedder(roles=0.25).fit(graph)
    assert ColumnarEmbedder(roles=0.25, n_jobs=3).fit(graph).model_.to_bytes() == one.model_.to_bytes()


def test_models_and_codes_keep_their_roles(fitted, tmp_path):
    fitted.save(tmp_path / "clubs.model")
    loaded = ColumnarEmbedder.load(tmp_path / "clubs.model")
    assert loaded.roles == 0.5
    assert loaded.encode_roles(CLUB) == fitted.encode_roles(CLUB)
    assert pickle.loads(pickle.dumps(fitted)).codes_ == fitted.codes_
    for name in ("codes.sdr", "codes.npz"):
        fitted.codes_.save(tmp_path / name)
        assert load(tmp_path / name).select("roles") == loaded.codes_.select("roles"), name


def test_new_nodes_and_updates_have_roles(fitted):
    new = fitted.encode([("joe", 33), ("joe", 32)])
    roles = fitted.codes_.select("roles")
    # Members 14, 15, 18, 20 and 22 know these two and nobody else.
    assert roles.overlaps(new.select("roles")["joe"])[roles.row(15)] >= 7
    changed = pickle.loads(pickle.dumps(fitted)).partial_fit([(11, 100 + v) for v in range(20)])
    before, after = (one.codes_.select("roles") for one in (fitted, changed))
    assert len(np.intersect1d(before[11], after[11])) < 7


def test_a_file_of_codes_is_measured_by_its_roles(fitted, tmp_path):
    fitted.codes_.save(tmp_path / "codes.sdr")
    labels = {node: str(degree > 4) for node, degree in two_clubs().degree}
    result = evaluate.classify(f"{tmp_path / 'codes.sdr'}:roles", labels=labels)
    assert result["results"]["accuracy"]["rows"][0]["accuracy"]["mean"] > 0.8


@pytest.mark.parametrize("share", [-0.1, 0.95, float("nan"), "half", None])
def test_an_impossible_share_is_refused(share):
    with pytest.raises(ConfigError, match="^--roles: "):
        ColumnarEmbedder(roles=share).fit(CLUB)


def test_a_graph_of_one_role_is_refused():
    with pytest.raises(InputError, match="all of its nodes play the same part"):
        ColumnarEmbedder(roles=0.5).fit(nx.cycle_graph(9))
