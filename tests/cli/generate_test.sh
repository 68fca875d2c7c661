# shellcheck shell=bash
# Graphs to try things on.
source "$CLI_TESTS/graphs.sh"

test_generate_writes_a_graph_and_its_labels() {
  expect_exit 0 "$COLUMNAR" generate town.tsv --nodes 600 --degree 6 --labels classes.tsv
  expect_contains stdout "town.tsv: 600 nodes, "
  expect_contains stdout "classes.tsv: 8 classes"
  expect_lines classes.tsv 600
  expect_exit 0 "$COLUMNAR" embed town.tsv -o town.sdr --presentations 1000 --quiet
  expect_exit 0 "$COLUMNAR" evaluate classify town.sdr --labels classes.tsv
  expect_only town.tsv classes.tsv town.sdr
}

test_generate_gives_the_same_graph_for_the_same_seed() {
  expect_exit 0 "$COLUMNAR" generate a.tsv --nodes 500 --threads 1 --quiet
  expect_lines stdout 0
  expect_exit 0 "$COLUMNAR" generate b.tsv --nodes 500 --threads 2 --quiet
  expect_exit 0 "$COLUMNAR" generate c.tsv --nodes 500 --seed 2 --quiet
  expect_same a.tsv b.tsv
  expect_different a.tsv c.tsv
}

test_generate_refuses_what_it_cannot_do() {
  expect_error "--nodes: " "$COLUMNAR" generate town.tsv --nodes 5
  expect_error "--degree: " "$COLUMNAR" generate town.tsv --degree many
  expect_error "--degree: must be a number from 1 to 50, not '150'" "$COLUMNAR" generate town.tsv --nodes 200 --degree 150
  expect_error "--mixing: must be a number from 0 to 1, not '2'" "$COLUMNAR" generate town.tsv --mixing 2
  expect_error "--classes: must be a whole number from 2 to 100, not '101'" "$COLUMNAR" generate town.tsv --nodes 200 --classes 101
  expect_error "town.npz: a plain edge list is written" "$COLUMNAR" generate town.npz
  expect_error "no/town.tsv" "$COLUMNAR" generate no/town.tsv
  expect_error "--labels and OUT name the same file" "$COLUMNAR" generate town.tsv --labels town.tsv
  expect_only
}
