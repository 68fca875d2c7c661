# shellcheck shell=bash
# What a file holds does not reach the terminal as it is.
source "$CLI_TESTS/graphs.sh"

# prints WORD...: runs the command and keeps what it prints in printed/; it may refuse, but not crash.
prints() {
  mkdir -p printed
  runs=$((${runs:-0} + 1))
  "$COLUMNAR" "$@" >"printed/$runs.stdout" 2>"printed/$runs.stderr" || [[ $? == 2 ]] || fail "$*: $(cat "printed/$runs.stderr")"
  printf '%q ' "$@" >"printed/$runs.command"
}

# all_clean: nothing in printed/ holds a byte or character that a terminal acts upon, and all of it is UTF-8.
all_clean() {
  python3 - <<'PYTHON' || fail "more than text reaches the terminal"
import pathlib, sys
found = False
for file in pathlib.Path("printed").glob("*.std*"):
    data = file.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = "\x7f"  # no less bad
    if any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) <= 0x9F or c in "\u061c\u200e\u200f"
           or 0x2028 <= ord(c) <= 0x202E or 0x2066 <= ord(c) <= 0x2069 for c in text):
        print(file.with_suffix(".command").read_text(), data[:400])
        found = True
sys.exit(found)
PYTHON
}

test_texts_of_a_file_do_not_reach_the_terminal_as_they_are() {
  crafted odd
  for kind in escape return line overlong surrogate beyond c1 override isolate separator; do
    for command in "inspect $kind.npz" "inspect $kind.npz --json" "query $kind.npz --node b" \
      "query $kind.npz --node b --json" "embed $kind.npz -o out.sdr" "evaluate classify $kind.npz --labels $kind.tsv" \
      "evaluate health $kind.npz" "convert $kind.npz out.tsv" "embed $kind.tsv -o out.sdr --labels $kind.tsv -q"; do
      # shellcheck disable=SC2086  # words
      prints $command
    done
    expect_exit 0 "$COLUMNAR" inspect "$kind.npz" --json
    expect_json stdout
  done
  expect_exit 0 "$COLUMNAR" inspect line.npz # a name has no lines
  expect_lines stdout "$("$COLUMNAR" inspect escape.npz | wc -l)"
  # What a shell hands over may be as odd: flags, values and paths.
  odd=$'\xc2\x9b31m\e[2J\xe2\x80\xae'
  cp c1.npz "$odd.npz"
  for command in "inspect $odd.npz" "inspect $odd.npz --json" "inspect $odd" "$odd" "inspect --$odd" "query c1.npz --node $odd" \
    "embed c1.tsv -o $odd.xyz" "embed c1.tsv -o $odd.sdr --json -q" "embed c1.tsv -o $odd.sdr" "convert c1.npz $odd.tsv" \
    "embed c1.tsv -o out.sdr --preset $odd" "evaluate classify $odd=$odd.npz --labels c1.tsv"; do
    # shellcheck disable=SC2086  # words
    prints $command
  done
  all_clean
}
