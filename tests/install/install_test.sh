#!/usr/bin/env bash
# Installs the library into an empty folder and builds examples/cpp against it, as another project would.
#
# Usage: install_test.sh static|shared|fetch_content BUILD
#   static          installs BUILD itself; uses it by find_package and by pkg-config
#   shared          links the objects of BUILD as a shared library, in a build folder of its own; then the same
#   fetch_content   makes the sources a part of the example's project, with the libraries of BUILD
#
# BUILD, a release build with all targets made, has compiled the library; none of these compiles it again.
set -euo pipefail
kind=$1
build=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

die() {
  printf 'FAIL: %s\n' "$*"
  exit 1
}

# quietly COMMAND...: shows its output only where it fails.
quietly() {
  "$@" >log 2>&1 || {
    cat log
    die "$*"
  }
}

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# The compiler of BUILD, and its libraries in place of compiling them.
compiler=(-G Ninja "-DCMAKE_CXX_COMPILER=$(cached CMAKE_CXX_COMPILER)")
prebuilt=("-DCOLUMNAR_PREBUILT=$build" "-DCOLUMNAR_PREBUILT_ARCH=$(cached COLUMNAR_ARCH)"
          "-DCOLUMNAR_ARCH=$(cached COLUMNAR_ARCH)")

# Runs the example $1 and looks at what it says.
expect_answers() {
  "$1" >answers || die "$1 exits with $?"
  grep -qx '100 codes, 48 active bits out of 3848' answers || die "unexpected: $(cat answers)"
  grep -qxE 'node (8|9|11|12) shares [0-9]+ bits' answers || die "no neighbour is near: $(cat answers)"
  grep -qx 'after the update: 101 nodes' answers || die "unexpected: $(cat answers)"
  [[ -s ring.sdr && -s ring.index && -s ring.model ]] || die "a file was not written"
}

# The example in the folder $1 must compile without what the library compiles with.
expect_plain_flags() {
  local commands
  commands=$(grep 'ring\.cpp' "$1/compile_commands.json")
  if grep -qE -- '-march|EIGEN|FMT_|HWY_|eigen3|/src( |")' <<<"$commands"; then
    die "users of the library compile with: $commands"
  fi
}

use_installed() {
  local prefix=$1 flags
  quietly cmake -S "$root/examples/cpp" -B by-cmake "${compiler[@]}" "-DCMAKE_PREFIX_PATH=$prefix" \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror"
  quietly cmake --build by-cmake
  expect_plain_flags by-cmake
  expect_answers by-cmake/ring

  export PKG_CONFIG_PATH=$prefix/lib/pkgconfig
  [[ -d $PKG_CONFIG_PATH ]] || PKG_CONFIG_PATH=$(echo "$prefix"/lib*/pkgconfig "$prefix"/lib/*/pkgconfig)
  PKG_CONFIG_PATH=$(for folder in $PKG_CONFIG_PATH; do [[ ! -d $folder ]] || echo "$folder"; done)
  [[ $(pkg-config --modversion columnar) == "$(cat version)" ]] || die "the version of columnar.pc is another"
  flags=$(pkg-config --cflags --libs $([[ $kind != static ]] || echo --static) columnar)
  # shellcheck disable=SC2086
  quietly "$(cached CMAKE_CXX_COMPILER)" -std=c++20 "$root/examples/cpp/ring.cpp" -o by-pkg-config $flags \
    "-Wl,-rpath,$(dirname "$PKG_CONFIG_PATH")"
  expect_answers ./by-pkg-config
}

# Every installed header compiles by itself and names nothing but the standard library and its like.
expect_sound_headers() {
  local names
  names=$(cd "$1/include" && ls columnar/*.hpp)
  [[ $(wc -l <<<"$names") -ge 10 ]] || die "too few headers: $names"
  if grep -hE '^ *# *include' "$1"/include/columnar/*.hpp | grep -vE '#include ("columnar/[a-z_]+\.hpp"|<[a-z_]+>)$'; then
    die "a header includes more than the library and the standard library"
  fi
  # shellcheck disable=SC2016
  quietly xargs -P 2 -I{} sh -c 'echo "#include <{}>" | "$0" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror \
    -I"$1/include" -x c++ -' "$(cached CMAKE_CXX_COMPILER)" "$1" <<<"$names"
}

sed -nE 's/^project\(columnar_embedder VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt" >version
case $kind in
  static)
    quietly cmake --install "$build" --prefix "$work/prefix"
    expect_sound_headers prefix
    use_installed "$work/prefix"
    [[ $(prefix/bin/columnar --version) == "columnar $(cat version)"* ]] || die "the installed command does not run"
    for script in bash-completion/completions/columnar zsh/site-functions/_columnar fish/vendor_completions.d/columnar.fish; do
      grep -q 'largest-component' "prefix/share/$script" || die "no completion in share/$script"
    done
    page=$(find prefix -name columnar.1)
    grep -q 'largest' "$page" || die "the man page does not know the flags of the command"
    ! command -v groff >/dev/null || [[ -z $(groff -man -Tutf8 -Kutf8 -wmac "$page" 2>&1 >/dev/null) ]] ||
      die "groff has something to say about the man page"
    ;;
  shared)
    quietly cmake -S "$root" -B shared "${compiler[@]}" "${prebuilt[@]}" -DBUILD_SHARED_LIBS=ON -DCOLUMNAR_CLI=OFF \
      -DCOLUMNAR_TESTS=OFF
    quietly cmake --build shared
    quietly cmake --install shared --prefix "$work/prefix"
    use_installed "$work/prefix"
    library=$(find prefix -name 'libcolumnar.so')
    nm -DC --defined-only "$library" >symbols
    grep -q ' T columnar::Embedder::fit' symbols || die "the library lacks Embedder::fit"
    if grep -E ' [TWV] (columnar::(sample_walks|parallel_blocks|SectionedFile)|Eigen::|nlohmann::)' symbols | head -3 |
      grep .; then
      die "the library shows what is not in its headers"
    fi
    ;;
  fetch_content)
    quietly cmake -S "$root/examples/cpp/fetch_content" -B fetched "${compiler[@]}" "${prebuilt[@]}" \
      -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    quietly cmake --build fetched
    expect_plain_flags fetched
    expect_answers fetched/ring
    ;;
  *) die "no such kind: $kind" ;;
esac
echo "The example works: $kind."
