// A group of nodes: its signature bits, and what sets it apart.

import {latest, post} from "./api.js";
import {bitWords} from "./code_view.js";
import {announce, button, h, idText, note, section} from "./dom.js";
import {NO_LABEL, rememberIds} from "./graph.js";
import {count, counted, percent} from "./numbers.js";
import {meterOf} from "./hits.js";
import {set} from "./state.js";

const MOST = 100000;

export function groupView(app) {
  const newest = latest(), {graph} = app, results = h("div", {class: "results"});
  const kinds = h("select", {"aria-label": "Select a label or region", onchange: () => selectKind(kinds.value)}, h("option", {value: ""}, "a label or region…"));
  if (graph.labels) kinds.append(h("optgroup", {label: "Classes"}, graph.labels.map((name, i) => h("option", {value: `label ${i}`}, name))));
  if (graph.regions) kinds.append(h("optgroup", {label: "Regions"}, Array.from({length: graph.regions}, (_, i) => h("option", {value: `region ${i}`}, `Region ${i}`))));
  const element = h("div", {}, section("Choose nodes", h("div", {class: "actions"},
    button("Draw a lasso", () => { app.tools.setTool("lasso"); app.map.over.focus(); }),
    button("All in the picture", () => app.select(app.map.inside([[0, 0], [app.map.width, 0], [app.map.width, app.map.height], [0, app.map.height]]))), kinds)), results);

  function selectKind(kind) {
    if (!kind) return;
    const [name, value] = kind.split(" "), rows = [];
    for (let row = 0; row < graph.nodes; row++) if (graph[name][row] === Number(value)) rows.push(row);
    app.select(rows.length ? rows : null);
  }

  async function ask(rows) {
    if (!rows) return results.replaceChildren(note("With the mouse: draw around dots. With keys: go to the map, move it under the cross, and press Space. Or choose a label or a region."));
    if (rows.length > MOST) return results.replaceChildren(note(`${count(rows.length)} nodes are too many: at most ${count(MOST)}.`));
    results.replaceChildren(note("Comparing with all other nodes…"));
    try {
      const found = await newest((signal) => post("community", {rows: [...rows]}, {signal}));
      rememberIds(graph, found.typical);
      draw(rows, found);
      announce(found.sentences.join(" "));
    } catch (error) {
      results.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, error.message)));
    }
  }

  function draw(rows, found) {
    const bits = found.signature.map((one) => one.bit);
    results.replaceChildren(
      section(counted(found.nodes, "node"), h("div", {class: "words"}, found.sentences.map((text) => h("p", {}, text))), mix(rows)),
      section("Its signature: bits that set it apart", found.signature.length ? h("table", {class: "hits"}, h("caption", {class: "unseen"}, "Bits, and how many nodes have them"),
        h("thead", {}, h("tr", {}, ["Bit", "In the group", "Elsewhere"].map((text) => h("th", {scope: "col"}, text)))),
        h("tbody", {}, found.signature.map((one) => h("tr", {}, h("th", {scope: "row"}, bitWords(graph.summary, one.bit)), h("td", {}, meterOf(one.share, percent(one.share), "broad")), h("td", {}, meterOf(one.share_elsewhere, percent(one.share_elsewhere), "broad other")))))) : note("No bit is more frequent here than elsewhere."),
        bits.length ? h("div", {class: "actions"}, button("Who else has these bits?", () => set({tab: "alike", like: [], unlike: [], bits: bits.slice(0, 10)}))) : null),
      section("Most typical nodes", h("ul", {class: "nodes"}, found.typical.map((node) => h("li", {}, button(idText(node.id), () => app.openNode(node), {class: "node"}))))));
  }

  /** What labels the nodes have, beside all nodes. */
  function mix(rows) {
    if (!graph.label) return null;
    const here = new Map(), all = new Map();
    for (const row of rows) here.set(graph.label[row], (here.get(graph.label[row]) ?? 0) + 1);
    for (const label of graph.label) all.set(label, (all.get(label) ?? 0) + 1);
    const top = [...here].sort((a, b) => b[1] - a[1]).slice(0, 4);
    return h("ul", {class: "mix-list"}, top.map(([label, nodes]) => h("li", {}, h("b", {}, label === NO_LABEL ? "No label" : graph.labels[label]),
      ` ${percent(nodes / rows.length)} here, ${percent(all.get(label) / graph.nodes)} of all`)));
  }

  return {element, selected: ask, update(changed) {
    if (changed.includes("view")) { kinds.value = ""; ask(app.map.selection); }
  }};
}
