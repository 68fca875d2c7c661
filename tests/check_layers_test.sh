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

while IFS='|' read -r verdict file line; do
  try "$verdict" "$file" "$line"
done <<'CASES'
pass|columnar/graph/graph.hpp|#include "columnar/core/random.hpp"
pass|columnar/graph/graph.cpp|#include "columnar/graph/graph.hpp"
pass|columnar/walks/walks.hpp|#include <graph/whatever.hpp>
fail|columnar/graph/graph.hpp|#include "columnar/walks/walks.hpp"
fail|columnar/graph/graph.hpp|#include <columnar/walks/walks.hpp>
fail|columnar/graph/graph.hpp|  #  include "columnar_lab/baselines/node2vec.hpp"
fail|columnar/core/config.hpp|#include "columnar/files/text.hpp"
fail|columnar/core/config.hpp|#include "../model/embedder.hpp"
fail|columnar/core/config.hpp|#include "columnar/cli/main.hpp"
fail|columnar/kernels/ranking.hpp|#include "columnar/core/random.hpp"
pass|columnar/core/config.hpp|#include "columnar/kernels/ranking.hpp"
pass|columnar/kernels/ranking.cpp|#include <hwy/highway.h>
fail|columnar/core/config.hpp|#include <hwy/highway.h>
fail|columnar/core/config.hpp|#include <immintrin.h>
fail|columnar/odd/thing.hpp|#include <vector>
fail|columnar/loose.hpp|#include <vector>
fail|columnar/baselines/node2vec.hpp|#include <vector>
fail|columnar/search/search_index.hpp|#include "columnar_lab/evaluate/health.hpp"
fail|columnar/search/search_index.hpp|#include <evaluate/health.hpp>
pass|columnar_lab/baselines/node2vec.hpp|#include "columnar/search/search_index.hpp"
pass|columnar_lab/report/json.hpp|#include "columnar_lab/evaluate/health.hpp"
fail|columnar_lab/evaluate/health.hpp|#include "columnar_lab/report/json.hpp"
fail|columnar_lab/loose.hpp|#include <vector>
pass|columnar_server/api/routes.hpp|#include "columnar_lab/report/json.hpp"
fail|columnar_lab/report/json.hpp|#include "columnar_server/api/routes.hpp"
fail|columnar/search/search_index.hpp|#include "columnar_server/api/routes.hpp"
fail|columnar_server/api/routes.hpp|#include "columnar_server/http/server.hpp"
pass|columnar_server/http/server.cpp|#include <boost/beast/http.hpp>
fail|columnar_server/api/routes.cpp|#include <boost/beast/http.hpp>
fail|columnar_server/api/routes.cpp|#include <Eigen/Core>
fail|columnar_lab/report/json.cpp|#include <Eigen/Core>
pass|columnar_lab/evaluate/health.cpp|#include <Eigen/Core>
pass|columnar/walks/walks.hpp|#include "columnar/graph.hpp"
fail|columnar/walks/walks.hpp|#include "columnar/codes.hpp"
fail|columnar/walks/walks.hpp|#include "columnar/columnar.hpp"
fail|columnar/walks/walks.hpp|#include "columnar/nothing.hpp"
pass|include/columnar/codes.hpp|#include "columnar/node_ids.hpp"
pass|include/columnar/codes.hpp|#include <vector>
fail|include/columnar/codes.hpp|#include "columnar/search.hpp"
fail|include/columnar/codes.hpp|#include "columnar/core/random.hpp"
fail|include/columnar/codes.hpp|#include <Eigen/Core>
fail|include/columnar/codes.hpp|#include <fmt/format.h>
fail|include/columnar/stranger.hpp|#include <vector>
fail|include/columnar/core/random.hpp|#include <vector>
CASES
((bad == 0)) || exit 1
echo "The layer check passes good trees and fails bad ones."
