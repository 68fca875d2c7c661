"""Zachary's karate club: a NetworkX graph in, a picture out.

    python examples/karate_club.py [--out FOLDER]

Two nodes are alike where they share active bits. The club broke into two; the codes, which know only who met whom,
know on which side everybody stood.
"""

import matplotlib

matplotlib.use("Agg")  # pictures go to files
import matplotlib.pyplot as plt
import networkx as nx
from columnar_embedder import ColumnarEmbedder, plot
from graphs import arguments

given = arguments(__doc__)
karate = nx.karate_club_graph()
clubs = nx.get_node_attributes(karate, "club")

# The defaults are made for thousands of nodes. A club of 34 wants a smaller cortex, in which its members meet.
codes = ColumnarEmbedder(columns=60, l5a_size=60, random_state=1).fit(karate).codes_
print(codes)

# Guess everybody's side from two nodes alone: the instructor (0) and the president (33).
guess = {node: clubs[0] if codes.overlap(node, 0) > codes.overlap(node, 33) else clubs[33] for node in karate}
right = sum(guess[node] == clubs[node] for node in karate)
print(f"\nThe side of {right} of {len(karate)} members is that of the leader they share more bits with.")

print("\nMost like the instructor (0):")
print("member  shared bits  side")
for near in codes.neighbours(0, k=5):
    print(f"{near.id:6}  {near.near + near.overlap:11}  {clubs[near.id]}")

figure, axes = plt.subplots(1, 2, figsize=(11.5, 4.8), layout="constrained")
pos = nx.spring_layout(karate, seed=3)
for ax, leader, who in zip(axes, (0, 33), ("the instructor", "the president"), strict=True):
    plot.plot_graph(karate, codes, leader, labels=clubs, pos=pos, ax=ax)
    ax.set_title(f"who is like {who}? (rings: the side each took)")
figure.savefig(given.out / "karate_club.png", dpi=90)
print(f"\nWritten: {given.out / 'karate_club.png'}")
