# shellcheck shell=bash
# Little memory, few descriptors, short files, full and read-only disks: one line, code 2, the old file whole.
source "$CLI_TESTS/graphs.sh"

make_files() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model "${QUICK[@]}"
}

# each_writer FOLDER ACTION...: calls ACTION FILE COMMAND... for every command that writes, FILE being what it writes.
each_writer() {
  local to=$1
  shift
  "$@" "$to/out.sdr" embed karate.tsv -o "$to/out.sdr" "${QUICK[@]}"
  "$@" "$to/out.model" embed karate.tsv -o "$to/out.sdr" --model "$to/out.model" "${QUICK[@]}"
  "$@" "$to/out.emb" embed karate.tsv -o "$to/out.emb" --method ppmi-svd --quiet
  "$@" "$to/out.npy" embed karate.tsv -o "$to/out.npy" --method ppmi-svd --quiet
  "$@" "$to/out.sdr" encode club.model -o "$to/out.sdr" --quiet
  "$@" "$to/out.model" update club.model karate.tsv -o "$to/out.model" --quiet
  "$@" "$to/out.index" index codes.sdr -o "$to/out.index" --quiet
  "$@" "$to/out.npz" convert codes.sdr "$to/out.npz"
  "$@" "$to/out.tsv" convert codes.sdr "$to/out.tsv"
  "$@" "$to/out.svm" convert codes.sdr "$to/out.svm"
  "$@" "$to/out.txt" generate "$to/out.txt" --nodes 2000 --quiet
}

# keeps_the_old REASON FILE COMMAND...: the command says that it cannot write the file, and why; what was there stays.
keeps_the_old() {
  local reason=$1 file=$2
  shift 2
  expect_error "" "$COLUMNAR" "$@"
  grep -qE "^columnar: ${file%.*}\.[a-z]+: cannot write: $reason$" stderr || fail "$*: $(cat stderr)"
  [[ $(cat "$file") == old ]] || fail "$*: the old file was touched"
  ! compgen -G "$(dirname "$file")/.columnar-*" || fail "$*: a temporary file was left behind"
}

# in_own_mounts FUNCTION: calls it where mounts are its own; skips the test where that may not be.
in_own_mounts() {
  local own=(unshare --mount)
  "${own[@]}" true 2>/dev/null || own=(unshare --map-root-user --mount)
  "${own[@]}" true 2>/dev/null || {
    echo "skipped: no mounts of one's own here"
    exit 0
  }
  # shellcheck disable=SC2016  # the inner shell expands
  "${own[@]}" bash -euo pipefail -c 'source "$CLI_TESTS/helpers.sh"; source "$CLI_TESTS/limits_test.sh"; "$1"' bash "$1"
}

test_a_file_that_may_not_grow() {
  [[ ${COLUMNAR_COVERAGE:-0} == 1 ]] && return # the counts are files, too
  make_files
  mkdir there
  for ending in sdr model emb npy index npz tsv svm txt; do
    echo old >there/out.$ending
  done
  (
    ulimit -f 1 # a kibibyte; without care the signal XFSZ ends the program
    each_writer there keeps_the_old "File too large"
  )
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # ThreadSanitizer writes a file of its own before the program begins
  (
    ulimit -f 0
    got=0
    "$COLUMNAR" config >there/out.txt || got=$?
    ((got == 2)) || fail "exit code $got"
  )
}

full_disk() {
  mkdir disk
  mount -t tmpfs -o size=64k none disk
  for ending in sdr model emb npy index npz tsv svm txt; do
    echo old >disk/out.$ending
  done
  head -c 64k /dev/zero >disk/ballast 2>ballast_errors || true # to the brim
  each_writer disk keeps_the_old "No space left on device"
}

test_a_disk_that_is_full() {
  make_files
  in_own_mounts full_disk
}

read_only_disk() {
  mkdir disk
  mount -t tmpfs none disk
  for ending in sdr model emb npy index npz tsv svm txt; do
    echo old >disk/out.$ending
  done
  mount -o remount,bind,ro "$PWD/disk" 2>mount_errors || mount -n -o remount,ro "$PWD/disk" 2>mount_errors || {
    echo "skipped: nothing can be mounted again here"
    return 0
  }
  each_writer disk keeps_the_old "directory 'disk' is not writable: Read-only file system"
  expect_error "disk/run: cannot make the directory: Read-only file system" \
    "$COLUMNAR" embed karate.tsv -o out.sdr --checkpoint disk/run
}

test_a_disk_that_is_read_only() {
  make_files
  in_own_mounts read_only_disk
}

test_few_descriptors() {
  local limits=(4 5 6 8 12)
  # To look at an object, UndefinedBehaviorSanitizer opens a pipe: it calls the object bad where no two are left.
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && limits=(12)
  make_files
  for limit in "${limits[@]}"; do
    for run in "embed karate.tsv -o out.sdr --model out.model --checkpoint run ${QUICK[*]}" "convert codes.sdr out.npz" \
      "query club.model --node 1 --json" "update club.model karate.tsv -o out.model --quiet"; do
      got=0
      # shellcheck disable=SC2086  # words
      (exec >stdout 2>stderr 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- && ulimit -n $limit && exec "$COLUMNAR" $run) || got=$?
      ((got == 0)) || { ((got == 2)) && expect_lines stderr 1 && expect_contains stderr "Too many open files"; } ||
        fail "with $limit descriptors, $run: code $got: $(cat stderr)"
    done
  done
  ((got == 0)) || fail "12 descriptors are not enough"
}

test_little_memory() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer has memory needs of its own
  make_files
  ring 3000 >ring.tsv
  told=0
  for limit in 24000 32000 40000 56000 72000 88000; do
    for run in "embed ring.tsv -o out.sdr --threads 2 ${QUICK[*]}" "inspect club.model" "generate out.tsv --nodes 100000 --threads 1 -q" \
      "explain club.model --node 1" "evaluate classify codes.sdr --labels labels.tsv --threads 2"; do
      got=0
      # shellcheck disable=SC2086  # words
      (ulimit -v $limit && exec "$COLUMNAR" $run >stdout 2>stderr) || got=$?
      ((got == 0)) && continue
      ((got == 2)) || fail "with $limit KiB, $run: code $got: $(cat stderr)"
      expect_lines stderr 1
      grep -qE "^columnar: (not enough memory|--threads: 2 threads cannot be started)" stderr || fail "$run: $(cat stderr)"
      told=$((told + 1))
    done
  done
  ((told >= 8)) || fail "memory was short only $told times"
  ! compgen -G '.columnar-*' || fail "a temporary file was left behind"
}

test_a_small_stack() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer has needs of its own
  make_files
  local limit
  for limit in 128 256 1000; do
    (ulimit -S -s $limit && expect_exit 0 "$COLUMNAR" embed karate.tsv -o out.sdr "${QUICK[@]}") # it may be raised
    expect_same out.sdr codes.sdr
    (ulimit -s $limit && expect_error "ulimit -s: " "$COLUMNAR" embed karate.tsv -o out.sdr "${QUICK[@]}")
  done
}

test_threads_that_cannot_be_started() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return
  make_files
  ulimit -v 400000
  expect_error "--threads: 1000 threads cannot be started (Resource temporarily unavailable); fewer may do" \
    "$COLUMNAR" embed karate.tsv -o out.sdr --threads 1000 "${QUICK[@]}"
  expect_missing out.sdr
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o out.sdr --threads 2 "${QUICK[@]}"
  expect_same out.sdr codes.sdr
}
