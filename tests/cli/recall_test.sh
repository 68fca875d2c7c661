# shellcheck shell=bash
# Codes as an associative memory.
source "$CLI_TESTS/graphs.sh"

make_codes() {
  karate >karate.tsv
  for seed in 1 2; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "$seed.sdr" --seed "$seed" --quiet
  done
}

test_recall_shows_both_curves() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate recall 1.sdr --quiet
  for text in "34 codes of 28 of 1,800 bits, 34 asked for" "missing" "on elsewhere" "recalled" "tied" "margin"; do
    expect_contains stdout "$text"
  done
  expect_lines stderr 0
  grep -E '^1\.sdr +0 +0 +1\.000 +0\.000 +0\.000' stdout >/dev/null || fail "whole codes are not all recalled"
}

test_recall_compares_methods_over_seeds() {
  make_codes
  expect_exit 0 "$COLUMNAR" evaluate recall SDR-28=1.sdr SDR-28=2.sdr SDR-8=1.sdr:l23 --missing 0,.5 --flipped none --quiet
  expect_contains stdout "Bits are missing"
  expect_contains stdout " ± "
  expect_contains stdout "8 of 1,500 bits"
  expect_lacks stdout "on elsewhere"
}

test_recall_json_is_the_same_for_any_thread_count() {
  make_codes
  for threads in 1 3; do
    expect_exit 0 "$COLUMNAR" evaluate recall 1.sdr --json --quiet --repeats 2 --queries 20 --threads "$threads"
    expect_json stdout
    mv stdout "$threads.json"
  done
  expect_same 1.json 3.json
  grep -A2 '"queries": {' 1.json | grep -q '"1.sdr": 20' || fail "not 20 queries"
}

test_recall_refuses_bad_settings_and_vectors() {
  make_codes
  for shares in "" ".3,.1" "1.1" "-.1" "x" "0,,1"; do
    expect_error "--missing: " "$COLUMNAR" evaluate recall 1.sdr "--missing=$shares" --quiet
    expect_error "--flipped: " "$COLUMNAR" evaluate recall 1.sdr "--flipped=$shares" --quiet
  done
  expect_error "--missing: at least one" "$COLUMNAR" evaluate recall 1.sdr --missing none --flipped none --quiet
  expect_error "--queries: " "$COLUMNAR" evaluate recall 1.sdr --queries 0 --quiet
  expect_error "--repeats: " "$COLUMNAR" evaluate recall 1.sdr --repeats 0 --quiet
  expect_error "nowhere.sdr" "$COLUMNAR" evaluate recall nowhere.sdr --quiet
  printf '2 2\n1 0.5 1\n2 1 1\n' >rows.emb
  expect_error "rows.emb: holds vectors" "$COLUMNAR" evaluate recall rows.emb --quiet
}
