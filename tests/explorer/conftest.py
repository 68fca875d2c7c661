"""The explorer in a real browser: Chromium, driven by Selenium, against the real `columnar explore`.

COLUMNAR_COMMAND names the command. Every test also fails for an error on the console and a request to another host.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request

import pytest
from selenium import webdriver
from selenium.common.exceptions import JavascriptException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

# A proxy for packages is not for these tests.
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "127.0.0.1,localhost"

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "javascript:alert(3)",
    "'; DROP TABLE nodes; --",
    "Ünïcode ☃ 節点",
    "a" * 300,
]


def pytest_configure(config):
    config.addinivalue_line("markers", "console_errors: the console may show failed requests")


def command() -> str:
    path = os.environ.get("COLUMNAR_COMMAND")
    assert path, "COLUMNAR_COMMAND names no command; ./dev python sets it"
    return path


class Server:
    """A running `columnar explore` on a free port."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [command(), "explore", "--port", "0", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        lines, self.address = [], None
        for line in self.process.stdout:
            lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            if found:
                self.address = found.group()
                break
        assert self.address, "".join(lines)
        threading.Thread(target=self.process.stdout.read, daemon=True).start()  # what it says later must not block it
        self.token = re.search(r"#token=(\S+)", line).group(1) if "#token=" in line else None

    def ask(self, path, body=None):
        """The server's answer, asked without the browser."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self.token}"} if self.token else {}
        )
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.address}/api/v1/{path}", data, headers), timeout=30
        ) as answer:
            return json.load(answer)

    def wait_for_map(self):
        end = time.monotonic() + 60
        while True:
            try:
                return self.ask("map")
            except urllib.error.HTTPError as error:
                assert error.code == 503 and time.monotonic() < end
                time.sleep(0.1)

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


@pytest.fixture(scope="session")
def demo():
    server = Server("--demo", "--updates")
    try:
        server.wait_for_map()
        yield server
    finally:
        server.stop()
    assert server.process.returncode == 0


@pytest.fixture(scope="session")
def hostile_model(tmp_path_factory) -> pathlib.Path:
    """A model of a ring of groups; some nodes have ids that attack."""
    folder = tmp_path_factory.mktemp("hostile")
    ids = [HOSTILE[i] if i < len(HOSTILE) else f"node {i}" for i in range(240)]
    edges = {(i, (i + 1) % 240) for i in range(240)} | {
        (i, i // 12 * 12 + (i * 7 + j * 5) % 12) for i in range(240) for j in range(4)
    }
    (folder / "graph.tsv").write_text(
        "".join(f"{ids[a]}\t{ids[b]}\n" for a, b in sorted(edges) if a != b), encoding="utf-8"
    )
    model = folder / "hostile.model"
    subprocess.run(
        [command(), "embed", folder / "graph.tsv", "-o", folder / "h.sdr", "--model", model, "--quiet"],
        check=True,
        timeout=120,
    )
    return model


def start_browser(*flags):
    program = shutil.which("chromium")
    driver = shutil.which("chromedriver")
    assert program and driver, "Debian's chromium and chromium-driver are needed; ./dev python installs them"
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for flag in [
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader",
        *flags,
    ]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


class Page:
    """The explorer in a browser, and what tests do with it."""

    def __init__(self, driver):
        self.driver = driver
        self.address = None
        self.size(1400, 900)

    def size(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )

    def prefers(self, **features):
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"features": [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]},
        )

    def open(self, server, fragment="", is_ready=True):
        self.address = server.address
        self.driver.get("about:blank")
        self.driver.get(f"{server.address}/{fragment}")
        if is_ready:
            self.until("document.body.dataset.ready === 'yes'")
        return self

    def script(self, code, *arguments):
        return self.driver.execute_script(f"return {code}", *arguments)

    def app(self, code, *arguments):
        """The value of an expression that may use `app`, the page's own state."""
        return self.driver.execute_async_script(
            f"""const given = arguments, done = given[given.length - 1];
            import('/assets/main.js').then(async ({{app}}) => done(await ({code})))""",
            *arguments,
        )

    def until(self, condition, *arguments, seconds=20):
        # What the condition looks at may not be there yet.
        wait = WebDriverWait(self.driver, seconds, 0.05, ignored_exceptions=[JavascriptException])
        wait.until(lambda _: self.script(condition, *arguments), condition)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def one(self, css):
        WebDriverWait(self.driver, 20, 0.05).until(lambda _: self.all(css), f"no {css}")
        return self.all(css)[0]

    def texts(self, css):
        return self.script(
            "[...document.querySelectorAll(arguments[0])].map((element) => element.textContent.trim())", css
        )

    def button(self, text, within="body"):
        """Clicks the button with this text."""
        find = """[...document.querySelector(arguments[1]).querySelectorAll('button')]
            .find((one) => one.textContent.trim() === arguments[0])"""
        self.until(find, text, within)
        self.script(f"{find}.click()", text, within)

    def heading(self, text):
        self.until("document.querySelector('#panel h2')?.textContent === arguments[0]", text)

    def place_of(self, row):
        """Where the dot of a row is, relative to the middle of the map."""
        x, y = self.app("app.map.camera.toScreen(app.graph.x[given[0]], app.graph.y[given[0]])", row)
        return x - self.app("app.map.width") / 2, y - self.app("app.map.height") / 2

    def inked(self):
        """How many pixels of the map have a dot, once all are drawn."""
        self.app(
            """new Promise((done) => {
              const isDrawn = ({frames: {drawn}, asked, areDotsNew}) =>
                drawn === app.graph.nodes && !asked && !areDotsNew;
              const wait = () => (isDrawn(app.map) ? done() : setTimeout(wait, 20));
              wait();
            })"""
        )
        return self.app(
            """(() => {
              const copy = document.createElement('canvas'), {canvas} = app.map;
              [copy.width, copy.height] = [canvas.width, canvas.height];
              const pen = copy.getContext('2d');
              pen.drawImage(canvas, 0, 0);
              const pixels = pen.getImageData(0, 0, copy.width, copy.height).data;
              return pixels.filter((value, i) => i % 4 === 3 && value > 100).length;
            })()"""
        )

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def hosts(self):
        """The beginnings of all addresses that were asked for."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return {
            event["params"]["request"]["url"].split("/assets")[0].split("/api")[0].rstrip("/")
            for event in events
            if event["method"] == "Network.requestWillBeSent"
        }


@pytest.fixture(scope="session")
def browser():
    driver = start_browser()
    yield driver
    driver.quit()


@pytest.fixture
def page(browser, request):
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    page = Page(browser)
    page.console(), page.hosts()
    yield page
    errors, hosts = page.console(), {host.split("/#")[0] for host in page.hosts()}
    if not request.node.get_closest_marker("console_errors"):
        assert errors == []
    assert all(host in ("about:blank", "data:,") or host.startswith(page.address) for host in hosts), hosts
    browser.get("about:blank")
    browser.execute_script("try { localStorage.clear() } catch {}")
