"""Runs every experiment of the paper and writes results.json and the report: python3 reproduce [--quick] [DATA]."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from jobs import JobFailed, Runner, write_atomically
from plan import Effort, found, jobs_for, scale_job
from report import render


def main():
    root = Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(prog="reproduce", description=__doc__)
    parser.add_argument("data", nargs="?", help="folder of the data sets [$COLUMNAR_DATA, else ../shared/datasets]")
    parser.add_argument("--quick", action="store_true", help="one seed of most things: minutes instead of half an hour")
    parser.add_argument("--only", help="these graphs alone, e.g. cora,photo")
    parser.add_argument("--program", default=str(root / "build" / "columnar"))
    parser.add_argument("--out", default=str(root / "report"))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="commands side by side [all cores]")
    parser.add_argument("--render", action="store_true", help="draw the report anew from results.json; run nothing")
    arguments = parser.parse_args()
    out = Path(arguments.out)
    if arguments.render:
        results = json.loads((out / "results.json").read_text())
    else:
        results = run(arguments, out, root)
        write_atomically(out / "results.json", json.dumps(results, indent=1) + "\n")
    write_atomically(out / "report.html", render(results))
    counts = results_line(results)
    print(f"\n{counts}\n{os.path.relpath(out / 'report.html')}\n{os.path.relpath(out / 'results.json')}")


def run(arguments, out, root):
    folder = Path(arguments.data or os.environ.get("COLUMNAR_DATA") or root.parent / "shared" / "datasets")
    datasets = found(folder)
    if arguments.only:
        wanted = set(arguments.only.split(","))
        unknown = wanted - {dataset.key for dataset in datasets}
        if unknown:
            raise SystemExit(f"reproduce: not in {folder}: {', '.join(sorted(unknown))}")
        datasets = [dataset for dataset in datasets if dataset.key in wanted]
    if not datasets:
        raise SystemExit(f"reproduce: no data set in {folder}: it should hold cora.npz, citeseer.npz, amazon_photo.npz, "
                         "pubmed.npz or coauthor_physics.npz (docs/formats.md#npz-graphs)")
    effort = Effort(arguments.quick)
    work = out / "work"
    runner = Runner(arguments.program, work, arguments.workers)
    jobs = [job for dataset in datasets for job in jobs_for(dataset, folder, work, effort)]
    started = time.monotonic()
    parts = Runner(arguments.program, work, 1).run([scale_job(effort)])
    parts.update(runner.run(jobs))
    return {"quick": arguments.quick, "workers": arguments.workers,
            "seconds": round(time.monotonic() - started, 1),  # of this run; what an earlier one finished costs nothing
            "command_seconds": round(sum(part["seconds"] for part in parts.values()), 1),
            "graphs": [{"key": dataset.key, "title": dataset.title, "main": dataset.main} for dataset in datasets],
            "parts": {name: {k: v for k, v in part.items() if k != "key"} for name, part in parts.items()}}


def results_line(results):
    from claims import judge
    verdicts = [claim.verdict for claim in judge(results)]
    counts = {word: verdicts.count(word) for word in ("met", "missed", "not comparable", "not run")}
    return (f"{len(verdicts)} figures of the paper: {counts['met']} met, {counts['missed']} not met, "
            f"{counts['not comparable']} not comparable, {counts['not run']} not run; "
            f"{results['seconds'] / 60:.1f} minutes")


if __name__ == "__main__":
    try:
        main()
    except JobFailed as error:
        print(f"reproduce: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("\nreproduce: stopped; what was finished is kept for the next run", file=sys.stderr)
        sys.exit(130)
