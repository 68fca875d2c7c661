// The map: all nodes as dots, and above them what is chosen. It draws only when something has changed.

import {Camera} from "./camera.js";
import {colourBytes, colouring} from "./colours.js";
import {h, prefersStillness} from "./dom.js";
import {Grid} from "./grid.js";
import {drawOverlay, placesOfNames} from "./overlay.js";
import {makePoints} from "./points.js";
import {isDark} from "./theme.js";

const REACH = 14; // pixels from the pointer to a node
const AT_REST = 180; // milliseconds after which everything is drawn again
const FEW = 20000; // dots that any machine draws in time
const SLOW_FRAME = 34; // milliseconds

export class MapView {
  camera = new Camera();
  hidden = new Set();
  selection = null; // rows
  marks = {node: null, with: null, near: [], place: null, names: new Map()};
  lasso = null; // the polygon being drawn, in pixels
  hover = -1;
  showsCross = false;
  share = 1; // of the dots, drawn in one frame
  moves = null; // rows on their way to new places
  frames = {own: 0, waited: 0, drawn: 0}; // milliseconds of our own, milliseconds from asking to the frame, dots

  constructor(stage) {
    this.stage = stage;
    this.points = makePoints(() => { this.points.setPlaces(this.graph.x, this.graph.y); this.#fill(); });
    this.canvas = this.points.canvas;
    this.over = h("canvas", {class: "over"});
    stage.append(this.canvas, this.over);
    this.pen = this.over.getContext("2d");
    new ResizeObserver(() => this.resize()).observe(stage);
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => this.resize());
  }

  setGraph(graph) {
    this.graph = graph;
    this.grid = new Grid(graph.x, graph.y);
    if (this.width) this.fit();
  }

  /** Space that other things cover: {left, right, top, bottom} in pixels. */
  covered = () => ({});

  resize() {
    const {clientWidth, clientHeight} = this.stage, ratio = devicePixelRatio || 1;
    if (!clientWidth || !clientHeight) return;
    const isFirst = !this.width;
    const [dx, dy] = [(clientWidth - (this.width ?? 0)) / 2, (clientHeight - (this.height ?? 0)) / 2];
    this.width = clientWidth;
    this.height = clientHeight;
    for (const canvas of [this.canvas, this.over]) {
      canvas.width = Math.round(clientWidth * ratio);
      canvas.height = Math.round(clientHeight * ratio);
    }
    if (!this.graph) return;
    if (isFirst || this.isWhole) this.fit();
    else this.camera.pan(dx, dy);
    this.redraw();
  }

  fit() {
    this.camera.fit(this.width, this.height, this.covered());
    this.isWhole = true;
    this.redraw();
  }

  /** Colours the dots anew. */
  colour(mode, overlaps) {
    if (mode !== this.mode) this.hidden.clear();
    this.mode = mode;
    this.overlaps = overlaps;
    this.colouring = colouring(this.graph, mode, isDark() ? "dark" : "light", overlaps);
    this.names = this.colouring.kind === "categories" && this.colouring.names.length <= 25 ? placesOfNames(this.graph, this.colouring) : [];
    this.points.setPlaces(this.graph.x, this.graph.y);
    this.#fill();
  }

  #fill() {
    if (!this.colouring) return;
    let chosen = null;
    if (this.selection) {
      chosen = new Uint8Array(this.graph.nodes);
      for (const row of this.selection) chosen[row] = 1;
    }
    this.points.setColours(colourBytes(this.colouring, this.hidden, chosen));
    this.redraw();
  }

  /** Shows or hides a category of the legend. */
  toggle(category) {
    if (!this.hidden.delete(category)) this.hidden.add(category);
    this.#fill();
  }

  /** Makes some rows stand out; null: none. */
  select(rows) {
    this.selection = rows;
    this.#fill();
  }

  mark(change) {
    Object.assign(this.marks, change);
    this.redraw(false);
  }

  isVisible = (row) => !this.hidden.has(this.colouring.category[row]);

  /** The node at a point of the screen, or -1. */
  at(px, py, reach = REACH) {
    const [x, y] = this.camera.toPlace(px, py);
    return this.grid.nearest(x, y, reach / this.camera.scale, this.isVisible);
  }

  /** The visible nodes inside a polygon of the screen. */
  inside(polygon) {
    return this.grid.inside(polygon.map(([px, py]) => this.camera.toPlace(px, py)), this.isVisible);
  }

  /** Moves the map so that a place is in sight. */
  reveal(x, y) {
    const [px, py] = this.camera.toScreen(x, y), cover = {left: 0, right: 0, top: 0, bottom: 0, ...this.covered()}, edge = 12;
    if (px > edge && px < this.width - edge && py > edge && py < this.height - edge) return;
    this.isWhole = false;
    this.camera.centre(x, y, (cover.left + this.width - cover.right) / 2, (cover.top + this.height - cover.bottom) / 2);
    this.redraw();
  }

  /** After a pan or zoom: draws at once what the machine can, and the rest when the map rests. */
  moved() {
    this.isWhole = false;
    this.isMoving = true;
    this.redraw();
  }

  /** Shows rows on their way from old places to new ones: [{row, from: {x, y}, to: {x, y}}]. */
  move(changed) {
    const start = performance.now(), time = prefersStillness() ? 0 : 1400;
    this.moves = {changed, share: 0};
    const step = (now) => {
      const share = time ? Math.min(1, (now - start) / time) : 1;
      if (this.moves?.changed !== changed) return;
      this.moves.share = 1 - (1 - share) ** 3;
      this.redraw(false);
      if (share < 1) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  /** Asks for a frame. The dots stay as they are if only what lies above them has changed. */
  redraw(areDotsNew = true) {
    this.areDotsNew ||= areDotsNew;
    if (this.asked || !this.width) return;
    this.asked = performance.now();
    requestAnimationFrame(() => this.#frame());
  }

  /** A slow machine draws fewer dots at a time: a sample while the map moves, the others when it rests. */
  #adapt(milliseconds) {
    this.frames.waited = milliseconds;
    if (milliseconds > SLOW_FRAME) this.share = Math.max(Math.min(1, FEW / this.graph.nodes), this.share / 2);
    else if (milliseconds < SLOW_FRAME / 2) this.share = Math.min(1, this.share * 1.25);
  }

  #frame() {
    const start = performance.now(), waited = start - this.asked;
    this.asked = 0;
    if (!this.graph || !this.colouring) return;
    const {nodes} = this.graph, {frames} = this;
    if (this.areDotsNew || frames.drawn < nodes) this.#adapt(Math.max(waited, frames.own));
    if (this.areDotsNew) frames.drawn = 0;
    if (frames.drawn < nodes && !(this.isMoving && frames.drawn)) {
      const more = Math.min(nodes - frames.drawn, Math.ceil(nodes * this.share));
      this.points.draw(this.camera, this.camera.dotSize(nodes), frames.drawn, more);
      frames.drawn += more;
      this.areDotsNew = false;
    }
    drawOverlay(this);
    clearTimeout(this.rest);
    if (this.isMoving) this.rest = setTimeout(() => { this.isMoving = false; if (frames.drawn < nodes) this.redraw(false); }, AT_REST);
    else if (frames.drawn < nodes) this.redraw(false);
    frames.own = performance.now() - start;
  }
}
