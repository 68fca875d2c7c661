# shellcheck shell=bash
# Geometry, robustness and memory of codes and vectors.
source "$CLI_TESTS/graphs.sh"

make_rows() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o a.sdr --seed 1 --quiet
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o b.sdr --seed 2 --quiet
  # Two floats a node, by the number of its neighbours and by its class: vectors without any training.
  awk 'NR == FNR { if ($1 !~ /^#/) { degree[$1]++; degree[$2]++ } next }
       $1 !~ /^#/ { row[++n] = $1 " " ($2 == "Mr-Hi" ? 1 : -1) " " degree[$1] / 10 }
       END { print n, 2; for (i = 1; i <= n; i++) print row[i] }' karate.tsv labels.tsv >rows.emb
}

test_geometry_compares_methods_over_seeds_with_a_reference() {
  make_rows
  expect_exit 0 "$COLUMNAR" evaluate geometry SDR=a.sdr SDR=b.sdr vec=rows.emb --labels labels.tsv --graph karate.tsv \
    --reference vec --quiet
  for text in "28 of 1,800 bits" "2 floats" "Pearson" "Spearman" "cooccurrence" "ppmi" "hops apart" " ± " "561 pairs"; do
    expect_contains stdout "$text"
  done
  expect_lines stderr 0
}

test_geometry_json_has_matrices_only_where_asked() {
  make_rows
  expect_exit 0 "$COLUMNAR" evaluate geometry a.sdr --labels labels.tsv --json --quiet
  expect_json stdout
  expect_contains stdout '"matrices": false'
  expect_lacks stdout class_names
  expect_exit 0 "$COLUMNAR" evaluate geometry a.sdr --labels labels.tsv --json --quiet --matrices --reference rows.emb
  expect_json stdout
  expect_contains stdout hexbin
  expect_lines stdout 1
  sed 's/ .*/ same/' labels.tsv >same.tsv
  expect_error "at least 2 classes" "$COLUMNAR" evaluate geometry a.sdr --labels same.tsv --json --matrices --quiet
  expect_error "--matrices: " "$COLUMNAR" evaluate geometry a.sdr --labels labels.tsv --matrices
}

test_geometry_takes_rows_without_ids_in_the_order_of_the_graph() {
  make_rows
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o v.npy --method ppmi-svd --dimensions 8 --quiet
  (cat karate.tsv && echo '100 101') >more.tsv
  expect_exit 0 "$COLUMNAR" evaluate geometry v.npy a.sdr --labels labels.tsv --graph karate.tsv --reference v.npy --quiet
  mv stdout want
  rm v.npy.ids
  for graph in karate.tsv more.tsv; do
    expect_exit 0 "$COLUMNAR" evaluate geometry v.npy a.sdr --labels labels.tsv --graph "$graph" --reference v.npy --quiet
    expect_same want stdout
  done
  (cat karate.tsv && echo '34 35') >larger.tsv
  expect_error "v.npy: node '34' has no row in it" \
    "$COLUMNAR" evaluate geometry v.npy --labels labels.tsv --graph larger.tsv --quiet
}

test_geometry_is_the_same_for_any_thread_count() {
  make_rows
  for threads in 1 3; do
    expect_exit 0 "$COLUMNAR" evaluate geometry a.sdr rows.emb --labels labels.tsv --graph karate.tsv \
      --reference rows.emb --pairs 300 --json --quiet --threads "$threads"
    mv stdout "$threads.json"
  done
  expect_same 1.json 3.json
}

test_robustness_shows_curves_and_leads() {
  make_rows
  expect_exit 0 "$COLUMNAR" evaluate robustness SDR-8=a.sdr:l23 SDR-8=b.sdr:l23 vec=rows.emb --labels labels.tsv \
    --deltas 0,.3 --quiet
  for text in "accuracy, by delta" "same-class AUC, by delta" "against vec" "lead at 0.3" "SDR-8 never overtakes vec."; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" evaluate robustness SDR-8=a.sdr:l23 vec=rows.emb --labels labels.tsv --deltas 0,.3 \
    --reference SDR-8 --quiet
  for text in "against SDR-8" "overtakes at"; do
    expect_contains stdout "$text"
  done
  expect_lacks stdout never
  for train in clean damaged; do
    expect_exit 0 "$COLUMNAR" evaluate robustness a.sdr rows.emb --labels labels.tsv --deltas 0,.3 --train "$train" \
      --json --quiet
    expect_json stdout
    mv stdout "$train.json"
  done
  expect_different clean.json damaged.json
}

test_robustness_refuses_bad_settings() {
  make_rows
  for deltas in "" ".3,.1" "1" "-.1" "x" "0,,1"; do
    expect_error "--deltas: " "$COLUMNAR" evaluate robustness a.sdr --labels labels.tsv "--deltas=$deltas" --quiet
  done
  expect_error "--reference: " "$COLUMNAR" evaluate robustness a.sdr --labels labels.tsv --reference nobody --quiet
  expect_error "--train: " "$COLUMNAR" evaluate robustness a.sdr --labels labels.tsv --train none --quiet
  head -n 3 rows.emb | sed '1s/.*/2 2/' >few.emb
  expect_error "few.emb: " "$COLUMNAR" evaluate robustness a.sdr few.emb --labels labels.tsv --quiet
}

test_memory_states_every_representation_against_both_floats() {
  make_rows
  expect_exit 0 "$COLUMNAR" evaluate memory SDR=a.sdr SDR=b.sdr vec=rows.emb
  for text in "225.0" "34.0" "22.0" "entropy coded" "float32" "float64" 15.1 7.5 2.3; do
    expect_contains stdout "$text"
  done
  expect_exit 0 "$COLUMNAR" evaluate memory a.sdr --json
  expect_json stdout
  expect_error "rows.emb: " "$COLUMNAR" evaluate memory both=a.sdr both=rows.emb
}
