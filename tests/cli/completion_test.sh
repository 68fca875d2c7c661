# shellcheck shell=bash
# The scripts of `columnar completion`, tried in the shells themselves.

# in_bash WORD...: what bash would offer for the last word.
in_bash() {
  "$COLUMNAR" completion bash >script
  bash -c 'compopt() { echo "no files"; }; source ./script; COMP_WORDS=(columnar "$@"); COMP_CWORD=$#; _columnar
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@" >offered
}

in_zsh() {
  "$COLUMNAR" completion zsh >script
  zsh -fc 'compdef() { :; }; _message() { echo "no files"; }; _files() { echo files; }
    _describe() { print -l -- ${(P)@[-1]%%:*}; }
    source ./script; words=(columnar "$@"); CURRENT=$#words; _columnar' zsh "$@" >offered
}

in_fish() {
  "$COLUMNAR" completion fish >script
  HOME=$PWD fish --no-config -c "source ./script; complete -C 'columnar $*'" >offered
}

test_every_command_is_offered_and_its_flags() {
  local shell path
  for shell in bash zsh fish; do
    command -v "$shell" >/dev/null || { echo "skipped: $shell is not installed"; continue; }
    "in_$shell" ''
    for path in embed evaluate help completion; do grep -qE "^$path(	|$)" offered || fail "$shell: no $path"; done
    "in_$shell" evaluate ''
    grep -qE '^classify(	|$)' offered || fail "$shell: no evaluate classify"
    "in_$shell" embed graph.tsv -
    grep -qE '^--largest-component(	|$)' offered || fail "$shell: no --largest-component"
    ! grep -qE '^--at-least' offered || fail "$shell offers the flags of another command"
    "in_$shell" evaluate classify --b
    grep -qE '^--by-fraction(	|$)' offered || fail "$shell: no --by-fraction"
    "in_$shell" help ''
    grep -qE '^query(	|$)' offered || fail "$shell: no help query"
  done
}

test_a_number_is_no_file_and_a_graph_is_one() {
  touch graph.tsv
  in_bash embed --seed ''
  expect_contains offered "no files"
  in_bash embed --labels ''
  expect_lacks offered "no files"
  if command -v zsh >/dev/null; then
    in_zsh embed --seed ''
    expect_contains offered "no files"
    in_zsh embed ''
    expect_contains offered "files"
  fi
  if command -v fish >/dev/null; then
    in_fish "embed --seed ''"
    expect_lacks offered graph.tsv
    in_fish "embed --labels gr"
    expect_contains offered graph.tsv
  fi
}

test_a_shell_must_be_named() {
  expect_error "completion: say which one: bash, zsh, fish" "$COLUMNAR" completion
  expect_error "did you mean fish?" "$COLUMNAR" completion fisch
}
