#!/usr/bin/env bash
# check_links.py must notice links that lead nowhere, and a README that grew too long.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${1:-python3}
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/docs" "$root/build-docs"

make_sound() {
  printf '# Top\n\n[a](docs/a.md#two-words-and-3) [web](https://example.org/x)\n\n```\n[no](link.md)\n```\n' >"$root/README.md"
  printf '# A\n\n## Two `words` and 3\n\n[up](../README.md#top), [here](#a)\n' >"$root/docs/a.md"
  echo '[x](nowhere.md)' >"$root/build-docs/left-alone.md"
}
expect_failure() { # expect_failure MESSAGE: the check fails and says so
  local said
  if said=$("$python" "$here/check_links.py" "$root"); then
    echo "not noticed: $1"
    exit 1
  fi
  grep -qF "$1" <<<"$said" || { echo "expected '$1', got: $said"; exit 1; }
}

make_sound
"$python" "$here/check_links.py" "$root" >/dev/null
echo '[b](b.md)' >>"$root/docs/a.md"
expect_failure 'docs/a.md:6: b.md does not exist'
make_sound
echo 'and [one](docs/a.md#two-word) more' >>"$root/README.md"
expect_failure 'README.md:8: docs/a.md#two-word has no heading #two-word'
make_sound
head -c 9000 /dev/zero | tr '\0' x >>"$root/README.md"
expect_failure 'README.md: '
echo "check_links.py notices."
