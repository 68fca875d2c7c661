"""The report as one HTML page, from results.json alone."""

import page
import sections
from claims import judge
from readings import Readings

SECTIONS = (("classify", "Node classification", sections.classification,
            ("classify", "classify-auto", "classify-fractions", "classify-networks")),
            ("links", "Link prediction", sections.links, ("links", "links-bfs", "links-hard", "links-tenth")),
            ("neighbours", "Nearest nodes", sections.neighbours, ("neighbours",)),
            ("geometry", "Geometry", sections.geometry, ("geometry",)),
            ("robustness", "Robustness to corruption", sections.robustness, ("robustness",)),
            ("resilience", "Resilience of the network", sections.resilience, ("resilience",)),
            ("health", "Health of the codes", sections.health, ("health", "training-health")),
            ("memory", "Memory", sections.memory, ("memory",)),
            ("scale", "Scale", sections.scale, ("scale",)))


def render(results):
    """The whole page."""
    read = Readings(results)
    claims = judge(results)
    counts = {word: sum(claim.verdict == word for claim in claims) for word in page.VERDICTS}
    body = [_header(results, read, counts), "<main>", _claims(claims)]
    for anchor, title, section, experiments in SECTIONS:
        content = section(read)
        if content:
            body += [page.heading(2, title, anchor), *content, page.commands(_commands(read, experiments))]
    body += ["</main>", _footer(results)]
    return page.document("Columnar-Embedder: every experiment, re-run", "".join(body))


def _header(results, read, counts):
    graphs = ", ".join(title for _, title in read.graphs)
    score = "".join(f'<div><b class="{page.VERDICTS[word]}">{counts[word]}</b>{label}</div>' for word, label in
                    (("met", "figures met"), ("missed", "not met"), ("not comparable", "not comparable"),
                     ("not run", "not run")) if counts[word] or word in ("met", "missed"))
    links = "".join(f'<a href="#{anchor}">{page.text(title)}</a>' for anchor, title, _, _ in SECTIONS)
    quick = " This is the quick look: one seed of most things; figures scatter." if results["quick"] else ""
    return ("<header><h1>Columnar-Embedder: every experiment, re-run</h1>"
            + page.paragraph("What M. Abidalrekab and D. Hammerstrom report for sparse binary codes of graph nodes, measured "
                             f"again by an independent implementation on {page.text(graphs)}.{quick}", "lead")
            + f'<div class="score">{score}</div><nav><a href="#claims">Claims</a>{links}</nav></header>')


def _claims(claims):
    rows = []
    last = None
    for claim in claims:
        topic = page.text(claim.topic) if claim.topic != last else ""
        last = claim.topic
        note = f'<br><span class="small">{page.text(claim.note)}</span>' if claim.note and topic else ""
        rows.append([topic + note, page.text(claim.graph), page.text(claim.paper), page.text(claim.ours),
                     page.verdict(claim.verdict)])
    return (page.heading(2, "The paper's figures, and ours", "claims")
            + page.paragraph("Default settings throughout, the same for all graphs; they were chosen by experiments on these "
                             "graphs (docs/decisions), as the paper's must have been. A figure is met where ours is at least "
                             "the paper's, or by the rule that its row names.")
            + page.table(["claim", "graph", "paper", "ours", "verdict"], rows, texts=(1, 2, 3, 4), kind="claims"))


def _commands(read, experiments):
    lines = []
    for experiment in experiments:
        for graph in [key for key, _ in read.graphs] + ["generated"]:
            command = read.command(experiment, graph)
            if command:
                lines.append(_without_folders(command))
    return lines


def _without_folders(command):
    """File names alone: where somebody keeps the data is nobody's business."""
    words = []
    for word in command.split(" "):
        name, sign, path = word.rpartition("=")
        words.append(name + sign + path.rsplit("/", 1)[-1])
    return " ".join(words)


def _footer(results):
    embeddings = sum(name.startswith("embed/") for name in results["parts"])
    return ("<footer>" + page.paragraph(
        f"{len(results['parts'])} commands, of which {embeddings} embeddings: {results['command_seconds'] / 60:.0f} minutes of "
        f"work, {results['workers']} side by side. Largest component of every graph. Random draws are keyed by the seed: the same commands "
        "give the same figures. Drawn from results.json by <code>./dev reproduce --render</code>.") + "</footer>")
