// Where the map is looked at from: screen = place · scale + (left, top).

const SIDE = 65536;

export class Camera {
  scale = 1;
  left = 0;
  top = 0;

  /** Shows everything, beside what covers the edges. */
  fit(width, height, {left = 0, right = 0, top = 0, bottom = 0} = {}) {
    const wide = Math.max(40, width - left - right), high = Math.max(40, height - top - bottom);
    this.whole = (Math.min(wide, high) * 0.95) / SIDE;
    this.scale = this.whole;
    this.left = left + (wide - SIDE * this.scale) / 2;
    this.top = top + (high - SIDE * this.scale) / 2;
  }

  toScreen = (x, y) => [x * this.scale + this.left, y * this.scale + this.top];
  toPlace = (px, py) => [(px - this.left) / this.scale, (py - this.top) / this.scale];

  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
  }

  /** Zooms about a point of the screen that stays where it is. */
  zoom(by, px, py) {
    const scale = Math.min(400 * this.whole, Math.max(0.4 * this.whole, this.scale * by));
    this.left = px - ((px - this.left) * scale) / this.scale;
    this.top = py - ((py - this.top) * scale) / this.scale;
    this.scale = scale;
  }

  /** Puts a place at a point of the screen. */
  centre(x, y, px, py) {
    this.left = px - x * this.scale;
    this.top = py - y * this.scale;
  }

  /** The width of a dot, in pixels: larger when there are few, or when they are near. */
  dotSize(nodes) {
    return Math.min(16, Math.max(1.3, (0.42 * SIDE * this.scale) / Math.sqrt(nodes + 60)));
  }
}
