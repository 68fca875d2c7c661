# shellcheck shell=bash disable=SC2012  # ls: the names are those that our own tests make
# Read by run.sh before each test script. A test fails at its first helper, or other command, that fails.
# $COLUMNAR is the program, $CLI_TESTS this folder; the current folder is empty and belongs to the test alone.

fail() {
  printf '%s\n' "$*"
  printf '  at %s\n' "$(caller 1)"
  exit 1
}

# expect_exit CODE COMMAND...: runs the command, leaves what it prints in the files stdout and stderr, checks the code.
expect_exit() {
  local want=$1 got=0
  shift
  "$@" >stdout 2>stderr || got=$?
  if ((got != want)); then
    printf -- '--- stdout (last lines)\n%s\n--- stderr (last lines)\n%s\n' "$(tail -n 20 stdout)" "$(tail -n 20 stderr)"
    fail "exit code $got, not $want: $*"
  fi
}

# expect_contains FILE TEXT: some line of the file holds the text, taken literally.
expect_contains() {
  grep -qF -- "$2" "$1" || {
    head -n 40 "$1" || true
    fail "$1 does not contain: $2"
  }
}

# expect_lacks FILE TEXT: the file exists, and no line of it holds the text.
expect_lacks() {
  [[ -f $1 ]] || fail "$1 is missing"
  ! grep -nF -- "$2" "$1" || fail "$1 contains: $2"
}

# expect_lines FILE COUNT: the file has exactly that many lines.
expect_lines() {
  local got
  got=$(wc -l <"$1")
  ((got == $2)) || {
    head -n 40 "$1"
    fail "$1 has $got lines, not $2"
  }
}

# expect_same FILE FILE: both hold the same bytes.
expect_same() { cmp -- "$1" "$2" || fail "$1 and $2 differ"; }

# expect_different FILE FILE: both exist and differ.
expect_different() {
  [[ -f $1 && -f $2 ]] || fail "$1 or $2 is missing"
  ! cmp -s -- "$1" "$2" || fail "$1 and $2 are the same"
}

# expect_missing FILE: nothing of that name exists, not even a link that leads nowhere.
expect_missing() { [[ ! -e $1 && ! -L $1 ]] || fail "$1 exists"; }

# expect_only FILE...: the current folder holds these and what expect_exit wrote, so no temporary file was left behind.
expect_only() {
  diff <(printf '%s\n' "$@" stdout stderr | LC_ALL=C sort -u) <(ls -A | LC_ALL=C sort) >/dev/null ||
    fail "the folder should hold only: $* (and stdout, stderr); it holds: $(ls -A | tr '\n' ' ')"
}

# expect_error TEXT COMMAND...: the command ends with code 2 and one line on stderr that holds the text.
expect_error() {
  local text=$1
  shift
  expect_exit 2 "$@"
  expect_lines stderr 1
  expect_contains stderr "$text"
}

# crafted WHAT...: files that no program would write; skips the test where there is no python3.
crafted() {
  command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 0
  }
  python3 "$CLI_TESTS/hostile_files.py" "$@"
}
