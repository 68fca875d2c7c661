# shellcheck shell=bash
# Graphs for the tests of the command, and flags that make a run short. Read by the test scripts.

# shellcheck disable=SC2034  # used by the scripts that read this
QUICK=(--presentations 2000 --outstar-presentations 500 --quiet)

# ring COUNT >FILE: a ring of COUNT nodes with chords, so that no two nodes are alike and walks have choices.
ring() {
  awk -v n="$1" 'BEGIN {
    for (i = 0; i < n; i++) {
      print i, (i + 1) % n
      if (i % 3 == 0) print i, (i * 7 + 5) % n
      if (i % 10 != 0) print i, i - i % 10
    }
  }'
}

# karate >FILE: Zachary's karate club, ids 1 to 34.
karate() {
  awk 'BEGIN {
    rows = "1:2,3,4,5,6,7,8,9,11,12,13,14,18,20,22,32;2:3,4,8,14,18,20,22,31;3:4,8,9,10,14,28,29,33;4:8,13,14;5:7,11;" \
      "6:7,11,17;7:17;9:31,33,34;10:34;14:34;15:33,34;16:33,34;19:33,34;20:34;21:33,34;23:33,34;24:26,28,30,33,34;" \
      "25:26,28,32;26:32;27:30,34;28:34;29:32,34;30:33,34;31:33,34;32:33,34;33:34"
    n = split(rows, row, ";")
    for (i = 1; i <= n; i++) {
      split(row[i], sides, ":")
      m = split(sides[2], others, ",")
      for (j = 1; j <= m; j++) print sides[1] "\t" others[j]
    }
  }'
}

# karate_labels >FILE: which side a member took.
karate_labels() {
  awk 'BEGIN {
    n = split("1 2 3 4 5 6 7 8 9 11 12 13 14 17 18 20 22", hi, " ")
    for (i = 1; i <= n; i++) side[hi[i]] = 1
    for (v = 1; v <= 34; v++) print v, (v in side) ? "Mr-Hi" : "Officer"
  }'
}

# flip_byte FILE OFFSET: changes one byte.
flip_byte() {
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  # shellcheck disable=SC2059  # the format is the byte
  printf "\\x$(printf %02x $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# expect_json FILE: the file is one JSON value; not checked where there is no python3.
expect_json() {
  command -v python3 >/dev/null || return 0
  python3 -m json.tool "$1" >/dev/null || fail "$1 is no JSON"
}
