// A node that does not exist: its code and place while its edges are typed. And edge changes, while codes move.

import {latest, post} from "./api.js";
import {codeView} from "./code_view.js";
import {nodeCombobox} from "./combobox.js";
import {announce, debounced, h, note, section} from "./dom.js";
import {rememberIds} from "./graph.js";
import {activeOf, hitTable} from "./hits.js";
import {counted} from "./numbers.js";
import {updatesView} from "./updates.js";

const K = 10, MOST = 1000;

/** Lines "id" or "id<tab or comma>weight" as edges; errors name the line. An id may hold commas if no number follows. */
export function readEdges(text) {
  const edges = [];
  text.split("\n").forEach((line) => {
    if (line.trim() === "") return;
    const parts = line.match(/^(.*?)[\t,]\s*([0-9.eE+-]+)\s*$/);
    const weight = parts ? Number(parts[2]) : 1;
    edges.push(parts && weight > 0 ? {to: parts[1].trim(), weight} : {to: line.trim()});
  });
  return edges;
}

export function liveView(app) {
  const newest = latest(), {graph} = app, results = h("div", {class: "results"});
  const text = h("textarea", {id: "edges", rows: 4, spellcheck: "false", "aria-describedby": "edges-help", placeholder: "An id per line", oninput: debounced(() => encode(), 250)});
  const find = nodeCombobox(graph, "Add a neighbour", ({id}) => {
    text.value += `${text.value && !text.value.endsWith("\n") ? "\n" : ""}${id}\n`;
    encode();
  });
  const element = h("div", {class: "view"},
    section("A new node", h("p", {class: "lead"}, "Type whom it is linked to. Its code is worked out at once, by what the model has learned; nothing is stored."), find,
      h("label", {for: "edges"}, "Its edges"), text, h("p", {class: "note", id: "edges-help"}, "A weight may follow after a comma: ", h("code", {}, "35, 2.5")), results),
    updatesView(app));

  async function encode() {
    const edges = readEdges(text.value);
    if (!edges.length) {
      app.map.mark({place: null, near: []});
      return results.replaceChildren();
    }
    if (edges.length > MOST) return fail(`At most ${MOST} edges.`);
    try {
      const found = await newest((signal) => post("encode", {edges, k: K}, {signal}));
      draw(found, edges.length);
    } catch (error) {
      fail(error.message);
    }
  }

  function fail(message) {
    app.map.mark({place: null});
    results.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, message)));
  }

  function draw(found, edges) {
    rememberIds(graph, found.neighbours);
    app.setQuery({bits: found.bits});
    app.map.mark({node: null, with: null, near: [], place: found.place});
    if (found.place) app.map.reveal(found.place.x, found.place.y);
    results.replaceChildren(section("Nearest nodes", found.neighbours.length ? hitTable(graph, found.neighbours, {...activeOf(graph.summary), least: found.least, open: (hit) => app.openNode(hit),
      caption: "Nodes that share bits with the new node"}) : note("No node shares a bit with it.")), section("Its code", codeView(graph.summary, {bits: found.bits})));
    announce(`New node with ${counted(edges, "edge")}: ${counted(found.bits.length, "bit")}, nearest node ${found.neighbours[0]?.id ?? "none"}`);
  }

  return {element, update(changed) { if (changed.includes("view")) encode(); }, leave() { app.map.mark({place: null}); app.map.moves = null; }, encode};
}
