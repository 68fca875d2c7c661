"""The same .nir file in snnTorch: a second simulator, a second reading of the equations.

    python in_snntorch.py [cortex.nir inputs.npz] [--nodes 300] [--amplitude 1,2]

snnTorch's importer takes one threshold for all cells and steps of 0.1 ms. So each cell's weights are divided by its
threshold, which then is 1: the membrane equation is linear, so spikes come at the same times.
"""

import contextlib
import io

import nir
import numpy as np
import snntorch  # noqa: F401 - registers its modules
import torch
from host import agreement_header, agreement_row, arguments, host_of
from snntorch.import_nir import import_from_nir

STEP = 1e-4  # seconds, fixed in snnTorch's importer


def as_snntorch(host):
    """The layers L4 → L2/3 as snnTorch builds them from NIR."""
    cells, inputs = host.weights.shape
    one = np.ones(cells, np.float32)
    nodes = {
        "input": nir.Input(np.array([inputs])),
        "l4_l23": nir.Linear(host.weights / host.all_thresholds[:, None]),
        "l23": nir.LIF(host.tau * one, one, 0 * one, one, 0 * one),
        "output": nir.Output(np.array([cells])),
    }
    with contextlib.redirect_stdout(io.StringIO()):  # it tells of scaled weights cell by cell
        return import_from_nir(nir.NIRGraph(nodes, list(zip(nodes, list(nodes)[1:], strict=False))))


def first_spikes(host, seconds, amplitude, nodes_at_a_time=100):
    """The time of the first spike of every cell of every candidate column, ∞ for a silent one."""
    l4 = torch.from_numpy(amplitude * host.l4())
    times = np.full(host.cells.shape, np.inf)
    network = as_snntorch(host)
    for first in range(0, host.n_nodes, nodes_at_a_time):
        batch = slice(first, first + nodes_at_a_time)
        for module in network.modules():
            if hasattr(module, "reset_mem"):
                module.reset_mem()
        found = np.full((len(l4[batch]), host.weights.shape[0]), np.inf)
        with torch.no_grad():
            for step in range(1, round(seconds / STEP) + 1):
                spikes = network(l4[batch])
                spikes = (spikes[0] if isinstance(spikes, tuple) else spikes).numpy()
                found[(spikes > 0) & np.isinf(found)] = step * STEP
        cells = host.cells[batch]
        times[batch] = np.take_along_axis(found, cells.reshape(len(cells), -1), 1).reshape(cells.shape)
    return times


def main():
    given = arguments(
        __doc__,
        ("--nodes", {"type": int, "default": 300, "help": "the first so many nodes [300]"}),
        ("--amplitude", {"type": lambda text: [float(one) for one in text.split(",")], "default": [1.0, 2.0]}),
    )
    host = host_of(given).first(given.nodes)
    print(f"{host.n_nodes:,} nodes, steps of {1e3 * STEP:g} ms, 20 ms each\n{'amplitude':>9}  {agreement_header()}")
    for amplitude in given.amplitude:
        times = first_spikes(host, 0.02, amplitude)
        print(f"{amplitude:9g}  {agreement_row(host.agreement(times, 0.02, amplitude))}", flush=True)


if __name__ == "__main__":
    main()
