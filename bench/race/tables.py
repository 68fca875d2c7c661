"""The results of a race as text for a terminal and for a page."""

COLUMNAR = "columnar"
NODE2VEC = "our node2vec, 1 epoch"
GENSIM = "gensim node2vec, 10 epochs"
GOALS = ((NODE2VEC, 0.5), (GENSIM, 0.05))
BUSY = 0.5  # cores, before the race
BEGIN, END = "<!-- race: begin -->", "<!-- race: end -->"


def title(measured):
    name = {"pubmed": "PubMed"}.get(measured["graph"], measured["graph"].capitalize())
    return f"{name}, {measured['nodes']:,} nodes"


def seconds_by_method(measured):
    return {row["method"]: row["seconds"] for row in measured["rows"] if row["seconds"] is not None}


def ratio(measured, method):
    """Our time over its time; None where either has none."""
    seconds = seconds_by_method(measured)
    return seconds[COLUMNAR] / seconds[method] if COLUMNAR in seconds and method in seconds else None


def goals(measured):
    """(method, goal, ratio, met) of those that have a ratio."""
    found = [(method, goal, ratio(measured, method)) for method, goal in GOALS]
    return [(method, goal, value, value <= goal) for method, goal, value in found if value is not None]


def goal_text(measured):
    said = [
        f"columnar / {method} {value:.3f}, goal ≤ {goal}: {'met' if met else 'MISSED'}"
        for method, goal, value, met in goals(measured)
    ]
    return "; ".join(said) + "." if said else "No goal could be measured."


def cells(measured):
    """Rows of text, fastest first; those without an answer last, with the reason."""
    done = sorted((row for row in measured["rows"] if row["seconds"] is not None), key=lambda row: row["seconds"])
    rows = []
    for row in done:
        share = ratio(measured, row["method"])
        over = "–" if share is None else f"{share:.3f}"
        rows.append((row["method"], f"{row['seconds']:.3f}", f"{row['accuracy']:.3f}", over))
    failed = [(row["method"], "left out: " + row["failure"]) for row in measured["rows"] if row["seconds"] is None]
    return rows, failed


HEAD = ("method", "seconds", "accuracy", "our time / its")


def text(measured):
    rows, failed = cells(measured)
    widths = [max(len(row[column]) for row in [HEAD, *rows]) for column in range(len(HEAD))]
    lines = [title(measured)]
    for row in [HEAD, *rows]:
        numbers = (value.rjust(width) for value, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join(["", row[0].ljust(widths[0]), *numbers]))
        if row is HEAD:
            lines.append("  " + "─" * (sum(widths) + 2 * (len(widths) - 1)))
    lines += [f"  {method}: {reason}" for method, reason in failed]
    return "\n".join([*lines, "  " + goal_text(measured), ""])


def notes(results):
    threads = results["threads"]
    told = [
        f"{threads} thread{'s' if threads > 1 else ''}; seconds from the graph in memory to the vectors, median of 3 "
        "runs (1 where a run takes over 30 s); imports, compilation and files left out.",
        "Accuracy: 5-fold logistic regression on the largest component, the same splits for all.",
    ]
    if results["busy_before"] > BUSY:
        told.append(f"The machine was busy: {results['busy_before']:.1f} cores before the race. Trust no ratio.")
    return "\n".join(told)


def markdown(results):
    parts = []
    for measured in results["graphs"]:
        rows, failed = cells(measured)
        parts.append(f"### {title(measured)}\n")
        parts.append(f"| {' | '.join(HEAD)} |\n|---|--:|--:|--:|")
        for row in rows:
            name = f"**{row[0]}**" if row[0] == COLUMNAR else row[0]
            parts.append(f"| {' | '.join((name, *row[1:]))} |")
        parts += [f"| {method} | {reason} | | |" for method, reason in failed]
        parts.append(f"\n{goal_text(measured)}\n")
    return "\n".join([*parts, notes(results), ""])


def replace(page, table):
    """Puts the table between the two marks of a page."""
    before, rest = page.read_text().split(BEGIN)
    page.write_text(f"{before}{BEGIN}\n{table}{END}{rest.split(END)[1]}")
