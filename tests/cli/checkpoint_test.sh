# shellcheck shell=bash
# Runs that are killed, and go on.
source "$CLI_TESTS/graphs.sh"

# town COUNT >FILE: communities of 50 with a few edges between them; big enough that every stage takes a while.
town() {
  awk -v n="$1" 'BEGIN {
    srand(7)
    for (i = 0; i < n; i++) {
      for (e = 0; e < 4; e++) print i, i - i % 50 + int(rand() * 50)
      if (rand() < 0.3) print i, int(rand() * n)
    }
  }'
}

RUN=(--presentations 6000 --outstar-presentations 2000 --rank 32 --regions 60 --threads 2)
nodes=2000
kills=24
if [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]]; then
  nodes=400
  kills=5
fi

# Random numbers below $1, the same in every run of the test.
random_state=12345
random_below() {
  random_state=$(((random_state * 1103515245 + 12345) % 2147483648))
  below=$((random_state / 65536 % $1))
}

# exec_embed NAME [FLAG...]: codes and model of that name, kept in the directory run; takes the place of the shell, so
# that a signal for one reaches the other.
exec_embed() {
  local name=$1
  shift
  exec "$COLUMNAR" embed graph.tsv -o "$name.sdr" --model "$name.model" --checkpoint run "${RUN[@]}" "$@"
}
embed() { (exec_embed "$@"); }

# kill_when CONDITION NAME [FLAG...]: kills the run outright once the command CONDITION returns; true if it had not
# come to its end.
kill_when() {
  local condition=$1 process code=0
  shift
  exec_embed "$@" >stdout 2>stderr &
  process=$!
  eval "$condition"
  kill -KILL "$process" 2>kill_errors || true
  wait "$process" 2>kill_errors || code=$?
  ((code == 0 || code == 137)) || fail "exit code $code: $(cat stderr)"
  ((code == 137))
}

test_killed_at_many_moments_it_ends_with_the_same_bytes() {
  town "$nodes" >graph.tsv
  local start end whole survived=0 finished=0 below
  start=$(date +%s%N)
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o whole.sdr --model whole.model "${RUN[@]}" --quiet
  end=$(date +%s%N)
  whole=$(((end - start) / 1000000))
  while ((survived < kills)); do
    random_below "$whole"
    if kill_when "$(printf 'sleep %d.%03d' $((below / 1000)) $((below % 1000)))" codes --quiet --checkpoint-interval 0; then
      survived=$((survived + 1))
    else
      expect_lines stderr 0
      expect_same whole.sdr codes.sdr
      expect_same whole.model codes.model
      expect_missing run
      rm codes.sdr codes.model
      finished=$((finished + 1))
    fi
    ((survived + finished < 10 * kills)) || fail "only $survived of $kills runs could be killed"
  done
  expect_exit 0 embed codes --quiet --checkpoint-interval 0
  expect_same whole.sdr codes.sdr
  expect_same whole.model codes.model
  expect_missing run
  echo "$survived runs killed, $((finished + 1)) came to their end"
}

# Leaves a run in the directory run that was killed while the columns learnt, however long it takes to get there.
leave_a_run() {
  local tries=0
  until [[ -e run/cortex.checkpoint ]]; do
    tries=$((tries + 1))
    ((tries <= 50)) || fail "every run came to its end before it could be killed"
    kill_when columns_learn_or_end codes --quiet --checkpoint-interval 0 || true
  done
}
columns_learn_or_end() {
  while kill -0 "$process" 2>kill_errors && [[ ! -e run/cortex.checkpoint ]]; do
    sleep 0.005
  done
}

test_inspect_tells_where_a_run_stands() {
  town 600 >graph.tsv
  leave_a_run
  expect_exit 0 "$COLUMNAR" inspect run
  for text in "checkpoint of a run" "pairs" "spectrum" "regions" "cortex" "Stage     " " of " "UTC" "Nodes     600" \
    "Seed      1" "--rank" "digest "; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" inspect run --json
  expect_json stdout
  expect_contains stdout '"fraction"'
  expect_exit 0 "$COLUMNAR" inspect run/cortex.checkpoint
  expect_contains stdout "l23.weights"
  expect_contains stdout "Stage     "
  flip_byte run/cortex.checkpoint 5000
  expect_error "run/cortex.checkpoint: " "$COLUMNAR" inspect run
  expect_error "run/cortex.checkpoint: " embed codes --quiet
  mkdir empty
  expect_error "empty: there is no checkpoint" "$COLUMNAR" inspect empty
}

test_inspect_of_a_checkpoint_from_another_age() {
  town 600 >graph.tsv
  leave_a_run
  local moment
  folder=.
  if [[ -w /dev/shm ]]; then # other file systems know fewer times
    folder=$(mktemp -d -p /dev/shm)
    trap 'rm -r "$folder"' EXIT
  fi
  cp -r run "$folder/old"
  for moment in @-1 @-99999999999999 @99999999999999 @9223372036854775807; do
    touch -d "$moment" "$folder/old/cortex.checkpoint"
    expect_exit 0 "$COLUMNAR" inspect "$folder/old"
    expect_exit 0 "$COLUMNAR" inspect "$folder/old" --json
    expect_json stdout
  done
}

test_a_resumed_run_says_so_and_leaves_nothing() {
  town 600 >graph.tsv
  leave_a_run
  rm -f stdout stderr
  expect_exit 0 embed codes
  expect_contains stderr "resumed at "
  expect_contains stdout "resumed at "
  expect_missing run
  expect_exit 0 embed again
  expect_lacks stdout "resumed"
  expect_same codes.sdr again.sdr
  expect_missing run
}

test_another_graph_or_config_is_refused_and_changes_nothing() {
  town 600 >graph.tsv
  leave_a_run
  cat run/*.checkpoint >before
  expect_error ", not 99); remove it or choose another directory" embed codes --quiet --block 99
  expect_contains stderr "run: the checkpoint is of another config (block "
  expect_error "run: the checkpoint is of another config (seed 1, not 2)" embed codes --quiet --seed 2
  echo "0 599" >>graph.tsv
  expect_error "run: the checkpoint is of another graph (600 nodes, digest" embed codes --quiet
  cat run/*.checkpoint >after
  expect_same before after
  expect_missing codes.sdr
}

test_a_full_disk_leaves_the_last_good_checkpoint_and_the_run_goes_on() {
  town 600 >graph.tsv
  expect_exit 0 embed whole --quiet
  leave_a_run
  cp run/cortex.checkpoint good
  (
    trap '' XFSZ
    ulimit -f 200
    "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint run --checkpoint-interval 0 "${RUN[@]}" >stdout 2>stderr
  ) || fail "the run ended: $(cat stderr)"
  expect_contains stderr "no checkpoint, but the run goes on: run/cortex.checkpoint: cannot write: "
  (($(grep -c "no checkpoint" stderr) == 1)) || fail "more than one note"
  expect_same whole.sdr codes.sdr
  # Where the outputs do not fit either, the run ends, and what it had reached before stays.
  rm codes.sdr
  mkdir run
  cp good run/cortex.checkpoint
  (
    trap '' XFSZ
    ulimit -f 200
    expect_error "codes.model: cannot write" embed codes --quiet --checkpoint-interval 0
  )
  expect_same good run/cortex.checkpoint
  expect_exit 0 embed codes --quiet
  expect_same whole.sdr codes.sdr
}

test_a_disk_that_is_full_indeed() {
  mkdir disk
  mount -t tmpfs -o size=3m none disk 2>stderr || return 0 # not everybody may
  trap 'umount disk' EXIT
  town 600 >graph.tsv
  expect_exit 0 embed whole --quiet
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint disk/run --checkpoint-interval 0 "${RUN[@]}"
  expect_contains stderr "No space left on device"
  expect_same whole.sdr codes.sdr
}

test_a_directory_that_will_not_do_is_refused_before_the_work() {
  town 600 >graph.tsv
  echo hello >file
  expect_error "file: checkpoints need a directory" "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint file
  expect_error "no/run: cannot make the directory" "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint no/run
  expect_error "--checkpoint: " "$COLUMNAR" embed graph.tsv -o codes.emb --method ppmi-svd --checkpoint run
  expect_error "--checkpoint-interval: " "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint-interval 3
  for seconds in -1 x nan 1e12; do
    expect_error "--checkpoint-interval: " "$COLUMNAR" embed graph.tsv -o codes.sdr --checkpoint run --checkpoint-interval "$seconds"
  done
  expect_error "nowhere.tsv: " "$COLUMNAR" embed nowhere.tsv -o codes.sdr --checkpoint run
  expect_exit 0 "$COLUMNAR" embed graph.tsv --estimate --checkpoint run
  expect_only file graph.tsv
}

test_other_files_in_the_directory_stay() {
  town 600 >graph.tsv
  mkdir run
  echo hello >run/letter.txt
  expect_exit 0 embed codes --quiet
  [[ $(ls -A run) == letter.txt ]] || fail "run holds: $(ls -A run)"
}
