"""The Python client against the real command."""

from __future__ import annotations

import http.server
import threading

import pytest
from columnar_embedder.client import Client, ServerError
from serving import serving
from support import edge_lines, planted, run_command


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    folder = tmp_path_factory.mktemp("client")
    (folder / "graph.tsv").write_text(edge_lines(planted(groups=3, size=30)[0]))
    run_command("embed", folder / "graph.tsv", "-o", folder / "codes.sdr", "--model", folder / "graph.model", "-q")
    return folder / "graph.model"


@pytest.fixture(scope="module")
def client(model):
    with serving(model, "--updates", "--token", "token-of-the-tests") as server:
        server.wait_for_map()
        yield Client(server.url, token=server.token)


def test_it_asks_everything(client):
    assert client.health() and client.version()
    assert client.summary()["nodes"] == 90
    assert client.nodes("8", limit=2)[0]["id"] == 8 and client.ids([3, 1]) == [3, 1]
    assert client.node(5)["id"] == client.node({"row": client.node(5)["row"]})["id"] == 5
    assert len(client.neighbours(5, k=3)) == 3
    assert [len(one) for one in client.neighbours([5, "6"], k=2)] == [2, 2]
    assert client.neighbours(5, k=1, layer="l23")[0]["id"] != 5
    assert len(client.ask(like=[5, 6], unlike=[80], k=2)) == 2
    assert client.ask(bits=client.node(5)["bits"], k=1)[0]["id"] == 5
    assert len(client.overlaps(5)) == 90 and set(client.overlaps(bits=[])) == {0}
    assert client.ego(5)["nodes"][0]["id"] == 5
    assert client.explain(5, 6)["sentences"] and client.explain(5)["node"]["id"] == 5
    assert client.community([0, 1, 2])["nodes"] == 3
    assert len(client.recommend(5, k=2)) == 2 and len(client.recommend([5, 6], k=2)) == 2
    assert client.encode([5, (6, 2.0)], k=4)["neighbours"]
    assert len(client.columns()) == client.summary()["columns"]
    assert client.firing(5)["l23"]
    places = client.map()
    assert len(places["x"]) == len(places["degree"]) == 90


def test_it_updates(client):
    assert client.update(add=[(5, "someone new"), (5, 77, 2.0)])["nodes"] == 91
    assert client.update(remove=[(5, "someone new")])["nodes"] == 91


def test_errors_are_of_the_package(client):
    with pytest.raises(ServerError, match="no node 'nobody'") as error:
        client.node("nobody")
    assert error.value.status == 404
    with pytest.raises(ServerError, match="token") as error:
        Client(client.address).summary()
    assert error.value.status == 401
    with pytest.raises(ServerError) as error:
        Client("http://127.0.0.1:9", timeout=2).health()
    assert error.value.status is None


class OtherServer(http.server.BaseHTTPRequestHandler):
    """Some other program behind the address: its answers are pages."""

    def do_GET(self):
        page = b"<html>welcome</html>"
        self.send_response(404 if self.path.endswith("summary") else 200)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def test_a_server_of_another_program_is_an_error():
    with http.server.HTTPServer(("127.0.0.1", 0), OtherServer) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        try:
            client = Client(f"http://127.0.0.1:{other.server_port}")
            with pytest.raises(ServerError, match="not JSON; is it a server of columnar") as error:
                client.version()
            assert error.value.status is None
            with pytest.raises(ServerError, match="404 Not Found") as error:
                client.summary()
            assert error.value.status == 404
        finally:
            other.shutdown()
            thread.join()
