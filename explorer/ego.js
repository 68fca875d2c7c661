// A node and what is around it in the graph, as a drawing whose nodes can be reached and opened.

import {post} from "./api.js";
import {counted} from "./numbers.js";
import {h, note, roving, shortId, svg} from "./dom.js";
import {rememberIds} from "./graph.js";

const WIDTH = 400, HEIGHT = 300, MOST = 40, ROUNDS = 220;

/** Places by forces: edges pull, all nodes push; the first node stays in the middle. The start is the map's. */
export function arrange(nodes, edges) {
  const middle = nodes[0];
  const places = nodes.map((node, i) => {
    const angle = Math.atan2(node.y - middle.y, node.x - middle.x) + i * 0.37, far = i === 0 ? 0 : 70 + 7 * (i % 6);
    return {x: far * Math.cos(angle), y: far * Math.sin(angle)};
  });
  const rest = 52 + 60 / Math.sqrt(nodes.length);
  for (let round = 0; round < ROUNDS; round++) {
    const heat = 9 * (1 - round / ROUNDS);
    const forces = places.map(() => [0, 0]);
    const add = (i, j, strength) => {
      const dx = places[j].x - places[i].x || 0.01 * (i - j), dy = places[j].y - places[i].y || 0.01, far = Math.hypot(dx, dy);
      const force = strength(far) / far;
      for (const [k, sign] of [[i, 1], [j, -1]]) {
        forces[k][0] += sign * force * dx;
        forces[k][1] += sign * force * dy;
      }
    };
    for (let i = 0; i < places.length; i++) for (let j = 0; j < i; j++) add(i, j, (far) => (-rest * rest * 0.55) / far);
    for (const [i, j] of edges) add(i, j, (far) => (far * far) / rest / 2.2);
    places.forEach((place, i) => {
      if (i === 0) return;
      const [fx, fy] = [forces[i][0] - place.x * 0.1, forces[i][1] - place.y * 0.22], size = Math.hypot(fx, fy) || 1;
      place.x += (fx / size) * Math.min(size, heat);
      place.y += (fy / size) * Math.min(size, heat);
    });
  }
  const fit = (axis, size, edge) => { // from the edges of the drawing to those of the picture
    const values = places.map((place) => place[axis]), least = Math.min(...values), wide = Math.max(1, Math.max(...values) - least);
    return {scale: (size - 2 * edge) / wide, middle: least + wide / 2, to: size / 2};
  };
  const across = fit("x", WIDTH, 44), down = fit("y", HEIGHT, 30);
  const sx = Math.min(across.scale, 1.5 * down.scale, 3), sy = Math.min(down.scale, 1.5 * across.scale, 3);
  return places.map(({x, y}) => ({x: across.to + (x - across.middle) * sx, y: down.to + (y - down.middle) * sy}));
}

/** The drawing. `paint(element, row)` gives the map's colour; `open(node)` goes to a node. */
export async function egoView(graph, node, {paint, open, signal}) {
  const {nodes, edges, more} = await post("ego", {row: node.row, limit: MOST}, {signal});
  rememberIds(graph, nodes);
  if (nodes.length < 2) return note("It has no edge.");
  const places = arrange(nodes, edges), around = nodes.length - 1;
  const picture = svg("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "ego", role: "group", "aria-label": `${counted(around, "node")} around ${shortId(node.id)} in the graph`});
  for (const [i, j] of edges) {
    picture.append(svg("line", {x1: places[i].x, y1: places[i].y, x2: places[j].x, y2: places[j].y, class: i === 0 || j === 0 ? "own" : ""}));
  }
  const isCrowded = nodes.length > 16;
  nodes.forEach((other, i) => {
    const {x, y} = places[i], links = edges.filter((edge) => edge.includes(i)).length;
    const dot = paint(svg("circle", {cx: x, cy: y, r: i === 0 ? 9 : isCrowded ? 5.5 : 6.5}), other.row);
    const words = svg("text", {x, y: y + (i === 0 ? -14 : 17), "text-anchor": x < 60 ? "start" : x > WIDTH - 60 ? "end" : "middle"});
    words.textContent = shortId(other.id, 16);
    const group = svg("g", {class: `ego-node${i === 0 ? " middle" : ""}${isCrowded && i > 0 ? " crowded" : ""}`}, dot, words);
    if (i > 0) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-label", `${shortId(other.id)}, ${counted(links, "edge")} in this picture. Open`);
      group.addEventListener("click", () => open(other));
      group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(other); } });
    }
    picture.append(group);
  });
  roving(picture, "[role=button]");
  return h("div", {}, picture, note(more ? `${around} nodes around it are drawn; it has ${counted(node.degree, "edge")}.` : `The node, its ${around === 1 ? "neighbour" : `${around} neighbours`}, and the edges among them.`));
}
