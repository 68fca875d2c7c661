"""The map: dots, colours, pointing, zoom, selections by mouse and by key."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def test_shows_every_node_and_says_how_many(page, demo):
    page.open(demo)
    summary = demo.ask("summary")
    assert page.texts("#title") == [summary["title"]]
    assert page.texts("#counts")[0].startswith(f"{summary['nodes']:,} nodes · {summary['edges']:,} edges")
    page.until("document.querySelectorAll('.category').length === arguments[0]", len(summary["labels"]))
    assert sum(int(size.replace(",", "")) for size in page.texts(".category .size")) == summary["nodes"]
    assert page.app("app.map.points.name") == "WebGL"
    assert page.inked() > summary["nodes"]


@pytest.mark.parametrize("size", [(1400, 900), (390, 800)], ids=["wide", "narrow"])
def test_no_dot_lies_under_the_legend_or_the_buttons(page, demo, size):
    page.size(*size)
    page.open(demo)
    page.one("button[aria-label='Show everything']").click()
    under = page.app(
        """['.legend-card', '.tools', '.colour-by'].map((css) => {
          const {map, graph} = app, stage = map.over.getBoundingClientRect();
          const box = document.querySelector(css).getBoundingClientRect();
          return [...graph.x.keys()].filter((row) => {
            const [x, y] = map.camera.toScreen(graph.x[row], graph.y[row]), left = x + stage.left, down = y + stage.top;
            return left > box.left && left < box.right && down > box.top && down < box.bottom;
          }).length;
        })"""
    )
    assert under == [0, 0, 0]
    assert page.script("document.querySelector('.legend-card').open") == (size[0] > 700)


def test_hiding_a_label_takes_its_dots_away(page, demo):
    page.open(demo)
    before = page.inked()
    page.one(".category").click()
    page.until("document.querySelector('.category').getAttribute('aria-pressed') === 'false'")
    page.app("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.inked() < 0.95 * before


def test_a_click_on_a_dot_opens_its_node_and_pointing_shows_its_id(page, demo):
    page.open(demo)
    row = page.app(
        # Far from any other dot, and from what lies on the map.
        """[...app.graph.x.keys()].find((row) => {
          const {map, graph} = app, {isVisible} = map, [x, y] = map.camera.toScreen(graph.x[row], graph.y[row]);
          if (Math.abs(x - map.width / 2) > 200 || Math.abs(y - map.height / 2) > 150) return false;
          map.isVisible = (other) => other !== row;
          const other = map.at(x, y, 7);
          map.isVisible = isVisible;
          return other < 0;
        })"""
    )
    x, y = page.place_of(row)
    node = demo.ask(f"nodes/ids?rows={row}")["nodes"][0]
    over = page.one("#map .over")
    ActionChains(page.driver).move_to_element_with_offset(over, round(x), round(y)).perform()
    page.until(
        "!document.getElementById('tip').hidden && document.querySelector('#tip b')?.textContent === arguments[0]",
        str(node["id"]),
    )
    ActionChains(page.driver).move_to_element_with_offset(over, round(x), round(y)).click().perform()
    page.heading(str(node["id"]))
    assert f"node={node['id']}" in page.driver.current_url


def test_a_lasso_selects_what_is_inside(page, demo):
    page.open(demo)
    page.one("button[aria-label='Select with a lasso']").click()
    over = page.one("#map .over")
    corners = [(-200, -150), (150, -150), (150, 150), (-200, 150)]
    chain = ActionChains(page.driver, duration=20).move_to_element_with_offset(over, *corners[0]).click_and_hold()
    for corner in corners[1:]:
        chain = chain.move_to_element_with_offset(over, *corner)
    chain.release().perform()
    page.until("!document.getElementById('chosen').hidden")
    chosen = page.app("app.map.selection")
    inside = page.app(
        """[...app.graph.x.keys()].filter((row) => {
          const {map, graph} = app, [x, y] = map.camera.toScreen(graph.x[row], graph.y[row]);
          return Math.abs(x - map.width / 2 + 25) < 175 && Math.abs(y - map.height / 2) < 150;
        })"""
    )
    assert len(set(chosen) ^ set(inside)) <= 5  # those on the line itself
    assert len(chosen) > 20
    page.button("Clear", "#chosen")
    assert page.app("app.map.selection") is None


def test_a_lasso_of_any_shape_selects_exactly_what_is_inside(page, demo):
    page.open(demo)
    difference = page.app(
        """(async () => {
          const {contains} = await import('/assets/grid.js'), {map, graph} = app;
          const lasso = Array.from({length: 90}, (_, k) => {
            const angle = (k * Math.PI) / 45, far = 9000 + 17000 * Math.abs(Math.sin(3.3 * angle));
            return map.camera.toScreen(32000 + far * Math.cos(angle), 32000 + far * Math.sin(angle));
          });
          const found = new Set(map.inside(lasso)), places = lasso.map(([x, y]) => map.camera.toPlace(x, y));
          const inside = [...graph.x.keys()].filter((row) => contains(places, graph.x[row], graph.y[row]));
          return [inside.length, inside.filter((row) => !found.has(row)).length, found.size - inside.length];
        })()"""
    )
    assert difference[0] > 100 and difference[1:] == [0, 0]


def test_keys_move_zoom_select_and_open(page, demo):
    page.open(demo)
    over = page.one("#map .over")
    before = page.app("({...app.map.camera})")
    page.script("arguments[0].focus()", over)
    over.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN, "+")
    after = page.app("({...app.map.camera})")
    assert after["scale"] > 1.3 * before["scale"] and after["left"] != before["left"] and after["top"] != before["top"]
    over.send_keys("0")
    assert page.app("app.map.camera.scale") == before["scale"]
    x, y = page.place_of(7)
    page.app("(app.map.camera.pan(-given[0], -given[1]), app.map.moved())", x, y)
    over.send_keys(" ")
    page.until("!document.getElementById('chosen').hidden")
    assert 7 in page.app("app.map.selection")
    page.until("document.getElementById('live').textContent.length > 0")
    over.send_keys(Keys.ESCAPE)
    page.until("document.getElementById('chosen').hidden")
    over.send_keys(Keys.ENTER)
    page.until("location.hash.includes('node=')")


def test_draws_only_on_demand(page, demo):
    page.open(demo)
    page.app("new Promise((done) => setTimeout(done, 500))")
    frames = page.app(
        """new Promise((done) => {
          const {points} = app.map, {draw} = points;
          let frames = 0;
          points.draw = (...values) => { frames++; draw.apply(points, values); };
          setTimeout(() => done(frames), 600);
        })"""
    )
    assert frames == 0


def test_overlap_colours_by_shared_bits(page, demo):
    page.open(demo, "#node=5&colour=overlap")
    page.until("document.querySelector('.ends')?.textContent.includes('bits shared')")
    page.app("new Promise((done) => { const wait = () => app.map.overlaps ? done() : setTimeout(wait, 20); wait(); })")
    row = demo.ask("node", {"id": "5"})["row"]
    shared = page.app("[...app.map.overlaps]")
    assert shared[row] == max(shared) == len(demo.ask("node", {"id": "5"})["bits"])
    hit = demo.ask("neighbours", {"nodes": [{"row": row}], "k": 1})["results"][0]["neighbours"][0]
    assert shared[hit["row"]] == hit["near"] + hit["overlap"]
