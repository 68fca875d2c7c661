#!/usr/bin/env bash
# Fails for a source file past 400 lines that gives no reason, and for a path of one person's machine in the sources.
# A long file gives its reason in its first 20 lines: "// Long because ...".
# Usage: check_files.sh [ROOT]
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"
LIMIT=400

bad=0
existing() { # those of the given folders that exist
  for folder in "$@"; do
    [[ ! -d $folder ]] || printf '%s\n' "$folder"
  done
}

mapfile -t code < <(existing include src cli tests fuzz)
while IFS= read -r -d '' file; do
  lines=$(wc -l <"$file")
  if ((lines > LIMIT)) && ! head -n 20 "$file" | grep -q 'Long because'; then
    echo "$file: $lines lines; split it, or say in its first lines: Long because ..."
    bad=1
  fi
done < <(find "${code[@]}" -type f \( -name '*.cpp' -o -name '*.hpp' -o -name '*.sh' \) -print0 | sort -z)

mapfile -t shown < <(existing include src cli docs)
if grep -rnE "(^|[^[:alnum:]_.\$}~-])/(home|root|tmp)/" "${shown[@]}"; then
  echo "The lines above name a folder of one machine."
  bad=1
fi
((bad == 0)) || exit 1
echo "No file is too long and none names a folder of one machine."
