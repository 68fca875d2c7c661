"""FAISS IndexFlatIP on as many 64-d floats: what dense vectors of the usual size cost. Their values do not matter."""

import faiss
import numpy as np
from faiss_timing import read_task, time_search

task, codes = read_task()
vectors = np.random.default_rng(1).standard_normal((len(codes), 64), dtype=np.float32)
index = faiss.IndexFlatIP(64)
index.add(vectors)
time_search(index, vectors[task["rows"]], task, lambda scores: [])
