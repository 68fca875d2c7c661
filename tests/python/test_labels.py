"""Classes of nodes from everything that people keep them in."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest
from columnar_embedder._graphs import convert
from columnar_embedder._labels import as_labels

IDS = np.array([30, 10, 20, 40])


def check(result, classes, names):
    assert result[0].dtype == np.int32
    assert result[0].tolist() == classes
    assert result[1] == names


@pytest.mark.parametrize(
    "y",
    [
        [10, 2, -1, 2],
        np.array([10, 2, -1, 2], dtype=np.int8),
        np.array([10, 2, np.nan, 2]),
        ["10", "2", "", "2"],
        np.array(["10", "2", "", "2"]),
        np.array([b"10", b"2", b"", b"2"]),
        np.array([10, "2", None, 2.0], dtype=object),
        (10, 2, float("nan"), 2),
    ],
)
def test_labels_by_row_of_any_type_are_numbered_by_value(y):
    check(as_labels(y, IDS), [1, 0, -1, 0], ["2", "10"])


def test_names_that_are_not_all_integers_sort_by_bytes():
    check(as_labels(["b", "10", "B", "9"], IDS), [3, 0, 2, 1], ["10", "9", "B", "b"])
    check(as_labels(["é", "z", "𝄞", "ｚ"], IDS), [1, 0, 3, 2], ["z", "é", "ｚ", "𝄞"])
    check(as_labels(["007", "7", "8", "-0"], IDS), [1, 2, 3, 0], ["-0", "007", "7", "8"])


def test_the_text_minus_one_is_a_class_and_the_number_is_unknown():
    check(as_labels(["-1", "1", "", None], IDS), [0, 1, -1, -1], ["-1", "1"])
    check(as_labels([-1, 1, -1, 0], IDS), [-1, 1, -1, 0], ["0", "1"])


def test_bools_are_classes():
    check(as_labels([True, False, None, True], IDS), [1, 0, -1, 1], ["False", "True"])


def test_a_dictionary_names_nodes_and_the_rest_is_unknown():
    check(as_labels({10: "x", 40: "a", 99: "elsewhere"}, IDS), [-1, 1, -1, 0], ["a", "x"])
    check(as_labels({np.int64(10): 3}, IDS), [-1, 0, -1, -1], ["3"])
    ids = convert([((0, 0), (0, 1)), ((0, 1), "s")]).ids
    check(as_labels({(0, 1): 5, "s": 4}, ids), [-1, 1, 0], ["4", "5"])


def test_a_series_is_matched_by_its_index():
    pd = pytest.importorskip("pandas")
    check(as_labels(pd.Series(["x", "a"], index=[10, 40]), IDS), [-1, 1, -1, 0], ["a", "x"])
    check(as_labels(pd.Series([1, pd.NA, 0], index=[10, 40, 30], dtype="Int64"), IDS), [0, 1, -1, -1], ["0", "1"])
    categories = pd.Series(pd.Categorical(["x", None]), index=[30, 20])
    check(as_labels(categories, IDS), [0, -1, -1, -1], ["x"])
    with pytest.raises(ValueError, match="none of the 2 ids .*row order"):
        as_labels(pd.Series(["x", "a"]), IDS)
    with pytest.raises(ValueError, match="node 10 has another label"):
        as_labels(pd.Series(["x", "a"], index=[10, 10]), IDS)
    with pytest.raises(TypeError, match="more than one column"):
        as_labels(pd.DataFrame({"a": [1], "b": [2]}), IDS)


@pytest.mark.parametrize(
    "y, message",
    [
        ([1, 2], "2 of them for 4 nodes"),
        (np.ones((4, 2)), r"shape \(4, 2\)"),
        ([1, 2.5, 1, 1], r"entry 1 is 2\.5"),
        ([1, float("inf"), 1, 1], "entry 1 is inf"),
        ([1, 1, -2, 1], "entry 2 is -2: a class is at least 0"),
        ([[1], [2], [1], [2]], "entry 0 is a list"),
        ({}, "there are none"),
        ({7: 1}, "none of the 1 ids is in the graph"),
    ],
)
def test_what_cannot_be_labels_is_named(y, message):
    with pytest.raises(ValueError, match=message):
        as_labels(y, IDS)


@pytest.mark.parametrize("y", [3, None, {1, 2}])
def test_other_types_are_a_type_error(y):
    with pytest.raises(TypeError, match="array, a mapping or Series"):
        as_labels(y, IDS)


def test_a_file_says_what_the_same_labels_in_memory_say(tmp_path: pathlib.Path):
    path = tmp_path / "labels.txt"
    path.write_text("# id label\n10 x\n40 a\n99 elsewhere\n")
    check(as_labels(path, IDS), [-1, 1, -1, 0], ["a", "x"])
    check(as_labels(str(path), convert([("10", "40"), ("40", "7")]).ids), [1, 0, -1], ["a", "x"])
    with pytest.raises(ValueError, match="labels.txt: none of its 3 ids is in the graph"):
        as_labels(path, np.array([1, 2]))
    labels = np.array([5, -1, 3])
    np.savez(tmp_path / "labels.npz", labels=labels)
    check(as_labels(tmp_path / "labels.npz", np.array([2, 0, 1])), [0, 1, -1], ["3", "5"])
