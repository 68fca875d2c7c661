"""A server of the command for tests."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import threading
import time

from support import command


class Server:
    """A running `columnar serve`: how to ask it."""

    def __init__(self, process, url: str, token: str | None):
        self.process = process
        self.token = token
        self.url = url
        host, port = re.match(r"http://(.*):(\d+)/", url).groups()
        self.host, self.port = host, int(port)

    def request(self, method, path, body=None, headers=(), **defaults):
        """(status, headers, bytes) of one request; a header of None is left out."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=20)
        given = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        given.update(headers)
        data = json.dumps(body).encode() if isinstance(body, (dict, list)) else body
        try:
            connection.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            if data is not None:
                connection.putheader("Content-Length", str(len(data)))
            connection.endheaders(data)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def status(self, method, path, body=None, headers=()):
        return self.request(method, path, body, headers)[0]

    def json(self, method, path, body=None, expected=200):
        status, _, answer = self.request(method, f"/api/v1/{path}", body)
        assert status == expected, (path, body, answer[:300])
        return json.loads(answer)

    def wait_for_map(self):
        for _ in range(600):
            if self.status("GET", "/api/v1/map") == 200:
                return
            time.sleep(0.1)
        raise AssertionError("the map is never drawn")

    def stop(self, by=signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(timeout=30)


@contextlib.contextmanager
def serving(*arguments, subcommand="serve", environment=None):
    """Starts a server on a free port; ends it, whatever happens."""
    process = subprocess.Popen(
        [command(), subcommand, *map(str, arguments), "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
        # Tests in the background of a shell ignore Ctrl-C and hand that on.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    said = []
    reader = threading.Thread(target=lambda: said.extend(process.stderr), daemon=True)  # a full pipe would stop it
    reader.start()
    try:
        url = token = None
        for line in process.stdout:
            if found := re.search(r"http://\S+?:\d+/", line):
                url = found.group()
            if found := re.search(r"(?:#token=|Bearer )(\S+)", line):
                token = found.group(1)
            if line.startswith("End"):
                break
        assert url, "".join(said) or f"the server ended with {process.wait(timeout=30)}"
        yield Server(process, url, token)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(timeout=30)
        reader.join(timeout=10)
        process.stdout.close()
        process.stderr.close()
