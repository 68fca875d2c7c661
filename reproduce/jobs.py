"""Runs commands side by side, shows how far they are, and keeps what each printed.

A run may die at any time: what a job printed is kept under a digest of its command, of the program and of its input
graph, so the next run takes up where the last one ended.
"""

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Job:
    """One command of the program that prints JSON."""

    name: str  # "links/cora": how it appears in results.json, and in the progress
    arguments: list  # after the program's name
    weight: float = 1.0  # rough seconds; long jobs start first
    after: list = field(default_factory=list)  # names of the jobs whose files it reads
    inputs: list = field(default_factory=list)  # files whose content decides the answer
    outputs: list = field(default_factory=list)  # files it writes, which must still be there to skip it


class JobFailed(RuntimeError):
    """A command ended with an error; the message is what it said."""


def digest_of(path):
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


class Runner:
    """Runs jobs on `workers` threads; parts are kept in `folder`."""

    def __init__(self, program, folder, workers, stream=sys.stderr):
        self.program = str(program)
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.workers = workers
        self.stream = stream
        self.digests = {}
        self.lock = threading.Condition()

    def run(self, jobs):
        """The JSON of each job by name, with "seconds" and "command" beside it. Raises JobFailed at the first error."""
        names = [job.name for job in jobs]
        if len(set(names)) != len(names):
            raise ValueError("two jobs of one name")
        waiting = sorted(jobs, key=lambda job: -job.weight)
        results, running, failures = {}, set(), []
        total = sum(job.weight for job in jobs)
        started = time.monotonic()

        def next_job():
            for job in waiting:
                if all(name in results or name not in names for name in job.after):
                    return job
            return None

        def work():
            while True:
                with self.lock:
                    job = next_job()
                    while job is None and waiting and not failures:
                        self.lock.wait()
                        job = next_job()
                    if job is None or failures:
                        return
                    waiting.remove(job)
                    running.add(job.name)
                try:
                    part, kept = self._part(job)
                except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
                    with self.lock:
                        failures.append(error)
                        self.lock.notify_all()
                    return
                with self.lock:
                    running.discard(job.name)
                    results[job.name] = part
                    done = sum(j.weight for j in jobs if j.name in results)
                    self._say(job, part, kept, len(results), len(jobs), done / total, time.monotonic() - started)
                    self.lock.notify_all()

        threads = [threading.Thread(target=work, daemon=True) for _ in range(self.workers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():  # a join without a limit would not hear Ctrl-C
                thread.join(0.2)
        if failures:
            raise failures[0]
        return {job.name: results[job.name] for job in jobs}

    def _part(self, job):
        """What a job printed, and whether an earlier run had kept it."""
        key = hashlib.sha256(
            json.dumps([job.arguments, [self._digest(p) for p in [self.program, *job.inputs]]]).encode()
        ).hexdigest()
        path = self.folder / (job.name.replace("/", "_") + ".json")
        if path.exists() and all(Path(output).exists() for output in job.outputs):
            try:
                kept = json.loads(path.read_text())
                if kept.get("key") == key:
                    return kept, True
            except (OSError, ValueError):
                pass  # half a file, or none: run it again
        begin = time.monotonic()
        done = subprocess.run([self.program, *job.arguments], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            last = (done.stderr.strip().splitlines() or ["no message"])[-1]
            raise JobFailed(f"columnar {' '.join(job.arguments)}: exit code {done.returncode}: {last}")
        try:
            answer = json.loads(done.stdout)
        except ValueError as error:
            raise JobFailed(f"columnar {' '.join(job.arguments)}: printed no JSON: {error}") from error
        part = {"key": key, "command": "columnar " + " ".join(job.arguments),
                "seconds": round(time.monotonic() - begin, 2), "answer": answer}
        write_atomically(path, json.dumps(part))
        return part, False

    def _digest(self, path):
        path = str(path)
        if path not in self.digests:
            self.digests[path] = digest_of(path)
        return self.digests[path]

    def _say(self, job, part, kept, count, jobs, share, elapsed):
        left = elapsed * (1.0 - share) / share if share > 0 else 0.0
        note = "kept" if kept else f"{part['seconds']:.1f} s"
        eta = "" if count == jobs else f"   about {left / 60:.0f} min left" if left > 90 else f"   about {left:.0f} s left"
        print(f"[{count:3d}/{jobs}] {job.name:<34} {note:>9}{eta}", file=self.stream, flush=True)


def write_atomically(path, text):
    """Writes a file whole or not at all."""
    path = Path(path)
    partial = path.with_name(path.name + ".tmp")
    with open(partial, "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(partial, path)
