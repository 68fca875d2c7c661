"""`columnar serve` and `columnar explore` over real sockets: answers, hostile requests, starts and ends."""

from __future__ import annotations

import concurrent.futures
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time

import pytest
from serving import serving
from support import REPOSITORY, command_error, edge_lines, planted, run_command

SCRIPT = '<script>alert("1")</script>'


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve")
    matrix, _ = planted(groups=3, size=30)
    lines = re.sub(r"\b7\b", SCRIPT, edge_lines(matrix))
    (folder / "graph.tsv").write_text(lines)
    run_command("embed", folder / "graph.tsv", "-o", folder / "codes.sdr", "--model", folder / "graph.model", "-q")
    return folder / "graph.model"


@pytest.fixture(scope="module")
def server(model):
    with serving(model) as server:
        server.wait_for_map()
        yield server


def raw(server, data: bytes, wait: float = 20) -> bytes:
    """What the server says to these bytes until it closes."""
    with socket.create_connection((server.host, server.port), timeout=wait) as connection:
        connection.sendall(data)
        answer = b""
        while part := connection.recv(65536):
            answer += part
        return answer


def test_it_answers_what_the_command_answers(server, model):
    query = json.loads(run_command("query", model, "--node", "5", "-k", "3", "--json"))
    ours = server.json("POST", "neighbours", {"nodes": [{"id": "5"}], "k": 3})["results"][0]["neighbours"]
    assert [{key: one[key] for key in query[0]} for one in ours] == query
    explained = json.loads(run_command("explain", model, "--node", "5", "--with", "6", "--json"))
    ours = server.json("POST", "explain", {"id": "5", "with": {"id": "6"}})
    assert {key: ours[key] for key in explained} == explained
    recommended = json.loads(run_command("recommend", model, "--node", "5", "-k", "2", "--json"))
    assert server.json("POST", "recommend", {"nodes": [{"id": "5"}], "k": 2}) == recommended


def test_the_map_holds_a_place_for_every_node(server):
    head = server.json("GET", "map")
    status, headers, data = server.request("GET", "/api/v1/map/data")
    assert status == 200 and headers["Content-Type"] == "application/octet-stream" and len(data) == head["bytes"]
    x = next(one for one in head["arrays"] if one["name"] == "x")
    places = struct.unpack_from(f"<{head['nodes']}H", data, x["offset"])
    assert min(places) < 8000 and max(places) > 57000


def test_every_path_of_openapi_is_served(server):
    for path, methods in server.json("GET", "openapi.json")["paths"].items():
        for method in methods:
            assert server.status(method.upper(), path, b"{}" if method == "post" else None) not in (404, 405), path
        assert server.status("POST" if "get" in methods else "GET", path, b"{}" if "get" in methods else None) == 405


def test_answers_say_how_a_browser_must_treat_them(server):
    _, headers, _ = server.request("GET", "/api/v1/summary")
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY" and headers["Referrer-Policy"] == "no-referrer"
    assert "Server" not in headers and "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "localhost.evil.example", "", "127.0.0.1:1"])
def test_other_hosts_are_refused(server, host):
    assert server.status("GET", "/api/v1/summary", headers={"Host": host}) == 403


def test_own_hosts_are_taken(server):
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert server.status("GET", "/api/v1/summary", headers={"Host": f"{host}:{server.port}"}) == 200


def test_pages_of_other_origins_are_refused(server):
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert server.status("POST", "/api/v1/node", {"row": 0}, headers) == 403
    assert server.status("POST", "/api/v1/node", {"row": 0}, {"Origin": f"http://{server.host}:{server.port}"}) == 200
    assert server.status("OPTIONS", "/api/v1/node", None, {"Origin": "http://evil.example"}) == 403


def test_only_json_is_taken(server):
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        assert server.status("POST", "/api/v1/node", {"row": 0}, {"Content-Type": kind}) == 415


@pytest.mark.parametrize(
    "path, body, status",
    [
        ("neighbours", {"nodes": [{"row": 0}], "k": -1}, 400),
        ("neighbours", {"nodes": [{"row": 0}], "k": 10**30}, 400),
        ("neighbours", {"nodes": [{"row": 90}]}, 404),
        ("neighbours", {"nodes": [{"row": -1}]}, 400),
        ("neighbours", {"nodes": [{"id": "nobody"}]}, 404),
        ("neighbours", {"nodes": [{"row": 0}] * 1001}, 400),
        ("node", {"row": 0, "file": "/etc/passwd"}, 400),
        ("node", {"id": {"$ne": 1}}, 400),
        ("node", b"{", 400),
        ("node", b"", 400),
        ("node", b"\xff\xfe", 400),
        ("node", b"[" * 100_000, 400),
        ("node", b'{"a":' * 100_000, 400),
        ("node", b"{" + b",".join(b'"%d":1' % i for i in range(50_000)) + b"}", 400),
        ("update", {"add": [{"source": 1, "target": 2}]}, 403),
        ("encode", {"edges": [{"to": 5, "weight": float("inf")}]}, 400),
    ],
)
def test_hostile_bodies_get_one_line(server, path, body, status):
    got, headers, answer = server.request("POST", f"/api/v1/{path}", body)
    assert got == status and headers["Content-Type"] == "application/json"
    error = json.loads(answer)["error"]
    assert error and "\n" not in error and len(error) < 300


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/assets/../index.html", "/assets/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
     "/api/v1/../../../etc/passwd", "/api/v1/map/data/..", "/api/v1/", "/api/v2/summary", "/index.html%00"],
)  # fmt: skip
def test_no_path_reaches_the_file_system(server, path):
    status, _, answer = server.request("GET", path)
    assert status == 404 and b"root:" not in answer


def test_too_large_is_too_large(server):
    assert server.status("POST", "/api/v1/node", b" " * (1 << 20) + b"{}") == 413
    chunked = b"POST /api/v1/node HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n" % server.port
    chunked += b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b" " * 65536 + b"\r\n") * 17
    assert raw(server, chunked).startswith(b"HTTP/1.1 413")
    lines = b"".join(b"X-%d: 1\r\n" % i for i in range(3000))
    assert raw(server, b"GET / HTTP/1.1\r\n" + lines).startswith(b"HTTP/1.1 431")
    assert raw(server, b"GET /" + b"a" * 30_000).startswith(b"HTTP/1.1 431")
    assert server.status("GET", "/api/v1/health") == 200


def test_what_is_no_request_is_refused(server):
    for data in (b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n{}\r\n\r\n"):
        assert raw(server, data).startswith(b"HTTP/1.1 400")
    smuggled = b"POST /api/v1/node HTTP/1.1\r\nHost: localhost:%d\r\nContent-Type: application/json\r\n" % server.port
    smuggled += b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/summary HTTP/1.1\r\n\r\n"
    assert b"200 OK" not in raw(server, smuggled)
    assert server.status("HEAD", "/api/v1/health") == 405
    assert server.status("GET", "/api/v1/health") == 200


def test_ids_are_text_wherever_they_are_shown(server):
    node = server.json("POST", "node", {"id": SCRIPT})
    assert node["id"] == SCRIPT
    assert server.json("GET", "nodes?part=%3Cscript")["nodes"][0]["id"] == SCRIPT
    _, headers, _ = server.request("POST", "/api/v1/node", {"id": SCRIPT + "<b>"})
    assert headers["Content-Type"] == "application/json"


def test_the_page_is_for_explore_alone(server, model):
    assert server.status("GET", "/") == 404
    with serving(model, subcommand="explore") as page:
        status, headers, body = page.request("GET", "/")
        assert status == 200 and headers["Content-Type"].startswith("text/html") and b"<html" in body
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert page.status("POST", "/", b"{}") == 405
        for file in (REPOSITORY / "explorer").rglob("*"):
            if file.is_file() and file.name != "index.html":
                name = file.relative_to(REPOSITORY / "explorer").as_posix()
                assert page.request("GET", f"/assets/{name}")[2] == file.read_bytes()


def test_beyond_this_machine_a_token_is_needed(model):
    with serving(model, "--listen", "0.0.0.0") as open_server:
        assert len(open_server.token) == 64
        open_server.host = "127.0.0.1"
        token, open_server.token = open_server.token, None
        assert open_server.status("GET", "/api/v1/summary") == 401
        for wrong in ("", token[:-1], token + "0", token.upper() + "x"):
            assert open_server.status("GET", "/api/v1/summary", headers={"Authorization": f"Bearer {wrong}"}) == 401
        status, headers, _ = open_server.request("GET", "/api/v1/summary", headers={"Authorization": f"Bearer {token}"})
        assert status == 200
        _, headers, _ = open_server.request("GET", "/api/v1/summary")
        assert headers["WWW-Authenticate"] == "Bearer"


def test_a_token_can_come_from_the_environment(model):
    with serving(model, environment={"COLUMNAR_TOKEN": "a-token-of-the-user"}) as server:
        assert server.token == "a-token-of-the-user" and server.status("GET", "/api/v1/health") == 200
    assert "--token: must have at least 16" in command_error("serve", model, "--token", "short", "--port", "0")


def test_a_name_can_be_allowed(model):
    with serving(model, "--host", "graphs.example") as server:
        assert server.status("GET", "/api/v1/health", headers={"Host": "graphs.example"}) == 200
        assert server.status("GET", "/api/v1/health", headers={"Host": "other.example"}) == 403


def test_updates_are_seen_whole_while_others_read(model):
    with serving(model, "--updates") as server:
        server.wait_for_map()

        def nodes(_):
            summary = server.json("GET", "summary")
            return summary["state"], summary["nodes"]

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            read = [pool.submit(nodes, i) for i in range(100)]
            edges = [{"source": "1", "target": f"new {i}"} for i in range(4)]
            changed = [server.json("POST", "update", {"add": [edge]}) for edge in edges]
            seen = {one.result() for one in read}
        assert changed[-1]["state"] == 4 and changed[-1]["nodes"] == changed[0]["nodes"] + 3
        first = changed[0]["nodes"] - 1
        assert seen <= {(state, first + state) for state in range(5)}
        assert server.json("POST", "node", {"id": "new 3"})["degree"] == 1
        error = server.json("POST", "update", {"remove": [{"source": "1", "target": "80"}]}, expected=400)["error"]
        assert "update" in error


def test_the_map_is_kept_beside_the_model_and_drawn_again_for_another(model, tmp_path):
    copy = tmp_path / "copy.model"
    copy.write_bytes(model.read_bytes())
    with serving(copy) as server:
        server.wait_for_map()
        first = server.request("GET", "/api/v1/map/data")[2]
    kept = tmp_path / "copy.model.map"
    assert kept.exists()
    before = kept.stat()
    with serving(copy) as server:
        server.wait_for_map()
        assert server.request("GET", "/api/v1/map/data")[2] == first
    assert kept.stat().st_mtime_ns == before.st_mtime_ns, "it was drawn again"
    assert json.loads(run_command("inspect", kept, "--json"))["kind"] == "layout"
    damaged = kept.read_bytes()[:-9]
    kept.write_bytes(damaged)
    with serving(copy) as server:
        server.wait_for_map()
        assert server.request("GET", "/api/v1/map/data")[2] == first
    assert kept.read_bytes() != damaged


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_and_a_restart_answers_the_same(model, by):
    with serving(model) as server:
        server.wait_for_map()
        before = server.json("POST", "neighbours", {"nodes": [{"row": 4}]})
        with socket.create_connection((server.host, server.port)):  # an idle connection must not delay the end
            start = time.monotonic()
            assert server.stop(by) == 0
            assert time.monotonic() - start < 4
    with serving(model) as server:
        assert server.json("POST", "neighbours", {"nodes": [{"row": 4}]}) == before


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_ends_it_at_once(model, by):
    with serving(model) as server, socket.create_connection((server.host, server.port)) as half:
        head = "POST /api/v1/node HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10"
        half.sendall(f"{head}\r\n\r\n{{".encode())  # a request that runs: its body does not end
        assert server.status("GET", "/api/v1/health") == 200  # so the server has read it
        server.process.send_signal(by)
        with pytest.raises(subprocess.TimeoutExpired):
            server.process.wait(timeout=0.5)
        start = time.monotonic()
        assert server.stop(by) == -by
        assert time.monotonic() - start < 2


def test_a_kill_loses_nothing(model):
    bytes_before = model.read_bytes()
    with serving(model, "--updates") as server:
        server.wait_for_map()
        server.json("POST", "update", {"add": [{"source": "1", "target": "80"}]})
        assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    assert model.read_bytes() == bytes_before, "updates are of the memory alone"
    with serving(model) as server:
        assert server.json("GET", "summary")["state"] == 0


class SilentClients:
    """Clients that have begun a request and say no more."""

    def __init__(self, server, count):
        self.sockets = [socket.create_connection((server.host, server.port)) for _ in range(count)]
        for one in self.sockets:
            one.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: lo")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for one in self.sockets:
            one.close()


def test_slow_and_idle_clients_do_not_stop_others(server):
    with SilentClients(server, 300):
        assert server.status("GET", "/api/v1/health") == 200


def test_what_cannot_be_served_is_said_in_one_line(model, server, tmp_path):
    assert "cannot listen" in command_error("serve", model, "-q", "--port", str(server.port))
    assert "no IP address" in command_error("serve", model, "-q", "--listen", "nowhere.example")
    assert "absent.model" in command_error("serve", tmp_path / "absent.model")
    assert "--demo" in command_error("explore")
    assert "not together" in command_error("explore", model, "--demo")


def test_the_demo_needs_no_file():
    with serving("--demo", subcommand="explore") as server:
        assert server.json("GET", "summary")["nodes"] == 3000
        assert server.json("GET", "summary")["labels"]
        assert server.json("POST", "node", {"row": 0})["label"]
    assert not os.path.exists("demo.map")
