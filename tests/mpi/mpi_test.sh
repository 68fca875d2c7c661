# shellcheck shell=bash
# The command on several processes: the bytes of one. COLUMNAR_MPI is columnar-mpi.
source "$CLI_TESTS/graphs.sh"

# For Open MPI 4 and 5; MPICH needs and knows none of it. Ranks that share a core must not spin.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe

# ranks COUNT ARGUMENT...: columnar-mpi in so many processes.
ranks() {
  local count=$1
  shift
  mpirun -n "$count" "$COLUMNAR_MPI" "$@" </dev/null
}

# Rows are divided at multiples of 2,048: so many nodes are rows for five ranks.
RUN=(--presentations 2000 --rank 32 --regions 60)
town() { "$COLUMNAR" generate town.tsv --nodes 10500 --degree 6 --quiet; }

test_codes_and_model_are_those_of_one_process() {
  town
  expect_exit 0 "$COLUMNAR" embed town.tsv -o one.sdr --model one.model "${RUN[@]}" --threads 2 --quiet
  local count
  for count in 1 2 3 5; do
    expect_exit 0 ranks "$count" embed town.tsv -o "$count.sdr" --model "$count.model" "${RUN[@]}" --quiet \
      --threads $((count % 3 + 1))
    expect_same one.sdr "$count.sdr"
    expect_same one.model "$count.model"
  done
  expect_only town.tsv {one,1,2,3,5}.{sdr,model}
}

# More ranks than blocks of rows: some have none. Weights, directions, roles and attributes.
test_small_and_odd_graphs() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o one.sdr "${QUICK[@]}"
  expect_exit 0 ranks 3 embed karate.tsv -o three.sdr "${QUICK[@]}"
  expect_same one.sdr three.sdr
  town
  awk '{ print $1, $2, ($1 * 7 + $2 * 3) % 5 + 0.5 } END { for (i = 0; i < 300; i++) print "a" i, "b" i }' town.tsv >odd.tsv
  expect_exit 0 "$COLUMNAR" embed odd.tsv --directed --roles 0.3 -o one.sdr "${RUN[@]}" --quiet
  expect_exit 0 ranks 3 embed odd.tsv --directed --roles 0.3 -o three.sdr "${RUN[@]}" --quiet
  expect_same one.sdr three.sdr
  "$COLUMNAR" generate town.tsv --nodes 5000 --degree 6 --quiet
  awk 'BEGIN { print "id,kind,size" } { for (i = 1; i <= 2; i++) if (!seen[$i]++) print $i ",k" int($i / 700) "," $i % 13 }' town.tsv >nodes.csv
  expect_exit 0 "$COLUMNAR" embed town.tsv --attributes nodes.csv -o one.sdr "${RUN[@]}" --quiet
  expect_exit 0 ranks 2 embed town.tsv --attributes nodes.csv -o two.sdr "${RUN[@]}" --quiet
  expect_same one.sdr two.sdr
}

# Killed outright when a part is kept, with another number of ranks each time. On a busy machine a run may come to its
# end before it is killed; the first one has most of its work before it.
test_a_killed_run_goes_on_with_other_ranks() {
  town
  expect_exit 0 "$COLUMNAR" embed town.tsv -o one.sdr --model one.model "${RUN[@]}" --quiet
  local part launcher counts=(3 2 4) kills=0
  for part in pairs spectrum regions; do
    mpirun -n "${counts[kills]}" "$COLUMNAR_MPI" embed town.tsv -o town.sdr --model town.model --checkpoint run \
      --checkpoint-interval 0 "${RUN[@]}" --threads 1 </dev/null >stdout 2>stderr &
    launcher=$!
    until [[ -e run/$part.checkpoint ]] || ! kill -0 "$launcher" 2>kill_errors; do sleep 0.01; done
    # One rank that is not the first: a child of the launcher.
    pkill -KILL --newest --parent "$launcher" columnar-mpi || true
    ! wait "$launcher" || break
    kills=$((kills + 1))
    expect_missing town.sdr
  done
  ((kills > 0)) || fail "the run ended before it was killed"
  if ((kills == 3)); then
    expect_exit 0 ranks 2 embed town.tsv -o town.sdr --model town.model --checkpoint run "${RUN[@]}" --json
    expect_contains stdout "resumed at"
  fi
  expect_same one.sdr town.sdr
  expect_same one.model town.model
  expect_missing run
}

test_codes_on_standard_output() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o one.tsv "${QUICK[@]}"
  expect_exit 0 ranks 3 embed karate.tsv -o - "${QUICK[@]}"
  expect_same one.tsv stdout
}

test_what_is_sent_is_reported() {
  town
  expect_exit 0 ranks 2 embed town.tsv -o town.sdr "${RUN[@]}" --json
  expect_contains stdout '"sent_bytes"'
  expect_exit 0 "$COLUMNAR" embed town.tsv -o town.sdr "${RUN[@]}" --json
  expect_lacks stdout '"sent_bytes"'
}

# refused MESSAGE ARGUMENT...: exit code 2, and one line of ours, however many ranks see the mistake.
refused() {
  local message=$1
  shift
  expect_exit 2 ranks 3 "$@"
  expect_contains stderr "columnar: $message"
  (($(grep -c '^columnar: ' stderr) == 1)) || fail "more than one line: $(cat stderr)"
}

test_errors_are_one_line() {
  karate >karate.tsv
  refused "absent.tsv: " embed absent.tsv -o out.sdr --quiet
  refused "--rank: " embed karate.tsv -o out.sdr --rank none --quiet
  refused "query: only embed works in several processes, and there are 3" query karate.tsv --node 1
  refused "--no-balanced works in one process alone, not in several" embed karate.tsv -o out.sdr --no-balanced --quiet
  refused "--spectral gha works in one process alone, not in several" embed karate.tsv -o out.sdr --spectral gha --quiet
  refused "--method line works in one process alone, not in several" embed karate.tsv -o out.emb --method line --quiet
  expect_missing out.sdr
  expect_missing out.emb
  expect_exit 0 ranks 3 --version
  expect_lines stdout 1
  expect_exit 0 ranks 2 embed karate.tsv -o out.sdr --estimate
  expect_contains stdout "karate.tsv"
}
