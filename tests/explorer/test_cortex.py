"""The columns as tiles, and one node firing step by step."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys


def test_tiles_tell_how_often_columns_win(page, demo):
    page.open(demo, "#view=cortex")
    columns = demo.ask("columns")["columns"]
    page.until("document.querySelectorAll('.tile').length === arguments[0]", len(columns))
    first = page.one(".tile")
    assert f"wins for {columns[0]['wins']:,} node" in first.get_attribute("aria-label")
    page.script("arguments[0].focus()", first)
    first.send_keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    focused = page.script("Number(document.activeElement.dataset.column)")
    assert (
        focused
        == page.script("getComputedStyle(document.querySelector('.tiles')).gridTemplateColumns.split(' ').length") + 1
    )
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.until(
        "[...document.querySelectorAll('#panel h3')].some((one) => one.textContent === arguments[0])",
        f"Column {focused}",
    )
    column = columns[focused]
    assert page.texts("#panel .nodes .node") == [str(node["id"]) for node in column["typical"]]
    assert page.texts("#panel .hits .value") == [f"{wins:,} node{'' if wins == 1 else 's'}" for wins in column["cells"]]


def test_a_node_fires_step_by_step(page, demo):
    page.open(demo, "#view=cortex&node=12")
    firing, node = demo.ask("firing", {"id": "12"}), demo.ask("node", {"id": "12"})
    page.until("document.querySelector('.firing h4')?.textContent.startsWith('1')")
    assert len(page.all(".inputs .bit.lit")) == 40
    page.button("Next")
    page.until("document.querySelector('.firing h4').textContent.startsWith('2')")
    assert len(page.all(".tile.eligible")) == len(firing["drive"])
    page.button("Next")
    page.until("document.querySelector('.firing h4').textContent.startsWith('3')")
    fired = sum(0 < entry["first_spike_step"] <= 1 for entry in firing["drive"])
    assert len(page.all(".tile.fired")) == fired
    page.button("Next")
    page.until("document.querySelector('.firing h4').textContent.startsWith('4')")
    won = {
        (int(tile.get_attribute("data-column")), tile.get_attribute("aria-label").split("cell ")[1].split(",")[0])
        for tile in page.all(".tile.won")
    }
    assert won == {(bit["column"], str(bit["cell"])) for bit in node["l23"]}
    page.button("Next")
    page.until("document.querySelector('.firing h4').textContent.startsWith('5')")
    assert len(page.all(".strip .bit.lit:not(.calm)")) == len(node["l5a"])
    page.button("Back")
    page.until("document.querySelector('.firing h4').textContent.startsWith('4')")


def test_it_plays_and_pauses(page, demo):
    page.open(demo, "#view=cortex&node=12")
    page.until("document.querySelector('.firing h4')")
    page.button("Play")
    page.until("document.querySelector('.firing h4').textContent.startsWith('2')")
    page.button("Pause")
    assert page.texts(".firing .primary") == ["Play"]
    page.one("#tab-node").click()
    page.heading("12")
