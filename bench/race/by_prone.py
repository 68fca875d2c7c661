"""ProNE (Zhang et al., IJCAI 2019), d = 128: a sparse matrix factored, its vectors sent through a band-pass filter."""

import competitor
import numpy as np
import scipy.sparse as sp
from scipy.linalg import svd
from scipy.special import iv
from sklearn.preprocessing import normalize
from sklearn.utils.extmath import randomized_svd

DIMENSIONS = 128
NEGATIVE_POWER = 0.75  # negative samples are drawn by frequency to this power
ORDER, MU, THETA = 10, 0.2, 0.5  # terms of the filter; its centre and width


def factored(graph, dimensions, seed):
    """Of every edge the logarithm of how much likelier it is than a negative sample, in few dimensions."""
    transitions = normalize(graph, norm="l1")
    noise = np.asarray(transitions.sum(axis=0)).ravel() ** NEGATIVE_POWER
    noise /= noise.sum()
    log_ratio = transitions.tocsr().astype(np.float32)
    log_ratio.data = np.log(log_ratio.data / noise[log_ratio.indices]).astype(np.float32)
    left, values, _ = randomized_svd(log_ratio, dimensions, n_iter=5, random_state=seed)
    return normalize(left * np.sqrt(values))


def propagated(graph, vectors):
    """The vectors less what the filter keeps of them, spread over the neighbours.

    The filter exp(-θ x), x = (λ - μ)² / 2 - 1, of the Laplacian's eigenvalues λ is a series of Chebyshev polynomials
    in x, with Bessel functions as coefficients: each term costs two sparse products.
    """
    nodes = graph.shape[0]
    with_self = (graph + sp.identity(nodes, dtype=np.float32, format="csr")).tocsr()
    shifted = (
        (1.0 - MU) * sp.identity(nodes, dtype=np.float32, format="csr") - normalize(with_self, norm="l1")
    ).tocsr()

    def argument(x):
        return 0.5 * (shifted @ (shifted @ x)) - x

    before, term = vectors, argument(vectors)
    kept = iv(0, THETA) * before - 2.0 * iv(1, THETA) * term
    for order in range(2, ORDER):
        before, term = term, 2.0 * argument(term) - before
        kept += (-1) ** order * 2.0 * iv(order, THETA) * term
    return with_self @ (vectors - kept)


def embed(graph, *, seed, **_):
    dimensions = min(DIMENSIONS, graph.shape[0] - 1)
    smooth = propagated(graph, factored(graph, dimensions, seed))
    left, values, _ = svd(smooth, full_matrices=False, check_finite=False, overwrite_a=True)
    return normalize(left * np.sqrt(values))


if __name__ == "__main__":
    competitor.main(embed)
