// What the page knows of every node: place, region, degree, label. Ids are asked for when they are needed.

import {get, getBytes} from "./api.js";

const TYPES = {u8: Uint8Array, u16: Uint16Array, u32: Uint32Array};
export const NO_LABEL = 65535;
const KEPT_IDS = 20000;

/** The map, and its arrays. While the server still draws it, waits(share that is done) is called every second. */
async function loadMap(waits) {
  for (;;) {
    try {
      const map = await get("map"), data = await getBytes("map/data");
      if (data.byteLength === map.bytes) return [map, data]; // else an update came between
    } catch (error) {
      if (error.status !== 503 || error.progress === undefined) throw error;
      waits(error.progress);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** A label that is a bare number says what it is. */
const plainLabel = (name) => (/^\d+$/.test(name) ? `Class ${name}` : name);

/** Reads the summary and the arrays of the map. */
export async function loadGraph(waits = () => {}) {
  const [summary, [map, data]] = await Promise.all([get("summary"), loadMap(waits)]);
  const graph = {summary, nodes: map.nodes, regions: map.regions, labels: map.labels?.map(plainLabel) ?? null, label: null, ids: new Map()};
  for (const {name, type, offset} of map.arrays) {
    const Type = TYPES[type];
    const end = offset + map.nodes * Type.BYTES_PER_ELEMENT;
    if (end > data.byteLength) throw new Error("The map of the server is incomplete.");
    graph[name] = new Type(data.slice(offset, end));
  }
  return graph;
}

/** Remembers ids that came with an answer. */
export function rememberIds(graph, nodes) {
  if (graph.ids.size > KEPT_IDS) graph.ids.clear();
  for (const node of nodes) if (node.row !== undefined && node.row !== null) graph.ids.set(node.row, node.id);
}

/** The ids of rows, from memory or from the server. */
export async function idsOf(graph, rows) {
  const unknown = rows.filter((row) => !graph.ids.has(row));
  for (let i = 0; i < unknown.length; i += 500) {
    rememberIds(graph, (await get(`nodes/ids?rows=${unknown.slice(i, i + 500)}`)).nodes);
  }
  return rows.map((row) => graph.ids.get(row));
}

/** The name of a node's label, or null. */
export function labelOf(graph, row) {
  return graph.label && graph.label[row] !== NO_LABEL ? graph.labels[graph.label[row]] : null;
}

/** The rows with most edges, largest first. */
export function topByDegree(graph, most) {
  const best = [];
  for (let row = 0; row < graph.nodes; row++) {
    if (best.length === most && graph.degree[row] <= graph.degree[best[most - 1]]) continue;
    let at = best.length;
    while (at > 0 && graph.degree[best[at - 1]] < graph.degree[row]) at--;
    best.splice(at, 0, row);
    best.length = Math.min(best.length, most);
  }
  return best;
}
