"""Reads single figures out of results.json; None where an experiment was not run."""


class Readings:
    """The answers of the experiments, by name and graph."""

    def __init__(self, results):
        self.results = results
        self.graphs = [(graph["key"], graph["title"]) for graph in results["graphs"]]
        self.main = [(graph["key"], graph["title"]) for graph in results["graphs"] if graph["main"]]

    def answer(self, experiment, graph):
        part = self.results["parts"].get(f"{experiment}/{graph}")
        return part["answer"] if part else None

    def command(self, experiment, graph):
        part = self.results["parts"].get(f"{experiment}/{graph}")
        return part["command"] if part else None

    def classes(self, graph, name, measure="accuracy", experiment="classify"):
        """(mean, sd) of how well a method tells the classes."""
        return pair(self.row(experiment, graph, "accuracy", name), measure)

    def links(self, graph, name, operator, figure="auc", experiment="links"):
        """(mean, sd) of link prediction by an operator, or "direct", by the similarity itself."""
        return pair(self.row(experiment, graph, figure, name), operator)

    def rows(self, experiment, graph, table, group=None):
        """The rows of a table, or those of one group."""
        answer = self.answer(experiment, graph) or {}
        rows = (answer.get("results", {}).get(table) or {}).get("rows", [])
        return rows if group is None else [row for row in rows if row["group"] == group]

    def row(self, experiment, graph, table, level, group=None):
        """One of them, by its level or its name."""
        for row in self.rows(experiment, graph, table, group):
            if row["name"] == level or (not isinstance(level, str) and abs(row["level"] - level) < 1e-9):
                return row
        return None


def pair(row, *path):
    """(mean, sd) at the end of a path of keys, or None; a single value has no spread, which counts as 0 here."""
    for key in path:
        if row is None:
            return None
        row = row.get(key)
    if row is None:
        return None
    return (row["mean"], row["sd"] or 0.0) if isinstance(row, dict) else (row, 0.0)


def mean(found):
    return None if found is None else found[0]


def shown(found, digits=3):
    """".852 ± .004", without a sd of nothing; "–" for no figure."""
    if found is None:
        return "–"
    number = short(found[0], digits)
    return number if found[1] == 0 else f"{number} ± {short(found[1], digits)}"


def short(number, digits=3):
    text = f"{number:.{digits}f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def spearman(xs, ys):
    """Rank correlation of short lists without ties to speak of; ranks of equal values are averaged."""
    def ranks(values):
        return [sum(w < v for w in values) + (sum(w == v for w in values) + 1) / 2 for v in values]

    a, b = ranks(xs), ranks(ys)
    centre_a, centre_b = sum(a) / len(a), sum(b) / len(b)
    top = sum((p - centre_a) * (q - centre_b) for p, q in zip(a, b))
    down = (sum((p - centre_a) ** 2 for p in a) * sum((q - centre_b) ** 2 for q in b)) ** 0.5
    return top / down if down else float("nan")
