#!/usr/bin/env bash
# The JSON check must itself be able to fail: runs it on small made-up trees, good and bad.
set -euo pipefail
check=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/check_json.sh
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
bad=0

# try pass|fail FILE LINE: a tree whose one interesting line is LINE in FILE.
try() {
  rm -rf "${root:?}"/*
  mkdir -p "$root/src" "$root/$(dirname "$2")"
  printf '%s\n' "$3" >"$root/$2"
  local verdict=pass
  "$check" "$root" >/dev/null 2>&1 || verdict=fail
  if [[ $verdict != "$1" ]]; then
    echo "FAIL: '$3' in $2 should $1"
    bad=1
  fi
}

try pass src/columnar/sdr/a.cpp 'const Json json = parse_json(text, place);'
try pass src/columnar/core/bounded_json.cpp 'Json::parse(text, nullptr, false);'
try pass tests/a.cpp 'nlohmann::json::parse(text);'
try pass src/columnar/core/json_stream.cpp 'if (!Json::sax_parse(in, &events)) {'
try fail src/columnar/graph/a.cpp 'Json::sax_parse(in, &events);'
try fail src/columnar/sdr/a.cpp 'if (!nlohmann::json::accept(text)) {'
try fail cli/a.cpp '  const Json json = Json::parse(text, nullptr, false);'
try fail python/src/a.cpp 'nlohmann::ordered_json::parse(text);'
try fail cli/a.hpp 'Json::from_cbor(bytes);'
((bad == 0)) || exit 1
echo "The JSON check passes good trees and fails bad ones."
