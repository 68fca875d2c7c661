// The explorer: reads the graph, shows the views, and keeps map and panel together.

import {onReachable, post} from "./api.js";
import {askView} from "./ask_view.js";
import {cortexView} from "./cortex_view.js";
import {modesOf} from "./colours.js";
import {nodeCombobox} from "./combobox.js";
import {announce, button, byId, h, idText, roving} from "./dom.js";
import {idsOf, loadGraph} from "./graph.js";
import {showHelp} from "./help.js";
import {liveView} from "./live_view.js";
import {MapView} from "./map.js";
import {connectMap} from "./map_input.js";
import {mapTools} from "./map_tools.js";
import {nodeView} from "./node_view.js";
import {count, counted, percent} from "./numbers.js";
import {onChange, readFragment, set, state} from "./state.js";
import {onTheme, startTheme} from "./theme.js";

const VIEWS = [["node", "Node", nodeView], ["ask", "Ask", askView], ["live", "Live", liveView], ["cortex", "Cortex", cortexView]];

/** What the views share. */
export const app = {
  graph: null,
  map: null,
  query: null, // the body of POST overlaps that the colour "overlap" shows

  /** Opens a node: {row, id} or a row. */
  async openNode(node, change = {}) {
    try {
      const id = typeof node === "object" ? node.id : (await idsOf(app.graph, [node]))[0];
      set({view: "node", ...change, node: String(id), with: null});
    } catch (error) {
      app.fail(error);
    }
  },

  /** Gives an element the colour that a node has on the map, and keeps it. */
  paint(element, row) {
    element.dataset.dot = row;
    element.style.setProperty("--dot", app.map.colouring.colours[app.map.colouring.category[row]]);
    return element;
  },

  /** What the colour "overlap" compares with: {id} or {bits}, or null. */
  setQuery(query) {
    if (JSON.stringify(query) === JSON.stringify(app.query)) return;
    app.query = query;
    app.map.overlaps = null;
    if (state.colour === "overlap") app.recolour();
  },

  async recolour() {
    const mode = modesOf(app.graph).some(([name]) => name === state.colour) ? state.colour : modesOf(app.graph)[0][0];
    const query = app.query;
    let overlaps = null;
    if (mode === "overlap" && query) {
      try {
        overlaps = new Uint8Array(await post("overlaps", query));
      } catch (error) {
        app.fail(error);
      }
      if (query !== app.query) return;
    }
    app.map.colour(mode, overlaps);
    for (const dot of document.querySelectorAll("[data-dot]")) app.paint(dot, Number(dot.dataset.dot));
    app.tools.update();
  },

  /** The selection of the map: rows or null. */
  select(rows) {
    app.map.select(rows);
    byId("chosen").hidden = !rows;
    byId("chosen-count").textContent = rows ? `${counted(rows.length, "node")} selected` : "";
    app.views.get(state.view)?.selected?.(rows);
  },

  /** Shows an error in words until the next one, or until it is dismissed. */
  fail(error) {
    const bar = byId("error");
    bar.hidden = false;
    bar.replaceChildren(h("span", {}, error.message), button("Dismiss", () => { bar.hidden = true; }));
  },

  /** Reads the map again, after the graph has changed. */
  async reload() {
    const graph = await loadGraph();
    Object.assign(app.graph, graph, {ids: app.graph.ids});
    app.map.setGraph(app.graph);
    app.showCounts();
    await app.recolour();
  },

  showCounts() {
    const {summary} = app.graph;
    byId("title").textContent = summary.title || "Columnar explorer";
    byId("counts").textContent = `${counted(summary.nodes, "node")} · ${counted(summary.edges, "edge")}${summary.directed ? ", directed" : ""}${summary.regions ? ` · ${count(summary.regions)} regions` : ""}`;
    document.title = `${summary.title || "Graph"} · Columnar explorer`;
  },

  views: new Map(),
};

function makeTabs() {
  const bar = byId("views");
  for (const [name, title] of VIEWS) {
    bar.append(h("button", {type: "button", role: "tab", id: `tab-${name}`, "aria-controls": "panel", onclick: () => set({view: name})}, title));
  }
  roving(bar, "[role=tab]");
}

function showView() {
  const name = app.views.has(state.view) ? state.view : "node";
  for (const tab of byId("views").children) {
    const isShown = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
  }
  byId("panel").setAttribute("aria-labelledby", `tab-${name}`);
  document.body.dataset.view = name;
  if (byId("panel").firstChild !== app.views.get(name).element) {
    app.left?.leave?.();
    app.left = app.views.get(name);
    byId("panel").replaceChildren(app.left.element);
    byId("panel").scrollTop = 0;
  }
}

function makeStage() {
  const stage = byId("stage"), plane = h("div", {id: "map"}), tip = h("div", {id: "tip", hidden: true});
  const chosen = h("div", {id: "chosen", hidden: true}, h("span", {id: "chosen-count"}),
    button("What is special?", () => set({view: "ask", tab: "group"}), {class: "primary"}), button("Clear", () => app.select(null)));
  stage.replaceChildren(plane);
  app.map = new MapView(plane);
  plane.append(tip, chosen);
  if (app.map.points.name === "canvas") {
    plane.append(h("p", {id: "no-webgl"}, "This browser has no WebGL. The map is drawn more slowly."));
  }
  app.map.setGraph(app.graph);
  app.map.resize();
  app.tools = mapTools(plane, app.map, app.graph, (mode) => set({colour: mode}));
  connectMap(app.map, tip, {open: (row) => app.openNode(row), chosen: (rows) => app.select(rows)});
  onTheme(() => app.recolour());
}

async function start() {
  const stage = byId("stage");
  const words = h("p", {class: "wait", role: "status"}, "Reading the map…");
  stage.replaceChildren(words);
  try {
    app.graph = await loadGraph((share) => { words.textContent = `The server draws the map: ${percent(share)}`; });
  } catch (error) {
    stage.replaceChildren(h("div", {class: "wait", role: "alert"}, h("p", {}, error.message), button("Try again", start, {class: "primary"})));
    return;
  }
  app.showCounts();
  makeStage();
  await app.recolour();
  byId("search").replaceChildren(nodeCombobox(app.graph, "Find a node", (node) => app.openNode(node), {placeholder: "Find a node by part of its id", isLabelShown: false}));
  for (const [name, , make] of VIEWS) app.views.set(name, make(app));
  const update = (changed) => {
    showView();
    if (changed.includes("colour")) app.recolour();
    app.views.get(document.body.dataset.view).update(changed);
  };
  onChange(update);
  onReachable((isThere) => {
    if (!isThere) app.fail(new Error("The server does not answer. Is the command still running?"));
    else if (byId("error").textContent.startsWith("The server does not answer")) byId("error").hidden = true;
  });
  update(["view", "node", "with", "column", "tab", "like", "unlike", "bits"]);
  document.body.dataset.ready = "yes";
  announce(`${idText(app.graph.summary.title)}: ${counted(app.graph.nodes, "node")} on the map`);
}

readFragment();
startTheme();
makeTabs();
byId("help").addEventListener("click", () => showHelp(app));
start();
