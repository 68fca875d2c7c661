// Nodes like some, unlike others, and that have picked bits.

import {latest, post} from "./api.js";
import {bitWords, codeView} from "./code_view.js";
import {chips, nodeCombobox} from "./combobox.js";
import {announce, button, h, note, section, shortId} from "./dom.js";
import {activeOf, hitTable} from "./hits.js";
import {counted} from "./numbers.js";
import {set, state} from "./state.js";

const K = 20;

export function alikeView(app) {
  const newest = latest(), {graph} = app, results = h("div", {class: "results"}), picker = h("div", {});
  const add = (list, other) => ({id}) => {
    const text = String(id);
    set({[list]: [...state[list].filter((one) => one !== text), text], [other]: state[other].filter((one) => one !== text)});
  };
  const lists = {like: h("div", {}), unlike: h("div", {}), bits: h("div", {})};
  const element = h("div", {}, section("Find nodes", nodeCombobox(graph, "like", add("like", "unlike"), {placeholder: "Add a node"}), lists.like,
    nodeCombobox(graph, "but not like", add("unlike", "like"), {placeholder: "Add a node"}), lists.unlike, h("p", {class: "field-label"}, "with the bits"), lists.bits, picker), results);

  function drawQuestion() {
    for (const list of ["like", "unlike"]) {
      lists[list].replaceChildren(chips(state[list], (id) => set({[list]: state[list].filter((one) => one !== id)}), list === "like" ? "Like" : "Not like"));
    }
    lists.bits.replaceChildren(state.bits.length ? h("ul", {class: "chips", "aria-label": "Bits"}, state.bits.map((bit) => h("li", {}, h("span", {}, bitWords(graph.summary, bit)),
      button("×", () => set({bits: state.bits.filter((one) => one !== bit)}), {"aria-label": `Remove bit ${bit}`})))) : "");
    drawPicker();
  }

  /** The code of the first node, to pick bits from. */
  async function drawPicker() {
    const id = state.like[0] ?? state.node;
    if (id === null || id === undefined) return picker.replaceChildren(note("Open a node, or add one above, to pick bits from its code."));
    const isOpen = picker.querySelector("details")?.open ?? false;
    const focus = picker.contains(document.activeElement) ? document.activeElement.dataset.bit : null;
    try {
      if (picker.asked !== id) picker.node = await post("node", {id});
      picker.asked = id;
      if (id !== (state.like[0] ?? state.node)) return;
      const pick = (bit) => set({bits: state.bits.includes(bit) ? state.bits.filter((one) => one !== bit) : [...state.bits, bit]});
      picker.replaceChildren(h("details", {open: isOpen}, h("summary", {}, `Pick bits from the code of ${shortId(id, 24)}`), codeView(graph.summary, {bits: picker.node.bits, picked: state.bits, pick})));
      if (focus) picker.querySelector(`[data-bit="${focus}"]`)?.focus();
    } catch (error) {
      picker.replaceChildren(note(error.message));
    }
  }

  async function ask() {
    const {like, unlike, bits} = state;
    if (!like.length && !bits.length) {
      app.setQuery(null);
      app.map.mark({node: null, with: null, near: []});
      results.replaceChildren(note(unlike.length ? "Add a node to be like, or pick bits." : "Add one node or several. A node near all of them ranks first."));
      return;
    }
    try {
      const body = {like: like.map((id) => ({id})), unlike: unlike.map((id) => ({id})), bits, k: K};
      const found = await newest((signal) => post("ask", body, {signal}));
      if (found.bits?.length) app.setQuery({bits: found.bits});
      const what = [like.length ? `like ${like.map((id) => shortId(id, 20)).join(" and ")}` : null, unlike.length ? `not like ${unlike.map((id) => shortId(id, 20)).join(" or ")}` : null,
        bits.length ? `with ${counted(bits.length, "bit")}` : null].filter(Boolean).join(", ");
      const only = bits.length && !like.length ? {learned: bits.length, near: 0} : activeOf(graph.summary);
      results.replaceChildren(section(`Nodes ${what}`, found.hits.length ? hitTable(graph, found.hits, {...only, least: found.least, open: (hit) => app.openNode(hit), caption: `Nodes ${what}`}) : note("No node shares a bit with that."),
        h("div", {class: "actions"}, button("Colour the map by shared bits", () => set({colour: "overlap"})), button("Select them on the map", () => app.select(found.hits.map(({row}) => row)))),
        like.length > 1 ? note("Each is ranked by the node that it shares least with.") : null));
      app.map.mark({node: null, with: null, near: []});
      announce(`${counted(found.hits.length, "node")} ${what}`);
    } catch (error) {
      results.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, error.message)));
    }
  }

  return {element, update(changed) {
    if (!changed.some((name) => ["view", "like", "unlike", "bits", "tab"].includes(name))) return;
    drawQuestion();
    ask();
  }};
}
