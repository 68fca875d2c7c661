// New edges that are likely for a node, asked for when the part is opened.

import {post} from "./api.js";
import {h, idText, note} from "./dom.js";
import {meterOf} from "./hits.js";
import {counted} from "./numbers.js";

const K = 8;

/** A part of the panel that opens: likely new edges of a node. `open(node)` goes to one. */
export function recommendedPart(node, {open}) {
  const body = h("div", {});
  const part = h("details", {class: "part", ontoggle: () => { if (part.open && !body.firstChild) load(); }}, h("summary", {}, "Likely new edges"), body);

  async function load() {
    body.replaceChildren(note("Reading…"));
    try {
      const [{recommended}] = await post("recommend", {nodes: [{id: String(node.id)}], k: K});
      if (!recommended.length) return body.replaceChildren(note("None: no other node shares a bit or a neighbour with it."));
      const rows = recommended.map((one) => h("tr", {}, h("th", {scope: "row"}, h("button", {type: "button", class: "node", onclick: () => open(one)}, idText(one.id))),
        h("td", {}, meterOf(one.score, one.score.toFixed(2), "broad")), h("td", {}, one.common_neighbours === undefined ? "–" : counted(one.common_neighbours, "common neighbour"))));
      body.replaceChildren(h("table", {class: "hits"}, h("thead", {}, h("tr", {}, ["Node", "Score", "Both are linked to"].map((text) => h("th", {scope: "col"}, text)))), h("tbody", {}, rows)),
        note("Nodes that it is not linked to, by shared bits and common neighbours. 1 means that no candidate is better in either; scores of different nodes cannot be compared."));
    } catch (error) {
      body.replaceChildren(note(error.message));
    }
  }
  return part;
}
