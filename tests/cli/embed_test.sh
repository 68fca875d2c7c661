# shellcheck shell=bash
# From a graph to codes: formats, ids, layers, determinism.
source "$CLI_TESTS/graphs.sh"

test_every_format_holds_a_code_a_node() {
  karate >karate.tsv
  for extension in sdr npz tsv svm; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "codes.$extension" "${QUICK[@]}"
    expect_exit 0 "$COLUMNAR" inspect "codes.$extension"
    expect_contains stdout "Nodes     34"
    if [[ $extension == sdr ]]; then
      expect_contains stdout "48 of 3,848 bits active"
    else
      expect_contains stdout "28 of 1,800 bits active"
    fi
  done
  expect_lines codes.tsv 34
  expect_lines codes.svm 34
  awk -F '\t' '{ if (split($2, bits, " ") != 28) exit 1; for (i = 2; i <= 28; i++) if (bits[i] <= bits[i - 1]) exit 1 }' codes.tsv ||
    fail "a line of codes.tsv does not have 28 ascending bits"
  expect_only karate.tsv codes.sdr codes.npz codes.tsv codes.svm
}

test_all_formats_hold_the_same_codes() {
  karate >karate.tsv
  for extension in tsv svm; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "codes.$extension" "${QUICK[@]}"
  done
  # svm counts bits from 1 and puts the id last.
  awk '{ printf "%s\t", $NF; for (i = 2; i <= 29; i++) { sub(":1", "", $i); printf "%s%d", (i > 2 ? " " : ""), $i - 1 } print "" }' \
    codes.svm >from_svm.tsv
  expect_same codes.tsv from_svm.tsv
}

test_scipy_opens_the_npz() {
  python3 -c 'import scipy.sparse' 2>/dev/null || return 0
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.npz "${QUICK[@]}"
  python3 - <<'PYTHON'
import numpy, scipy.sparse
codes = scipy.sparse.load_npz("codes.npz")
assert codes.shape == (34, 1800) and (codes.sum(axis=1) == 28).all()
assert sorted(numpy.load("codes.npz")["ids"]) == list(range(1, 35))
PYTHON
}

test_layers_are_parts_of_the_whole() {
  karate >karate.tsv
  for layer in l23 l5a all; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "$layer.tsv" --layer "$layer" "${QUICK[@]}"
  done
  # The whole is L2/3 followed by L5a, whose bits then begin at 1500.
  paste l23.tsv l5a.tsv | awk '{ printf "%s\t", $1; for (i = 2; i <= 9; i++) printf "%s ", $i;
    for (i = 11; i <= 30; i++) printf "%d%s", $i + 1500, i < 30 ? " " : "\n" }' >joined.tsv
  expect_same all.tsv joined.tsv
}

test_sdr_holds_all_layers_and_the_others_what_is_asked_for() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model club.model "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o l6.tsv --layer l6 "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o search.tsv --layer search "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o all.tsv "${QUICK[@]}"
  # 28 bits, then those of L6, which begin at 1800.
  paste all.tsv l6.tsv | awk '{ printf "%s\t", $1; for (i = 2; i <= 29; i++) printf "%s ", $i;
    for (i = 31; i <= 50; i++) printf "%d%s", $i + 1800, i < 50 ? " " : "\n" }' >joined.tsv
  expect_same search.tsv joined.tsv
  for source in codes.sdr club.model; do
    expect_exit 0 "$COLUMNAR" convert "$source" converted.tsv
    expect_same all.tsv converted.tsv
    expect_exit 0 "$COLUMNAR" convert "$source" converted.tsv --layer search
    expect_same search.tsv converted.tsv
  done
  expect_exit 0 "$COLUMNAR" convert search.tsv back.sdr
  expect_exit 0 "$COLUMNAR" convert back.sdr back.tsv --layer l6
  expect_same l6.tsv back.tsv
  expect_error "from which 'search' cannot be taken" "$COLUMNAR" convert all.tsv more.sdr --layer search
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o printed.sdr --preset paper "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" inspect printed.sdr
  expect_contains stdout "28 of 1,800 bits active"
}

test_the_same_seed_gives_the_same_bytes_on_any_threads() {
  ring 700 >graph.tsv
  for threads in 1 2 3; do
    expect_exit 0 "$COLUMNAR" embed graph.tsv -o "codes$threads.sdr" --threads "$threads" "${QUICK[@]}"
  done
  expect_same codes1.sdr codes2.sdr
  expect_same codes1.sdr codes3.sdr
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o again.sdr "${QUICK[@]}"
  expect_same codes1.sdr again.sdr
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o other.sdr --seed 2 "${QUICK[@]}"
  expect_different codes1.sdr other.sdr
}

test_npz_is_the_same_bytes_again() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o a.npz "${QUICK[@]}" --threads 1
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o b.npz "${QUICK[@]}" --threads 2
  expect_same a.npz b.npz
}

test_ids_come_back_as_they_were() {
  printf '%s\n' 'ann bob' 'bob Zoë' 'Zoë 007' '007 123456789012345678901234567890' '123456789012345678901234567890 ann' >names.tsv
  expect_exit 0 "$COLUMNAR" embed names.tsv -o names_codes.tsv "${QUICK[@]}"
  printf '%s\n' ann bob Zoë 007 123456789012345678901234567890 >want
  cut -f 1 names_codes.tsv >got
  expect_same want got
  printf '%s\n' '-9223372036854775808 9223372036854775807' '9223372036854775807 0' '0 -9223372036854775808' >numbers.tsv
  expect_exit 0 "$COLUMNAR" embed numbers.tsv -o numbers_codes.tsv "${QUICK[@]}"
  printf '%s\n' -9223372036854775808 9223372036854775807 0 >want
  cut -f 1 numbers_codes.tsv >got
  expect_same want got
}

test_stdin_and_gzip_are_read_like_a_file() {
  karate >karate.tsv
  gzip -k karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o plain.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv.gz -o gzip.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed - -o stdin.sdr "${QUICK[@]}" <karate.tsv
  expect_same plain.sdr gzip.sdr
  expect_same plain.sdr stdin.sdr
}

test_a_small_graph_is_clamped_and_says_so() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr
  expect_contains stdout "regions 300 clamped to 12 for 34 nodes"
  expect_contains stdout "34 of 34 (100 %)"
}

test_the_smallest_graph_works() {
  echo 'a b' >pair.tsv
  expect_exit 0 "$COLUMNAR" embed pair.tsv -o codes.tsv "${QUICK[@]}"
  expect_lines codes.tsv 2
}

test_what_is_dropped_is_counted() {
  printf '%s\n' 'a b' 'b a' 'c c' 'b c 0' 'x y' 'a d' >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv --presentations 100
  expect_contains stdout "6 nodes, 3 edges, undirected, weighted"
  expect_contains stdout "3 components, 1 isolated node"
  expect_contains stdout "1 self-loop"
  expect_contains stdout "1 duplicate edge"
  expect_contains stdout "1 edge of weight 0"
  expect_lines codes.tsv 6
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv --presentations 100 --largest-component
  expect_contains stdout "3 nodes and 1 edge outside the largest component"
  expect_lines codes.tsv 3
}

test_directed_differs_from_undirected() {
  printf '%s\n' 'a b' 'b c' 'c a' 'c d' 'd a' 'b a' >graph.tsv
  expect_exit 0 "$COLUMNAR" embed graph.tsv -o codes.tsv --directed --presentations 100
  expect_contains stdout "4 nodes, 6 edges, directed"
}

test_a_directed_model_encodes_and_updates_nodes_that_lead_nowhere() {
  ring 60 | awk '$1 != $2 { print ($1 < $2) ? $1 " " $2 : $2 " " $1 }' | sort -u >graph.tsv # 59 leads nowhere
  expect_exit 0 "$COLUMNAR" embed graph.tsv --directed -o codes.sdr --model graph.model "${QUICK[@]}"
  printf '%s\n' '3 900' '4 900' '5 900' >new.tsv
  expect_exit 0 "$COLUMNAR" encode graph.model new.tsv -o new.sdr --json
  expect_contains stdout '"placeless": 0'
  printf '%s\n' '+ 3 59' '+ 4 59' >changes.tsv
  expect_exit 0 "$COLUMNAR" update graph.model changes.tsv
  expect_contains stdout "2 edges added"
  expect_exit 0 "$COLUMNAR" inspect graph.model --json
  expect_contains stdout '"directed": true'
}

test_every_rule_can_be_switched_off() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o on.sdr "${QUICK[@]}"
  for rule in bcm anti-ce lateral intrinsic outstar; do
    expect_exit 0 "$COLUMNAR" embed karate.tsv -o "$rule.sdr" "${QUICK[@]}" "--no-$rule"
    expect_exit 0 "$COLUMNAR" inspect "$rule.sdr"
    expect_contains stdout "--$rule"
  done
}

test_the_preset_of_the_paper_works_and_flags_change_it_wherever_they_stand() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o a.sdr --rank 16 --preset paper "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o b.sdr --preset paper --rank 16 "${QUICK[@]}"
  expect_same a.sdr b.sdr
  expect_exit 0 "$COLUMNAR" inspect a.sdr
  expect_contains stdout "--rank"
  expect_contains stdout "--balanced"
}

test_labels_go_into_the_summary_and_the_svm() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.svm --labels labels.tsv
  expect_contains stdout "cross-class duplicates"
  [[ $(cut -d ' ' -f 1 codes.svm | sort | uniq -c | awk '{ print $1 "x" $2 }' | paste -sd ' ') == "17x0 17x1" ]] ||
    fail "the classes of codes.svm are wrong"
}
