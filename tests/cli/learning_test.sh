# shellcheck shell=bash
# What each rule buys.
source "$CLI_TESTS/graphs.sh"

FEW=(--seeds 2 --presentations 1000 --outstar-presentations 200)

make_graph() {
  karate >karate.tsv
  karate_labels >labels.tsv
}

test_learning_shows_every_variant_and_every_difference() {
  make_graph
  expect_exit 0 "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv "${FEW[@]}"
  for variant in "no BCM" "no Anti-CE" "no lateral" "no intrinsic" "no Outstar" "no rules"; do
    (($(grep -c "^$variant " stdout) == 2)) || fail "$variant is not in both tables"
    expect_contains stderr "$variant"
  done
  for text in "all rules" "all rules minus" "SDR-28" "SDR-8" "drive" "same cell" "over 2 seeds"; do
    expect_contains stdout "$text"
  done
  expect_only karate.tsv labels.tsv
}

test_learning_gives_the_same_figures_at_any_thread_count() {
  make_graph
  expect_exit 0 "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv "${FEW[@]}" --quiet --json --threads 1
  expect_lines stderr 0
  expect_json stdout
  for key in accuracy_drive cells_kept ablation_loss '"name": "no rules"'; do
    expect_contains stdout "$key"
  done
  mv stdout want
  expect_exit 0 "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv "${FEW[@]}" --quiet --json --threads 3
  expect_same want stdout
}

test_learning_refuses_what_it_cannot_measure() {
  make_graph
  expect_error "karate.tsv: " "$COLUMNAR" evaluate learning karate.tsv
  expect_error "--seeds: " "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv --seeds 0
  expect_error "--seeds: " "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv --seeds many
  expect_error "--active-columns: " "$COLUMNAR" evaluate learning karate.tsv --labels labels.tsv --active-columns 301
  echo '1 a' >one.tsv
  expect_error "columnar: one.tsv: needs at least 2 classes, not 1" "$COLUMNAR" evaluate learning karate.tsv --labels one.tsv
  expect_error "absent.tsv" "$COLUMNAR" evaluate learning absent.tsv --labels labels.tsv
  expect_error "--labels: " "$COLUMNAR" evaluate learning - --labels -
}
