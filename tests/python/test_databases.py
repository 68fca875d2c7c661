"""The scripts of examples/databases run against the real databases, and find what the package's own search finds."""

import importlib.util
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from columnar_embedder import ColumnarEmbedder
from support import edge_lines, planted

pytest.importorskip("networkx")

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "databases"
NEEDS = {"in_duckdb": "duckdb", "in_faiss": "faiss", "in_postgresql": "psycopg", "in_qdrant": "qdrant_client"}


def private_postgresql():
    found = importlib.util.spec_from_file_location("private_postgresql", FOLDER / "private_postgresql.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def codes(tmp_path_factory):
    """Codes of 120 nodes with all 48 bits, whose ids are texts."""
    folder = tmp_path_factory.mktemp("databases")
    (folder / "graph.tsv").write_text(re.sub(r"\b(?=\d)", "node", edge_lines(planted()[0])))
    ColumnarEmbedder().fit(folder / "graph.tsv").codes_.save(folder / "codes.sdr")
    return folder / "codes.sdr"


def run(script, folder, *arguments):
    if script == "in_postgresql" and not private_postgresql().program("initdb"):
        pytest.skip("PostgreSQL is not installed (Debian: postgresql-15)")
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    command = [sys.executable, str(FOLDER / f"{script}.py"), *map(str, arguments)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)


def test_every_script_is_tested_and_shown():
    assert {path.stem for path in FOLDER.glob("in_*.py")} == set(NEEDS)
    page = (FOLDER.parents[1] / "docs" / "databases.md").read_text()
    assert all(f"](../examples/databases/{script}.py)" in page for script in NEEDS)


@pytest.mark.parametrize("script", NEEDS)
def test_a_database_finds_the_overlaps_of_the_package(script, codes, tmp_path):
    pytest.importorskip(NEEDS[script])
    done = run(script, tmp_path, codes)
    assert done.returncode == 0, done.stderr
    assert re.search(r": the overlaps of the package, in (\d+) of \1 queries$", done.stdout, re.MULTILINE)
    assert "'node" in done.stdout and list(tmp_path.iterdir()) == []


def test_without_codes_a_novel_is_embedded(tmp_path):
    pytest.importorskip("duckdb")
    done = run("in_duckdb", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Myriel" in done.stdout or "Valjean" in done.stdout or "Mme" in done.stdout


def test_a_database_that_forgets_a_node_is_found_out(codes, tmp_path):
    pytest.importorskip("duckdb")
    broken = (FOLDER / "in_duckdb.py").read_text().replace("ORDER BY overlap DESC", "ORDER BY overlap")
    (tmp_path / "broken.py").write_text(broken)
    (tmp_path / "shared.py").write_text((FOLDER / "shared.py").read_text())
    done = subprocess.run([sys.executable, "broken.py", str(codes)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode != 0 and "not the nearest" in done.stderr


def test_the_private_server_is_gone_afterwards_even_after_an_error():
    module = private_postgresql()
    if not module.program("initdb"):
        pytest.skip("PostgreSQL is not installed (Debian: postgresql-15)")
    with pytest.raises(RuntimeError), module.private_server() as server:
        folder = Path(re.search(r"host=(\S+)", server).group(1))
        process = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        raise RuntimeError
    assert not folder.exists()
    # Where nobody waits for it, its number remains; the program behind it does not.
    patience = time.monotonic() + 20
    while os.path.exists(f"/proc/{process}/exe") and time.monotonic() < patience:
        time.sleep(0.1)
    assert not os.path.exists(f"/proc/{process}/exe")
