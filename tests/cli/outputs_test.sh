# shellcheck shell=bash
# Several outputs of one command: together or not at all, never two in one place, and never two writers of one model.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model "${QUICK[@]}"
}

# starts_reading COMMAND...: runs it in the background, as $process; it has checked its outputs and waits for its input,
# the pipe `stream`, which descriptor 3 writes to.
starts_reading() {
  mkfifo stream
  "$@" >stdout 2>stderr &
  process=$!
  exec 3>stream
}

# ends CODE: the process of starts_reading comes to its end.
ends() {
  local code=0
  exec 3>&-
  wait "$process" || code=$?
  ((code == $1)) || fail "exit code $code, not $1: $(cat stderr)"
  rm stream
}

# edges MODEL: how many edges its graph has.
edges() { "$COLUMNAR" inspect "$1" --json | sed -nE 's/.*"edges": ([0-9]+).*/\1/p'; }

# until_changed FILE BEFORE: waits until the file differs from the other.
until_changed() {
  local tries
  for ((tries = 0; tries < 600; tries++)); do
    cmp -s "$1" "$2" || break
    sleep 0.1
  done
  expect_different "$1" "$2"
}

test_update_leaves_the_model_where_its_codes_cannot_be_written() {
  make_model
  cp club.model before
  starts_reading "$COLUMNAR" update club.model stream --codes after.sdr --quiet
  mkdir after.sdr
  echo '5 34' >&3
  ends 2
  expect_lines stderr 1
  expect_contains stderr "after.sdr: cannot write: it is a directory"
  expect_same club.model before
  rmdir after.sdr
  expect_exit 0 "$COLUMNAR" update club.model <(echo '5 34') --codes after.sdr --quiet # so it can be made again
  [[ $(edges club.model) == 79 ]] || fail "the change was made twice"
}

test_what_update_says_of_its_batches_is_what_the_model_holds() {
  make_model
  cp club.model before
  starts_reading "$COLUMNAR" update club.model stream --codes after.sdr --batch 1 --quiet
  echo '5 34' >&3
  until_changed club.model before
  chmod a-w after.sdr
  cp club.model first
  echo '6 34' >&3
  ends 2
  expect_lines stderr 1
  expect_contains stderr "after.sdr: cannot write: the file there is read-only (changes up to line 1 are in club.model)"
  expect_same club.model first
  [[ $(edges club.model) == 79 ]] || fail "the model holds another number of changes"
  expect_exit 0 "$COLUMNAR" encode club.model -o again.sdr --quiet
  expect_same after.sdr again.sdr
}

test_embed_leaves_nothing_where_one_output_cannot_be_written() {
  karate >karate.tsv
  for lost in codes.sdr club.model; do
    starts_reading "$COLUMNAR" embed stream -o codes.sdr --model club.model "${QUICK[@]}"
    mkdir $lost
    cat karate.tsv >&3
    ends 2
    expect_lines stderr 1
    expect_contains stderr "$lost: cannot write: it is a directory"
    rmdir $lost
    expect_only karate.tsv
  done
  starts_reading "$COLUMNAR" embed stream -o v.npy --method ppmi-svd --quiet
  mkdir v.npy.ids
  cat karate.tsv >&3
  ends 2
  expect_contains stderr "v.npy.ids: cannot write: it is a directory"
  rmdir v.npy.ids
  expect_only karate.tsv
}

test_a_summary_that_cannot_be_printed_tells_what_is_written() {
  [[ -e /dev/full ]] || return 0
  make_model
  local got=0
  "$COLUMNAR" update club.model <(echo '5 34') --codes after.sdr >/dev/full 2>stderr || got=$?
  ((got == 2)) || fail "exit code $got"
  expect_contains stderr "stdout: cannot write: No space left on device (written: club.model, after.sdr)"
  [[ $(edges club.model) == 79 ]] || fail "the model was not written"
}

test_outputs_that_are_one_file_are_refused() {
  karate >karate.tsv
  mkdir folder
  ln -s new.model link.sdr # leads nowhere yet
  ln -s folder there
  expect_error "new.model: --model and --output name the same file" \
    "$COLUMNAR" embed karate.tsv -o link.sdr --model new.model
  expect_error "--model and --output name the same file" \
    "$COLUMNAR" embed karate.tsv -o folder/c.sdr --model there/../there/./c.sdr
  expect_error "./t.tsv: --labels and OUT name the same file" "$COLUMNAR" generate t.tsv --labels ./t.tsv
  expect_error "would replace an input" "$COLUMNAR" evaluate links karate.tsv --residual ./karate.tsv
  expect_error "kept for temporary files" "$COLUMNAR" index karate.tsv -o .columnar-7-1.tmp
  expect_only karate.tsv folder link.sdr there
}

test_outputs_that_are_files_of_the_checkpoint_are_refused() {
  karate >karate.tsv
  mkdir run
  ln -s run link
  for part in pairs spectrum regions cortex; do
    for folder in run ./run link; do
      expect_error "$folder/$part.checkpoint: --model and --checkpoint name the same file" \
        "$COLUMNAR" embed karate.tsv -o codes.sdr --model $folder/$part.checkpoint --checkpoint run
    done
  done
  expect_error "new: --model and --checkpoint name the same file" \
    "$COLUMNAR" embed karate.tsv -o codes.sdr --model new --checkpoint new/
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model run/my.model --checkpoint run "${QUICK[@]}"
  [[ $(ls -A run) == my.model ]] || fail "run holds: $(ls -A run)"
}

test_a_link_that_leads_nowhere_survives_as_an_output() {
  karate >karate.tsv
  mkdir folder
  ln -s folder/real.sdr link.sdr
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o link.sdr "${QUICK[@]}"
  [[ -L link.sdr && -f folder/real.sdr && ! -L folder/real.sdr ]] || fail "$(ls -l . folder)"
}

test_one_update_of_a_model_at_a_time() {
  make_model
  cp club.model before
  ln -s club.model link
  starts_reading "$COLUMNAR" update club.model stream --batch 1 --quiet
  for name in club.model link ./club.model; do
    expect_error "$name: another run is updating it; nothing is changed" \
      "$COLUMNAR" update $name <(echo '6 34') --quiet 3>&-
  done
  expect_same club.model before
  echo '5 34' >&3
  until_changed club.model before # it is another file now, and held as the first was
  cp club.model first
  expect_error "another run is updating it" "$COLUMNAR" update club.model <(echo '6 34') --quiet 3>&-
  expect_same club.model first
  expect_exit 0 "$COLUMNAR" update club.model <(echo '6 34') -o other --quiet 3>&- # takes nothing from anybody
  echo '7 34' >&3
  ends 0
  expect_exit 0 "$COLUMNAR" update link <(echo '6 34') --quiet
  [[ $(edges club.model) == 81 ]] || fail "a change was lost"
}

test_an_update_to_another_name_of_the_model() {
  make_model
  printf '5 34\n6 34\n' >changes.tsv
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv -o want --batch 1 --quiet
  cp club.model before
  ln club.model twin
  expect_exit 0 "$COLUMNAR" update club.model changes.tsv -o twin --batch 1 --quiet
  expect_same twin want
  expect_same club.model before
}

test_updates_at_the_same_time_lose_no_change() {
  make_model
  local processes=() made=0 node
  for node in 5 6 7 8 11 12; do
    echo "$node 34" >"change.$node"
    "$COLUMNAR" update club.model "change.$node" --quiet 2>"told.$node" &
    processes+=($!)
  done
  for process in "${processes[@]}"; do
    wait "$process" && made=$((made + 1))
  done
  ((made > 0)) || fail "none was made"
  (($(cat told.* | grep -c 'another run is updating it' || true) == 6 - made)) || fail "$(cat told.*)"
  [[ $(edges club.model) == $((78 + made)) ]] || fail "$made changes were made, $(($(edges club.model) - 78)) are there"
}

test_batches_that_went_with_a_replaced_model_are_not_claimed() {
  make_model
  cp club.model new
  starts_reading "$COLUMNAR" update club.model stream --quiet --batch 1
  echo '5 34' >&3
  for _ in {1..200}; do
    [[ $(edges club.model) == 78 ]] || break
    sleep 0.05
  done
  [[ $(edges club.model) == 79 ]] || fail "the first batch was not saved"
  mv new club.model
  echo '6 34' >&3
  ends 2
  expect_contains stderr "(changes up to line 1 were in the former club.model)"
  [[ $(edges club.model) == 78 ]] || fail "it was replaced"
}

test_a_model_that_others_replace_meanwhile_is_theirs() {
  make_model
  starts_reading "$COLUMNAR" update club.model stream --quiet
  cp club.model new
  mv new club.model
  echo '5 34' >&3
  ends 2
  expect_contains stderr "club.model: another program has replaced or removed it since it was read"
  [[ $(edges club.model) == 78 ]] || fail "it was replaced"
}
