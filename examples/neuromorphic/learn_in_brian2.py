"""BCM with the PPMI of a pair as third factor, in Brian2, beside the engine: do the same columns specialise?

    python learn_in_brian2.py [--presentations 1500] [--seeds 1]

Both start from the same weights, on a small graph of four groups, with the rules other than BCM off. The engine learns
from its own walks; the twin draws walks of its own, shows one node after the other for 20 ms, and changes a synapse by
pre · r (r - θ) · PPMI, where r is the trace of the cell's spike when the node disappears.
"""

import argparse
import tempfile
import time
from pathlib import Path

import brian2 as b2
import networkx as nx
import numpy as np
from columnar_embedder import ColumnarEmbedder
from host import Host

b2.prefs.codegen.target = "numpy"
b2.BrianLogger.log_level_error()

SMALL = {
    "class_bits": 64,
    "class_active": 8,
    "identity_bits": 64,
    "identity_active": 8,
    "columns": 24,
    "cells_per_column": 3,
    "active_columns": 4,
    "l5a_size": 24,
    "l5a_active": 8,
    "candidate_columns": 24,
    "regions": 12,
    "rank": 12,
    "competing_columns": 0,
    "block": 1,
    "anti_ce": False,
    "lateral": False,
    "intrinsic": False,
}

CELLS = """
dv/dt = (gate * current - v) / tau : 1 (unless refractory)
dr/dt = -r / tau_r : 1
gate : 1 (constant)
threshold : 1 (constant)
blocked : boolean
fired : 1
theta : 1
current : 1
total : 1
column : integer (constant)
"""

SYNAPSES = """
w : 1
modulator : 1 (shared)
current_post = scale * gain_pre * w * active_pre / total_post : 1 (summed)
total_post = w : 1 (summed)
"""


def small_graph(seed):
    """Four groups of twenty nodes; every node has a neighbour."""
    graph = nx.random_partition_graph([20] * 4, 0.3, 0.01, seed=seed)
    graph.add_edges_from((node, (node + 1) % 80) for node in list(nx.isolates(graph)))
    return graph


def learned(graph, presentations, seed, **changes):
    """(host, weights [cell, L4 neuron]) of a cortex that the engine trained."""
    settings = {**SMALL, "presentations": presentations, "presentations_per_node": presentations, **changes}
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "cortex.nir", Path(folder) / "inputs.npz"
        ColumnarEmbedder(random_state=seed, **settings).fit(graph).export_nir(*files)
        host = Host(*files)
    gains, scale = scaling(host)
    return host, host.weights * host.given["weight_sums"][:, None] / (scale * gains)


def scaling(host):
    """What turns weights into drives: a gain per L4 neuron, and a scale for all."""
    config = host.config
    gains = np.ones(host.weights.shape[1])
    gains[config["class_bits"] :] = config["identity_gain"]
    return gains, config["drive_scale"] * len(gains) / (config["class_active"] + config["identity_active"])


def ppmi_of(graph, config, random):
    """The discounted PPMI of the pairs that meet in walks of this script's own."""
    nodes = graph.number_of_nodes()
    neighbours = [list(graph[node]) for node in range(nodes)]
    counts = np.zeros((nodes, nodes))
    for start in np.repeat(np.arange(nodes), config["walks_per_node"]):
        walk = [start]
        while len(walk) < config["walk_length"]:
            walk.append(random.choice(neighbours[walk[-1]]))
        for i, u in enumerate(walk):
            for v in walk[i + 1 : i + 1 + config["window"]]:
                if u != v:
                    counts[u, v] += 1
                    counts[v, u] += 1
    total, of_node = counts.sum() / 2, counts.sum(axis=1)
    with np.errstate(divide="ignore"):
        ppmi = np.log(counts * total / np.outer(of_node, of_node))
    ppmi = np.maximum(ppmi, 0) * counts / (counts + config["discount"])
    return np.where(counts >= config["minimum_count"], ppmi, 0)


def learn(host, weights, graph, presentations, seed):
    """The weights after the twin has seen so many pairs."""
    b2.start_scope()
    config = host.config
    random = np.random.default_rng(seed)
    ppmi = ppmi_of(graph, config, random)
    gains, scale = scaling(host)
    millisecond = 1e-3 * b2.second
    shown = config["time_steps"] * millisecond
    per_column = config["cells_per_column"]
    inputs, cells = host.weights.shape[1], host.weights.shape[0]
    constants = {
        "tau": host.tau * b2.second,
        "tau_r": config["rate_time"] * millisecond,
        "scale": scale,
        "eta": config["bcm_rate"],
        "eta_theta": config["bcm_threshold_rate"],
    }
    step = 0.2 * millisecond
    l4 = b2.NeuronGroup(inputs, "active : 1\ngain : 1 (constant)", dt=step)
    l4.gain = gains
    l23 = b2.NeuronGroup(
        cells,
        CELLS,
        threshold="v >= threshold and not blocked",
        reset="v = 0; r = 1; fired = 1; blocked = True",
        refractory=2 * shown,
        method="euler",
        dt=step,
        namespace=constants,
    )
    l23.column = "i // per_column"
    l23.threshold = thresholds = np.full(cells, config["initial_threshold"])
    # The first cell of a column to fire silences the others.
    silence = b2.Synapses(l23, l23, on_pre="blocked_post = True")
    silence.connect("column_pre == column_post and i != j")
    synapses = b2.Synapses(l4, l23, SYNAPSES, dt=shown, namespace=constants)
    synapses.connect()
    synapses.w = weights.T.ravel()
    # When a node disappears: the three factors, then everything is quiet again, then the host shows the next.
    synapses.run_regularly(
        "w = clip(w + eta * fired_post * r_post * (r_post - theta_post) * modulator * active_pre, 0, 1)",
        dt=shown,
        when="start",
        order=-3,
    )
    l23.run_regularly(
        """theta += eta_theta * fired * (r ** 2 - theta)
        r = 0
        v = 0
        fired = 0
        blocked = False
        lastspike = -1e9*second""",
        dt=shown,
        when="start",
        order=-2,
    )

    l4_of = host.l4()

    @b2.network_operation(dt=shown, when="start", order=-1)
    def show_next():
        node = random.integers(host.n_nodes)
        met = np.flatnonzero(ppmi[node])
        l4.active = l4_of[node]
        synapses.modulator = min(config["modulator_clip"], ppmi[node, random.choice(met)]) if len(met) else 0.0
        # The host's part: the columns whose cells may fire.
        now = np.asarray(synapses.w).reshape(inputs, cells).T
        mean = (drives(now, gains, scale, l4_of[node : node + 1])[0]).reshape(-1, per_column).mean(axis=1)
        columns = host.given["columns"][node].astype(int)
        scores = host.given["eligibility"][node] * mean[columns] ** config["drive_exponent"]
        winners = columns[np.argsort(-scores, kind="stable")[: config["active_columns"]]]
        l23.gate = np.isin(np.arange(cells) // per_column, winners)

    assert np.allclose(thresholds, host.all_thresholds)  # intrinsic plasticity is off
    for updater in synapses.summed_updaters.values():
        updater.when = "start"
    network = b2.Network(l4, l23, silence, synapses, show_next)
    network.run(presentations * shown + step)
    return np.asarray(synapses.w).reshape(inputs, cells).T


def drives(weights, gains, scale, l4):
    """The drive of every cell for every node: [node, cell]."""
    return scale * (l4 * gains) @ weights.T / weights.sum(axis=1)


def selectivity(host, weights):
    """How much more a column is driven by the nodes that are most eligible for it than by the others: [column]."""
    gains, scale = scaling(host)
    driven = drives(weights, gains, scale, host.l4())
    driven = driven.reshape(host.n_nodes, -1, host.config["cells_per_column"]).mean(axis=2)
    own = np.zeros(driven.shape, bool)
    best = host.given["columns"][:, : host.config["active_columns"]].astype(int)
    np.put_along_axis(own, best, True, axis=1)
    with np.errstate(invalid="ignore"):
        inside, outside = (np.where(mask, driven, 0).sum(0) / mask.sum(0) for mask in (own, ~own))
    return inside - outside, driven, own.any(axis=0)


def best_columns(driven, count):
    return np.argsort(-driven, axis=1)[:, :count]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presentations", type=int, default=1500)
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    for seed in range(1, given.seeds + 1):
        graph = small_graph(seed)
        host, start = learned(graph, given.presentations, seed, bcm=False)
        _, engine = learned(graph, given.presentations, seed)
        begin = time.process_time()
        twin = learn(host, start, graph, given.presentations, seed)
        other = learn(host, start, graph, given.presentations, seed + 1000)  # other walks, another order
        cpu = time.process_time() - begin
        states = {"untrained": start, "engine": engine, "Brian2": twin, "Brian2 again": other}
        found = {name: selectivity(host, weights) for name, weights in states.items()}
        used = found["engine"][2]
        print(f"seed {seed}: {given.presentations:,} presentations, {used.sum()} columns in use, {cpu:.0f} s of CPU")
        count = host.config["active_columns"]
        own = host.given["columns"][:, :count].astype(int)
        for name, (gap, driven, _) in found.items():
            hits = (best_columns(driven, count)[:, :, None] == own[:, None, :]).any(2).mean()
            print(
                f"  {name:12} selectivity {gap[used].mean():6.3f}, own columns among the {count} most driven {hits:.1%}"
            )
        for one, two in (("engine", "Brian2"), ("Brian2", "Brian2 again")):
            apart = np.corrcoef(found[one][0][used], found[two][0][used])[0, 1]
            moved = np.corrcoef((states[one] - start).ravel(), (states[two] - start).ravel())[0, 1]
            best = [best_columns(found[name][1], count) for name in (one, two)]
            shared = (best[0][:, :, None] == best[1][:, None, :]).any(2).mean()
            print(f"  {one} and {two}: correlation of selectivity {apart:.3f}, of weight changes {moved:.3f},", end=" ")
            print(f"most driven columns in common {shared:.1%}", flush=True)


if __name__ == "__main__":
    main()
