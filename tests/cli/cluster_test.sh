# shellcheck shell=bash
# Groups of nodes with similar codes.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

test_cluster_writes_labels_that_others_read() {
  make_model
  expect_exit 0 "$COLUMNAR" cluster codes.sdr -n 3 -o clusters.tsv
  for text in "cluster" "nodes" "of all" "most typical nodes"; do
    expect_contains stdout "$text"
  done
  expect_lines clusters.tsv 34
  (($(cut -f 2 clusters.tsv | sort -u | wc -l) == 3)) || fail "not three clusters"
  expect_exit 0 "$COLUMNAR" explain model --node 1 --labels clusters.tsv
  expect_contains stdout "class "
  cp clusters.tsv want
  expect_exit 0 "$COLUMNAR" cluster model -n 3 -o clusters.tsv --threads 3 --quiet
  expect_lines stdout 0
  expect_same want clusters.tsv
}

test_clusters_go_to_standard_output() {
  make_model
  expect_exit 0 "$COLUMNAR" cluster model -n 3 -o clusters.tsv --quiet
  expect_exit 0 "$COLUMNAR" cluster model -n 3 -o -
  expect_same clusters.tsv stdout
  expect_lines stderr 0
  expect_error "--json: standard output is already the output" "$COLUMNAR" cluster model -n 3 -o - --json
  expect_missing -
}

test_clusters_name_any_id_as_labels_read_it() {
  printf '"#1",b\n"#1","c, d"\n"c, d",b\ne,"""f"""\n"""f""",g\ng,e\n' >edges.csv
  expect_exit 0 "$COLUMNAR" embed edges.csv -o codes.sdr --quiet --columns 20 --l5a-size 40
  local file
  for file in clusters.tsv clusters.csv; do
    expect_exit 0 "$COLUMNAR" cluster codes.sdr -n 2 -o "$file" --quiet
    expect_lines "$file" 6
    expect_exit 0 "$COLUMNAR" map codes.sdr -o map.html --labels "$file"
    expect_lacks map.html '"group":[-1'
    expect_lacks map.html ',-1,'
    expect_lacks map.html ',-1]'
  done
  expect_contains clusters.csv '"c, d",'
  expect_contains clusters.tsv '"#1"'
}

test_cluster_json() {
  make_model
  expect_exit 0 "$COLUMNAR" cluster model -n 2 --json
  expect_json stdout
  expect_contains stdout '"typical"'
  expect_lines stderr 0
}

test_cluster_refuses_what_it_cannot_do() {
  make_model
  expect_error "-n: 35 clusters need as many nodes; there are 34" "$COLUMNAR" cluster codes.sdr -n 35 -o clusters.tsv
  expect_missing clusters.tsv
  expect_error "-n: " "$COLUMNAR" cluster codes.sdr -n 0
  expect_error "-n" "$COLUMNAR" cluster codes.sdr
  expect_error "codes.sdr: the output would replace an input" "$COLUMNAR" cluster codes.sdr -n 2 -o codes.sdr
  expect_error "nowhere" "$COLUMNAR" cluster nowhere.sdr -n 2
}
