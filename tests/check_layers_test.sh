#!/usr/bin/env bash
# The layer check must itself be able to fail: runs it on small made-up trees, good and bad.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_layers.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
bad=0

# try pass|fail FILE LINE: a tree whose one interesting line is LINE in FILE: of src/, or of include/ where it says so.
try() {
  rm -rf "$root/src" "$root/include"
  local file=src/$2
  [[ $2 != include/* ]] || file=$2
  mkdir -p "$root/src/columnar/core" "$root/$(dirname "$file")"
  echo '#include <vector>' >"$root/src/columnar/core/random.hpp"
  printf '#pragma once\n%s\n' "$3" >"$root/$file"
  local verdict=pass
  "$check" "$root" >"$root/out" 2>&1 || verdict=fail
  if [[ $verdict != "$1" ]]; then
    echo "FAIL: '$3' in $2 should $1"
    cat "$root/out"
    bad=1
  fi
}

try pass columnar/graph/graph.hpp '#include "columnar/core/random.hpp"'
try pass columnar/graph/graph.cpp '#include "columnar/graph/graph.hpp"'
try pass columnar/walks/walks.hpp '#include <graph/whatever.hpp>'
try fail columnar/graph/graph.hpp '#include "columnar/walks/walks.hpp"'
try fail columnar/graph/graph.hpp '#include <columnar/walks/walks.hpp>'
try fail columnar/graph/graph.hpp '  #  include "columnar_lab/baselines/node2vec.hpp"'
try fail columnar/core/config.hpp '#include "columnar/files/text.hpp"'
try fail columnar/core/config.hpp '#include "../model/embedder.hpp"'
try fail columnar/core/config.hpp '#include "columnar/cli/main.hpp"'
try fail columnar/kernels/ranking.hpp '#include "columnar/core/random.hpp"'
try pass columnar/core/config.hpp '#include "columnar/kernels/ranking.hpp"'
try pass columnar/kernels/ranking.cpp '#include <hwy/highway.h>'
try fail columnar/core/config.hpp '#include <hwy/highway.h>'
try fail columnar/kernels/ranking.cpp '#include <immintrin.h>'
try fail columnar/odd/thing.hpp '#include <vector>'
try fail columnar/loose.hpp '#include <vector>'
try fail columnar/baselines/node2vec.hpp '#include <vector>'
try fail columnar/search/search_index.hpp '#include "columnar_lab/evaluate/health.hpp"'
try fail columnar/search/search_index.hpp '#include <evaluate/health.hpp>'
try pass columnar_lab/baselines/node2vec.hpp '#include "columnar/search/search_index.hpp"'
try pass columnar_lab/report/json.hpp '#include "columnar_lab/evaluate/health.hpp"'
try fail columnar_lab/evaluate/health.hpp '#include "columnar_lab/report/json.hpp"'
try fail columnar_lab/loose.hpp '#include <vector>'
try pass columnar/walks/walks.hpp '#include "columnar/graph.hpp"'
try fail columnar/walks/walks.hpp '#include "columnar/codes.hpp"'
try fail columnar/walks/walks.hpp '#include "columnar/columnar.hpp"'
try fail columnar/walks/walks.hpp '#include "columnar/nothing.hpp"'
try pass include/columnar/codes.hpp '#include "columnar/node_ids.hpp"'
try pass include/columnar/codes.hpp '#include <vector>'
try fail include/columnar/codes.hpp '#include "columnar/search.hpp"'
try fail include/columnar/codes.hpp '#include "columnar/core/random.hpp"'
try fail include/columnar/codes.hpp '#include <Eigen/Core>'
try fail include/columnar/codes.hpp '#include <fmt/format.h>'
try fail include/columnar/stranger.hpp '#include <vector>'
try fail include/columnar/core/random.hpp '#include <vector>'
((bad == 0)) || exit 1
echo "The layer check passes good trees and fails bad ones."
