// The colours of nodes: by label, region, degree, or the bits that they share with a query.

import {NO_LABEL} from "./graph.js";

const CHOSEN = {
  light: ["#2f6fde", "#df6a2d", "#2f9e62", "#b5478f", "#c4960f", "#7059cf", "#1497ab", "#d03c53", "#788a22", "#8a5a3c"],
  dark: ["#6ea3ff", "#ff9a68", "#5fd393", "#e58acb", "#efc74f", "#a99bff", "#4fd0e3", "#ff7d8e", "#b7cb5c", "#cfa184"],
};
const RAMPS = {
  degree: {light: ["#cbd5e6", "#3f74e0", "#141f45"], dark: ["#34425c", "#5f93ff", "#eef4ff"]},
  overlap: {light: ["#cfd6e0", "#efae4e", "#a93305"], dark: ["#2b3543", "#dd8f2d", "#fff1cf"]},
};
const NONE = {light: "#a9b2bf", dark: "#5a6675"};

export const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const hex = (channels) => `#${channels.map((c) => Math.round(Math.min(255, Math.max(0, c))).toString(16).padStart(2, "0")).join("")}`;

/** OKLCH to sRGB: hues of the same lightness look equally strong. */
function oklch(lightness, chroma, hue) {
  const a = chroma * Math.cos(hue), b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s];
  return hex(linear.map((v) => 255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)));
}

/** Colours for this many categories; beyond ten they follow the circle of hues by the golden section. */
export function categoryColours(count, theme) {
  if (count <= CHOSEN[theme].length) return CHOSEN[theme].slice(0, count);
  const lightness = theme === "dark" ? [0.74, 0.82, 0.66] : [0.6, 0.7, 0.5];
  return Array.from({length: count}, (_, i) => oklch(lightness[i % 3], 0.13, 2 * Math.PI * ((i * 0.6180339887) % 1)));
}

/** A colour between three stops. */
function between(stops, share) {
  const at = Math.min(1, Math.max(0, share)) * 2, first = Math.min(1, Math.floor(at)), rest = at - first;
  return stops[first].map((channel, i) => channel + (stops[first + 1][i] - channel) * rest);
}

/** The colours of a ramp in `steps` steps. */
export function rampColours(name, theme, steps) {
  const stops = RAMPS[name][theme].map(rgb);
  return Array.from({length: steps}, (_, i) => hex(between(stops, steps === 1 ? 1 : i / (steps - 1))));
}

/** The modes that this graph has. */
export function modesOf(graph) {
  return [graph.labels ? ["label", "Class"] : null, graph.regions ? ["region", "Region"] : null, ["degree", "Degree"], ["overlap", "Overlap"]].filter(Boolean);
}

/**
 * The colour of each node and the legend: {category: per node, colours: hex per category, names, kind}.
 * `overlaps`: shared bits per node, for the mode "overlap".
 */
export function colouring(graph, mode, theme, overlaps) {
  if (mode === "label" || mode === "region") {
    const names = mode === "label" ? graph.labels : Array.from({length: graph.regions}, (_, i) => `Region ${i}`);
    const category = new Uint16Array(graph.nodes), source = graph[mode];
    for (let i = 0; i < graph.nodes; i++) category[i] = source[i] === NO_LABEL || source[i] >= names.length ? names.length : source[i];
    return {kind: "categories", category, names: [...names, mode === "label" ? "No class" : "No region"],
      colours: [...categoryColours(names.length, theme), NONE[theme]]};
  }
  const category = new Uint16Array(graph.nodes);
  if (mode === "degree") {
    const steps = 64;
    let most = 1;
    for (let i = 0; i < graph.nodes; i++) most = Math.max(most, graph.degree[i]);
    const by = (steps - 1) / Math.log(most + 1);
    for (let i = 0; i < graph.nodes; i++) category[i] = Math.log(graph.degree[i] + 1) * by;
    const colours = rampColours("degree", theme, steps);
    return {kind: "ramp", category, colours, bar: colours, ticks: ["0", String(Math.round(Math.sqrt(most + 1) - 1)), `${most} edges`]};
  }
  let most = 1;
  if (overlaps) {
    for (let i = 0; i < graph.nodes; i++) most = Math.max(most, overlaps[i]);
    category.set(overlaps.subarray(0, graph.nodes));
  }
  // By the square root: most nodes share few bits, and one bit more says most among few.
  const colours = Array.from({length: most + 1}, (_, bits) => hex(between(RAMPS.overlap[theme].map(rgb), Math.sqrt(bits / most))));
  return {kind: "ramp", category, colours, bar: rampColours("overlap", theme, 24), ticks: ["0", String(Math.round(most / 4)), `${most} bits shared`], isEmpty: !overlaps};
}

/** The same as bytes, red, green, blue and opacity. `hidden`: categories that are not shown; `chosen`: 1 for rows of a selection, or null. */
export function colourBytes({category, colours}, hidden, chosen) {
  const bytes = new Uint8Array(4 * category.length), table = colours.map(rgb);
  for (let i = 0; i < category.length; i++) {
    const c = category[i], [red, green, blue] = table[c];
    bytes[4 * i] = red;
    bytes[4 * i + 1] = green;
    bytes[4 * i + 2] = blue;
    bytes[4 * i + 3] = hidden.has(c) ? 0 : chosen && !chosen[i] ? 28 : 235;
  }
  return bytes;
}
