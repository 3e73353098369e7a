// A brush for points: a stroke over the plot leaves points of a class, or takes away those under
// it. One stroke is one step to be undone.

const APART = 0.45; // of the diameter: dabs of a stroke
const BY_KEY = 5; // points that a key leaves at once

/**
 * Let an editor be painted on while brush.on.
 * @param {import("../ui/points.js").PointEditor} editor
 * @param {{ on: boolean, size: number, painting: boolean }} brush size: diameter in CSS pixels;
 * painting: a stroke is going on
 * @param {AbortSignal} signal
 */
export function paintable(editor, brush, signal) {
  new Brush(editor, brush, signal).listen();
}

class Brush {
  constructor(editor, brush, signal) {
    this.editor = editor;
    this.brush = brush;
    this.signal = signal;
    const { plot } = editor;
    this.plot = plot;
    const { element } = plot;
    this.element = element;
    /** @type {number[] | null} */ this.last = null;
    this.label = 1;
    this.erase = false;
    this.full = false;
  }

  /** The strokes of a pointer, and B. */
  listen() {
    const { brush, editor, element, plot } = this;
    this.on("pointerdown", (event) => {
      if (!brush.on || (event.button !== 0 && event.button !== 2)) return;
      this.take(event);
      editor.invite?.remove();
      element.focus({ preventScroll: true });
      element.setPointerCapture(event.pointerId);
      editor.kept = editor.copy();
      this.erase = editor.tool === "remove";
      this.label =
        (editor.tool === "add-1" ? -1 : 1) * (event.shiftKey || event.button === 2 ? -1 : 1);
      brush.painting = true;
      const place = this.where(event);
      this.last = place;
      this.dab(place);
      editor.changed(editor.points, false);
    });
    this.on("pointermove", (event) => {
      if (!brush.on) return;
      this.take(event);
      element.style.cursor = "crosshair";
      if (!this.last) return;
      const now = this.where(event);
      if (Math.hypot(now[0] - this.last[0], now[1] - this.last[1]) < APART * brush.size) return;
      this.last = now;
      this.dab(now);
      editor.changed(editor.points, false);
    });
    this.on("pointerup", (event) => {
      if (this.last) {
        this.take(event);
        this.finish();
      }
    });
    this.on("pointercancel", (event) => {
      if (!this.last) return;
      this.take(event);
      this.last = null;
      brush.painting = false;
      editor.points = editor.kept;
      editor.changed(editor.points, null);
    });
    this.on("contextmenu", (event) => {
      if (brush.on) this.take(event);
    });
    this.on("dblclick", (event) => {
      if (brush.on) this.take(event);
    });
    this.on("touchstart", (event) => {
      if (brush.on) event.preventDefault();
    });
    // the same without a pointer: around the chosen point, of its class
    this.on("keydown", (event) => {
      if (event.key.toLowerCase() !== "b" || event.altKey || event.ctrlKey || event.metaKey) return;
      this.take(event);
      const [x0, x1, y0, y1] = plot.box;
      const point = editor.points[editor.chosen] ?? [(x0 + x1) / 2, (y0 + y1) / 2, 1];
      this.erase = false;
      this.label = point[2];
      for (let k = 0; k < BY_KEY; k++) this.dab([plot.x(point[0]), plot.y(point[1])], 0.8);
      editor.whisper(`${editor.points.length} points.`);
      this.finish();
    });
  }

  where(/** @type {PointerEvent} */ event) {
    return this.plot.at(event);
  }

  on(/** @type {string} */ type, /** @type {(event: any) => void} */ listener) {
    return this.element.addEventListener(type, listener, { signal: this.signal, capture: true });
  }

  take(/** @type {Event} */ event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** One point somewhere under the brush, or none left there. */
  dab(/** @type {number[]} */ [px, py], spread = 0.5) {
    const { brush, editor, plot } = this;
    const [l, r, t, d] = plot.inner;
    const away = brush.size * spread * Math.sqrt(Math.random());
    const turn = 2 * Math.PI * Math.random();
    if (this.erase) {
      editor.points = editor.points.filter(
        ([x, y]) => Math.hypot(plot.x(x) - px, plot.y(y) - py) > brush.size / 2,
      );
      editor.chosen = editor.under = -1;
      return;
    }
    const qx = px + away * Math.cos(turn);
    const qy = py + away * Math.sin(turn);
    if (qx < l || qx > r || qy < t || qy > d) return;
    this.full = editor.points.length >= editor.limit;
    if (!this.full) editor.points.push([...plot.toData(qx, qy), this.label]);
  }

  finish() {
    const { editor } = this;
    this.last = null;
    this.brush.painting = false;
    if (this.full) editor.note(`There is room for ${editor.limit} points.`);
    this.full = false;
    editor.finish("");
  }
}
