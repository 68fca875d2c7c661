// The explanation of every learned bit, as a table that opens on demand.

import {h, shortId} from "./dom.js";
import {layerName} from "./code_view.js";
import {count, percent} from "./numbers.js";

/** The three most frequent classes of the nodes that have a bit. */
function mixText(classes) {
  if (!classes) return "";
  const all = Object.values(classes).reduce((sum, one) => sum + one, 0);
  return Object.entries(classes).sort((a, b) => b[1] - a[1]).slice(0, 2).map(([name, nodes]) => `${shortId(name, 22)} ${percent(nodes / all)}`).join(", ");
}

/** A table of the bits of an explanation; with a pair, of the shared ones. */
export function explainBits(app, words, pair) {
  const shared = pair ? new Set(pair.shared_bits) : null;
  const bits = (words.node?.bits ?? []).filter(({bit}) => !shared || shared.has(bit)).sort((a, b) => a.nodes - b.nodes);
  if (!bits.length) return null;
  const hasClasses = bits.some(({classes}) => classes);
  const rows = bits.map((bit) => h("tr", {}, h("th", {scope: "row"}, `${layerName(bit.layer)} ${bit.columns.join(", ")}${bit.cell === null || bit.cell === undefined ? "" : `, cell ${bit.cell}`}`),
    h("td", {}, bit.regions?.length ? `${bit.regions[0].region} (${percent(bit.regions[0].affinity)})` : "–"),
    h("td", {}, `${count(bit.nodes)}`), hasClasses ? h("td", {class: "mix"}, mixText(bit.classes)) : null));
  return h("details", {class: "part"}, h("summary", {}, shared ? `The ${bits.length} shared learned bits, rarest first` : "Its learned bits one by one, rarest first"),
    h("div", {class: "wide"}, h("table", {class: "plain-table"}, h("thead", {}, h("tr", {}, ["Column", "Likes region", "Nodes", hasClasses ? "Their labels" : null].filter(Boolean).map((text) => h("th", {scope: "col"}, text)))), h("tbody", {}, rows))));
}
