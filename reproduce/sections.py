"""The experiments of the report, one function a section: figures from results.json, as tables and charts."""

import charts
import page
from readings import mean, pair, short, shown

NAMES = ("SDR-28", "SDR-8", "node2vec", "deepwalk", "line", "ppmi-svd", "k-winners", "gcn", "sage")
OURS = ("SDR-28", "SDR-8")
LINK_NAMES = {"SDR-28": "sdr-28", "SDR-8": "sdr-8"}


def classification(read):
    rows, series = [], {}
    for name in NAMES:
        experiment = "classify-networks" if name in ("gcn", "sage") else "classify"
        found = [read.classes(graph, name, experiment=experiment) for graph, _ in read.graphs]
        if any(found):
            series[name] = found
            f1 = [mean(read.classes(graph, name, "macro_f1", experiment)) for graph, _ in read.graphs]
            rows.append([name, *[shown(a) + ("" if b is None else f"<br><span class=small>F1 {short(b)}</span>")
                                 for a, b in zip(found, f1)]])
    rows.append(_majority(read, "classify"))
    titles = [title for _, title in read.graphs]
    low = min(v[0] for values in series.values() for v in values if v) if series else 0
    body = [page.paragraph("Stratified 5-fold logistic regression (C = 1) on the raw rows. GCN and "
                           "GraphSAGE (mean) are trained end to end with classes, and with features where the graph has them: "
                           "points of reference, not peers. <i>k-winners</i> is the honest floor: a random matrix, the best "
                           "28 of 1,800, no learning. <i>Majority</i> is the share of the most frequent class."),
            page.figure(charts.bars("accuracy", titles, series, "accuracy", (max(0, low - 0.06), 1.0)),
                        "Accuracy, mean and sd over seeds (over folds for a single seed)."),
            page.table(["accuracy", *titles], rows, OURS), *_chosen_cost(read, titles)]
    panels = {}
    for graph, title in read.main:
        curves = {}
        for name in NAMES:
            points = [row for row in read.rows("classify-fractions", graph, "fractions") if row["group"] == name]
            if points:
                curves[name] = ([100 * p["level"] for p in points], [p["accuracy"]["mean"] for p in points],
                                [p["accuracy"]["sd"] for p in points])
        if curves:
            panels[title] = curves
    if panels:
        body.append(page.figure(charts.line_panels("training shares", panels, "nodes trained on, %", "accuracy", share=False),
                                "Accuracy by the share of nodes that train the classifier, random splits, seed 1."))
    return body


def _chosen_cost(read, titles):
    """The same classifier as people use it: C chosen on the nodes that train it."""
    rows = []
    for name in NAMES:
        found = [read.row("classify-auto", graph, "accuracy", name) for graph, _ in read.graphs]
        if any(found):
            rows.append([name, *["–" if row is None else shown(pair(row, "accuracy")) +
                                 f"<br><span class=small>C {row['cost']['mean']:g}</span>" for row in found]])
    if not rows:
        return []
    return [page.heading(3, "C chosen on the training nodes"),
            page.paragraph("One C does not suit bits and floats alike. Here each fold chooses it for each method, out of eight from "
                           ".004 to 64, by three inner folds of the nodes that it trains on (<code>--cost auto</code>). Seed 1, mean "
                           "and sd over folds; C is the median of the folds."),
            page.table(["accuracy", *titles], [*rows, _majority(read, "classify-auto")], OURS)]


def _majority(read, experiment):
    """A row with the share of the most frequent class on each graph."""
    return ["majority", *[shown(read.classes(graph, "SDR-28", "majority_rate", experiment)) for graph, _ in read.graphs]]


def links(read):
    body = [page.paragraph("A share of the edges is hidden so that the rest stays connected; every method is trained anew on "
                           "the rest; a logistic regression learns from the remaining edges and as many non-edges, and ranks "
                           "the hidden edges against non-edges. Nothing hidden is seen by anyone."),
            page.paragraph("The paper does not say which edges keep the graph connected. A spanning tree by edges in random "
                           "order leaves long detours in place of hidden edges; one grown breadth-first leaves short ones and "
                           "is easier. Both are shown; <a href='#claims'>verdicts</a> are given for each.")]
    for experiment, caption in (("links", "random tree kept, random non-edges"),
                                ("links-bfs", "breadth-first tree kept, random non-edges"),
                                ("links-hard", "random tree kept, hard non-edges: two hops apart")):
        panels, rows = {}, []
        for graph, title in read.main:
            operators = ["Average", "Hadamard", "Weighted-L1", "Weighted-L2"]
            series = {}
            for row in read.rows(experiment, graph, "auc"):
                name = row["name"]
                learnt = row["Average"] is not None  # heuristics have no rows to learn from
                best = max(operators, key=lambda o: row[o]["mean"]) if learnt else "direct"
                label = next((k for k, v in LINK_NAMES.items() if v == name), name)
                figures = [pair(row, o) for o in [*operators, "direct"]]
                if learnt:
                    series[label] = figures
                rows.append([title, label, best if learnt else "–", *["" if v is None else short(v[0]) for v in figures],
                             f"<b>{shown(pair(row, best))}</b>", shown(read.links(graph, name, best, "average_precision",
                                                                                  experiment))])
            if series:
                panels[title] = (["Average", "Hadamard", "W-L1", "W-L2", "direct"], series)
        if panels:
            some = (read.answer(experiment, read.main[0][0]) or {}).get("settings", {})
            body += [page.heading(3, caption.capitalize()),
                     page.figure(charts.bar_panels(experiment, panels, "AUC", (0.4, 1.0)),
                                 f"Operator sweep: AUC, mean and sd of {some.get('splits', '?')} splits, "
                                 f"{100 * some.get('held_out', 0.15):.0f} % of the edges hidden. <i>Direct</i>: shared bits or "
                                 "cosine, without a classifier. <i>Best</i> is the best on these test pairs."),
                     "<details><summary>all figures</summary>" + page.table(
                         ["graph", "method", "best", "Average", "Hadamard", "W-L1", "W-L2", "direct", "AUC of the best", "its AP"],
                         rows, texts=(1, 2)) + "</details>"]
    facts = []
    for graph, title in read.main:
        for found in read.rows("links", graph, "diagnostics"):
            facts.append([title, f"{100 * found['positives_with_common_neighbour']['mean']:.1f} %",
                          f"{100 * found['negatives_without_common_neighbour']['mean']:.1f} %",
                          f"{found['positive_degree']['mean']:.1f}", f"{found['negative_degree']['mean']:.1f}",
                          short(found["degree_product_auc"]["mean"])])
    if facts:
        body += [page.heading(3, "Why random non-edges are easy"),
                 page.table(["graph", "edges with a common neighbour", "non-edges without one", "degree, edges",
                             "degree, non-edges", "AUC of the degree product"], facts)]
    return body


def neighbours(read):
    figures = ("hits", "recall", "mrr", "class_precision", "ties", "agreement")
    rows = []
    for graph, title in read.main:
        for row in read.rows("neighbours", graph, "neighbours"):
            rows.append([title, row["name"], *[shown(pair(row, key), 1 if key == "ties" else 3) for key in figures]])
    if not rows:
        return []
    return [page.paragraph("A tenth of the edges is hidden; for each end of a hidden edge all nodes that it is not linked to are "
                           "ranked by overlap, cosine or the method itself. Ties count by expectation. Agreement: the share of "
                           "the ten nearest that a second seed finds, too."),
            page.table(["graph", "method", "hits@10", "recall@10", "MRR", "class", "ties", "agreement"], rows, texts=(1,))]


def geometry(read):
    body = [page.paragraph("How shared bits follow the graph, and how they tell classes apart that the method never saw.")]
    rows = []
    for graph, title in read.graphs:
        for name in ("SDR-28", "SDR-8", "node2vec"):
            row = read.row("geometry", graph, "separation", name)
            if row:
                rows.append([title, name] + [shown(pair(row, key), digits) for key, digits in
                                             (("d_prime", 2), ("auc", 3), ("same_mean", 2), ("cross_mean", 2))] +
                            [shown(pair(read.row("geometry", graph, "correlations", other, name), key), 2) for other, key in
                             (("reference", "pearson"), ("reference", "spearman"), ("cooccurrence", "pearson"),
                              ("ppmi", "pearson"), ("distance", "pearson"), ("distance_within_4", "pearson"))])
    body.append(page.table(["graph", "method", "d'", "AUC", "same class", "cross class", "r n2v", "ρ n2v", "r walks", "r PPMI",
                            "r hops", "r hops ≤ 4"], rows, texts=(1,)))
    hops = {}
    for i, (graph, title) in enumerate(read.graphs):
        points = read.rows("geometry", graph, "by_hop", "SDR-28")
        if points:
            hops[title] = ([p["level"] for p in points], [p["mean"]["mean"] for p in points], [p["mean"]["sd"] for p in points])
    if hops:
        body.append(page.figure(charts.line_panels("overlap by hop", {"": hops}, "hops apart", "shared bits of 28"),
                                "Shared bits by distance in the graph (SDR-28)."))
    matrices, densities, pairs = {}, {}, 0
    for graph, title in read.main:
        facts = (read.answer("geometry", graph) or {}).get("facts", {})
        found = facts.get("matrices")
        ours = next((m for m in (found or {}).get("methods", []) if m["name"] == "SDR-28"), None)
        if ours is None:
            continue
        classes = found["classes"]
        borders = [i for i in range(1, len(classes)) if classes[i] != classes[i - 1]]
        matrices[title] = (ours["matrix"], found["reference"], borders)
        box = ours["hexbin"]
        pairs = max(pairs, facts["pairs"])
        xs, ys = (([a["least"] + (a["greatest"] - a["least"]) * i / a["bins"] for i in range(a["bins"] + 1)])
                  for a in (box["x"], box["y"]))
        r = mean(pair(read.row("geometry", graph, "correlations", "reference", "SDR-28"), "pearson"))
        densities[title] = (list(zip(*box["counts"])), xs, ys, f"r = {r:.2f}")
    if matrices:
        body += [page.figure(charts.matrices("similarity matrices", matrices),
                             "About 600 nodes ordered by class: bits shared (above) and node2vec's cosine (below). Neither "
                             "method saw the classes."),
                 page.figure(charts.densities("overlap against cosine", densities, "node2vec cosine", "shared bits"),
                             f"{pairs:,} pairs at most a graph: shared bits against node2vec's cosine; brightness is the logarithm of the "
                             "number of pairs.")]
    return body


def robustness(read):
    body = [page.paragraph("A share δ of every code's bits is moved to wrong places; vectors get Gaussian noise that costs them "
                           "the same expected similarity with themselves, 1 − δ. The classifier learned from whole rows. "
                           "Decision 0012 also gives the curves of a classifier that learns from damaged rows.")]
    panels, rows = {}, []
    for measure, label in (("accuracy", "accuracy"), ("auc", "same-class AUC")):
        for graph, title in read.main:
            curves = {}
            for name in _damaged(read, graph):
                points = read.rows("robustness", graph, "damage", name)
                curves[name] = ([p["level"] for p in points], [p[measure]["mean"] for p in points],
                                [p[measure]["sd"] for p in points])
            if curves:
                panels[f"{title}: {label}"] = curves
    if not panels:
        return body
    body.append(page.figure(charts.line_panels("robustness", panels, "corruption δ", ["accuracy", "same-class AUC"], marks=0.3,
                                               rows=2), "Accuracy and same-class AUC under corruption."))
    for graph, title in read.main:
        for name in _damaged(read, graph):
            lead, over = (mean(pair(read.row("robustness", graph, "leads", name), key)) for key in ("lead_at_0.3", "overtakes_at"))
            rows.append([title, name, *[shown(pair(read.row("robustness", graph, "damage", d, name), "accuracy"))
                                        for d in (0.0, 0.1, 0.3, 0.5)],
                         "–" if lead is None else f"{lead:+.1f}", "–" if over is None else short(over, 2)])
    body.append(page.table(["graph", "method", "δ = 0", ".1", ".3", ".5", "lead at .3", "overtakes at"], rows, texts=(1,)))
    return body


def _damaged(read, graph):
    """The methods whose robustness was measured."""
    return list(dict.fromkeys(row["group"] for row in read.rows("robustness", graph, "damage")))


def resilience(read):
    body = [page.paragraph("What the trained network loses when its input, its synapses, its training or its memory of an "
                           "earlier task is damaged.")]
    panels = {}
    for table, key, title in (("l4_bits", "nodes_all_columns", "L4 bits moved: nodes keeping 8 columns"),
                              ("weights", "accuracy", "W zeroed: accuracy"),
                              ("pairs", "of_full", "pairs shown: share of final accuracy")):
        curves = {}
        for graph, name in read.main:
            rows = ((read.answer("resilience", graph) or {}).get("results", {}).get(table) or {}).get("rows", [])
            if rows:
                curves[name] = ([100 * r["level"] for r in rows], [r[key]["mean"] for r in rows], [r[key]["sd"] for r in rows])
            if rows and table == "pairs":
                curves[f"{name}, drive alone"] = ([100 * r["level"] for r in rows], [r["drive_of_full"]["mean"] for r in rows],
                                                  [r["drive_of_full"]["sd"] for r in rows])
        if curves:
            panels[title] = curves
    if panels:
        body.append(page.figure(charts.line_panels("resilience", panels, "%", "", share=False),
                                "<i>Drive alone</i>: the eight columns chosen without the eligibility, by the learned weights."))
    rows = []
    for graph, title in read.main:
        for row in ((read.answer("resilience", graph) or {}).get("results", {}).get("sequential") or {}).get("rows", []):
            rows.append([title, row["name"], shown(pair(row, "before")), shown(pair(row, "after")),
                         f"{100 * row['kept']['mean']:.0f} %"])
    if rows:
        body += [page.heading(3, "Two disjoint graphs, one after the other"),
                 page.paragraph("The same network learns one half of the graph, then the other; then it is asked about the first "
                                "again. Beside it, a softmax encoder on the same input, trained by gradient, with one head for "
                                "both tasks or a head for each."),
                 page.table(["graph", "what", "before", "after", "kept"], rows, texts=(1,))]
    return body


def health(read):
    rows = []
    for graph, title in read.graphs:
        row = read.row("health", graph, "health", "SDR-28")
        if row:
            rows.append([title, f"{row['neurons_used_l23']['mean']:.0f} of 1,500", f"{100 * row['unique_share']['mean']:.2f} %",
                         f"{row['cross_class_duplicate_pairs']['mean']:g}", shown(pair(row, "same_cell_rate")),
                         short(row["cell_entropy"]["mean"])])
    body = [page.table(["graph", "neurons used", "unique codes", "cross-class duplicates", "same-cell rate", "cell entropy"], rows)]
    firing = {}
    for graph, title in read.graphs:
        found = read.rows("health", graph, "firing", "SDR-28")
        if found:
            half = (found[1]["level"] - found[0]["level"]) / 2
            firing[title] = ([row["level"] + half for row in found], [row["share"]["mean"] for row in found],
                             [row["share"]["sd"] for row in found])
    sizes = {}
    for graph, title in read.main:
        found = ((read.answer("training-health", graph) or {}).get("results") or {}).get("readout_size")
        if found:
            sizes[title] = ([r["level"] for r in found["rows"]], [r["accuracy"]["mean"] for r in found["rows"]],
                            [r["accuracy"]["sd"] for r in found["rows"]])
    if firing:
        body.append(page.figure(charts.line_panels("firing rates", {"": firing}, "firing rate, in units of the mean rate",
                                                   "share of neurons"), "How often the 1,500 cells of L2/3 fire."))
    if sizes:
        body.append(page.figure(charts.line_panels("readout size", {"": sizes}, "active L5a neurons, K_of", "accuracy"),
                                "Accuracy by the size of the readout."))
    energy = []
    for graph, title in read.main:
        found = ((read.answer("training-health", graph) or {}).get("results") or {}).get("weight_energy")
        for row in (found or {}).get("rows", []):
            energy.append([title, row["name"], *[f"{100 * row[key]['mean']:.1f} %" for key in ("centred", "raw", "chance")]])
    if energy:
        body += [page.heading(3, "Energy of W in PPMI's top-300 subspace"),
                 page.table(["graph", "weights", "cell means off", "as they are", "chance"], energy, texts=(1,))]
    return body


def memory(read):
    bars, rows = {}, []
    for graph, _ in read.graphs[:1]:
        for row in read.rows("memory", graph, "memory"):
            if row["group"] in ("SDR-28", "SDR-8", "node2vec"):
                size, less, least = (row[key]["mean"] for key in
                                     ("bytes_per_node", "times_less_than_float32", "times_less_than_float64"))
                bars[f"{row['group']}, {row['name']}"] = round(size, 1)
                rows.append([row["group"], page.text(row["name"]), f"{size:.1f}", f"{size:.0f}", f"{less:.1f}×", f"{least:.1f}×"])
    if not rows:
        return []
    return [page.figure(charts.across("memory", bars, "bytes per node"), f"Bytes per node ({read.graphs[0][1]})."),
            page.table(["method", "stored as", "bytes per node", "MB per million nodes", "less than 64 float32",
                        "less than 64 float64"], rows, texts=(1,))]


def scale(read):
    graphs = read.rows("scale", "generated", "graphs")
    if not graphs:
        return []
    seconds = {}  # by stage and graph; only large graphs have an ordering
    for row in read.rows("scale", "generated", "stages"):
        seconds.setdefault(row["name"], {})[row["group"]] = row["seconds"]["mean"]
    names = [graph["name"] for graph in graphs]
    edges = {graph["name"]: graph["edges"]["mean"] for graph in graphs}
    curves = {stage: ([edges[name] for name in found], [max(1e-4, value) for value in found.values()], None)
              for stage, found in seconds.items()}
    exponents = {row["name"]: row["time"] for row in read.rows("scale", "generated", "exponents")}
    rows = [[stage, *[f"{found[name]:.2f}" if name in found else "–" for name in names],
             "–" if not exponents.get(stage) else f"{exponents[stage]['mean']:.2f}"] for stage, found in seconds.items()]
    rows.append(["peak MiB", *[f"{graph['peak_bytes']['mean'] / 2**20:.0f}" for graph in graphs], ""])
    growth = read.answer("scale", "generated")["facts"]["memory_growth"]["generated"]
    return [page.figure(charts.line_panels("scale", {"": curves}, "edges", "seconds", log=True),
                        "Time by stage on graphs with planted communities, both axes logarithmic."),
            page.table(["seconds", *names, "exponent"], rows),
            page.paragraph(f"Exponent: slope of log time against log edges. Memory grows by "
                           f"{growth['bytes_per_node']:,.0f} bytes per node ({growth['bytes_per_edge']:,.0f} per edge).")]
