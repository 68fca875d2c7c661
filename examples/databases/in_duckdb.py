"""Codes in DuckDB: a column of bits, or a table with a row for each active bit.

    pip install duckdb
    python examples/databases/in_duckdb.py [codes.sdr]
"""

import duckdb
import pandas as pd
from shared import bit_text, codes_and_arguments, compare

codes, _ = codes_and_arguments(__doc__)
table = codes.select("all")  # the learned bits: 28 of 1,800
database = duckdb.connect()  # in memory; duckdb.connect("codes.duckdb") is a file

# One row per node: a bit string. AND and a count are the overlap.
frame = pd.DataFrame({"node": range(len(table)), "code": [bit_text(table, row) for row in range(len(table))]})
database.execute("CREATE TABLE codes AS SELECT node, CAST(code AS BIT) AS code FROM frame")


def by_bits(row, k):
    hits = database.execute(
        """
        SELECT other.node, bit_count(mine.code & other.code) AS overlap
        FROM codes AS mine, codes AS other
        WHERE mine.node = ? AND other.node <> mine.node AND overlap > 0
        ORDER BY overlap DESC, other.node LIMIT ?
        """,
        [row, k],
    ).fetchall()
    return [(table.ids[node], overlap) for node, overlap in hits]


# One row per active bit: joins with other tables in plain SQL.
pairs = pd.DataFrame({"node": frame.node.repeat(table.active), "bit": table.indices.ravel()})
database.execute("CREATE TABLE active AS SELECT node, bit FROM pairs ORDER BY bit, node")


def by_pairs(row, k):
    hits = database.execute(
        """
        SELECT other.node, count(*) AS overlap
        FROM active AS mine JOIN active AS other USING (bit)
        WHERE mine.node = ? AND other.node <> mine.node
        GROUP BY other.node ORDER BY overlap DESC, other.node LIMIT ?
        """,
        [row, k],
    ).fetchall()
    return [(table.ids[node], overlap) for node, overlap in hits]


print(by_bits(0, 3))
compare("bit_count(a & b)", table, by_bits)
compare("join of active bits", table, by_pairs)
