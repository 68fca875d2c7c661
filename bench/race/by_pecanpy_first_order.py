"""PecanPy, its fastest walks, which ours are too: p = q = 1, no weights (FirstOrderUnweighted)."""

import by_pecanpy
import competitor
from pecanpy import pecanpy


def prepare(graph, *, threads, seed, **_):
    return by_pecanpy.prepared(pecanpy.FirstOrderUnweighted, graph, threads, seed)


if __name__ == "__main__":
    competitor.main(by_pecanpy.embed, prepare, warm_up=False)
