"""Hooks of MkDocs: pages from outside docs/, and links that work both on the site and in the repository.

- Every page of docs/decisions/ joins the menu.
- The files in PAGES, and the scripts and pictures of examples/, join the site.
- So does the reference of the C++ headers that Doxygen has written to build-docs/api/. It stands for include/columnar.
- A link is resolved in the repository. If its target is on the site, the link is rewritten to lead there. If the
  target exists but is not on the site (a source file), the text stays and the link goes. Anything else is left for
  MkDocs, which reports it; with `strict`, the build fails.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "examples/README.md")
COPIED = ("examples/*.py", "examples/images/*.png")
API = ROOT / "build-docs/api"
STANDS_FOR = {
    "README.md": "docs/index.md",
    "docs": "docs/index.md",
    "docs/decisions": "docs/decisions/README.md",
    "include/columnar": "docs/api/index.html",
}

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCED = re.compile(r"^(```|~~~).*?^\1\s*$", re.MULTILINE | re.DOTALL)


def on_config(config):
    """Add every decision to the menu."""
    pages = sorted(path.name for path in (ROOT / "docs/decisions").glob("0*.md"))
    config.nav.append({"Decisions": [f"decisions/{name}" for name in ("README.md", *pages)]})
    return config


def on_files(files, config):
    """Add what lies outside docs/."""
    copied = [str(path.relative_to(ROOT)) for pattern in COPIED for path in sorted(ROOT.glob(pattern))]
    for name in (*PAGES, *copied):
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    for path in sorted(path for path in API.rglob("*") if path.is_file()):
        files.append(File.generated(config, f"api/{path.relative_to(API).as_posix()}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    """Point the links of a page at the site."""
    here = _place_in_repository(page.file.src_uri)

    def rewritten(match: re.Match) -> str:
        bang, text, target = match.groups()
        path, _, anchor = target.partition("#")
        if not path or "://" in path or path.startswith(("/", "mailto:")):
            return match[0]
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
        wanted = STANDS_FOR.get(wanted, wanted)
        on_site = wanted.removeprefix("docs/")
        if files.get_file_from_path(on_site) is not None:
            new = posixpath.relpath(on_site, posixpath.dirname(page.file.src_uri) or ".")
            return f"{bang}[{text}]({new}{'#' + anchor if anchor else ''})"
        return text if os.path.exists(ROOT / wanted) and not bang else match[0]

    return _outside_code(markdown, lambda text: LINK.sub(rewritten, text))


def _place_in_repository(src_uri: str) -> str:
    return src_uri if src_uri in PAGES else f"docs/{src_uri}"


def _outside_code(markdown: str, change) -> str:
    """Apply `change` to everything but fenced blocks of code."""
    parts, end = [], 0
    for code in FENCED.finditer(markdown):
        parts += [change(markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(markdown[end:])])
