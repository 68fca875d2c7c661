"""Fails where a Markdown file of the repository links to a file or a heading that does not exist.

    python3 tests/check_links.py [ROOT]

Only links inside the repository are checked: nothing is fetched. README.md must also stay below its limit.
"""

import re
import sys
import unicodedata
from pathlib import Path
from urllib.parse import unquote

README_LIMIT = 9000
SKIPPED = {".git", "dist", "report", "node_modules"}
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")


def pages(root):
    """The Markdown files, without those of build folders."""
    for path in sorted(root.rglob("*.md")):
        parts = path.relative_to(root).parts
        if not any(part in SKIPPED or part == "build" or part.startswith(("build-", ".")) for part in parts[:-1]):
            yield path


def prose(path):
    """(number, line) of the lines that are neither in a fenced nor in an indented block of code."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def anchor_of(heading):
    """The anchor that GitHub gives to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    kept = (c for c in text.lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
    return "".join(kept).replace(" ", "-")


def anchors(path, known={}):  # noqa: B006 - a cache
    """The anchors of a page; headings that repeat are numbered."""
    if path not in known:
        found = []
        for _, line in prose(path):
            match = HEADING.match(line)
            if match:
                anchor = anchor_of(match[1])
                found.append(f"{anchor}-{found.count(anchor)}" if anchor in found else anchor)
        known[path] = set(found)
    return known[path]


def broken(page, target):
    """Why a link is wrong, or None."""
    if re.match(r"[a-z]+:", target):
        return None
    name, _, anchor = unquote(target).partition("#")
    path = (page.parent / name).resolve() if name else page
    if not path.exists():
        return "does not exist"
    if anchor and path.suffix == ".md" and anchor not in anchors(path):
        return f"has no heading #{anchor}"
    return None


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    wrong, links = [], 0
    for page in pages(root):
        for number, line in prose(page):
            for match in LINK.finditer(line):
                links += 1
                reason = broken(page, match[1])
                if reason:
                    wrong.append(f"{page.relative_to(root)}:{number}: {match[1]} {reason}")
    readme = root / "README.md"
    if readme.exists() and readme.stat().st_size > README_LIMIT:
        wrong.append(f"README.md: {readme.stat().st_size} bytes; at most {README_LIMIT}: move text to docs/")
    print("\n".join(wrong) if wrong else f"{links} links lead somewhere.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
