#!/usr/bin/env bash
# Fails when a source file includes a layer to its right, so that data keeps flowing one way: inside the product
# (src/columnar), inside the laboratory (src/columnar_lab), and from the product to the laboratory and from both to the
# server (src/columnar_server), never back. Only its own folder and programs include the stages on a GPU
# (src/columnar_cuda), which use the product; src/columnar_mpi uses the product. The installed headers (include/columnar) belong to a layer each, and include
# each other and the standard library alone.
# Usage: check_layers.sh [ROOT]   (ROOT: a folder that holds src/columnar; the repository by default)
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

PRODUCT=(kernels core files graph walks ppmi spectral roles eligibility cortex sdr model search map)
LABORATORY=(baselines evaluate report experiments)
SERVER=(api http)
CUDA=(device stages)
MPI=(ranks)
# The layer of each installed header.
declare -A INSTALLED=([error]=core [version]=core [config]=core [progress]=core
                      [node_ids]=graph [attributes]=graph [graph]=graph [graph_reader]=graph [graph_builder]=graph [edge_changes]=graph
                      [codes]=sdr [code_files]=sdr [model]=model [nir]=model [embedder]=model [search]=search [columnar]=search)

# Layers by the path that an #include names them with, in order.
LAYERS=("${PRODUCT[@]/#/columnar/}" "${LABORATORY[@]/#/columnar_lab/}" "${SERVER[@]/#/columnar_server/}" "${CUDA[@]/#/columnar_cuda/}" "${MPI[@]/#/columnar_mpi/}")
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

# Sets `found` to the layer of a path as an #include has it: that of an installed header, else its first two folders; to
# nothing where it has none.
find_layer() {
  found=
  if [[ $1 =~ ^columnar/([a-z_]+)\.hpp(\.in)?$ && -n ${INSTALLED[${BASH_REMATCH[1]}]:-} ]]; then
    found=columnar/${INSTALLED[${BASH_REMATCH[1]}]}
  elif [[ $1 =~ ^([^/]+/[^/]+)/ ]]; then
    found=${BASH_REMATCH[1]}
  fi
}

while IFS= read -r -d '' file; do
  find_layer "${file#*/}"
  layer=$found
  if [[ $file == include/* && ! ${file#*/} =~ ^columnar/[a-z_]+\.hpp(\.in)?$ ]]; then
    complain "$file: installed headers are include/columnar/<name>.hpp"
    continue
  fi
  if [[ -z $layer && $file == include/* ]]; then
    complain "$file: which layer? tests/check_layers.sh lists the installed headers"
    continue
  fi
  if [[ -z $layer || ($file == src/* && ${file#src/*/} != */*) ]]; then
    complain "$file: a source file belongs in a layer's folder"
    continue
  fi
  if [[ -z ${rank[$layer]:-} ]]; then
    complain "$file: '$layer' is not a layer; tests/check_layers.sh lists them in order"
    continue
  fi
  files=$((files + 1))
  while read -r line path; do
    if [[ $file == include/* && ! $path =~ ^(columnar/)?[a-z_]+(\.hpp)?$ ]]; then
      complain "$file:$line: an installed header includes \"$path\""
      continue
    fi
    if [[ $path == ../* || $path == */../* ]]; then
      complain "$file:$line: includes \"$path\"; write the path from src/, as columnar/<layer>/<file>"
      continue
    fi
    if [[ $path =~ ^hwy/|intrin\.h$|^arm_.*\.h$ && $layer != columnar/kernels ]]; then
      complain "$file:$line: vector instructions belong in columnar/kernels"
      continue
    fi
    if [[ $path == boost/* && $layer != columnar_server/http ]]; then
      complain "$file:$line: Boost belongs in columnar_server/http"
      continue
    fi
    if [[ $path == Eigen/* && $layer =~ ^columnar_lab/(report|experiments)$|^columnar_server/ ]]; then
      complain "$file:$line: compiled once for all CPUs, so that it must not calculate with Eigen"
      continue
    fi
    if [[ $path == mpi.h && $layer != columnar_mpi/ranks ]]; then
      complain "$file:$line: MPI belongs in columnar_mpi/ranks"
      continue
    fi
    find_layer "$path"
    if [[ $path == columnar/* || $path == columnar_lab/* || $path == columnar_server/* || $path == columnar_cuda/* || $path == columnar_mpi/* ]]; then
      target=$found
      if [[ -z $target || -z ${rank[$target]:-} ]]; then
        complain "$file:$line: includes \"$path\", which is in no layer"
        continue
      fi
    elif [[ $path != */* ]]; then
      target=
    else # "graph/graph.hpp" would name a layer as well, should src/columnar ever be an include folder.
      target=${full[${path%%/*}]:-}
    fi
    if [[ $layer == columnar_mpi/* && -n $target && $target != columnar/* && $target != columnar_mpi/* ]]; then
      complain "$file:$line: columnar_mpi uses the product alone, and includes \"$path\""
    elif [[ $layer == columnar/* && $target == columnar_lab/* ]]; then
      complain "$file:$line: the product includes \"$path\" of the laboratory"
    elif [[ $layer == columnar_cuda/* && $target == columnar_[ls]*/* ]]; then
      complain "$file:$line: the stages on a GPU include \"$path\" of another library than the product"
    elif [[ -n $target ]] && ((rank[$target] > rank[$layer])); then
      complain "$file:$line: $layer includes \"$path\", but $target lies to its right"
    elif [[ $path == cli/* ]]; then
      complain "$file:$line: the library includes \"$path\" of the command"
    fi
  done < <(includes "$file")
done < <(find $(ls -d include src 2>/dev/null) -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' -o -name '*.hpp.in' \) -print0 | sort -z)

((files)) || complain "no source file found under $PWD"
((bad == 0)) || exit 1
echo "$files files include only layers to their left."
