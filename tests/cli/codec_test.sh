# shellcheck shell=bash
# Codecs of .sdr files, and conversion between formats.
source "$CLI_TESTS/graphs.sh"

test_every_codec_holds_the_same_codes() {
  ring 120 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o plain.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" convert plain.sdr plain.tsv --quiet
  expect_lines stdout 0
  for codec in elias-fano entropy; do
    expect_exit 0 "$COLUMNAR" embed ring.tsv -o $codec.sdr --codec $codec "${QUICK[@]}"
    expect_exit 0 "$COLUMNAR" inspect $codec.sdr
    expect_contains stdout "Codec     $codec: "
    expect_contains stdout "checksum ok"
    expect_exit 0 "$COLUMNAR" convert $codec.sdr $codec.tsv
    expect_same $codec.tsv plain.tsv
    expect_exit 0 "$COLUMNAR" convert $codec.sdr back.sdr --codec plain
    expect_same back.sdr plain.sdr
  done
  expect_exit 0 "$COLUMNAR" convert plain.sdr small.sdr --codec elias-fano
  expect_contains stdout "elias-fano: 49.50 bytes per node; 41.29 would name any code"
}

test_convert_keeps_what_a_file_tells_about_its_codes() {
  ring 60 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o a.sdr --seed 7 "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" convert a.sdr b.npz --layer search
  expect_exit 0 "$COLUMNAR" convert b.npz c.sdr
  expect_same a.sdr c.sdr
}

test_codecs_are_refused_where_there_are_none() {
  printf 'ann\t0 1 2\nbob\t0 1 3\n' >codes.tsv
  ring 30 >ring.tsv
  expect_error "--codec: unknown codec 'zip'" "$COLUMNAR" convert codes.tsv codes.sdr --codec zip
  expect_error "--codec: unknown codec 'bitmap': use plain, elias-fano or entropy" "$COLUMNAR" convert codes.tsv codes.sdr --codec bitmap
  expect_error "--codec: codes.npz is no .sdr" "$COLUMNAR" convert codes.tsv codes.npz --codec entropy
  expect_error "--codec: codes.npz is no .sdr" "$COLUMNAR" embed ring.tsv -o codes.npz --codec entropy
  expect_error "--codec: v.emb is no .sdr" "$COLUMNAR" embed ring.tsv -o v.emb --method line --codec entropy
  expect_error "would replace an input" "$COLUMNAR" convert codes.tsv codes.tsv
  expect_error "nowhere.sdr: no such file" "$COLUMNAR" convert nowhere.sdr codes.sdr
  expect_only codes.tsv ring.tsv
}
