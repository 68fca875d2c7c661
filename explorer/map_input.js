// Mouse, touch and keys on the map.

import {announce, debounced, idText} from "./dom.js";
import {circle} from "./grid.js";
import {idsOf, labelOf} from "./graph.js";
import {counted} from "./numbers.js";

const CLICK = 5; // pixels that a pointer may move and still click
const PAN = 60;
export const CROSS_RADIUS = 70;

export const MAP_KEYS = [["Arrow keys", "move the map"], ["+ and −", "zoom"], ["0", "show everything"], ["Enter", "open the node at the cross"],
  ["Space", "select the nodes in the circle"], ["Escape", "drop the selection"], ["Shift and drag", "draw a lasso"]];

/** Connects a MapView: `open(row)` for a click, `chosen(rows)` for a selection or null. */
export function connectMap(map, tip, {open, chosen}) {
  const {over} = map, pointers = new Map();
  let start = null, pinch = 0;
  map.crossRadius = CROSS_RADIUS;
  over.tabIndex = 0;
  over.setAttribute("role", "application");
  over.setAttribute("aria-roledescription", "map");
  over.setAttribute("aria-label", `Map of all nodes. Keys: ${MAP_KEYS.slice(0, 6).map(([key, what]) => `${key}: ${what}`).join("; ")}.`);

  const at = (event) => {
    const box = over.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const hover = (row, place) => {
    if (row !== map.hover) {
      map.hover = row;
      map.redraw(false);
      showTip(row, place);
    } else if (row >= 0) {
      placeTip(place);
    }
    over.classList.toggle("pointing", row >= 0);
  };
  const placeTip = ([x, y]) => {
    tip.style.left = `${Math.max(4, Math.min(x + 14, map.width - tip.offsetWidth - 6))}px`;
    tip.style.top = `${y + 18 + tip.offsetHeight > map.height ? y - tip.offsetHeight - 10 : y + 18}px`;
  };
  const describe = async (row) => {
    const [id] = await idsOf(map.graph, [row]), label = labelOf(map.graph, row);
    const facts = [label, map.graph.regions && map.graph.region[row] < map.graph.regions ? `region ${map.graph.region[row]}` : null,
      counted(map.graph.degree[row], "edge"), map.mode === "overlap" && map.overlaps ? counted(map.overlaps[row], "shared bit") : null];
    return [idText(id), facts.filter(Boolean).join(" · ")];
  };
  const showTip = debounced(async (row, place) => {
    tip.hidden = row < 0;
    if (row < 0) return;
    const [id, facts] = await describe(row).catch(() => ["", ""]);
    if (map.hover !== row) return;
    tip.replaceChildren(Object.assign(document.createElement("b"), {textContent: id}), Object.assign(document.createElement("span"), {textContent: facts}));
    placeTip(place);
  }, 30);

  over.addEventListener("pointerdown", (event) => {
    if (event.button > 0) return;
    over.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    map.showsCross = false;
    if (pointers.size === 2) {
      pinch = distance(pointers);
      map.lasso = null;
      start = null;
      return;
    }
    start = {place: at(event), isLasso: event.shiftKey || map.tool === "lasso", hasMoved: false};
    if (start.isLasso) map.lasso = [at(event)];
  });
  over.addEventListener("pointermove", (event) => {
    const place = at(event), before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch" && map.graph) hover(map.at(...place), place);
      return;
    }
    pointers.set(event.pointerId, place);
    if (pointers.size === 2) {
      const now = distance(pointers), [a, b] = [...pointers.values()];
      map.camera.zoom(now / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      map.camera.pan((place[0] - before[0]) / 2, (place[1] - before[1]) / 2);
      pinch = now;
      map.moved();
    } else if (start) {
      start.hasMoved ||= Math.hypot(place[0] - start.place[0], place[1] - start.place[1]) > CLICK;
      if (start.isLasso) {
        map.lasso.push(place);
        map.redraw(false);
      } else if (start.hasMoved) {
        hover(-1);
        map.camera.pan(place[0] - before[0], place[1] - before[1]);
        map.moved();
      }
    }
  });
  const end = (event) => {
    pointers.delete(event.pointerId);
    const {lasso} = map, ended = start;
    start = null;
    if (!ended) return;
    map.lasso = null;
    map.redraw(false);
    if (event.type === "pointercancel") return;
    if (ended.isLasso && lasso?.length > 2) choose(map.inside(lasso));
    else if (!ended.hasMoved) {
      const row = map.at(...ended.place, event.pointerType === "touch" ? 24 : undefined);
      if (row >= 0) open(row);
    }
  };
  over.addEventListener("pointerup", end);
  over.addEventListener("pointercancel", end);
  over.addEventListener("pointerleave", () => hover(-1));
  over.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 24 : 1;
    map.camera.zoom(Math.exp((-event.deltaY * lines) / (event.ctrlKey ? 120 : 420)), ...at(event));
    map.moved();
  }, {passive: false});

  const choose = (rows) => {
    announce(rows.length ? `${counted(rows.length, "node")} selected` : "No node selected");
    chosen(rows.length ? rows : null);
  };
  const centre = () => [map.width / 2, map.height / 2];
  const underCross = () => map.at(...centre(), CROSS_RADIUS);
  const sayCross = debounced(async () => {
    const row = underCross();
    if (row < 0) return announce("No node near the cross");
    const [id, facts] = await describe(row).catch(() => ["", ""]);
    announce(`${id}, ${facts}`);
  }, 400);
  over.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pans = {ArrowLeft: [PAN, 0], ArrowRight: [-PAN, 0], ArrowUp: [0, PAN], ArrowDown: [0, -PAN]};
    if (pans[event.key]) map.camera.pan(...pans[event.key]);
    else if (event.key === "+" || event.key === "=") map.camera.zoom(1.4, ...centre());
    else if (event.key === "-" || event.key === "_") map.camera.zoom(1 / 1.4, ...centre());
    else if (event.key === "0") map.fit();
    else if (event.key === "Enter") {
      const row = underCross();
      if (row >= 0) open(row);
    } else if (event.key === " ") choose(map.inside(circle(...centre(), CROSS_RADIUS)));
    else if (event.key === "Escape") choose([]);
    else return;
    event.preventDefault();
    map.showsCross = true;
    if (event.key === "0") map.redraw();
    else map.moved();
    sayCross();
  });
  over.addEventListener("focus", () => { map.showsCross = over.matches(":focus-visible"); map.redraw(false); });
  over.addEventListener("blur", () => { map.showsCross = false; map.redraw(false); });
}

function distance(pointers) {
  const [a, b] = [...pointers.values()];
  return Math.max(1, Math.hypot(a[0] - b[0], a[1] - b[1]));
}
