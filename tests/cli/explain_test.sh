# shellcheck shell=bash
# What the bits of a node stand for.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

test_explain_shows_bits_and_regions() {
  make_model
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 33 --model model --labels labels.tsv
  for text in "Node      33, class Officer, lies in region" "likes region" "nodes with it" "most typical nodes" "Officer: "; do
    expect_contains stdout "$text"
  done
  (($(grep -cE '^[0-9]+ +L2/3 ' stdout) == 8)) || fail "not 8 bits of L2/3"
  (($(grep -cE '^[0-9]+ +L5a ' stdout) == 20)) || fail "not 20 bits of L5a"
  expect_lines stderr 0
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 33 --model model
  expect_lacks stdout "class"
}

test_explain_says_what_two_nodes_share() {
  make_model
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 33 --model model --with 34 --labels labels.tsv
  for text in "First     33" "Second    34" "two random nodes share as much with probability" "nearer to the first: " "for second" \
    "neurons of L6" "Near both"; do
    expect_contains stdout "$text"
  done
}

test_explain_json_agrees_with_the_codes_of_every_format() {
  make_model
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 5 --model model --labels labels.tsv --with 7 --json
  expect_json stdout
  for key in overlap near near_both chance shared_bits cosine nearer_nodes typical affinity eligibility; do
    expect_contains stdout "\"$key\""
  done
  mv stdout want
  for extension in npz tsv; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "codes.$extension" --layer search --quiet
    expect_exit 0 "$COLUMNAR" explain "codes.$extension" --node 5 --model model --labels labels.tsv --with 7 --json
    expect_same want stdout
  done
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 5 --model model --json
  expect_json stdout
  expect_contains stdout '"with": null'
}

test_explain_takes_the_model_for_the_codes() {
  make_model
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 33 --model model --with 34 --json
  mv stdout want
  expect_exit 0 "$COLUMNAR" explain model --node 33 --with 34 --json
  expect_same want stdout
  expect_exit 0 "$COLUMNAR" explain model:l23 --node 33
  expect_contains stdout "8 of 1,500 bits"
  expect_error "--node: '99' is no node of model" "$COLUMNAR" explain model --node 99
}

test_explain_takes_one_layer() {
  make_model
  expect_exit 0 "$COLUMNAR" explain codes.sdr:l23 --node 1 --model model --typical 2
  expect_contains stdout "8 of 1,500 bits"
  expect_lacks stdout "L5a "
  expect_exit 0 "$COLUMNAR" explain codes.sdr:l5a --node 1 --model model
  expect_contains stdout "20 of 300 bits"
}

test_explain_refuses_what_it_cannot_explain() {
  make_model
  expect_error "--node: '99' is no node of model" "$COLUMNAR" explain codes.sdr --node 99 --model model
  expect_error "--with: '99' is no node of model" "$COLUMNAR" explain codes.sdr --node 1 --model model --with 99
  expect_error "--with: " "$COLUMNAR" explain codes.sdr --node 1 --model model --with 1
  expect_error "--typical: " "$COLUMNAR" explain codes.sdr --node 1 --model model --typical many
  expect_error "--model" "$COLUMNAR" explain codes.sdr --node 1
  expect_error "--node" "$COLUMNAR" explain codes.sdr --model model
  expect_error "nowhere" "$COLUMNAR" explain codes.sdr --node 1 --model nowhere
  expect_error "codes.sdr: " "$COLUMNAR" explain codes.sdr --node 1 --model codes.sdr
  expect_error "nowhere.sdr" "$COLUMNAR" explain nowhere.sdr --node 1 --model model
  expect_error "nowhere.tsv" "$COLUMNAR" explain codes.sdr --node 1 --model model --labels nowhere.tsv
  printf '2 2\n1 0.5 1\n2 1 1\n' >rows.emb
  expect_error "rows.emb: holds vectors" "$COLUMNAR" explain rows.emb --node 1 --model model
}

test_explain_refuses_codes_of_another_graph_shape_or_seed() {
  make_model
  ring 100 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o ring.sdr --model ring.model "${QUICK[@]}"
  expect_error "codes.sdr: not the codes of this model: they are of another graph" \
    "$COLUMNAR" explain codes.sdr --node 1 --model ring.model
  expect_exit 0 "$COLUMNAR" convert codes.sdr codes.tsv --quiet # which does not say of which graph it is
  expect_error "codes.tsv: not the codes of this model: node '0' has no row in it" \
    "$COLUMNAR" explain codes.tsv --node 1 --model ring.model
  expect_error "ring.sdr: not the codes of this model" "$COLUMNAR" explain ring.sdr --node 1 --model model
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o other.sdr --seed 2 "${QUICK[@]}"
  expect_error "other.sdr: not the codes of this model" "$COLUMNAR" explain other.sdr --node 1 --model ring.model
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o small.sdr --cells-per-column 4 "${QUICK[@]}"
  expect_error "small.sdr: codes of another shape" "$COLUMNAR" explain small.sdr --node 1 --model ring.model
}
