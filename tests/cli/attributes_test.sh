# shellcheck shell=bash
# Attributes of nodes: tables and matrices that belong to the graph, and those that do not.
source "$CLI_TESTS/graphs.sh"

# Twelve people in a ring of two halves; those of a half like the same things.
ring_of_people() {
  for i in 0 1 2 3 4 5 6 7 8 9 10 11; do printf 'p%d p%d\n' "$i" "$(((i + 1) % 12))"; done >ring.txt
  printf 'id,likes,age,town\n' >people.csv
  for i in 0 1 2 3 4 5; do printf 'p%d,"chess, go and books",%d,Rome\n' "$i" "$((20 + i))"; done >>people.csv
  for i in 6 7 8 9 10 11; do printf 'p%d,running and hills,%d,Oslo\n' "$i" "$((60 + i))"; done >>people.csv
}

test_a_table_of_people_shapes_the_codes() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -o a.sdr --model a.model --presentations 2000
  expect_contains stdout "attributes explained on nodes left out"
  expect_exit 0 "$COLUMNAR" embed ring.txt -o b.tsv -q "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" convert a.sdr a.tsv
  ! cmp -s a.tsv b.tsv || fail "attributes change nothing"
  expect_exit 0 "$COLUMNAR" inspect a.model
}

test_the_same_codes_on_any_number_of_threads() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -q -o a.sdr --threads 1 "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -q -o b.sdr --threads 3 "${QUICK[@]}"
  cmp a.sdr b.sdr || fail "codes depend on the threads"
}

test_rows_must_be_those_of_the_graph() {
  ring_of_people
  grep -v '^p3,' people.csv >short.csv
  expect_error "short.csv: no row for node 'p3'" "$COLUMNAR" embed ring.txt --attributes short.csv -q -o a.sdr
  printf 'p99,chess,40,Rome\n' | cat people.csv - >long.csv
  expect_error "long.csv:14: the graph has no node 'p99'" "$COLUMNAR" embed ring.txt --attributes long.csv -q -o a.sdr
  expect_error "absent.csv" "$COLUMNAR" embed ring.txt --attributes absent.csv -q -o a.sdr
  expect_error "ring.txt" "$COLUMNAR" embed ring.txt --attributes graph -q -o a.sdr
  expect_missing a.sdr
}

# people_model: a model of the ring with the attributes of people.
people_model() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --attribute-share 1 -q -o a.sdr --model a.model --presentations 2000
  printf 'id,town,age,likes\nx,Oslo,63,running\ny,Rome,22,go and books\n' >new.csv
  printf 'x p7\n' >edges.txt
}

test_new_nodes_are_encoded_by_their_attributes() {
  people_model
  expect_exit 0 "$COLUMNAR" encode a.model --attributes new.csv -o cold.tsv --threads 1
  expect_contains stdout "2 new nodes, 0 edges"
  expect_exit 0 "$COLUMNAR" encode a.model --attributes new.csv -o again.tsv --threads 3 -q
  expect_same cold.tsv again.tsv
  expect_exit 0 "$COLUMNAR" query a.model --new-attributes new.csv --node x --layer all -k 4 --format tsv
  [[ $(head -n 1 stdout) =~ ^p([6-9]|1[01])$'\t' ]] || fail "a runner should be nearest to a runner"
  expect_exit 0 "$COLUMNAR" encode a.model edges.txt --attributes new.csv -o c.tsv -q
  expect_exit 0 "$COLUMNAR" encode a.model --attributes new.csv --all -o all.tsv -q
  [[ $(grep -c '^[pxy]' all.tsv) == 14 ]] || fail "--all has the 12 known nodes and the 2 new ones"
}

test_update_keeps_the_attributes_of_new_nodes() {
  people_model
  expect_exit 0 "$COLUMNAR" update a.model edges.txt --attributes new.csv --add-nodes -o one.model --threads 1
  expect_contains stdout "2 new nodes"
  expect_exit 0 "$COLUMNAR" update a.model edges.txt --attributes new.csv --add-nodes -o two.model --threads 3 --batch 1 -q
  expect_same one.model two.model
  expect_exit 0 "$COLUMNAR" explain one.model --node x --with p7
  expect_contains stdout "Both have "
  expect_contains stdout "town=Oslo (7 nodes)"
  expect_exit 0 "$COLUMNAR" update a.model --attributes new.csv --add-nodes -o cold.model
  expect_contains stdout "2 nodes without an edge"
  expect_error "new.csv:2: 'x' is a node of the model" "$COLUMNAR" update cold.model --attributes new.csv --add-nodes -q
  expect_error "--attributes: are of new nodes, which --add-nodes lets in" "$COLUMNAR" update a.model --attributes new.csv
  expect_error "EDGES: name the changes, or the --attributes of new nodes" "$COLUMNAR" update a.model
}

test_attributes_of_new_nodes_that_do_not_fit_are_refused() {
  people_model
  encode_error() { expect_error "$1" "$COLUMNAR" encode a.model "${@:2}" --attributes bad.csv -q -o c.sdr; }
  printf 'id,town\nx,Oslo\nx,Rome\n' >bad.csv
  encode_error "bad.csv:3: second row of 'x', the first is line 2"
  printf 'id,city\nx,Oslo\n' >bad.csv
  encode_error "bad.csv:2: the model has no column 'city'"
  printf 'id,age\nx,nan\n' >bad.csv
  expect_exit 0 "$COLUMNAR" encode a.model --attributes bad.csv -q -o c.sdr # a missing value
  printf 'id,age\nx,-inf\n' >bad.csv
  encode_error "bad.csv:2: '-inf' is not a finite number in column 'age'"
  printf 'id,age\nx,old\n' >bad.csv
  encode_error "bad.csv:2: 'old' in column 'age', which has numbers in the model"
  printf 'id,age\np3,30\n' >bad.csv
  encode_error "bad.csv:2: 'p3' is a node of the model"
  printf 'id,age\ny,30\n' >bad.csv
  encode_error "bad.csv: no row for the new node 'x'" edges.txt
  expect_exit 0 "$COLUMNAR" embed ring.txt -q -o b.sdr --model b.model "${QUICK[@]}"
  expect_error "new.csv: the model was trained without attributes" "$COLUMNAR" encode b.model --attributes new.csv -q -o c.sdr
  expect_error "--new-attributes: a.sdr is no model" "$COLUMNAR" query a.sdr --new-attributes new.csv --node x
}

test_explain_names_shared_attributes_and_what_columns_stand_for() {
  people_model
  expect_exit 0 "$COLUMNAR" explain a.model --node p7
  expect_contains stdout "stand for"
  expect_exit 0 "$COLUMNAR" explain a.model --node p7 --with p8 --json
  expect_contains stdout '"name": "town=Oslo"'
  expect_exit 0 "$COLUMNAR" explain a.model --node p1 --with p9
  expect_contains stdout "Both have likes:and (12 nodes)."
  expect_exit 0 "$COLUMNAR" embed ring.txt -q -o b.sdr --model b.model "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" explain b.model --node p1 --with p9
  expect_lacks stdout "attribute"
}

test_the_estimate_counts_attributes_and_roles() {
  ring_of_people
  expect_exit 0 "$COLUMNAR" embed ring.txt --attributes people.csv --estimate
  expect_contains stdout "attributes"
  karate >club.tsv
  expect_exit 0 "$COLUMNAR" embed club.tsv --roles 0.5 --estimate
  expect_contains stdout "roles: columns"
}

test_the_experiment_measures_codes_with_and_without_attributes() {
  ring_of_people
  for i in 0 1 2 3 4 5; do printf 'p%d south\n' "$i"; done >classes.txt
  for i in 6 7 8 9 10 11; do printf 'p%d north\n' "$i"; done >>classes.txt
  expect_exit 0 "$COLUMNAR" evaluate attributes ring.txt --labels classes.txt --attributes people.csv --seeds 1 --gnn gcn \
    --hidden 0.2 -q "${QUICK[@]}"
  for row in "codes without attributes" "codes with attributes" "codes of attributes alone" "raw attributes" "gcn"; do
    expect_contains stdout "$row"
  done
  expect_contains stderr "20 % of the nodes are 2 nodes: too few to compare accuracies"
  expect_error "--attributes: name those of the nodes" "$COLUMNAR" evaluate attributes ring.txt --labels classes.txt -q
}
