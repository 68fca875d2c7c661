// A table of nodes that share bits, with what that sharing is worth.

import {h, idText, roving} from "./dom.js";
import {labelOf, rememberIds} from "./graph.js";
import {chance} from "./numbers.js";

/**
 * A list of hits. `activeOf`: {learned, near}, the bits that a hit could share. `chosen`: id that is selected;
 * `choose(hit)` selects, `open(hit)` goes to the node.
 */
export function hitTable(graph, hits, {least, learned, near, chosen = null, choose = null, open, caption}) {
  rememberIds(graph, hits);
  const hasNear = near > 0 && hits.some((hit) => hit.near !== undefined);
  const meter = (value, all) => meterOf(value / Math.max(1, all), value);
  const rows = hits.map((hit) => {
    const isChosen = chosen !== null && String(hit.id) === String(chosen);
    const name = h("button", {type: "button", class: "node", title: idText(hit.id), "aria-pressed": choose ? String(isChosen) : null,
      onclick: () => (choose ?? open)(hit), ondblclick: () => open(hit)}, idText(hit.id));
    return h("tr", {class: isChosen ? "chosen" : "", "data-row": hit.row}, h("th", {scope: "row"}, name, h("small", {}, labelOf(graph, hit.row) ?? "")),
      hasNear ? h("td", {}, meter(hit.near ?? 0, near)) : null,
      h("td", {}, meter(hit.overlap, learned)),
      h("td", {class: "chance"}, chance(hit.chance, least)),
      choose ? h("td", {class: "go"}, h("button", {type: "button", class: "plain", "aria-label": `Open ${idText(hit.id)}`, title: "Open this node", onclick: () => open(hit)}, "→")) : null);
  });
  const head = h("tr", {}, h("th", {scope: "col"}, "Node"), hasNear ? h("th", {scope: "col", class: "narrow", title: "Shared neurons of L6: both have the same nodes near them"}, `Near of ${near}`) : null,
    h("th", {scope: "col", class: "narrow", title: "Shared bits of the learned layers"}, `Bits of ${learned}`), h("th", {scope: "col", title: "How often random nodes of this graph share as much"}, "By chance"),
    choose ? h("th", {class: "go"}, h("span", {class: "unseen"}, "Open")) : null);
  const table = h("table", {class: "hits"}, h("caption", {class: "unseen"}, caption), h("thead", {}, head), h("tbody", {}, rows));
  roving(table, "button.node");
  return table;
}

/** How many bits of each kind a code of this graph has. */
export function activeOf(summary, layer = null) {
  const learned = summary.layers.filter(({name}) => name !== "l6").reduce((sum, {active}) => sum + active, 0);
  const near = summary.layers.find(({name}) => name === "l6")?.active ?? 0;
  if (layer === "l6") return {learned: near, near: 0};
  if (layer) return {learned: summary.layers.find(({name}) => name === layer)?.active ?? learned, near: 0};
  return {learned, near: learned ? near : 0};
}

/** A bar with its number: `share` of it is filled. */
export function meterOf(share, text, kind = "") {
  const inner = h("i", {});
  inner.style.width = `${100 * Math.min(1, share)}%`;
  return h("div", {class: `meter ${kind}`}, h("span", {class: "bar", "aria-hidden": "true"}, inner), h("span", {class: "value"}, String(text)));
}
