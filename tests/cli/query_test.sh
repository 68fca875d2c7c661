# shellcheck shell=bash
# Asking for similar nodes, of codes and of an index.
source "$CLI_TESTS/graphs.sh"

# Five codes of three bits; the shape is inferred: one layer of eight one-bit columns.
make_codes() {
  printf 'ann\t0 1 2\nbob\t0 1 3\ncid\t0 4 5\ndan\t5 6 7\neva\t0 1 4\n' >codes.tsv
}

test_query_finds_the_nodes_most_like_one() {
  make_codes
  expect_exit 0 "$COLUMNAR" query codes.tsv --node ann --format text
  diff <(awk 'NR > 2 { print $1, $2, $3, $4 }' stdout) <(printf 'bob 2 of 3\neva 2 of 3\ncid 1 of 3\n') ||
    fail "other hits, or ann itself, or one that shares nothing"
  expect_exit 0 "$COLUMNAR" query codes.tsv --node ann -k 1 --format text
  expect_lines stdout 3
}

test_query_tells_chance_as_json() {
  make_codes
  expect_exit 0 "$COLUMNAR" query codes.tsv --node ann -k 2 --json
  expect_json stdout
  command -v python3 >/dev/null || return 0
  # Of the 10 pairs of nodes, 4 share 2 bits: ann and bob, ann and eva, bob and eva, cid and eva.
  python3 - stdout <<'PYTHON' || fail "not the hits that were worked out by hand"
import json, sys
hits = json.load(open(sys.argv[1]))
assert [(h["id"], h["overlap"]) for h in hits] == [("bob", 2), ("eva", 2)], hits
assert all(abs(h["chance"] - 5 / 11) < 1e-12 for h in hits), hits
assert all(set(h) == {"id", "overlap", "chance"} for h in hits), hits
PYTHON
}

# Six codes of all layers: bits 0 to 5 in L2/3, 6 to 9 in L5a, 10 to 15 in L6.
make_codes_with_l6() {
  python3 - codes.npz <<'PYTHON'
import struct, sys, zipfile
rows = [[0, 2, 6, 7, 10, 11], [0, 2, 6, 7, 12, 13], [0, 4, 8, 9, 10, 12], [1, 2, 8, 9, 10, 12], [1, 5, 8, 9, 10, 11],
        [0, 4, 8, 9, 10, 12]]
def npy(kind, shape, data):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data
def integers(numbers):
    return npy("<i8", (len(numbers),), struct.pack(f"<{len(numbers)}q", *numbers))
with zipfile.ZipFile(sys.argv[1], "w") as file:
    file.writestr("indices.npy", integers([bit for row in rows for bit in row]))
    file.writestr("indptr.npy", integers([6 * row for row in range(7)]))
    file.writestr("format.npy", npy("|S3", (), b"csr"))
    file.writestr("shape.npy", integers([6, 16]))
    file.writestr("data.npy", integers([1] * 36))
    file.writestr("columnar_shape.npy", integers([3, 2, 2, 4, 2, 4, 6, 2]))
PYTHON
}

test_query_puts_l6_first() {
  command -v python3 >/dev/null || return 0
  make_codes_with_l6
  expect_exit 0 "$COLUMNAR" index codes.npz -o codes.idx --quiet
  for file in codes.npz codes.idx; do
    expect_exit 0 "$COLUMNAR" query "$file" --node 0 --format text
    expect_contains stdout "node    near  bits shared   chance"
    diff <(awk 'NR > 2 { print $1, $2, $4, $5, $7 }' stdout) \
      <(printf '4 2 2 0 4\n3 1 2 1 4\n2 1 2 1 4\n5 1 2 1 4\n1 0 2 4 4\n') || fail "L6, then others, then rare ones, then rows"
    expect_exit 0 "$COLUMNAR" query "$file" --node 0 --at-least 3 --json
    expect_json stdout
    expect_contains stdout '"near": 0'
    [[ $(grep -c '"id"' stdout) == 1 ]] || fail "one node shares three bits of all layers"
  done
}

# README's own graph, and a club of 34: whom a node is linked to comes first.
test_query_names_the_friends_of_a_small_graph() {
  printf 'ann bob\nbob cid\ncid ann\ncid dee\ndee eve\neve fay\nfay dee\n' >friends.txt
  expect_exit 0 "$COLUMNAR" embed friends.txt -o friends.sdr --quiet
  for friends in "ann bob cid" "bob ann cid" "eve dee fay" "fay dee eve"; do
    read -r node first second <<<"$friends"
    expect_exit 0 "$COLUMNAR" query friends.sdr --node "$node" -k 2 --json
    found=$(sed -n 's/.*"id": "\(.*\)".*/\1/p' stdout | sort | paste -sd ' ')
    [[ $found == "$first $second" ]] || fail "$node: $found"
  done
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o club.sdr --quiet
  linked=0
  for node in $(seq 1 34); do
    expect_exit 0 "$COLUMNAR" query club.sdr --node "$node" -k 3 --json
    for other in $(sed -n 's/.*"id": \([0-9]*\).*/\1/p' stdout); do
      # A friend, or the friend of a friend.
      if awk -v a="$node" -v b="$other" '{ if ($1 == a) near[$2] = 1; if ($2 == a) near[$1] = 1; u[NR] = $1; v[NR] = $2 }
        END { if (b in near) exit 0; for (i in u) if ((u[i] == b && v[i] in near) || (v[i] == b && u[i] in near)) exit 0; exit 1 }' \
        karate.tsv; then
        linked=$((linked + 1))
      fi
    done
  done
  ((linked >= 98)) || fail "$linked of 102 hits are within two steps"
}

test_query_takes_several_exclusions_and_bits() {
  make_codes
  # cid shares one bit with ann and one with dan; bob and eva share two with ann, but none with dan.
  expect_exit 0 "$COLUMNAR" query codes.tsv --like ann --like dan --format text
  diff <(awk 'NR > 2 { print $1, $2, $4 }' stdout) <(printf 'cid 1 3\n') || fail "near ann alone is not near both"
  # bob and ann share 2 bits, 0 and 1, eva two with both, cid one with both.
  expect_exit 0 "$COLUMNAR" query codes.tsv --like ann --like bob --format tsv
  cut -f 1,3 stdout | diff - <(printf 'eva\t2\ncid\t1\n') || fail "not by the smaller of two"
  expect_exit 0 "$COLUMNAR" query codes.tsv --like ann --like bob --at-least 2 --format tsv
  expect_lines stdout 1
  expect_exit 0 "$COLUMNAR" query codes.tsv --like ann --not bob --format text # bit 2 alone is left, and only ann has it
  expect_contains stdout "No other node"
  expect_exit 0 "$COLUMNAR" query codes.tsv --bits 4,0 --format text
  diff <(awk 'NR > 2 { print $1, $2 }' stdout) <(printf 'cid 2\neva 2\nann 1\nbob 1\n') || fail "bits"
  expect_exit 0 "$COLUMNAR" query codes.tsv --bits 4,0 --not ann --format text
  diff <(awk 'NR > 2 { print $1, $2 }' stdout) <(printf 'cid 1\neva 1\n') || fail "bits without those of a node"
  expect_exit 0 "$COLUMNAR" query codes.tsv --bits 4,0 --at-least 2 --format text
  expect_lines stdout 4
  expect_exit 0 "$COLUMNAR" query codes.tsv --bits 4,0 --at-least 1 -k 3 --format text
  expect_lines stdout 5
}

test_an_index_answers_as_the_codes_do() {
  ring 200 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr "${QUICK[@]}"
  expect_exit 0 "$COLUMNAR" index codes.sdr -o codes.idx
  expect_contains stdout "200 codes indexed"
  for question in "--node 7" "--like 3 --like 150 --not 4 -k 30" "--bits 1500,1501,1502,9" "--node 9 --at-least 6"; do
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" query codes.sdr $question --json >a
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" query codes.idx $question --json >b
    expect_same a b
    expect_contains a overlap
  done
  expect_exit 0 "$COLUMNAR" inspect codes.idx
  expect_contains stdout "index of codes"
  expect_contains stdout "Nodes     200"
}

test_a_model_answers_as_its_codes_do() {
  ring 200 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr --model ring.model "${QUICK[@]}"
  for question in "--node 7" "--like 3 --like 150 --not 4 -k 30" "--bits 1500,1501,1502,9"; do
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" query codes.sdr $question --json >a
    # shellcheck disable=SC2086  # words
    "$COLUMNAR" query ring.model $question --json >b
    expect_same a b
  done
  expect_exit 0 "$COLUMNAR" index ring.model -o ring.idx --quiet
  expect_exit 0 "$COLUMNAR" index codes.sdr -o codes.idx --quiet
  expect_same ring.idx codes.idx
}

test_a_new_node_can_be_asked_about() {
  ring 200 >ring.tsv
  expect_exit 0 "$COLUMNAR" embed ring.tsv -o codes.sdr --model ring.model "${QUICK[@]}"
  printf 'new 50\nnew 51\nnew 52\nother 50\nother new\n' >new.tsv
  expect_exit 0 "$COLUMNAR" query ring.model --new new.tsv --node new --json
  expect_json stdout
  [[ $(grep -c '"id"' stdout) == 10 ]] || fail "not 10 hits"
  expect_lacks stdout '"id": "' # known nodes, by their numbers
  # The same bits, asked for by hand.
  expect_exit 0 "$COLUMNAR" encode ring.model new.tsv -o encoded.tsv --layer search --quiet
  bits=$(grep -P '^new\t' encoded.tsv | cut -f 2 | tr ' ' ,)
  "$COLUMNAR" query ring.model --bits "$bits" --json >by_bits
  "$COLUMNAR" query ring.model --new new.tsv --node new --json >by_name
  expect_same by_bits by_name
  # New and known ones together, from standard input; a known one is never its own answer.
  expect_exit 0 "$COLUMNAR" query ring.model --new - --like new --like 51 --not other --json <new.tsv
  expect_lacks stdout '"id": 51,'
  expect_error "there is no node 'stranger'" "$COLUMNAR" query ring.model --new new.tsv --node stranger
  expect_error "--new: codes.sdr is no model" "$COLUMNAR" query codes.sdr --new new.tsv --node new
  expect_error "there is no node 'new'" "$COLUMNAR" query ring.model --node new
  echo '1 2' >known.tsv
  expect_error "known.tsv:1: " "$COLUMNAR" query ring.model --new known.tsv --node 1
  echo 'lone wolf' >lone.tsv
  expect_exit 0 "$COLUMNAR" query ring.model --new lone.tsv --node lone --json
  expect_json stdout
  expect_contains stderr "no walk leads from 2 new nodes to a known one"
}

test_a_damaged_index_is_refused() {
  make_codes
  expect_exit 0 "$COLUMNAR" index codes.tsv -o codes.idx --quiet
  expect_lines stdout 0
  size=$(wc -c <codes.idx)
  for part in 0 1 2 3 4 5 6 7 8 9; do
    cp codes.idx bad.idx
    flip_byte bad.idx $((part * (size - 1) / 9))
    expect_exit 2 "$COLUMNAR" query bad.idx --node ann
    head -c $((part * size / 10)) codes.idx >bad.idx
    expect_exit 2 "$COLUMNAR" query bad.idx --node ann
  done
}

test_bad_questions_get_one_line() {
  make_codes
  expect_error "there is no node 'zoe'" "$COLUMNAR" query codes.tsv --node zoe
  expect_error "ask by --node" "$COLUMNAR" query codes.tsv
  expect_error "ask by --node, or by --nodes, or by --like, or by --bits, not by several" "$COLUMNAR" query codes.tsv --node ann --bits 3
  expect_error "not by several" "$COLUMNAR" query codes.tsv --node ann --like bob
  expect_error "--bits: " "$COLUMNAR" query codes.tsv --bits 3,,4
  expect_error "--bits: must be a whole number from 0 to 7" "$COLUMNAR" query codes.tsv --bits 8
  expect_error "-k: " "$COLUMNAR" query codes.tsv --node ann -k 0
  expect_error "--at-least: " "$COLUMNAR" query codes.tsv --node ann --at-least 0
  expect_error "every bit of the query" "$COLUMNAR" query codes.tsv --node ann --not ann
  expect_error "--format: must be text, tsv or json, not 'csv'" "$COLUMNAR" query codes.tsv --node ann --format csv
  expect_error "--json: not together with another --format" "$COLUMNAR" query codes.tsv --node ann --json --format tsv
  printf 'ann\n\nzoe\n' | expect_error "stdin:3: there is no node 'zoe'" "$COLUMNAR" query codes.tsv --nodes -
  expect_error "stdin: no ids" "$COLUMNAR" query codes.tsv --nodes - </dev/null
  expect_error "nowhere.sdr: no such file" "$COLUMNAR" query nowhere.sdr --node ann
  expect_error "would replace an input" "$COLUMNAR" index codes.tsv -o codes.tsv
  expect_error "cannot write" "$COLUMNAR" index codes.tsv -o nowhere/codes.idx
  expect_only codes.tsv
}

test_query_names_ids_close_to_an_unknown_one() {
  printf 'Anna\t0 1 2\nann\t0 1 3\nanne\t0 4 5\ndan\t5 6 7\nAnn\t0 1 4\nb\t0 2 4\n' >codes.tsv
  expect_error "codes.tsv: there is no node 'anna'; did you mean 'Anna', 'ann' or 'anne'?" \
    "$COLUMNAR" query codes.tsv --node anna
  expect_error "there is no node 'DAN'; did you mean 'dan'?" "$COLUMNAR" query codes.tsv --like DAN
  expect_error "there is no node 'dna'; did you mean 'dan'?" "$COLUMNAR" query codes.tsv --node dna
  expect_exit 2 "$COLUMNAR" query codes.tsv --node c
  expect_contains stderr "there is no node 'c'"
  expect_lacks stderr "did you mean" # of ids of one character any may be meant
  printf 'Jean Valjean\t0 1 2\nMme. Thenardier\t0 1 3\nvaljeau\t0 4 5\n' >codes.tsv
  expect_error "no node 'jean'; did you mean 'Jean Valjean'?" "$COLUMNAR" query codes.tsv --node jean
  expect_error "no node 'Mme Tenardier'; did you mean 'Mme. Thenardier'?" "$COLUMNAR" query codes.tsv --node "Mme Tenardier"
  expect_error "no node 'valjea'; did you mean 'valjeau'?" "$COLUMNAR" query codes.tsv --node valjea
  printf '100\t0 1 2\n200\t0 1 3\n' >codes.tsv
  expect_error "there is no node '0100'; did you mean '100'?" "$COLUMNAR" query codes.tsv --node 0100
}

test_a_pipe_gets_tsv() {
  make_codes
  expect_exit 0 "$COLUMNAR" query codes.tsv --node ann -k 2
  diff stdout <(printf 'bob\t0\t2\t0.454545\neva\t0\t2\t0.454545\n') || fail "other fields"
}

test_many_nodes_are_asked_about_at_once() {
  make_codes
  printf 'dan\nann\n' >ids.txt
  expect_exit 0 "$COLUMNAR" query codes.tsv --nodes ids.txt -k 1
  cut -f 1,2,4 stdout | diff - <(printf 'dan\tcid\t1\nann\tbob\t2\n') || fail "other answers, or in another order"
  expect_exit 0 "$COLUMNAR" query codes.tsv --nodes - -k 1 --threads 1 <ids.txt
  cut -f 1,2,4 stdout | diff - <(printf 'dan\tcid\t1\nann\tbob\t2\n') || fail "other answers from standard input"
  expect_exit 0 "$COLUMNAR" query codes.tsv --nodes ids.txt -k 1 --format text
  expect_contains stdout "Node dan"
  expect_contains stdout "cid        1 of 3"
  expect_exit 0 "$COLUMNAR" query codes.tsv --nodes ids.txt --at-least 2 --json
  expect_json stdout
  python3 -c '
import json
found = json.load(open("stdout"))
assert [(one["node"], [hit["id"] for hit in one["hits"]]) for one in found] == [("dan", []), ("ann", ["bob", "eva"])]'
}

# Three directions: a and b nearly the same, c across, d between a and c.
test_vectors_are_searched_by_cosine() {
  printf '4 2\na 1 0\nb 5 0.5\nc 0 2\nd 1 1\n' >v.emb
  expect_exit 0 "$COLUMNAR" query v.emb --node a
  diff stdout <(printf 'b\t0.995037\nd\t0.707107\nc\t0\n') || fail "not the cosines"
  expect_exit 0 "$COLUMNAR" query v.emb --like a --like c -k 1
  diff stdout <(printf 'd\t0.707107\n') || fail "d is between a and c"
  expect_exit 0 "$COLUMNAR" query v.emb --node a -k 1 --format text
  expect_contains stdout "b     0.9950"
  expect_exit 0 "$COLUMNAR" query v.emb --node a -k 1 --json
  expect_contains stdout '"cosine": 0.99'
  printf 'c\nd\n' >ids.txt
  expect_exit 0 "$COLUMNAR" query v.emb --nodes ids.txt -k 1
  cut -f 1,2 stdout | diff - <(printf 'c\td\nd\tb\n') || fail "not the nearest of each"
  expect_error "--bits: v.emb holds vectors, which have no bits" "$COLUMNAR" query v.emb --bits 3
  expect_error "--not: v.emb holds vectors" "$COLUMNAR" query v.emb --node a --not c
  expect_error "--new: v.emb is no model" "$COLUMNAR" query v.emb --node a --new ids.txt
}
