# shellcheck shell=bash
# Measuring codes.
source "$CLI_TESTS/graphs.sh"

make_codes() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --quiet
}

test_classify_shows_accuracy_classes_and_confusion() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels labels.tsv -q
  for text in "28 of 1,800 bits" "accuracy" "macro-F1" "precision" "Mr-Hi" "Officer" "predicted"; do
    expect_contains stdout "$text"
  done
  expect_lines stderr 0
}

test_classify_gives_the_same_figures_for_every_format_and_thread_count() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate classify codes=codes.sdr --labels labels.tsv --threads 1
  cp stdout want
  for extension in npz tsv svm; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "codes.$extension" --quiet
    expect_exit 0 "$COLUMNAR" evaluate classify "codes=codes.$extension" --labels labels.tsv --threads 3
    expect_same want stdout
  done
}

test_classify_compares_several_files() {
  make_codes
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o small.sdr --layer l23 --quiet
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr small.sdr --labels labels.tsv
  expect_contains stdout "28 of 1,800"
  expect_contains stdout "8 of 1,500"
  expect_lacks stdout "precision" # of one method alone
}

test_json_is_json() {
  make_codes
  for measure in classify health geometry; do
    expect_exit 0 "$COLUMNAR" evaluate "$measure" codes.sdr --labels labels.tsv --json
    expect_json stdout
  done
}

test_health_needs_no_labels() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate health codes.sdr
  expect_contains stdout "unique"
  expect_lacks stdout "cross-class"
}

test_geometry_measures_hops_in_the_graph() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate geometry codes.sdr --labels labels.tsv --graph karate.tsv
  expect_contains stdout "same class"
  expect_contains stdout "hops apart"
}

test_geometry_finds_the_largest_component_and_refuses_another_graph() {
  make_codes
  (cat karate.tsv && echo '100 101') >more.tsv
  expect_exit 0 "$COLUMNAR" evaluate geometry codes.sdr --labels labels.tsv --graph more.tsv
  echo 'a b' >other.tsv
  expect_error "codes.sdr: node 'a' has no row in it" "$COLUMNAR" evaluate geometry codes.sdr --labels labels.tsv --graph other.tsv
}

test_impossible_protocols_are_refused() {
  make_codes
  expect_error "--folds: " "$COLUMNAR" evaluate classify codes.sdr --labels labels.tsv --folds 1
  for cost in 0 -1 nan inf much AUTO 1x; do
    expect_error "--cost: must be a number above 0 or auto, not '$cost'" \
      "$COLUMNAR" evaluate classify codes.sdr --labels labels.tsv "--cost=$cost"
  done
  echo '1 a' >one.tsv
  expect_error "" "$COLUMNAR" evaluate classify codes.sdr --labels one.tsv
  expect_error "nowhere.sdr" "$COLUMNAR" evaluate classify nowhere.sdr --labels labels.tsv
  expect_error "codes.txt" "$COLUMNAR" evaluate classify codes.txt --labels labels.tsv
}
