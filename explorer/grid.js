// Nodes by cells of a grid: what is near a place, what is inside a polygon.

const SIDE = 65536;

/** Sorts the nodes into cells, by counting; about two nodes in a cell. */
export class Grid {
  constructor(x, y) {
    this.x = x;
    this.y = y;
    this.cells = Math.max(1, Math.min(1024, Math.ceil(Math.sqrt(x.length / 2))));
    this.size = SIDE / this.cells;
    const starts = new Uint32Array(this.cells * this.cells + 1);
    for (let i = 0; i < x.length; i++) starts[this.#cell(i) + 1]++;
    for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
    this.starts = starts;
    this.rows = new Uint32Array(x.length);
    const next = starts.slice();
    for (let i = 0; i < x.length; i++) this.rows[next[this.#cell(i)]++] = i;
  }

  #cell(i) {
    return Math.floor(this.y[i] / this.size) * this.cells + Math.floor(this.x[i] / this.size);
  }

  /** Calls visit(row) for every node in the cells that touch a rectangle. */
  visit(left, top, right, bottom, visit) {
    const limit = (value) => Math.max(0, Math.min(this.cells - 1, Math.floor(value / this.size)));
    for (let cy = limit(top); cy <= limit(bottom); cy++) {
      const from = this.starts[cy * this.cells + limit(left)], to = this.starts[cy * this.cells + limit(right) + 1];
      for (let k = from; k < to; k++) visit(this.rows[k]);
    }
  }

  /** The node nearest to a place, at most `reach` away, of those that are visible; -1 if there is none. */
  nearest(px, py, reach, isVisible) {
    let best = -1, least = reach * reach;
    this.visit(px - reach, py - reach, px + reach, py + reach, (i) => {
      const distance = (this.x[i] - px) ** 2 + (this.y[i] - py) ** 2;
      if (distance <= least && isVisible(i)) {
        least = distance;
        best = i;
      }
    });
    return best;
  }

  /**
   * The visible nodes inside a polygon [[x, y], …], by the even-odd rule. Only cells near its line are looked at node by
   * node; any other is inside or outside as a whole.
   */
  inside(polygon, isVisible) {
    const limit = (value) => Math.max(0, Math.min(this.cells - 1, Math.floor(value / this.size)));
    const range = (axis) => [limit(Math.min(...polygon.map((p) => p[axis]))), limit(Math.max(...polygon.map((p) => p[axis])))];
    const [left, right] = range(0), [top, bottom] = range(1), line = this.#cellsOfLine(polygon), rows = [];
    for (let cy = top; cy <= bottom; cy++) {
      let isInside = null; // as the cell before, until the line comes
      for (let cx = left; cx <= right; cx++) {
        const cell = cy * this.cells + cx, isNearLine = line.has(cell);
        isInside = isNearLine ? null : isInside ?? contains(polygon, (cx + 0.5) * this.size, (cy + 0.5) * this.size);
        if (isInside === false) continue;
        for (let k = this.starts[cell]; k < this.starts[cell + 1]; k++) {
          const i = this.rows[k];
          if ((!isNearLine || contains(polygon, this.x[i], this.y[i])) && isVisible(i)) rows.push(i);
        }
      }
    }
    return rows;
  }

  /** The cells that the line of a polygon passes, and those beside them. */
  #cellsOfLine(polygon) {
    const cells = new Set();
    polygon.forEach(([x, y], k) => {
      const [toX, toY] = polygon[(k + 1) % polygon.length], steps = Math.ceil((2 * Math.hypot(toX - x, toY - y)) / this.size) + 1;
      for (let step = 0; step <= steps; step++) {
        const cx = Math.floor((x + ((toX - x) * step) / steps) / this.size), cy = Math.floor((y + ((toY - y) * step) / steps) / this.size);
        for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) cells.add((cy + dy) * this.cells + cx + dx);
      }
    });
    return cells;
  }
}

/** True if a place is inside a polygon. */
export function contains(polygon, px, py) {
  let isInside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i], [xj, yj] = polygon[j];
    if (yi > py !== yj > py && px < ((xj - xi) * (py - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
}

/** A circle as a polygon. */
export function circle(x, y, radius) {
  return Array.from({length: 48}, (_, i) => [x + radius * Math.cos((i * Math.PI) / 24), y + radius * Math.sin((i * Math.PI) / 24)]);
}
