# shellcheck shell=bash
# What a newcomer types first.

test_help_names_every_subcommand() {
  expect_exit 0 "$COLUMNAR" --help
  for subcommand in embed encode update inspect evaluate explain generate demo; do
    expect_contains stdout "$subcommand"
  done
  expect_lines stderr 0
}

test_help_of_embed_names_its_options() {
  expect_exit 0 "$COLUMNAR" embed --help
  for option in --seed --threads --quiet --preset --layer --model --estimate --directed --largest-component --json; do
    expect_contains stdout "$option"
  done
}

test_an_unknown_subcommand_is_an_error_and_writes_nothing() {
  expect_exit 2 "$COLUMNAR" embroider graph.tsv -o out.sdr
  expect_lines stdout 0
  expect_only
}

test_help_of_a_command_is_its_help_flag() {
  for command in "" embed "evaluate classify"; do
    # shellcheck disable=SC2086  # two words
    "$COLUMNAR" help $command >help
    # shellcheck disable=SC2086
    "$COLUMNAR" $command --help >flag
    expect_same help flag
  done
}

test_help_of_an_unknown_command_suggests_one() {
  expect_error "clasify: no such command; did you mean classify?" "$COLUMNAR" help evaluate clasify
  expect_error "x: one word too many" "$COLUMNAR" help embed x
}
