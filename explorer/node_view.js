// One node: its neighbours by shared bits, its code, what it means, and what is around it in the graph.

import {latest, post} from "./api.js";
import {codeView} from "./code_view.js";
import {announce, button, h, idText, note, section, shortId} from "./dom.js";
import {egoView} from "./ego.js";
import {explainBits} from "./explain_bits.js";
import {idsOf, labelOf, rememberIds, topByDegree} from "./graph.js";
import {activeOf, hitTable} from "./hits.js";
import {count, counted} from "./numbers.js";
import {recommendedPart} from "./recommended.js";
import {set, state} from "./state.js";

const SHOWN = 10, MORE = 50;

export function nodeView(app) {
  const element = h("div", {class: "view"}), newest = latest(), newestPair = latest();
  let data = null, layer = null, k = SHOWN;

  async function load() {
    const id = state.node;
    if (id === null) return showStart();
    if (data?.asked !== id) element.replaceChildren(note("Reading the node…"));
    try {
      data = await newest(async (signal) => {
        const node = await post("node", {id}, {signal});
        const [found, words] = await Promise.all([neighbours(node, signal), post("explain", {id}, {signal})]);
        return {asked: id, node, found, words, recommended: recommendedPart(node, {open: (other) => app.openNode(other)})};
      });
    } catch (error) {
      data = null;
      app.map.mark({node: null, with: null, near: []});
      element.replaceChildren(h("div", {class: "failure", role: "alert"}, h("h2", {}, error.status === 404 ? "No such node" : "That did not work"), h("p", {}, error.message)),
        button("Try again", load));
      return;
    }
    rememberIds(app.graph, [data.node]);
    app.setQuery({id: String(data.node.id)});
    draw();
    app.map.reveal(app.graph.x[data.node.row], app.graph.y[data.node.row]);
    announce(`${shortId(data.node.id)}: ${counted(data.node.degree, "edge")}, ${counted(data.found.neighbours.length, "neighbour")} by shared bits`);
    loadPair();
  }

  const neighbours = async (node, signal) =>
    (await post("neighbours", {nodes: [{row: node.row}], k, ...(layer ? {layer} : {})}, {signal})).results[0];

  async function showStart() {
    data = null;
    app.setQuery(null);
    app.map.mark({node: null, with: null, near: []});
    element.replaceChildren(h("h2", {}, "Choose a node"), note("Click a dot, type part of an id above, or press Enter on the map."));
    const rows = topByDegree(app.graph, 6);
    try {
      const ids = await idsOf(app.graph, rows);
      if (state.node !== null) return;
      element.append(section("Or begin with those that have most edges", h("div", {class: "suggestions"}, rows.map((row, i) =>
        button("", () => app.openNode({row, id: ids[i]}), {class: "suggestion"})))));
      element.querySelectorAll(".suggestion").forEach((suggestion, i) => suggestion.append(h("span", {}, idText(ids[i])), h("small", {}, counted(app.graph.degree[rows[i]], "edge"))));
    } catch (error) {
      app.fail(error);
    }
  }

  /** What the node shares with the selected neighbour. */
  async function loadPair() {
    data.pair = data.other = null;
    if (state.with !== null && state.with !== String(data.node.id)) {
      try {
        const {node, with: other} = state;
        [data.pair, data.other] = await newestPair((signal) =>
          Promise.all([post("explain", {id: node, with: {id: other}}, {signal}), post("node", {id: other}, {signal})]));
      } catch (error) {
        app.fail(error);
      }
    }
    draw();
    if (data.pair) announce(data.pair.sentences.join(" "));
  }

  function draw() {
    const {node, found, words, pair, other} = data, {summary} = app.graph;
    const names = new Map([[node.row, shortId(node.id, 24)]]);
    if (other) names.set(other.row, shortId(other.id, 24));
    app.map.mark({node: node.row, with: other?.row ?? null, near: [...new Set([...found.neighbours.slice(0, SHOWN).map(({row}) => row), ...(other ? [other.row] : [])])], names});
    const focused = element.contains(document.activeElement) ? document.activeElement.closest("[data-row]")?.dataset.row : null;
    const dot = app.paint(h("i", {class: "swatch", "aria-hidden": "true"}), node.row);
    element.replaceChildren(
      h("div", {class: "node-head"}, h("h2", {}, dot, idText(node.id)),
        h("p", {class: "facts"}, [labelOf(app.graph, node.row), node.region === null || node.region === undefined ? "in no region" : `region ${node.region}`, counted(node.degree, "edge")].filter(Boolean).join(" · ")),
        h("div", {class: "actions"}, button("Nodes like it", () => set({view: "ask", tab: "alike", like: [String(node.id)], unlike: [], bits: []})),
          button("Watch it fire", () => set({view: "cortex"})))),
      section(`Neighbours by shared bits`, layerChoice(), found.neighbours.length ? hitTable(app.graph, found.neighbours,
        {...activeOf(summary, layer), least: found.least, chosen: state.with, caption: `Nodes that share bits with ${idText(node.id)}`,
          choose: (hit) => set({with: state.with === String(hit.id) ? null : String(hit.id)}), open: (hit) => app.openNode(hit)}) : note("No node shares a bit with it."),
        found.neighbours.length >= k && k < MORE ? button(`Show ${MORE}`, () => { k = MORE; load(); }, {class: "plain"}) : null),
      section(pair ? `What ${shortId(node.id, 20)} and ${shortId(other.id, 20)} share` : "In words", h("div", {class: "words"}, (pair ?? words).sentences.map((text) => h("p", {}, text)))),
      code(node, pair, other),
      h("section", {class: "part", id: "around"}, h("h3", {}, "Around it in the graph"), data.ego ?? note("Reading…")),
      explainBits(app, words, pair) ?? "",
      data.recommended);
    if (focused) element.querySelector(`[data-row="${CSS.escape(focused)}"] button`)?.focus();
    if (!data.ego) loadEgo(data);
  }

  async function loadEgo(asked) {
    try {
      asked.ego = await egoView(app.graph, asked.node, {paint: app.paint, open: (other) => app.openNode(other)});
    } catch (error) {
      asked.ego = note(error.message);
    }
    if (asked === data) element.querySelector("#around")?.lastChild.replaceWith(asked.ego);
  }

  function layerChoice() {
    const {layers} = app.graph.summary;
    if (layers.length < 2) return null;
    const names = {l6: "near (L6)", l23: "L2/3", l5a: "L5a", learned: "learned"};
    const choice = h("select", {"aria-label": "Bits that count", onchange: () => { layer = choice.value || null; load(); }},
      h("option", {value: ""}, "all layers"), layers.map(({name}) => h("option", {value: name}, names[name] ?? name)));
    choice.value = layer ?? "";
    return h("label", {class: "choice"}, "Compare ", choice);
  }

  function code(node, pair, other) {
    const {summary} = app.graph, shared = other ? other.bits.filter((bit) => node.bits.includes(bit)) : null;
    const rare = new Map((data.words.node?.bits ?? []).map((bit) => [bit.bit, bit.nodes]));
    const pick = (bit) => {
      set({bits: state.bits.includes(bit) ? state.bits.filter((one) => one !== bit) : [...state.bits, bit]});
      announce(`Bit ${bit} ${state.bits.includes(bit) ? "picked" : "dropped"}. ${counted(state.bits.length, "bit")} picked`);
    };
    const view = codeView(summary, {bits: node.bits, shared, others: other ? other.bits.filter((bit) => !node.bits.includes(bit)) : [], picked: state.bits, pick,
      describe: (bit) => (rare.has(bit) ? `${counted(rare.get(bit), "node")} ${rare.get(bit) === 1 ? "has" : "have"} it` : "")});
    const tray = state.bits.length ? h("div", {class: "tray"}, h("span", {}, `${counted(state.bits.length, "bit")} picked`),
      button("Who has them?", () => set({view: "ask", tab: "alike", like: [], unlike: []}), {class: "primary"}), button("Clear", () => set({bits: []}))) : null;
    const key = other ? h("p", {class: "key"}, h("i", {class: "bit shared"}), ` both (${count(shared.length)})`, h("i", {class: "bit quiet"}), ` only ${shortId(node.id, 18)}`, h("i", {class: "bit foreign"}), ` only ${shortId(other.id, 18)}`)
      : note("Click bits to ask which nodes have them, too.");
    const part = h("section", {class: "part", id: "code"}, h("h3", {}, "Its code"), key, view, tray);
    return part;
  }

  function update(changed) {
    if (changed.includes("node") || (changed.includes("view") && (data?.asked ?? null) !== state.node)) load();
    else if (data && changed.includes("view")) { app.setQuery({id: String(data.node.id)}); draw(); }
    else if (data && changed.includes("with")) loadPair();
    else if (data && changed.includes("bits")) {
      const focus = document.activeElement?.dataset?.bit;
      element.querySelector("#code")?.replaceWith(code(data.node, data.pair, data.other));
      if (focus) element.querySelector(`[data-bit="${focus}"]`)?.focus();
    }
  }

  return {element, update, forget: () => { data = null; }};
}

