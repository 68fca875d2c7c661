"""Columnar against other ways to embed a graph: seconds and accuracy of each, on the same graphs.

    python race.py COLUMNAR [--graphs cora,citeseer] [--threads 1] [--quick] [--docs]

`./dev bench race` runs it. bench/README.md says what is timed.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

import chart
import tables

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = {
    "cora": "cora.npz",
    "citeseer": "citeseer.npz",
    "photo": "amazon_photo.npz",
    "pubmed": "pubmed.npz",
    "physics": "coauthor_physics.npz",
}
QUICK = ("cora", "citeseer")
ROUNDS = 3
LONG = 30.0  # seconds after which a method is not run again


@dataclass(frozen=True)
class Method:
    """One point of the chart."""

    name: str
    arguments: tuple  # of `columnar embed`, or the file of a competitor with its arguments
    ours: bool = False  # a method of the command

    def command(self, columnar, graph, threads, output):
        if self.ours:
            own = [columnar, "embed", graph, "--largest-component", "--threads", str(threads), "--json", "-q"]
            return [*own, *self.arguments, "-o", output]
        program, *rest = self.arguments
        return [sys.executable, str(HERE / program), graph, output, "--threads", str(threads), *rest]

    def output(self, folder, number):
        return str(pathlib.Path(folder) / f"{number}{'.sdr' if self.name == tables.COLUMNAR else '.npy'}")


METHODS = (
    Method(tables.COLUMNAR, (), ours=True),
    Method(tables.NODE2VEC, ("--method", "node2vec", "--epochs", "1", "--dimensions", "64"), ours=True),
    Method("our node2vec, 10 epochs", ("--method", "node2vec", "--epochs", "10", "--dimensions", "64"), ours=True),
    Method("our PPMI-SVD", ("--method", "ppmi-svd", "--dimensions", "64"), ours=True),
    Method("ProNE, d = 128", ("by_prone.py",)),
    Method("NetMF, d = 128", ("by_netmf.py",)),
    Method("fastnode2vec, 1 epoch", ("by_fastnode2vec.py",)),
    Method("PecanPy, 1 epoch", ("by_pecanpy_first_order.py",)),
    Method("PecanPy SparseOTF, 1 epoch", ("by_pecanpy.py",)),
    Method(tables.GENSIM, ("by_gensim.py", "--epochs", "10")),
)


class Failed(Exception):
    """A method gave no answer; the text says why."""


def run(command, threads):
    """What the program prints, as JSON. No library may use more threads than the others."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
    environment = {**os.environ, **dict.fromkeys(names, str(threads)), "PYTHONWARNINGS": "ignore"}
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}") from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise Failed(lines[-1] if lines else f"ended with status {done.returncode}")
    return json.loads(done.stdout)


def seconds_of(method, printed):
    """From the graph in memory to the vectors in memory."""
    if not method.ours:
        return printed["seconds"]
    return sum(stage["seconds"] for stage in printed["stages"] if stage["name"] not in ("reading", "writing"))


@dataclass
class Entrant:
    method: Method
    output: str
    seconds: list = field(default_factory=list)
    failure: str = ""
    accuracy: float = 0.0

    def wants_another(self):
        return not self.failure and (not self.seconds or self.seconds[0] < LONG)

    def embed(self, columnar, graph, threads):
        try:
            printed = run(self.method.command(columnar, graph, threads, self.output), threads)
            self.seconds.append(seconds_of(self.method, printed))
        except Failed as failure:
            self.failure = str(failure)

    def row(self):
        answered = not self.failure
        return {
            "method": self.method.name,
            "seconds": statistics.median(self.seconds) if answered else None,
            "runs": self.seconds,
            "accuracy": self.accuracy if answered else None,
            "failure": self.failure or None,
        }


def judge(columnar, graph, entrants, threads):
    """Accuracy of all that gave an answer; one no better than always naming the largest class gave none."""
    answered = [entrant for entrant in entrants if not entrant.failure]
    named = [f"m{number}={entrant.output}" for number, entrant in enumerate(answered)]
    command = [columnar, "evaluate", "classify", *named, "--graph", graph, "--threads", str(threads), "--json"]
    measured = run(command, threads)
    nodes = list(measured["facts"]["nodes"].values())
    for entrant, row, rows in zip(answered, measured["results"]["accuracy"]["rows"], nodes, strict=True):
        entrant.accuracy = row["accuracy"]["mean"]
        if rows != nodes[0]:
            entrant.failure = f"{rows} nodes, not {nodes[0]}"
        elif entrant.accuracy <= row["majority_rate"]["mean"]:
            entrant.failure = f"accuracy {entrant.accuracy:.3f}: no better than the largest class"
    return nodes[0]


def race(columnar, name, path, threads, say):
    """All methods on one graph, in rounds: a machine that is busy for a while slows them alike."""
    with tempfile.TemporaryDirectory() as folder:
        entrants = [Entrant(method, method.output(folder, number)) for number, method in enumerate(METHODS)]
        for number in range(ROUNDS):
            for entrant in entrants:
                if entrant.wants_another():
                    say(f"{name}, round {number + 1} of {ROUNDS}: {entrant.method.name}")
                    entrant.embed(columnar, path, threads)
        say(f"{name}: accuracy")
        nodes = judge(columnar, path, entrants, threads)
    return {"graph": name, "nodes": nodes, "rows": [entrant.row() for entrant in entrants]}


def arguments_of(words):
    parser = argparse.ArgumentParser(prog="./dev bench race", description=__doc__.splitlines()[0])
    parser.add_argument("columnar", help=argparse.SUPPRESS)
    parser.add_argument("--graphs", help=f"separated by commas, of {', '.join(FILES)} (all)")
    parser.add_argument("--threads", type=int, default=1, help="of every method (1)")
    parser.add_argument("--quick", action="store_true", help=f"{' and '.join(QUICK)} alone")
    parser.add_argument("--docs", action="store_true", help="put the table and the chart into docs/speed.md")
    parser.add_argument(
        "--output", default="build-bench", help="folder of race.json, race.md and race.png (build-bench)"
    )
    arguments = parser.parse_args(words)
    arguments.graphs = arguments.graphs.split(",") if arguments.graphs else list(QUICK if arguments.quick else FILES)
    for name in arguments.graphs:
        if name not in FILES:
            parser.error(f"--graphs: '{name}' is none of {', '.join(FILES)}")
    if arguments.threads < 1:
        parser.error("--threads: at least 1")
    return arguments


def write(results, folder):
    """What is known so far, for programs, for a page and to look at."""
    folder.mkdir(exist_ok=True)
    (folder / "race.json").write_text(json.dumps(results, indent=2) + "\n")
    (folder / "race.md").write_text(tables.markdown(results))
    chart.draw(results, folder / "race.png")


def busy_cores(seconds=2.0):
    """How many cores are busy now. The load average would still count the benchmarks that ran a minute before."""

    def ticks():
        with open("/proc/stat") as file:
            numbers = [int(word) for word in file.readline().split()[1:9]]
        return sum(numbers), numbers[3] + numbers[4]  # idle, and waiting for a disk

    try:
        total, idle = ticks()
        time.sleep(seconds)
        total_after, idle_after = ticks()
    except OSError:
        return os.getloadavg()[0]
    return os.cpu_count() * (1 - (idle_after - idle) / max(1, total_after - total))


def main(words):
    arguments = arguments_of(words)
    data = pathlib.Path(os.environ.get("COLUMNAR_DATA", ROOT / ".." / "shared" / "datasets"))
    terminal = sys.stderr.isatty()

    def say(text):
        print(f"\r\033[K{text}" if terminal else text, end="" if terminal else "\n", file=sys.stderr, flush=True)

    columnar = pathlib.Path(arguments.columnar).resolve()
    results = {"threads": arguments.threads, "busy_before": busy_cores(), "graphs": []}
    for name in arguments.graphs:
        path = data / FILES[name]
        if not path.exists():
            print(f"{name}: {path} is not there, skipped")
            continue
        try:
            results["graphs"].append(race(str(columnar), name, str(path), arguments.threads, say))
        except Failed as failure:
            say("")
            print(f"{name}: the accuracy could not be measured: {failure}")
            return 1
        say("")
        print(tables.text(results["graphs"][-1]), flush=True)
        write(results, pathlib.Path(arguments.output))
    if results["graphs"]:
        print(tables.notes(results))
        print(f"Written: {arguments.output}/race.json, race.md, race.png")
    if results["graphs"] and arguments.docs:
        tables.replace(ROOT / "docs" / "speed.md", tables.markdown(results))
        chart.draw(results, ROOT / "docs" / "images" / "speed.png")
        print("Written: docs/speed.md, docs/images/speed.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
