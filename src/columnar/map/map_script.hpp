#pragma once

#include <string_view>

namespace columnar {

/// The script and the style of the page of a map. Their SHA-256 hashes, in Base64, are all that its content security
/// policy allows; a test computes them again from a written page.
inline constexpr std::string_view kMapStyle =
    R"CSS(html,body{margin:0;height:100%;font:14px system-ui,sans-serif;background:#fff;color:#222}
canvas{position:fixed;inset:0;width:100%;height:100%;cursor:crosshair;touch-action:none}
#panel{position:fixed;top:8px;left:8px;max-width:260px;max-height:calc(100% - 16px);overflow:auto;background:#fffe;border:1px solid #ccc;border-radius:6px;padding:8px}
#panel h1{font-size:15px;margin:0 0 6px;overflow-wrap:anywhere}
#panel p{margin:0 0 6px;color:#555}
#find{width:100%;box-sizing:border-box;margin-bottom:6px;font:inherit}
#find.none{outline:2px solid #d00}
#legend button{display:block;border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer;overflow-wrap:anywhere;padding:1px 0}
#legend button.off{opacity:.35}
#legend svg{margin-right:6px;vertical-align:-1px}
#tip{position:fixed;display:none;pointer-events:none;background:#222;color:#fff;padding:3px 7px;border-radius:4px;max-width:50%;overflow-wrap:anywhere}
@media(max-width:700px){#panel{top:auto;bottom:8px;right:8px;max-width:none;max-height:34%}#legend{display:flex;flex-wrap:wrap;gap:0 12px}}
)CSS";
inline constexpr std::string_view kMapStyleHash = "jOzHRTGqfAYUYuhMC3jIH3/cRHQrY0DMPOrN+CjfYzI=";

inline constexpr std::string_view kMapScript = R"JS("use strict";
const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const n = data.ids.length, canvas = $("map"), panel = $("panel"), tip = $("tip");
const pen = canvas.getContext("2d"), none = data.groups.length;
const colours = data.groups.map(g => g.colour).concat([data.no_colour]);
const hidden = new Array(none + 1).fill(false), members = Array.from({length: none + 1}, () => []);
for (let i = 0; i < n; i++) members[data.group[i] < 0 ? none : data.group[i]].push(i);
let scale = 1, left = 0, top_ = 0, marked = -1, asked = false;
let step = 1, rest = 0;  // While the map moves, a part of a large one is drawn.

// Nodes by cells of a grid, for the pointer.
const cells = 256, grid = new Map();
const cell = (x, y) => (y * cells / 65536 | 0) * cells + (x * cells / 65536 | 0);
for (let i = 0; i < n; i++) {
  const c = cell(data.x[i], data.y[i]);
  if (!grid.has(c)) grid.set(c, []);
  grid.get(c).push(i);
}

// The part of the window beside the panel, or above it in a narrow window.
function free() {
  const box = panel.getBoundingClientRect(), narrow = innerWidth <= 700;
  return {from: narrow ? 0 : box.right, to: innerWidth, height: narrow ? box.top : innerHeight};
}
function fit() {
  const room = free(), width = room.to - room.from;
  scale = Math.min(width, room.height) * 0.94 / 65536;
  left = room.from + (width - 65536 * scale) / 2;
  top_ = (room.height - 65536 * scale) / 2;
}
function draw() {
  asked = false;
  const ratio = devicePixelRatio || 1;
  canvas.width = innerWidth * ratio;
  canvas.height = innerHeight * ratio;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const r = Math.min(7, Math.max(0.8, 0.3 * 65536 * scale / Math.sqrt(n + 1) / 2));
  pen.strokeStyle = "#fff";
  pen.lineWidth = 1;
  members.forEach((rows, g) => {
    if (hidden[g]) return;
    pen.fillStyle = colours[g];
    for (let k = 0; k < rows.length; k += step) {
      const i = rows[k];
      const x = data.x[i] * scale + left, y = data.y[i] * scale + top_;
      if (x < -9 || y < -9 || x > innerWidth + 9 || y > innerHeight + 9) continue;
      if (r < 2) { pen.fillRect(x - r, y - r, 2 * r, 2 * r); continue; }
      pen.beginPath();
      pen.arc(x, y, r, 0, 7);
      pen.fill();
      if (r > 3) pen.stroke();  // so that dots that overlap are seen apart
    }
  });
  if (marked >= 0) {
    pen.strokeStyle = "#000";
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(data.x[marked] * scale + left, data.y[marked] * scale + top_, r + 4, 0, 7);
    pen.stroke();
  }
}
function redraw() { if (!asked) { asked = true; requestAnimationFrame(draw); } }
function moved() {
  step = Math.ceil(n / 20000);
  clearTimeout(rest);
  rest = setTimeout(() => { step = 1; redraw(); }, 150);
  redraw();
}
function nearest(px, py) {
  const x = (px - left) / scale, y = (py - top_) / scale, reach = 12 / scale, size = 65536 / cells;
  let best = -1, least = reach * reach;
  const limit = v => Math.max(0, Math.min(cells - 1, v / size | 0));
  for (let cy = limit(y - reach); cy <= limit(y + reach); cy++)
    for (let cx = limit(x - reach); cx <= limit(x + reach); cx++)
      for (const i of grid.get(cy * cells + cx) || []) {
        const d = (data.x[i] - x) ** 2 + (data.y[i] - y) ** 2;
        if (d < least && !hidden[data.group[i] < 0 ? none : data.group[i]]) { least = d; best = i; }
      }
  return best;
}
function show(i, x, y) {
  tip.style.display = i < 0 ? "none" : "block";
  if (i < 0) return;
  const g = data.group[i];
  tip.textContent = data.ids[i] + (data.meaning ? " \u00b7 " + data.meaning + " " + (g < 0 ? "unknown" : data.groups[g].name) : "");
  tip.style.left = Math.min(x + 14, innerWidth - tip.offsetWidth - 4) + "px";
  tip.style.top = Math.min(y + 14, innerHeight - tip.offsetHeight - 4) + "px";
}
const touches = new Map();  // pointers that are down
canvas.addEventListener("pointerdown", e => {
  touches.set(e.pointerId, [e.clientX, e.clientY]);
  canvas.setPointerCapture(e.pointerId);
});
for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, e => touches.delete(e.pointerId));
canvas.addEventListener("pointermove", e => {
  const before = touches.get(e.pointerId);
  if (!before) return show(nearest(e.clientX, e.clientY), e.clientX, e.clientY);
  const now = [e.clientX, e.clientY], other = [...touches].find(([id]) => id !== e.pointerId);
  touches.set(e.pointerId, now);
  if (other) {  // two fingers
    const [x, y] = other[1], far = at => Math.max(1, Math.hypot(at[0] - x, at[1] - y));
    zoom(x, y, far(now) / far(before));
  } else {
    left += now[0] - before[0];
    top_ += now[1] - before[1];
  }
  moved();
});
canvas.addEventListener("pointerleave", () => show(-1));
canvas.addEventListener("dblclick", () => { fit(); redraw(); });
function zoom(x, y, by) {
  left = x - (x - left) * by;
  top_ = y - (y - top_) * by;
  scale *= by;
}
canvas.addEventListener("wheel", e => {
  e.preventDefault();
  zoom(e.clientX, e.clientY, Math.exp(-e.deltaY / 400));
  moved();
}, {passive: false});
$("find").addEventListener("input", e => {
  const wanted = e.target.value.trim(), lower = wanted.toLowerCase();
  marked = wanted ? data.ids.indexOf(wanted) : -1;
  if (wanted && marked < 0) marked = data.ids.findIndex(id => id.toLowerCase().startsWith(lower));
  e.target.classList.toggle("none", wanted !== "" && marked < 0);
  if (marked >= 0) {
    const room = free(), x = data.x[marked] * scale + left, y = data.y[marked] * scale + top_;
    if (x < room.from || x > room.to || y < 0 || y > room.height) {  // move it into sight
      left += (room.from + room.to) / 2 - x;
      top_ += room.height / 2 - y;
    }
    show(marked, data.x[marked] * scale + left, data.y[marked] * scale + top_);
  } else {
    show(-1);
  }
  redraw();
});
const seen = data.groups.filter((_, g) => members[g].length).length, count = n.toLocaleString("en");
$("about").textContent = count + (n === 1 ? " node" : " nodes") +
  (data.meaning ? ", coloured by " + data.meaning + " (" + seen + ")" : "");
const legend = $("legend"), svg = "http://www.w3.org/2000/svg";
members.forEach((rows, g) => {
  if (!rows.length || !data.meaning) return;
  const line = document.createElement("button"), mark = document.createElementNS(svg, "svg");
  const dot = document.createElementNS(svg, "circle");
  for (const [key, value] of [["width", 11], ["height", 11]]) mark.setAttribute(key, value);
  for (const [key, value] of [["cx", 5.5], ["cy", 5.5], ["r", 5], ["fill", colours[g]]]) dot.setAttribute(key, value);
  mark.append(dot);
  line.append(mark, (g < none ? data.groups[g].name : "unknown") + " (" + rows.length + ")");
  line.addEventListener("click", () => { hidden[g] = line.classList.toggle("off"); redraw(); });
  legend.append(line);
});
addEventListener("resize", () => { fit(); redraw(); });
fit();
draw();
)JS";
inline constexpr std::string_view kMapScriptHash = "z/Yga5saptlefB/JmiPaXZS/XnYSJ8orh0oFX0RJnj4=";

}  // namespace columnar
