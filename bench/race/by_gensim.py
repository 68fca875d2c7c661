"""node2vec as most people run it: uniform walks by NumPy, skip-gram by gensim. Both are timed."""

import competitor
import numpy as np
from gensim.models import Word2Vec


def embed(graph, *, threads, seed, epochs):
    sentences = competitor.walks_of(graph, seed).astype(str).tolist()
    model = Word2Vec(
        sentences,
        vector_size=64,
        window=competitor.WINDOW,
        negative=competitor.NEGATIVES,
        sg=1,
        min_count=0,
        workers=threads,
        epochs=epochs,
        seed=seed,
    )
    return model.wv[np.arange(graph.shape[0]).astype(str)]


if __name__ == "__main__":
    competitor.main(embed)
