#!/usr/bin/env python3
"""Draws codes.png, the picture of the README, from what the program writes.

    pip install matplotlib
    docs/images/make_figures.py build/columnar cora.npz

cora.npz: the graph in the gnn-benchmark layout (docs/formats.md). Its classes order the rows of the picture; the
program embeds without them.
"""

import argparse
import io
import pathlib
import subprocess
import tempfile
from collections import deque

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import PIL.Image
from matplotlib.colors import LinearSegmentedColormap, ListedColormap

SUBJECTS = ["theory", "reinforcement", "genetic", "neural", "probabilistic", "case-based", "rules"]  # Cora's classes
WIDTH, L23 = 1800, 1500
INK, PAPER = "#14213d", "#ffffff"
HUES = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb"]


def embed(columnar, graph):
    """One row of bits a node and the ids, which are row numbers of the graph."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "codes.tsv"
        subprocess.run([columnar, "embed", graph, "--largest-component", "-q", "-o", out], check=True)
        lines = [line.rstrip("\n").split("\t") for line in out.open()]
    ids = np.array([int(name) for name, _ in lines])
    codes = np.zeros((len(lines), WIDTH), dtype=np.float32)
    for row, (_, bits) in enumerate(lines):
        codes[row, np.array(bits.split(), dtype=int)] = 1
    return ids, codes


def neighbours_of(archive, ids):
    row_of = {node: row for row, node in enumerate(ids)}
    indptr, indices = archive["adj_indptr"], archive["adj_indices"]
    return [[row_of[u] for u in indices[indptr[v] : indptr[v + 1]] if u in row_of and u != v] for v in ids]


def distances_from(start, neighbours):
    hops = np.full(len(neighbours), -1)
    hops[start] = 0
    queue = deque([start])
    while queue:
        v = queue.popleft()
        for u in neighbours[v]:
            if hops[u] < 0:
                hops[u] = hops[v] + 1
                queue.append(u)
    return hops


def order_of(classes, neighbours):
    """Rows class by class; inside a class depth first, so that neighbours stand together."""
    order, seen = [], np.zeros(len(classes), dtype=bool)
    for wanted in np.unique(classes):
        members = np.flatnonzero(classes == wanted)
        for start in sorted(members, key=lambda v: -len(neighbours[v])):
            stack = [start]
            while stack:
                v = stack.pop()
                if seen[v] or classes[v] != wanted:
                    continue
                seen[v] = True
                order.append(v)
                stack.extend(neighbours[v])
    return np.array(order)


def binned(matrix, rows, columns):
    """Means of the matrix over the pixels that it is drawn in."""
    row_edges = np.linspace(0, matrix.shape[0], rows + 1).astype(int)
    column_edges = np.linspace(0, matrix.shape[1], columns + 1).astype(int)
    sums = np.add.reduceat(np.add.reduceat(matrix, row_edges[:-1], axis=0), column_edges[:-1], axis=1)
    return sums / np.outer(np.diff(row_edges), np.diff(column_edges))


def class_bar(axes, classes):
    bar = axes.inset_axes([-0.045, 0, 0.03, 1])
    bar.imshow(classes[:, None], aspect="auto", cmap=ListedColormap(HUES), vmin=0, vmax=6, interpolation="nearest")
    bar.set_xticks([])
    bar.set_yticks([])
    for side in bar.spines.values():
        side.set_visible(False)
    return bar


def plain(axes, title, below):
    axes.set_title(title, fontsize=11, color=INK, loc="left", pad=7, weight="bold")
    axes.set_xlabel(below, fontsize=8.5, color="#444444", labelpad=5)
    axes.set_xticks([])
    axes.set_yticks([])
    for side in axes.spines.values():
        side.set_color("#cccccc")


def draw(columnar, graph, output):
    archive = np.load(graph)
    ids, codes = embed(columnar, graph)
    classes = archive["labels"][ids]
    neighbours = neighbours_of(archive, ids)
    order = order_of(classes, neighbours)
    ranked = classes[order]

    # Bits stand where their class does: by the class that uses them most, then by the mean row of their nodes.
    sorted_codes = codes[order]
    share = np.array([sorted_codes[ranked == c].mean(axis=0) for c in range(7)])
    centre = (sorted_codes * np.arange(len(order))[:, None]).sum(axis=0) / np.maximum(1, sorted_codes.sum(axis=0))
    l23 = np.lexsort((centre[:L23], share[:, :L23].argmax(axis=0)))
    l5a = L23 + np.lexsort((centre[L23:], share[:, L23:].argmax(axis=0)))

    overlap = codes @ codes.T
    shared = [[] for _ in range(7)]
    for start in range(len(order)):
        hops = distances_from(start, neighbours)
        for hop in range(1, 7):
            shared[hop].append((overlap[start, hops == hop].sum(), (hops == hop).sum()))
    by_hop = [sum(s for s, _ in pairs) / sum(c for _, c in pairs) for pairs in shared[1:]]

    figure = plt.figure(figsize=(12.4, 4.3), facecolor=PAPER)
    dots = LinearSegmentedColormap.from_list("dots", [PAPER, "#9db4d6", INK])
    bottom, height, pixels = 0.13, 0.74, 345

    axes = figure.add_axes([0.098, bottom, 0.30, height])
    axes.imshow(binned(sorted_codes[:, l23], pixels, 400), aspect="auto", cmap=dots, vmin=0, vmax=0.1,
                interpolation="nearest")
    plain(axes, "The code of a paper: 8 of 1,500 bits", "L2/3: 300 columns of 5 cells, one cell in each of 8 columns")
    bar = class_bar(axes, ranked)
    for c, name in enumerate(SUBJECTS):
        bar.text(-1.0, np.flatnonzero(ranked == c).mean(), name, ha="right", va="center", fontsize=8.5, color="#333333")

    axes = figure.add_axes([0.408, bottom, 0.082, height])
    axes.imshow(binned(sorted_codes[:, l5a], pixels, 100), aspect="auto", cmap=dots, vmin=0, vmax=0.4,
                interpolation="nearest")
    plain(axes, "+ 20 of 300", "L5a: the readout")

    axes = figure.add_axes([0.525, bottom, 0.257, height])
    axes.imshow(binned(overlap[np.ix_(order, order)], pixels, pixels), aspect="auto", cmap=dots, vmin=0, vmax=16,
                interpolation="nearest")
    plain(axes, "Bits that two papers share", "papers against papers: white 0, dark 16 and more")
    class_bar(axes, ranked)

    axes = figure.add_axes([0.815, bottom, 0.17, height])
    axes.bar(range(1, 7), by_hop, color=INK, width=0.72)
    for hop, bits in enumerate(by_hop, 1):
        axes.text(hop, bits + 0.3, f"{bits:.1f}", ha="center", fontsize=8.5, color="#333333")
    plain(axes, "… fall with distance", "links between two papers")
    axes.set_xticks(range(1, 7))
    axes.tick_params(length=0, labelsize=8.5, colors="#444444")
    axes.set_ylim(0, 22)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)

    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=110)
    image = PIL.Image.open(drawn).convert("RGB")
    image.quantize(192, PIL.Image.Quantize.MAXCOVERAGE, dither=PIL.Image.Dither.NONE).save(output, optimize=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("columnar", help="the program")
    parser.add_argument("graph", help="cora.npz")
    parser.add_argument("-o", "--output", default=pathlib.Path(__file__).with_name("codes.png"))
    arguments = parser.parse_args()
    draw(arguments.columnar, arguments.graph, arguments.output)
