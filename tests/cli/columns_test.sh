# shellcheck shell=bash
# Edge lists and labels as people have them: with headers, quotes, other columns.

test_a_header_makes_no_nodes() {
  printf 'id_1,id_2\n0,1\n1,2\n2,0\n2,3\n' >edges.csv
  expect_exit 0 "$COLUMNAR" embed edges.csv -o codes.tsv --presentations 100 --quiet
  cut -f 1 codes.tsv | diff - <(printf '0\n1\n2\n3\n') || fail "the header became nodes"
  expect_exit 0 "$COLUMNAR" embed edges.csv --estimate
  expect_contains stdout "Columns   the first line is a header; edges by id_1, id_2"
  expect_exit 0 "$COLUMNAR" embed edges.csv --estimate --json
  expect_contains stdout '"header": true'
  expect_exit 0 "$COLUMNAR" embed edges.csv --estimate --no-header
  expect_contains stdout "6 nodes, 5 edges"
  expect_lacks stdout "Columns"
  printf '0,1\n1,2\n' >plain.csv
  expect_exit 0 "$COLUMNAR" embed plain.csv --estimate --header
  expect_contains stdout "2 nodes, 1 edge"
}

test_a_first_line_that_may_be_a_header_is_noted() {
  printf 'buyer,seller\nann,bob\nbob,cid\ncid,ann\n' >edges.csv
  expect_exit 0 "$COLUMNAR" embed edges.csv -o codes.sdr --presentations 100
  expect_contains stdout "the first line was read as an edge between 'buyer' and 'seller'"
  expect_contains stdout "if it is a header, say --header"
  for flag in --header --no-header; do
    expect_exit 0 "$COLUMNAR" embed edges.csv -o codes.sdr --presentations 100 $flag
    expect_lacks stdout "was read as an edge"
  done
}

test_a_table_of_pandas_has_a_column_without_a_name() {
  printf ',buyer,seller,amount\n0,ann,bob,3\n1,bob,cid,1\n' >trades.csv
  expect_error "trades.csv:1: which of its 4 columns ('', 'buyer', 'seller', 'amount') are the ends of an edge?" \
    "$COLUMNAR" embed trades.csv --estimate
  printf ',source,target\n0,5,6\n1,6,7\n' >edges.csv
  expect_exit 0 "$COLUMNAR" embed edges.csv --estimate
  expect_contains stdout "edges by source, target; not used: one without a name"
}

test_ambiguous_columns_are_asked_for() {
  printf 'date,buyer,seller,amount\n2024-01-01,ann,"Bob, Inc.",3.5\n2024-01-02,"Bob, Inc.",cid,1\n' >trades.csv
  expect_error "trades.csv:1: which of its 4 columns ('date', 'buyer', 'seller', 'amount') are the ends of an edge?" \
    "$COLUMNAR" embed trades.csv --estimate
  for columns in buyer,seller,amount 2,3,4 2,seller,amount; do
    expect_exit 0 "$COLUMNAR" embed trades.csv --estimate --edge-columns "$columns"
    expect_contains stdout "3 nodes, 2 edges, undirected, weighted"
    expect_contains stdout "edges by buyer, seller, amount; not used: date"
  done
  expect_error "there is no column 'sellers', only 'date', 'buyer', 'seller', 'amount'" \
    "$COLUMNAR" embed trades.csv --estimate --edge-columns buyer,sellers
  expect_error "two or three columns are needed" "$COLUMNAR" embed trades.csv --estimate --edge-columns buyer
  expect_error "says that columns have none" "$COLUMNAR" embed trades.csv --estimate --no-header --edge-columns a,b
  expect_error "--header: not together with --no-header" "$COLUMNAR" embed trades.csv --estimate --header --no-header
  expect_exit 0 "$COLUMNAR" generate town.tsv --nodes 100 --quiet
  gzip -c town.tsv >town.gz
  expect_exit 0 "$COLUMNAR" embed town.gz --estimate --edge-columns 2,1
  expect_error "--edge-columns: only an edge list has columns" "$COLUMNAR" embed matrix.mtx --estimate --edge-columns 1,2 \
    < <(printf '%%%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n' | tee matrix.mtx)
}

test_every_command_that_reads_a_graph_takes_the_flags() {
  for command in embed "evaluate links" "evaluate classify" "evaluate living" "evaluate neighbours" "evaluate learning" encode; do
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" $command --help >help
    for flag in --header --no-header --edge-columns; do
      expect_contains help "$flag"
    done
  done
  printf 'day;a;b\nmon;x y;"z;w"\nmon;z;x y\n' >edges.csv
  expect_error "which of its 3 columns" "$COLUMNAR" evaluate training-health edges.csv --header
}

test_labels_have_headers_and_blanks() {
  printf 'Source;Target\n%s' "$(seq 1 30 | awk '{ print $1 ";" $1 % 30 + 1; print $1 ";" ($1 + 1) % 30 + 1 }')" >edges.csv
  { printf 'id,genre\n' && seq 1 30 | awk '{ print $1 "," ($1 <= 15 ? "soft rock" : "\"rock, hard\"") }'; } >genres.csv
  expect_exit 0 "$COLUMNAR" embed edges.csv -o codes.sdr --quiet --presentations 100
  expect_exit 0 "$COLUMNAR" evaluate classify codes.sdr --labels genres.csv -q
  expect_contains stdout "soft rock"
  expect_contains stdout "rock, hard"
  expect_lines stderr 0
}

# Every node is in group a or b, and in left or right.
test_nodes_with_several_classes_are_measured_by_the_top_k() {
  printf '40 2\n' >v.emb
  seq 0 39 | awk '{ print $1, ($1 % 2 ? 1 : -1), ($1 < 20 ? 1 : -1) }' >>v.emb
  { printf 'node,group\n' && seq 0 39 | awk '{ print $1 "," ($1 % 2 ? "a" : "b"); print $1 "," ($1 < 20 ? "left" : "right") }'; } >groups.csv
  expect_exit 0 "$COLUMNAR" evaluate classify v.emb --labels groups.csv --fractions 0.5 --repeats 2 -q
  expect_contains stdout "Several classes per node"
  grep -E '50 % +1\.000 ± 0\.000 +1\.000 ± 0\.000 +0\.[0-9]+' stdout || fail "planted classes are not found"
  expect_exit 0 "$COLUMNAR" evaluate classify v.emb --labels groups.csv --json
  grep -c '"level": 0.' stdout | grep -qx 9 || fail "not 10 to 90 %"
  expect_error "--cost: auto is for nodes with one class each" "$COLUMNAR" evaluate classify v.emb --labels groups.csv --cost auto
  expect_error "node '0' has another label already" "$COLUMNAR" evaluate robustness v.emb --labels groups.csv
}

test_text_goes_to_standard_output() {
  printf '1 2\n2 3\n3 1\n' >edges.txt
  expect_exit 0 "$COLUMNAR" embed edges.txt -o codes.tsv --quiet --presentations 100
  expect_exit 0 "$COLUMNAR" embed edges.txt -o - --presentations 100
  expect_same stdout codes.tsv
  expect_lines stderr 0
  expect_exit 0 "$COLUMNAR" convert codes.tsv -
  expect_same stdout codes.tsv
  expect_exit 0 "$COLUMNAR" embed edges.txt -o - --method ppmi-svd --dimensions 2
  head -n 1 stdout | grep -x '3 1' || fail "no vectors as text"
  expect_exit 0 "$COLUMNAR" generate town.tsv --nodes 100 --quiet
  expect_exit 0 "$COLUMNAR" generate - --nodes 100
  expect_same stdout town.tsv
  "$COLUMNAR" generate - --nodes 100 | "$COLUMNAR" embed - -o - --presentations 100 | cut -f 1 | sort -n | head -n 1 |
    grep -x 0 || fail "no pipeline"
  expect_error "--codec: stdout is no .sdr" "$COLUMNAR" embed edges.txt -o - --codec entropy
  expect_error "--json: standard output is already the output" "$COLUMNAR" embed edges.txt -o - --json
  expect_error "nowhere.txt: no such file" "$COLUMNAR" embed nowhere.txt -o -
  mkdir temporary
  TMPDIR=temporary timeout -s INT 0.3 env --default-signal=INT "$COLUMNAR" embed town.tsv -o - --presentations 20000000 \
    --presentations-per-node 5000 >/dev/null 2>&1 || true
  [[ ! $(ls temporary) ]] || fail "an interrupted run left $(ls temporary)"
  expect_lines stdout 0
}
