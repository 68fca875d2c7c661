"""The host of an exported cortex: everything between a .nir network and the codes that is not spikes, in NumPy.

    columnar embed graph.tsv -o codes.sdr --model model
    columnar export model -o cortex.nir --inputs inputs.npz

A chip or a simulator runs the network and reports when each cell first spikes; the host chooses the columns and reads
the code out, as docs/neuromorphic.md describes.
"""

import argparse
import json
import tempfile
from pathlib import Path

import nir
import numpy as np


class Host:
    """A network and the inputs of its nodes. Arrays over cells are [node, candidate column, cell of the column]."""

    def __init__(self, network, inputs):
        graph = nir.read(network)
        self.config = json.loads(graph.metadata["columnar"])["config"]
        self.weights = graph.nodes["l4_l23"].weight  # [cell, L4 neuron]
        self.readout = graph.nodes["l23_l5a"].weight  # [L5a neuron, cell]
        self.tau = float(graph.nodes["l23"].tau[0])  # seconds
        with np.load(inputs) as file:
            self.given = {name: file[name] for name in file.files}
        self.all_thresholds = graph.nodes["l23"].v_threshold
        self._keep(len(self.given["columns"]))

    def first(self, nodes):
        """The same for the first nodes alone."""
        for name in ("l4", "columns", "eligibility", "cells", "scores", "codes", "ids"):
            self.given[name] = self.given[name][:nodes]
        kept = self.given["tie_nodes"] < nodes
        self.given["tie_nodes"], self.given["tie_factors"] = (
            self.given["tie_nodes"][kept],
            self.given["tie_factors"][kept],
        )
        self._keep(nodes)
        return self

    def _keep(self, nodes):
        columns = self.given["columns"].astype(np.int64)
        self.cells = columns[..., None] * self.config["cells_per_column"] + np.arange(self.config["cells_per_column"])
        self.threshold = self.all_thresholds[self.cells]
        self.n_nodes = len(columns)

    def l4(self):
        """The active L4 neurons of every node as zeros and ones: what the network takes, for as long as it runs."""
        active = np.zeros((self.n_nodes, self.weights.shape[1]), np.float32)
        np.put_along_axis(active, self.given["l4"].astype(np.int64), 1, axis=1)
        return active

    def currents(self):
        """The constant current into every cell of the candidate columns: its drive."""
        return np.take_along_axis(self.l4() @ self.weights.T, self.cells.reshape(self.n_nodes, -1), 1).reshape(
            self.cells.shape
        )

    def exact_spikes(self, seconds, amplitude=1.0):
        """When each cell would spike first in continuous time, ∞ for never: what fine steps tend to."""
        ratio = np.minimum(self.threshold / (amplitude * self.currents()), 1)
        with np.errstate(divide="ignore"):
            times = -self.tau * np.log1p(-ratio.astype(float))
        return np.where(times <= seconds, times, np.inf)

    def drives(self, times, seconds, amplitude=1.0):
        """The drives that the first spikes tell: a cell that reaches V at time t is driven by V / (1 - exp(-t / τ)).

        A silent cell (time ∞) counts as one that would spike just when the run ends.
        """
        charged = -np.expm1(-np.minimum(times, seconds) / self.tau)
        return (self.threshold / (amplitude * charged)).astype(np.float32)

    def first_to_fire(self, times):
        """The cell of each candidate column that fires first; of those that fire together, the first by number."""
        return times.argmin(axis=2)

    def rank(self, drives):
        """The ranked columns, as places among the candidates, and their scores: L2/3 and the runners-up, best first."""
        config, columns = self.config, self.given["columns"].astype(np.int64)
        scores = self.given["eligibility"] * drives.mean(axis=2) ** np.float32(config["drive_exponent"])
        winners = np.argsort(-scores, axis=1, kind="stable")[:, : config["active_columns"]]
        winners = np.take_along_axis(columns, winners, axis=1)
        inhibition = self.given["lateral"][winners[:, :, None], columns[:, None, :]].sum(axis=1)
        scores *= np.maximum(1 + config["lateral_gain"] / config["active_columns"] * inhibition, 0).astype(np.float32)
        ranks = self.given["cells"].shape[1]
        order = np.argsort(-scores, axis=1, kind="stable")[:, :ranks]
        return order, np.take_along_axis(scores, order, axis=1)

    def codes(self, order, scores, first):
        """The codes: the cells of the best columns, and the L5a neurons with the largest drive."""
        config = self.config
        columns = np.take_along_axis(self.given["columns"].astype(np.int64), order, axis=1)
        cells = columns * config["cells_per_column"] + np.take_along_axis(first, order, axis=1)
        grades = scores / scores[:, :1]
        # What the host sends back to the network: graded spikes of the ranked cells alone.
        sent = np.zeros((self.n_nodes, self.readout.shape[1]), np.float32)
        np.put_along_axis(sent, cells, grades / grades.sum(axis=1, keepdims=True), axis=1)
        drive = sent @ self.readout.T
        gain = config["topographic_gain"] if config["outstar"] else 1.0
        for rank in range(config["teacher_skips"], cells.shape[1]):
            drive[np.arange(self.n_nodes), columns[:, rank] % config["l5a_size"]] += gain * grades[:, rank]
        broken = self.given["tie_nodes"]
        largest = drive[broken].max(axis=1, keepdims=True)
        floor = np.where(largest > 0, 1e-3 * largest, 1.0)
        drive[broken] = (drive[broken] + floor) * self.given["tie_factors"]
        l5a = np.sort(np.argsort(-drive, axis=1, kind="stable")[:, : config["l5a_active"]], axis=1)
        l23 = np.sort(cells[:, : config["active_columns"]], axis=1)
        return np.hstack([l23, self.weights.shape[0] + l5a])

    def agreement(self, times, seconds, amplitude=1.0):
        """How much of what the engine found the first spikes give, in parts of 1."""
        ranks = self.given["cells"].astype(np.int64)
        cells_per_column = self.config["cells_per_column"]
        first = self.first_to_fire(times)
        place = np.argmax(self.given["columns"][:, None, :] == (ranks // cells_per_column)[:, :, None], axis=2)
        same_cell = np.take_along_axis(first, place, axis=1) == ranks % cells_per_column
        earliest = np.sort(np.take_along_axis(times, place[..., None], axis=1), axis=2)
        is_silent = np.isinf(earliest[..., 0])
        order, scores = self.rank(self.drives(times, seconds, amplitude))
        active = self.config["active_columns"]
        shared = (order[:, :active, None] == place[:, None, :active]).sum(axis=(1, 2)) / active
        codes = self.codes(order, scores, first)
        bits = (codes[:, :, None] == self.given["codes"][:, None, :]).any(axis=2)
        return {
            "cells": same_cell.mean(),
            "silent": is_silent.mean(),
            "tied": ((earliest[..., 0] == earliest[..., 1]) & ~is_silent).mean() if cells_per_column > 1 else 0.0,
            "columns": shared.mean(),
            "bits": bits.mean(),
            "codes": bits.all(axis=1).mean(),
        }


def agreement_header():
    return f"{'cells':>8} {'silent':>8} {'tied':>8} {'columns':>8} {'bits':>8} {'codes':>8}"


def agreement_row(found):
    """A line of the table of agreement, in percent."""
    return " ".join(f"{100 * found[key]:7.2f}%" for key in ("cells", "silent", "tied", "columns", "bits", "codes"))


def arguments(description, *options):
    """The command line that the scripts share; without files a novel is embedded and exported."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("network", nargs="?", help="cortex.nir, as `columnar export` writes it")
    parser.add_argument("inputs", nargs="?", help="inputs.npz, of the same export")
    for name, settings in options:
        parser.add_argument(name, **settings)
    given = parser.parse_args()
    if given.network and not given.inputs:
        parser.error("the network and its inputs come together")
    return given


def host_of(given):
    """The host of the files that the command line names, else of the novel Les Misérables."""
    if given.network:
        return Host(given.network, given.inputs)
    import networkx as nx
    from columnar_embedder import ColumnarEmbedder

    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "cortex.nir", Path(folder) / "inputs.npz"
        ColumnarEmbedder(random_state=1).fit(nx.les_miserables_graph()).export_nir(*files)
        return Host(*files)
