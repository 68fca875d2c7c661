"""Questions: like and unlike, two nodes, a group; a new node; edges that change."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys


def choose(page, field, id):
    """Picks a node in the n-th combobox of the panel."""
    page.script("(arguments[0].focus(), 0)", page.all("#panel [role=combobox]")[field])
    page.all("#panel [role=combobox]")[field].send_keys(id)
    find = "[...document.querySelectorAll('#panel [role=option] span')].find((one) => one.textContent === arguments[0])"
    page.until(find, id)
    page.script(f"{find}.parentElement.click()", id)


def test_nodes_like_two_but_not_a_third(page, demo):
    like = [{"id": "12"}, {"id": "31"}]
    third = str(demo.ask("ask", {"like": like, "unlike": [], "bits": [], "k": 1})["hits"][0]["id"])
    page.open(demo, "#view=ask")
    choose(page, 0, "12")
    choose(page, 0, "31")
    choose(page, 1, third)
    hits = demo.ask("ask", {"like": like, "unlike": [{"id": third}], "bits": [], "k": 20})["hits"]
    page.until(
        "document.querySelector('.results h3')?.textContent === arguments[0]", f"Nodes like 12 and 31, not like {third}"
    )
    assert page.texts(".results .hits .node") == [str(hit["id"]) for hit in hits]
    assert f"like=12&like=31&unlike={third}" in page.driver.current_url
    page.one(f"button[aria-label='Remove {third}']").click()
    page.until("document.querySelector('.results h3')?.textContent === 'Nodes like 12 and 31'")
    page.until("document.querySelector('.results .hits .node').textContent === arguments[0]", third)
    page.button("Colour the map by shared bits")
    page.until("document.querySelector('input[value=overlap]').checked")


def test_why_two_nodes_are_alike(page, demo):
    page.open(demo, "#view=ask&tab=pair")
    choose(page, 0, "12")
    choose(page, 1, "31")
    explained = demo.ask("explain", {"id": "12", "with": {"id": "31"}})
    page.until("document.querySelectorAll('.figures dd').length === 3")
    assert page.texts(".figures dd")[:2] == [f"{explained['near']} of 20", f"{explained['overlap']} of 28"]
    assert page.texts(".words p") == explained["sentences"]
    assert len(page.all(".results .code span.bit.shared")) == explained["near"] + explained["overlap"]


def test_typing_replaces_the_id_in_a_field(page, demo):
    page.open(demo, "#view=ask&tab=pair&node=12&with=31")
    page.until("document.querySelectorAll('.figures dd').length === 3")
    field = page.all("#panel [role=combobox]")[0]
    assert field.get_attribute("value") == "12"
    ActionChains(page.driver).click(field).send_keys("35", Keys.ENTER).perform()
    page.until("location.hash.includes('node=35')")
    assert field.get_attribute("value") == "35"


def test_a_group_has_a_signature(page, demo):
    page.open(demo, "#view=ask&tab=group")
    page.script(
        """(() => {
          const list = document.querySelector('#panel select');
          list.value = 'label 2';
          list.dispatchEvent(new Event('change'));
        })()"""
    )
    page.until("document.querySelectorAll('.results .hits tbody tr').length > 0")
    rows = page.app("[...app.graph.label.keys()].filter((row) => app.graph.label[row] === 2)")
    found = demo.ask("community", {"rows": rows})
    assert page.texts(".results .words p") == found["sentences"]
    first = page.texts(".results .hits tbody th")[0]
    assert found["sentences"][-1].startswith(f"What sets them apart most is {first}: ")
    assert len(page.all(".results .hits tbody tr")) == len(found["signature"])
    assert page.app("app.map.selection") == rows
    page.button("Who else has these bits?")
    page.until("document.querySelector('[data-name=alike]').getAttribute('aria-selected') === 'true'")
    page.until("document.querySelectorAll('.results .hits tbody tr').length > 0")


def test_a_new_node_has_a_code_and_a_place_at_once(page, demo):
    page.open(demo, "#view=live")
    page.one("#edges").send_keys("12\n31, 2.5\n")
    found = demo.ask("encode", {"edges": [{"to": "12"}, {"to": "31", "weight": 2.5}], "k": 10})
    page.until("document.querySelectorAll('.results .hits tbody tr').length === arguments[0]", len(found["neighbours"]))
    assert page.texts(".results .hits .node") == [str(hit["id"]) for hit in found["neighbours"]]
    assert page.app("app.map.marks.place") == found["place"]
    assert len(page.all(".results .code .bit[role=img]")) == len(found["bits"])


@pytest.mark.console_errors
def test_lines_that_name_no_node_are_named_and_the_others_answered(page, demo):
    page.open(demo, "#view=live")
    text = page.one("#edges")
    text.send_keys("12\n\n99999\n31, 2.5\nnobody, 3")
    found = demo.ask("encode", {"edges": [{"to": "12"}, {"to": "31", "weight": 2.5}], "k": 10})
    page.until("document.querySelectorAll('.results .failure p').length === 2")
    assert page.texts(".results .failure p") == [
        "Line 3: there is no node '99999'",
        "Line 5: there is no node 'nobody'",
    ]
    assert page.texts(".results .hits .node") == [str(hit["id"]) for hit in found["neighbours"]]
    text.clear()
    text.send_keys("99999")
    page.until("document.querySelector('.results').textContent === arguments[0]", "Line 1: there is no node '99999'")
    assert page.app("app.map.marks.place") is None


def test_edge_changes_move_codes(page, demo):
    page.open(demo, "#view=live")
    page.prefers(prefers_reduced_motion="reduce")
    text = page.one("#changes")
    text.send_keys("12 31")
    page.button("Apply")
    page.until("document.querySelector('.failure')?.textContent.startsWith('Line 1')")
    text.clear()
    edges = demo.ask("summary")["edges"]
    text.send_keys("+ 12 2501\n+ 12 2502\n+ 12 2503")
    page.button("Apply")
    page.until("document.querySelector('#panel .lead + .hits')", seconds=60)
    assert demo.ask("summary")["edges"] == edges + 3
    page.until("document.getElementById('counts').textContent.includes(arguments[0])", f"{edges + 3:,} edges")
    changed = page.app(
        "app.map.moves.changed.map(({row, to}) => [row, to.x, to.y, app.graph.x[row], app.graph.y[row]])"
    )
    assert changed and all(abs(x - there) <= 1 and abs(y - up) <= 1 for _, x, y, there, up in changed)
    assert "12" in page.texts("#panel .lead + .hits .node")
