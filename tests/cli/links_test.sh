# shellcheck shell=bash
# columnar evaluate links: hides edges, embeds the rest, finds the hidden ones.
source "$CLI_TESTS/graphs.sh"
FEW=(--presentations 2000 --outstar-presentations 500 --splits 2 --quiet)

test_links_shows_every_method_operator_and_heuristic() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv "${FEW[@]}"
  for word in sdr-8 sdr-28 Average Hadamard Weighted-L1 Weighted-L2 Adamic-Adar "preferential attachment" \
    "Average precision" "common neighbour left" "over 2 splits" "12 edges hidden"; do
    expect_contains stdout "$word"
  done
  expect_lines stderr 0
}

test_links_gives_the_same_json_for_any_number_of_threads() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv "${FEW[@]}" --json --threads 1
  expect_json stdout
  for key in '"auc"' positives_with_common_neighbour degree_product_auc '"negatives": "random"' average_precision; do
    expect_contains stdout "$key"
  done
  mv stdout want
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv "${FEW[@]}" --json --threads 3
  expect_same want stdout
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv "${FEW[@]}" --json --seed 2
  expect_different want stdout
}

test_links_measures_an_embedding_of_the_residual_graph_like_its_own() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --presentations 2000 --outstar-presentations 500 --quiet \
    --splits 1 --residual rest.tsv --methods none
  expect_lines rest.tsv 66
  expect_exit 0 "$COLUMNAR" embed rest.tsv -o rest.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --methods none --splits 1 --quiet --embedding mine=rest.sdr \
    --embedding columns=rest.sdr:l23
  expect_contains stdout mine
  expect_contains stdout columns
  expect_contains stdout "66 edges left"
  expect_contains stdout "Mean over 1 split"
  expect_lacks stdout "±" # one split has no spread
  expect_lines stderr 0
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --methods none --splits 1 --quiet --embedding mine=rest.sdr --json
  expect_contains stdout '"mine": "residual"'
  expect_contains stdout '"sd": null'
}

test_links_warns_of_an_embedding_that_has_seen_the_hidden_edges() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o all.sdr --model all.model "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" convert all.sdr all.tsv
  sed '$d' karate.tsv >less.tsv
  expect_exit 0 "$COLUMNAR" embed less.tsv -o less.sdr "${QUICK[@]}"
  given=(--embedding seen=all.sdr --embedding model=all.model --embedding silent=all.tsv --embedding less=less.sdr)
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --methods none --splits 1 --quiet "${given[@]}"
  expect_contains stderr "Warning: seen was made of the whole graph and has seen the hidden edges"
  expect_contains stderr "Warning: model was made of the whole graph and has seen the hidden edges"
  expect_contains stderr "Warning: silent does not say whether it was made of the graph without the hidden edges"
  expect_contains stderr "Warning: less was made of another graph, not of what --residual writes"
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --methods none --splits 1 --quiet "${given[@]}" --json
  expect_contains stderr "Warning: seen was made of the whole graph"
  for origin in '"seen": "whole"' '"model": "whole"' '"silent": "unknown"' '"less": "other"'; do
    expect_contains stdout "$origin"
  done
}

test_links_gives_every_method_the_window_that_was_asked_for() {
  karate >karate.tsv
  for window in 1 5; do
    expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --splits 1 --quiet --methods node2vec --window "$window"
    mv stdout "$window.txt"
  done
  expect_different 1.txt 5.txt
}

test_links_takes_two_hop_pairs_and_other_forests() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" evaluate links karate.tsv --methods none --negatives hard --forest breadth-first --splits 2
  expect_contains stdout "as many hard pairs"
  expect_contains stdout "breadth-first forest"
  expect_contains stdout "share of the other pairs without one"
}

test_links_refuses_what_it_cannot_split() {
  karate >karate.tsv
  expect_error "--held-out: " "$COLUMNAR" evaluate links karate.tsv --held-out 1
  expect_error "--held-out: " "$COLUMNAR" evaluate links karate.tsv --held-out much
  expect_error "--splits: " "$COLUMNAR" evaluate links karate.tsv --splits 0
  expect_error "--cost: " "$COLUMNAR" evaluate links karate.tsv --cost 0
  expect_error "--methods: unknown 'sdr-9'; use sdr-8, sdr-28, l6, search" "$COLUMNAR" evaluate links karate.tsv --methods sdr-9
  expect_error "--methods: 'sdr-8' is named twice" "$COLUMNAR" evaluate links karate.tsv --methods sdr-8,sdr-8
  expect_error "--embedding: 'rest.sdr' is not NAME=FILE" "$COLUMNAR" evaluate links karate.tsv --embedding rest.sdr
  expect_error "--embedding: 'a=:l23' is not NAME=FILE" "$COLUMNAR" evaluate links karate.tsv --embedding a=:l23
  expect_error "--embedding: 'node2vec' is named twice" "$COLUMNAR" evaluate links karate.tsv --methods node2vec \
    --embedding node2vec=rest.emb
  expect_error "--embedding: 'mine' is named twice" "$COLUMNAR" evaluate links karate.tsv --methods none \
    --embedding mine=a.emb --embedding mine=b.emb
  expect_error "absent.tsv" "$COLUMNAR" evaluate links absent.tsv
  expect_error "no/rest.tsv" "$COLUMNAR" evaluate links karate.tsv --residual no/rest.tsv
  printf '1 2\n2 3\n3 4\n4 5\n' >path.tsv
  expect_error "only 0 (0 %) can be held out" "$COLUMNAR" evaluate links path.tsv
  printf '1 2\n' >edge.tsv
  expect_error "too small to split" "$COLUMNAR" evaluate links edge.tsv
  "$COLUMNAR" embed path.tsv -o path.sdr "${QUICK[@]}"
  expect_error "path.sdr: node '6' has no row in it" "$COLUMNAR" evaluate links karate.tsv --methods none -q --embedding x=path.sdr
  expect_error "r.npz: a plain edge list is written" "$COLUMNAR" evaluate links karate.tsv --residual r.npz
}
