# shellcheck shell=bash
# A graph packed once is the same graph to every command.
source "$CLI_TESTS/graphs.sh"

test_a_packed_graph_gives_the_same_codes_and_digest() {
  ring 60 >ring.tsv
  expect_exit 0 "$COLUMNAR" pack ring.tsv -o ring.graph
  expect_contains stdout "ring.graph"
  for graph in ring.tsv ring.graph; do
    expect_exit 0 "$COLUMNAR" embed "$graph" -o codes.sdr --model "${graph#*.}.model" --presentations 500 --quiet
    mv codes.sdr "${graph#*.}.sdr"
  done
  expect_same tsv.sdr graph.sdr
  expect_same tsv.model graph.model
  expect_exit 0 "$COLUMNAR" inspect ring.graph
  expect_contains stdout "packed graph"
  expect_contains stdout "$("$COLUMNAR" inspect tsv.model | grep -o 'digest [0-9a-f]*')"
  expect_exit 0 "$COLUMNAR" convert ring.graph back.tsv --quiet
  expect_exit 0 "$COLUMNAR" convert ring.tsv again.tsv --quiet
  expect_same back.tsv again.tsv
}

test_ids_weights_and_direction_are_kept() {
  printf 'a b 2\nb c 0.5\n' >g.txt
  expect_exit 0 "$COLUMNAR" pack g.txt g.graph --directed
  expect_exit 0 "$COLUMNAR" convert g.graph back.tsv
  printf 'a\tb\t2\nb\tc\t0.5\n' >expected.tsv
  expect_same back.tsv expected.tsv
  expect_exit 0 "$COLUMNAR" pack g.graph again.graph # a packed graph is one more format
  expect_same g.graph again.graph
  "$COLUMNAR" pack g.txt -o - --directed | cmp - g.graph || fail "standard output has other bytes"
}

test_pack_refuses_what_it_cannot_do() {
  ring 20 >ring.tsv
  expect_error "out.tsv: a packed graph is written: name it .graph" "$COLUMNAR" pack ring.tsv -o out.tsv
  expect_error "absent.tsv" "$COLUMNAR" pack absent.tsv -o out.graph
  expect_exit 0 "$COLUMNAR" pack ring.tsv -o ring.graph
  expect_error "ring.graph: not labels but a file of this program: graph; name the file that it was packed from" \
    "$COLUMNAR" embed ring.graph --labels ring.graph -o out.sdr
  expect_error "ring.graph: the output would replace an input" "$COLUMNAR" pack ring.graph -o ring.graph
  expect_error "--directed: it was packed without directions" "$COLUMNAR" embed ring.graph --directed -o out.sdr
  head -c 200 ring.graph >cut.graph
  expect_error "cut.graph: the file is damaged: cut short" "$COLUMNAR" embed cut.graph -o out.sdr
  expect_error "not codes but a file of this program: graph" "$COLUMNAR" query ring.graph --node 1
  expect_only ring.tsv ring.graph cut.graph
}
