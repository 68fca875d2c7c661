#!/usr/bin/env python3
"""Draws roles.png, the picture of docs/roles.md: one graph, coloured by where its nodes are and by what part they play.

    pip install matplotlib networkx scipy
    docs/images/make_roles.py build/columnar

The graph is two karate clubs whose first members know each other. Both colourings come from one run of the program:
nodes that share many bits get the same colour.
"""

import argparse
import io
import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import PIL.Image
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

INK, PAPER = "#14213d", "#ffffff"
HUES = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377"]
COLOURS = 4
SHIFT = 100  # from a member to its mirror image


def two_clubs():
    """The graph, and a place for each node: the second club is the mirror image of the first."""
    club = nx.karate_club_graph()
    clubs = nx.Graph(club.edges)
    clubs.add_edges_from((u + SHIFT, v + SHIFT) for u, v in club.edges)
    clubs.add_edge(0, SHIFT)
    places = nx.kamada_kawai_layout(nx.Graph(club.edges))  # without weights
    axis = places[0] - np.mean(list(places.values()), axis=0)
    turn = np.array([[axis[0], axis[1]], [-axis[1], axis[0]]]) / np.hypot(*axis)  # member 0 to the right
    turned = {node: turn @ place for node, place in places.items()}
    edge = max(place[0] for place in turned.values()) + 0.25
    left = {node: np.array([place[0] - edge, place[1]]) for node, place in turned.items()}
    return clubs, left | {node + SHIFT: np.array([-place[0], place[1]]) for node, place in left.items()}


def embed(columnar, graph, layer):
    """A set of bits for each node."""
    with tempfile.TemporaryDirectory() as folder:
        edges, codes = pathlib.Path(folder) / "graph.tsv", pathlib.Path(folder) / "codes.tsv"
        edges.write_text("".join(f"{u}\t{v}\n" for u, v in graph.edges))
        subprocess.run([columnar, "embed", edges, "--roles", "0.5", "--layer", layer, "-q", "-o", codes], check=True)
        lines = [line.split("\t") for line in codes.read_text().splitlines()]
    return {int(name): frozenset(map(int, bits.split())) for name, bits in lines}


def groups(codes):
    """The colour of each node: average linkage on the bits that two nodes do not share, largest group first."""
    nodes = sorted(codes)
    active = len(codes[nodes[0]])
    apart = np.array([[active - len(codes[u] & codes[v]) for v in nodes] for u in nodes], dtype=float)
    found = fcluster(linkage(squareform(apart), "average"), COLOURS, "maxclust")
    order = sorted(set(found), key=lambda group: -np.count_nonzero(found == group))
    return {node: order.index(group) for node, group in zip(nodes, found, strict=True)}


def is_for_roles(bit):
    """The last half of the 300 columns and of the 300 neurons of L5a: --roles 0.5."""
    return 750 <= bit < 1500 or bit >= 1650


def draw(columnar, output):
    graph, places = two_clubs()
    everything = embed(columnar, graph, "all")
    where = {node: frozenset(bit for bit in bits if not is_for_roles(bit)) for node, bits in everything.items()}
    panels = [
        ("Where a node is", "coloured by the bits that are not for roles", groups(where)),
        ("What part it plays", "coloured by the bits for roles", groups(embed(columnar, graph, "roles"))),
    ]
    figure = plt.figure(figsize=(12.4, 3.9), facecolor=PAPER)
    for column, (title, below, colours) in enumerate(panels):
        axes = figure.add_axes([0.01 + 0.5 * column, 0.09, 0.48, 0.8])
        nx.draw_networkx_edges(graph, places, ax=axes, edge_color="#c9ced8", width=0.8)
        nx.draw_networkx_nodes(graph, places, ax=axes, node_size=90, edgecolors="white", linewidths=0.8,
                               node_color=[HUES[colours[node]] for node in graph])
        axes.set_title(title, fontsize=11, color=INK, loc="left", pad=5, weight="bold")
        axes.text(0.0, -0.06, below, fontsize=8.5, color="#444444", transform=axes.transAxes)
        axes.margins(0.03)
        axes.axis("off")
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=110)
    image = PIL.Image.open(drawn).convert("RGB")
    image.quantize(128, PIL.Image.Quantize.MAXCOVERAGE, dither=PIL.Image.Dither.NONE).save(output, optimize=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("columnar", help="the program")
    parser.add_argument("-o", "--output", default=pathlib.Path(__file__).with_name("roles.png"))
    arguments = parser.parse_args()
    draw(arguments.columnar, arguments.output)
