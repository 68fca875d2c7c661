"""Codes in FAISS: packed bits and Hamming distance.

    pip install faiss-cpu
    python examples/databases/in_faiss.py [codes.sdr]

Every code has the same number of active bits, so the smallest distance is the largest overlap.
"""

import faiss
from shared import codes_and_arguments, compare

codes, _ = codes_and_arguments(__doc__)
table = codes.select("all")  # the learned bits: 28 of 1,800
packed = table.to_packed()  # 225 bytes per node
index = faiss.IndexBinaryFlat(8 * packed.shape[1])
index.add(packed)


def search(row, k):
    distances, rows = index.search(packed[row : row + 1], k + 1)  # the node itself is found, too
    hits = [(table.ids[r], table.active - int(d) // 2) for d, r in zip(distances[0], rows[0], strict=True) if r != row]
    return [(node, overlap) for node, overlap in hits[:k] if overlap > 0]


print(search(0, 3))
compare("IndexBinaryFlat", table, search)
