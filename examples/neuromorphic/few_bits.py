"""How few bits can a weight have? The codes of a network whose weights and thresholds are rounded, as on a chip.

    python few_bits.py [cortex.nir inputs.npz] [--bits 16,8,6,5,4,3]

One scale for all weights from L4 to L2/3, one for all thresholds, which keep 8 bits at least. Spikes come in continuous
time, and the host computes the drives from the rounded weights.
"""

import numpy as np
from host import arguments, host_of


def rounded(values, bits):
    """Values from 0 to the largest in whole steps, as many as the bits can count."""
    step = values.max() / (2**bits - 1)
    return (np.round(values / step) * step).astype(np.float32)


def agreement(host, bits):
    """(cells of the ranked columns, codes) that are the engine's, in parts of 1, with rounded weights."""
    exact = host.weights, host.threshold
    host.weights = rounded(host.weights, bits)
    host.threshold = rounded(host.all_thresholds, max(bits, 8))[host.cells]
    drives = host.currents()
    order, scores = host.rank(drives)
    first = (drives / host.threshold).argmax(axis=2)
    codes = host.codes(order, scores, first)
    host.weights, host.threshold = exact
    winners = host.given["cells"].astype(np.int64)
    per_column = host.config["cells_per_column"]
    place = np.argmax(host.given["columns"][:, None, :] == (winners // per_column)[:, :, None], axis=2)
    cells = (np.take_along_axis(first, place, axis=1) == winners % per_column).mean()
    return cells, (codes == host.given["codes"]).all(axis=1).mean()


def main():
    given = arguments(__doc__, ("--bits", {"default": "16,8,6,5,4,3", "help": "per weight [16,8,6,5,4,3]"}))
    host = host_of(given)
    print(f"{'bits':>4} {'cells':>8} {'codes':>8}")
    for bits in map(int, given.bits.split(",")):
        cells, codes = agreement(host, bits)
        print(f"{bits:4} {100 * cells:7.2f}% {100 * codes:7.2f}%")


if __name__ == "__main__":
    main()
