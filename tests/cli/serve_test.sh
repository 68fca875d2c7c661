# shellcheck shell=bash
# The server from outside, by plain sockets: what it starts with and how it ends. What it answers, and to whom:
# tests/python/test_serve.py, tests/api/, tests/http/.
source "$CLI_TESTS/graphs.sh"

make_model() {
  karate >karate.tsv
  expect_exit 0 "$COLUMNAR" embed karate.tsv -o codes.sdr --model model --quiet
}

# start COMMAND...: runs a server; sets `server`, its process, and `port`.
start() {
  "$@" --port 0 -q >out 2>err &
  server=$!
  trap 'kill "$server" 2>/dev/null || true' EXIT # a test that fails must not leave it
  for _ in $(seq 600); do
    grep -q '^End' out && break
    kill -0 "$server" 2>/dev/null || fail "the server ended: $(cat err)"
    sleep 0.1
  done
  port=$(sed -nE 's|.*http://127\.0\.0\.1:([0-9]+)/.*|\1|p' out)
  [[ -n $port ]] || fail "no address: $(cat out err)"
}

# ask METHOD TARGET HOST [BODY]: puts the whole answer into the file answer.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf '%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
    "$1" "$2" "$3" "${#4}" "${4:-}" >&3
  cat <&3 >answer
  exec 3>&-
}

# wait_for_map: until the server has drawn or read it.
wait_for_map() {
  for _ in $(seq 300); do
    ask GET /api/v1/map "localhost:$port" ""
    ! grep -q '"arrays"' answer || return 0
    sleep 0.1
  done
  fail "no map: $(cat answer err)"
}

# end SIGNAL: the server ends by it, as it should.
end() {
  kill -"$1" "$server"
  local got=0
  wait "$server" || got=$?
  ((got == 0)) || fail "exit code $got: $(cat err)"
  [[ ! -s err ]] || fail "it says: $(cat err)"
}

test_a_model_is_served_until_a_signal() {
  make_model
  start "$COLUMNAR" serve model --updates
  ask GET /api/v1/summary "127.0.0.1:$port" ""
  expect_contains answer "HTTP/1.1 200 OK"
  expect_contains answer '"nodes":34'
  ask POST /api/v1/neighbours "localhost:$port" '{"nodes": [{"id": 34}], "k": 2}'
  expect_contains answer '"results"'
  ask POST /api/v1/node "localhost:$port" '{"id": "<script>"}'
  expect_contains answer "HTTP/1.1 404"
  ask GET /api/v1/summary evil.example ""
  expect_contains answer "HTTP/1.1 403"
  ask GET /../../etc/passwd "localhost:$port" ""
  expect_contains answer "HTTP/1.1 404"
  ask GET / "localhost:$port" ""
  expect_contains answer "HTTP/1.1 404"
  end TERM
}

test_nohup_lets_it_go_on() {
  make_model
  start nohup "$COLUMNAR" serve model
  kill -HUP "$server"
  ask GET /api/v1/health "localhost:$port" ""
  expect_contains answer "HTTP/1.1 200 OK"
  kill -TERM "$server"
  wait "$server" || fail "exit code $?: $(cat err)"
}

test_explore_has_a_page_and_keeps_the_map() {
  make_model
  start "$COLUMNAR" explore model
  ask GET / "localhost:$port" ""
  expect_contains answer "Content-Security-Policy: default-src 'none'"
  expect_contains answer "<html"
  wait_for_map
  expect_exit 0 "$COLUMNAR" inspect model.map
  expect_contains stdout "layout of a map"
  end TERM
  expect_error "not codes but a file of this program: layout" "$COLUMNAR" query model.map --node 1
}

test_what_cannot_be_served_is_an_error() {
  make_model
  expect_error "absent" "$COLUMNAR" serve absent -q --port 0
  expect_error "karate.tsv" "$COLUMNAR" serve karate.tsv -q --port 0
  expect_error "no IP address" "$COLUMNAR" serve model --listen example.org --port 0
  expect_error "--token: must have at least" "$COLUMNAR" serve model --token abc --port 0
  expect_error "--port" "$COLUMNAR" serve model --port 65536
  expect_error "name a model, or give --demo" "$COLUMNAR" explore
  expect_error "--demo: not together" "$COLUMNAR" explore model --demo
}

test_a_map_file_too_large_for_memory_is_drawn_again() {
  make_model
  start "$COLUMNAR" serve model
  wait_for_map
  end TERM
  cp model.map small
  # Its header is right, and its 64 GiB are there, as far as a reader can tell.
  { head -c 16 small && printf '\0\0\0\0\20\0\0\0' && tail -c +25 small; } >model.map
  truncate -s 64G model.map
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] || ulimit -v 2000000
  start "$COLUMNAR" serve model
  wait_for_map
  end TERM
  expect_same model.map small
}

test_an_update_of_many_new_nodes_needs_little_memory() {
  make_model
  # Questions that each named all 5,000 new nodes would take 5,000 x 5,000 x 4 bytes.
  edges=$(seq -f '{"source":"1","target":"new %g"}' -s , 5000)
  start "$COLUMNAR" serve model --updates --threads 1
  wait_for_map
  ask POST /api/v1/update "localhost:$port" "{\"add\":[$edges]}"
  expect_contains answer '"nodes":5034'
  most=$(sed -nE 's/^VmHWM:[[:space:]]*([0-9]+) kB/\1/p' "/proc/$server/status")
  [[ ${COLUMNAR_INSTRUMENTED:-0} == 1 ]] || ((most < 100000)) || fail "$most KiB"
  end TERM
}
