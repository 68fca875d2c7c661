# shellcheck shell=bash
# Graphs made to break something: each ends in valid codes, or in one line that says why not.
source "$CLI_TESTS/graphs.sh"

# sound GRAPH NODES [FLAG...]: embed gives every node a code of exactly its bits, which another command reads back.
sound() {
  local graph=$1 nodes=$2
  shift 2
  expect_exit 0 "$COLUMNAR" embed "$graph" -o codes.sdr "$@"
  expect_exit 0 "$COLUMNAR" inspect codes.sdr
  expect_contains stdout "48 of 3,848 bits active"
  grep -qx "Nodes  *$nodes" stdout || fail "not $nodes nodes"
}

test_a_clique_a_path_and_a_bipartite_graph() {
  awk 'BEGIN { for (i = 0; i < 60; i++) for (j = i + 1; j < 60; j++) print i, j }' >clique.tsv
  awk 'BEGIN { for (i = 0; i < 1999; i++) print i, i + 1 }' >path.tsv
  awk 'BEGIN { for (i = 0; i < 40; i++) for (j = 0; j < 40; j++) print i, 40 + j }' >bipartite.tsv
  sound clique.tsv 60 "${QUICK[@]}"
  sound path.tsv 2,000 "${QUICK[@]}"
  sound bipartite.tsv 80 "${QUICK[@]}"
}

test_two_equal_components_and_one_edge() {
  awk 'BEGIN { for (c = 0; c < 2; c++) for (i = 0; i < 100; i++) print 100 * c + i, 100 * c + (i + 1) % 100 }' >twins.tsv
  sound twins.tsv 200 "${QUICK[@]}"
  echo "left right" >edge.tsv
  sound edge.tsv 2 "${QUICK[@]}"
}

test_weights_from_1e_30_to_1e30() {
  awk 'BEGIN { for (i = 0; i < 900; i++) print (i * 7) % 300, (i * i + 3) % 300, "1e" (i * 37) % 61 - 30 }' >wild.tsv
  sound wild.tsv 300 "${QUICK[@]}"
  # Sums of their products over three hops are no floats any more.
  expect_error "L4 codes: a sum of products of weights, as --no-class-averaging asks for, is not finite" \
    "$COLUMNAR" embed wild.tsv -o no.sdr --no-class-averaging "${QUICK[@]}"
  expect_missing no.sdr
}

test_constants_that_lead_out_of_the_floats_together() {
  karate >karate.tsv
  expect_error "columns: the score of a column is not finite" "$COLUMNAR" embed karate.tsv -o no.sdr "${QUICK[@]}" \
    --drive-scale 1e6 --identity-gain 1e6 --drive-exponent 4
  expect_missing no.sdr
}

test_a_star_of_a_hundred_thousand_leaves_takes_seconds_and_no_gigabyte() {
  local leaves=100000 nodes=100,001
  if [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]]; then # their shadow takes terabytes of addresses
    leaves=3000 nodes=3,001
  else
    ulimit -v 1500000
  fi
  awk -v n=$leaves 'BEGIN { for (i = 1; i <= n; i++) print 0, i }' >star.tsv
  sound star.tsv $nodes --rank 16 --regions 60 --presentations 2000 --threads 2 --quiet
}
