# shellcheck shell=bash
# Bad input: code 2, one line on stderr that names the place, no output, an old output intact.
source "$CLI_TESTS/graphs.sh"

# refused TEXT GRAPH [FLAG...]: embed refuses, and an output that was there stays.
refused() {
  local text=$1 graph=$2
  shift 2
  echo old >codes.sdr
  expect_error "$text" "$COLUMNAR" embed "$graph" -o codes.sdr "$@"
  expect_lines stdout 0
  [[ $(cat codes.sdr) == old ]] || fail "the old output was touched"
  rm codes.sdr
  expect_error "$text" "$COLUMNAR" embed "$graph" -o codes.sdr "$@"
  expect_missing codes.sdr
}

test_a_missing_graph() { refused "nowhere.tsv" nowhere.tsv; }

test_an_empty_graph() {
  : >empty.tsv
  refused "empty.tsv" empty.tsv
  expect_only empty.tsv
}

test_a_directory() {
  mkdir folder
  refused "folder" folder
}

test_a_line_with_one_column() {
  printf '1 2\n3\n' >graph.tsv
  refused "graph.tsv:2: " graph.tsv
}

test_weights_that_are_no_weights() {
  for weight in nan NaN inf -inf -3 1e999 heavy; do
    printf '1 2 1\n2 3 %s\n' "$weight" >graph.tsv
    refused "graph.tsv:2: " graph.tsv
  done
}

test_a_graph_without_edges() {
  printf '# nothing\n1 1\n' >graph.tsv
  refused "graph.tsv: " graph.tsv
}

test_binary_rubbish() {
  head -c 4000 "$COLUMNAR" >graph.tsv
  refused "graph.tsv" graph.tsv
  cp graph.tsv graph.npz
  refused "graph.npz" graph.npz
  cp graph.tsv graph.mtx
  refused "graph.mtx" graph.mtx
}

test_a_gzip_cut_short() {
  ring 3000 | gzip | head -c 2000 >graph.tsv.gz
  refused "graph.tsv.gz" graph.tsv.gz
}

test_impossible_parameters_name_their_flag() {
  karate >karate.tsv
  refused "--active-columns: 400 winners of 300 columns" karate.tsv --active-columns 400
  refused "--rank: must be a whole number from 1 to 4096, not '0'" karate.tsv --rank 0
  refused "--rank: " karate.tsv --rank -3
  refused "--rank: " karate.tsv --rank 1.5
  refused "--rank: not a whole number: 'many'" karate.tsv --rank many
  refused "--rank: must be a whole number from 1 to 4096, not '99999999999999999999999'" \
    karate.tsv --rank 99999999999999999999999
  refused "--walk-length: must be a whole number from 2 to 100000, not '99999999999'" \
    karate.tsv --walk-length 99999999999
  refused "--seed: must be a whole number from 0 to 18446744073709551615, not '18446744073709551616'" \
    karate.tsv --seed 18446744073709551616
  refused "--return-p: " karate.tsv --return-p nan
  refused "--return-p: " karate.tsv --return-p 0
  refused "--bcm-rate: " karate.tsv --bcm-rate -0.1
  refused "--threads: " karate.tsv --threads 0
  refused "--preset: " karate.tsv --preset best
  refused "--layer: " karate.tsv --layer l7
  refused "--seed: " karate.tsv --seed -1
}

test_bad_usage_is_one_line_too() {
  expect_error "columnar: GRAPH: is missing; \`columnar embed --help\` tells what is expected" \
    "$COLUMNAR" embed -o codes.sdr
  expect_error "columnar: --node: is missing; " "$COLUMNAR" explain codes.sdr
  expect_error "--frobnicate" "$COLUMNAR" embed graph.tsv -o codes.sdr --frobnicate
  expect_error "columnar: --rank: its N is missing" "$COLUMNAR" embed graph.tsv -o codes.sdr --rank
  expect_error "columnar: --output: its OUT is missing" "$COLUMNAR" embed graph.tsv -o
  expect_error "columnar: --output: given 2 times, but takes one OUT" "$COLUMNAR" embed graph.tsv -o a.sdr -o b.sdr
  expect_error "columnar: --quiet: takes true or false, not 'much'" "$COLUMNAR" embed graph.tsv -o a.sdr --quiet=much
  expect_error "columnar: --anti-ce: takes true or false, not '7'" "$COLUMNAR" embed graph.tsv -o a.sdr --anti-ce=7
  expect_error "columnar: --json: not together with --markdown" "$COLUMNAR" evaluate scale --markdown --json
  expect_error "columnar: --negatives: must be random or hard, not 'easy'" \
    "$COLUMNAR" evaluate links graph.tsv --negatives easy
  expect_error "--output" "$COLUMNAR" embed graph.tsv
  expect_error "--labels" "$COLUMNAR" evaluate classify codes.sdr
  expect_error "columnar: evaluate: say which one: attributes, classify, " "$COLUMNAR" evaluate
  expect_error "--presentatoins: no such flag; did you mean --presentations?" \
    "$COLUMNAR" embed graph.tsv -o codes.sdr --presentatoins 5
  expect_error "--sed: no such flag; did you mean --seed?" "$COLUMNAR" embed graph.tsv -o codes.sdr --sed=5
  expect_error "--no-balance: no such flag; did you mean --no-balanced?" "$COLUMNAR" embed graph.tsv --no-balance
  expect_error "--frobnicate: no such flag; \`columnar embed --help\` lists them" "$COLUMNAR" embed g.tsv --frobnicate
  expect_error "columnar: --quiet: belongs after the subcommand: \`columnar embed --quiet ...\`" \
    "$COLUMNAR" --quiet embed graph.tsv -o codes.sdr
  expect_error "-q: belongs after the subcommand: \`columnar evaluate links -q ...\`" \
    "$COLUMNAR" evaluate -q links graph.tsv
  expect_error "embd: no such command; did you mean embed?" "$COLUMNAR" embd graph.tsv
  expect_error "embd: no such command; did you mean embed?" "$COLUMNAR" embd graph.tsv -o codes.sdr --seed 3
  expect_error "clasify: no such command; did you mean classify?" "$COLUMNAR" evaluate clasify codes.sdr
  expect_error "b.tsv: one word too many; \`columnar embed --help\`" "$COLUMNAR" embed a.tsv b.tsv
  expect_only
}

test_outputs_that_cannot_be_written_are_found_before_the_work() {
  expect_error "nowhere/codes.sdr: cannot write" "$COLUMNAR" embed missing.tsv -o nowhere/codes.sdr
  mkdir folder.sdr
  expect_error "folder.sdr: cannot write" "$COLUMNAR" embed missing.tsv -o folder.sdr
  echo old >fixed.sdr
  chmod a-w fixed.sdr
  expect_error "fixed.sdr: cannot write" "$COLUMNAR" embed missing.tsv -o fixed.sdr
  [[ $(cat fixed.sdr) == old ]] || fail "a read-only file was replaced"
  expect_error "unknown extension" "$COLUMNAR" embed missing.tsv -o codes.txt
  expect_error "nowhere/model: cannot write" "$COLUMNAR" embed missing.tsv -o codes.sdr --model nowhere/model
  expect_only folder.sdr fixed.sdr
}

test_an_output_never_replaces_an_input() {
  karate >karate.tsv
  cp karate.tsv before
  expect_error "would replace an input" "$COLUMNAR" embed karate.tsv -o ./karate.tsv
  expect_same karate.tsv before
  expect_error "same file" "$COLUMNAR" embed karate.tsv -o codes.sdr --model ./codes.sdr
  expect_error "taken for codes by this name" "$COLUMNAR" embed karate.tsv -o codes.sdr --model model.sdr
}

test_labels_that_make_no_sense() {
  karate >karate.tsv
  echo 'nobody 1' >labels.tsv
  refused "labels.tsv" karate.tsv --labels labels.tsv
  printf '1 a\n1 b\n' >labels.tsv
  refused "labels.tsv:2: " karate.tsv --labels labels.tsv
  refused "nowhere.tsv" karate.tsv --labels nowhere.tsv
}

test_an_edge_list_is_no_table_of_codes() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_error "karate.tsv:2: the id '1' has a code already, in line 1; is this an edge list?" \
    "$COLUMNAR" evaluate classify karate.tsv --labels labels.tsv
}

test_a_parameter_that_is_raised_is_told() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --competing-columns 3 --presentations 500
  expect_contains stdout "8 columns compete for a node, one for each winner, not 3"
}

test_a_full_disk_is_an_error() {
  [[ -w /dev/full ]] || return 0
  "$COLUMNAR" config --json >/dev/full 2>stderr && fail "no error for a full disk"
  expect_lines stderr 1
  expect_contains stderr "stdout: cannot write"
}

test_a_reader_that_leaves_early_is_no_error() {
  "$COLUMNAR" config --markdown 2>stderr | head -n 1 >stdout
  expect_lines stderr 0
  expect_lines stdout 1
}

test_an_index_in_place_of_codes_is_called_one() {
  printf 'ann\t0 1 2\nbob\t0 1 3\ncid\t0 4 5\n' >codes.tsv
  expect_exit 0 "$COLUMNAR" index codes.tsv -o codes.idx --quiet
  local says="codes.idx: not codes but a file of this program: index"
  expect_error "$says" "$COLUMNAR" convert codes.idx out.tsv
  expect_error "$says" "$COLUMNAR" explain codes.idx --node ann
  expect_error "$says" "$COLUMNAR" evaluate health codes.idx
  expect_missing out.tsv
}
