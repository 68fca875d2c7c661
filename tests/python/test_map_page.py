"""The page of `save_map` in a real browser: what it shows, what the pointer and the search field find, how it fits."""

from __future__ import annotations

import shutil

import pytest
from columnar_embedder import ColumnarEmbedder
from support import planted

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    matrix, _ = planted(groups=4, size=20)
    edges = [(f"n{u}", f"n{v}") for u, v in zip(*matrix.nonzero(), strict=True)]
    codes = ColumnarEmbedder(presentations=100).fit(edges).codes_
    file = tmp_path_factory.mktemp("map") / "map.html"
    codes.save_map(file, labels={name: f"group {int(name[1:]) // 20}" for name in codes.ids})
    return file


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (Debian: chromium)")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture(params=[(1200, 800), (380, 700)], ids=["wide", "narrow"])
def page(request, browser, page_file):
    width, height = request.param
    page = browser.new_page(viewport={"width": width, "height": height})
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto(page_file.as_uri())
    yield page
    assert problems == []
    page.close()


def place_of(page, row):
    return page.evaluate(f"[data.x[{row}] * scale + left, data.y[{row}] * scale + top_]")


def test_every_dot_lies_beside_the_panel_and_in_the_window(page):
    assert page.inner_text("#about") == "80 nodes, coloured by class (4)"
    assert page.locator("#legend button").count() == 4
    panel = page.locator("#panel").bounding_box()
    for row in range(80):
        x, y = place_of(page, row)
        assert 0 < x < page.viewport_size["width"] and 0 < y < page.viewport_size["height"]
        assert x > panel["x"] + panel["width"] or y > panel["y"] + panel["height"] or y < panel["y"]


def test_the_dot_under_the_pointer_is_named(page):
    page.mouse.move(*place_of(page, 7))
    assert page.inner_text("#tip") == page.evaluate("data.ids[7]") + " · class " + page.evaluate(
        "data.groups[data.group[7]].name"
    )
    page.mouse.move(page.viewport_size["width"] - 1, 1)
    assert page.locator("#tip").is_hidden()


def test_an_id_is_found_by_its_beginning_and_moved_into_sight(page):
    name = page.evaluate("data.ids[7]")
    page.evaluate("zoom(0, 0, 40), redraw()")  # far away from most nodes
    page.fill("#find", name)
    assert page.inner_text("#tip").startswith(name + " ")
    x, y = place_of(page, 7)
    assert 0 < x < page.viewport_size["width"] and 0 < y < page.viewport_size["height"]
    page.fill("#find", "N1")
    assert page.inner_text("#tip").startswith("n1")
    page.fill("#find", "nobody")
    assert page.locator("#find.none").count() == 1 and page.locator("#tip").is_hidden()


def test_a_class_can_be_hidden(page):
    page.locator("#legend button").first.click()
    assert page.evaluate("hidden.filter(Boolean).length") == 1
    row = page.evaluate("data.group.indexOf(0)")
    page.mouse.move(*place_of(page, row))
    assert not page.inner_text("#tip").startswith(page.evaluate(f"data.ids[{row}]") + " ")
