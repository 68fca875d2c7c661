#!/usr/bin/env bash
# Fails when a source file includes a layer to its right, so that data keeps flowing one way: inside the product
# (src/columnar), inside the laboratory (src/columnar_lab), and from the product to the laboratory, never back.
# Usage: check_layers.sh [ROOT]   (ROOT: a folder that holds src/columnar; the repository by default)
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}/src"

PRODUCT=(core files graph walks ppmi spectral eligibility cortex sdr model search)
LABORATORY=(baselines evaluate report)

# Layers by the path that an #include names them with, in order.
LAYERS=("${PRODUCT[@]/#/columnar/}" "${LABORATORY[@]/#/columnar_lab/}")
declare -A rank full
for i in "${!LAYERS[@]}"; do
  rank[${LAYERS[$i]}]=$i
  full[${LAYERS[$i]##*/}]=${LAYERS[$i]}
done

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

# Sets `found` to the layer of a path, its first two folders; to nothing where it has fewer.
find_layer() {
  found=
  [[ ! $1 =~ ^([^/]+/[^/]+)/ ]] || found=${BASH_REMATCH[1]}
}

while IFS= read -r -d '' file; do
  file=${file#./}
  find_layer "$file"
  layer=$found
  if [[ -z $layer ]]; then
    complain "src/$file: a source file belongs in a layer's folder"
    continue
  fi
  if [[ -z ${rank[$layer]:-} ]]; then
    complain "src/$file: '$layer' is not a layer; tests/check_layers.sh lists them in order"
    continue
  fi
  files=$((files + 1))
  while read -r line path; do
    if [[ $path == ../* || $path == */../* ]]; then
      complain "src/$file:$line: includes \"$path\"; write the path from src/, as columnar/<layer>/<file>"
      continue
    fi
    find_layer "$path"
    if [[ $path == columnar/* || $path == columnar_lab/* ]]; then
      target=$found
      if [[ -z $target || -z ${rank[$target]:-} ]]; then
        complain "src/$file:$line: includes \"$path\", which is in no layer"
        continue
      fi
    else # "graph/graph.hpp" would name a layer as well, should src/columnar ever be an include folder.
      target=${full[${path%%/*}]:-}
    fi
    if [[ $layer == columnar/* && $target == columnar_lab/* ]]; then
      complain "src/$file:$line: the product includes \"$path\" of the laboratory"
    elif [[ $path == */* && -n $target ]] && ((rank[$target] > rank[$layer])); then
      complain "src/$file:$line: $layer includes \"$path\", but $target lies to its right"
    elif [[ $path == cli/* ]]; then
      complain "src/$file:$line: the library includes \"$path\" of the command"
    fi
  done < <(includes "$file")
done < <(find . -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' \) -print0 | sort -z)

((files)) || complain "no source file found under $PWD"
((bad == 0)) || exit 1
echo "$files files include only layers to their left."
