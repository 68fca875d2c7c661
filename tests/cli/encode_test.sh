# shellcheck shell=bash
# Codes of nodes that a model has never seen.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model --quiet
}

test_a_new_node_finds_its_community() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model --columns 60 --l5a-size 60 --quiet
  printf 'joe 33\njoe 34\njoe 30\nmia 1\nmia 2\nmia 4\n' >new.tsv
  for node in joe:Officer mia:Mr-Hi; do
    expect_exit 0 "$COLUMNAR" query club.model --new new.tsv --node "${node%:*}" -k 5 --format text
    expect_lines stdout 7
    awk 'NR > 2 { print $1 }' stdout | while read -r id; do grep "^$id " labels.tsv; done |
      awk -v side="${node#*:}" '$2 == side { right++ } END { exit right < 4 }' || fail "${node%:*} is among strangers"
  done
}

test_new_edges_are_a_table_as_the_graph_is() {
  { printf 'source,target\n' && karate | awk '{ print "\"member, " $1 "\",\"member, " $2 "\"" }'; } >club.csv
  expect_exit 0 "$COLUMNAR" embed club.csv -o club.sdr --model club.model --quiet
  printf 'source,target\nsoft rock,"member, 1"\nsoft rock,"member, 2"\n' >new.csv
  expect_exit 0 "$COLUMNAR" encode club.model new.csv -o new.tsv --quiet
  [[ $(cut -f 1 new.tsv) == "soft rock" ]] || fail "not the one new node: $(cut -f 1 new.tsv)"
  expect_exit 0 "$COLUMNAR" query club.model --new new.csv --node "soft rock" -k 1
  expect_contains stdout "member, "
  expect_exit 0 "$COLUMNAR" update club.model new.csv -o grown.model --add-nodes --quiet
  expect_exit 0 "$COLUMNAR" query grown.model --node "soft rock" -k 1
}

test_new_nodes_get_a_code_each_in_every_format() {
  make_model
  printf 'joe 33\njoe 34\n# a friend of a newcomer\nmia joe\n' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o want.tsv --quiet
  for extension in sdr npz tsv svm; do
    expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o "codes_of_new.$extension"
    bits="28 of 1,800 bits (L2/3 + L5a)"
    [[ $extension != sdr ]] || bits="48 of 3,848 bits (L2/3 + L5a + L6)"
    for text in "Model     club.model" "34 nodes, 78 edges, undirected, unweighted" "Encoded   2 new nodes, 3 edges" \
      "µs per node" "Codes     2 nodes, $bits" "Written   codes_of_new.$extension (codes, "; do
      expect_contains stdout "$text"
    done
    expect_exit 0 "$COLUMNAR" convert "codes_of_new.$extension" "from_$extension.tsv" --quiet
    expect_same want.tsv "from_$extension.tsv"
  done
  [[ $(cut -f 1 want.tsv | paste -sd ' ') == "joe mia" ]] || fail "other nodes, or another order"
  expect_exit 0 "$COLUMNAR" inspect codes_of_new.sdr
  expect_contains stdout "$("$COLUMNAR" inspect codes.sdr | grep '^Graph ')"
}

test_encode_writes_all_nodes_where_asked() {
  make_model
  printf '99 33\n99 34\n' >new.tsv
  expect_exit 0 "$COLUMNAR" convert codes.sdr known.tsv --quiet
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new99.tsv --quiet
  expect_lines stdout 0
  expect_lines stderr 0
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o all.tsv --all --quiet
  cat known.tsv new99.tsv >want
  expect_same all.tsv want
  # Without edges: what embed wrote, byte for byte; so does convert.
  expect_exit 0 "$COLUMNAR" encode club.model -o again.sdr
  expect_contains stdout "Codes     34 nodes"
  expect_same codes.sdr again.sdr
  expect_exit 0 "$COLUMNAR" convert club.model converted.sdr --quiet
  expect_same codes.sdr converted.sdr
  # A name makes all ids names.
  echo 'joe 33' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o all.sdr --all --quiet
  expect_exit 0 "$COLUMNAR" inspect all.sdr
  expect_contains stdout "text: 1, 2, 3, 4, 5"
}

test_encode_gives_the_same_bytes_on_any_threads_and_alone() {
  ring 600 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr --model ring.model "${QUICK[@]}"
  awk 'BEGIN { for (i = 0; i < 200; i++) { print "new" i, i * 3; print "new" i, i * 3 + 1 } }' >new.tsv
  expect_exit 0 "$COLUMNAR" encode ring.model new.tsv -o one.tsv --threads 1 --quiet
  expect_exit 0 "$COLUMNAR" encode ring.model new.tsv -o two.tsv --threads 2 --quiet
  expect_same one.tsv two.tsv
  expect_exit 0 "$COLUMNAR" encode ring.model - -o stdin.tsv --quiet <new.tsv
  expect_same one.tsv stdin.tsv
  gzip -k new.tsv
  expect_exit 0 "$COLUMNAR" encode ring.model new.tsv.gz -o gzip.tsv --quiet
  expect_same one.tsv gzip.tsv
  grep '^new7 ' new.tsv >seven.tsv
  expect_exit 0 "$COLUMNAR" encode ring.model seven.tsv -o seven_code.tsv --quiet
  diff seven_code.tsv <(grep -P '^new7\t' one.tsv) || fail "another code alone than among others"
  (($(cat one.tsv <("$COLUMNAR" encode ring.model -o ring_codes.tsv && cat ring_codes.tsv) | grep -P '\t' | cut -f 2 |
    sort | uniq -d | wc -l) == 0)) || fail "two nodes have the same code"
}

test_encode_takes_layers_codecs_and_labels() {
  make_model
  printf 'joe 33\njoe 34\nmia 1\n' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o l23.tsv --layer l23
  expect_contains stdout "8 of 1,500 bits (L2/3)"
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o packed.sdr --codec elias-fano --quiet
  expect_exit 0 "$COLUMNAR" inspect packed.sdr
  expect_contains stdout "elias-fano"
  printf 'joe Officer\nmia Mr-Hi\n1 Mr-Hi\n' >labels.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new.svm --labels labels.tsv --quiet
  [[ $(cut -d ' ' -f 1 new.svm | paste -sd ' ') == "1 0" ]] || fail "other classes"
  expect_error "--labels: only .svm" "$COLUMNAR" encode club.model new.tsv -o new.sdr --labels labels.tsv
}

test_convert_takes_labels_for_svm() {
  make_model
  printf 'joe 33\njoe 34\nmia 1\n' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new.sdr --quiet
  expect_exit 0 "$COLUMNAR" convert new.sdr new.svm
  expect_contains stdout "every class is 0, for no --labels were given"
  [[ $(cut -d ' ' -f 1 new.svm | paste -sd ' ') == "0 0" ]] || fail "classes from nowhere"
  printf 'joe Officer\n1 Mr-Hi\n' >labels.tsv
  expect_exit 0 "$COLUMNAR" convert new.sdr new.svm --labels labels.tsv
  expect_lacks stdout "--labels"
  [[ $(cut -d ' ' -f 1 new.svm | paste -sd ' ') == "0 -1" ]] || fail "other classes"
  expect_error "--labels: only .svm holds classes" "$COLUMNAR" convert new.sdr new.tsv --labels labels.tsv
  printf 'a b\nc d\n' >others.tsv
  expect_error "others.tsv: none of its 2 ids is in the graph" "$COLUMNAR" convert new.sdr out.svm --labels others.tsv
  expect_missing out.svm
}

test_encode_tells_what_it_did_as_json() {
  make_model
  printf 'joe 33\njoe 34\nmia mo\n' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new.sdr --json
  expect_json stdout
  for text in '"new_nodes": 3' '"new_edges": 3' '"placeless": 2' '"microseconds_per_node"' '"tie_breaks"' '"codes": 3' \
    '"path": "new.sdr"' '"updates": 0'; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new.sdr
  expect_contains stdout "Notes     no walk leads from 2 new nodes to a known one: their codes say nothing"
  printf 'joe 33\njoe 33\n' >new.tsv
  expect_exit 0 "$COLUMNAR" encode club.model new.tsv -o new.sdr
  expect_contains stdout "Dropped   1 edge that came twice or leads nowhere"
}

test_encode_refuses_what_is_not_new() {
  make_model
  cp club.model before
  printf 'joe 33\n1 34\n' >known.tsv
  expect_error "known.tsv:2: '1' and '34' are both in the model; an update takes" \
    "$COLUMNAR" encode club.model known.tsv -o new.sdr --quiet
  printf 'joe 33\n- 1 34\n' >removed.tsv
  expect_error "removed.tsv:2: " "$COLUMNAR" encode club.model removed.tsv -o new.sdr --quiet
  echo 'joe' >short.tsv
  expect_error "short.tsv:1: expected 'u v [weight]'" "$COLUMNAR" encode club.model short.tsv -o new.sdr --quiet
  echo 'joe 33 -2' >negative.tsv
  expect_error "negative.tsv:1: " "$COLUMNAR" encode club.model negative.tsv -o new.sdr --quiet
  : >empty.tsv
  expect_error "empty.tsv: no edges" "$COLUMNAR" encode club.model empty.tsv -o new.sdr --quiet
  expect_same club.model before
  expect_missing new.sdr
}

test_encode_fails_before_its_work() {
  make_model
  echo 'joe 33' >new.tsv
  expect_error "--output" "$COLUMNAR" encode club.model new.tsv
  expect_error "unknown extension" "$COLUMNAR" encode club.model nowhere.tsv -o codes.txt
  expect_error "nowhere/new.sdr: cannot write" "$COLUMNAR" encode club.model nowhere.tsv -o nowhere/new.sdr
  expect_error "would replace an input" "$COLUMNAR" encode club.model new.tsv -o ./new.tsv
  mv club.model club.sdr
  expect_error "would replace an input" "$COLUMNAR" encode club.sdr new.tsv -o club.sdr
  mv club.sdr club.model
  expect_error "nowhere.tsv: no such file" "$COLUMNAR" encode club.model nowhere.tsv -o new.sdr
  expect_error "nowhere.model: no such file" "$COLUMNAR" encode nowhere.model new.tsv -o new.sdr
  expect_error "codes.sdr: not a columnar model file" "$COLUMNAR" encode codes.sdr new.tsv -o new.sdr
  expect_error "MODEL: must be a file" "$COLUMNAR" encode - new.tsv -o new.sdr
  expect_error "--layer: unknown layer" "$COLUMNAR" encode club.model new.tsv -o new.sdr --layer l7
  expect_only karate.tsv codes.sdr club.model new.tsv
}
