"""The gallery runs as a newcomer runs it: each script in a process of its own, in an empty folder."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
pytest.importorskip("networkx")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PICTURES = {
    "classify_cora.py": ["classify_cora.png"],
    "damaged_codes.py": ["damaged_codes.png"],
    "karate_club.py": ["karate_club.png"],
    "link_prediction.py": ["link_prediction.png"],
    "living_graph.py": [],
    "pyg_loader.py": [],
    "save_and_share.py": [],
    "similar_nodes.py": ["similar_nodes.png"],
}


def run(script, folder, *arguments):
    """What the script prints, after it left its pictures; unless it is told of one, it finds no file of a graph."""
    environment = dict(os.environ, MPLBACKEND="Agg")
    # BLAS threads that wait for one another make a busy machine a hundred times slower than one thread is.
    environment.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    environment.pop("COLUMNAR_DATA", None)
    # A copy stands alone: it finds no ../shared/datasets beside the project.
    copies = folder / "gallery" / "examples"
    copies.mkdir(parents=True, exist_ok=True)
    for file in EXAMPLES.glob("*.py"):
        (copies / file.name).write_bytes(file.read_bytes())
    command = [sys.executable, str(copies / script), *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "Error" not in done.stderr
    for picture in PICTURES[script]:
        found = folder / (arguments[arguments.index("--out") + 1] if "--out" in arguments else ".") / picture
        assert found.read_bytes().startswith(b"\x89PNG")
        assert found.stat().st_size > 8_000
    return done.stdout


def percents(text, line):
    """The first figure in per cent of the line that begins so."""
    return float(re.search(rf"^{re.escape(line)}.*?([\d.]+)(?: ± [\d.]+)? %", text, re.MULTILINE).group(1))


def test_every_script_of_the_gallery_is_tested_and_shown():
    scripts = {file.name for file in EXAMPLES.glob("*.py")} - {"graphs.py"}
    assert scripts == set(PICTURES)
    page = (EXAMPLES / "README.md").read_text()
    for script, pictures in PICTURES.items():
        assert f"]({script})" in page
        for picture in pictures:
            assert f"(images/{picture})" in page
            assert (EXAMPLES / "images" / picture).read_bytes().startswith(b"\x89PNG")
            assert (EXAMPLES / "images" / picture).stat().st_size < 200_000


def test_classify_cora_falls_back_on_a_generated_graph_and_says_so(tmp_path):
    text = run("classify_cora.py", tmp_path)
    assert "nowhere to be found" in text
    assert percents(text, "codes, logistic regression") > 80
    assert percents(text, "node2vec, logistic regression") > 70
    assert len(re.findall(r"l5a_\d{3}|column\d{3}_cell\d", text)) == 4


def test_classify_cora_takes_the_dataset_of_its_argument(tmp_path):
    places = [os.environ.get("COLUMNAR_DATA"), EXAMPLES.parents[1] / "shared" / "datasets"]
    files = [Path(place) / "cora.npz" for place in places if place and (Path(place) / "cora.npz").is_file()]
    if not files:
        pytest.skip("cora.npz is not there: set COLUMNAR_DATA to its folder")
    text = run("classify_cora.py", tmp_path, str(files[0]), "--out", "pictures")
    assert "Cora: 2,485 nodes, 5,069 edges, 7 classes" in text
    codes, vectors = percents(text, "codes, logistic regression"), percents(text, "node2vec, logistic regression")
    assert 83 < codes < 88
    assert codes > vectors > 78


def test_classify_cora_names_a_dataset_that_is_not_there(tmp_path):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "classify_cora.py"), "no.npz"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1] == "no.npz: there is no such file"


def test_damaged_codes_are_found_and_read_better_than_vectors(tmp_path):
    text = run("damaged_codes.py", tmp_path)
    assert percents(text, "    0 of 28") == 100
    assert percents(text, "    8 of 28") > 80
    clean, broken = (re.search(rf"^ +{level} %  +([\d.]+) %  +([\d.]+) %", text, re.M) for level in (0, 50))
    lost = [float(clean.group(i)) - float(broken.group(i)) for i in (1, 2)]
    assert lost[0] < lost[1]


def test_karate_club_knows_the_sides(tmp_path):
    text = run("karate_club.py", tmp_path, "--out", "here/there")
    assert int(re.search(r"The side of (\d+) of 34", text).group(1)) >= 31
    assert text.count("Mr. Hi") == 5


def test_link_prediction_by_hand_and_with_care(tmp_path):
    text = run("link_prediction.py", tmp_path)
    shared, random = map(float, re.search(r"shares ([\d.]+) bits, a random pair ([\d.]+)", text).groups())
    assert shared > 2 * random
    assert float(re.search(r"bare overlap: ([\d.]+)", text).group(1)) > 0.6
    assert text.count("shares ") == 5
    for name in ("sdr-8,", "sdr-28,", "node2vec,", "common neighbours", "preferential attachment"):
        assert re.search(rf"^{name}.* 0\.\d{{3}} ± 0\.\d{{3}}$", text, re.MULTILINE)


def test_living_graph_knows_newcomers_and_follows_the_stream(tmp_path):
    text = run("living_graph.py", tmp_path)
    assert percents(text, "Newcomers whose class") > 70
    assert percents(text, "Codes that stayed") > 30
    assert "the loaded model goes on: True" in text
    assert (tmp_path / "living.model").stat().st_size > 0


def test_pyg_loader_trains_on_codes(tmp_path):
    if importlib.util.find_spec("torch_geometric") is None:
        pytest.skip("torch_geometric is not installed")
    text = run("pyg_loader.py", tmp_path)
    assert "data.x is (600, 1800), data.sdr is (600, 28)" in text
    assert percents(text, "   30  ") > 85
    assert percents(text, "Without any training") > 85


def test_save_and_share_reads_what_it_wrote(tmp_path):
    text = run("save_and_share.py", tmp_path)
    assert "equal: True" in text
    assert "codes of the loaded model are the same: True" in text
    assert "and of a pickled one: True" in text
    for name in ("codes.sdr", "codes.npz", "codes.tsv", "codes.svm", "packed.npy", "club.model"):
        assert (tmp_path / name).stat().st_size > 0


def test_similar_nodes_finds_the_barricade_and_the_owner_of_half_a_code(tmp_path):
    text = run("similar_nodes.py", tmp_path)
    barricade = text.split("of the barricade:")[1].split("\n\n")[0]
    friends = {"Combeferre", "Feuilly", "Joly", "Courfeyrac", "Bahorel", "Bossuet", "Prouvaire", "Grantaire"}
    assert len(friends & set(re.findall(r"^  (\w+)", barricade, re.MULTILINE))) >= 3
    assert re.search(r"holds these 24 bits\?\n  Cosette +24 shared bits", text)
