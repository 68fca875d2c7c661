"""Codes in PostgreSQL 14 or later: a column of bits, or an array with a GIN index.

    pip install 'psycopg[binary]'
    python examples/databases/in_postgresql.py [codes.sdr] [--server "host=… dbname=…"]

Without --server it starts a server of its own in a temporary folder (Debian: postgresql-15), and stops it at the end.
"""

import contextlib

import psycopg
from private_postgresql import private_server
from shared import bit_text, codes_and_arguments, compare

codes, given = codes_and_arguments(__doc__, ("--server", "a connection string; the tables there are temporary"))
table, l6 = codes.select("all"), codes.select("l6")


def load_codes(database):
    # code: one bit per learned neuron; bits: the numbers of the active ones. One of the two is enough.
    widths = f"code bit({table.shape[1]}), l6 bit({l6.shape[1]})"
    database.execute(f"CREATE TEMPORARY TABLE codes (node int PRIMARY KEY, {widths}, bits int[])")
    with database.cursor().copy("COPY codes (node, code, l6, bits) FROM STDIN") as copy:
        for row in range(len(codes)):
            copy.write_row((row, bit_text(table, row), bit_text(l6, row), table.indices[row].tolist()))
    database.execute("CREATE INDEX ON codes USING gin (bits)")
    database.execute("ANALYZE codes")


BY_BITS = """
    SELECT other.node, bit_count(mine.code & other.code) AS overlap
    FROM codes AS mine JOIN codes AS other ON other.node <> mine.node
    WHERE mine.node = %s AND bit_count(mine.code & other.code) > 0
    ORDER BY overlap DESC, other.node LIMIT %s
    """

# As `columnar query` ranks: a shared bit of L6 counts as four.
BY_ALL_BITS = """
    SELECT other.node, bit_count(mine.code & other.code) + 4 * bit_count(mine.l6 & other.l6) AS score
    FROM codes AS mine JOIN codes AS other ON other.node <> mine.node
    WHERE mine.node = %s AND bit_count(mine.code & other.code) + bit_count(mine.l6 & other.l6) > 0
    ORDER BY score DESC, other.node LIMIT %s
    """

# The index finds the nodes that share a bit at all; only these are counted.
BY_INDEX = """
    SELECT other.node, (SELECT count(*) FROM unnest(other.bits) AS bit WHERE bit = ANY (mine.bits)) AS overlap
    FROM codes AS mine JOIN codes AS other ON other.bits && mine.bits AND other.node <> mine.node
    WHERE mine.node = %s
    ORDER BY overlap DESC, other.node LIMIT %s
    """

with contextlib.ExitStack() as stack:
    server = given.server or stack.enter_context(private_server())
    database = stack.enter_context(psycopg.connect(server))
    load_codes(database)

    def search(query):
        return lambda row, k: [(table.ids[node], overlap) for node, overlap in database.execute(query, (row, k))]

    print(search(BY_BITS)(0, 3))
    compare("bit_count(a & b)", table, search(BY_BITS))
    compare("bit_count of all bits", codes, search(BY_ALL_BITS))
    database.execute("SET enable_seqscan = off")  # a small table would be read whole
    plan = "\n".join(line for (line,) in database.execute("EXPLAIN " + BY_INDEX, (0, 10)))
    assert "codes_bits_idx" in plan, plan
    compare("int[] with a GIN index", table, search(BY_INDEX))
