"""Spikes and synaptic operations of one code, beside node2vec's lookup and a layer of a GCN, and what they may cost.

    python energy.py [cortex.nir inputs.npz] [--degree 4.08] [--features 1433] [--hidden 16] [--dimensions 64]

Operations are counted. Joules are the counts times published energies per operation: an estimate of arithmetic and
memory alone, of no measured chip. docs/neuromorphic.md names the sources and what is left out.
"""

import numpy as np
from host import arguments, host_of

PICOJOULES = {
    "synaptic operation, Loihi": 23.6,
    "update of a cell, Loihi": 81.0,
    "float multiply-add, 45 nm": 4.6,
    "float addition, 45 nm": 0.9,
    "32 bits from DRAM, 45 nm": 640.0,
}


def main():
    given = arguments(
        __doc__,
        ("--degree", {"type": float, "default": 4.08, "help": "mean degree of the graph, for the GCN [4.08: Cora]"}),
        ("--features", {"type": int, "default": 1433, "help": "of a node, for the GCN [1433: Cora]"}),
        ("--hidden", {"type": int, "default": 16, "help": "units of the GCN [16]"}),
        ("--dimensions", {"type": int, "default": 64, "help": "of node2vec [64]"}),
    )
    host = host_of(given)
    config = host.config
    active, candidates = host.given["l4"].shape[1], host.cells.shape[1]
    per_column, ranks = host.cells.shape[2], host.given["cells"].shape[1]
    spikes = np.isfinite(host.exact_spikes(1e-3 * config["time_steps"])).sum() / host.n_nodes
    gated = active * candidates * per_column
    every = active * host.weights.shape[0]
    readout = ranks * host.readout.shape[0]
    updates = candidates * per_column * config["time_steps"]
    print(f"one code: {active} active L4 neurons, {spikes:.0f} spikes of L2/3 without inhibition in a column,")
    print(f"{candidates} with it; {ranks} graded spikes to L5a\n")
    pj = PICOJOULES
    multiply, add, read = (
        pj[key] for key in ("float multiply-add, 45 nm", "float addition, 45 nm", "32 bits from DRAM, 45 nm")
    )
    gcn = (given.degree + 1) * given.features + given.features * given.hidden
    sparse = config["l5a_active"] + config["active_columns"]
    on_codes = ((given.degree + 1) * sparse + sparse) * given.hidden
    rows = [
        ("L4 to L2/3, eligible columns alone", f"{gated:,} synaptic", gated * pj["synaptic operation, Loihi"]),
        ("L4 to L2/3, all columns", f"{every:,} synaptic", every * pj["synaptic operation, Loihi"]),
        ("cells, every millisecond", f"{updates:,} updates", updates * pj["update of a cell, Loihi"]),
        ("L2/3 to L5a", f"{readout:,} synaptic", readout * pj["synaptic operation, Loihi"]),
        ("the same by the engine, from the cache", f"{gated:,} + {readout:,}", gated * add + readout * multiply),
        (f"node2vec: read {given.dimensions} floats", f"{given.dimensions} reads", given.dimensions * read),
        ("a code: read 28 numbers of 16 bits", f"{ranks // 2} reads", ranks // 2 * read),
        (f"a GCN layer, {given.features} features", f"{gcn:,.0f} multiply-adds", gcn * multiply),
        ("a GCN layer on codes (sums of rows)", f"{on_codes:,.0f} additions", on_codes * add),
    ]
    print(f"{'':38} {'operations':>22} {'nanojoules':>11}")
    for what, operations, energy in rows:
        print(f"{what:38} {operations:>22} {energy / 1e3:11.1f}")


if __name__ == "__main__":
    main()
