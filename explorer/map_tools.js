// The controls of the map: what colours mean, tools, the legend.

import {modesOf} from "./colours.js";
import {announce, button, h} from "./dom.js";
import {count} from "./numbers.js";

const SHOWN = 14; // categories of the legend

/** Buttons on the map. `setMode(mode)` colours it. Returns {update(), setTool("pan" or "lasso")}. */
export function mapTools(stage, map, graph, setMode) {
  const modes = h("div", {class: "segments", role: "radiogroup", "aria-label": "Colour by"});
  for (const [mode, name] of modesOf(graph)) {
    modes.append(h("label", {}, h("input", {type: "radio", name: "colour", value: mode, onchange: () => setMode(mode)}), h("span", {}, name)));
  }
  const lasso = button("", () => setTool(map.tool === "lasso" ? "pan" : "lasso"), {class: "icon", "aria-label": "Select with a lasso", title: "Select with a lasso (or Shift and drag)"});
  lasso.append(drawing("M4 9c0-3 3-5 7-5s6 2 6 5-3 5-7 5c-3 0-4-1-5-2m1 1c1 1 0 3-2 4"));
  const setTool = (tool) => {
    map.tool = tool;
    lasso.setAttribute("aria-pressed", tool === "lasso");
    map.over.classList.toggle("lasso", tool === "lasso");
    if (tool === "lasso") announce("Draw around nodes to select them");
  };
  const zoom = (by) => { map.camera.zoom(by, map.width / 2, map.height / 2); map.moved(); };
  const tools = h("div", {class: "tools", role: "group", "aria-label": "Map"}, lasso,
    button("+", () => zoom(1.5), {class: "icon", "aria-label": "Zoom in"}), button("−", () => zoom(1 / 1.5), {class: "icon", "aria-label": "Zoom out"}),
    button("", () => map.fit(), {class: "icon", "aria-label": "Show everything", title: "Show everything"}));
  tools.lastChild.append(drawing("M4 8V4h4M13 4h4v4M17 13v4h-4M8 17H4v-4"));
  const legend = h("div", {class: "legend"});
  const card = h("details", {class: "legend-card", open: innerWidth > 700}, h("summary", {}, "Legend"), legend);
  stage.append(h("div", {class: "colour-by"}, h("span", {"aria-hidden": "true"}, "Colour by"), modes), tools, card);
  // The whole map stands beside the legend, or above it where that is closed or the window narrow.
  map.covered = () => {
    const {offsetLeft: left, offsetWidth: wide, firstChild: {offsetHeight: closed}} = card;
    return {top: 44, right: 54, ...(card.open && innerWidth > 700 ? {left: left + wide, bottom: 6} : {bottom: left + closed + 4})};
  };
  card.addEventListener("toggle", () => { if (map.isWhole) map.fit(); });
  map.fit();
  setTool("pan");

  const update = () => {
    for (const input of modes.querySelectorAll("input")) input.checked = input.value === map.mode;
    drawLegend(legend, map);
  };
  return {update, setTool};
}

/** A small picture of lines for a button. */
function drawing(path) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [["viewBox", "0 0 21 21"], ["width", 19], ["height", 19], ["aria-hidden", "true"], ["fill", "none"], ["stroke", "currentColor"], ["stroke-width", 1.7], ["stroke-linecap", "round"]]) {
    picture.setAttribute(name, value);
  }
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  picture.append(line);
  return picture;
}

function drawLegend(legend, map) {
  const {colouring} = map;
  if (colouring.kind === "ramp") {
    const bar = h("div", {class: "ramp", "aria-hidden": "true"});
    bar.style.background = `linear-gradient(90deg, ${colouring.bar.join(",")})`;
    legend.replaceChildren(bar, h("div", {class: "ends"}, colouring.ticks.map((tick) => h("span", {}, tick))));
    if (colouring.isEmpty) legend.replaceChildren(h("p", {}, "Choose a node or ask something: then dots show how many bits they share with it."));
    return;
  }
  const sizes = new Uint32Array(colouring.names.length);
  for (const category of colouring.category) sizes[category]++;
  const order = [...sizes.keys()].filter((c) => sizes[c]).sort((a, b) => sizes[b] - sizes[a]);
  const shown = order.slice(0, order.length <= SHOWN + 2 ? order.length : SHOWN);
  legend.replaceChildren(...shown.map((c) => {
    const swatch = h("i", {class: "swatch", "aria-hidden": "true"});
    swatch.style.background = colouring.colours[c];
    const line = button("", () => { map.toggle(c); line.setAttribute("aria-pressed", !map.hidden.has(c)); },
      {class: "category", "aria-pressed": !map.hidden.has(c), title: "Show or hide"});
    line.append(swatch, h("span", {class: "name"}, colouring.names[c]), h("span", {class: "size"}, count(sizes[c])));
    return line;
  }));
  if (shown.length < order.length) legend.append(h("p", {}, `and ${count(order.length - shown.length)} smaller ones; hues repeat`));
}
