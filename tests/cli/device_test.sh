# shellcheck shell=bash
# --device: what runs the stages of a fit. Where there is a GPU and a build for it, codes are made on it.
source "$CLI_TESTS/graphs.sh"

# True if this build has CUDA and the machine a GPU.
has_gpu() { "$COLUMNAR" --version | grep -q CUDA && nvidia-smi -L 2>/dev/null | grep -q GPU; }

test_the_cpu_is_the_default() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.tsv "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o named.tsv --device cpu "${QUICK[@]}"
  expect_same codes.tsv named.tsv
}

test_unknown_devices_and_methods_without_one() {
  karate >karate.tsv
  expect_exit 2 "$COLUMNAR" embed karate.tsv -o codes.tsv --device gpu
  expect_contains stderr "columnar: --device: gpu is neither cpu nor cuda"
  expect_exit 2 "$COLUMNAR" embed karate.tsv -o codes.emb --method node2vec --device cuda
  expect_contains stderr "columnar: --device cuda: --method node2vec has no use for it"
  expect_only karate.tsv
}

test_without_a_gpu_the_error_says_what_is_missing() {
  if has_gpu; then return 0; fi
  karate >karate.tsv
  expect_exit 2 "$COLUMNAR" embed karate.tsv -o codes.tsv --device cuda
  expect_contains stderr "columnar: --device cuda: this"
  expect_only karate.tsv
}

test_codes_of_a_gpu_are_the_same_in_every_run() {
  if ! has_gpu; then return 0; fi
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o once.tsv --device cuda
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o again.tsv --device cuda
  expect_same once.tsv again.tsv
  expect_exit 2 "$COLUMNAR" embed karate.tsv -o kept.tsv --device cuda --checkpoint kept
  expect_contains stderr "--checkpoint"
  expect_exit 0 "$COLUMNAR" embed karate.tsv --estimate --device cuda
  expect_contains stdout "GPU memory:"
}
