"""Find missing edges: hide some, embed the rest, and ask which pairs should be linked.

    python examples/link_prediction.py [cora.npz] [--out FOLDER]

First by hand, to show that there is nothing to it: a pair that shares many bits is a likely edge. Then with
evaluate.links, which does it with care: several splits, a classifier on top, classic heuristics beside it.
"""

import matplotlib

matplotlib.use("Agg")  # pictures go to files
import numpy as np
import scipy.sparse
from columnar_embedder import ColumnarEmbedder, evaluate, plot
from graphs import arguments, cora_or_generated
from sklearn.metrics import roc_auc_score

given = arguments(__doc__, dataset=True)
name, adjacency, _ = cora_or_generated(given.dataset)
nodes = adjacency.shape[0]

# By hand: take 10 % of the edges away (which leaves some nodes without any: nothing can be known of those) …
random = np.random.default_rng(1)
edges = np.column_stack(scipy.sparse.triu(adjacency, 1).nonzero())
hidden = random.random(len(edges)) < 0.1
left = scipy.sparse.coo_matrix((np.ones((~hidden).sum()), edges[~hidden].T), shape=(nodes, nodes)).tocsr()

# … embed what is left …
table = ColumnarEmbedder(random_state=1, n_jobs=-1).fit(left + left.T).codes_.select("all")

# … and compare the bits that hidden edges share with those that random pairs share.
pairs = random.integers(0, nodes, (hidden.sum(), 2))
pairs = pairs[(pairs[:, 0] != pairs[:, 1]) & (np.asarray(adjacency[pairs[:, 0], pairs[:, 1]]).ravel() == 0)]
shared = [[table.overlap(u, v) for u, v in some.tolist()] for some in (edges[hidden], pairs)]
answers = np.repeat([1, 0], [len(shared[0]), len(shared[1])])
print(f"{name}: {hidden.sum()} of {len(edges):,} edges hidden")
print(f"a hidden edge shares {np.mean(shared[0]):.1f} bits, a random pair {np.mean(shared[1]):.1f}")
print(f"AUC of the bare overlap: {roc_auc_score(answers, np.concatenate(shared)):.3f}\n")

# Which edge would you add at a node that lost one? The most alike that is no neighbour.
print("Suggestions: for a node that lost an edge, the most alike that it is not linked to.")
for node in edges[hidden][:4, 0].tolist():
    linked = (left + left.T)[[node]].indices.tolist()
    best = table.neighbours(node, k=1, exclude=linked)[0]
    verdict = "was hidden: right!" if adjacency[node, best.id] else "never was an edge"
    print(f"  {node:4} – {best.id:4}  shares {best.overlap:2} of {table.active} bits   {verdict}")

# With care: the spanning forest stays, test and training pairs are apart, two splits.
result = evaluate.links(adjacency, methods=("sdr-8", "sdr-28", "node2vec"), splits=2, n_jobs=-1)
print(f"\n{'evaluate.links':32} AUC")
for row in result["results"]["auc"]["rows"]:
    scores = {key: row[key] for key in result["results"]["auc"]["measures"] if row[key]}  # a heuristic has one alone
    best = max(scores, key=lambda key: scores[key]["mean"])
    print(f"{row['name'] + ', ' + best:32} {scores[best]['mean']:.3f} ± {scores[best]['sd']:.3f}")

ax = plot.plot_links(result)
ax.set_title(f"hidden edges of {name}")
ax.figure.savefig(given.out / "link_prediction.png", dpi=90)
print(f"\nWritten: {given.out / 'link_prediction.png'}")
