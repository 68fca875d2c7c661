# shellcheck shell=bash
# Every node in two dimensions.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  karate_labels >labels.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

test_map_is_a_page_or_a_picture() {
  make_model
  expect_exit 0 "$COLUMNAR" map codes.sdr -o map.html --labels labels.tsv
  expect_contains stdout "34 nodes, coloured by class (2)"
  expect_contains map.html '"Officer"'
  cp map.html want.html
  expect_exit 0 "$COLUMNAR" map model -o map.html --labels labels.tsv --threads 3 --quiet
  expect_lines stdout 0
  # The same map, under the title of another file.
  diff <(sed 's/codes\.sdr/model/g' want.html) map.html >/dev/null || fail "the model gives another map"
  expect_exit 0 "$COLUMNAR" map model -o MAP.HTML --quiet
  expect_contains MAP.HTML "<canvas"
  expect_exit 0 "$COLUMNAR" map model -o map.png
  expect_contains stdout "coloured by region"
  expect_contains stdout "colour"
  [[ $(head -c 8 map.png | od -An -tx1 | tr -d ' \n') == 89504e470d0a1a0a ]] || fail "no PNG"
}

test_the_legend_of_a_picture_names_twenty_groups_at_most() {
  ring 90 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr --model ring.model --quiet
  expect_exit 0 "$COLUMNAR" map ring.model -o map.png
  expect_contains stdout "coloured by region (30)"
  expect_contains stdout "The 20 with most nodes, of 30."
  (($(grep -c '#[0-9a-f]\{6\}' stdout) == 20)) || fail "$(cat stdout)"
}

# hash_of ELEMENT FILE: the SHA-256 of what stands between <ELEMENT> and </ELEMENT>, as the policy of the page has it.
hash_of() {
  python3 - "$1" "$2" <<'PY'
import base64, hashlib, re, sys
text = re.search(rf"<{sys.argv[1]}>(.*?)</{sys.argv[1]}>", open(sys.argv[2]).read(), re.S).group(1)
print("sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())
PY
}

test_the_page_allows_its_own_script_alone() {
  printf '<script>alert(1)</script>\tb\nb\tc\nc\t</script>\n</script>\t<img/onerror=alert(1)>\n' >edges.tsv
  expect_exit 0 "$COLUMNAR" embed edges.tsv -o codes.sdr --quiet --columns 20 --l5a-size 40
  expect_exit 0 "$COLUMNAR" map codes.sdr -o map.html
  expect_lacks map.html "<script>alert"
  expect_lacks map.html "<img"
  expect_contains map.html '\u003cscript\u003ealert(1)\u003c/script\u003e'
  expect_contains map.html "default-src 'none'; script-src '$(hash_of script map.html)'; style-src '$(hash_of style map.html)'"
}

test_map_refuses_what_it_cannot_draw() {
  make_model
  expect_error "map.svg: a map is a page, .html, or a picture, .png" "$COLUMNAR" map codes.sdr -o map.svg
  expect_error "--output" "$COLUMNAR" map codes.sdr
  expect_error "nowhere.tsv" "$COLUMNAR" map codes.sdr -o map.html --labels nowhere.tsv
  expect_missing map.html
  expect_error "nowhere" "$COLUMNAR" map nowhere.sdr -o map.html
}
