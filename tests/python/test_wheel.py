"""The package as it is installed: its metadata, the libraries inside, and the command beside it."""

import importlib.metadata
import os
import platform
import re
import subprocess
import sysconfig
from pathlib import Path

import columnar_embedder
import pytest
from support import command, edge_lines, planted

PACKAGE = importlib.metadata.distribution("columnar-embedder")
COMMAND = Path(sysconfig.get_path("scripts")) / "columnar"
# What PEP 600 lets a wheel expect of every Linux, as far as we use it.
OF_THE_SYSTEM = r"(linux-vdso|ld-linux[-\w]*|libc|libm|libpthread|libdl|librt|libstdc\+\+|libgcc_s|libz|libexpat)\.so"

linux = pytest.mark.skipif(platform.system() != "Linux", reason="manylinux is of Linux")


@pytest.fixture(autouse=True)
def repaired():
    if not any(str(file).startswith("columnar_embedder.libs") for file in PACKAGE.files):
        pytest.skip("not installed from the wheel of ./dev wheel")


def run(*arguments, **environment):
    return subprocess.run(
        [str(COMMAND), *map(str, arguments)], env={**os.environ, **environment}, capture_output=True, text=True
    )


def test_the_metadata_say_what_it_is():
    metadata = PACKAGE.metadata
    assert metadata["Version"] == columnar_embedder.__version__
    assert metadata["License-Expression"] == "Apache-2.0" and metadata.get_all("License-File") == ["LICENSE"]
    assert "Programming Language :: Python :: 3.11" in metadata.get_all("Classifier")
    assert "graph embedding" in metadata["Keywords"] and metadata["Description-Content-Type"] == "text/markdown"
    assert not metadata["Author-email"] and not metadata["Maintainer-email"]


@linux
def test_the_tag_is_for_any_recent_linux():
    assert re.search(r"^Tag: \S+-manylinux_2_\d+_\w+$", PACKAGE.read_text("WHEEL"), re.MULTILINE)


@linux
def test_every_library_is_inside_or_of_every_system():
    files = [Path(file.locate()) for file in PACKAGE.files]
    binaries = [file for file in files if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"]
    assert {"_cpu", "_native_baseline", "columnar-baseline"} <= {file.name.split(".")[0] for file in binaries}
    inside = str(Path(columnar_embedder.__file__).resolve().parents[1])
    for binary in binaries:
        told = subprocess.run(["ldd", str(binary)], capture_output=True, text=True, check=True).stdout
        for line in told.splitlines():
            name, _, place = line.strip().partition(" => ")
            of_the_system = re.match(OF_THE_SYSTEM, Path(name.split(" ")[0]).name)
            if name == "statically linked":  # it needs no library at all
                continue
            assert of_the_system or os.path.realpath(place).startswith(inside), f"{binary.name}: {line}"


def test_the_command_is_the_one_of_the_build(tmp_path):
    (tmp_path / "graph.tsv").write_text(edge_lines(planted(size=20)[0]))
    done = run("embed", tmp_path / "graph.tsv", "-q", "-o", tmp_path / "ours.tsv")
    assert done.returncode == 0, done.stderr
    subprocess.run([command(), "embed", tmp_path / "graph.tsv", "-q", "-o", tmp_path / "theirs.tsv"], check=True)
    assert (tmp_path / "ours.tsv").read_bytes() == (tmp_path / "theirs.tsv").read_bytes()
    assert run("--version").stdout.startswith(f"columnar {columnar_embedder.__version__}")


def test_the_command_passes_errors_on_and_knows_other_cpus():
    assert run("embed", "none.tsv", "-o", "x.sdr").returncode == 2
    assert run("--version", COLUMNAR_CPU="baseline").returncode == 0
    done = run("--version", COLUMNAR_CPU="abacus")
    assert done.returncode == 2 and done.stderr == "columnar: COLUMNAR_CPU: no program for 'abacus' on this machine\n"
