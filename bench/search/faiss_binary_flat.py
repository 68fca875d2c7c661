"""FAISS IndexBinaryFlat on the same bits. Codes have equally many, so the Hamming distance is 2 (active - overlap)."""

import faiss
from faiss_timing import read_task, time_search

task, codes = read_task()
index = faiss.IndexBinaryFlat(8 * task["bytes"])
index.add(codes)
time_search(index, codes[task["rows"]], task, lambda d: [int(task["active"] - x // 2) for x in d])
