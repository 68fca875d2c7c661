"""What the two FAISS scripts share: a task in, a timing out, one thread. bench_search runs them."""

import json
import sys
import time

try:
    import faiss
    import numpy as np
except ImportError as error:
    sys.exit(f"bench_search: {error}; pip install faiss-cpu")


def read_task():
    """The task, and the codes as rows of packed bytes."""
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    codes = np.fromfile(task["codes"], dtype=np.uint8).reshape(-1, task["bytes"])
    return task, codes


def time_search(index, queries, task, overlaps_of):
    """Queries one after the other (median) and in one batch (best of three), in milliseconds a query."""
    faiss.omp_set_num_threads(1)
    alone, overlaps = [], []
    for query in queries:
        start = time.perf_counter()
        scores, _ = index.search(query[np.newaxis], task["hits"])
        alone.append(time.perf_counter() - start)
        overlaps.append(overlaps_of(scores[0]))
    together = []
    for _ in range(3):
        start = time.perf_counter()
        index.search(queries, task["hits"])
        together.append((time.perf_counter() - start) / len(queries))
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        json.dump(
            {
                "version": faiss.__version__,
                "alone": 1e3 * float(np.median(alone)),
                "together": 1e3 * min(together),
                "overlaps": overlaps,
            },
            file,
        )
