# shellcheck shell=bash
# Runs that are killed outright, while they write or at any other moment: every file is the old one or the new one.
source "$CLI_TESTS/graphs.sh"

kills=6
[[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && kills=2

# start COMMAND...: in the background, as $process.
start() {
  "$COLUMNAR" "$@" >stdout 2>stderr &
  process=$!
}

# killed: kills $process outright; true if it had not ended.
killed() {
  local code=0
  kill -KILL "$process" 2>kill_errors || true
  wait "$process" 2>kill_errors || code=$?
  ((code == 0 || code == 137)) || fail "exit code $code: $(cat stderr)"
  ((code == 137))
}

leftovers() { compgen -G '.columnar-*.tmp' || true; }

# either FILE: it is what a run made before, or what one makes now.
either() {
  cmp -s "$1" "old.$1" || cmp -s "$1" "new.$1" || fail "$1 is torn: $(wc -c <"$1") bytes"
}

# kill_while_writing FILE COMMAND...: the command writes FILE, and is killed once its temporary file is there.
kill_while_writing() {
  local file=$1 caught=0 before
  shift
  expect_exit 0 "$COLUMNAR" "$@"
  mv "$file" "new.$file"
  for ((i = 0; i < kills; i++)); do
    cp "old.$file" "$file"
    before=$(leftovers)
    start "$@"
    while [[ $(leftovers) == "$before" ]] && kill -0 "$process" 2>kill_errors; do :; done
    ! killed || caught=$((caught + 1))
    either "$file"
    (($(leftovers | wc -l) <= 1)) || fail "temporary files pile up: $(leftovers)"
  done
  ((caught > 0)) || fail "no run of $* could be killed"
  expect_exit 0 "$COLUMNAR" "$@"
  expect_same "$file" "new.$file"
  [[ -z $(leftovers) ]] || fail "temporary files stay: $(leftovers)"
  echo "$caught of $kills runs of $1 were killed while they wrote"
}

test_killed_while_it_writes() {
  ring 400 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr --model club.model --seed 1 "${QUICK[@]}"
  for file in codes.tsv codes.npz codes.index out.model out.txt; do
    echo old >"old.$file"
  done
  kill_while_writing out.model update club.model graph.tsv -o out.model --quiet
  kill_while_writing codes.index index codes.sdr -o codes.index --quiet
  kill_while_writing codes.tsv convert codes.sdr codes.tsv --quiet
  kill_while_writing codes.npz convert codes.sdr codes.npz --quiet
  kill_while_writing out.txt generate out.txt --nodes 20000 --quiet
}

test_killed_at_any_moment() {
  ring 400 >graph.tsv
  local state=12345 start_time whole delay caught=0
  for seed in 1 2; do
    start_time=$(date +%s%N)
    expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr --model club.model --seed $seed "${QUICK[@]}"
    whole=$((($(date +%s%N) - start_time) / 1000000))
    for file in codes.sdr club.model; do
      cp $file "$([[ $seed == 1 ]] && echo old || echo new).$file"
    done
  done
  ((whole < 990)) || whole=990
  for ((i = 0; i < kills; i++)); do
    cp old.codes.sdr codes.sdr
    cp old.club.model club.model
    start embed graph.tsv -o codes.sdr --model club.model --checkpoint run --checkpoint-interval 0 --seed 2 "${QUICK[@]}"
    state=$(((state * 1103515245 + 12345) % 2147483648))
    delay=$((whole / 3 + state / 65536 % whole))
    sleep "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
    ! killed || caught=$((caught + 1))
    either codes.sdr
    either club.model
    (($(leftovers | wc -l) <= 2)) || fail "temporary files pile up: $(leftovers)"
  done
  echo "$caught of $kills runs were killed"
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr --model club.model --checkpoint run --seed 2 "${QUICK[@]}"
  expect_same codes.sdr new.codes.sdr
  expect_same club.model new.club.model
  [[ -z $(leftovers) ]] || fail "temporary files stay: $(leftovers)"
  expect_missing run
}

test_readers_of_a_file_that_is_replaced_see_it_whole() {
  ring 300 >graph.tsv
  for seed in 1 2; do
    expect_exit 0 "$COLUMNAR" embed graph.tsv -o $seed.sdr --seed $seed "${QUICK[@]}"
    expect_exit 0 "$COLUMNAR" index $seed.sdr -o $seed.index --quiet
    expect_exit 0 "$COLUMNAR" query $seed.index --node 7 --json
    mv stdout answer.$seed
  done
  (
    for i in 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2; do
      "$COLUMNAR" index $i.sdr -o codes.index --quiet
      "$COLUMNAR" convert $i.sdr codes.sdr --quiet
      touch ready
    done
    touch finished
  ) &
  until [[ -e ready ]]; do sleep 0.05; done
  local reads=0
  until [[ -e finished ]]; do
    for file in codes.index codes.sdr; do
      expect_exit 0 "$COLUMNAR" query $file --node 7 --json
      cmp -s stdout answer.1 || cmp -s stdout answer.2 || fail "an answer of neither file"
      expect_exit 0 "$COLUMNAR" inspect $file
      expect_contains stdout "checksum ok"
    done
    reads=$((reads + 1))
  done
  wait
  ((reads > 0)) || fail "nothing was read"
}
