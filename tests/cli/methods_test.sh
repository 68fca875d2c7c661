# shellcheck shell=bash
# From a graph to an embedding by another method.
source "$CLI_TESTS/graphs.sh"

SHORT=(--dimensions 8 --quiet)

test_every_method_writes_every_format_it_can() {
  karate >karate.tsv
  for method in node2vec deepwalk line ppmi-svd; do
    for extension in emb npy npz; do
      expect_exit 0 "$COLUMNAR" embed karate.tsv -o "v.$extension" --method "$method" "${SHORT[@]}"
      expect_lines stdout 0
      expect_lines stderr 0
    done
    expect_lines v.emb 35
    [[ $(head -n 1 v.emb) == "34 8" ]] || fail "the first line of $method's text is wrong"
    expect_lines v.npy.ids 34
  done
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o w.sdr --method k-winners "${SHORT[@]}"
  expect_exit 0 "$COLUMNAR" inspect w.sdr
  expect_contains stdout "28 of 1,800 bits active"
}

test_columnar_is_the_default_method() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o a.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o b.sdr --method columnar "${QUICK[@]}"
  expect_same a.sdr b.sdr
}

test_the_same_seed_gives_the_same_bytes_on_any_threads_by_any_method() {
  ring 300 >graph.tsv
  for method in node2vec deepwalk line ppmi-svd; do
    for threads in 1 3; do
      expect_exit 0 "$COLUMNAR" embed graph.tsv -o "v$threads.npz" --method "$method" --threads "$threads" "${SHORT[@]}"
    done
    expect_same v1.npz v3.npz
    expect_exit 0 "$COLUMNAR" embed graph.tsv -o other.npz --method "$method" --seed 2 "${SHORT[@]}"
    expect_different v1.npz other.npz
  done
}

test_the_summary_says_what_was_done() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.npy --method node2vec --epochs 2 --window 3
  for text in "34 nodes, 78 edges" "node2vec, seed 1" "epochs 2" "window 3" "64 floats per node" "v.npy (vectors" "v.npy.ids (ids"; do
    expect_contains stdout "$text"
  done
  expect_contains stderr "node2vec"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.emb --method ppmi-svd --json "${SHORT[@]}"
  expect_json stdout
  expect_contains stdout '"method": "ppmi-svd"'
  expect_contains stdout '"dimensions": 8'
}

test_deepwalk_does_not_claim_a_bias_of_its_walks() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.emb --method deepwalk --json "${SHORT[@]}"
  expect_contains stdout walk_length
  expect_lacks stdout return_p
  expect_lacks stdout inout_q
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.emb --method node2vec --json "${SHORT[@]}"
  expect_contains stdout return_p
}

test_flags_that_a_method_does_not_look_at_are_refused() {
  karate >karate.tsv
  expect_error "use columnar, node2vec" "$COLUMNAR" embed karate.tsv -o v.emb --method word2vec
  expect_error "--layer: " "$COLUMNAR" embed karate.tsv -o v.emb --method node2vec --layer l23
  expect_error "--model: " "$COLUMNAR" embed karate.tsv -o v.emb --method node2vec --model model
  expect_error "--estimate: " "$COLUMNAR" embed karate.tsv --method line --estimate
  expect_error "--bcm-rate: " "$COLUMNAR" embed karate.tsv -o v.emb --method node2vec --bcm-rate 0.1
  expect_error "--walk-length: " "$COLUMNAR" embed karate.tsv -o v.emb --method line --walk-length 9
  for flag in --return-p --inout-q; do
    expect_error "$flag: --method deepwalk has no use for it" "$COLUMNAR" embed karate.tsv -o v.emb --method deepwalk "$flag" 2
  done
  expect_error "--epochs: " "$COLUMNAR" embed karate.tsv -o v.emb --method ppmi-svd --epochs 3
  expect_error "--dimensions: " "$COLUMNAR" embed karate.tsv -o codes.sdr --dimensions 8
  expect_error "--dimensions: " "$COLUMNAR" embed karate.tsv -o v.emb --method line --dimensions 0
  expect_error "--learning-rate: " "$COLUMNAR" embed karate.tsv -o v.emb --method line --learning-rate nan
  expect_error "makes vectors" "$COLUMNAR" embed karate.tsv -o codes.sdr --method node2vec
  expect_error "makes codes" "$COLUMNAR" embed karate.tsv -o v.emb
  expect_error "makes codes" "$COLUMNAR" embed karate.tsv -o v.emb --method k-winners
  expect_error "--output: say where the vectors go" "$COLUMNAR" embed karate.tsv --method node2vec
  expect_only karate.tsv
}

test_what_cannot_be_written_is_found_before_the_work() {
  echo 'a b' >pair.tsv
  mkdir v.npy.ids
  expect_error "v.npy.ids: cannot write" "$COLUMNAR" embed missing.tsv -o v.npy --method node2vec
  cp pair.tsv w.npy.ids
  expect_error "would replace an input" "$COLUMNAR" embed w.npy.ids -o w.npy --method node2vec
  expect_same pair.tsv w.npy.ids
}
