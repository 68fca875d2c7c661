// What lies above the dots: the chosen node, its neighbours, names of classes, the lasso, nodes on their way.

import {shortId} from "./dom.js";
import {cssColour} from "./theme.js";

const CELLS = 24; // per side, to find where a class is densest

/** Where the name of each category stands: at the densest place of its nodes, the largest category first. */
export function placesOfNames(graph, {category, names}) {
  const density = names.map(() => new Uint32Array(CELLS * CELLS)), sizes = new Uint32Array(names.length);
  const cellOf = (i) => Math.floor((graph.y[i] * CELLS) / 65536) * CELLS + Math.floor((graph.x[i] * CELLS) / 65536);
  for (let i = 0; i < graph.nodes; i++) {
    density[category[i]][cellOf(i)]++;
    sizes[category[i]]++;
  }
  const best = density.map((cells) => cells.indexOf(Math.max(...cells)));
  const sums = names.map(() => [0, 0, 0]);
  for (let i = 0; i < graph.nodes; i++) {
    const sum = sums[category[i]];
    if (cellOf(i) !== best[category[i]]) continue;
    sum[0] += graph.x[i];
    sum[1] += graph.y[i];
    sum[2]++;
  }
  return names.map((name, c) => ({name, category: c, size: sizes[c], x: sums[c][0] / sums[c][2], y: sums[c][1] / sums[c][2]}))
    .filter(({size}, c) => size > 0 && c < names.length - 1).sort((a, b) => b.size - a.size);
}

export function drawOverlay(map) {
  const {pen, camera, graph, marks} = map, ratio = devicePixelRatio || 1;
  const ink = {text: cssColour("--ink"), paper: cssColour("--stage"), shared: cssColour("--shared"), accent: cssColour("--accent"), soft: cssColour("--muted")};
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, map.width, map.height);
  pen.font = "600 13px system-ui, sans-serif";
  const radius = camera.dotSize(graph.nodes) / 2;
  const placeOf = (row) => camera.toScreen(graph.x[row], graph.y[row]);
  const taken = [];

  const ring = ([x, y], size, colour, width) => {
    pen.beginPath();
    pen.arc(x, y, size, 0, 7);
    pen.lineWidth = width + 2.5;
    pen.strokeStyle = ink.paper;
    pen.stroke();
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.stroke();
  };
  const text = (words, x, y, colour, isFree = false) => {
    const width = pen.measureText(words).width, left = Math.min(Math.max(x - width / 2, 4), map.width - width - Math.max(4, map.covered().right ?? 0));
    const box = [left - 2, y - 13, left + width + 2, y + 4];
    if (isFree && taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) return;
    taken.push(box);
    pen.lineJoin = "round";
    pen.lineWidth = 4;
    pen.strokeStyle = ink.paper;
    pen.strokeText(words, left, y);
    pen.fillStyle = colour;
    pen.fillText(words, left, y);
  };

  const {node, names} = marks, other = marks.with;
  if (node !== null) {
    const [x, y] = placeOf(node);
    for (const row of marks.near) {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(...placeOf(row));
      pen.lineWidth = row === other ? 2.5 : 1;
      pen.globalAlpha = row === other ? 0.9 : 0.45;
      pen.strokeStyle = ink.shared;
      pen.stroke();
    }
    pen.globalAlpha = 1;
    for (const row of marks.near) if (row !== other) ring(placeOf(row), radius + 2, ink.shared, 1.5);
    if (other !== null) ring(placeOf(other), radius + 4, ink.shared, 3);
    ring([x, y], radius + 5, ink.text, 3);
    taken.push([x - 16, y - 16, x + 16, y + 16]);
    text(names.get(node) ?? "", x, y - radius - 12, ink.text);
    if (other !== null) text(names.get(other) ?? "", placeOf(other)[0], placeOf(other)[1] - radius - 10, ink.shared, true);
  }
  if (marks.place) star(pen, camera.toScreen(marks.place.x, marks.place.y), ink, text);
  if (map.hover >= 0 && map.hover !== node) ring(placeOf(map.hover), radius + 3, ink.accent, 2);
  if (map.moves) drawMoves(pen, map, ink, radius);
  const isNear = camera.scale > 3 * camera.whole;
  if (!isNear) {
    for (const {name, category, x, y} of map.names) {
      if (!map.hidden.has(category)) text(shortId(name, 28), ...camera.toScreen(x, y), ink.text, true);
    }
  }
  if (map.showsCross) drawCross(pen, map, ink);
  if (map.lasso?.length > 1) drawLasso(pen, map.lasso, ink);
}

function star(pen, [x, y], ink, text) {
  pen.beginPath();
  for (let i = 0; i < 10; i++) {
    const size = i % 2 ? 5 : 11, angle = (i * Math.PI) / 5 - Math.PI / 2;
    pen.lineTo(x + size * Math.cos(angle), y + size * Math.sin(angle));
  }
  pen.closePath();
  pen.lineWidth = 4;
  pen.strokeStyle = ink.paper;
  pen.stroke();
  pen.fillStyle = ink.shared;
  pen.fill();
  text("new node", x, y - 15, ink.shared);
}

function drawMoves(pen, {moves, camera}, ink, radius) {
  pen.strokeStyle = pen.fillStyle = ink.shared;
  pen.lineWidth = 1.5;
  for (const {from, to} of moves.changed) {
    const start = camera.toScreen(from.x, from.y), end = camera.toScreen(to.x, to.y);
    const now = [0, 1].map((i) => start[i] + (end[i] - start[i]) * moves.share);
    pen.globalAlpha = 0.5;
    pen.beginPath();
    pen.moveTo(...start);
    pen.lineTo(...now);
    pen.stroke();
    pen.globalAlpha = 1;
    pen.beginPath();
    pen.arc(now[0], now[1], radius + 1.5, 0, 7);
    pen.fill();
  }
}

function drawCross(pen, {width, height, crossRadius}, ink) {
  pen.strokeStyle = ink.accent;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 4]);
  pen.beginPath();
  pen.arc(width / 2, height / 2, crossRadius, 0, 7);
  pen.stroke();
  pen.setLineDash([]);
  pen.beginPath();
  for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
    pen.moveTo(width / 2 + 4 * dx, height / 2 + 4 * dy);
    pen.lineTo(width / 2 + 14 * dx, height / 2 + 14 * dy);
  }
  pen.stroke();
}

function drawLasso(pen, lasso, ink) {
  pen.beginPath();
  lasso.forEach(([x, y]) => pen.lineTo(x, y));
  pen.closePath();
  pen.globalAlpha = 0.12;
  pen.fillStyle = ink.accent;
  pen.fill();
  pen.globalAlpha = 1;
  pen.lineWidth = 1.5;
  pen.strokeStyle = ink.accent;
  pen.setLineDash([5, 4]);
  pen.stroke();
  pen.setLineDash([]);
}
