// A brush for points: a stroke over the plot leaves points of a class, or takes away those under it. One stroke is one step to be undone.

const APART = 0.45; // of the diameter: dabs of a stroke
const BY_KEY = 5; // points that a key leaves at once

/**
 * Let an editor be painted on while brush.on.
 * @param {import("../ui/points.js").PointEditor} editor
 * @param {{ on: boolean, size: number, painting: boolean }} brush size: diameter in CSS pixels; painting: a stroke is going on
 * @param {AbortSignal} signal
 */
export function paintable(editor, brush, signal) {
  const { plot } = editor;
  const { element } = plot;
  /** @type {number[] | null} */ let last = null;
  let label = 1;
  let erase = false;
  let full = false;
  const where = (/** @type {PointerEvent} */ event) => plot.at(event);
  const on = (/** @type {string} */ type, /** @type {(event: any) => void} */ listener) =>
    element.addEventListener(type, listener, { signal, capture: true });
  const take = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** One point somewhere under the brush, or none left there. */
  function dab(/** @type {number[]} */ [px, py], spread = 0.5) {
    const [l, r, t, d] = plot.inner;
    const away = brush.size * spread * Math.sqrt(Math.random());
    const turn = 2 * Math.PI * Math.random();
    if (erase) {
      editor.points = editor.points.filter(
        ([x, y]) => Math.hypot(plot.x(x) - px, plot.y(y) - py) > brush.size / 2,
      );
      editor.chosen = editor.under = -1;
      return;
    }
    const qx = px + away * Math.cos(turn);
    const qy = py + away * Math.sin(turn);
    if (qx < l || qx > r || qy < t || qy > d) return;
    full = editor.points.length >= editor.limit;
    if (!full) editor.points.push([...plot.toData(qx, qy), label]);
  }

  function finish() {
    last = null;
    brush.painting = false;
    if (full) editor.note(`There is room for ${editor.limit} points.`);
    full = false;
    editor.finish("");
  }

  on("pointerdown", (event) => {
    if (!brush.on || (event.button !== 0 && event.button !== 2)) return;
    take(event);
    editor.invite?.remove();
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    editor.kept = editor.copy();
    erase = editor.tool === "remove";
    label = (editor.tool === "add-1" ? -1 : 1) * (event.shiftKey || event.button === 2 ? -1 : 1);
    brush.painting = true;
    last = where(event);
    dab(last);
    editor.changed(editor.points, false);
  });
  on("pointermove", (event) => {
    if (!brush.on) return;
    take(event);
    element.style.cursor = "crosshair";
    if (!last) return;
    const now = where(event);
    if (Math.hypot(now[0] - last[0], now[1] - last[1]) < APART * brush.size) return;
    last = now;
    dab(now);
    editor.changed(editor.points, false);
  });
  on("pointerup", (event) => {
    if (last) {
      take(event);
      finish();
    }
  });
  on("pointercancel", (event) => {
    if (!last) return;
    take(event);
    last = null;
    brush.painting = false;
    editor.points = editor.kept;
    editor.changed(editor.points, null);
  });
  on("contextmenu", (event) => {
    if (brush.on) take(event);
  });
  on("dblclick", (event) => {
    if (brush.on) take(event);
  });
  on("touchstart", (event) => {
    if (brush.on) event.preventDefault();
  });
  // the same without a pointer: around the chosen point, of its class
  on("keydown", (event) => {
    if (event.key.toLowerCase() !== "b" || event.altKey || event.ctrlKey || event.metaKey) return;
    take(event);
    const [x0, x1, y0, y1] = plot.box;
    const point = editor.points[editor.chosen] ?? [(x0 + x1) / 2, (y0 + y1) / 2, 1];
    erase = false;
    label = point[2];
    for (let k = 0; k < BY_KEY; k++) dab([plot.x(point[0]), plot.y(point[1])], 0.8);
    editor.whisper(`${editor.points.length} points.`);
    finish();
  });
}
