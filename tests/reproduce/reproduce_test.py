"""Tests of reproduce/: the runner, the figures it reads, the verdicts, and a whole report on a small graph.

Usage: reproduce_test.py PROGRAM  (the built command)
"""

import html.parser
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "reproduce"))

import numpy as np  # noqa: E402
from claims import judge  # noqa: E402
from jobs import Job, JobFailed, Runner  # noqa: E402
from plan import DATASETS, Effort, jobs_for  # noqa: E402
from readings import short, shown, spearman  # noqa: E402

from report import _without_folders  # noqa: E402

PROGRAM = None


def script(folder, text):
    path = Path(folder) / "program"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


class RunnerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name)

    def runner(self, text, workers=2):
        return Runner(script(self.path, text), self.path / "work", workers, io.StringIO())

    def test_keeps_what_a_command_printed(self):
        parts = self.runner('echo "{\\"argument\\": \\"$1\\"}"').run([Job("a", ["x"]), Job("b", ["y"])])
        self.assertEqual([part["answer"]["argument"] for part in parts.values()], ["x", "y"])
        self.assertEqual(parts["a"]["command"], "columnar x")

    def test_runs_a_job_after_those_whose_files_it_reads(self):
        text = f'echo "$1" >> {self.path}/order; echo "{{}}"'
        jobs = [Job("last", ["last"], weight=9, after=["first"]), Job("first", ["first"], weight=1)]
        self.runner(text).run(jobs)
        self.assertEqual((self.path / "order").read_text().split(), ["first", "last"])

    def test_does_not_run_again_what_an_earlier_run_finished(self):
        runner = self.runner(f'echo run >> {self.path}/count; echo "{{}}"')
        runner.run([Job("a", ["x"])])
        runner.run([Job("a", ["x"])])
        self.assertEqual((self.path / "count").read_text(), "run\n")
        runner.run([Job("a", ["other"])])
        self.assertEqual((self.path / "count").read_text(), "run\nrun\n")

    def test_runs_again_when_its_input_or_its_output_is_another(self):
        source, made = self.path / "in", self.path / "out"
        source.write_text("1")
        text = f'echo run >> {self.path}/count; touch {made}; echo "{{}}"'
        job = Job("a", ["x"], inputs=[source], outputs=[made])
        self.runner(text).run([job])
        made.unlink()
        self.runner(text).run([job])
        source.write_text("2")
        self.runner(text).run([job])
        self.assertEqual((self.path / "count").read_text().count("run"), 3)

    def test_says_what_a_command_said_when_it_failed(self):
        with self.assertRaisesRegex(JobFailed, "columnar x y: exit code 2: graph.tsv:1: bad"):
            self.runner("echo graph.tsv:1: bad >&2; exit 2").run([Job("a", ["x", "y"])])

    def test_refuses_output_that_is_no_json(self):
        with self.assertRaisesRegex(JobFailed, "printed no JSON"):
            self.runner("echo hello").run([Job("a", ["x"])])


class ReadingsTest(unittest.TestCase):
    def test_numbers_are_written_as_in_the_paper(self):
        self.assertEqual(short(0.8519), ".852")
        self.assertEqual(short(-0.25, 2), "-.25")
        self.assertEqual(short(1.5, 1), "1.5")
        self.assertEqual(shown((0.85, 0.004)), ".850 ± .004")
        self.assertEqual(shown((0.85, 0)), ".850")
        self.assertEqual(shown(None), "–")

    def test_spearman_of_a_hand_worked_list(self):
        self.assertAlmostEqual(spearman([1, 2, 3, 4], [10, 20, 40, 30]), 0.8)  # 1 − 6·2 / (4·15)
        self.assertAlmostEqual(spearman([1, 2, 3], [3, 2, 1]), -1)

    def test_folders_of_this_machine_are_not_shown(self):
        self.assertEqual(
            _without_folders("columnar embed /home/me/x.npz SDR-8=/tmp/a.sdr:l23 --json"),
            "columnar embed x.npz SDR-8=a.sdr:l23 --json",
        )


class ClaimsTest(unittest.TestCase):
    def verdicts(self, parts):
        results = {"graphs": [{"key": "cora", "title": "Cora", "main": True}], "parts": parts}
        return {claim.topic: claim for claim in judge(results)}

    def separation(self, d_prime):
        row = {"name": "SDR-28", "level": 0.0, "d_prime": {"mean": d_prime, "sd": 0.01}}
        hops = [
            {"group": "SDR-28", "name": str(hop), "level": hop, "mean": {"mean": mean, "sd": None}}
            for hop, mean in ((1, 18.0), (2, 9.0), (3, 10.0))
        ]
        return {
            "geometry/cora": {
                "command": "",
                "answer": {"results": {"separation": {"rows": [row]}, "by_hop": {"rows": hops}}},
            }
        }

    def test_a_figure_below_the_papers_is_missed_and_one_above_it_met(self):
        topic = "d' of same-class against cross-class overlap"
        self.assertEqual(self.verdicts(self.separation(0.96))[topic].verdict, "missed")
        self.assertEqual(self.verdicts(self.separation(0.97))[topic].verdict, "met")
        self.assertEqual(self.verdicts(self.separation(0.97))[topic].ours, ".97 ± .01")

    def test_overlap_that_rises_again_is_not_monotone(self):
        claim = self.verdicts(self.separation(1.0))["overlap falls monotonically to hop 5"]
        self.assertEqual((claim.verdict, claim.ours), ("missed", "18.0 9.0 10.0"))

    def test_what_was_not_run_is_said_not_to_be(self):
        self.assertEqual({claim.verdict for claim in self.verdicts({}).values()}, {"not run"})


class PlanTest(unittest.TestCase):
    def test_every_job_reads_only_what_an_earlier_one_writes(self):
        for quick in (False, True):
            for dataset in DATASETS:
                jobs = jobs_for(dataset, "data", "work", Effort(quick))
                written = {output: job.name for job in jobs for output in job.outputs}
                for job in jobs:
                    for argument in job.arguments:
                        path = argument.split("=", 1)[-1].split(":")[0]
                        if path in written and path not in job.outputs:
                            self.assertIn(written[path], job.after, job.name)


class Tags(html.parser.HTMLParser):
    """Which ids a page has, which it leads to, and what it would load."""

    def __init__(self):
        super().__init__()
        self.ids, self.leads, self.loads = [], [], []

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found and tag.startswith("h"):
            self.ids.append(found["id"])
        if tag == "a" and found.get("href", "").startswith("#"):
            self.leads.append(found["href"][1:])
        if tag in ("script", "link", "iframe") or (tag == "img" and not found.get("src", "").startswith("data:")):
            self.loads.append(tag)


@unittest.skipIf(PROGRAM is None and len(sys.argv) < 2, "no program was named")
class WholeReportTest(unittest.TestCase):
    """./dev reproduce --quick on a graph of three communities that calls itself Cora."""

    def test_makes_a_page_that_stands_alone(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            planted_graph(folder / "cora.npz")
            command = [
                sys.executable,
                str(ROOT / "reproduce"),
                "--quick",
                "--program",
                PROGRAM,
                "--out",
                str(folder / "report"),
                str(folder),
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"\d+ figures of the paper: \d+ met, \d+ not met")
            results = json.loads((folder / "report" / "results.json").read_text())
            self.assertEqual([graph["key"] for graph in results["graphs"]], ["cora"])
            page = (folder / "report" / "report.html").read_text()
            tags = Tags()
            tags.feed(page)
            self.assertEqual(tags.loads, [])
            self.assertLessEqual(set(tags.leads), set(tags.ids))
            for anchor in (
                "claims",
                "classify",
                "links",
                "neighbours",
                "geometry",
                "robustness",
                "resilience",
                "health",
                "memory",
                "scale",
            ):
                self.assertIn(anchor, tags.ids)
            self.assertGreaterEqual(page.count("<svg"), 8)
            self.assertIn("C chosen on the training nodes", page)
            self.assertEqual(page.count("<td>majority</td><td>.333</td>"), 2)  # C = 1, and C chosen
            self.assertNotIn(str(folder), page)
            # A table or a measure that was renamed would be "not run" for ever: every verdict finds its figure.
            for key in ("citeseer", "photo"):
                results["graphs"].append({"key": key, "title": key, "main": True})
                results["parts"].update(
                    {name.replace("/cora", f"/{key}"): part for name, part in results["parts"].items()}
                )
            missing = {claim.topic for claim in judge(results) if claim.verdict == "not run"}
            self.assertEqual(
                missing,
                {
                    "the same with 10 % and 15 % held out: AUC",  # not run with --quick
                    "d' rises with mean degree: ρ",  # want more graphs
                    "d' falls with the share of degree-one nodes: −ρ",
                },
            )
            again = subprocess.run(command + ["--render"], capture_output=True, text=True, check=False, timeout=100)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertEqual((folder / "report" / "report.html").read_text(), page)

    def test_says_what_a_folder_without_graphs_should_hold(self):
        with tempfile.TemporaryDirectory() as name:
            done = subprocess.run(
                [sys.executable, str(ROOT / "reproduce"), "--program", PROGRAM, "--out", name, name],
                capture_output=True,
                text=True,
                check=False,
            )
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("no data set in", done.stderr)
            self.assertEqual(os.listdir(name), [])


def planted_graph(path, nodes=240, classes=3):
    """Communities of equal size, about ten edges a node, four of five inside."""
    draw = np.random.default_rng(5)
    labels = np.arange(nodes) % classes
    chance = np.where(labels[:, None] == labels[None, :], 0.1, 0.0125)
    upper = np.triu(draw.random((nodes, nodes)) < chance, 1)
    upper |= np.eye(nodes, k=1, dtype=bool)  # a path through all of them: one component
    both = upper | upper.T
    counts = both.sum(axis=1)
    np.savez(
        path,
        adj_data=np.ones(both.sum(), np.float32),
        adj_indices=np.nonzero(both)[1].astype(np.int32),
        adj_indptr=np.concatenate([[0], np.cumsum(counts)]).astype(np.int32),
        adj_shape=np.array([nodes, nodes]),
        labels=labels,
    )


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else None
    unittest.main()
