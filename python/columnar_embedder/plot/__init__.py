"""Plots on matplotlib, which only they need: ``pip install columnar-embedder[plot]``.

Each function takes a table of codes, or the dictionary that a function of :mod:`columnar_embedder.evaluate` returns
(``columnar evaluate --json`` prints the same). Each draws on the axes that it is given, or on those of a new figure,
returns them, and changes no setting of matplotlib.

>>> from columnar_embedder import ColumnarEmbedder, plot
>>> import networkx as nx
>>> karate = nx.karate_club_graph()
>>> codes = ColumnarEmbedder().fit(karate).codes_
>>> ax = plot.plot_graph(karate, codes, node=0)  # doctest: +SKIP
>>> ax.figure.savefig("karate.png")  # doctest: +SKIP
"""

from ._engine import plot_firing, plot_health, plot_learning, plot_living, plot_resilience, plot_scale
from ._map import plot_map
from ._methods import (
    plot_classify,
    plot_confusion,
    plot_fractions,
    plot_geometry,
    plot_links,
    plot_memory,
    plot_robustness,
    plot_separation,
    plot_similarity,
)
from ._tables import plot_codes, plot_graph, plot_overlap_distribution, plot_overlaps, plot_regions

__all__ = [
    "plot_classify",
    "plot_codes",
    "plot_confusion",
    "plot_firing",
    "plot_fractions",
    "plot_geometry",
    "plot_graph",
    "plot_health",
    "plot_learning",
    "plot_links",
    "plot_living",
    "plot_map",
    "plot_memory",
    "plot_overlap_distribution",
    "plot_overlaps",
    "plot_regions",
    "plot_resilience",
    "plot_robustness",
    "plot_scale",
    "plot_separation",
    "plot_similarity",
]
