# shellcheck shell=bash
# Bits that say what part a node plays.
source "$CLI_TESTS/graphs.sh"

# clubs >FILE: two karate clubs, ids 1 to 34 and 101 to 134, whose members 1 and 101 know each other.
clubs() {
  karate
  karate | awk '{ print $1 + 100 "\t" $2 + 100 }'
  printf '1\t101\n'
}

make_model() {
  clubs >clubs.tsv
  expect_exit 0 "$COLUMNAR" embed clubs.tsv -o codes.sdr --model clubs.model --roles 0.5 --quiet
}

test_a_member_is_nearest_to_its_mirror_image_by_role() {
  make_model
  local found=0
  for member in $(seq 1 34); do
    # Several may play exactly the same part, so all that share most are asked for.
    expect_exit 0 "$COLUMNAR" query codes.sdr --layer roles --node "$member" -k 67 --format text
    awk -v image=$((member + 100)) 'NR == 3 { best = $2 } NR > 2 && $1 == image { exit !($2 == best) }' stdout &&
      found=$((found + 1))
  done
  ((found >= 30)) || fail "$found of 34 members are nearest to their mirror images"
  # By all bits the nearest one is in the same club.
  expect_exit 0 "$COLUMNAR" query codes.sdr --node 2 -k 1 --format text
  [[ $(awk 'NR == 3 { print $1 < 100 }' stdout) == 1 ]] || fail "all bits should tell the two clubs apart"
}

test_query_searches_the_layer_that_is_named() {
  make_model
  for layer in l23 l5a all l6 roles; do
    expect_exit 0 "$COLUMNAR" convert codes.sdr part.sdr --layer "$layer" --quiet
    expect_exit 0 "$COLUMNAR" query part.sdr --node 34 --json
    mv stdout want
    for file in codes.sdr clubs.model; do
      expect_exit 0 "$COLUMNAR" query "$file" --node 34 --layer "$layer" --json
      expect_same stdout want
    done
  done
  printf 'joe 1\njoe 2\n' >new.tsv
  expect_exit 0 "$COLUMNAR" query clubs.model --new new.tsv --node joe --layer roles --format text
  expect_contains stdout " of 14"
  expect_exit 0 "$COLUMNAR" index codes.sdr -o codes.index --quiet
  expect_error "--layer: codes.index is an index" "$COLUMNAR" query codes.index --node 34 --layer roles
  expect_error "--layer: unknown layer 'role'" "$COLUMNAR" query codes.sdr --node 34 --layer role
}

test_the_roles_of_the_same_graph_are_those_of_its_codes() {
  make_model
  expect_exit 0 "$COLUMNAR" convert codes.sdr want.tsv --layer roles --quiet
  for flags in "" "--layer roles" "--layer all --threads 5"; do
    # shellcheck disable=SC2086  # several flags
    expect_exit 0 "$COLUMNAR" encode clubs.model --roles-of clubs.tsv -o got.tsv --quiet $flags
    expect_same got.tsv want.tsv
  done
  ring 40 >ring.tsv
  expect_exit 0 "$COLUMNAR" encode clubs.model --roles-of ring.tsv -o ring.sdr
  expect_contains stdout "Roles of  ring.tsv, 40 nodes"
  expect_contains stdout "40 nodes, 14 of 900 bits"
  expect_error "the codes hold layer 'all', from which 'l6' cannot be taken" \
    "$COLUMNAR" encode clubs.model --roles-of ring.tsv -o l6.tsv --layer l6 --quiet
}

test_threads_and_a_checkpoint_change_no_byte() {
  make_model
  expect_exit 0 "$COLUMNAR" embed clubs.tsv -o codes5.sdr --model clubs5.model --roles 0.5 --threads 5 \
    --checkpoint run --json
  expect_contains stdout '"roles: graph"'
  expect_same codes5.sdr codes.sdr
  expect_same clubs5.model clubs.model
  expect_missing run
}

test_commands_tell_that_codes_have_roles() {
  make_model
  for file in codes.sdr clubs.model; do
    expect_exit 0 "$COLUMNAR" inspect "$file"
    expect_contains stdout "Roles     150 of these 300 columns (4 of 8 active) and 150 of the 300 L5a neurons"
  done
  expect_exit 0 "$COLUMNAR" explain codes.sdr --node 34 --model clubs.model
  expect_contains stdout "Bits for roles: "
  printf '34 101\n34 102\n34 103\n' >more.tsv
  expect_exit 0 "$COLUMNAR" update clubs.model more.tsv -o updated.model --quiet
  expect_exit 0 "$COLUMNAR" query updated.model --layer roles --node 34 --format text
}

test_the_experiment_measures_two_graphs() {
  clubs >clubs.tsv
  awk '{ n[$1]++; n[$2]++ } END { for (v in n) print v, (n[v] > 4 ? "many" : "few") }' clubs.tsv >labels.tsv
  ring 60 >ring.tsv
  awk '{ n[$1]++; n[$2]++ } END { for (v in n) print v, (n[v] > 4 ? "many" : "few") }' ring.tsv >ring_labels.tsv
  expect_exit 0 "$COLUMNAR" evaluate roles clubs.tsv --labels labels.tsv --then ring.tsv --then-labels ring_labels.tsv \
    --roles 0.5 --methods none --seeds 1 --json
  expect_json stdout
  for text in '"bits for roles"' '"the other bits"' '"transfer"' '"majority"'; do
    expect_contains stdout "$text"
  done
  expect_error "--roles: no share" "$COLUMNAR" evaluate roles clubs.tsv --labels labels.tsv --quiet
}

test_no_roles_can_be_asked_of_codes_without_them() {
  clubs >clubs.tsv
  expect_exit 0 "$COLUMNAR" embed clubs.tsv -o codes.sdr --model clubs.model "${QUICK[@]}"
  expect_error "the codes have no roles (embed --roles SHARE makes some)" \
    "$COLUMNAR" query codes.sdr --layer roles --node 1
  expect_error "the codes have no roles" "$COLUMNAR" convert codes.sdr roles.tsv --layer roles
  expect_error "model: it has no roles" "$COLUMNAR" encode clubs.model --roles-of clubs.tsv -o roles.tsv --quiet
  for share in -0.1 0.95 1 nan inf half ""; do
    expect_error "--roles: " "$COLUMNAR" embed clubs.tsv -o no.sdr --roles "$share"
  done
  expect_error "--roles: 1 active columns" "$COLUMNAR" embed clubs.tsv -o no.sdr --roles 0.5 --active-columns 1
  seq 0 9 | awk '{ print $1, ($1 + 1) % 10 }' >cycle.tsv
  expect_error "all of its nodes play the same part" "$COLUMNAR" embed cycle.tsv -o no.sdr --roles 0.5 --quiet
  expect_missing no.sdr
}
