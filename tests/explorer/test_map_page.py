"""The page that `columnar map` writes: what it shows, what the pointer and the search field find, how it fits."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest
from conftest import command
from selenium.webdriver.common.actions.action_builder import ActionBuilder

GROUPS, SIZE = 4, 20


@pytest.fixture(scope="session")
def map_page(tmp_path_factory):
    """The page of four rings of nodes, each node linked to the five after it, and the rings to each other."""
    folder = tmp_path_factory.mktemp("map")
    edges = [
        (g * SIZE + i, g * SIZE + (i + step) % SIZE) for g in range(GROUPS) for i in range(SIZE) for step in range(1, 6)
    ]
    edges += [(g * SIZE, (g + 1) % GROUPS * SIZE + 3) for g in range(GROUPS)]
    (folder / "graph.tsv").write_text("".join(f"n{u}\tn{v}\n" for u, v in edges))
    (folder / "groups.tsv").write_text("".join(f"n{v}\tgroup {v // SIZE}\n" for v in range(GROUPS * SIZE)))
    for words in ("embed graph.tsv -o codes.sdr --quiet", "map codes.sdr --labels groups.tsv -o map.html"):
        subprocess.run([command(), *words.split()], cwd=folder, check=True, timeout=120, capture_output=True)
    return SimpleNamespace(address=(folder / "map.html").as_uri())


@pytest.fixture(params=[(1200, 800), (380, 700)], ids=["wide", "narrow"])
def map_of(request, page, map_page):
    page.size(*request.param)
    page.address = map_page.address
    page.driver.get(map_page.address)
    return page


def place_of(page, row):
    return page.script(f"[data.x[{row}] * scale + left, data.y[{row}] * scale + top_]")


def point_at(page, x, y):
    actions = ActionBuilder(page.driver, duration=0)
    actions.pointer_action.move_to_location(int(x), int(y))
    actions.perform()


def tip(page):
    return page.script("getComputedStyle(tip).display === 'none' ? '' : tip.textContent")


def find(page, text):
    field = page.one("#find")
    field.clear()
    field.send_keys(text)


def test_every_dot_lies_beside_the_panel_and_in_the_window(map_of):
    assert map_of.texts("#about") == ["80 nodes, coloured by class (4)"]
    assert len(map_of.all("#legend button")) == GROUPS
    panel = map_of.script("document.getElementById('panel').getBoundingClientRect().toJSON()")
    width, height = map_of.script("[innerWidth, innerHeight]")
    for row in range(GROUPS * SIZE):
        x, y = place_of(map_of, row)
        assert 0 < x < width and 0 < y < height
        assert x > panel["right"] or y > panel["bottom"] or y < panel["top"]


def test_the_dot_under_the_pointer_is_named(map_of):
    point_at(map_of, *place_of(map_of, 7))
    map_of.until("tip.textContent !== '' && getComputedStyle(tip).display !== 'none'")
    # Dots may overlap: the nearest to the whole pixel of the pointer is named.
    near = map_of.script(
        "data.ids.filter((id, i) => tip.textContent === id + ' · class ' + data.groups[data.group[i]].name)"
    )
    assert len(near) == 1
    x, y = place_of(map_of, map_of.script("data.ids.indexOf(arguments[0])", near[0]))
    assert abs(x - place_of(map_of, 7)[0]) < 3 and abs(y - place_of(map_of, 7)[1]) < 3
    point_at(map_of, map_of.script("innerWidth - 1"), 1)
    map_of.until("getComputedStyle(tip).display === 'none'")


def test_an_id_is_found_by_its_beginning_and_moved_into_sight(map_of):
    name = map_of.script("data.ids[7]")
    map_of.script("(zoom(0, 0, 40), redraw())")  # far away from most nodes
    find(map_of, name)
    assert tip(map_of).startswith(name + " ")
    x, y = place_of(map_of, 7)
    width, height = map_of.script("[innerWidth, innerHeight]")
    assert 0 < x < width and 0 < y < height
    find(map_of, "N1")
    assert tip(map_of).startswith("n1")
    find(map_of, "nobody")
    assert len(map_of.all("#find.none")) == 1 and tip(map_of) == ""


def test_a_class_can_be_hidden(map_of):
    map_of.all("#legend button")[0].click()
    assert map_of.script("hidden.filter(Boolean).length") == 1
    row = map_of.script("data.group.indexOf(0)")
    point_at(map_of, *place_of(map_of, row))
    assert not tip(map_of).startswith(map_of.script(f"data.ids[{row}]") + " ")
