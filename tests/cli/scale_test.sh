# shellcheck shell=bash
# Time and memory on growing graphs.
source "$CLI_TESTS/graphs.sh"

FEW=(--presentations 1000 --outstar-presentations 200 --quiet)

test_scale_shows_times_memory_and_exponents() {
  expect_exit 0 "$COLUMNAR" evaluate scale --sizes 900,300 "${FEW[@]}" --seeds 2
  for text in "seconds" "walks" "total" "exponent" "peak memory" "a node" "an edge" "900 nodes" "Growth" "2 seeds" \
    "estimated time" "accuracy" "100,000,000 nodes" "Extrapolated" "32 bits"; do
    expect_contains stdout "$text"
  done
  expect_only
}

test_scale_measures_files_alone_or_beside_generated_graphs() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate scale karate.tsv "${FEW[@]}"
  expect_contains stdout "karate.tsv"
  expect_lacks stdout "1,000 nodes"
  expect_exit 0 "$COLUMNAR" evaluate scale karate.tsv --sizes 300,900 "${FEW[@]}" --json
  expect_json stdout
  for key in '"generated"' '"given"' '"stages"' memory_growth bytes_per_node degree; do
    expect_contains stdout "$key"
  done
}

test_scale_goes_from_small_to_large_whatever_the_order_given() {
  karate >karate.tsv
  ring 300 >ring.tsv
  expect_exit 0 "$COLUMNAR" evaluate scale ring.tsv karate.tsv --sizes 900,300 "${FEW[@]}"
  expect_contains stdout "bytes per node, or "
  grep -oE '300 nodes +900 nodes +karate.tsv +ring.tsv' stdout | tr -s ' ' >got
  printf '%s\n' "300 nodes 900 nodes karate.tsv ring.tsv" "300 nodes 900 nodes karate.tsv ring.tsv" >want
  expect_same want got
}

test_scale_makes_tables_for_a_page() {
  expect_exit 0 "$COLUMNAR" evaluate scale --sizes 300,900 "${FEW[@]}" --markdown
  expect_contains stdout "| seconds, by stage | 300 nodes | 900 nodes |"
  expect_contains stdout "|---|--:|--:|"
  expect_contains stdout "| peak memory, by stage | 100,000,000 nodes | 1,000,000,000 nodes |"
  expect_error "" "$COLUMNAR" evaluate scale --sizes 300 --markdown --json
}

test_scale_refuses_impossible_sizes() {
  expect_error "--sizes: " "$COLUMNAR" evaluate scale --sizes 1000,many
  expect_error "--sizes: " "$COLUMNAR" evaluate scale --sizes 5
  expect_error "--degree: " "$COLUMNAR" evaluate scale --sizes 300 --degree x
  expect_error "" "$COLUMNAR" evaluate scale --sizes 300 --degree 1000
  expect_error "absent.tsv" "$COLUMNAR" evaluate scale absent.tsv
  expect_error "--seeds: " "$COLUMNAR" evaluate scale --sizes 300 --seeds 0
}
