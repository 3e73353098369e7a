// One canvas with data coordinates: what svmlib.plots draws, in the same look.
import { plane } from "../core/surface.js";
import { boxOf } from "../core/view.js";
import { raised, show } from "../core/words.js";
import { h, wayOf } from "./dom.js";
import { paletteOf, rgb } from "./theme.js";

const MARGIN = { left: 46, right: 10, top: 10, bottom: 40 }; // CSS pixels around the axes
const LABEL = 26; // and for the label beside the texts of the ticks

/** @returns {never} */
function refuse() {
  throw new Error("This browser gives no canvas to draw on.");
}

export class Plot {
  /**
   * box = [x0, x1, y0, y1]; labels = [x axis, y axis]; ratio = height / width of the whole plot;
   * equal: one unit is equally long on both axes, so that right angles look right; log = [x, y]:
   * the box holds log10 of the values; bare: no room for axes; wide: as much room on the left as
   * the texts of the ticks need.
   */
  /**
   * @param {HTMLElement} root
   * @param {{ box: number[], labels?: string[], ratio?: number, equal?: boolean, bare?: boolean,
   * wide?: boolean, log?: boolean[] }} how
   */
  constructor(
    root,
    {
      box,
      labels = ["", ""],
      ratio = 0.75,
      equal = false,
      bare = false,
      wide = false,
      log = [false, false],
    },
  ) {
    this.root = root;
    this.given = this.whole = this.box = box; // what was asked for, widened to fit, and shown
    /** @type {import("../core/view.js").View | null} the part that is shown, and of which window */
    this.view = null;
    this.viewed = "";
    /** @type {any} where points are seen instead, if that is not on the flat (lifted.js) */
    this.camera = null;
    this.labels = labels;
    this.ratio = ratio;
    this.equal = equal;
    this.bare = bare;
    this.wide = wide;
    this.left = MARGIN.left;
    this.log = log;
    this.width = this.height = 0;
    this.colours = paletteOf(root);
    this.face = getComputedStyle(root).fontFamily;
    /** @type {HTMLCanvasElement} */
    this.canvas = h("canvas", { "aria-hidden": "true" });
    /** @type {CanvasRenderingContext2D} */
    this.pen = this.canvas.getContext("2d") ?? refuse();
    /** @type {HTMLElement} */
    this.element = h("div", { class: "svm-plot" }, this.canvas);
    this.most = Infinity; // CSS pixels: the shell lowers it to what a screen has room for
    this.heat = document.createElement("canvas");
  }

  /** Fit the canvas to its element and clear it; every drawing starts here. */
  begin() {
    const width = Math.max(200, this.element.clientWidth);
    const height = Math.round(Math.min(width * this.ratio, this.most));
    const scale = this.root.closest(".svm-pages") ? 3 : Math.min(3, devicePixelRatio || 1);
    if (
      this.canvas.width !== Math.round(width * scale) ||
      this.canvas.height !== Math.round(height * scale)
    ) {
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(height * scale);
      this.canvas.style.height = `${height}px`;
    }
    this.width = width;
    this.height = height;
    this.colours = paletteOf(this.root);
    const { pen } = this;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.fillStyle = this.colours.ground;
    pen.fillRect(0, 0, width, height);
    this.box = this.given;
    if (this.equal) this.equalise();
    this.whole = this.box;
    if (this.wide) this.widen();
    if (this.viewed !== String(this.given)) this.look(null); // other points: another window
    if (this.view) this.box = boxOf(this.whole, this.view);
  }

  /** Room for the label and the longest text of a tick, but never less than usual. */
  widen() {
    this.pen.font = "12px system-ui, sans-serif";
    const widths = this.ticks(1).map(([, text]) => this.pen.measureText(text).width);
    this.left = Math.max(MARGIN.left, Math.ceil(Math.max(...widths) + LABEL));
  }

  /** Show a part of the window, or the whole of it (null). */
  look(view) {
    this.view = view;
    this.viewed = String(this.given);
    this.box = view ? boxOf(this.whole, view) : this.whole;
  }

  /** Where points may be: in the window, and wherever else is seen. */
  get room() {
    const [a, b] = [this.whole, this.box];
    return [0, 1, 2, 3].map((k) => Math[k % 2 ? "max" : "min"](a[k], b[k]));
  }

  /** Widen the box until a unit is equally long on both axes. */
  equalise() {
    const [l, r, t, d] = this.inner;
    const [x0, x1, y0, y1] = this.given;
    const unit = Math.max((x1 - x0) / (r - l), (y1 - y0) / (d - t));
    const moreX = (unit * (r - l) - (x1 - x0)) / 2;
    const moreY = (unit * (d - t) - (y1 - y0)) / 2;
    this.box = [x0 - moreX, x1 + moreX, y0 - moreY, y1 + moreY];
  }

  /** Marks are smaller in a small plot. */
  get shrink() {
    return this.width < 450 ? 0.75 : 1;
  }

  get inner() {
    if (this.bare) return [2, this.width - 2, 2, this.height - 2];
    return [this.left, this.width - MARGIN.right, MARGIN.top, this.height - MARGIN.bottom];
  }

  /** Data to CSS pixels and back. */
  x(value) {
    const [l, r] = this.inner;
    const [a, b] = this.box;
    return l + ((value - a) / (b - a)) * (r - l);
  }
  y(value) {
    const [, , t, d] = this.inner;
    const [, , a, b] = this.box;
    return d - ((value - a) / (b - a)) * (d - t);
  }
  /** Where a place is seen. @returns {[number, number]} */
  spot(x, y) {
    return this.camera ? this.camera.spot(x, y) : [this.x(x), this.y(y)];
  }
  toData(px, py) {
    if (this.camera) return this.camera.toData(px, py);
    const [l, r, t, d] = this.inner;
    const [x0, x1, y0, y1] = this.box;
    return [x0 + ((px - l) / (r - l)) * (x1 - x0), y0 + ((d - py) / (d - t)) * (y1 - y0)];
  }

  /**
   * Where a pointer (or a touch) is, in CSS pixels of the plot.
   * @returns {[number, number]}
   */
  at({ clientX, clientY }) {
    const r = this.canvas.getBoundingClientRect();
    return [clientX - r.left, clientY - r.top];
  }

  /**
   * The way that an arrow key goes by a share of the window, or null for another key.
   * @returns {[number, number] | null}
   */
  way(event, share) {
    const [x0, x1, y0, y1] = this.box;
    const way = wayOf(event);
    return way && [way[0] * share * (x1 - x0), way[1] * share * (y1 - y0)];
  }

  /** The place in the window that is nearest to x, y. */
  held(x, y) {
    const [x0, x1, y0, y1] = this.box;
    return [Math.min(x1, Math.max(x0, x)), Math.min(y1, Math.max(y0, y))];
  }

  /**
   * Index of the place [x, y] that is nearest to a place on the canvas and within reach (CSS
   * pixels), or -1.
   */
  nearest(places, px, py, reach) {
    if (this.camera) return this.camera.nearest(places, px, py, reach);
    let best = -1;
    let least = reach * reach;
    places.forEach(([x, y], i) => {
      const d = (this.x(x) - px) ** 2 + (this.y(y) - py) ** 2;
      if (d <= least) {
        least = d;
        best = i;
      }
    });
    return best;
  }

  /** Draw only inside the axes. */
  inside(draw) {
    const [l, r, t, d] = this.inner;
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(l, t, r - l, d - t);
    this.pen.clip();
    try {
      draw();
    } finally {
      this.pen.restore();
    }
  }

  /** Places and texts of the ticks of an axis. */
  ticks(k) {
    const [a, b] = this.box.slice(2 * k);
    return this.log[k] ? logTicks(a, b) : ticks(a, b, 6 - k);
  }

  /**
   * Frame, ticks at round numbers (along x at = [[place, text], …] instead) and labels; last, on
   * top of what is inside.
   * @param {{ y?: boolean, at?: [number, string][] | null }} [how]
   */
  axes({ y: withY = true, at = null } = {}) {
    const { pen, colours } = this;
    const [l, r, t, d] = this.inner;
    pen.strokeStyle = colours.muted;
    pen.fillStyle = colours.ink;
    pen.lineWidth = 1;
    pen.setLineDash([]);
    pen.beginPath();
    pen.moveTo(l, withY ? t : d);
    pen.lineTo(l, d);
    pen.lineTo(r, d);
    pen.font = `12px ${this.face}`;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const [tick, text] of at ?? this.ticks(0)) {
      pen.moveTo(this.x(tick), d);
      pen.lineTo(this.x(tick), d + 4);
      pen.fillText(
        text,
        Math.min(this.x(tick), this.width - 2 - pen.measureText(text).width / 2),
        d + 6,
      );
    }
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const [tick, text] of withY ? this.ticks(1) : []) {
      pen.moveTo(l, this.y(tick));
      pen.lineTo(l - 4, this.y(tick));
      pen.fillText(text, l - 6, this.y(tick));
    }
    pen.stroke();
    pen.textAlign = "center";
    pen.textBaseline = "bottom";
    pen.fillText(this.labels[0], (l + r) / 2, this.height - 2);
    pen.save();
    pen.translate(7, (t + d) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textBaseline = "middle";
    pen.fillText(this.labels[1], 0, 0);
    pen.restore();
  }

  /** Paint a grid of values: colour(value) gives [r, g, b]. */
  image(values, width, height, colour) {
    const { heat } = this;
    const [l, r, t, d] = this.inner;
    heat.width = width;
    heat.height = height;
    const pen = heat.getContext("2d") ?? refuse();
    const picture = pen.createImageData(width, height);
    for (let k = 0, at = 0; k < values.length; k++, at += 4) {
      const [red, green, blue] = colour(values[k], k);
      picture.data[at] = red;
      picture.data[at + 1] = green;
      picture.data[at + 2] = blue;
      picture.data[at + 3] = 255;
    }
    pen.putImageData(picture, 0, 0);
    this.pen.imageSmoothingEnabled = false;
    this.pen.drawImage(heat, l, t, r - l, d - t);
  }

  /** The two sides of a decision surface: pale class colours, stronger with |f| up to 1. */
  sides(values, width, height) {
    const [minus, plus] = ["pale-minus", "pale-plus"].map((name) => this.ramp(name, 0.35, 1));
    this.image(values, width, height, (f) => (f > 0 ? plus : minus)(Math.abs(f)));
  }

  /** From the ground to a colour, from a share of the way to another: ramp(name, …)(0…1) is rgb. */
  ramp(name, from, to) {
    const [ground, colour] = [this.colours.ground, this.colours[name]].map(rgb);
    const table = Array.from({ length: 65 }, (_, k) =>
      ground.map((g, c) => Math.round(g + (colour[c] - g) * (from + ((to - from) * k) / 64))),
    );
    return (share) => table[Math.min(64, Math.floor(64 * share))];
  }

  /** Stroke what draw(pen) draws. */
  stroke({ colour, width, dash = /** @type {number[]} */ ([]) }, draw) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.beginPath();
    draw(pen);
    pen.stroke();
    pen.setLineDash([]);
  }

  /**
   * Polyline through data points.
   * @param {number[][]} points
   * @param {{ colour?: string, width?: number, dash?: number[] }} [style]
   */
  path(points, { colour = this.colours.ink, width = 1.8, dash = [] } = {}) {
    this.stroke({ colour, width, dash }, (pen) =>
      points.forEach(([x, y], k) => pen[k ? "lineTo" : "moveTo"](this.x(x), this.y(y))),
    );
  }

  /** The line w·x + b = 0, from edge to edge. */
  line([u, v], b, style) {
    const [x0, x1, y0, y1] = this.box;
    const length = Math.hypot(u, v);
    const far = Math.hypot(x1 - x0, y1 - y0);
    const mx = (x0 + x1) / 2;
    const my = (y0 + y1) / 2;
    const away = (u * mx + v * my + b) / length;
    const foot = [mx - (away * u) / length, my - (away * v) / length];
    const along = [(far * v) / length, (-far * u) / length];
    this.path(
      [
        [foot[0] - along[0], foot[1] - along[1]],
        [foot[0] + along[0], foot[1] + along[1]],
      ],
      style,
    );
  }

  /** The two sides of the line w·x + b = 0. */
  halves([u, v], b) {
    this.sides(plane([u, v, b], [0, 0], this.box, 80, 60), 80, 60);
  }

  /** The line w·x + b = 0 and the edges w·x + b = ±1 of its street. */
  street(w, b) {
    for (const level of [-1, 0, 1])
      this.line(w, b - level, level ? { dash: [6, 4], width: 1.4 } : { width: 2.4 });
  }

  /** How a line looks that was there before. */
  get earlier() {
    return { colour: this.colours.muted, dash: [2, 3], width: 1.8 };
  }

  /** One point: class +1 an orange circle, -1 a blue square, a third class a green triangle. */
  /**
   * @param {number} x @param {number} y @param {number} label
   * @param {{ radius?: number, colour?: string | null, hollow?: boolean, edge?: number }} [style]
   * edge: width of the outline
   */
  marker(x, y, label, { radius = 5, colour = null, hollow = false, edge = 1 } = {}) {
    const { pen, colours } = this;
    const px = this.x(x);
    const py = this.y(y);
    radius *= this.shrink;
    pen.fillStyle =
      colour ?? (label === 2 ? colours.third : label > 0 ? colours.plus : colours.minus);
    // hollow: held out, drawn in the colour of its class
    pen.strokeStyle = hollow ? pen.fillStyle : colours.ink;
    pen.lineWidth = hollow ? 2 : edge;
    if (hollow) pen.fillStyle = colours.ground;
    pen.beginPath();
    if (label === 2) {
      pen.moveTo(px, py - 1.2 * radius);
      pen.lineTo(px + 1.1 * radius, py + 0.8 * radius);
      pen.lineTo(px - 1.1 * radius, py + 0.8 * radius);
      pen.closePath();
    } else if (label > 0) pen.arc(px, py, radius, 0, 2 * Math.PI);
    else pen.rect(px - 0.9 * radius, py - 0.9 * radius, 1.8 * radius, 1.8 * radius);
    pen.fill();
    pen.stroke();
  }

  /** A ring around a support vector, dashed when its multiplier is at the bound. */
  ring(x, y, { radius = 9, dashed = false, colour = this.colours.ink, width = 1.8 } = {}) {
    this.stroke({ colour, width, dash: dashed ? [3, 2.5] : [] }, (pen) =>
      pen.arc(this.x(x), this.y(y), this.shrink * radius, 0, 2 * Math.PI),
    );
  }

  /** A cross: a place that is no data point. */
  cross(x, y, { radius = 8, colour = this.colours.accent, width = 2.8 } = {}) {
    const [px, py] = [this.x(x), this.y(y)];
    this.stroke({ colour, width }, (pen) => {
      for (const down of [radius, -radius]) {
        pen.moveTo(px - radius, py - down);
        pen.lineTo(px + radius, py + down);
      }
    });
  }

  /**
   * The mark of an optimum on every page, a star with five points; only its outline, so that short
   * steps are seen in it.
   */
  star(x, y, { radius = 8, colour = this.colours.plus } = {}) {
    const [px, py] = [this.x(x), this.y(y)];
    this.stroke({ colour, width: 2 }, (pen) => {
      for (let k = 0; k < 10; k++) {
        const r = k % 2 ? 0.425 * radius : radius;
        const turn = (k * Math.PI) / 5;
        pen.lineTo(px + r * Math.sin(turn), py - r * Math.cos(turn));
      }
      pen.closePath();
    });
  }

  /**
   * @param {number} x @param {number} y @param {string} text
   * @param {{ align?: CanvasTextAlign, colour?: string, dx?: number, dy?: number,
   * ground?: boolean }} [how] ground: nothing is to be seen behind the words
   */
  text(
    x,
    y,
    text,
    { align = "left", colour = this.colours.ink, dx = 0, dy = 0, ground = false } = {},
  ) {
    const { pen } = this;
    pen.font = `13px ${this.face}`;
    if (ground) {
      const wide = pen.measureText(text).width + 8;
      const share = { left: 0, center: 0.5, right: 1 }[align] ?? 0;
      pen.fillStyle = this.colours.ground;
      const left = this.x(x) + dx - 4 - share * (wide - 8);
      pen.fillRect(left, this.y(y) + dy - 9, wide, 18);
    }
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(text, this.x(x) + dx, this.y(y) + dy);
  }

  /** What stands on a cover: lines of words, on a ground, at a share of the height. */
  cover(lines, at = 0.45) {
    const [x0, x1, y0, y1] = this.box;
    const [x, y] = [(x0 + x1) / 2, y0 + at * (y1 - y0)];
    const { pen, colours } = this;
    pen.font = `13px ${this.face}`;
    const wide = Math.max(...lines.map((words) => pen.measureText(words).width)) + 16;
    pen.fillStyle = colours.ground;
    pen.fillRect(this.x(x) - wide / 2, this.y(y) - 14, wide, 20 * lines.length + 8);
    lines.forEach((words, k) => this.text(x, y, words, { align: "center", dy: 20 * k }));
  }
}

/** About `count` round numbers between a and b, each with its text. */
export function ticks(a, b, count) {
  const rough = (b - a) / count;
  const base = 10 ** Math.floor(Math.log10(rough));
  const step = base * ([1, 2, 5].find((k) => k * base >= rough) ?? 10);
  const found = [];
  for (let k = Math.ceil(a / step - 1e-9); k * step <= b + 1e-9 * step; k++) {
    const tick = Number((k * step).toPrecision(12));
    found.push([tick, show(tick)]);
  }
  return found;
}

/**
 * Places log10(v) between a and b with the texts of v: powers of ten over a wide range, else 1, 2,
 * 5 times them.
 */
export function logTicks(a, b) {
  const wide = b - a > 3.5;
  const found = [];
  for (let k = Math.floor(a); k <= b; k++) {
    for (const factor of wide ? [1] : [1, 2, 5]) {
      const place = k + Math.log10(factor);
      if (place < a || place > b) continue;
      found.push([place, wide ? `10${raised(k)}` : show(factor * 10 ** k)]);
    }
  }
  const every = wide ? Math.ceil(found.length / 7) : 1;
  return found.filter((_, k) => k % every === 0);
}
