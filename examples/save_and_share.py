"""Save codes and models, read them again, and share them with the command line and with other tools.

    python examples/save_and_share.py [--out FOLDER]

Python and the command `columnar` read and write the same files, byte for byte.
"""

import pickle
import shutil
import subprocess

import networkx as nx
import numpy as np
from columnar_embedder import ColumnarEmbedder, load
from graphs import arguments

given = arguments(__doc__)
graph = nx.relabel_nodes(nx.relaxed_caveman_graph(40, 12, 0.15, seed=1), lambda node: f"user{node:03}")
embedder = ColumnarEmbedder(random_state=1).fit(graph)
table = embedder.codes_

# One table, four formats. The ids of the nodes travel along.
print("file             bytes a node  what reads it")
readers = {
    "codes.sdr": "columnar inspect, columnar evaluate, load()",
    "codes.npz": "scipy.sparse.load_npz, load()",
    "codes.tsv": "a text: one line a node",
    "codes.svm": "LIBSVM, sklearn.datasets.load_svmlight_file",
}
for name, reader in readers.items():
    table.save(given.out / name)
    print(f"{name:16} {(given.out / name).stat().st_size / len(table):12.1f}  {reader}")
np.save(given.out / "packed.npy", table.to_packed())
print(f"{'packed.npy':16} {table.to_packed().nbytes / len(table):12.1f}  bits eight a byte: numpy.unpackbits, FAISS")

again = load(given.out / "codes.sdr")
print(f"\nread again: {again}, equal: {again == table}")
print(f"user000 is most like {again.neighbours('user000', k=1)[0].id}")

# The model is what was learned, with its graph and codes: it goes on in this process or in another.
embedder.save(given.out / "club.model")
loaded = ColumnarEmbedder.load(given.out / "club.model")
print(f"codes of the loaded model are the same: {loaded.codes_ == table}")
print(f"and of a pickled one: {pickle.loads(pickle.dumps(loaded)).codes_ == table}")

# The command, where it is installed, takes over from here.
command = ["columnar", "inspect", str(given.out / "codes.sdr")]
print("\n$ " + " ".join(command))
if shutil.which("columnar"):
    subprocess.run(command, check=True)
else:
    print("(the command is not on the PATH)")
