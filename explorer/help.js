// What the explorer shows, and its keys.

import {button, h} from "./dom.js";
import {MAP_KEYS} from "./map_input.js";

const WORDS = [
  ["Code", "Each node has a short code: a few active bits among many. Nodes that are close in the graph share many bits."],
  ["Near and bits", "Two numbers say how alike two nodes are. “Near” counts shared neurons of L6: both have the same nodes around them. “Bits” counts shared bits of the learned layers L2/3 and L5a: both lie in the same part of the graph."],
  ["By chance", "How often random nodes of this graph share as much, from a sample. “< 1 in 65,000” means that no pair of the sample did."],
  ["Region", "The graph is divided into regions. Each column of L2/3 prefers some of them."],
  ["The map", "Similar codes lie close together. How far apart two distant groups lie means nothing."],
  ["Rings and lines", "The dark ring is around the open node. Orange rings and lines lead to the nodes that share most bits with it; the thick one to the node that it is compared with."],
];

export function showHelp(app) {
  const dialog = h("dialog", {class: "help", "aria-labelledby": "help-title"},
    h("h2", {id: "help-title"}, "About this page"),
    h("dl", {}, WORDS.flatMap(([term, text]) => [h("dt", {}, term), h("dd", {}, text)])),
    h("h3", {}, "Keys on the map"),
    h("table", {}, h("tbody", {}, MAP_KEYS.map(([key, what]) => h("tr", {}, h("th", {scope: "row"}, h("kbd", {}, key)), h("td", {}, what))))),
    h("p", {class: "note"}, `The map is drawn by ${app.map?.points.name ?? "nothing yet"}. Everything comes from the server that sent this page; nothing else is loaded.`),
    button("Close", () => dialog.close(), {class: "primary"}));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
