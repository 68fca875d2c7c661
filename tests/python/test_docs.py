"""The Python of the README and of docs/ runs, page by page, and prints what the pages say, but for the figures."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("networkx")
pytest.importorskip("pandas")

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def blocks(page):
    """(program, output or None) of each block of Python; one that needs files of the reader says so in its title."""
    found = BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
    following = [*found[1:], ("", "", "")]
    for (language, options, text), (next_language, _, next_text) in zip(found, following, strict=False):
        if language == "python" and "needs " not in options:
            yield text, next_text if next_language == "text" else None


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
            # Figures change with the engine and, in close races, with the CPU.
            assert NUMBER.sub("#", said) == NUMBER.sub("#", output)


def test_the_pages_that_should_have_python_have_it():
    assert {"README.md", "docs/living-graphs.md", "docs/python.md", "docs/recipes.md", "docs/search.md"} <= set(PAGES)
