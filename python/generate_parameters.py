"""Write columnar_embedder/_parameters.py: the parameters of the estimator, from the engine's own list of constants.

Run it after a change of core/config_visit.hpp or of a default, with the package importable; a test fails until then.
"""

import pathlib
import textwrap

from columnar_embedder import _core

HEAD = '''"""The parameters of ColumnarEmbedder. Written by python/generate_parameters.py: do not edit."""

from sklearn.base import BaseEstimator


class Parameters(BaseEstimator):
    """{doc}
    """

    def __init__(
        self,
        *,
{signature}
    ):
{assignments}
'''

# What the command has as options beside the constants of the method, and what scikit-learn's users expect.
OWN = [
    (
        "layer",
        "all",
        '{"all", "l23", "l5a", "l6", "search", "roles"}',
        "part of the code that `transform` gives: the 28 bits, 8 of L2/3, 20 of L5a, 20 of L6, all 48, or the bits for "
        "roles",
    ),
    (
        "output",
        "csr",
        '{"csr", "csr_bool", "dense", "indices", "packed", "table"}',
        "what `transform` gives: a SciPy CSR matrix of uint8 or of bool, a NumPy array of zeros and ones, of active "
        "bits, or of packed bits, or an SDRTable",
    ),
    (
        "directed",
        None,
        "bool or None",
        "edges lead from u to v only; None: they do not, with a warning if the graph has an edge in one direction only",
    ),
    ("largest_component", False, "bool", "leave out all other components"),
    ("weight", "weight", "str or None", "the edge attribute or column that holds weights; None: every edge counts 1"),
    (
        "random_state",
        1,
        "int, RandomState, Generator or None",
        "the command's seed: every random draw is keyed by it, same seed, same codes; None: another seed each time",
    ),
    ("n_jobs", None, "int or None", "threads; None is 1, -1 all cores. Codes do not depend on it"),
    (
        "device",
        "cpu",
        '{"cpu", "cuda"}',
        "what runs the stages of `fit`; cuda is an NVIDIA GPU, for builds that have CUDA. Codes differ a little "
        "between the two",
    ),
    ("verbose", False, "bool or int", "show a progress bar"),
]

# What docs/parameters-that-matter.md changes first, in front; the others follow in the order of the list of constants.
USUAL = ["random_state", "n_jobs", "verbose", "device", "layer", "output", "directed", "weight", "largest_component"]
USUAL += ["walks_per_node", "walk_length", "window", "return_p", "inout_q", "columns", "l5a_size"]


def kind(name, value) -> str:
    choices = _core.config_choices().get(name)
    if choices:
        return "{" + ", ".join(f'"{choice}"' for choice in choices) + "}"
    return type(value).__name__


def parameters() -> list[tuple]:
    """(name, default, type, meaning) of each, in the order of the signature: the usual ones first."""
    values = _core.preset_values("default")
    fields = [(name, meaning) for name, _, meaning in _core.config_fields() if name != "seed"]
    rows = [(name, values[name], kind(name, values[name]), meaning) for name, meaning in fields] + OWN
    return sorted(rows, key=lambda row: USUAL.index(row[0]) if row[0] in USUAL else len(USUAL))


def text() -> str:
    lines = ["Parameters", "----------"]
    for name, default, kind_text, meaning in parameters():
        lines.append(f"{name} : {kind_text}, default={default!r}")
        lines += textwrap.indent(textwrap.fill(meaning[0].upper() + meaning[1:] + ".", 108), "    ").splitlines()
    doc = "The constants of the method, by the names of the command's flags.\n\n" + "\n".join(lines)
    return HEAD.format(
        doc=textwrap.indent(doc, "    ").lstrip(),
        signature="\n".join(f"        {name}={default!r}," for name, default, *_ in parameters()).replace("'", '"'),
        assignments="\n".join(f"        self.{name} = {name}" for name, *_ in parameters()),
    )


def path() -> pathlib.Path:
    return pathlib.Path(__file__).parent / "columnar_embedder" / "_parameters.py"


if __name__ == "__main__":
    path().write_text(text())
