"""Prints which share of the lines of each folder the tests run, and fails below a bound.

Usage: coverage_table.py COVERAGE.json LEAST, where the first is what `gcovr --json` wrote and the second a percentage.
"""

import collections
import json
import sys


def main() -> int:
    path, least = sys.argv[1], float(sys.argv[2])
    with open(path, encoding="utf-8") as file:
        files = json.load(file)["files"]
    lines = collections.defaultdict(lambda: [0, 0])  # by folder: run, of
    for entry in files:
        folder = "/".join(entry["file"].split("/")[:3])
        counts: dict[int, int] = collections.Counter()  # a line of a template is there once for each use
        for line in entry["lines"]:
            if not line.get("gcovr/noncode", False):
                counts[line["line_number"]] += line["count"]
        for name in (folder, "src"):
            lines[name][0] += sum(count > 0 for count in counts.values())
            lines[name][1] += len(counts)
    if not lines:
        print("no line was counted")
        return 1
    width = max(map(len, lines))
    print(f"  {'folder':<{width}}  {'lines':>6}  {'run':>7}")
    for name, (run, of) in sorted(lines.items(), key=lambda item: (item[0] == "src", item[0])):
        if name == "src":
            print("  " + "─" * (width + 17))
        print(f"  {name:<{width}}  {of:>6,}  {100 * run / of:>5.1f} %")
    run, of = lines["src"]
    if 100 * run < least * of:
        print(f"fewer than {least:g} % of the lines are run")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
