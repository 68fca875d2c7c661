"""NetMF (Qiu et al., WSDM 2018), d = 128: what DeepWalk factors, in closed form. Its matrix is dense: small graphs."""

import competitor
import numpy as np
import scipy.sparse as sp
from sklearn.utils.extmath import randomized_svd

DIMENSIONS = 128
MOST_NODES = 20_000  # 1.6 GB a matrix


def window_matrix(graph, window):
    """log max(1, vol / window · Σ_r (D⁻¹A)^r D⁻¹), exactly."""
    degree = np.asarray(graph.sum(axis=1)).ravel()
    transitions = sp.diags(1.0 / degree).astype(np.float32) @ graph
    power = np.diag((1.0 / degree).astype(np.float32))
    total = np.zeros_like(power)
    for _ in range(window):
        power = transitions @ power
        total += power
    total *= np.float32(degree.sum() / window)
    np.maximum(total, 1.0, out=total)
    return np.log(total, out=total)


def embed(graph, *, seed, **_):
    if graph.shape[0] > MOST_NODES:
        raise SystemExit(f"a dense matrix of {graph.shape[0]:,} nodes is too large: at most {MOST_NODES:,}")
    dimensions = min(DIMENSIONS, graph.shape[0] - 1)
    left, values, _ = randomized_svd(window_matrix(graph, competitor.WINDOW), dimensions, n_iter=4, random_state=seed)
    return left * np.sqrt(values)


if __name__ == "__main__":
    competitor.main(embed)
