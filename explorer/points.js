// Draws all nodes as dots: by WebGL 2, or on a plain canvas where there is none.

import {h} from "./dom.js";

const VERTEX = `#version 300 es
in vec2 place; in vec4 colour;
uniform vec4 camera; uniform float size;
out vec4 ink;
void main() {
  gl_Position = vec4(place * camera.xy + camera.zw, 0.0, 1.0);
  if (colour.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  gl_PointSize = size;
  ink = colour;
}`;
const FRAGMENT = `#version 300 es
precision highp float;
in vec4 ink; uniform float size; out vec4 pixel;
void main() {
  float edge = size < 3.0 ? 1.0 : clamp((0.5 - length(gl_PointCoord - 0.5)) * size, 0.0, 1.0);
  pixel = vec4(ink.rgb, 1.0) * ink.a * edge;
}`;

/**
 * An order in which any beginning is a fair sample: rows k·step mod n. While the picture moves, a slow machine draws
 * only a beginning; and no class lies above all others because its rows come last.
 */
export function fairOrder(n) {
  const gcd = (a, b) => (b === 0 ? a : gcd(b, a % b));
  let step = Math.max(1, Math.round(n * 0.6180339887));
  while (gcd(step, n) !== 1) step++;
  const order = new Uint32Array(n);
  for (let k = 0, row = 0; k < n; k++, row = (row + step) % n) order[k] = row;
  return order;
}

class GlPoints {
  constructor(canvas, onLost) {
    this.canvas = canvas;
    const gl = canvas.getContext("webgl2", {antialias: false, alpha: true, premultipliedAlpha: true, preserveDrawingBuffer: true, powerPreference: "high-performance"});
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.name = "WebGL";
    canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.isLost = true; });
    canvas.addEventListener("webglcontextrestored", () => { this.isLost = false; this.#prepare(); onLost(); });
    this.#prepare();
  }

  #prepare() {
    const {gl} = this;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) || "no program");
    gl.useProgram(program);
    this.camera = gl.getUniformLocation(program, "camera");
    this.size = gl.getUniformLocation(program, "size");
    this.places = this.#attribute(program, "place", 2, gl.UNSIGNED_SHORT, false);
    this.colours = this.#attribute(program, "colour", 4, gl.UNSIGNED_BYTE, true);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.clearColor(0, 0, 0, 0);
  }

  #attribute(program, name, parts, type, isShare) {
    const {gl} = this, buffer = gl.createBuffer(), at = gl.getAttribLocation(program, name);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, parts, type, isShare, 0, 0);
    return buffer;
  }

  #fill(buffer, bytes) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, buffer);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, bytes, this.gl.DYNAMIC_DRAW);
  }

  setPlaces(x, y) {
    if (x.length !== this.order?.length) this.order = fairOrder(x.length);
    const both = new Uint16Array(2 * x.length);
    this.order.forEach((row, k) => { both[2 * k] = x[row]; both[2 * k + 1] = y[row]; });
    this.#fill(this.places, both);
  }

  setColours(bytes) {
    const from = new Uint32Array(bytes.buffer), sorted = new Uint32Array(from.length);
    for (let k = 0; k < sorted.length; k++) sorted[k] = from[this.order[k]];
    this.#fill(this.colours, sorted);
  }

  /** Draws `count` dots of the order from `first` on; from 0 on a clean sheet, else above those that are there. */
  draw({scale, left, top}, size, first, count) {
    const {gl, canvas} = this, ratio = devicePixelRatio || 1;
    if (this.isLost) return;
    const width = canvas.width / ratio, height = canvas.height / ratio;
    gl.viewport(0, 0, canvas.width, canvas.height);
    if (first === 0) gl.clear(gl.COLOR_BUFFER_BIT);
    gl.uniform4f(this.camera, (2 * scale) / width, (-2 * scale) / height, (2 * left) / width - 1, 1 - (2 * top) / height);
    gl.uniform1f(this.size, size * ratio);
    gl.drawArrays(gl.POINTS, first, count);
  }
}

class CanvasPoints {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.name = "canvas";
  }

  setPlaces(x, y) {
    if (x.length !== this.order?.length) this.order = fairOrder(x.length);
    Object.assign(this, {x, y});
  }

  setColours(bytes) {
    this.bytes = bytes;
    this.whole = new Uint32Array(bytes.buffer);
  }

  draw({scale, left, top}, size, first, count) {
    const {pen, canvas, x, y, order, whole, bytes} = this, ratio = devicePixelRatio || 1;
    const width = canvas.width / ratio, height = canvas.height / ratio, groups = new Map();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (first === 0) pen.clearRect(0, 0, width, height);
    for (let k = first; k < first + count; k++) {
      const i = order[k], px = x[i] * scale + left, py = y[i] * scale + top;
      if (bytes[4 * i + 3] === 0 || px < -9 || py < -9 || px > width + 9 || py > height + 9) continue;
      if (!groups.has(whole[i])) groups.set(whole[i], []);
      groups.get(whole[i]).push(px, py);
    }
    for (const [colour, places] of groups) {
      const [red, green, blue, opacity] = new Uint8Array(Uint32Array.of(colour).buffer);
      pen.fillStyle = `rgba(${red},${green},${blue},${opacity / 255})`;
      this.#group(places, size);
    }
  }

  #group(places, size) {
    const {pen} = this, half = size / 2;
    pen.beginPath();
    for (let k = 0; k < places.length; k += 2) {
      if (size < 3) {
        pen.rect(places[k] - half, places[k + 1] - half, size, size);
      } else {
        pen.moveTo(places[k] + half, places[k + 1]);
        pen.arc(places[k], places[k + 1], half, 0, 7);
      }
    }
    pen.fill();
  }
}

/** The best way to draw that the browser has, with its canvas. onLost() is called when everything must be set again. */
export function makePoints(onLost) {
  const canvas = () => h("canvas", {class: "dots", "aria-hidden": "true"});
  try {
    return new GlPoints(canvas(), onLost);
  } catch {
    return new CanvasPoints(canvas()); // a new canvas: the first may have a context of WebGL, if a shader failed
  }
}
