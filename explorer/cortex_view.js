// The cortex: columns as tiles, and one node firing through the layers.

import {get, latest, post} from "./api.js";
import {Board} from "./board.js";
import {nodeCombobox} from "./combobox.js";
import {announce, button, byId, h, idText, note, section, shortId} from "./dom.js";
import {firingControls} from "./firing.js";
import {labelOf, rememberIds} from "./graph.js";
import {meterOf} from "./hits.js";
import {count, counted, percent} from "./numbers.js";
import {set, state} from "./state.js";

export function cortexView(app) {
  const {graph} = app, newest = latest(), stage = h("div", {id: "cortex", class: "cortex"});
  byId("stage").append(stage);
  const firingPart = h("div", {}), columnPart = h("div", {});
  const find = nodeCombobox(graph, "Watch a node fire", ({id}) => set({node: String(id)}));
  const element = h("div", {class: "view"}, section("Firing", h("p", {class: "lead"}, "A node passes through three layers: L4 shows it, columns of L2/3 compete for it, L5a reads out who won."), find, firingPart), columnPart);
  let board = null, fired = null, controls = null;

  async function load() {
    if (!board) {
      stage.replaceChildren(note("Reading the columns…"));
      try {
        const {columns} = await get("columns");
        columns.forEach(({typical}) => rememberIds(graph, typical));
        board = new Board(graph.summary, columns, (column) => set({column: String(column)}));
        stage.replaceChildren(board.element);
      } catch (error) {
        return stage.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, error.message), button("Try again", load)));
      }
    }
    showColumn();
    fire();
  }

  async function fire() {
    if (state.node === null) {
      fired = null;
      board.rest();
      return firingPart.replaceChildren(note("Choose a node to see it fire."));
    }
    if (fired === state.node) return controls?.redraw();
    try {
      const id = state.node;
      const [node, firing] = await newest((signal) => Promise.all([post("node", {id}, {signal}), post("firing", {id}, {signal})]));
      const {class: size} = graph.summary.l4;
      firing.inputs = {class: firing.l4.filter((neuron) => neuron < size), identity: firing.l4.filter((neuron) => neuron >= size)};
      controls?.pause();
      fired = id;
      controls = firingControls(node, firing, {show: (step, time) => board.show(firing, step, time), rest: () => board.rest()});
      firingPart.replaceChildren(h("p", {class: "firing-node"}, "Node ", h("b", {}, idText(node.id)), labelOf(graph, node.row) ? ` · ${labelOf(graph, node.row)}` : ""), controls.element);
      announce(`${shortId(node.id)} is shown to L4`);
    } catch (error) {
      fired = null;
      board.rest();
      firingPart.replaceChildren(h("div", {class: "failure", role: "alert"}, h("p", {}, error.message)));
    }
  }

  function showColumn() {
    const column = board.columns.find((one) => String(one.column) === state.column);
    board.pick(column?.column ?? null);
    if (!column) {
      const silent = board.columns.flatMap(({cells}) => cells).filter((wins) => wins === 0).length, all = board.columns.length * graph.summary.cells;
      return columnPart.replaceChildren(section("Columns", note("Choose a tile to see what its column stands for."),
        h("p", {}, silent ? `${counted(all - silent, "cell")} of ${count(all)} fire for some node; ${counted(silent, "cell")} never do.` : `All ${count(all)} cells fire for some node.`)));
    }
    const most = Math.max(1, ...column.cells);
    columnPart.replaceChildren(section(`Column ${column.column}`,
      h("p", {}, `It wins for ${counted(column.wins, "node")} (${percent(column.wins / graph.nodes)}). `, column.region === null || column.region === undefined ? (graph.summary.role_columns ? "It stands for a role: the part that nodes play, wherever they are." : "It prefers no region.") : `It prefers region ${column.region}.`),
      h("table", {class: "hits"}, h("caption", {class: "unseen"}, "How often each cell fires"), h("thead", {}, h("tr", {}, h("th", {scope: "col"}, "Cell"), h("th", {scope: "col"}, "Fires for"))), h("tbody", {}, column.cells.map((wins, k) =>
        h("tr", {}, h("th", {scope: "row"}, `Cell ${k}`), h("td", {}, meterOf(wins / most, counted(wins, "node"), "broad")))))),
      h("h4", {}, "Most typical nodes"), column.typical.length ? h("ul", {class: "nodes"}, column.typical.map((node) => h("li", {}, button(idText(node.id), () => app.openNode(node), {class: "node"})))) : note("No node is near its region."),
      h("div", {class: "actions"}, button("Show its region on the map", () => {
        const rows = [];
        for (let row = 0; row < graph.nodes; row++) if (graph.region[row] === column.region) rows.push(row);
        set({view: "ask", tab: "group"});
        app.select(rows.length ? rows : null);
      }))));
    announce(`Column ${column.column}: wins for ${counted(column.wins, "node")}`);
  }

  return {
    element,
    update(changed) {
      if (changed.includes("view")) load();
      else if (board && changed.includes("column")) showColumn();
      if (board && changed.includes("node") && !changed.includes("view")) fire();
    },
    leave() { controls?.pause(); },
    forget() { fired = null; board = null; },
  };
}
