"""Classes of nodes that have several: the protocol of DeepWalk, beside scikit-learn's pieces on the same splits."""

import numpy as np
import pytest
import scipy.sparse
from columnar_embedder import evaluate
from columnar_embedder.errors import InputError
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier

pytestmark = pytest.mark.filterwarnings("ignore:labels")
MASK = (1 << 64) - 1
TRAINING_SHARE = 30  # the purpose of the draws


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def key(seed, node, repeat):
    base = mix((seed + 0x9E3779B97F4A7C15 * TRAINING_SHARE) & MASK)
    return mix((mix((base + 0xD1B54A32D192ED03 * node) & MASK) + 0x8CB92BA72F3D8DD7 * repeat) & MASK)


def town(nodes=150, classes=6):
    """Vectors, and classes of which each node has one to three; the last ten nodes have none."""
    random = np.random.default_rng(5)
    vectors = random.normal(size=(nodes, 8)).astype(np.float32)
    scores = vectors @ random.normal(size=(8, classes)) + random.normal(size=(nodes, classes))
    counts = random.integers(1, 4, nodes)
    matrix = (np.argsort(np.argsort(-scores, axis=1), axis=1) < counts[:, None]).astype(int)
    matrix[-10:] = 0
    return vectors, matrix


def by_sklearn(vectors, matrix, fraction, repeat):
    """scoring.py of DeepWalk: the k most probable classes of each test node, where k is the number it has."""
    labelled = np.flatnonzero(matrix.any(axis=1))
    order = sorted(labelled, key=lambda node: key(1, int(node), repeat))
    count = round(len(labelled) * fraction)
    train, test = np.sort(order[:count]), np.sort(order[count:])
    model = OneVsRestClassifier(LogisticRegression(solver="liblinear", C=1.0, tol=1e-4))
    probable = model.fit(vectors[train], matrix[train]).predict_proba(vectors[test])
    answers = np.zeros_like(matrix[test])
    for row, chances in enumerate(probable):
        answers[row, np.argsort(chances)[-matrix[test][row].sum() :]] = 1
    return [f1_score(matrix[test], answers, average=average, zero_division=0) for average in ("micro", "macro")]


def test_the_figures_are_those_of_scikit_learn():
    vectors, matrix = town()
    found = evaluate.classify(vectors, labels=matrix, fractions=(0.3, 0.7), repeats=3)
    rows = found["results"]["several_classes"]["rows"]
    assert list(found["results"]) == ["several_classes"] and [row["level"] for row in rows] == [0.3, 0.7]
    for row in rows:
        expected = np.array([by_sklearn(vectors, matrix, row["level"], repeat) for repeat in range(3)])
        assert row["micro_f1"]["seeds"] == pytest.approx(expected[:, 0], abs=1e-9)
        assert row["macro_f1"]["seeds"] == pytest.approx(expected[:, 1], abs=1e-9)
        assert row["frequent_micro_f1"]["mean"] < row["micro_f1"]["mean"]
    assert list(found["facts"]["labelled_nodes"].values()) == [140]


def test_every_form_of_several_classes_says_the_same(tmp_path):
    vectors, matrix = town()
    file = tmp_path / "classes.csv"
    lines = [f"{node},{column}" for node, column in zip(*np.nonzero(matrix), strict=True)]
    file.write_text("node,group\n" + "\n".join(lines) + "\n")
    np.savez(tmp_path / "classes.npz", labels=matrix)
    forms = (matrix, matrix.tolist(), scipy.sparse.csr_matrix(matrix), str(file), tmp_path / "classes.npz")
    tables = [evaluate.classify(vectors, labels=form, fractions=(0.5,), repeats=2)["results"] for form in forms]
    assert all(table == tables[0] for table in tables)
    assert tables[0]["several_classes"]["rows"][0]["micro_f1"]["mean"] > 0.5


def test_one_class_each_is_measured_as_before():
    vectors, matrix = town()
    assert "accuracy" in evaluate.classify(vectors, labels=matrix.argmax(axis=1))["results"]


def test_what_is_no_matrix_of_classes_is_refused():
    vectors, matrix = town()
    for wrong in (matrix * 2, matrix[1:], matrix.astype(float) / 2, [[1], [0, 1]]):
        with pytest.raises(InputError):
            evaluate.classify(vectors, labels=wrong)
    with pytest.raises(InputError):
        evaluate.robustness(vectors, labels=matrix)
