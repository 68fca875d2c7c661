"""The exported L2/3 in Brian2: differential equations, real spikes, every node, against the engine's winners.

    python in_brian2.py [cortex.nir inputs.npz] [--dt 1,0.1,0.01] [--seconds 0.02,0.05] [--amplitude 1,2]
                        [--raster raster.png]

Every candidate column of every node is simulated. A cell integrates its current and spikes once; the host takes which
cell fires first, and decodes the drives from the times (host.py). --raster draws the spikes of the whole network, L4
neurons and synapses included, for one node.
"""

import os
import time

import brian2 as b2
import numpy as np
from host import agreement_header, agreement_row, arguments, host_of

b2.prefs.codegen.target = "numpy"  # no compiler is needed; the cells of all nodes are one long vector
b2.BrianLogger.log_level_error()

# The LIF equation of NIR with r = 1, v_leak = v_reset = 0. refractory: a cell spikes once, then waits for the end.
EQUATIONS = """
dv/dt = (current - v) / tau : 1 (unless refractory)
current : 1 (constant)
threshold : 1 (constant)
"""


def first_spikes(host, dt, seconds, amplitude):
    """The time of the first spike of every cell of every candidate column, ∞ for a silent one; and the spikes."""
    b2.start_scope()
    cells = b2.NeuronGroup(
        host.cells.size,
        EQUATIONS,
        threshold="v >= threshold",
        reset="v = 0",
        refractory=2 * seconds * b2.second,
        method="exact",
        dt=dt * b2.second,
        namespace={"tau": host.tau * b2.second},
    )
    cells.current = amplitude * host.currents().ravel()
    cells.threshold = host.threshold.ravel()
    spikes = b2.SpikeMonitor(cells)
    b2.Network(cells, spikes).run(seconds * b2.second)
    times = np.full(host.cells.size, np.inf)
    # Brian2 gives a spike the time at which its step begins; the threshold is reached when it ends.
    times[spikes.i] = np.asarray(spikes.t / b2.second) + dt
    return times.reshape(host.cells.shape), spikes.num_spikes


def whole_network(host, node, dt, seconds, amplitude):
    """The spikes of all cells for one node, (cells, seconds): L4 drives L2/3 through the synapses of the network."""
    b2.start_scope()
    l4 = b2.NeuronGroup(host.weights.shape[1], "active : 1 (constant)", dt=dt * b2.second)
    l4.active = amplitude * host.l4()[node]
    model = EQUATIONS.replace("current : 1 (constant)", "current : 1")
    l23 = b2.NeuronGroup(
        host.weights.shape[0],
        model,
        threshold="v >= threshold",
        reset="v = 0",
        refractory=2 * seconds * b2.second,
        method="exact",
        dt=dt * b2.second,
        namespace={"tau": host.tau * b2.second},
    )
    # The input is constant, so one step of the synapses is as long as the run.
    model = "weight : 1 (constant)\ncurrent_post = weight * active_pre : 1 (summed)"
    synapses = b2.Synapses(l4, l23, model, dt=seconds * b2.second)
    synapses.connect()
    synapses.weight = host.weights.T.ravel()
    next(iter(synapses.summed_updaters.values())).when = "start"
    cells = host.cells[node]
    l23.threshold = np.inf  # only eligible columns may fire: the host's gate
    l23.threshold[cells.ravel()] = host.threshold[node].ravel()
    spikes = b2.SpikeMonitor(l23)
    b2.Network(l4, l23, synapses, spikes).run(seconds * b2.second)
    return np.asarray(spikes.i), np.asarray(spikes.t / b2.second) + dt


def draw_raster(host, path, node=0, dt=1e-5, seconds=0.02):
    """The spikes of one node in its ranked columns: who fires first, and whom the engine has found."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    fired, times = whole_network(host, node, dt, seconds, 1.0)
    winners = host.given["cells"][node].astype(int)
    per_column = host.config["cells_per_column"]
    active = host.config["active_columns"]
    figure, ax = plt.subplots(figsize=(9, 4.6), layout="constrained")
    for rank, winner in enumerate(winners):
        column = winner // per_column
        here = fired // per_column == column
        ax.vlines(1e3 * times[here], rank - 0.35, rank + 0.35, color="0.65", linewidth=1.2)
        first = fired[here][np.argmin(times[here])] if here.any() else -1
        color = "tab:red" if first == winner else "black"
        if here.any():
            ax.vlines(1e3 * times[here].min(), rank - 0.4, rank + 0.4, color=color, linewidth=2.4)
            ax.text(1e3 * times[here].min() - 0.15, rank, f"{winner % per_column}", ha="right", va="center", fontsize=8)
    ax.axhline(active - 0.5, color="tab:blue", linewidth=1)
    ax.text(0.1, active - 0.7, "L2/3", color="tab:blue", va="bottom")
    ax.text(0.1, active + 0.6, "runners-up", color="tab:blue", va="bottom")
    ax.set(
        xlim=(0, 1e3 * seconds),
        ylim=(len(winners) - 0.4, -0.6),
        yticks=range(0, len(winners), 3),
        yticklabels=[str(winners[rank] // per_column) for rank in range(0, len(winners), 3)],
        xlabel="milliseconds after the node appears",
        ylabel="column, best first",
        title=f"spikes of node {host.given['ids'][node]}; red: first to fire, as the engine has it, and its cell",
    )
    figure.savefig(path, dpi=90)
    plt.close(figure)


def numbers(text):
    return [float(one) for one in text.split(",")]


def main():
    given = arguments(
        __doc__,
        ("--dt", {"type": numbers, "default": [1.0, 0.1, 0.01], "help": "milliseconds per step [1,0.1,0.01]"}),
        ("--seconds", {"type": numbers, "default": [0.02], "help": "how long a node is shown [0.02]"}),
        ("--amplitude", {"type": numbers, "default": [1.0, 2.0], "help": "of the input [1,2]"}),
        ("--raster", {"help": "draw the spikes of one node here"}),
    )
    host = host_of(given)
    print(f"{host.n_nodes:,} nodes, {host.cells.size:,} cells of candidate columns, τ = {1e3 * host.tau:g} ms")
    print(f"{'amplitude':>9} {'shown':>7} {'dt':>8}  {agreement_header()} {'spikes per node':>16} {'CPU':>7}")
    for amplitude in given.amplitude:
        for seconds in given.seconds:
            for dt in given.dt:
                begin = time.process_time()
                times, spikes = first_spikes(host, 1e-3 * dt, seconds, amplitude)
                found = agreement_row(host.agreement(times, seconds, amplitude))
                cpu = time.process_time() - begin
                settings = f"{amplitude:9g} {1e3 * seconds:4g} ms {dt:5g} ms"
                print(f"{settings}  {found} {spikes / host.n_nodes:16.1f} {cpu:5.1f} s", flush=True)
    if given.raster:
        draw_raster(host, given.raster)
        print(f"{given.raster}: {os.path.getsize(given.raster):,} bytes")


if __name__ == "__main__":
    main()
