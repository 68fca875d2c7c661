"""A graph that lives: nodes that were never seen, and edges that come and go, without training anew.

    python examples/living_graph.py [--out FOLDER]

The model is trained once, on nine tenths of a network of seven groups. What comes later finds its place by the same
local rules; what is far away from a change keeps its code, bit for bit.
"""

import networkx as nx
import numpy as np
from columnar_embedder import ColumnarEmbedder
from graphs import arguments
from sklearn.linear_model import LogisticRegression

given = arguments(__doc__)
network = nx.random_partition_graph([80] * 7, 0.08, 0.002, seed=1)
network.remove_nodes_from([node for node in list(network) if network.degree(node) == 0])
groups = {node: node // 80 for node in network}

# Every tenth node is still to come.
newcomers = [node for node in network if node % 10 == 0]
before = network.subgraph(set(network) - set(newcomers))
embedder = ColumnarEmbedder(random_state=1).fit(before)
print(f"Trained on {len(before)} nodes and {before.number_of_edges()} edges.")

# A node that the model has never seen is given by its edges. Nothing is trained and the model stays as it is.
edges_to_come = [edge for edge in network.edges if edge[0] in newcomers or edge[1] in newcomers]
new = embedder.encode(edges_to_come)
first = newcomers[0]
print(f"\nNode {first}, of group {groups[first]}, is most like:")
for hit in embedder.codes_.neighbours(new[first], k=4):
    shared = hit.near + hit.overlap
    print(f"  {hit.id:3}, of group {groups[hit.id]}: {shared:2} shared bits; by chance: {hit.chance:.0e}")

# A classifier that learned the old codes reads the new ones.
classifier = LogisticRegression(max_iter=500).fit(embedder.codes_.to_csr(), [groups[one] for one in embedder.codes_])
right = np.mean(classifier.predict(new.to_csr()) == [groups[one] for one in new])
print(f"Newcomers whose class is told right: {100 * right:.1f} %")

# Edges arrive as a stream, and some go. Nodes are learned again when enough of their edges changed.
old = embedder.codes_.select("all")
print("\nedges    nodes  learned again  codes as before")
for batch in np.array_split(np.array(edges_to_come), 5):
    embedder.partial_fit(batch)
    told = embedder.update_
    print(
        f"+{told['edges']['added']:<5}  {len(embedder.codes_):6}  {told['learned']:13}"
        f"  {100 * told['codes_unchanged_share']:13.1f} %"
    )
embedder.partial_fit(removed=list(before.edges)[::80])
print(f"-{embedder.update_['edges']['removed']:<5}  {len(embedder.codes_):6}  {embedder.update_['learned']:13}")
codes = embedder.codes_.select("all")
stayed = np.mean([np.array_equal(codes[node], old[node]) for node in old])
print(f"Codes that stayed as they were through all of it: {100 * stayed:.1f} %")

# The file holds the model, its graph and its codes: another process goes on from there.
embedder.save(given.out / "living.model")
loaded = ColumnarEmbedder.load(given.out / "living.model")
stranger = [("stranger", 1), ("stranger", 2)]
print(f"\nWritten: {given.out / 'living.model'}; the loaded model goes on: {loaded.codes_ == embedder.codes_}")
code = loaded.encode(stranger)["stranger"]
print(f"A stranger there is most like node {loaded.codes_.neighbours(bits=code, k=1)[0].id}.")
