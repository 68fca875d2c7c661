// A node that does not exist: its code and place while its edges are typed. And edge changes, while codes move.

import {latest, post} from "./api.js";
import {codeView} from "./code_view.js";
import {nodeCombobox} from "./combobox.js";
import {announce, debounced, h, note, section} from "./dom.js";
import {rememberIds} from "./graph.js";
import {activeOf, hitTable} from "./hits.js";
import {counted} from "./numbers.js";
import {updatesView} from "./updates.js";

const K = 10, MOST = 1000, MOST_UNKNOWN = 5; // lines that name no node, before the page gives up

/** Lines "id" or "id<tab or comma>weight" as edges with their line. An id may hold commas if no number follows. */
export function readEdges(text) {
  const edges = [];
  text.split("\n").forEach((line, i) => {
    if (line.trim() === "") return;
    const parts = line.match(/^(.*?)[\t,]\s*([0-9.eE+-]+)\s*$/);
    const weight = parts ? Number(parts[2]) : 1;
    edges.push({line: i + 1, edge: parts && weight > 0 ? {to: parts[1].trim(), weight} : {to: line.trim()}});
  });
  return edges;
}

/** What the server makes of the lines, without those whose node it does not know: {found, edges, unknown: sentences}. */
async function encoded(lines, signal) {
  const unknown = [];
  for (let known = lines; ; ) {
    if (!known.length) return {found: null, unknown};
    try {
      return {found: await post("encode", {edges: known.map(({edge}) => edge), k: K}, {signal}), edges: known.length, unknown};
    } catch (error) {
      const place = error.status === 404 ? error.message.match(/^edges\[(\d+)\]\.to: (.*)/s) : null;
      if (!place) throw error;
      unknown.push(`Line ${known[place[1]].line}: ${place[2]}`);
      if (unknown.length === MOST_UNKNOWN) return {found: null, unknown};
      known = known.filter((_, i) => i !== Number(place[1]));
    }
  }
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
    const lines = readEdges(text.value);
    if (!lines.length) {
      app.map.mark({place: null, near: []});
      return results.replaceChildren();
    }
    if (lines.length > MOST) return fail([`At most ${MOST} edges.`]);
    try {
      const {found, edges, unknown} = await newest((signal) => encoded(lines, signal));
      if (!found) return fail(unknown);
      draw(found, edges);
      if (unknown.length) results.prepend(failure(unknown));
    } catch (error) {
      fail([error.message]);
    }
  }

  const failure = (messages) => h("div", {class: "failure", role: "alert"}, messages.map((message) => h("p", {}, message)));

  function fail(messages) {
    app.map.mark({place: null});
    results.replaceChildren(failure(messages));
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
