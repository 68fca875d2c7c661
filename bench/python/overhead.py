"""What calling the engine through Python costs over the command: the same graph, seed and thread, the same bytes.

    python bench/python/overhead.py COMMAND [GRAPH] [ROUNDS]

Both embed the graph and write the codes; the files are compared before anything is timed. Rounds alternate, so that a
busy machine slows both alike; the figure is the ratio of the medians. The call is timed in a running interpreter, as a
user of a notebook or a service pays for it; the import of the package is told beside it.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 1.05


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> int:
    command = sys.argv[1]
    data = pathlib.Path(
        os.environ.get("COLUMNAR_DATA", pathlib.Path(__file__).parents[2] / ".." / "shared" / "datasets")
    )
    graph = sys.argv[2] if len(sys.argv) > 2 else str(data / "amazon_photo.npz")
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    if not os.path.exists(graph):
        print(f"{graph}: not there, nothing was measured")
        return 0

    def load_package():
        global ColumnarEmbedder
        from columnar_embedder import ColumnarEmbedder

    importing = timed(load_package)
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = os.path.join(folder, "python.sdr"), os.path.join(folder, "command.sdr")

        def by_command():
            arguments = [command, "embed", graph, "--largest-component", "--threads", "1", "-q", "-o", theirs]
            subprocess.run(arguments, check=True)

        def by_python():
            ColumnarEmbedder(largest_component=True, n_jobs=1).fit(graph).codes_.save(ours)

        by_command()
        by_python()
        if pathlib.Path(ours).read_bytes() != pathlib.Path(theirs).read_bytes():
            print("the codes differ: nothing was timed")
            return 1
        times = [(timed(by_command), timed(by_python)) for _ in range(rounds)]
    command_seconds, python_seconds = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = python_seconds / command_seconds
    print(f"{os.path.basename(graph)}, one thread, median of {rounds} alternating rounds; the same bytes")
    print(f"  command  {command_seconds:7.3f} s")
    print(f"  Python   {python_seconds:7.3f} s   {ratio:.3f} of the command's time (goal: at most {LIMIT})")
    print(f"  import   {importing:7.3f} s   once a process")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
