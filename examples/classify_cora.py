"""Classify the papers of Cora by who cites whom, with scikit-learn.

    python examples/classify_cora.py [cora.npz] [--out FOLDER]

ColumnarEmbedder is a scikit-learn transformer: a graph goes in, a sparse matrix of zeros and ones comes out, a row a
node. It never sees the classes. Whatever scikit-learn does with a matrix, it does with the codes.
"""

import matplotlib

matplotlib.use("Agg")  # pictures go to files
import matplotlib.pyplot as plt
import numpy as np
from columnar_embedder import ColumnarEmbedder, baselines, plot
from graphs import arguments, cora_or_generated
from sklearn.feature_selection import chi2
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import BernoulliNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

given = arguments(__doc__, dataset=True)
name, adjacency, classes = cora_or_generated(given.dataset)
print(f"{name}: {adjacency.shape[0]:,} nodes, {adjacency.nnz // 2:,} edges, {classes.max() + 1} classes\n")

# The codes: 28 active bits of 1,800 for each node. n_jobs=-1 takes all cores; the codes are the same on any number.
embedder = ColumnarEmbedder(random_state=1, n_jobs=-1)
codes = embedder.fit_transform(adjacency)

# What to compare with: 64 floats a node, from walks over the same graph.
vectors = np.asarray(baselines.node2vec(adjacency, random_state=1, n_jobs=-1))

folds = StratifiedKFold(5, shuffle=True, random_state=1)
contestants = {
    "codes, logistic regression": (LogisticRegression(max_iter=1000), codes),
    "codes, naive Bayes on bits": (BernoulliNB(alpha=0.01), codes),
    "L2/3 bits alone (8 of 1,500)": (LogisticRegression(max_iter=1000), codes[:, :1500]),
    "node2vec, logistic regression": (make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)), vectors),
}
scores = {title: cross_val_score(model, X, classes, cv=folds) for title, (model, X) in contestants.items()}

print(f"{'5-fold cross-validation':32} accuracy")
for title, score in scores.items():
    print(f"{title:32} {100 * score.mean():5.1f} ± {100 * score.std(ddof=1):.1f} %")

# A bit has a name and a meaning: which neurons tell most about class 0?
names = embedder.get_feature_names_out()
print("\nThe neurons that tell most about class 0:")
for bit in np.argsort(-chi2(codes, classes == 0)[0])[:4]:
    users = classes[codes[:, [bit]].toarray().ravel() > 0]
    print(f"  {names[bit]:16} active in {len(users):3} nodes, {100 * (users == 0).mean():3.0f} % of them of class 0")

# The codes, rows by class: each class lights its own neurons, though none was ever told to.
figure, axes = plt.subplots(1, 2, figsize=(11, 4.6), layout="constrained", width_ratios=(1.25, 1))
plot.plot_codes(embedder.codes_, classes, nodes=150, sort_bits=True, ax=axes[0])
plot.plot_overlaps(embedder.codes_.select("all"), classes, nodes=400, ax=axes[1])
axes[0].set_title(f"the active bits of 150 nodes of {name}")
axes[1].set_title("bits that two nodes share")
figure.savefig(given.out / "classify_cora.png", dpi=90)
print(f"\nWritten: {given.out / 'classify_cora.png'}")
