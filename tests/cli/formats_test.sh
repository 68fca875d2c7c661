# shellcheck shell=bash
# Graphs in the formats of other programs, and graphs written as edge lists.

# write_graphs: the same directed graph, a → b of weight 2 and b → c of weight 0.5, in every format that says so.
write_graphs() {
  printf 'a\tb\t2\nb\tc\t0.5\n' >expected.tsv
  cat >g.graphml <<'X'
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="edge" attr.name="weight" attr.type="double"/>
<graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/>
<edge source="a" target="b"><data key="d0">2</data></edge><edge source="b" target="c"><data key="d0">0.5</data></edge>
</graph></graphml>
X
  cat >g.gexf <<'X'
<gexf><graph defaultedgetype="directed"><nodes><node id="0" label="a"/><node id="1" label="b"/><node id="2" label="c"/></nodes>
<edges><edge source="0" target="1" weight="2"/><edge source="1" target="2" weight="0.5"/></edges></graph></gexf>
X
  cat >g.gml <<'X'
graph [ directed 1 node [ id 0 label "a" ] node [ id 1 label "b" ] node [ id 2 label "c" ]
edge [ source 0 target 1 weight 2 ] edge [ source 1 target 2 weight 0.5 ] ]
X
  cat >g.json <<'X'
{"directed": true, "nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
 "links": [{"source": "a", "target": "b", "weight": 2}, {"source": "b", "target": "c", "weight": 0.5}]}
X
  gzip -c g.json >packed.json.gz
  cp g.graphml g.xml
}

test_every_format_gives_the_same_edge_list() {
  write_graphs
  local file
  for file in g.graphml g.xml g.gexf g.gml g.json packed.json.gz; do
    expect_exit 0 "$COLUMNAR" convert "$file" "$file.tsv"
    expect_contains stdout "3 nodes, 2 edges, directed, weighted"
    expect_contains stdout "an edge list does not say that its edges are directed: read it with --directed"
    expect_same expected.tsv "$file.tsv"
  done
}

test_formats_of_numbered_nodes_and_networkx() {
  printf '3 2 1\n2 4\n1 4 3 5\n2 5\n' >g.metis
  printf 'c a comment\np sp 3 2\na 1 2 4\na 2 3 5\n' >g.gr
  printf "1 2 {'weight': 4, 'color': 'red'}\n2 3 {'weight': 5}\n" >g.edgelist
  printf '1,2,4\n2,3,5\n' >expected.csv
  local file
  for file in g.metis g.gr g.edgelist; do
    expect_exit 0 "$COLUMNAR" convert "$file" -o out.csv --quiet
    expect_lines stdout 0
    expect_same expected.csv out.csv
  done
}

test_embed_reads_them_and_codes_have_their_names() {
  write_graphs
  expect_exit 0 "$COLUMNAR" embed g.gml -o codes.tsv --quiet --presentations 100
  cut -f 1 codes.tsv >names
  printf 'a\nb\nc\n' >expected
  expect_same expected names
}

test_convert_keeps_codes_and_graphs_apart() {
  write_graphs
  expect_exit 0 "$COLUMNAR" embed g.gml -o codes.sdr --model g.model --quiet --presentations 100
  local codes
  for codes in codes.sdr g.model; do
    expect_exit 0 "$COLUMNAR" convert "$codes" out.tsv --quiet
    expect_exit 0 "$COLUMNAR" convert "$codes" out.npz --quiet
    # Codes again, by what the file is: a .tsv and a .npz may be either.
    expect_exit 0 "$COLUMNAR" convert out.tsv again.svm --quiet
    expect_exit 0 "$COLUMNAR" convert out.npz again.tsv --quiet
    expect_same out.tsv again.tsv
  done
  expect_exit 0 "$COLUMNAR" convert expected.tsv graph.csv --directed --quiet
  printf 'a,b,2\nb,c,0.5\n' >expected.csv
  expect_same expected.csv graph.csv
  # Further columns do not make codes of a table.
  printf 'source\ttarget\tweight\tyear\na\tb\t2\t1999\nb\tc\t0.5\t2001\n' >table.tsv
  expect_exit 0 "$COLUMNAR" convert table.tsv graph.csv --directed --quiet
  expect_same expected.csv graph.csv
  expect_error "out.sdr: expected.tsv is read as a graph, which is written as .tsv, .csv or .txt" \
    "$COLUMNAR" convert expected.tsv out.sdr
  expect_error "--layer: g.gml holds a graph, no codes" "$COLUMNAR" convert g.gml out.csv --layer all
  expect_error "--directed: codes.sdr holds codes, no graph" "$COLUMNAR" convert codes.sdr codes.svm --directed
  expect_error "g.gml: the output would replace an input" "$COLUMNAR" embed g.gml -o codes.sdr --model g.gml
}

test_convert_quotes_ids_and_counts_what_it_leaves_out() {
  cat >g.gml <<'X'
graph [ node [ id 0 label "Ann &quot;A&quot;, B" ] node [ id 1 label "bob" ] node [ id 2 label "alone" ] node [ id 3 label "x&#9;y" ]
edge [ source 0 target 1 ] edge [ source 1 target 3 ] ]
X
  expect_exit 0 "$COLUMNAR" convert g.gml out.csv
  expect_contains stdout "an edge list cannot hold the 1 isolated node"
  printf '"Ann ""A"", B",bob\nbob,"x\ty"\n' >expected.csv
  expect_same expected.csv out.csv
  expect_error "out.tsv: a node id holds a tab or a line end, which the format cannot; use .csv" \
    "$COLUMNAR" convert g.gml out.tsv
  expect_missing out.tsv
}

test_files_that_are_not_read_say_how_to_convert_them() {
  printf '*Vertices 1\n' >g.net
  printf 'PAR1' >g.parquet
  expect_error "g.net: Pajek (.net) is not read here; to convert it: networkx.write_graphml(" "$COLUMNAR" embed g.net -o out.sdr
  expect_error "g.parquet: Parquet (.parquet) is not read here; to convert it: pandas.read_parquet(FILE)" "$COLUMNAR" convert g.parquet out.csv
  expect_error "g.dot: no such file" "$COLUMNAR" embed g.dot -o out.sdr
  expect_error "out.graphml: a plain edge list is written" "$COLUMNAR" generate out.graphml
  printf '<graphml><graph>\n<node id="a"/><edge source="a"/></graph></graphml>\n' >bad.graphml
  expect_error "bad.graphml:2: <edge> without 'target'" "$COLUMNAR" convert bad.graphml out.csv
  expect_only g.net g.parquet bad.graphml
}
