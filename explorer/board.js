// The cortex drawn as layers: inputs of L4 above, the columns of L2/3 as tiles, the readout of L5a below.

import {h, roving} from "./dom.js";
import {counted} from "./numbers.js";

const RUNNERS_UP = 40; // neurons of L5a that are drawn

/** A strip of neurons; set(map of neuron → class) lights some. */
class Strip {
  constructor(title, size, across) {
    this.title = title;
    this.element = h("div", {class: "strip-box"}, this.words = h("h3", {}), this.field = h("div", {class: "field strip", role: "img"}));
    this.size = size;
    this.across = across;
    this.field.style.setProperty("--across", across);
    this.field.style.setProperty("--down", Math.ceil(size / across));
    this.field.style.setProperty("--cells", 1);
    this.set(new Map());
  }

  set(lit) {
    this.field.replaceChildren(...[...lit].map(([neuron, kind]) => {
      const bit = h("i", {class: `bit ${kind}`});
      bit.style.setProperty("--column", neuron % this.across);
      bit.style.setProperty("--row", Math.floor(neuron / this.across));
      bit.style.setProperty("--cell", 0);
      return bit;
    }));
    const active = [...lit.values()].filter((kind) => !kind.includes("faint")).length;
    this.words.replaceChildren(h("b", {}, this.title), active ? ` ${active} of ${this.size}` : ` ${this.size} neurons`);
    this.field.setAttribute("aria-label", `${this.title}: ${active} of ${this.size} neurons active`);
  }
}

export class Board {
  /** pick(column) is called for a tile. */
  constructor(summary, columns, pick) {
    const {l4, cells} = summary;
    this.columns = columns;
    this.most = Math.max(1, ...columns.map(({wins}) => wins));
    this.mostCell = Math.max(1, ...columns.flatMap((column) => column.cells));
    this.inputs = [new Strip("L4 class inputs", l4.class, 50), new Strip("L4 identity inputs", l4.identity, 50)];
    this.classSize = l4.class;
    this.readout = new Strip("L5a readout", summary.l5a?.size ?? columns.length, innerWidth > 900 ? 100 : 50);
    this.tiles = columns.map((column) => {
      const parts = Array.from({length: cells}, () => h("i", {}));
      return h("button", {type: "button", class: "tile", "data-column": column.column, onclick: () => pick(column.column)}, h("span", {class: "number"}, column.column), h("span", {class: "cells", "aria-hidden": "true"}, parts));
    });
    this.grid = h("div", {class: "tiles", role: "group", "aria-label": "Columns of L2/3"}, this.tiles);
    this.time = h("span", {class: "clock"});
    this.element = h("div", {class: "board"}, h("div", {class: "inputs"}, this.inputs.map(({element}) => element)),
      h("h3", {class: "l23-head"}, h("b", {}, "L2/3"), ` ${columns.length} columns × ${cells} cells`, this.time), this.grid, this.readout.element);
    roving(this.grid, ".tile", () => getComputedStyle(this.grid).gridTemplateColumns.split(" ").length);
    this.rest();
  }

  /** Nothing fires: tiles show how often their columns win. */
  rest() {
    this.inputs.forEach((strip) => strip.set(new Map()));
    this.readout.set(new Map());
    this.time.textContent = " · the stronger a tile or one of its cells, the more often it wins";
    this.element.dataset.step = "rest";
    this.columns.forEach((column, i) => {
      this.#tile(i, "", column.wins / this.most, column.cells.map((wins) => ["", wins / this.mostCell]),
        `Column ${column.column}, ${column.region === null || column.region === undefined ? "no region" : `region ${column.region}`}, wins for ${counted(column.wins, "node")}`);
    });
  }

  #tile(i, kind, strength, cells, label) {
    const tile = this.tiles[i];
    tile.className = `tile ${kind}${tile.getAttribute("aria-pressed") === "true" ? " picked" : ""}`;
    tile.style.setProperty("--strength", strength.toFixed(3));
    tile.setAttribute("aria-label", label);
    [...tile.lastChild.children].forEach((cell, k) => {
      const [state, share] = cells[k] ?? ["", 0];
      cell.className = state;
      cell.style.setProperty("--strength", share.toFixed(3));
    });
  }

  pick(column) {
    this.tiles.forEach((tile, i) => {
      const isPicked = this.columns[i].column === column;
      tile.setAttribute("aria-pressed", isPicked);
      tile.classList.toggle("picked", isPicked);
    });
  }

  /**
   * One moment of a node's firing. `step`: "l4", "eligible", "race", "compete" or "l5a"; `time` is the step of the race.
   */
  show(firing, step, time) {
    const order = ["l4", "eligible", "race", "compete", "l5a"], at = order.indexOf(step);
    this.element.dataset.step = step;
    const ink = step === "l4" ? "lit" : "lit calm";
    this.inputs[0].set(new Map(firing.inputs.class.map((neuron) => [neuron, ink])));
    this.inputs[1].set(new Map(firing.inputs.identity.map((neuron) => [neuron - this.classSize, ink])));
    this.readout.set(step === "l5a" ? new Map(firing.l5a.slice(0, RUNNERS_UP).map(({neuron, won}) => [neuron, won ? "lit" : "faint"])) : new Map());
    this.time.textContent = step === "race" ? ` · step ${time}` : "";
    const candidates = new Map(firing.drive.map((entry) => [entry.column, entry]));
    const strongest = Math.max(...firing.drive.map(({eligibility}) => eligibility));
    this.columns.forEach(({column}, i) => {
      const entry = candidates.get(column);
      if (!entry || at < 1) return this.#tile(i, at < 1 ? "idle" : "out", 0, [], `Column ${column}${at < 1 ? "" : ", not eligible"}`);
      const hasFired = entry.first_spike_step > 0 && (at > 2 || (at === 2 && entry.first_spike_step <= time));
      const isWinner = at > 2 && entry.won, kind = isWinner ? "won" : at > 2 ? "lost" : hasFired ? "fired" : "eligible";
      const cells = Array.from({length: this.tiles[i].lastChild.children.length}, (_, k) => {
        if (hasFired && k === entry.cell) return ["spike", 1];
        const charge = at === 2 ? this.#charge(entry.cells?.[k], time, firing) : 0;
        return [hasFired ? "silenced" : "", charge];
      });
      const words = {eligible: `eligibility ${entry.eligibility.toFixed(2)}`, fired: `cell ${entry.cell} fired at step ${entry.first_spike_step}`, won: `wins with cell ${entry.cell}, rank ${entry.rank + 1}`, lost: `loses, rank ${entry.rank + 1}`}[kind];
      this.#tile(i, kind, entry.eligibility / strongest, cells, `Column ${column}, ${words}`);
    });
  }

  /** How far a cell is on the way to its threshold: V(t) / V_th of a leaky cell under constant drive. */
  #charge(cell, time, {membrane_time: membrane = 10}) {
    if (!cell || !cell.threshold) return 0;
    return Math.max(0, Math.min(1, (cell.drive * (1 - (1 - 1 / membrane) ** time)) / cell.threshold));
  }
}
