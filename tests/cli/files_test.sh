# shellcheck shell=bash
# What inspect says about every file, and that damaged ones are refused.
source "$CLI_TESTS/graphs.sh"

make_files() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model --seed 5 --rank 16 "${QUICK[@]}"
}

test_inspect_explains_codes() {
  make_files
  expect_exit 0 "$COLUMNAR" inspect codes.sdr
  for text in "codes (.sdr)" "checksum ok" "Nodes     34" "integers: 1, 2, 3, 4, 5" "8 of 300 columns of 5 cells" \
    "Seed      5" "--rank" "(default 128)" "digest "; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" inspect codes.sdr --json
  expect_json stdout
  expect_contains stdout '"graph_digest"'
}

test_inspect_explains_a_model() {
  make_files
  expect_exit 0 "$COLUMNAR" inspect club.model
  for text in "trained model" "checksum ok" "Nodes     34" "300 columns of 5 cells" "Seed      5" "digest " \
    "34 nodes, 78 edges, undirected, unweighted" "Updates   never updated" "48 of 3,848 bits active" \
    "8 of 300 columns of 5 cells, 20 of 300 L5a neurons"; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" inspect club.model --json
  expect_json stdout
  for text in '"edges": 78' '"directed": false' '"updates": 0' '"drifted_nodes": 0' '"trained_digest"' \
    '"width": 3848'; do
    expect_contains stdout "$text"
  done
}

test_codes_and_model_name_the_same_graph() {
  make_files
  "$COLUMNAR" inspect codes.sdr | grep '^Graph ' >a
  "$COLUMNAR" inspect club.model | grep '^Graph ' >b
  expect_same a b
}

test_inspect_reads_foreign_text_as_codes() {
  printf 'a\t1 2 3\nb\t2 3 4\n' >codes.tsv
  expect_exit 0 "$COLUMNAR" inspect codes.tsv
  expect_contains stdout "3 of 5 bits active"
}

test_inspect_refuses_what_it_does_not_know() {
  echo hello >letter.txt
  expect_error "letter.txt: " "$COLUMNAR" inspect letter.txt
  expect_error "nowhere.sdr: " "$COLUMNAR" inspect nowhere.sdr
  mkdir folder.sdr
  expect_error "folder.sdr: " "$COLUMNAR" inspect folder.sdr
}

test_an_altered_byte_anywhere_is_refused() {
  make_files
  for file in codes.sdr club.model; do
    size=$(wc -c <$file)
    for part in 0 1 2 3 4 5 6 7 8 9; do
      cp $file "bad.${file##*.}"
      flip_byte "bad.${file##*.}" $((part * (size - 1) / 9))
      expect_error "bad.${file##*.}: " "$COLUMNAR" inspect "bad.${file##*.}"
    done
  done
  karate_labels >labels.tsv
  cp codes.sdr bad.sdr
  flip_byte bad.sdr 400
  expect_error "bad.sdr: " "$COLUMNAR" evaluate classify bad.sdr --labels labels.tsv
}

test_a_truncated_file_is_refused() {
  make_files
  for file in codes.sdr club.model; do
    size=$(wc -c <$file)
    for length in 0 1 8 31 100 $((size / 2)) $((size - 1)); do
      head -c "$length" $file >"bad.${file##*.}"
      expect_error "bad.${file##*.}: " "$COLUMNAR" inspect "bad.${file##*.}"
    done
  done
}

test_a_header_that_promises_too_much_takes_no_memory() {
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] && return # a sanitizer has memory needs of its own
  make_files
  cp codes.sdr bad.sdr
  printf '\xff\xff\xff\xff\xff\xff\xff\x7f' | dd of=bad.sdr bs=1 seek=16 conv=notrunc status=none # size of the file
  (ulimit -v 1000000 && expect_error "bad.sdr: " "$COLUMNAR" inspect bad.sdr)
}
