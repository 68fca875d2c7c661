"""One node: finding it, its neighbours, its code, links that show the same."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys


def neighbours(server, node, k=10):
    return server.ask("neighbours", {"nodes": [{"id": node}], "k": k})["results"][0]["neighbours"]


def test_found_by_part_of_its_id_with_the_keyboard_alone(page, demo):
    page.open(demo)
    field = page.one("#search [role=combobox]")
    field.send_keys("29")
    page.until("document.querySelectorAll('#search [role=option]').length > 3")
    assert field.get_attribute("aria-expanded") == "true"
    options = [str(node["id"]) for node in demo.ask("nodes?part=29&limit=20")["nodes"]]
    assert page.texts("#search [role=option] span")[: len(options)] == options
    field.send_keys(Keys.ARROW_DOWN)
    active = field.get_attribute("aria-activedescendant")
    assert page.one(f"#{active}").get_attribute("aria-selected") == "true"
    field.send_keys(Keys.ENTER)
    page.heading(options[1])
    assert field.get_attribute("aria-expanded") == "false"


def test_enter_right_after_an_id_opens_that_node(page, demo):
    page.open(demo)
    nodes = demo.ask("nodes?part=35&limit=20")["nodes"]
    assert len(nodes) > 1
    page.one("#search [role=combobox]").send_keys("35", Keys.ENTER)
    page.heading("35")
    assert page.one("#search [role=combobox]").get_attribute("aria-expanded") == "false"
    only = next(str(row) for row in range(2500) if len(demo.ask(f"nodes?part={row}&limit=2")["nodes"]) == 1)
    page.one("#search [role=combobox]").send_keys(only)
    page.until("document.querySelector('#search [role=status]').textContent === '1 id'")


def test_a_search_without_result_says_so(page, demo):
    page.open(demo)
    page.one("#search [role=combobox]").send_keys("nobody")
    page.until("document.querySelector('#search [role=listbox]').textContent.includes('No id contains')")


def test_lists_the_neighbours_that_the_server_found(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    hits = neighbours(demo, "12")
    page.until("document.querySelectorAll('.hits tbody tr').length === arguments[0]", len(hits))
    assert page.texts(".hits .node") == [str(hit["id"]) for hit in hits]
    values = page.texts(".hits .value")
    assert values == [str(value) for hit in hits for value in (hit["near"], hit["overlap"])]
    assert all("1 in" in text or text == "usual" for text in page.texts(".hits .chance"))


def test_the_code_has_the_bits_of_the_server(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    bits = demo.ask("node", {"id": "12"})["bits"]
    page.until("document.querySelectorAll('#code button.bit').length === arguments[0]", len(bits))
    assert sorted(int(bit.get_attribute("data-bit")) for bit in page.all("#code button.bit")) == sorted(bits)


def test_a_selected_neighbour_lights_the_shared_bits_and_is_explained(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    hit = neighbours(demo, "12")[2]
    page.script("document.querySelectorAll('.hits .node')[2].click()")
    page.until("document.querySelectorAll('#code .bit.shared').length > 1")
    lit = {int(bit.get_attribute("data-bit")) for bit in page.all("#code button.bit.shared")}
    assert lit == set(hit["shared"])
    sentences = demo.ask("explain", {"id": "12", "with": {"id": str(hit["id"])}})["sentences"]
    assert page.texts(".words p")[: len(sentences)] == sentences
    assert f"with={hit['id']}" in page.driver.current_url
    assert page.app("app.map.marks.with") == hit["row"]


def test_the_ego_graph_has_its_edges_and_opens_nodes(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    ego = demo.ask("ego", {"id": "12", "limit": 40})
    page.until("document.querySelectorAll('.ego-node').length === arguments[0]", len(ego["nodes"]))
    assert len(page.all(".ego line")) == len(ego["edges"])
    around = len(ego["nodes"]) - 1
    assert page.texts(".ego + .note") == [f"The node, its {around} neighbours, and the edges among them."]
    other = page.all(".ego-node[role=button]")[0]
    page.script("arguments[0].focus()", other)
    other.send_keys(Keys.ENTER)
    page.heading(str(ego["nodes"][1]["id"]))


def test_likely_new_edges_are_those_of_the_server(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    found = demo.ask("recommend", {"nodes": [{"id": "12"}], "k": 8})[0]["recommended"]
    page.until("[...document.querySelectorAll('summary')].some((one) => one.textContent === 'Likely new edges')")
    page.script(
        "[...document.querySelectorAll('summary')].find((one) => one.textContent === 'Likely new edges').click()"
    )
    page.until("document.querySelectorAll('details .hits .node').length === arguments[0]", len(found))
    assert page.texts("details .hits .node") == [str(one["id"]) for one in found]


def test_a_link_shows_the_same_and_back_goes_back(page, demo):
    hit = neighbours(demo, "12")[0]["id"]
    page.open(demo, f"#node=12&with={hit}&colour=degree")
    page.heading("12")
    page.until("document.querySelector('input[value=degree]').checked")
    page.until("document.querySelector('.hits tr.chosen .node')?.textContent === arguments[0]", str(hit))
    page.script("document.querySelector('.hits .go button').click()")
    page.heading(str(hit))
    page.driver.back()
    page.heading("12")
    page.until("document.querySelector('.hits tr.chosen')")


def test_bits_picked_together_find_the_nodes_that_have_them(page, demo):
    page.open(demo, "#node=12")
    page.heading("12")
    bits = demo.ask("node", {"id": "12"})["bits"][:2]
    for bit in bits:
        page.one(f"#code [data-bit='{bit}']").click()
    page.button("Who has them?", "#code")
    page.until("document.querySelectorAll('.results .hits tbody tr').length > 0")
    hits = demo.ask("ask", {"bits": bits, "k": 20})["hits"]
    assert page.texts(".results .hits .node") == [str(hit["id"]) for hit in hits]
