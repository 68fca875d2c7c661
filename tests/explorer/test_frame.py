"""Errors in words, small screens, dark and light, hostile ids, the token, names for screen readers."""

from __future__ import annotations

import pytest
from conftest import HOSTILE, Page, Server, start_browser

VIEWS = [
    "#",
    "#node=12",
    "#view=ask&tab=alike&like=12",
    "#view=ask&tab=pair&node=12&with=31",
    "#view=ask&tab=group",
    "#view=live",
    "#view=cortex&node=12&column=3",
]


def settle(page):
    page.until(
        "(({textContent: text}) => text.length > 20 && !text.includes('Reading'))(document.getElementById('panel'))"
    )


@pytest.mark.console_errors
def test_an_unknown_node_is_named(page, demo):
    page.open(demo, "#node=nobody")
    page.until("document.querySelector('.failure h2')?.textContent === 'No such node'")
    assert "nobody" in page.texts(".failure p")[0]
    page.open(demo, "#view=live")
    page.one("#edges").send_keys("nobody\n")
    page.until("document.querySelector('.failure')?.textContent.includes('nobody')")


@pytest.mark.console_errors
def test_a_server_that_is_gone_is_told_and_the_map_stays(page, hostile_model):
    server = Server(hostile_model)
    server.wait_for_map()
    page.open(server)
    server.stop()
    page.one("#search [role=combobox]").send_keys("node")
    page.until("document.querySelector('#search [role=listbox]').textContent.includes('does not answer')")
    page.until("document.getElementById('error').textContent.includes('Is the command still running?')")
    assert page.inked() > 0
    page.button("Dismiss")
    assert page.script("document.getElementById('error').hidden")


def test_without_webgl_a_plain_canvas_draws(demo):
    driver = start_browser("--disable-3d-apis")
    try:
        page = Page(driver).open(demo)
        assert page.app("app.map.points.name") == "canvas"
        assert "no WebGL" in page.texts("#no-webgl")[0]
        assert page.inked() > 3000
        assert page.console() == []
    finally:
        driver.quit()


@pytest.mark.parametrize("view", VIEWS)
def test_fits_a_small_screen(page, demo, view):
    page.size(390, 844)
    page.open(demo, view)
    settle(page)
    assert page.script("document.documentElement.scrollWidth") <= 390
    wide = page.script(
        """[...document.querySelectorAll('#panel *, #top *, #views *')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width > 0 && box.right > 391 && !one.closest('.unseen, .wide');
        }).map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert wide == []


def contrast(page, ink, paper):
    return page.script(
        """((names) => {
          const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
          const light = (name) => {
            const pen = document.createElement('canvas').getContext('2d');
            pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
            pen.fillRect(0, 0, 1, 1);
            const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => linear(value / 255));
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
          };
          const [a, b] = names.map(light);
          return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        })(arguments[0])""",
        [ink, paper],
    )


def test_dark_and_light_follow_the_system_and_the_toggle_and_can_be_read(page, demo):
    for theme, other in [("light", "dark"), ("dark", "light")]:
        page.prefers(prefers_color_scheme=theme)
        page.open(demo)
        assert page.script("document.documentElement.dataset.theme") == theme
        for ink, paper in [
            ("--ink", "--panel"),
            ("--muted", "--panel"),
            ("--muted", "--well"),
            ("--accent", "--panel"),
            ("--on-accent", "--accent"),
            ("--shared", "--panel"),
            ("--bad", "--bad-soft"),
        ]:
            assert contrast(page, ink, paper) >= 4.5, (theme, ink, paper)
        while page.script("document.documentElement.dataset.theme") != other:
            page.one("#theme").click()
        page.script("localStorage.clear()")


def test_hostile_ids_are_text(page, hostile_model):
    server = Server(hostile_model)
    try:
        server.wait_for_map()
        for id in HOSTILE:
            page.open(server)
            page.one("#search [role=combobox]").send_keys(id[:20])
            page.until("document.querySelector('#search [role=option] span')?.textContent === arguments[0]", id)
            page.script("document.querySelector('#search [role=option]').click()")
            page.heading(id)
            page.until("document.querySelector('.ego-node')")
            page.script("document.querySelector('.hits .node').click()")
            page.until(
                "document.querySelectorAll('#code .bit.shared').length > 0 || document.querySelector('.hits tr.chosen')"
            )
            assert page.script("document.querySelectorAll('img[src=x], body script').length") == 0
        for view in ["#view=ask&tab=group", "#view=cortex&column=0"]:
            page.open(server, view)
            settle(page)
            assert page.script("document.querySelectorAll('img[src=x], body script').length") == 0
    finally:
        server.stop()


@pytest.mark.console_errors
def test_the_token_leaves_the_address_and_is_kept_for_the_tab(page, hostile_model):
    server = Server(hostile_model, "--token", "a-long-secret-of-the-test")
    server.token = "a-long-secret-of-the-test"
    try:
        server.wait_for_map()
        page.open(server, is_ready=False)
        page.until("document.querySelector('#stage [role=alert]')?.textContent.includes('token')")
        page.open(server, f"#token={server.token}&view=live")
        assert "token" not in page.driver.current_url and "view=live" in page.driver.current_url
        page.driver.refresh()
        page.until("document.body.dataset.ready === 'yes'")
        page.script("sessionStorage.clear()")
    finally:
        server.stop()


@pytest.mark.parametrize("view", VIEWS)
def test_everything_that_can_be_used_has_a_name_for_screen_readers(page, demo, view):
    page.open(demo, view)
    settle(page)
    tree = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    used = [
        node
        for node in tree
        if not node.get("ignored")
        and node.get("role", {}).get("value")
        in (
            "button",
            "combobox",
            "textbox",
            "tab",
            "radio",
            "slider",
            "link",
            "listbox",
            "application",
            "tabpanel",
            "DisclosureTriangle",
        )
    ]
    assert len(used) > 15
    nameless = [
        node["role"]["value"] + str(node.get("properties", ""))[:200]
        for node in used
        if not node.get("name", {}).get("value")
    ]
    assert nameless == []


def test_help_opens_and_closes(page, demo):
    page.open(demo)
    page.one("#help").click()
    page.until("document.querySelector('dialog[open]')")
    page.button("Close", "dialog")
    page.until("!document.querySelector('dialog')")


def test_the_page_allows_no_script_but_its_own(page, demo):
    page.open(demo)
    page.driver.execute_script(
        "const s = document.createElement('script'); s.textContent = 'window.hacked = 1'; document.body.append(s)"
    )
    assert page.script("window.hacked === undefined")
    assert any("Content Security Policy" in message for message in page.console())
