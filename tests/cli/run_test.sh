# shellcheck shell=bash
# How a run behaves: progress, quiet, JSON, estimate, Ctrl-C, demo.
source "$CLI_TESTS/graphs.sh"

test_quiet_says_nothing() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --quiet
  expect_lines stdout 0
  expect_lines stderr 0
}

test_progress_is_plain_lines_where_there_is_no_terminal() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --presentations 500
  for stage in reading walks PPMI spectrum regions eligibility columns readout writing; do
    expect_contains stderr "columnar: $stage "
    expect_contains stdout "$stage"
  done
  ! grep -q $'[\r\x1b]' stderr stdout || fail "control characters outside a terminal"
}

test_progress_rewrites_its_line_on_a_terminal() {
  command -v script >/dev/null || return 0
  ring 3000 >graph.tsv
  script -qec "'$COLUMNAR' embed graph.tsv -o codes.sdr --presentations 60000" /dev/null >typescript </dev/null ||
    fail "the run failed"
  grep -qE 'run +[0-9]+ %' typescript || fail "no share of the run"
  grep -qE 'left' typescript || fail "no time left"
  grep -qF '✓' typescript || fail "no ticks"
}

test_json_is_one_object_and_nothing_else() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --labels labels.tsv --json "${QUICK[@]}"
  expect_json stdout
  for key in nodes edges components self_loops stages peak_bytes total_seconds unique_codes same_cell_rate \
    neurons_used_l23 cross_class_duplicate_pairs written seed config notes; do
    expect_contains stdout "\"$key\""
  done
}

test_estimate_writes_nothing() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv --estimate -o codes.sdr
  expect_contains stdout "estimate"
  expect_contains stdout "columns"
  expect_exit 0 "$COLUMNAR" embed karate.tsv --estimate --json
  expect_json stdout
  expect_only karate.tsv
}

test_estimate_of_memory_is_near_the_truth() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer has memory needs of its own
  ring 8000 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv --estimate --json
  estimated=$(sed -nE 's/^  "peak_bytes": ([0-9]+).*/\1/p' stdout)
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr --json "${QUICK[@]}"
  measured=$(sed -nE 's/^  "peak_bytes": ([0-9]+).*/\1/p' stdout)
  ((estimated * 10 > measured * 7 && estimated * 10 < measured * 14)) ||
    fail "estimated $estimated bytes, measured $measured"
}

test_ctrl_c_leaves_nothing_behind() {
  ring 4000 >graph.tsv
  echo old >codes.sdr
  for after in 0.05 0.3 1; do
    got=0
    timeout -s INT "$after" env --default-signal=INT "$COLUMNAR" embed graph.tsv -o codes.sdr --presentations 20000000 \
      --presentations-per-node 5000 >stdout 2>stderr || got=$?
    ((got == 124)) || fail "exit code $got of timeout"
    expect_lines stdout 0
    expect_only graph.tsv codes.sdr
    [[ $(cat codes.sdr) == old ]] || fail "the old output was touched"
  done
  got=0
  timeout -s INT --preserve-status 0.3 env --default-signal=INT "$COLUMNAR" embed graph.tsv -o codes.sdr --presentations 20000000 \
    --presentations-per-node 5000 >stdout 2>stderr || got=$?
  ((got == 130)) || fail "exit code $got, not 130"
}

test_a_signal_that_was_ignored_stays_ignored() {
  ring 2000 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o want.sdr --quiet
  local signal process
  for signal in INT TERM HUP; do
    env --ignore-signal=$signal "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint run >stdout 2>stderr &
    process=$!
    until [[ -s stderr ]]; do sleep 0.01; done # the program is under way
    kill -$signal "$process"
    wait "$process" || fail "SIG$signal ended it: $(cat stderr)"
    expect_same codes.sdr want.sdr
    rm codes.sdr stderr
  done
}

test_little_stack_for_threads_is_made_enough() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer needs more
  ring 600 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o want.sdr "${QUICK[@]}" --threads 2
  local limit
  for limit in 64 128 1024; do # a new thread would have as much by default
    (ulimit -S -s $limit && expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr "${QUICK[@]}" --threads 2)
    expect_same codes.sdr want.sdr
  done
}

test_the_program_starts_once_and_leaves_its_environment_alone() {
  [[ -r /proc/self/environ ]] || return 0
  mkfifo graph.tsv
  env -i KEPT=yes "$COLUMNAR" embed graph.tsv -o codes.sdr "${QUICK[@]}" --threads 2 >stdout 2>stderr &
  local process=$!
  exec 9>graph.tsv # opens once the program reads
  tr '\0' '\n' <"/proc/$process/environ" >environment
  ring 60 >&9
  exec 9>&-
  wait "$process" || fail "$(cat stderr)"
  [[ $(cat environment) == KEPT=yes ]] || fail "$(cat environment)"
}

test_what_cannot_be_printed_is_an_error() {
  [[ -e /dev/full ]] || return 0
  karate >karate.tsv
  local arguments got
  for arguments in --help --version "" "embed --help" "evaluate classify --help" config "config --json" demo \
    "embed karate.tsv --estimate"; do
    got=0
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" $arguments >/dev/full 2>stderr || got=$?
    ((got == 2)) || fail "$arguments: exit code $got"
    [[ $(grep -c 'stdout: cannot write: No space left on device' stderr) == 1 ]] || fail "$arguments: $(cat stderr)"
  done
  got=0
  "$COLUMNAR" --help >&- 2>stderr || got=$?
  ((got == 2)) || fail "closed: exit code $got"
  expect_lines stderr 1
}

test_files_do_not_become_standard_output_or_error() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o want.sdr --model club.model "${QUICK[@]}"
  local got=0
  "$COLUMNAR" embed karate.tsv -o codes.sdr --presentations 2000 --outstar-presentations 500 --checkpoint run \
    <&- >&- 2>&- || got=$?
  ((got == 2)) || fail "exit code $got: the summary went somewhere"
  expect_same codes.sdr want.sdr
  printf '5 34\n6 34\n7 34\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv -o want.model --batch 1 --quiet
  "$COLUMNAR" update club.model changes.tsv --batch 1 >stdout 2>&- # holds the model, and tells of each batch
  expect_same club.model want.model
}

test_demo_needs_no_file() {
  expect_exit 0 "$COLUMNAR" demo
  for text in "karate" "accuracy" "predicted" "unique codes" "share" "columnar embed"; do
    expect_contains stdout "$text"
  done
  expect_only
}

test_config_lists_every_constant() {
  expect_exit 0 "$COLUMNAR" config
  expect_contains stdout "--walks-per-node"
  expect_exit 0 "$COLUMNAR" config --json
  expect_json stdout
  expect_exit 0 "$COLUMNAR" config --preset paper --rank 7
  expect_contains stdout "--rank"
}

test_version() {
  expect_exit 0 "$COLUMNAR" --version
  expect_lines stdout 1 # the version, and in brackets the state of the sources, unless it is that of a release
  grep -qE '^columnar [0-9]+\.[0-9]+\.[0-9]+( \([A-Za-z0-9._/-]+\))?$' stdout || fail "no version"
}
