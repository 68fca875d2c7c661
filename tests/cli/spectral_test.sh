# shellcheck shell=bash
# Without an eigensolver: Sanger's rule and a self-organising map.
source "$CLI_TESTS/graphs.sh"

FEW=(--seeds 1 --presentations 1000 --outstar-presentations 200 --gha-presentations 2000 --som-presentations 2000)

test_sangers_rule_gives_codes_of_its_own_the_same_bytes_every_time() {
  ring 700 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o svd.tsv "${QUICK[@]}"
  for threads in 1 1 2; do
    expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv --spectral gha --gha-presentations 3000 \
      --som-presentations 3000 --threads "$threads" "${QUICK[@]}"
    [[ -f first.tsv ]] || cp codes.tsv first.tsv
    expect_same first.tsv codes.tsv
  done
  expect_lines codes.tsv 700
  awk -F '\t' '{ if (split($2, bits, " ") != 28) exit 1 }' codes.tsv || fail "a line does not have 28 bits"
  if cmp -s svd.tsv codes.tsv; then fail "the two methods gave the same codes"; fi
}

test_a_model_remembers_its_spectral_method() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --spectral gha --gha-presentations 500 \
    --som-presentations 500 "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" inspect codes.sdr
  expect_contains stdout "--spectral"
  expect_contains stdout "gha"
}

test_the_config_shows_the_choice() {
  expect_exit 0 "$COLUMNAR" config
  expect_contains stdout "--spectral"
  expect_exit 0 "$COLUMNAR" config --json --spectral gha
  expect_contains stdout '"spectral": "gha"'
}

test_another_name_is_refused() {
  karate >karate.tsv
  expect_error "--spectral: must be svd or gha, not 'eigen'" "$COLUMNAR" embed karate.tsv -o codes.sdr --spectral eigen
  expect_error "--gha-block: " "$COLUMNAR" embed karate.tsv -o codes.sdr --gha-block 0
  expect_only karate.tsv
}

test_the_experiment_shows_both_methods_of_both_stages() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" evaluate spectral karate.tsv --labels labels.tsv "${FEW[@]}"
  for text in "SVD, k-means" "SVD, map" "GHA, k-means" "GHA, map" "captured" "cos²" "SDR-28" "spectrum s" "1 seed"; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" evaluate spectral karate.tsv --labels labels.tsv "${FEW[@]}" --quiet --json
  expect_lines stderr 0
  expect_json stdout
  for key in captured cosine accuracy neurons_used spectrum_seconds regions_seconds; do
    expect_contains stdout "\"$key\""
  done
  expect_only karate.tsv labels.tsv
}

test_the_experiment_refuses_what_it_cannot_measure() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_error "karate.tsv: " "$COLUMNAR" evaluate spectral karate.tsv
  expect_error "--seeds: " "$COLUMNAR" evaluate spectral karate.tsv --labels labels.tsv --seeds 0
}
