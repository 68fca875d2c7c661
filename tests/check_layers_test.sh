#!/usr/bin/env bash
# The layer check must itself be able to fail: runs it on small made-up trees, good and bad.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_layers.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
bad=0

# try pass|fail FILE LINE: a tree whose one interesting line is LINE in src/FILE.
try() {
  rm -rf "$root/src"
  mkdir -p "$root/src/columnar/core" "$root/src/$(dirname "$2")"
  echo '#include <vector>' >"$root/src/columnar/core/error.hpp"
  printf '#pragma once\n%s\n' "$3" >"$root/src/$2"
  local verdict=pass
  "$check" "$root" >"$root/out" 2>&1 || verdict=fail
  if [[ $verdict != "$1" ]]; then
    echo "FAIL: '$3' in $2 should $1"
    cat "$root/out"
    bad=1
  fi
}

try pass columnar/graph/graph.hpp '#include "columnar/core/error.hpp"'
try pass columnar/graph/graph.cpp '#include "columnar/graph/graph.hpp"'
try pass columnar/walks/walks.hpp '#include <graph/whatever.hpp>'
try fail columnar/graph/graph.hpp '#include "columnar/walks/walks.hpp"'
try fail columnar/graph/graph.hpp '#include <columnar/walks/walks.hpp>'
try fail columnar/graph/graph.hpp '  #  include "columnar_lab/baselines/node2vec.hpp"'
try fail columnar/core/config.hpp '#include "columnar/files/text.hpp"'
try fail columnar/core/config.hpp '#include "../model/embedder.hpp"'
try fail columnar/core/config.hpp '#include "columnar/cli/main.hpp"'
try fail columnar/odd/thing.hpp '#include <vector>'
try fail columnar/loose.hpp '#include <vector>'
try fail columnar/baselines/node2vec.hpp '#include <vector>'
try fail columnar/search/search_index.hpp '#include "columnar_lab/evaluate/health.hpp"'
try fail columnar/search/search_index.hpp '#include <evaluate/health.hpp>'
try pass columnar_lab/baselines/node2vec.hpp '#include "columnar/search/search_index.hpp"'
try pass columnar_lab/report/json.hpp '#include "columnar_lab/evaluate/health.hpp"'
try fail columnar_lab/evaluate/health.hpp '#include "columnar_lab/report/json.hpp"'
try fail columnar_lab/loose.hpp '#include <vector>'
((bad == 0)) || exit 1
echo "The layer check passes good trees and fails bad ones."
