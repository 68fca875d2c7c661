"""Algebra of codes, recall and explanation."""

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder, ConfigError, InputError, SaturationWarning, SDRTable, evaluate, load
from support import planted


@pytest.fixture(scope="module")
def fitted():
    graph, labels = planted()
    return ColumnarEmbedder().fit(graph), graph, labels


def test_noise_keeps_the_shape_and_moves_the_share(fitted):
    codes = fitted[0].codes_
    noisy = codes.add_noise(0.5, random_state=3)
    shared = [codes.overlap(node, noisy[node]) for node in codes]
    assert noisy.geometry == codes.geometry
    assert set(shared) == {24}  # of 48
    assert noisy == codes.add_noise(0.5, random_state=3)
    assert noisy != codes.add_noise(0.5, random_state=4)


def test_subsample_and_dead_cells_leave_parts_of_each_code(fitted):
    codes = fitted[0].codes_
    kept = codes.subsample(10)
    assert {len(one) for one in kept} == {10}
    assert all(set(one) <= set(codes[node]) for node, one in zip(codes, kept, strict=True))
    survivors = codes.kill_cells(1.0)
    assert {len(one) for one in survivors} == {0}
    assert all(np.array_equal(one, codes[node]) for node, one in zip(codes, codes.kill_cells(0.0), strict=True))


def test_layers_side_by_side_are_the_whole_code(fitted):
    codes = fitted[0].codes_
    assert codes.select("l23").concatenate(codes.select("l5a")) == codes.select("all")
    assert codes.select("all").concatenate(codes.select("l6")) == codes
    with pytest.raises(InputError, match="concatenate"):
        codes.concatenate([1, 2])


def test_difference_is_what_the_other_has_not():
    table = SDRTable.from_indices([[0, 2, 5], [0, 3, 7]], width=8, ids=["a", "b"])
    assert table.difference("a", "b").tolist() == [2, 5]


def test_a_full_union_warns_and_a_small_one_does_not(fitted, recwarn):
    codes = fitted[0].codes_
    first, second, *_ = list(codes)
    codes.union(first, second)
    assert not [one for one in recwarn if one.category is SaturationWarning]
    with pytest.warns(SaturationWarning, match="random codes"):
        codes.union(*codes)


def test_a_signature_is_the_union_and_says_whom_it_matches(fitted):
    codes = fitted[0].codes_
    members = list(codes)[:3]
    signature = codes.signature(members)
    assert np.array_equal(signature["bits"], codes.union(*members))
    assert signature["members"] == 3
    assert signature["members_matched"] == 1.0
    assert signature["others"] == len(codes) - 3


def test_recall_completes_a_part_of_a_code(fitted):
    codes = fitted[0].codes_
    node = next(iter(codes))
    whole = codes.recall(codes[node])
    part = codes.recall(codes[node][whole.margin == 0 :: 2])
    assert whole.id == node
    assert whole.overlap == 28
    assert part.overlap == 14
    table = SDRTable.from_indices([[0, 2, 5], [0, 3, 7], [1, 3, 4]], width=8, ids=["a", "b", "c"])
    assert table.recall([3, 7, 6]) == ("b", 2, 1, table.recall([3, 7, 6]).chance)
    assert SDRTable.from_indices([[0, 1]], width=8).recall([5]) is None


def test_the_curve_of_recall_starts_at_one(fitted):
    result = evaluate.recall(fitted[0].codes_, missing=[0.0, 0.95], flipped=[0.0])
    points = result["results"]["missing"]["rows"]
    assert points[0]["recalled"]["mean"] == 1.0
    assert points[1]["recalled"]["mean"] < 1.0


def test_explain_names_every_bit_and_what_two_nodes_share(fitted):
    embedder, _, labels = fitted
    first, second, *_ = list(embedder.codes_)
    alone = embedder.explain(first, labels=labels)
    assert [bit["bit"] for bit in alone["node"]["bits"]] == embedder.codes_.select("all")[first].tolist()
    assert alone["node"]["near"][0]["loudness"] > 0
    pair = embedder.explain(first, second)
    assert pair["overlap"] == embedder.codes_.select("all").overlap(first, second)
    assert pair["near"] == embedder.codes_.select("l6").overlap(first, second)
    with pytest.raises(KeyError, match="no node has this id"):
        embedder.explain("nobody")


@pytest.mark.parametrize("codec", ["plain", "elias-fano", "entropy"])
def test_every_codec_gives_the_codes_back(codec, fitted, tmp_path):
    codes = fitted[0].codes_
    codes.save(tmp_path / "codes.sdr", codec=codec)
    assert load(tmp_path / "codes.sdr") == codes


def test_codecs_are_for_our_own_format(fitted, tmp_path):
    with pytest.raises(ConfigError, match="--codec: unknown codec 'zip'"):
        fitted[0].codes_.save(tmp_path / "codes.sdr", codec="zip")
    with pytest.raises(ConfigError, match="only .sdr files"):
        fitted[0].codes_.save(tmp_path / "codes.tsv", codec="entropy")
