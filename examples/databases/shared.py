"""What the scripts of this folder share: the codes, and the comparison of a database with the package's own search."""

import argparse

import networkx as nx
from columnar_embedder import ColumnarEmbedder, load


def codes_and_arguments(description, *options):
    """The codes of the file that the command line names, else those of the novel Les Misérables; and the arguments.

    The codes are all 48 bits, so the file must hold L6; ``select("all")`` has the learned ones.
    """
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("codes", nargs="?", help="codes with ids, as `columnar embed` writes them (.sdr, .npz, .tsv)")
    for name, help in options:
        parser.add_argument(name, help=help)
    given = parser.parse_args()
    if given.codes:
        table = load(given.codes)
    else:
        table = ColumnarEmbedder(columns=100, l5a_size=100, random_state=1).fit(nx.les_miserables_graph()).codes_
    return table, given


def bit_text(table, row):
    """A code as the text that SQL reads as a row of bits: 0100…"""
    text = bytearray(b"0" * table.shape[1])
    for bit in table.indices[row]:
        text[bit] = ord("1")
    return text.decode()


def compare(name, table, search, k=10):
    """Asks for the k nearest of up to 50 nodes: search(row, k) must find as much shared as the package finds.

    That is the overlap and, of all 48 bits, four for every bit of L6. Which of equal nodes comes first may differ.
    """
    queries = range(0, len(table), max(1, len(table) // 50))
    for row in queries:
        found = search(row, k)
        shared = {hit.id: hit.overlap + 4 * hit.near for hit in table.neighbours(table.ids[row], len(table))}
        assert all(shared[node] == score for node, score in found), f"{name}: a wrong overlap"
        assert [score for _, score in found] == list(shared.values())[:k], f"{name}: not the nearest"
    print(f"{name}: the overlaps of the package, in {len(queries)} of {len(queries)} queries")
