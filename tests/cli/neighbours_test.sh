# shellcheck shell=bash
# columnar evaluate neighbours: hides edges, embeds the rest, looks for the hidden neighbours among the nearest nodes.
source "$CLI_TESTS/graphs.sh"
FEW=(--presentations 2000 --outstar-presentations 500 --splits 2 --quiet)

test_neighbours_shows_every_method_and_figure() {
  karate >karate.tsv
  karate_labels >sides.tsv
  expect_exit 0 "$COLUMNAR" evaluate neighbours karate.tsv "${FEW[@]}" --labels sides.tsv --agreement -k 5
  for word in sdr-28 node2vec ppmi-svd k-winners common-neighbours adamic-adar ppmi-rows hits@5 recall@5 MRR class ties \
    agreement "over 2 splits" "8 edges hidden, 16 of their ends asked for"; do
    expect_contains stdout "$word"
  done
  expect_lines stderr 0
}

test_neighbours_gives_the_same_json_for_any_number_of_threads() {
  karate >karate.tsv
  local run=("$COLUMNAR" evaluate neighbours karate.tsv "${FEW[@]}" --agreement --json)
  expect_exit 0 "${run[@]}" --threads 1
  expect_json stdout
  expect_contains stdout '"directed_edges": 16'
  mv stdout want
  expect_exit 0 "${run[@]}" --threads 3
  expect_same want stdout
  expect_exit 0 "${run[@]}" --seed 2
  expect_different want stdout
}

test_neighbours_measures_an_embedding_of_the_residual_graph() {
  karate >karate.tsv
  expect_error "neighbours: nothing to measure; name a method or an --embedding" \
    "$COLUMNAR" evaluate neighbours karate.tsv --quiet --methods none
  expect_exit 0 "$COLUMNAR" evaluate neighbours karate.tsv --quiet --residual rest.tsv --methods none
  expect_lines rest.tsv 70
  expect_lacks stdout "nearest nodes"
  expect_exit 0 "$COLUMNAR" embed rest.tsv -o rest.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" evaluate neighbours karate.tsv --methods none --quiet --embedding mine=rest.sdr \
    --embedding columns=rest.sdr:l23
  expect_contains stdout mine
  expect_contains stdout columns
}

test_neighbours_hides_the_same_edges_with_and_without_directions() {
  karate >karate.tsv
  local run=("$COLUMNAR" evaluate neighbours karate.tsv "${FEW[@]}" --methods adamic-adar,sdr-28 --json)
  expect_exit 0 "${run[@]}" --residual undirected.tsv
  grep -A9 '"name": "adamic-adar"' stdout >want
  expect_exit 0 "${run[@]}" --directed --residual directed.tsv
  expect_contains stdout '"directed": true'
  grep -A9 '"name": "adamic-adar"' stdout >got
  expect_same want got
  expect_lines want 10
  for file in undirected directed; do
    awk '{ print ($1 < $2) ? $1 " " $2 : $2 " " $1 }' "$file.tsv" | sort >"$file.pairs"
  done
  expect_same undirected.pairs directed.pairs
  expect_lines directed.pairs 70
  cat karate.tsv directed.tsv | sort | uniq -d >as_given # directions are as in the file
  expect_lines as_given 70
}

test_neighbours_ignores_weights_where_asked() {
  karate | awk '{ print $1, $2, NR }' >weighted.tsv
  karate >plain.tsv
  local run=("$COLUMNAR" evaluate neighbours "${FEW[@]}" --methods sdr-28,l6)
  expect_exit 0 "${run[@]}" plain.tsv
  sed 1d stdout >want
  expect_exit 0 "${run[@]}" weighted.tsv --unweighted
  sed 1d stdout >got
  expect_same want got
  expect_exit 0 "${run[@]}" weighted.tsv
  expect_contains stdout "34 nodes, 78 edges, undirected, weighted"
  sed 1d stdout >got
  expect_different want got
}

test_neighbours_asks_for_no_more_than_it_is_told_to() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate neighbours karate.tsv --methods adamic-adar --queries 6 --held-out 0.3 --quiet --json
  grep -qE '"directed_edges": [1-6],' stdout || fail "$(grep directed_edges stdout)"
}

test_neighbours_refuses_what_it_cannot_do() {
  karate >karate.tsv
  local run=("$COLUMNAR" evaluate neighbours karate.tsv)
  expect_error "--held-out: " "${run[@]}" --held-out 1
  expect_error "--splits: " "${run[@]}" --splits 0
  expect_error "-k: must be a whole number from 1" "${run[@]}" -k 0
  expect_error "--queries: must be a whole number from 1" "${run[@]}" --queries 0
  expect_error "--methods: unknown 'jaccard'; use sdr-8, sdr-28" "${run[@]}" --methods jaccard
  expect_error "--embedding: 'rest.sdr' is not NAME=FILE" "${run[@]}" --embedding rest.sdr
  expect_error "would replace an input" "${run[@]}" --residual ./karate.tsv
  expect_error "absent.tsv" "$COLUMNAR" evaluate neighbours absent.tsv
}
