#!/usr/bin/env bash
# Fails unless docs/equations.md and the code agree: every docs/equations.md#anchor in src/ and include/ is a heading there, and every
# file, function and test that it names exists.
# Usage: check_equations.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
DOC=docs/equations.md

bad=0
complain() {
  printf '%s\n' "$*"
  bad=1
}

# As GitHub makes anchors of headings: lower case, spaces to dashes, no punctuation.
anchors=$(sed -nE 's/^#+ +//p' "$DOC" | tr '[:upper:] ' '[:lower:]-' | sed 's/[^a-z0-9_-]//g')
references=0
while IFS=: read -r file line match; do
  references=$((references + 1))
  grep -qxF -- "${match#*#}" <<<"$anchors" || complain "$file:$line: $DOC has no heading for #${match#*#}"
done < <(grep -rnoE 'docs/equations\.md#[A-Za-z0-9_-]+' $(ls -d include src 2>/dev/null) || true)
((references)) || complain "src/ refers to no equation"

# "- Function: `name`, src/path" or include/path: the header names the function.
functions=0
while IFS= read -r line; do
  while read -r name path; do
    functions=$((functions + 1))
    if [[ ! -f $path ]]; then
      complain "$DOC: $path does not exist"
    elif ! grep -qE "\b$name\b" "$path"; then
      complain "$DOC: $path does not declare $name"
    fi
  done < <(grep -oE '`[A-Za-z_0-9]+`, (src|include)/[A-Za-z0-9_/.]+' <<<"$line" | tr -d '`,')
done < <(grep -E '^- Function:' "$DOC")
((functions)) || complain "$DOC names no function"

# `Suite.Name` anywhere is a test.
tests=0
while IFS=. read -r suite name; do
  tests=$((tests + 1))
  grep -rqE "TEST(_P|_F)?\($suite, *$name\)" tests --include='*_test.cpp' ||
    complain "$DOC: there is no test $suite.$name"
done < <(grep -oE '`[A-Z][A-Za-z0-9]+\.[A-Z][A-Za-z0-9]+`' "$DOC" | tr -d '`')
((tests)) || complain "$DOC names no test"

((bad == 0)) || exit 1
echo "$references anchors, $functions functions and $tests tests of $DOC exist."
