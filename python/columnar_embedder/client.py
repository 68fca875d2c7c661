"""Asks a server that ``columnar serve`` or ``columnar explore`` started; needs nothing beyond the standard library.

>>> from columnar_embedder.client import Client
>>> client = Client("http://127.0.0.1:8077")  # doctest: +SKIP
>>> client.neighbours("ann", k=3)  # doctest: +SKIP
[{'id': 'bob', 'overlap': 17, ...}, ...]

Answers are the JSON of the server as dictionaries and lists; docs/explorer.md describes them.
"""

from __future__ import annotations

import array
import http.client
import json
import sys
import urllib.error
import urllib.parse
import urllib.request

from .errors import ColumnarError

__all__ = ["Client", "ServerError"]


class ServerError(ColumnarError):
    """The server refuses a request, or cannot be reached.

    Attributes
    ----------
    status : int or None
        The status of the answer; None without an answer.
    """

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The server never redirects, and a token must not follow where another program leads."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):
        return None


def _node(node) -> dict:
    return node if isinstance(node, dict) else {"id": node}


class Client:
    """A server's answers as Python objects.

    A node is named by its id, as text or int, or by its row, as ``{"row": 3}``.

    Parameters
    ----------
    address : str
        Where the server listens: ``"http://127.0.0.1:8077"``.
    token : str, optional
        The token of the server, if it has one.
    timeout : float
        Seconds to wait for an answer.
    """

    def __init__(self, address: str = "http://127.0.0.1:8077", token: str | None = None, timeout: float = 30.0):
        self.address = address.split("#")[0].rstrip("/")
        self.timeout = timeout
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        # Without proxies: they are for the web, and would see the graph.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)

    def __repr__(self) -> str:
        return f"Client({self.address!r})"

    def _ask(self, path: str, body: dict | None = None, **query) -> bytes:
        query = {name: value for name, value in query.items() if value is not None}
        url = f"{self.address}/api/v1/{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        data = None if body is None else json.dumps({k: v for k, v in body.items() if v is not None}).encode()
        headers = {**self._headers, **({} if data is None else {"Content-Type": "application/json"})}
        try:
            with self._opener.open(urllib.request.Request(url, data, headers), timeout=self.timeout) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            with error:
                raise ServerError(self._reason(error), error.code) from None
        except (OSError, http.client.HTTPException) as error:
            raise ServerError(f"{self.address}: {getattr(error, 'reason', error)}") from error

    @staticmethod
    def _reason(error: urllib.error.HTTPError) -> str:
        try:
            return json.loads(error.read())["error"]
        except (ValueError, KeyError, TypeError, OSError, http.client.HTTPException):
            return f"{error.code} {error.reason}"

    def _json(self, path: str, body: dict | None = None, **query):
        answer = self._ask(path, body, **query)
        try:
            return json.loads(answer)
        except ValueError:
            raise ServerError(f"{self.address}: the answer is not JSON; is it a server of columnar?") from None

    def health(self) -> bool:
        """Whether the server answers as it should."""
        return self._json("health")["status"] == "ok"

    def version(self) -> str:
        """The version of the server."""
        return self._json("version")["version"]

    def summary(self) -> dict:
        """The graph, the layers of its codes, and what the server allows."""
        return self._json("summary")

    def nodes(self, part: str = "", limit: int = 20) -> list[dict]:
        """Nodes whose id begins with a text, then those that contain it."""
        return self._json("nodes", part=part, limit=limit)["nodes"]

    def ids(self, rows) -> list:
        """The ids of rows."""
        nodes = self._json("nodes/ids", rows=",".join(str(int(row)) for row in rows))["nodes"]
        return [node["id"] for node in nodes]

    def node(self, node) -> dict:
        """A node and its code."""
        return self._json("node", _node(node))

    def neighbours(self, node, k: int = 10, layer: str | None = None) -> list[dict]:
        """The k nodes whose codes share most with that of a node.

        For a list of nodes, a list of such answers: one request asks for up to 1,000.
        """
        several = isinstance(node, (list, tuple))
        body = {"nodes": [_node(one) for one in (node if several else [node])], "k": k, "layer": layer}
        answers = [one["neighbours"] for one in self._json("neighbours", body)["results"]]
        return answers if several else answers[0]

    def ask(self, like=(), unlike=(), bits=(), k: int = 10) -> list[dict]:
        """The nodes near all of some nodes, not near others, that share some bits."""
        body = {"like": [_node(one) for one in like], "unlike": [_node(one) for one in unlike], "bits": list(bits)}
        return self._json("ask", {**body, "k": k})["hits"]

    def overlaps(self, node=None, bits=None) -> bytes:
        """For every row, how many bits it shares with a node, or with given bits; 255 for more."""
        return self._ask("overlaps", {"bits": list(bits)} if node is None else _node(node))

    def ego(self, node, limit: int = 50) -> dict:
        """A node, its neighbours in the graph, and the edges among them."""
        return self._json("ego", {**_node(node), "limit": limit})

    def explain(self, node, with_=None) -> dict:
        """Why a node has its bits; with another node, why both share bits."""
        return self._json("explain", {**_node(node), "with": None if with_ is None else _node(with_)})

    def community(self, rows) -> dict:
        """What the nodes of these rows have in common that others have not."""
        return self._json("community", {"rows": [int(row) for row in rows]})

    def recommend(self, node, k: int = 10) -> list[dict]:
        """Likely new edges of a node; of a list of nodes, a list of such answers."""
        several = isinstance(node, (list, tuple))
        body = {"nodes": [_node(one) for one in (node if several else [node])], "k": k}
        answers = [one["recommended"] for one in self._json("recommend", body)]
        return answers if several else answers[0]

    def encode(self, edges, k: int = 10) -> dict:
        """The code of a node that does not exist, and its neighbours, from its edges; nothing is stored.

        Parameters
        ----------
        edges : iterable of ids, or of (id, weight)
        k : int
        """
        pairs = [edge if isinstance(edge, (list, tuple)) else (edge,) for edge in edges]
        named = [dict(zip(("to", "weight"), pair, strict=False)) for pair in pairs]
        return self._json("encode", {"edges": named, "k": k})

    def update(self, add=(), remove=()) -> dict:
        """Add edges (source, target[, weight]) and remove edges (source, target), if the server allows it."""
        names = ("source", "target", "weight")
        return self._json(
            "update",
            {
                "add": [dict(zip(names, edge, strict=False)) for edge in add],
                "remove": [dict(zip(names, edge, strict=False)) for edge in remove],
            },
        )

    def columns(self) -> list[dict]:
        """What each column of the cortex does over all nodes."""
        return self._json("columns")["columns"]

    def firing(self, node) -> dict:
        """How the code of a node comes about, layer by layer."""
        return self._json("firing", _node(node))

    def map(self) -> dict[str, array.array]:
        """The map: arrays x, y, region, degree and label with an entry per row; 65535 for no region or label.

        Raises ServerError with status 503 while the map is being drawn.
        """
        head, data = self._json("map"), self._ask("map/data")
        while len(data) != head["bytes"]:  # an update came between
            head, data = self._json("map"), self._ask("map/data")
        arrays = {}
        for one in head["arrays"]:
            values = array.array({"u16": "H", "u32": "I"}[one["type"]])
            values.frombytes(data[one["offset"] : one["offset"] + head["nodes"] * values.itemsize])
            if sys.byteorder == "big":
                values.byteswap()
            arrays[one["name"]] = values
        return arrays
