# shellcheck shell=bash
# Classification of several embeddings, codes and vectors.
source "$CLI_TESTS/graphs.sh"

make_embeddings() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --quiet
  for seed in 1 2; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "n$seed.emb" --method node2vec --dimensions 8 --seed "$seed" --quiet
  done
}

# JSON without the seconds that each method took.
without_times() {
  sed '/"seconds": {/,/}/d' "$1"
}

test_codes_and_vectors_stand_in_one_table_and_seeds_of_a_method_are_averaged() {
  make_embeddings
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr SDR-8=codes.sdr:l23 n2v=n1.emb n2v=n2.emb --labels labels.tsv -q
  for text in "28 of 1,800 bits" "8 of 1,500 bits" "8 floats" "SDR-8" "n2v" "2 files"; do
    expect_contains stdout "$text"
  done
  [[ $(grep -cE '^(codes.sdr|SDR-8|n2v) +[0-9.]+ ± ' stdout) == 3 ]] || fail "not a row each"
  expect_contains stdout "± is the sd over the files; of a method with one file, over its folds or splits."
  expect_lines stderr 0
}

test_a_network_has_no_files() {
  make_embeddings
  expect_exit 0 "$COLUMNAR" evaluate classify n2v=n1.emb n2v=n2.emb --gnn gcn --graph karate.tsv --labels labels.tsv
  grep -E '^ +gcn: 34 nodes, no features, classes$' stdout || fail "gcn has files"
  grep -E '^Measured +n2v: 34 nodes, 8 floats, 2 files$' stdout || fail "the files of n2v are not 2"
}

test_the_figures_of_a_group_are_the_mean_of_its_files() {
  command -v python3 >/dev/null || return 0
  make_embeddings
  expect_exit 0 "$COLUMNAR" evaluate classify a=n1.emb b=n2.emb m=n1.emb m=n2.emb --labels labels.tsv --json
  python3 - <<'PYTHON'
import json
answer = json.load(open("stdout"))
a, b, m = answer["results"]["accuracy"]["rows"]
for key in "accuracy", "macro_f1":
    assert abs(m[key]["mean"] - (a[key]["mean"] + b[key]["mean"]) / 2) < 1e-12
    assert m[key]["seeds"] == [a[key]["mean"], b[key]["mean"]]
    assert len(a[key]["seeds"]) == 5  # folds
facts = {key: value["m"] for key, value in answer["facts"].items()}
assert facts["files"] == ["n1.emb", "n2.emb"] and facts["kinds"] == "8 floats" and facts["nodes"] == 34
assert list(answer["results"]) == ["accuracy"]
PYTHON
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --json
  python3 - <<'PYTHON'
import json
rows = json.load(open("stdout"))["results"]["confusion"]["rows"]
assert [row["name"] for row in rows] == ["Mr-Hi", "Officer"]
assert sum(row["predicted " + name]["mean"] for row in rows for name in ("Mr-Hi", "Officer")) == 34
PYTHON
}

test_a_confusion_matrix_of_many_classes_is_in_json() {
  make_embeddings
  awk '{ print $1, $1 % 17 }' labels.tsv >many.tsv
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels many.tsv --folds 2
  expect_contains stdout "the table of 17 columns is in --json."
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels many.tsv --folds 2 --json
  expect_contains stdout '"predicted 16"'
}

test_every_format_of_vectors_gives_the_same_figures() {
  make_embeddings
  expect_exit 0 "$COLUMNAR" evaluate classify n2v=n1.emb --labels labels.tsv
  cp stdout want
  expect_contains stdout "Measured  n2v: 34 nodes, 8 floats"
  gzip -k n1.emb
  for extension in npy npz emb.gz; do
    [[ $extension == emb.gz ]] ||
      expect_exit 0 "$COLUMNAR" embed karate.tsv -o "n1.$extension" --method node2vec --dimensions 8 --quiet
    expect_exit 0 "$COLUMNAR" evaluate classify "n2v=n1.$extension" --labels labels.tsv
    expect_same want stdout
  done
}

test_fractions_make_a_curve() {
  make_embeddings
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr n1.emb --labels labels.tsv --fractions 0.2,0.5 --repeats 2
  expect_contains stdout "20 %"
  expect_contains stdout "50 %"
  expect_lacks stdout "90 %"
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --by-fraction --json --threads 1
  expect_contains stdout '"level": 0.9'
  without_times stdout >want
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --by-fraction --json --threads 3
  without_times stdout >got
  expect_same want got
}

test_the_cost_is_chosen_for_every_method_alike() {
  command -v python3 >/dev/null || return 0
  make_embeddings
  local request=("$COLUMNAR" evaluate classify codes.sdr n2v=n1.emb n2v=n2.emb --labels labels.tsv --graph karate.tsv
    --gnn gcn --cost auto --fractions 0.5 --repeats 2)
  expect_exit 0 "${request[@]}" --json --threads 1
  without_times stdout >want
  python3 - <<'PYTHON'
import json
answer = json.load(open("stdout"))
codes, vectors, network = answer["results"]["accuracy"]["rows"]
folds = answer["facts"]["fold_costs"]
grid = {0.004, 0.016, 0.06, 0.25, 1, 4, 16, 64}
assert answer["settings"]["cost"] == "auto"
assert [len(file) for file in folds["codes.sdr"]] == [5] and set(folds["codes.sdr"][0]) <= grid
assert codes["cost"]["mean"] == sorted(folds["codes.sdr"][0])[2]
assert [len(file) for file in folds["n2v"]] == [5, 5] and vectors["cost"]["mean"] in grid
assert all(row["cost"]["mean"] in grid for row in answer["results"]["fractions"]["rows"])
assert network["cost"] is None and folds["gcn"] == [[]]
assert all(row["majority_rate"]["mean"] == 0.5 for row in (codes, vectors, network))
PYTHON
  expect_exit 0 "${request[@]}" --json --threads 3
  without_times stdout >got
  expect_same want got
  expect_exit 0 "${request[@]}"
  expect_contains stdout "chosen for each fold or split on the nodes that it trains on; the median"
  grep -E '^gcn .* –$' stdout || fail "gcn has a C"
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels labels.tsv --cost auto
  grep -E '^codes.sdr .* [0-9.]+$' stdout || fail "no C is told"
}

test_the_majority_rate_stands_beside_every_accuracy() {
  make_embeddings
  awk '{ print $1, $1 <= 24 ? "many" : "few" }' labels.tsv >uneven.tsv
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels uneven.tsv --fractions 0.5 --repeats 1
  grep -E '^n1.emb +[0-9.]+ ± [0-9.]+ +0\.706 ' stdout || fail "not beside the accuracy"
  grep -E '^n1.emb +50 % +[0-9.]+ +0\.706 ' stdout || fail "not of the shares" # 12 of the 17 that test
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb n2.emb --labels uneven.tsv
  expect_contains stdout "majority"
  [[ $(grep -c ' 0\.706 ' stdout) == 2 ]] || fail "not in the row of each file"
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels uneven.tsv --json
  expect_contains stdout '"mean": 0.7058823529411765'
}

test_rows_without_ids_take_the_order_of_the_graph() {
  make_embeddings
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.npy --method ppmi-svd --dimensions 8 --quiet
  expect_exit 0 "$COLUMNAR" evaluate classify v.npy --labels labels.tsv
  cp stdout want
  rm v.npy.ids
  (cat karate.tsv && echo '100 101') >more.tsv
  for graph in karate.tsv more.tsv; do
    expect_exit 0 "$COLUMNAR" evaluate classify v.npy --labels labels.tsv --graph "$graph"
    expect_same want stdout
  done
  # Without the graph nothing says which nodes these rows are: better no figure than a wrong one.
  for measure in classify geometry robustness; do
    expect_error "v.npy: its rows are numbered from 0" "$COLUMNAR" evaluate "$measure" v.npy --labels labels.tsv
  done
  expect_exit 0 "$COLUMNAR" evaluate robustness v.npy --labels labels.tsv --graph more.tsv --deltas 0 --quiet
  (cat karate.tsv && echo '34 35') >larger.tsv
  expect_error "v.npy: node '34' has no row in it" "$COLUMNAR" evaluate classify v.npy --labels labels.tsv --graph larger.tsv
}

test_labels_of_another_graph_are_mentioned_or_refused() {
  make_embeddings
  awk 'BEGIN { for (v = 5; v <= 2708; v++) print v, v % 2 }' >other.tsv
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels other.tsv -q
  expect_lines stderr 2
  expect_contains stderr "other.tsv: 4 of the 34 nodes of codes.sdr have no label and are left out"
  expect_contains stderr "other.tsv: 2,674 labels are for nodes that codes.sdr does not have"
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels other.tsv --json
  grep -A1 '"unlabelled_nodes"' stdout | grep ': 4$' || fail "nodes without a label are not counted"
  grep -A1 '"labels_for_other_nodes"' stdout | grep ': 2674$' || fail "labels without a node are not counted"
  (cat labels.tsv && echo '99 x') >more.tsv # every node has a label, so another one does no harm
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels more.tsv
  expect_contains stderr "columnar: note: more.tsv: 1 label is for nodes that codes.sdr does not have"
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels more.tsv -q
  expect_lines stderr 0
  sed 's/^/x/' other.tsv >none.tsv
  expect_error "none.tsv: none of its 2704 ids is in the graph" "$COLUMNAR" evaluate classify codes.sdr --labels none.tsv
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels labels.tsv --fractions 0.5 --repeats 1 -q
  expect_lines stderr 0
  grep '50 %' stdout >curve
  expect_lacks curve "±" # one split has no spread
}

test_a_class_smaller_than_the_folds_is_mentioned() {
  make_embeddings
  sed 's/^34 .*/34 alone/' labels.tsv >rare.tsv
  expect_exit 0 "$COLUMNAR" evaluate classify n1.emb --labels rare.tsv -q
  expect_lines stderr 1
  expect_contains stderr "1 of 3 classes have fewer nodes than the 5 folds ('alone' has 1)"
}

test_bad_requests_are_one_line() {
  make_embeddings
  expect_error "--labels: " "$COLUMNAR" evaluate classify n1.emb
  expect_error "--fractions: " "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --fractions 0.5,1
  expect_error "--fractions: " "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --fractions half
  expect_error "--repeats: " "$COLUMNAR" evaluate classify n1.emb --labels labels.tsv --by-fraction --repeats 0
  expect_error "codes.sdr:l99: unknown layer 'l99': use l23, l5a, all, l6, search or roles" \
    "$COLUMNAR" evaluate classify SDR=codes.sdr:l99 --labels labels.tsv
  expect_error "vectors have no layers" "$COLUMNAR" evaluate classify n1.emb:l23 --labels labels.tsv
  expect_error "none of its 1 ids" "$COLUMNAR" evaluate classify n1.emb --labels <(echo 'nobody a')
  sed 's/ .*/ same/' labels.tsv >same.tsv
  expect_error "at least 2 classes" "$COLUMNAR" evaluate classify n1.emb --labels same.tsv
  expect_error "karate.tsv: has no labels" "$COLUMNAR" evaluate classify n1.emb --graph karate.tsv
  head -n 20 n1.emb | sed '1s/.*/19 8/' >part.emb
  expect_error "part.emb: 19 nodes, but n1.emb before it in 'a' has 34" \
    "$COLUMNAR" evaluate classify a=n1.emb a=part.emb --labels labels.tsv
  printf '2 2\n1 0.5 nan\n2 1 1\n' >bad.emb
  expect_error "bad.emb:2: the number is not finite" "$COLUMNAR" evaluate classify bad.emb --labels labels.tsv
}
