# shellcheck shell=bash
# Damage to the input, the synapses, the training and what was learnt before.
source "$CLI_TESTS/graphs.sh"

FEW=(--seeds 2 --presentations 1000 --outstar-presentations 200)

make_graph() {
  karate >karate.tsv
  karate_labels >labels.tsv
}

test_resilience_shows_every_part() {
  make_graph
  expect_exit 0 "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv "${FEW[@]}"
  for text in "L4 bits moved" "Synapses of W cut" "Synapses of W_r cut" "stream of pairs" "what is kept of the first" \
    "2.5 %" "drive alone" "gradient, one head" "over 2 seeds"; do
    expect_contains stdout "$text"
  done
  expect_contains stderr "pairs, seed 2"
  expect_only karate.tsv labels.tsv
}

test_resilience_gives_the_same_figures_at_any_thread_count() {
  make_graph
  expect_exit 0 "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv "${FEW[@]}" --quiet --json --threads 1
  expect_lines stderr 0
  expect_json stdout
  for key in '"l4_bits"' '"weights"' '"readout"' '"pairs"' '"sequential"' nodes_all_columns accuracy_drive margin_wide; do
    expect_contains stdout "$key"
  done
  mv stdout want
  expect_exit 0 "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv "${FEW[@]}" --quiet --json --threads 3
  expect_same want stdout
}

test_resilience_runs_one_part_alone_and_takes_a_second_graph() {
  make_graph
  expect_exit 0 "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv "${FEW[@]}" --only weights --quiet
  expect_contains stdout "Synapses of W cut"
  expect_lacks stdout "L4 bits moved"
  ring 60 >ring.tsv
  awk 'BEGIN { for (i = 0; i < 60; i++) print i, i % 2 ? "odd" : "even" }' >ring-labels.tsv
  expect_exit 0 "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv "${FEW[@]}" --only sequential --quiet \
    --then ring.tsv --then-labels ring-labels.tsv
  expect_contains stdout "gradient, own heads"
}

test_resilience_refuses_what_it_cannot_measure() {
  make_graph
  expect_error "karate.tsv: " "$COLUMNAR" evaluate resilience karate.tsv
  expect_error "--seeds: " "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv --seeds 0
  expect_error "--only: " "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv --only luck
  expect_error "ring.tsv: " "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv --then ring.tsv
  expect_error "--then-labels: " "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv --then-labels ring-labels.tsv
  expect_error "--only: at least one" "$COLUMNAR" evaluate resilience karate.tsv --labels labels.tsv --only none
  sed 's/ .*/ same/' labels.tsv >one.tsv
  expect_error "columnar: one.tsv: needs at least 2 classes, not 1" "$COLUMNAR" evaluate resilience karate.tsv --labels one.tsv
  expect_error "absent.tsv" "$COLUMNAR" evaluate resilience absent.tsv --labels labels.tsv
  printf '1 2\n2 3\n' >tiny.tsv
  printf '1 a\n2 b\n3 a\n' >tiny-labels.tsv
  expect_error "" "$COLUMNAR" evaluate resilience tiny.tsv --labels tiny-labels.tsv
}
