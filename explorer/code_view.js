// A code as people can see it: 300 columns of cells, the strip of L5a, the field of L6. Active bits are buttons.

import {h, roving} from "./dom.js";

const NAMES = {l23: "L2/3", l5a: "L5a", l6: "L6", roles: "roles"};
const ROW = 50; // columns side by side
const WIDE = 96; // neurons of L6 side by side

/** Where a bit is: {layer, index, column, cell}. Layers that the page does not know are fields of neurons. */
export function placeOfBit(summary, bit) {
  const layer = summary.layers.find(({first, size}) => bit >= first && bit < first + size);
  if (!layer) return {layer: "", index: bit};
  const index = bit - layer.first;
  return layer.name === "l23" ? {layer: "l23", index, column: Math.floor(index / summary.cells), cell: index % summary.cells} : {layer: layer.name, index};
}

export const layerName = (layer) => NAMES[layer] ?? layer;

/** "column 17, cell 3" or "L6 neuron 204". */
export function bitWords(summary, bit) {
  const {layer, index, column, cell} = placeOfBit(summary, bit);
  return layer === "l23" ? `column ${column}, cell ${cell}` : `${layerName(layer)} neuron ${index}`;
}

/**
 * Fields of bits with `bits` lit. `shared`: those that another code has, too; `others`: bits that only the other has.
 * `pick(bit)` and `describe(bit)` are optional.
 */
export function codeView(summary, {bits, shared = null, others = [], picked = [], pick = null, describe = () => ""}) {
  const isShared = new Set(shared ?? []), view = h("div", {class: "code"});
  const caption = h("p", {class: "bit-words", "aria-hidden": "true"}, "\u00a0");
  for (const layer of summary.layers) {
    const inside = (bit) => bit >= layer.first && bit < layer.first + layer.size;
    const own = bits.filter(inside), foreign = others.filter(inside);
    const isColumns = layer.name === "l23", cells = isColumns ? summary.cells : 1;
    const across = layer.size > 1000 && !isColumns ? WIDE : ROW, columns = layer.size / cells, rows = Math.ceil(columns / across);
    const field = h("div", {class: `field ${isColumns ? "columns" : across === WIDE ? "fine" : "strip"}`, role: "group",
      "aria-label": `${layerName(layer.name)}: ${own.length} of ${layer.size} bits`});
    field.style.setProperty("--across", across);
    field.style.setProperty("--down", rows);
    field.style.setProperty("--cells", cells);
    if (isColumns) {
      for (let row = 0; row < rows; row++) {
        const block = h("i", {class: "block"});
        block.style.setProperty("--row", row);
        field.append(block);
      }
    }
    const put = (bit, element) => {
      const index = bit - layer.first, column = Math.floor(index / cells);
      element.style.setProperty("--column", column % across);
      element.style.setProperty("--row", Math.floor(column / across));
      element.style.setProperty("--cell", index % cells);
      field.append(element);
    };
    foreign.forEach((bit) => put(bit, h("i", {class: "bit foreign"})));
    for (const bit of own) {
      const words = [`Bit ${bit}: ${bitWords(summary, bit)}`, isShared.has(bit) ? "shared" : null, describe(bit) || null].filter(Boolean).join(" · ");
      const show = () => { caption.textContent = words; };
      put(bit, h(pick ? "button" : "span", {class: `bit${isShared.has(bit) ? " shared" : shared ? " quiet" : ""}`, type: pick ? "button" : null, "aria-label": words,
        role: pick ? null : "img", "data-bit": bit, "aria-pressed": pick ? String(picked.includes(bit)) : null, onclick: pick ? () => pick(bit) : null, onpointerenter: show, onfocus: show}));
    }
    if (pick) roving(field, "button");
    const fact = shared ? `${own.filter((bit) => isShared.has(bit)).length} of ${own.length} shared` : `${own.length} of ${layer.size.toLocaleString("en")} active`;
    view.append(h("div", {class: "layer-head"}, h("b", {}, layerName(layer.name)),
      h("span", {}, isColumns ? `${columns} columns × ${cells} cells` : `${layer.size.toLocaleString("en")} neurons`), h("span", {class: "fact"}, fact)), field);
  }
  view.append(caption);
  return view;
}
