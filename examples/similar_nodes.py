"""Who is like whom in Les Misérables? Nearest neighbours, with the chance that two nodes share as much.

    python examples/similar_nodes.py [--out FOLDER]

The overlap of two sparse codes has a meaning: two random codes share hardly a bit, so a few shared bits are evidence,
and how strong it is can be computed. Codes can be asked as sets, too: a part of one, or several at once.
"""

import matplotlib

matplotlib.use("Agg")  # pictures go to files
import networkx as nx
from columnar_embedder import ColumnarEmbedder, plot
from graphs import arguments

given = arguments(__doc__)
novel = nx.les_miserables_graph()  # who appears with whom, weighted by how often

# A novel of 77 people wants a smaller cortex than the default, which is made for thousands.
table = ColumnarEmbedder(columns=100, l5a_size=100, random_state=1).fit(novel).codes_
print(table)


def show(title, hits):
    print(f"\n{title}")
    for hit in hits:
        print(f"  {hit.id:16} {hit.near + hit.overlap:2} shared bits; by chance: {hit.chance:.0e}")


show("Most like Enjolras, of the barricade:", table.neighbours("Enjolras", k=4))
show("Most like Fantine:", table.neighbours("Fantine", k=4))

# A union asks for nodes that are near to either of two, or to both.
both = table.union("Valjean", "Marius")
show(
    f"Near to Valjean or Marius ({len(both)} bits asked at once):",
    table.neighbours(bits=both, k=4, exclude=["Valjean", "Marius"]),
)

# Half of a code still finds its owner.
half = table["Cosette"][::2]
show(f"Whose code holds these {len(half)} bits?", table.neighbours(bits=half, k=2))

# What two people have in common has names: columns of the cortex.
names = table.feature_names()
common = [names[bit] for bit in table.intersection("Enjolras", "Combeferre")]
print(f"\nEnjolras and Combeferre share {len(common)} neurons, such as {', '.join(common[:3])}.")

named = [hit.id for hit in table.neighbours("Enjolras", k=1)]
named += ["Enjolras", "Valjean", "Fantine", "Cosette", "Marius", "Javert", "Myriel", "Thenardier"]
layout = nx.kamada_kawai_layout(novel, weight=None)
ax = plot.plot_graph(novel, table, "Enjolras", names=named, pos=layout)
ax.set_title("bits shared with Enjolras")
ax.figure.savefig(given.out / "similar_nodes.png", dpi=90)
print(f"\nWritten: {given.out / 'similar_nodes.png'}")
