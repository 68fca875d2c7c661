# shellcheck shell=bash
# The trained cortex for neuromorphic tools.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

test_export_writes_a_network_and_its_inputs() {
  make_model
  expect_exit 0 "$COLUMNAR" export model -o cortex.nir --inputs inputs.npz
  expect_contains stdout "cortex.nir: network, 6.3 MiB"
  expect_contains stdout "inputs.npz: inputs"
  [[ $(head -c 8 cortex.nir | od -An -tx1 | tr -d ' \n') == 894844460d0a1a0a ]] || fail "no HDF5"
  cp cortex.nir network
  cp inputs.npz inputs
  expect_exit 0 "$COLUMNAR" export model -o cortex.nir --inputs inputs.npz --threads 3 --quiet
  expect_lines stdout 0
  expect_same cortex.nir network
  expect_same inputs.npz inputs
}

test_export_refuses_what_it_cannot_write() {
  make_model
  expect_error "cortex.h5: a network is written as .nir" "$COLUMNAR" export model -o cortex.h5
  expect_error "inputs.tsv: the inputs of a network are written as .npz" \
    "$COLUMNAR" export model -o cortex.nir --inputs inputs.tsv
  expect_error "--output" "$COLUMNAR" export model
  expect_error "nowhere" "$COLUMNAR" export nowhere -o cortex.nir
  expect_error "codes.sdr" "$COLUMNAR" export codes.sdr -o cortex.nir
  expect_error "nowhere/cortex.nir" "$COLUMNAR" export model -o nowhere/cortex.nir
  expect_only karate.tsv codes.sdr model
}

test_the_inputs_of_an_updated_model_are_refused() {
  make_model
  printf "1 33\n" | "$COLUMNAR" update model - --quiet
  expect_error "was updated once" "$COLUMNAR" export model -o cortex.nir --inputs inputs.npz
  expect_missing cortex.nir
  expect_exit 0 "$COLUMNAR" export model -o cortex.nir --quiet
}
