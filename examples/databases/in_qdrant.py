"""Codes in Qdrant: sparse vectors of ones, whose dot product is the overlap.

    pip install qdrant-client
    python examples/databases/in_qdrant.py [codes.sdr]
"""

from qdrant_client import QdrantClient, models
from shared import codes_and_arguments, compare

codes, _ = codes_and_arguments(__doc__)
learned = codes.select("all").shape[1]  # the bits from there on are those of L6
client = QdrantClient(":memory:")  # QdrantClient("http://localhost:6333") is a server
client.create_collection("codes", vectors_config={}, sparse_vectors_config={"code": models.SparseVectorParams()})


def vector(row, weight_of_l6=1.0):
    bits = codes.indices[row].tolist()
    return models.SparseVector(indices=bits, values=[1.0 if bit < learned else weight_of_l6 for bit in bits])


# Points are named by numbers, so by rows; the id of a node may be text.
client.upsert("codes", [models.PointStruct(id=row, vector={"code": vector(row)}) for row in range(len(codes))])


def search(row, k, weight_of_l6):
    itself = models.Filter(must_not=[models.HasIdCondition(has_id=[row])])
    query = vector(row, weight_of_l6)
    points = client.query_points("codes", query=query, using="code", limit=k, query_filter=itself).points
    return [(codes.ids[point.id], round(point.score)) for point in points if point.score > 0]


print(search(0, 3, 4.0))
compare("learned bits", codes.select("all"), lambda row, k: search(row, k, 0.0))
compare("all bits", codes, lambda row, k: search(row, k, 4.0))
