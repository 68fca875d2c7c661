"""The Python and the commands of the README and of docs/ run, page by page, and print what the pages say."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import textwrap
from pathlib import Path

import pytest
from columnar_embedder._load import cpu_level
from support import command, real_graph

pytest.importorskip("networkx")
pytest.importorskip("pandas")

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^    .*\n(?:\n+(?=    ))?)+", re.MULTILINE)
NUMBER = re.compile(r"\d+(?:\.\d+)?")
EXACT = ("README.md", "docs/quickstart.md", "docs/search.md")  # what people try first: figures of today


def blocks(page):
    """(program, output or None) of each block of Python; one that needs files of the reader says so in its title."""
    found = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    following = [*found[1:], ("", "", "")]
    for (language, options, text), (next_language, _, next_text) in zip(found, following, strict=False):
        if language == "python" and "needs " not in options:
            yield text, next_text if next_language == "text" else None


def comparable(text, page):
    """Figures change with the engine and, in close races, with the CPU: most pages are compared without them."""
    return text if page in EXACT and cpu_level == "x86-64-v3" else NUMBER.sub("#", text)


PAGES = sorted(
    str(page.relative_to(ROOT)) for page in (ROOT / "README.md", *ROOT.glob("docs/*.md")) if list(blocks(page))
)


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs_and_prints_what_the_page_says(page, tmp_path):
    parts, expected = [], []
    for number, (text, output) in enumerate(blocks(page)):
        parts.append(f"print('== {number}')\n{text}")
        expected.append(output)
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    command = [sys.executable, "-c", "\n".join(parts)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    printed = re.split(r"^== \d+\n", done.stdout, flags=re.MULTILINE)[1:]
    for said, output in zip(printed, expected, strict=True):
        if output is not None:
            assert comparable(said, page) == comparable(output, page)


def test_the_pages_that_should_have_python_have_it():
    assert {"README.md", "docs/living-graphs.md", "docs/python.md", "docs/recipes.md", "docs/search.md"} <= set(PAGES)


def commands(page):
    """(command, what the page shows after it) of the blocks that show what a command prints."""
    for block in INDENTED.findall((ROOT / page).read_text(encoding="utf-8")):
        parts = re.split(r"^\$ (.*)\n", textwrap.dedent(block), flags=re.MULTILINE)
        if parts[0] == "" and any(parts[2::2]):
            yield from zip(parts[1::2], parts[2::2], strict=True)


def on_a_terminal(line, folder):
    """What a command prints on a terminal of 120 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    environment = dict(os.environ, PATH=f"{folder}/build:{os.environ['PATH']}", NO_COLOR="1")
    streams = dict(stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE)
    process = subprocess.Popen(["bash", "-c", line], cwd=folder, env=environment, **streams)
    os.close(theirs)
    printed = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux: the last program has closed it
            part = b""
        if not part:
            break
        printed += part
    os.close(ours)
    errors = process.stderr.read().decode()
    process.stderr.close()
    assert process.wait() == 0, f"{line}: {errors}"
    return printed.decode().replace("\r\n", "\n")


def fits(printed, expected):
    """Whether the lines are those expected, where a line … stands for any number of them."""
    lines = (r"(?:.*\n)*" if line == "…" else re.escape(line) + r" *\n" for line in expected.splitlines())
    return re.fullmatch("".join(lines), printed) is not None


@pytest.mark.parametrize("page", EXACT)
def test_the_commands_of_a_page_print_what_the_page_says(page, tmp_path):
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "columnar").symlink_to(Path(command()).resolve())
    (tmp_path / "friends.txt").write_text("ann bob\nbob cid\ncid ann\ncid dee\ndee eve\neve fay\nfay dee\n")
    run = 0
    for line, expected in commands(page):
        if "cora" in line and not (tmp_path / "cora.npz").exists():
            (tmp_path / "cora.npz").symlink_to(real_graph("cora"))
        printed = on_a_terminal(line, tmp_path)
        assert fits(comparable(printed, page), comparable(expected, page)), f"$ {line}\n{printed}"
        run += 1
    assert run >= 2
