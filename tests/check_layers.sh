#!/usr/bin/env bash
# Fails when a file of src/columnar/<layer> includes a layer to its right, so that the data keeps flowing one way.
# Usage: check_layers.sh [ROOT]   (ROOT: a folder that holds src/columnar; the repository by default)
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}/src/columnar"

LAYERS=(core files graph walks ppmi spectral eligibility cortex sdr model baselines search evaluate report)
declare -A rank
for i in "${!LAYERS[@]}"; do rank[${LAYERS[$i]}]=$i; done

bad=0
files=0
complain() {
  printf '%s\n' "$*"
  bad=1
}

# Prints "line path" for every include of the file $1.
includes() {
  sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]([^">]+)[">].*/\1/; t hit; b; :hit; =; p' "$1" | paste -d' ' - -
}

while IFS= read -r -d '' file; do
  file=${file#./}
  layer=${file%%/*}
  if [[ $file != */* ]]; then
    complain "src/columnar/$file: a source file belongs in a layer's folder"
    continue
  fi
  if [[ -z ${rank[$layer]:-} ]]; then
    complain "src/columnar/$file: '$layer' is no layer; tests/check_layers.sh lists them in order"
    continue
  fi
  files=$((files + 1))
  while read -r line path; do
    if [[ $path == ../* || $path == */../* ]]; then
      complain "src/columnar/$file:$line: includes \"$path\"; write the path from src/, as columnar/<layer>/<file>"
      continue
    fi
    # "graph/graph.hpp" would name a layer as well, should src/columnar ever be an include folder.
    target=${path#columnar/}
    target=${target%%/*}
    if [[ $path == columnar/* && -z ${rank[$target]:-} ]]; then
      complain "src/columnar/$file:$line: includes \"$path\", which is in no layer"
    elif [[ $path == */* && -n ${rank[$target]:-} ]] && ((rank[$target] > rank[$layer])); then
      complain "src/columnar/$file:$line: $layer includes \"$path\", but $target lies to its right"
    elif [[ $path == cli/* ]]; then
      complain "src/columnar/$file:$line: the library includes \"$path\" of the command"
    fi
  done < <(includes "$file")
done < <(find . -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) -print0 | sort -z)

((files)) || complain "no source file found under $PWD"
((bad == 0)) || exit 1
echo "$files files include only layers to their left."
