#!/usr/bin/env bash
# Fails when the library, the command or the Python package parse JSON otherwise than by core/bounded_json or
# core/json_stream, which know the limits: a text of many levels takes the stack of any other reader.
# Usage: check_json.sh [ROOT]   (ROOT: a folder that holds src; the repository by default)
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

folders=()
for folder in src cli python/src; do
  [[ ! -d $folder ]] || folders+=("$folder")
done
found=$(grep -rnE '\b(json|Json|ordered_json|basic_json)::(parse|accept|sax_parse|from_[a-z]+)\b|_json_literal|"_json\b|>> *json\b' \
  --include='*.cpp' --include='*.hpp' "${folders[@]}" | grep -vE '^src/columnar/core/(bounded_json|json_stream)\.cpp:' || true)
if [[ -n $found ]]; then
  printf '%s\n' "$found" "The lines above parse JSON; use parse_json of columnar/core/bounded_json.hpp, or JsonStream of json_stream.hpp."
  exit 1
fi
echo "JSON is parsed in one place."
