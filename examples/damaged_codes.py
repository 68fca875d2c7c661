"""Break the codes and see what still works.

    python examples/damaged_codes.py [cora.npz] [--out FOLDER]

Every bit of a code tells a little, and none tells all. So codes that come through a bad line, or from a memory with
worn cells, are still good for finding a node and for telling its class.
"""

import matplotlib

matplotlib.use("Agg")  # pictures go to files
import numpy as np
from columnar_embedder import ColumnarEmbedder, baselines, evaluate, plot
from graphs import arguments, cora_or_generated

given = arguments(__doc__, dataset=True)
name, adjacency, classes = cora_or_generated(given.dataset)
table = ColumnarEmbedder(random_state=1, n_jobs=-1).fit(adjacency).codes_.select("all")
print(f"{name}: {table}\n")

# Move some of the active bits of a code to random places: is its owner still the nearest node?
random = np.random.default_rng(1)
asked = random.choice(len(table), 300, replace=False).tolist()
print("bits moved  codes whose owner is still found")
for moved in (0, 4, 8, 14, 20, 24):
    found = 0
    for node in asked:
        kept = random.choice(table[node], table.active - moved, replace=False)
        noise = random.choice(np.setdiff1d(np.arange(table.shape[1]), table[node]), moved, replace=False)
        found += table.neighbours(bits=np.concatenate([kept, noise]), k=1)[0].id == node
    print(f"{moved:5} of {table.active}  {100 * found / len(asked):5.1f} %")

# The classes: a classifier that learned on whole codes reads broken ones. Beside it node2vec, damaged alike.
tables = {"codes": table, "node2vec": baselines.node2vec(adjacency, random_state=1, n_jobs=-1)}
result = evaluate.robustness(tables, classes, deltas=[0, 0.1, 0.2, 0.3, 0.4, 0.5], n_jobs=-1)
print("\naccuracy by damage  " + "  ".join(f"{name:>8}" for name in tables))
curves = [[row for row in result["results"]["damage"]["rows"] if row["group"] == name] for name in tables]
for points in zip(*curves, strict=True):
    cells = "  ".join(f"{100 * point['accuracy']['mean']:6.1f} %" for point in points)
    print(f"{100 * points[0]['level']:16.0f} %  {cells}")

ax = plot.plot_robustness(result)
ax.set_title(f"{name}: what a classifier still reads")
ax.figure.savefig(given.out / "damaged_codes.png", dpi=90)
print(f"\nWritten: {given.out / 'damaged_codes.png'}")
