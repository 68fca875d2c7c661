# shellcheck shell=bash
# Likely new edges.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

test_recommend_leaves_out_known_edges() {
  make_model
  expect_exit 0 "$COLUMNAR" recommend model --node 34 -k 40 --format text
  for text in "for" "node" "score" "near" "bits shared" "common neighbours"; do
    expect_contains stdout "$text"
  done
  awk '$1 == 34 && NF == 2 { print $2 } $2 == 34 && NF == 2 { print $1 }' karate.tsv | sort >linked
  awk '$1 == 34 { print $2 }' stdout | sort >recommended
  [[ -s linked && -s recommended ]] || fail "no edges, or no recommendation"
  [[ -z $(comm -12 linked recommended) ]] || fail "recommends nodes that are linked"
  ! grep -qx 34 recommended || fail "recommends the node itself"
}

test_recommend_takes_many_nodes() {
  make_model
  printf '5\n\n7\n' >nodes.txt
  expect_exit 0 "$COLUMNAR" recommend model --node 34 --node 1 --nodes nodes.txt -k 2 --json
  expect_json stdout
  cp stdout want
  (($(grep -c '"recommended"' stdout) == 4)) || fail "not four nodes"
  (($(grep -c '"common_neighbours"' stdout) == 8)) || fail "not two each"
  expect_contains stdout '"near"'
  expect_exit 0 "$COLUMNAR" recommend model --node 34 --node 1 --nodes - -k 2 --json --threads 3 <nodes.txt
  expect_same want stdout
}

test_recommend_prints_tsv_into_a_pipe() {
  make_model
  expect_exit 0 "$COLUMNAR" recommend model --node 34 --node 1 -k 2
  expect_lines stdout 4
  cp stdout want
  awk -F '\t' 'NF != 6 || $3 !~ /^[0-9.]+$/ { exit 1 }' stdout || fail "not six fields with a score"
  [[ $(cut -f 1 stdout | sort -u | tr '\n' ' ') == "1 34 " ]] || fail "no node asked about"
  expect_exit 0 "$COLUMNAR" recommend model --node 34 --node 1 -k 2 --format tsv
  expect_same want stdout
  expect_error "--json: not together with another --format" "$COLUMNAR" recommend model --node 1 --json --format tsv
  expect_error "--format: must be text, tsv or json" "$COLUMNAR" recommend model --node 1 --format xml
}

test_recommend_refuses_what_it_cannot_use() {
  make_model
  expect_error "--node: name a node" "$COLUMNAR" recommend model
  expect_error "model: there is no node '99'" "$COLUMNAR" recommend model --node 99
  printf '1\n99\n' >nodes.txt
  expect_error "nodes.txt:2: there is no node '99'" "$COLUMNAR" recommend model --nodes nodes.txt
  expect_error "nowhere.txt" "$COLUMNAR" recommend model --nodes nowhere.txt
  expect_error "-k: " "$COLUMNAR" recommend model --node 1 -k 0
  expect_error "codes.sdr" "$COLUMNAR" recommend codes.sdr --node 1
  expect_error "nowhere" "$COLUMNAR" recommend nowhere --node 1
}

test_the_ranking_is_measured_by_evaluate_neighbours() {
  make_model
  expect_exit 0 "$COLUMNAR" evaluate neighbours karate.tsv --splits 1 --methods recommend,adamic-adar --json
  expect_json stdout
  expect_contains stdout '"recommend"'
}
