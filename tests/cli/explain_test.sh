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

test_explain_begins_with_what_the_graph_says() {
  make_model
  expect_exit 0 "$COLUMNAR" explain model --node 33 --with 34
  [[ $(head -n 1 stdout) == "33 and 34 are linked." ]] || fail "does not begin with the link: $(head -n 1 stdout)"
  sed -n 2p stdout | grep -qE '^Both are linked to ([0-9]+, ){4}[0-9]+ and 5 more\.$' || fail "names other neighbours: $(sed -n 2p stdout)"
  expect_exit 0 "$COLUMNAR" explain model --node 17 --with 34
  [[ $(head -n 1 stdout) == "17 and 34 are not linked; the shortest path between them has 4 edges." ]] || fail "$(head -n 1 stdout)"
  [[ $(sed -n 2p stdout) == "They have no common neighbour." ]] || fail "$(sed -n 2p stdout)"
  expect_exit 0 "$COLUMNAR" explain model --node 17 --with 34 --json
  expect_contains stdout '"linked": false'
  expect_contains stdout '"distance": 4'
  printf 'a\tb\t2.5\nb\tc\t1\nc\tb\t3\nc\td\t1\n' >weighted.tsv
  expect_exit 0 "$COLUMNAR" embed weighted.tsv --directed -o w.sdr --model w.model --quiet --columns 20 --l5a-size 40
  expect_exit 0 "$COLUMNAR" explain w.model --node b --with a
  [[ $(head -n 1 stdout) == "a links to b (weight 2.5), but not the other way round." ]] || fail "$(head -n 1 stdout)"
  expect_exit 0 "$COLUMNAR" explain w.model --node b --with c
  [[ $(head -n 1 stdout) == "b and c are linked in both directions (weights 1 and 3)." ]] || fail "$(head -n 1 stdout)"
  expect_exit 0 "$COLUMNAR" recommend w.model --node c
  expect_contains stdout $'c\ta\t'
  expect_lacks stdout $'c\tb\t'
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
