"""The exported cortex, read by the package nir and run by simulators of spiking networks."""

import sys
from pathlib import Path

import numpy as np
import pytest
from columnar_embedder import ColumnarEmbedder
from columnar_embedder.errors import ConfigError, InputError, OutputError
from support import edge_lines, planted, real_graph, run_command

nir = pytest.importorskip("nir")
FOLDER = Path(__file__).resolve().parents[2] / "examples" / "neuromorphic"


@pytest.fixture(scope="module", autouse=True)
def scripts():
    """The scripts of the example can be imported."""
    sys.path.insert(0, str(FOLDER))
    yield
    sys.path.remove(str(FOLDER))


@pytest.fixture(scope="module")
def embedder():
    return ColumnarEmbedder(random_state=1).fit(planted()[0])


@pytest.fixture(scope="module")
def files(embedder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("nir")
    embedder.export_nir(folder / "cortex.nir", inputs=folder / "inputs.npz")
    return folder / "cortex.nir", folder / "inputs.npz"


@pytest.fixture
def host(files):
    from host import Host

    return Host(*files)


def test_nir_reads_the_network_and_finds_its_types_right(files):
    graph = nir.read(files[0])
    assert {name: type(node).__name__ for name, node in graph.nodes.items()} == {
        "input": "Input",
        "l4_l23": "Linear",
        "l23": "LIF",
        "l23_l5a": "Linear",
        "output": "Output",
    }
    assert graph.edges == [("input", "l4_l23"), ("l4_l23", "l23"), ("l23", "l23_l5a"), ("l23_l5a", "output")]
    assert graph.check_types()
    cells = graph.nodes["l23"]
    assert cells.v_threshold.shape == (1500,) and len(np.unique(cells.v_threshold)) > 100
    assert np.all(cells.tau == np.float32(0.01)) and np.all(cells.v_leak == 0)
    assert graph.nodes["l23_l5a"].weight.shape == (300, 1500)


def test_nir_writes_and_reads_it_again_as_it_is(files, tmp_path):
    graph = nir.read(files[0])
    nir.write(tmp_path / "again.nir", graph)
    again = nir.read(tmp_path / "again.nir")
    np.testing.assert_array_equal(again.nodes["l4_l23"].weight, graph.nodes["l4_l23"].weight)
    assert again.metadata == graph.metadata


def test_network_and_host_give_the_codes_of_the_model(embedder, host):
    drives = host.currents()
    order, scores = host.rank(drives)
    first = (drives / host.threshold).argmax(axis=2)
    np.testing.assert_array_equal(host.codes(order, scores, first), embedder.codes_.select("all").indices)
    ranked = np.take_along_axis(host.cells[:, :, 0], order, axis=1) + np.take_along_axis(first, order, axis=1)
    np.testing.assert_array_equal(ranked, host.given["cells"])
    np.testing.assert_allclose(scores, host.given["scores"], rtol=1e-5)


@pytest.mark.parametrize("settings", [{}, {"reorder_from": 1}, {"outstar": False}, {"teacher_skips": 8}])
def test_host_breaks_ties_as_the_engine_does(settings, tmp_path):
    from host import Host

    small = {"columns": 30, "cells_per_column": 1, "l5a_size": 30, "l5a_active": 8, "candidate_columns": 30}
    mine = ColumnarEmbedder(random_state=1, **small, **settings).fit(planted()[0])
    mine.export_nir(tmp_path / "cortex.nir", tmp_path / "inputs.npz")
    host = Host(tmp_path / "cortex.nir", tmp_path / "inputs.npz")
    assert len(host.given["tie_nodes"]) > 0
    drives = host.currents()
    order, scores = host.rank(drives)
    codes = host.codes(order, scores, (drives / host.threshold).argmax(axis=2))
    np.testing.assert_array_equal(codes, mine.codes_.select("all").indices)


def test_first_spikes_in_continuous_time_are_those_of_the_engine(host):
    found = host.agreement(host.exact_spikes(0.1, 4.0), 0.1, 4.0)
    assert found["cells"] == 1 and found["codes"] > 0.99


def test_the_command_writes_the_same_bytes(embedder, tmp_path):
    (tmp_path / "graph.tsv").write_text(edge_lines(planted()[0]))
    mine = ColumnarEmbedder(random_state=1).fit(tmp_path / "graph.tsv")
    mine.save(tmp_path / "model")
    mine.export_nir(tmp_path / "mine.nir", tmp_path / "mine.npz")
    run_command("export", "model", "-o", "cortex.nir", "--inputs", "inputs.npz", "--quiet", cwd=tmp_path)
    assert (tmp_path / "mine.nir").read_bytes() == (tmp_path / "cortex.nir").read_bytes()
    assert (tmp_path / "mine.npz").read_bytes() == (tmp_path / "inputs.npz").read_bytes()


def test_what_cannot_be_exported_is_refused(embedder, tmp_path):
    with pytest.raises(ConfigError, match=r"cortex\.h5: a network is written as \.nir"):
        embedder.export_nir(tmp_path / "cortex.h5")
    with pytest.raises(OutputError):
        embedder.export_nir(tmp_path / "nowhere" / "cortex.nir")
    updated = ColumnarEmbedder(random_state=1).fit(planted()[0])
    updated.partial_fit(np.array([[0, 119]]))
    with pytest.raises(InputError, match="was updated once"):
        updated.export_nir(tmp_path / "cortex.nir", tmp_path / "inputs.npz")
    assert list(tmp_path.iterdir()) == []


def test_brian2_finds_the_winners_of_a_small_graph(host):
    pytest.importorskip("brian2")
    import in_brian2

    coarse, _ = in_brian2.first_spikes(host, 1e-3, 0.05, 1.0)
    fine, spikes = in_brian2.first_spikes(host, 1e-4, 0.05, 1.0)
    exact = host.exact_spikes(0.05)
    spiked = np.isfinite(fine) & np.isfinite(exact)
    assert spikes == np.isfinite(fine).sum() and spiked.sum() > 0.99 * spikes
    assert np.all(fine[spiked] - exact[spiked] < 1.01e-4) and np.all(fine[spiked] - exact[spiked] > -1e-9)
    found = host.agreement(fine, 0.05)
    assert found["cells"] + found["tied"] > 0.99  # the cells of a graph this small differ little
    assert found["cells"] > host.agreement(coarse, 0.05)["cells"] + 0.2


def test_brian2_with_every_synapse_spikes_as_without(host):
    pytest.importorskip("brian2")
    import in_brian2

    host = host.first(3)
    times, _ = in_brian2.first_spikes(host, 2e-4, 0.02, 1.0)
    fired, when = in_brian2.whole_network(host, 2, 2e-4, 0.02, 1.0)
    want = {cell: time for cell, time in zip(host.cells[2].ravel(), times[2].ravel(), strict=True) if np.isfinite(time)}
    assert {*fired} == {*want}
    assert all(abs(want[cell] - time) < 2.1e-4 for cell, time in zip(fired, when, strict=True))


def test_brian2_finds_the_winners_of_every_node_of_cora(tmp_path):
    pytest.importorskip("brian2")
    import in_brian2
    from host import Host

    cora = ColumnarEmbedder(random_state=1, largest_component=True, n_jobs=-1).fit(real_graph("cora"))
    cora.export_nir(tmp_path / "cortex.nir", tmp_path / "inputs.npz")
    host = Host(tmp_path / "cortex.nir", tmp_path / "inputs.npz")
    times, _ = in_brian2.first_spikes(host, 1e-4, 0.05, 1.0)
    found = host.agreement(times, 0.05)
    assert host.n_nodes == 2485
    assert found["cells"] > 0.99 and found["columns"] > 0.99
    assert found["silent"] < 0.001


def test_snntorch_runs_the_same_file(host):
    pytest.importorskip("snntorch")
    pytest.importorskip("nirtorch")
    import in_snntorch

    host = host.first(12)
    times = in_snntorch.first_spikes(host, 0.02, 1.0)
    found = host.agreement(times, 0.02)
    assert found["cells"] + found["silent"] + found["tied"] > 0.99
    spiked = np.isfinite(times) & np.isfinite(host.exact_spikes(0.02))
    assert np.abs(times - host.exact_spikes(0.02))[spiked].max() < 5e-4


def test_bcm_in_brian2_specialises_the_columns_of_the_engine():
    pytest.importorskip("brian2")
    pytest.importorskip("networkx")
    import learn_in_brian2 as twin

    graph = twin.small_graph(1)
    host, start = twin.learned(graph, 60, 1, bcm=False)
    _, engine = twin.learned(graph, 60, 1)
    learned = twin.learn(host, start, graph, 60, 1)
    assert np.all(start >= 0) and learned.min() >= 0 and learned.max() <= 1
    before, after, engines = (twin.selectivity(host, weights)[0] for weights in (start, learned, engine))
    assert np.nanmean(after) > np.nanmean(before) + 0.1
    assert np.nanmean(engines) > np.nanmean(before) + 0.1
    used = np.isfinite(after) & np.isfinite(engines)
    assert np.corrcoef(after[used], engines[used])[0, 1] > 0.5


def test_weights_of_eight_bits_keep_most_winners(host):
    import few_bits

    threshold = host.threshold
    cells, codes = few_bits.agreement(host, 16)
    assert cells > 0.999 and codes > 0.99
    assert few_bits.agreement(host, 8)[0] > few_bits.agreement(host, 3)[0] + 0.1
    assert host.threshold is threshold


def test_the_scripts_of_the_example_run_and_are_shown(files, monkeypatch, capsys):
    import energy

    monkeypatch.setattr(sys, "argv", ["energy.py", *map(str, files)])
    energy.main()
    text = capsys.readouterr().out
    assert "8,000 synaptic" in text and "node2vec: read 64 floats" in text
    page = (FOLDER.parents[1] / "docs" / "neuromorphic.md").read_text()
    assert all(f"](../examples/neuromorphic/{script.name})" in page for script in FOLDER.glob("*.py"))
