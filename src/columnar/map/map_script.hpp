#pragma once

#include <string_view>

namespace columnar {

/// The script and the style of the page of a map. Their SHA-256 hashes, in Base64, are all that its content security
/// policy allows; a test computes them again from a written page.
inline constexpr std::string_view kMapStyle =
    R"CSS(html,body{margin:0;height:100%;font:14px system-ui,sans-serif;background:#fff;color:#222}
canvas{position:fixed;inset:0;width:100%;height:100%;cursor:crosshair}
#panel{position:fixed;top:8px;left:8px;max-width:260px;max-height:calc(100% - 16px);overflow:auto;background:#fffe;border:1px solid #ccc;border-radius:6px;padding:8px}
#panel h1{font-size:15px;margin:0 0 6px;overflow-wrap:anywhere}
#find{width:100%;box-sizing:border-box;margin-bottom:6px}
#legend div{cursor:pointer;overflow-wrap:anywhere;padding:1px 0}
#legend div.off{opacity:.35}
#legend svg{margin-right:6px;vertical-align:-1px}
#tip{position:fixed;display:none;pointer-events:none;background:#222;color:#fff;padding:3px 7px;border-radius:4px;max-width:50%;overflow-wrap:anywhere}
)CSS";
inline constexpr std::string_view kMapStyleHash = "WalCH+eJZ71ARPFD+LgMfbUv3a34aVswC7iSAhro+1w=";

inline constexpr std::string_view kMapScript = R"JS("use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const n = data.ids.length, canvas = document.getElementById("map"), tip = document.getElementById("tip");
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

function fit() {
  const panel = innerWidth > 700 ? 250 : 0, width = innerWidth - panel;  // beside the panel, if there is room
  scale = Math.min(width, innerHeight) * 0.94 / 65536;
  left = panel + (width - 65536 * scale) / 2;
  top_ = (innerHeight - 65536 * scale) / 2;
}
function draw() {
  asked = false;
  const ratio = devicePixelRatio || 1;
  canvas.width = innerWidth * ratio;
  canvas.height = innerHeight * ratio;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  const r = Math.min(7, Math.max(0.8, 0.3 * 65536 * scale / Math.sqrt(n + 1) / 2));
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
let from = null;
canvas.addEventListener("pointerdown", e => { from = [e.clientX, e.clientY]; canvas.setPointerCapture(e.pointerId); });
canvas.addEventListener("pointerup", () => { from = null; });
canvas.addEventListener("pointermove", e => {
  if (from) {
    left += e.clientX - from[0];
    top_ += e.clientY - from[1];
    from = [e.clientX, e.clientY];
    moved();
  } else {
    show(nearest(e.clientX, e.clientY), e.clientX, e.clientY);
  }
});
canvas.addEventListener("pointerleave", () => show(-1));
canvas.addEventListener("dblclick", () => { fit(); redraw(); });
canvas.addEventListener("wheel", e => {
  e.preventDefault();
  const by = Math.exp(-e.deltaY / 400);
  left = e.clientX - (e.clientX - left) * by;
  top_ = e.clientY - (e.clientY - top_) * by;
  scale *= by;
  moved();
}, {passive: false});
document.getElementById("find").addEventListener("input", e => {
  marked = data.ids.findIndex(id => String(id) === e.target.value.trim());
  redraw();
});
const legend = document.getElementById("legend"), svg = "http://www.w3.org/2000/svg";
members.forEach((rows, g) => {
  if (!rows.length || !data.meaning) return;
  const line = document.createElement("div"), mark = document.createElementNS(svg, "svg");
  const dot = document.createElementNS(svg, "circle");
  for (const [key, value] of [["width", 11], ["height", 11]]) mark.setAttribute(key, value);
  for (const [key, value] of [["cx", 5.5], ["cy", 5.5], ["r", 5], ["fill", colours[g]]]) dot.setAttribute(key, value);
  mark.append(dot);
  line.append(mark, (g < none ? data.groups[g].name : "unknown") + " (" + rows.length + ")");
  line.addEventListener("click", () => { hidden[g] = line.classList.toggle("off"); redraw(); });
  legend.append(line);
});
addEventListener("resize", redraw);
fit();
draw();
)JS";
inline constexpr std::string_view kMapScriptHash = "/zxCqU2E0JFSUe5J3jz4ZqECSTxlAYvabn6EnHRAHws=";

}  // namespace columnar
