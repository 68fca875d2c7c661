# shellcheck shell=bash
# Files made to do harm: each is refused in one line that names the place, or read for what it is.
source "$CLI_TESTS/graphs.sh"

# make_files: codes, a model and an index of the karate club, and the checkpoints of a run that could not end.
make_files() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" index codes.sdr -o codes.index --quiet
}

# refused GRAPH MESSAGE: embed refuses the graph with this message, all of it, and leaves nothing.
refused() {
  expect_error "" "$COLUMNAR" embed "$1" -o out.sdr --model out.model --quiet
  [[ $(cat stderr) == "columnar: $1$2" ]] || fail "for $1 it says: $(cat stderr)"
  expect_missing out.sdr
  expect_missing out.model
  ! compgen -G '.columnar-*' || fail "a temporary file was left behind"
}

test_archives_whose_numbers_lie() {
  crafted graphs
  expect_exit 0 "$COLUMNAR" embed good.npz -o good.sdr "${QUICK[@]}"
  refused rows-32.npz ": 4294967296 rows, more than the limit of 4294967295"
  refused rows-63.npz ": 9223372036854775808 rows, more than the limit of 4294967295"
  refused rows-negative.npz ": array 'shape': value -1 at index 0 is not an integer of the expected range"
  refused shape-wraps.npz ": array 'indptr': impossible .npy shape"
  refused shape-lies.npz ": array 'indptr': the shape in its header disagrees with its 136 bytes"
  refused index-negative.npz ": array 'indices': value -1 at index 2 is not an integer of the expected range"
  refused index-62.npz ": array 'indices': value 4611686018427387904 at index 2 is not an integer of the expected range"
  refused offset-62.npz ": indptr decreases at entry 2"
  refused packed-lies.npz ": array 'shape': the archive is damaged: its sizes are impossible"
  refused unpacked-lies.npz ": array 'shape': the archive is damaged: its sizes are impossible"
  refused nested.npz ": no array 'shape' in the archive"
  refused pickle.npz ": array 'indices': object arrays (pickles) are refused: they can run code"
  expect_missing pwned
}

test_bombs_take_neither_memory_nor_time() {
  crafted bombs
  size=$(wc -c <bomb.npz)
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] || ulimit -v 1000000
  refused bomb.npz ": array 'indices': the archive unpacks to more than 100 times its $size bytes"
  refused bomb.tsv.gz ": the gzip stream unpacks to more than 100 times its bytes"
  karate >karate.tsv
  expect_error "bomb.tsv.gz: the gzip stream unpacks" "$COLUMNAR" embed karate.tsv -o out.sdr --labels bomb.tsv.gz
}

test_vectors_whose_numbers_lie() {
  crafted vectors
  karate_labels >labels.tsv
  for case in "shape-32:impossible .npy shape" "shape-63:impossible .npy shape" "negative:malformed .npy header" \
    "lies:the array has 512 bytes, its header promises 5120000000" \
    "huge:the array has 0 bytes, its header promises 17179869184"; do
    expect_error "${case%%:*}.npy: ${case#*:}" "$COLUMNAR" evaluate classify "${case%%:*}.npy" --labels labels.tsv
  done
  echo "99999999999 3" >lies.emb
  expect_error "lies.emb:1: impossible number of vectors: 99999999999" \
    "$COLUMNAR" evaluate classify lies.emb --labels labels.tsv
  echo "4000000000 4000000000" >lies.emb
  expect_error "lies.emb:1: vectors of 4000000000 numbers" "$COLUMNAR" evaluate classify lies.emb --labels labels.tsv
}

test_matrices_whose_numbers_lie() {
  matrix() { printf '%%%%MatrixMarket matrix coordinate real general\n%s\n1 2 1\n' "$1" >graph.mtx; }
  matrix "4294967296 4294967296 1" && refused graph.mtx ":2: 4294967296 rows, more than the limit of 4294967295"
  matrix "9223372036854775808 9223372036854775808 1" &&
    refused graph.mtx ":2: 9223372036854775808 rows, more than the limit of 4294967295"
  matrix "18446744073709551616 18446744073709551616 1" &&
    refused graph.mtx ":2: number of rows is not a whole number: '18446744073709551616'"
  matrix "-3 -3 1" && refused graph.mtx ":2: number of rows is not a whole number: '-3'"
  matrix "4000000000 4000000000 1" && refused graph.mtx ": 4000000000 rows are implausible for 1 entries"
  matrix "3 3 9223372036854775808" &&
    refused graph.mtx ":3: the file ends after 1 of the 9223372036854775808 entries that the size line promises"
}

test_rows_that_cost_a_file_nothing_cost_no_memory() {
  crafted rows
  karate >karate.tsv
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] || ulimit -v 1000000
  refused rows.npz ": 33554432 rows are implausible for 1 entries"
  size=$(wc -c <rows.mtx.gz)
  refused rows.mtx.gz ": 400000000 rows are implausible for a file of $size bytes"
  expect_error "labels.npz: array 'labels': 33554432 rows are implausible for a file of " \
    "$COLUMNAR" embed karate.tsv -o out.sdr --labels labels.npz
}

test_metadata_of_many_levels_are_refused_everywhere() {
  crafted deep
  for format in sdr npz; do
    expect_exit 0 "$COLUMNAR" inspect "good.$format"
    for name in wide deep open config; do
      for command in "inspect $name.$format" "inspect $name.$format --json" "convert $name.$format out.tsv" \
        "query $name.$format --node 0" "index $name.$format -o out.index"; do
        # shellcheck disable=SC2086  # words
        expect_error "$name.$format: " "$COLUMNAR" $command
        grep -qE "JSON (nested deeper than 64 levels|of more than 65536 bytes)" stderr || fail "$command: $(cat stderr)"
      done
    done
  done
  ! compgen -G 'out.*' || fail "something was written"
}

test_a_table_of_no_nodes_comes_back_or_is_refused() {
  crafted empty
  for format in npz sdr; do
    expect_exit 0 "$COLUMNAR" convert empty.sdr "there.$format"
    expect_exit 0 "$COLUMNAR" inspect "there.$format" --json
    expect_contains stdout '"nodes": 0'
    expect_exit 0 "$COLUMNAR" convert "there.$format" back.sdr
    expect_exit 0 "$COLUMNAR" convert empty.sdr once.sdr
    expect_same once.sdr back.sdr
  done
  for format in tsv svm; do
    expect_error "out.$format: there are no nodes, which its format cannot say; use .sdr or .npz" \
      "$COLUMNAR" convert empty.sdr "out.$format"
    expect_missing "out.$format"
  done
}

test_sections_whose_sizes_lie_under_right_checksums() {
  make_files
  (
    ulimit -f 3000 # the checkpoints fit, the model does not
    expect_error "out.model: cannot write" "$COLUMNAR" embed karate.tsv -o out.sdr --model out.model --checkpoint run "${QUICK[@]}"
  )
  for file in codes.sdr club.model codes.index run/pairs.checkpoint; do
    for lie in "size 9223372036854775800" "size 18446744073709551615" "size 0" "offset 0" "offset 9223372036854775808" \
      "sections 0" "sections 1025" "sections 4294967295"; do
      # shellcheck disable=SC2086  # two words
      crafted forge "$file" "bad.${file##*.}" $lie
      expect_error "bad.${file##*.}: the file is damaged: " "$COLUMNAR" inspect "bad.${file##*.}"
    done
  done
  crafted forge codes.sdr bad.sdr size 9223372036854775800
  crafted forge club.model bad.model size 9223372036854775800
  crafted forge codes.index bad.index size 9223372036854775800
  cp run/pairs.checkpoint good
  crafted forge good run/pairs.checkpoint size 9223372036854775800
  local text="lies outside the file or over another"
  expect_error "bad.sdr: the file is damaged: section 'shape' $text" "$COLUMNAR" convert bad.sdr out.tsv
  expect_error "bad.sdr: the file is damaged: section 'shape' $text" "$COLUMNAR" query bad.sdr --node 1
  expect_error "bad.sdr: the file is damaged: section 'shape' $text" "$COLUMNAR" index bad.sdr -o out.index
  expect_error "bad.index: the file is damaged: section 'shape' $text" "$COLUMNAR" query bad.index --node 1
  expect_error "$text" "$COLUMNAR" explain bad.model --node 1
  expect_error "$text" "$COLUMNAR" encode bad.model -o out.sdr --quiet
  expect_error "$text" "$COLUMNAR" update bad.model karate.tsv -o out.model
  expect_error "$text" "$COLUMNAR" evaluate classify bad.sdr --labels labels.tsv
  expect_error "run/pairs.checkpoint: the file is damaged: section 'part' $text" \
    "$COLUMNAR" embed karate.tsv -o out.sdr --model out.model --checkpoint run "${QUICK[@]}"
  ! compgen -G 'out.*' || fail "something was written"
}

test_ids_at_the_ends_of_the_integers_come_back() {
  printf '%s %s\n' -5 9223372036854775807 -9223372036854775808 -5 9223372036854775807 -9223372036854775808 >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" inspect codes.sdr
  expect_contains stdout "integers: -5, 9223372036854775807, -9223372036854775808"
  printf '%s %s\n' 9223372036854775808 -9223372036854775809 18446744073709551616 9223372036854775808 >>graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv "${QUICK[@]}"
  diff <(cut -f 1 codes.tsv) <(tr ' ' '\n' <graph.tsv | awk '!seen[$0]++') || fail "the ids are not those of the graph"
}

test_names_that_are_not_utf8_come_back_and_leave_json_whole() {
  karate >karate.tsv
  karate_labels >labels.tsv
  crafted names
  name=$'\xff\xfe\x80'
  valid() {
    expect_exit 0 "$COLUMNAR" "$@" --json
    iconv -f UTF-8 -t UTF-8 stdout >/dev/null || fail "no UTF-8: $*"
    expect_json stdout
  }
  valid embed names.tsv -o codes.sdr --model club.model --labels sides.tsv "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" index codes.sdr -o codes.index --quiet
  for file in codes.sdr club.model codes.index; do
    valid inspect $file
    valid query $file --node "$name"
  done
  valid explain club.model --node "$name" --labels sides.tsv
  valid evaluate classify $'m\xff=codes.sdr' --labels sides.tsv
  cp codes.sdr $'n\xff.sdr'
  valid inspect $'n\xff.sdr'
  expect_error "there is no node '???x'" "$COLUMNAR" query codes.sdr --node "${name}x"
  for format in npz tsv svm; do
    expect_exit 0 "$COLUMNAR" convert codes.sdr "there.$format"
    expect_exit 0 "$COLUMNAR" convert "there.$format" back.tsv
    expect_exit 0 "$COLUMNAR" convert codes.sdr codes.tsv
    expect_same codes.tsv back.tsv
  done
}

# JSON without the seconds that each method took and the name of the labels.
without_times_and_names() {
  sed -e '/"seconds": {/,/}/d' -e '/"labels": /d' "$1"
}

test_line_ends_and_byte_order_marks_make_no_difference() {
  karate >graph.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o plain.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" evaluate classify plain.sdr --labels labels.tsv --json
  without_times_and_names stdout >plain
  # shellcheck disable=SC2028  # the escapes are those of sed
  for kind in crlf mark unended all; do
    sed -e "$([[ $kind == crlf || $kind == all ]] && echo 's/$/\r/')" \
      -e "$([[ $kind == mark || $kind == all ]] && echo '1s/^/\xef\xbb\xbf/')" graph.tsv >"$kind.tsv"
    sed -e 's/$/\r/' -e '1s/^/\xef\xbb\xbf/' labels.tsv >"$kind.labels"
    [[ $kind == unended || $kind == all ]] && truncate -s -1 "$kind.tsv" "$kind.labels"
    expect_exit 0 "$COLUMNAR" embed "$kind.tsv" -o other.sdr "${QUICK[@]}"
    expect_same plain.sdr other.sdr
    expect_exit 0 "$COLUMNAR" evaluate classify plain.sdr --labels "$kind.labels" --json
    without_times_and_names stdout >other
    expect_same plain other
  done
}

test_lines_of_a_megabyte() {
  long() { head -c "$1" /dev/zero | tr '\0' a; }
  { long 1048574 && echo " b" && echo "b c"; } >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" query codes.sdr --node b --json
  expect_json stdout
  { echo "b c" && long 1048575 && echo " b"; } >graph.tsv
  refused graph.tsv ":2: the line is longer than 1048576 bytes"
  expect_error "graph.tsv:2: the line is longer than 1048576 bytes" "$COLUMNAR" evaluate classify codes.sdr --labels graph.tsv
}

# every_reader FILE TEXT...: each command that reads a file of that kind says one of the texts, and writes nothing.
every_reader() {
  local name=$1 text found
  shift
  local runs=(
    "embed $name.tsv -o out.sdr -q" "embed $name.mtx -o out.sdr -q" "embed $name.npz -o out.sdr -q"
    "embed karate.tsv -o out.sdr -q --labels $name.tsv" "encode $name.model -o out.sdr -q"
    "encode club.model $name.tsv -o out.sdr -q" "update club.model $name.tsv -o out.model"
    "query $name.sdr --node 1" "query codes.sdr --node 1 --new $name.tsv" "query club.model --new $name.tsv"
    "index $name.sdr -o out.index" "explain codes.sdr --model $name.model --node 1" "convert $name.sdr out.tsv"
    "convert $name.tsv out.sdr" "convert $name.npz out.sdr" "inspect $name.sdr" "inspect $name.svm"
    "evaluate classify $name.emb --labels labels.tsv" "evaluate classify $name.npy --labels labels.tsv"
    "evaluate classify $name.npz --labels labels.tsv" "evaluate classify codes.sdr --labels $name.tsv"
    "evaluate links $name.tsv -q")
  for i in "${!runs[@]}"; do # side by side: some wait
    # shellcheck disable=SC2086  # words
    (code=0 && timeout 20 "$COLUMNAR" ${runs[i]} >"$i.out" 2>"$i.err" </dev/null || code=$? && echo $code >"$i.code") &
  done
  wait
  for i in "${!runs[@]}"; do
    [[ $(cat "$i.code") == 2 && $(wc -l <"$i.err") == 1 ]] || fail "${runs[i]}: code $(cat "$i.code"): $(cat "$i.err")"
    found=0
    for text in "$@" "--new: "; do
      ! grep -qF -- "$text" "$i.err" || found=1
    done
    ((found)) || fail "${runs[i]}: $(cat "$i.err")"
  done
  ! compgen -G 'out.*' || fail "something was written"
}

named() { # named NAME COMMAND...: the command for the name with every ending
  local name=$1
  shift
  for ending in tsv mtx npz model sdr svm emb npy; do
    "$@" "$name.$ending"
  done
}

test_a_directory_where_a_file_should_be() {
  make_files
  named there mkdir
  every_reader there "is a directory, not a file" "there is no checkpoint in this directory"
}

test_names_without_an_extension_are_looked_at_before_it_is_doubted() {
  make_files
  mkdir folder
  expect_error "nothing: no such file" "$COLUMNAR" evaluate classify nothing --labels labels.tsv
  expect_error "folder: is a directory, not a file" "$COLUMNAR" evaluate classify folder --labels labels.tsv
  expect_error "folder: is a directory, not a file" "$COLUMNAR" query folder --node 1
  expect_error "folder: is a directory, not a file" "$COLUMNAR" convert folder out.sdr
}

test_our_own_files_where_a_graph_should_be() {
  make_files
  expect_error "codes.sdr: not a graph but a file of this program: codes" "$COLUMNAR" embed codes.sdr -o out.sdr
  expect_error "club.model: not a graph but a file of this program: model" "$COLUMNAR" embed club.model -o out.sdr
}

test_a_link_that_leads_to_itself() {
  make_files
  # shellcheck disable=SC2317  # called by named
  loop() { ln -s "$1" "$1"; }
  named there loop
  every_reader there "Too many levels of symbolic links"
  expect_error "there.sdr: cannot write: Too many levels of symbolic links" "$COLUMNAR" convert codes.sdr there.sdr
}

test_a_device_without_an_end() {
  make_files
  named there ln -s /dev/zero
  every_reader there "the line is longer than" "not a columnar" "must be a regular file" "not a .npy array" \
    "no tab between id and bits"
  expect_error "there.sdr: cannot write: it is not a regular file" "$COLUMNAR" convert codes.sdr there.sdr
}

test_a_pipe_without_a_writer() {
  make_files
  named there mkfifo
  every_reader there "no program writes to this pipe; waited 5 seconds" "must be a regular file"
  expect_error "there.sdr: cannot write: it is not a regular file" "$COLUMNAR" convert codes.sdr there.sdr
}

test_a_pipe_with_a_writer_is_a_file() {
  make_files
  mkfifo pipe.tsv pipe.sdr
  karate >pipe.tsv &
  expect_exit 0 "$COLUMNAR" embed pipe.tsv -o out.sdr "${QUICK[@]}"
  expect_same out.sdr codes.sdr
  cat codes.sdr >pipe.sdr &
  expect_exit 0 "$COLUMNAR" convert pipe.sdr again.sdr
  expect_exit 0 "$COLUMNAR" convert codes.sdr once.sdr
  expect_same again.sdr once.sdr
  head -c 1000 codes.sdr >pipe.sdr &
  expect_error "pipe.sdr: the file is damaged: cut short: 1000 of " "$COLUMNAR" inspect pipe.sdr
  : >pipe.tsv &
  expect_error "pipe.tsv: no edges" "$COLUMNAR" embed pipe.tsv -o none.sdr
  wait
}

# The network belongs to the server, and nothing else is linked to it; a shell belongs to nobody.
test_only_the_server_has_a_network_and_nothing_a_shell() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer may start programs of its own
  command -v nm >/dev/null || {
    echo "skipped: no nm"
    return 0
  }
  nm -D --undefined-only "$COLUMNAR" | awk '{ print $2 }' | sed 's/@.*//' >calls
  expect_contains calls "__cxa_throw" # the list is one of calls
  for call in connect getaddrinfo system popen fork vfork posix_spawn execv execve execvp dlopen; do
    ! grep -qx "$call" calls || fail "the program calls $call"
  done
  local library
  for library in core lab reports; do
    nm --undefined-only "$(dirname "$COLUMNAR")/libcolumnar_$library.a" 2>/dev/null | awk '{ print $2 }' >calls
    expect_contains calls "__cxa_throw"
    for call in socket bind listen accept accept4; do
      ! grep -qx "$call" calls || fail "the $library calls $call"
    done
  done
}
