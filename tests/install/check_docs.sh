#!/usr/bin/env bash
# Fails unless docs/library.md shows the files of examples/cpp as they are: what the tests build is what readers see.
# Usage: check_docs.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/../..}"
DOC=docs/library.md

bad=0
for file in examples/cpp/ring.cpp examples/cpp/CMakeLists.txt examples/cpp/fetch_content/CMakeLists.txt; do
  text=$(<"$DOC")
  if [[ $text != *"$(<"$file")"* ]]; then
    echo "$DOC does not show $file as it is"
    bad=1
  fi
done
for header in include/columnar/*.hpp; do
  grep -qF "\`columnar/${header##*/}\`" "$DOC" || {
    echo "$DOC does not name ${header##*/}"
    bad=1
  }
done
((bad == 0)) || exit 1
echo "$DOC shows the examples and names every header."
