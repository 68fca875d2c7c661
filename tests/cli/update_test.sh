# shellcheck shell=bash
# A model that follows its graph.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model "${QUICK[@]}"
}

# number KEY: of the JSON in stdout.
number() { sed -nE "s/.*\"$1\": ([0-9.]+),?$/\1/p" stdout | head -n 1; }

test_update_changes_the_graph_and_says_so() {
  make_model
  printf '# three kinds\n5 34\n+ 6 33\n- 1 2\n= 33 34 2\n5 5\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv --codes after.sdr
  for text in "Model     club.model" "34 nodes, 79 edges, undirected, weighted" "1 update since training" \
    "Changed   2 edges added, 1 removed, 1 reweighted; 1 without effect" "the edges have weights from now on" "Learned   6 nodes touched, " " pairs shown" \
    "of 34 as they were" "Written   club.model (model, " "after.sdr (codes, "; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" inspect club.model
  for text in "34 nodes, 79 edges, undirected, weighted" "Updates   1 update since training" "trained on the graph" \
    "with changed edges, too few to be learned again yet"; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" encode club.model -o again.sdr --quiet
  expect_same after.sdr again.sdr
}

test_nodes_that_lose_their_last_edge_are_counted() {
  make_model
  printf -- '- 12 1\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv
  expect_contains stdout "1 node without an edge: the code says where it was"
  expect_exit 0 "$COLUMNAR" update club.model <(echo '3 34')
  expect_lacks stdout "without an edge"
}

test_added_edges_give_the_graph_of_all_edges_in_one_file() {
  make_model
  printf '5 34\n6 33 1\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv --quiet
  cat karate.tsv changes.tsv >whole.tsv
  expect_exit 0 "$COLUMNAR" embed whole.tsv -o whole.sdr "${QUICK[@]}"
  "$COLUMNAR" inspect whole.sdr | grep '^Graph ' >want
  "$COLUMNAR" inspect club.model | grep '^Graph ' >got
  expect_same want got
}

test_far_away_codes_stay_and_touched_ones_may_move() {
  ring 600 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o before.tsv --model ring.model "${QUICK[@]}"
  awk 'BEGIN { for (i = 0; i < 8; i++) print 3 + 11 * i, 303 + 13 * i }' >changes.tsv
  expect_exit 0 "$COLUMNAR" update ring.model changes.tsv --codes after.tsv --json
  expect_json stdout
  [[ $(number added) == 8 && $(number touched) == 16 && $(number learned) -gt 0 ]] || fail "other counts: $(cat stdout)"
  local differing
  differing=$(diff before.tsv after.tsv | grep -c '^>' || true)
  ((differing > 0 && differing <= $(number learned))) || fail "$differing codes differ"
  (($(number codes_unchanged) == 600 - differing)) || fail "another number of codes is said to be as it was"
}

test_update_gives_the_same_bytes_on_any_threads_and_however_it_is_read() {
  ring 600 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr --model ring.model "${QUICK[@]}"
  cp ring.model before
  awk 'BEGIN { for (i = 0; i < 60; i++) print i * 10 + 1, (i * 10 + 305) % 600 }' >changes.tsv
  gzip -k changes.tsv
  expect_exit 0 "$COLUMNAR" update ring.model changes.tsv -o one --threads 1 --quiet
  expect_lines stdout 0
  expect_lines stderr 0
  expect_exit 0 "$COLUMNAR" update ring.model changes.tsv.gz -o two --threads 2 --quiet
  expect_exit 0 "$COLUMNAR" update ring.model - -o three --quiet <changes.tsv
  expect_same ring.model before # -o leaves it
  expect_same one two
  expect_same one three
  expect_different one before
  expect_exit 0 "$COLUMNAR" update ring.model changes.tsv --quiet
  expect_same one ring.model
}

test_new_nodes_come_in_only_when_let() {
  make_model
  cp club.model before
  printf 'joe 33\njoe 34\n' >changes.tsv
  expect_error "changes.tsv:1: node 'joe' is not in the model, and new nodes are not let in (--add-nodes lets them)" \
    "$COLUMNAR" update club.model changes.tsv
  expect_same club.model before
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv --add-nodes --codes all.tsv
  expect_contains stdout "35 nodes, 80 edges"
  expect_contains stdout "1 new node"
  expect_lines all.tsv 35
  expect_exit 0 "$COLUMNAR" query club.model --node joe --format text
  expect_contains stdout "bits shared"
  expect_error "are both in the model" "$COLUMNAR" encode club.model changes.tsv -o new.sdr --quiet # known by now
}

test_a_bad_line_leaves_the_model_as_it_was() {
  make_model
  cp club.model before
  for line in '- 1 34' '= 1 34 2' '1' '- 1 2 3' '1 34 x' '1 34 -1' '= 1 2 0' '7 zoe' '- zoe 7'; do
    printf '5 34\n%s\n' "$line" >bad.tsv
    expect_error "bad.tsv:2: " "$COLUMNAR" update club.model bad.tsv
    expect_same club.model before
  done
  sed 's/^/- /' karate.tsv >all.tsv
  expect_error "all.tsv: no edge would be left" "$COLUMNAR" update club.model all.tsv
  expect_only karate.tsv codes.sdr club.model before bad.tsv all.tsv
}

test_changes_that_change_nothing_leave_the_model_as_it_was() {
  make_model
  cp club.model before
  : >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv --codes after.sdr
  expect_contains stdout "0 edges added"
  expect_same club.model before
  expect_same after.sdr codes.sdr
  printf '1 1\n1 2\n+ 5 34\n- 5 34\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv
  expect_same club.model before
}

test_codes_of_another_state_are_not_explained() {
  make_model
  printf '5 34\n5 33\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv --codes after.sdr
  expect_exit 0 "$COLUMNAR" explain after.sdr --node 5 --model club.model
  expect_error "codes.sdr: not the codes of this model: they are of another graph, or of this one before or after" \
    "$COLUMNAR" explain codes.sdr --node 5 --model club.model
}

test_batches_are_saved_one_by_one() {
  make_model
  printf '5 34\n6 34\n7 34\n8 34\n11 34\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv -o batched --batch 2
  expect_contains stdout "5 edges added"
  expect_contains stdout "3 updates since training"
  expect_contains stdout "summed over 3 batches"
  expect_lines stderr 3
  expect_contains stderr "columnar: lines 3-4 "
  # By hand.
  head -n 2 changes.tsv | "$COLUMNAR" update club.model - -o by_hand --quiet
  sed -n 3,4p changes.tsv | "$COLUMNAR" update by_hand - --quiet
  cp by_hand four
  tail -n 1 changes.tsv | "$COLUMNAR" update by_hand - --quiet
  expect_same batched by_hand
  # The batch with the bad line is not in the file, those before it are.
  printf '5 34\n6 34\n7 34\n8 34\n11 34\n- 1 34\n12 34\n' |
    expect_exit 2 "$COLUMNAR" update club.model - -o failed --batch 2 --quiet
  expect_lines stderr 1
  expect_contains stderr "stdin:6: there is no edge from '1' to '34' (changes up to line 4 are in failed)"
  expect_same failed four
}

test_a_stream_is_followed_while_it_lasts() {
  make_model
  cp club.model before
  mkfifo stream
  "$COLUMNAR" update club.model stream --batch 1 >out 2>err &
  local program=$!
  exec 3>stream
  echo '5 34' >&3
  local tries
  for ((tries = 0; tries < 600; tries++)); do # the stream is open still: the line alone must do
    cmp -s club.model before || break
    sleep 0.1
  done
  expect_different club.model before
  cp club.model first
  echo '6 34' >&3
  for ((tries = 0; tries < 600; tries++)); do
    cmp -s club.model first || break
    sleep 0.1
  done
  cp club.model second
  kill -9 "$program" # whatever happens now, what was saved is whole
  wait "$program" 2>/dev/null || true
  exec 3>&-
  expect_same club.model second
  expect_exit 0 "$COLUMNAR" inspect club.model
  expect_contains stdout "34 nodes, 80 edges"
  expect_contains err "line 1 "
}

test_update_fails_before_its_work() {
  make_model
  cp club.model before
  echo '5 34' >changes.tsv
  expect_error "nowhere.model: no such file" "$COLUMNAR" update nowhere.model changes.tsv
  expect_error "codes.sdr: not a columnar model file" "$COLUMNAR" update codes.sdr changes.tsv
  expect_error "nowhere.tsv: no such file" "$COLUMNAR" update club.model nowhere.tsv
  expect_error "nowhere/m: cannot write" "$COLUMNAR" update club.model nowhere.tsv -o nowhere/m
  expect_error "nowhere/c.sdr: cannot write" "$COLUMNAR" update club.model nowhere.tsv --codes nowhere/c.sdr
  expect_error "unknown extension" "$COLUMNAR" update club.model nowhere.tsv --codes codes.txt
  expect_error "would replace an input" "$COLUMNAR" update club.model changes.tsv -o changes.tsv
  expect_error "would replace an input" "$COLUMNAR" update club.model changes.tsv --codes changes.tsv
  expect_error "same file" "$COLUMNAR" update club.model changes.tsv -o new.sdr --codes ./new.sdr
  expect_error "taken for codes by this name" "$COLUMNAR" update club.model changes.tsv -o new.sdr
  expect_error "MODEL: must be a file" "$COLUMNAR" update - changes.tsv
  expect_error "--batch: " "$COLUMNAR" update club.model changes.tsv --batch many
  chmod a-w club.model
  expect_error "club.model: cannot write" "$COLUMNAR" update club.model changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv -o other --quiet
  expect_same club.model before
  expect_only karate.tsv codes.sdr club.model before changes.tsv other
}

test_a_damaged_model_is_refused_and_not_replaced() {
  make_model
  echo '5 34' >changes.tsv
  size=$(wc -c <club.model)
  for part in 1 3 5 7 9; do
    cp club.model bad.model
    flip_byte bad.model $((part * (size - 1) / 10))
    cp bad.model before
    expect_error "bad.model: " "$COLUMNAR" update bad.model changes.tsv
    expect_same bad.model before
  done
}
