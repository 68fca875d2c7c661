#!/usr/bin/env bash
# check_equations.sh must notice what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{src/columnar,docs,tests}

make_sound() {
  echo '/// docs/equations.md#two-words' >"$root/src/columnar/f.hpp"
  echo 'int halve(int);' >>"$root/src/columnar/f.hpp"
  printf '## Two words\n\n- Function: `halve`, src/columnar/f.hpp\n- Tests: `Halve.IsHalf`\n' >"$root/docs/equations.md"
  echo 'TEST(Halve, IsHalf) {}' >"$root/tests/f_test.cpp"
}
expect_failure() { # expect_failure MESSAGE: the check fails and says so
  local said
  if said=$("$here/check_equations.sh" "$root"); then
    echo "not noticed: $1"
    exit 1
  fi
  grep -qF "$1" <<<"$said" || { echo "expected '$1', got: $said"; exit 1; }
}

make_sound
"$here/check_equations.sh" "$root" >/dev/null
sed -i 's/## Two words/## Three words/' "$root/docs/equations.md"
expect_failure 'src/columnar/f.hpp:1: docs/equations.md has no heading for #two-words'
make_sound
sed -i 's/halve/thirds/' "$root/src/columnar/f.hpp"
expect_failure 'src/columnar/f.hpp does not declare halve'
make_sound
sed -i 's|f.hpp$|g.hpp|' "$root/docs/equations.md"
expect_failure 'src/columnar/g.hpp does not exist'
make_sound
echo 'TEST(Halve, IsThird) {}' >"$root/tests/f_test.cpp"
expect_failure 'there is no test Halve.IsHalf'
echo 'Each kind of gap is noticed.'
