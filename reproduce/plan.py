"""Which commands make the report: every experiment of the paper on every graph found."""

from dataclasses import dataclass
from pathlib import Path

from jobs import Job

VECTORS = ("node2vec", "deepwalk", "line", "ppmi-svd")


@dataclass(frozen=True)
class Dataset:
    """One of the paper's graphs. `weight`: rough seconds of one embedding of ours."""

    key: str
    title: str
    file: str
    main: bool  # every experiment; the others take part in classification, geometry and health
    weight: float


DATASETS = (
    Dataset("cora", "Cora", "cora.npz", True, 1.0),
    Dataset("citeseer", "Citeseer", "citeseer.npz", True, 0.8),
    Dataset("photo", "Photo", "amazon_photo.npz", True, 3.5),
    Dataset("pubmed", "PubMed", "pubmed.npz", False, 6.0),
    Dataset("physics", "Physics", "coauthor_physics.npz", False, 13.0),
)

# Seconds of an embedding by each method, as a multiple of ours.
COST = {"columnar": 1.0, "node2vec": 5.0, "deepwalk": 8.0, "line": 4.0, "ppmi-svd": 0.6, "k-winners": 0.7}


@dataclass(frozen=True)
class Effort:
    """How much of everything: the whole report, or a quick look."""

    quick: bool

    def seeds(self, dataset, method):
        if self.quick:
            return 1 if method != "columnar" or not dataset.main else 2
        if dataset.main:
            return 5 if method in ("columnar", "node2vec") else 3
        return 3 if method in ("columnar", "k-winners", "ppmi-svd") else 1

    def methods(self, dataset):
        if self.quick and not dataset.main:
            return ("columnar",)
        if dataset.main:
            return ("columnar", *VECTORS, "k-winners")
        return ("columnar", "node2vec", "ppmi-svd", "k-winners")

    @property
    def splits(self):
        return 1 if self.quick else 5

    @property
    def retrained(self):
        """Seeds of the experiments that train anew."""
        return 1 if self.quick else 3


def found(folder):
    """The data sets that lie in a folder, in the order of the paper."""
    return [dataset for dataset in DATASETS if (Path(folder) / dataset.file).is_file()]


def jobs_for(dataset, folder, work, effort):
    """Every job of one graph."""
    graph = str(Path(folder) / dataset.file)
    planned, files = _embeddings(dataset, graph, Path(work), effort)
    names = [job.name for job in planned]

    def measure(experiment, arguments, weight, reads=True, suffix=""):
        planned.append(Job(f"{experiment}{suffix}/{dataset.key}", ["evaluate", experiment, *arguments, "--json"],
                           weight, names if reads else [], [graph]))

    ours = _named(files, ("columnar",))
    everything = _named(files, effort.methods(dataset))
    reference = [f"node2vec={path}" for path in files.get("node2vec", [])]
    size = dataset.weight
    labels = ["--labels", graph, "--threads", "1"]
    measure("classify", [*everything, *labels], 8 * size)
    first = _named({method: paths[:1] for method, paths in files.items()}, effort.methods(dataset))
    if dataset.main or not effort.quick:
        measure("classify", [*first, *labels, "--cost", "auto"], 35 * size, suffix="-auto")
    if dataset.main:
        repeats = ["--repeats", "1" if effort.quick else "3"]
        measure("classify", [*first, *labels, "--by-fraction", *repeats], 12 * size, suffix="-fractions")
    if dataset.main and not (effort.quick and size > 2):
        measure("classify", [ours[0], *labels, "--gnn", "gcn,sage", "--graph", graph], 25 * size, suffix="-networks")
    measure("health", [*_named(files, ("columnar",), layers=False), "--labels", graph], size)
    measure("memory", _named(files, effort.methods(dataset)), size)
    geometry = ["--labels", graph, "--graph", graph, "--threads", "1"]
    if reference:
        geometry += ["--reference", reference[0].split("=", 1)[1]]
    if dataset.main:
        geometry.append("--matrices")
    measure("geometry", [*ours, *reference, *geometry], 4 * size)
    if not dataset.main:
        if not effort.quick:
            measure("training-health", [graph, "--largest-component", "--threads", "1", "--seeds", "1"], 6 * size,
                    reads=False)
        return planned
    measure("robustness", [*ours, *reference, *labels, "--reference", "node2vec"], 5 * size)
    common = [graph, "--largest-component", "--threads", "1"]
    retrain = ["--seeds", str(effort.retrained)]
    methods = "sdr-8,sdr-28,node2vec" if effort.quick else "sdr-8,sdr-28,node2vec,deepwalk,line,ppmi-svd"
    measure("links", [*common, "--splits", str(effort.splits), "--methods", methods],
            size * effort.splits * (6 if effort.quick else 22), reads=False)
    measure("links", [*common, "--splits", str(effort.splits), "--methods", "sdr-8,sdr-28,node2vec", "--forest",
                      "breadth-first"], size * effort.splits * 8, reads=False, suffix="-bfs")
    if not effort.quick:
        measure("links", [*common, "--splits", "3", "--methods", "sdr-8,sdr-28,node2vec", "--negatives", "hard"],
                size * 3 * 9, reads=False, suffix="-hard")
        measure("links", [*common, "--splits", "3", "--methods", "sdr-8,sdr-28", "--held-out", "0.1"],
                size * 3 * 3, reads=False, suffix="-tenth")
    measure("neighbours", [*common, "--splits", str(effort.retrained), "--agreement"], size * effort.retrained * 17,
            reads=False)
    measure("training-health", [*common, *retrain], 4 * size * effort.retrained, reads=False)
    if not effort.quick or dataset.key == "cora":
        measure("resilience", [*common, *retrain], 25 * size * effort.retrained, reads=False)
    return planned


def scale_job(effort):
    """Time and memory on growing graphs. It runs alone: a neighbour would spoil the times."""
    return Job("scale/generated", ["evaluate", "scale", *(["--sizes", "1000,3000,10000"] if effort.quick else []), "--json"], 60)


def _embeddings(dataset, graph, work, effort):
    jobs, files = [], {}
    for method in effort.methods(dataset):
        for seed in range(1, effort.seeds(dataset, method) + 1):
            extension = "sdr" if method in ("columnar", "k-winners") else "npz"
            path = str(work / f"{dataset.key}-{method}-{seed}.{extension}")
            files.setdefault(method, []).append(path)
            jobs.append(Job(f"embed/{dataset.key}/{method}/{seed}",
                            ["embed", graph, "--largest-component", "--method", method, "--seed", str(seed),
                             "--threads", "1", "--json", "-o", path],
                            dataset.weight * COST[method], [], [graph], [path]))
    return jobs, files


def _named(files, methods, layers=True):
    """NAME=FILE arguments; our codes appear whole and as the L2/3 bits alone."""
    named = []
    for method in methods:
        for path in files.get(method, []):
            if method == "columnar":
                named.append(f"SDR-28={path}")
                if layers:
                    named.append(f"SDR-8={path}:l23")
            else:
                named.append(f"{method}={path}")
    return named
