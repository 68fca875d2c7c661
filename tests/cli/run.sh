#!/usr/bin/env bash
# Runs the tests of the command: every function test_* of the given scripts (all of tests/cli/*_test.sh by default),
# each in a process and an empty folder of its own. COLUMNAR names the program.
# Usage: COLUMNAR=build/columnar tests/cli/run.sh [SCRIPT...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
: "${COLUMNAR:=$here/../../build/columnar}"
COLUMNAR=$(realpath -m "$COLUMNAR")
export COLUMNAR CLI_TESTS=$here
[[ -x $COLUMNAR ]] || {
  echo "no program at $COLUMNAR; run ./dev build, or set COLUMNAR"
  exit 1
}
(($#)) || set -- "$here"/*_test.sh

scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
passed=0
failed=0
for script in "$@"; do
  script=$(realpath "$script")
  mapfile -t tests < <(sed -nE 's/^(test_[A-Za-z0-9_]+)[[:space:]]*\(\).*/\1/p' "$script")
  ((${#tests[@]})) || {
    echo "FAIL $(basename "$script"): holds no function named test_*"
    failed=$((failed + 1))
  }
  for test in "${tests[@]}"; do
    folder=$scratch/$(basename "$script" .sh).$test
    mkdir "$folder"
    # shellcheck disable=SC2016  # the inner shell expands
    # A process of its own, so that set -e holds inside the test and nothing leaks into the next one.
    if (cd "$folder" && timeout --kill-after=10 "${CLI_TEST_SECONDS:-300}" bash -euo pipefail -c \
      'source "$CLI_TESTS/helpers.sh"; source "$1"; "$2"' bash "$script" "$test") >"$folder.log" 2>&1; then
      echo "PASS $(basename "$script" .sh).$test"
      passed=$((passed + 1))
    else
      echo "FAIL $(basename "$script" .sh).$test"
      sed 's/^/    /' "$folder.log"
      failed=$((failed + 1))
    fi
    chmod -R u+w "$folder"
    rm -rf "$folder"
  done
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
