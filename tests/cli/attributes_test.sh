# shellcheck shell=bash
# Attributes of nodes: tables and matrices that belong to the graph, and those that do not.
source "$CLI_TESTS/graphs.sh"

# Twelve people in a ring of two halves; those of a half like the same things.
ring_of_people() {
  for i in 0 1 2 3 4 5 6 7 8 9 10 11; do printf 'p%d p%d\n' "$i" "$(((i + 1) % 12))"; done >ring.txt
  printf 'id,likes,age,town\n' >people.csv
  for i in 0 1 2 3 4 5; do printf 'p%d,"chess, go and books",%d,Rome\n' "$i" "$((20 + i))"; done >>people.csv
  for i in 6 7 8 9 10 11; do printf 'p%d,running and hills,%d,Oslo\n' "$i" "$((60 + i))"; done >>people.csv
}

test_a_table_of_people_shapes_the_codes() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -o a.sdr --model a.model --presentations 2000
  expect_contains stdout "attributes explained on nodes left out"
  expect_exit 0 "$COLUMNAR" embed ring.txt -o b.tsv -q "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" convert a.sdr a.tsv
  ! cmp -s a.tsv b.tsv || fail "attributes change nothing"
  expect_exit 0 "$COLUMNAR" inspect a.model
}

test_the_same_codes_on_any_number_of_threads() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -q -o a.sdr --threads 1 "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -q -o b.sdr --threads 3 "${QUICK[@]}"
  cmp a.sdr b.sdr || fail "codes depend on the threads"
}

test_rows_must_be_those_of_the_graph() {
  ring_of_people
  grep -v '^p3,' people.csv >short.csv
  expect_error "short.csv: no row for node 'p3'" "$COLUMNAR" embed ring.txt --attributes short.csv -q -o a.sdr
  printf 'p99,chess,40,Rome\n' | cat people.csv - >long.csv
  expect_error "long.csv:14: the graph has no node 'p99'" "$COLUMNAR" embed ring.txt --attributes long.csv -q -o a.sdr
  expect_error "absent.csv" "$COLUMNAR" embed ring.txt --attributes absent.csv -q -o a.sdr
  expect_error "ring.txt" "$COLUMNAR" embed ring.txt --attributes graph -q -o a.sdr
  expect_missing a.sdr
}
