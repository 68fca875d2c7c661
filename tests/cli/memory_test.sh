# shellcheck shell=bash
# --memory-limit: the same bytes in less memory, or a clear refusal.
source "$CLI_TESTS/graphs.sh"

[[ ${COLUMNAR_INSTRUMENTED:-0} == 0 ]] || exit 0 # a sanitizer has memory needs of its own: nothing here would hold

# town: a graph whose pairs take more memory than anything else.
town() { "$COLUMNAR" generate graph.tsv --nodes 3000 --degree 20 --quiet; }

# Every pair is kept, so that there is something to put into a file.
embed() {
  "$COLUMNAR" embed graph.tsv -o codes.sdr --threads 2 --presentations 2000 --outstar-presentations 500 --minimum-count 1 \
    --window 10 "$@"
}

# peak_of FLAG...: the bytes that the estimate expects.
peak_of() {
  embed --estimate --json "$@" | tr ',' '\n' | sed -n 's/.*"peak_bytes": *\([0-9]*\).*/\1/p' | sort -n | tail -n 1
}

# least: the mebibytes without which nothing goes, as the refusal says.
least() {
  expect_error "--memory-limit: 1 MiB is less than the " embed --quiet --memory-limit 1M
  expect_missing codes.sdr
  least=$(sed 's/.*less than the \([0-9]*\) MiB that this graph needs at least/\1/' stderr)
}

test_the_codes_are_the_same_within_a_limit() {
  town
  expect_exit 0 embed --model whole.model
  expect_lacks stdout "temporary file"
  mv codes.sdr whole.sdr
  peak=$(peak_of)
  mkdir there
  for limit in $((peak - 1)) $((peak - 2000000)); do
    TMPDIR=$PWD/there expect_exit 0 embed --memory-limit "$limit" --model codes.model
    expect_contains stdout "--memory-limit $limit: "
    expect_contains stdout "of pairs were kept in a temporary file in $PWD/there"
    expect_same codes.sdr whole.sdr
    expect_same codes.model whole.model
  done
  [[ -z $(ls -A there) ]] || fail "a temporary file was left behind"
  unset TMPDIR
  expect_exit 0 embed --memory-limit "$((peak - 1))" # beside the output
  expect_contains stdout "temporary file in ."
  expect_same codes.sdr whole.sdr
  expect_exit 0 embed --memory-limit "$peak"
  expect_lacks stdout "temporary file"
  expect_only graph.tsv codes.sdr codes.model whole.sdr whole.model there
}

test_the_least_is_enough() {
  town
  expect_exit 0 embed
  mv codes.sdr whole.sdr
  least
  expect_error "this graph needs at least" embed --quiet --memory-limit "$((least - 1))M"
  expect_exit 0 embed --memory-limit "${least}M"
  expect_contains stdout "temporary file"
  expect_same codes.sdr whole.sdr
}

test_the_estimate_keeps_to_the_limit() {
  town
  peak=$(peak_of)
  limit=$((peak - 100000))
  (($(peak_of --memory-limit "$limit") <= limit)) || fail "the estimate is beyond the limit"
  expect_error "needs at least" embed --quiet --estimate --memory-limit 1M
}

test_a_checkpoint_is_taken_up_within_a_limit() {
  town
  expect_exit 0 embed
  mv codes.sdr whole.sdr
  peak=$(peak_of)
  (
    trap '' XFSZ
    ulimit -f 8000 # the checkpoints and the pairs fit, the model does not
    expect_error "codes.model: cannot write" embed --quiet --memory-limit "$((peak - 1))" --model codes.model --checkpoint run
  )
  [[ -f run/pairs.checkpoint ]] || fail "no checkpoint was kept"
  expect_exit 0 embed --memory-limit "$((peak - 1))" --checkpoint run
  expect_contains stdout "temporary file"
  expect_same codes.sdr whole.sdr
}

# peak_within LIMIT_KIB COMMAND...: runs it and fails where it held more than that.
peak_within() {
  local limit=$1 peak
  shift
  "$@" 2>stderr &
  local process=$!
  peak=0
  while kill -0 $process 2>/dev/null; do
    local held
    held=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$process/status 2>/dev/null || true)
    ((${held:-0} <= peak)) || peak=$held
  done
  status=0
  wait $process || status=$?
  ((peak > 1000)) || fail "its memory was not seen"
  ((peak <= limit)) || fail "it held $peak KiB, more than $limit: $*"
}

test_reading_keeps_to_the_limit_or_is_refused() {
  # The edges of a complete graph are far more than what is learned from them.
  awk 'BEGIN { for (i = 0; i < 3000; ++i) for (j = i + 1; j < 3000; ++j) print i, j }' >graph.tsv
  peak_within $((72 * 1024)) "$COLUMNAR" embed graph.tsv -o codes.sdr --quiet --memory-limit 70M
  ((status == 2)) || fail "status $status"
  expect_contains stderr "graph.tsv: --memory-limit: reading it needs "
  expect_missing codes.sdr
}

test_long_ids_count() {
  # 40 ids of 500 KB: 20 MB, which the graph, the model, the codes and the file hold once each.
  awk 'BEGIN { for (pad = "x"; length(pad) < 500000;) pad = pad pad; pad = substr(pad, 1, 500000)
               for (i = 0; i < 40; ++i) print i pad, (i + 1) % 40 pad }' >graph.tsv
  expect_error "--memory-limit: 60 MiB is less than the " embed --quiet --memory-limit 60M
  least=$(sed 's/.*less than the \([0-9]*\) MiB that this graph needs at least/\1/' stderr)
  peak_within $(((least + 10) * 1024)) "$COLUMNAR" embed graph.tsv -o codes.sdr --quiet --memory-limit "${least}M"
  ((status == 0)) || fail "status $status"
}

test_ids_of_an_archive_count() {
  # One long id makes every id as long in NumPy's text, at four bytes a character: 300 * 4 * 100,000.
  ring 300 >graph.tsv
  printf '%0100000d %d\n' 7 1 >>graph.tsv
  expect_error "--memory-limit: 100 MiB is less than the 1" "$COLUMNAR" embed graph.tsv -o codes.npz --quiet --memory-limit 100M
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv --quiet --memory-limit 100M
}

test_the_limit_is_repeated_as_it_was_meant() {
  ring 100 >graph.tsv
  for pair in "1K:1 KiB" "512:0.5 KiB" "1.5MiB:1 MiB" "2MB:1 MiB" "2M:2 MiB"; do
    expect_error "--memory-limit: ${pair#*:} is less than the " embed --quiet "--memory-limit=${pair%%:*}"
  done
}

test_what_is_no_size_is_refused() {
  ring 100 >graph.tsv
  for size in "" x 4X 4GG 4B 4GBi 4iB -4G nan inf 0 1e3 99999999999999T " 4G" "4 G"; do
    expect_error "--memory-limit: " embed --quiet "--memory-limit=$size"
  done
  for size in 3G 3g 3000M 1.5T 99999999999 3GB 3gib 3000MiB; do
    expect_exit 0 embed "--memory-limit=$size"
  done
  expect_error "--memory-limit: " "$COLUMNAR" embed graph.tsv -o codes.emb --method deepwalk --memory-limit 4G
}

test_a_temporary_file_that_cannot_be_made_is_refused_before_the_work() {
  town
  peak=$(peak_of)
  TMPDIR=nowhere expect_error "nowhere: cannot make a temporary file: " embed --quiet --memory-limit "$((peak - 1))"
  expect_contains stderr "; TMPDIR sets the directory of temporary files"
  expect_only graph.tsv
}

test_a_full_disk() {
  town
  peak=$(peak_of)
  mkdir disk
  mount -t tmpfs -o size=100k none disk 2>stderr || return 0 # not everybody may
  trap 'umount disk' EXIT
  TMPDIR=disk expect_error "disk: cannot write to a temporary file: No space left on device" \
    embed --quiet --memory-limit "$((peak - 1))"
  expect_missing codes.sdr
}
