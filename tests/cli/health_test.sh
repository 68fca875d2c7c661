# shellcheck shell=bash
# The health of codes, and of the method that makes them.
source "$CLI_TESTS/graphs.sh"

make_codes() {
  karate >karate.tsv
  karate_labels >labels.tsv
  for seed in 1 2; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "codes$seed.sdr" --seed "$seed" "${QUICK[@]}"
  done
}

test_health_shows_firing_rates_and_duplicates_by_class() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate health codes1.sdr --labels labels.tsv
  for text in "unique" "firing most" "3.8 and above" "duplicates across" "in one class"; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" evaluate health codes1.sdr:l5a
  expect_lacks stdout "firing"
}

test_health_takes_the_mean_over_files_of_one_name() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate health ours=codes1.sdr ours=codes2.sdr --labels labels.tsv
  expect_contains stdout "Mean ± sd over 2 files."
  expect_exit 0 "$COLUMNAR" evaluate health ours=codes1.sdr ours=codes2.sdr codes1.sdr --json
  expect_json stdout
  for key in '"name": "ours"' '"unique_share"' '"firing": {' '"sd"' '"cross_class_duplicate_pairs": null'; do
    expect_contains stdout "$key"
  done
}

test_health_of_a_graph_trains_on_it() {
  make_codes
  few=(--seeds 2 --presentations 1000 --outstar-presentations 200 --quiet)
  expect_exit 0 "$COLUMNAR" evaluate training-health karate.tsv --labels labels.tsv "${few[@]}"
  for text in "have one neighbour" "L5a active" "accuracy" "Energy of W" "trained" "initial" "2 seeds"; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" evaluate training-health karate.tsv "${few[@]}" --json --threads 1
  expect_json stdout
  for key in degree_one_share readout_size weight_energy '"accuracy": null'; do
    expect_contains stdout "$key"
  done
  mv stdout want
  expect_exit 0 "$COLUMNAR" evaluate training-health karate.tsv "${few[@]}" --json --threads 3
  expect_same want stdout
}

test_health_refuses_what_it_cannot_measure() {
  make_codes
  expect_error "" "$COLUMNAR" evaluate health
  expect_error "--seeds: " "$COLUMNAR" evaluate training-health karate.tsv --seeds 0
  expect_error "absent.sdr" "$COLUMNAR" evaluate health absent.sdr
  expect_error "absent.tsv" "$COLUMNAR" evaluate training-health absent.tsv
  expect_error "codes2.sdr: " "$COLUMNAR" evaluate health a=codes1.sdr a=codes2.sdr:l23
  sed 's/ .*/ same/' labels.tsv >one.tsv
  expect_error "columnar: one.tsv: needs at least 2 classes, not 1" "$COLUMNAR" evaluate training-health karate.tsv --labels one.tsv
}
