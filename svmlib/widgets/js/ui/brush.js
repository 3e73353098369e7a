// A brush for the points of an editor (points.js): a stroke over the plot leaves points of a class,
// or takes away those under it. One stroke is one step to be undone.
import { button } from "./controls.js";
import { h } from "./dom.js";

const APART = 0.45; // of the diameter: dabs of a stroke
const BESIDE = 5; // points that a key leaves at once

export class Brush {
  on = false;
  size = 44; // CSS pixels: its diameter
  /** @type {number[] | null} the last dab of a stroke */ last = null;
  label = 1;
  erase = false;

  /** @param {import("./points.js").PointEditor} editor */
  constructor(editor) {
    this.editor = editor;
    const size = h("input", {
      ...{ type: "range", min: 16, max: 120, step: 4, value: this.size, class: "svm-size" },
      "aria-label": "Size of the brush",
      oninput: () => {
        this.size = Number(size.value);
      },
    });
    this.painting = button("Brush", () => this.turn(), {
      class: "svm-button svm-tool",
      "aria-pressed": "false",
    });
    this.tools = [this.painting, size];
  }

  /** On or off. */
  turn() {
    const { editor } = this;
    this.on = !this.on;
    this.painting.setAttribute("aria-pressed", String(this.on));
    editor.plot.element.style.touchAction = this.on ? "none" : "";
    editor.note(
      this.on
        ? "Drag over the plot to paint points. With the cross it takes them away."
        : "Clicks and drags move single points again.",
    );
  }

  begin(event) {
    if (event.button === 1) return;
    const { editor } = this;
    const second = event.shiftKey || event.button === 2;
    editor.invite?.remove();
    editor.plot.element.setPointerCapture(event.pointerId);
    editor.kept = editor.copy();
    this.erase = editor.tool === "remove";
    this.label = (editor.tool === "add-1" ? -1 : 1) * (second ? -1 : 1);
    this.stroke(editor.plot.at(event));
  }

  move(event) {
    const { editor, last, size } = this;
    editor.plot.element.style.cursor = "crosshair";
    if (editor.held < 0 || !last) return;
    const [px, py] = editor.plot.at(event);
    if (Math.hypot(px - last[0], py - last[1]) >= APART * size) this.stroke([px, py]);
  }

  end() {
    const { editor } = this;
    if (editor.held < 0) return;
    editor.held = -1;
    editor.finish("");
  }

  /** The same without a pointer: points around the chosen one, of its class. */
  beside() {
    const { editor } = this;
    const [x0, x1, y0, y1] = editor.plot.box;
    const [x, y, label] = editor.points[editor.chosen] ?? [(x0 + x1) / 2, (y0 + y1) / 2, 1];
    this.erase = false;
    this.label = label;
    for (let k = 0; k < BESIDE; k++) this.dab(editor.plot.spot(x, y), 0.8);
    editor.whisper(`${editor.points.length} points.`);
    editor.finish("");
  }

  stroke(place) {
    const { editor } = this;
    this.last = place;
    this.dab(place);
    editor.held = Math.max(0, editor.points.length - 1); // something is going on
    editor.changed(editor.points, false);
  }

  /** One point somewhere under the brush, or none left there. */
  dab([px, py], spread = 0.5) {
    const { editor, size } = this;
    const { plot } = editor;
    if (this.erase) {
      editor.points = editor.points.filter(
        ([x, y]) => Math.hypot(plot.x(x) - px, plot.y(y) - py) > size / 2,
      );
      editor.chosen = editor.under = -1;
      return;
    }
    const [l, r, t, d] = plot.inner;
    const away = size * spread * Math.sqrt(Math.random());
    const turn = 2 * Math.PI * Math.random();
    const [qx, qy] = [px + away * Math.cos(turn), py + away * Math.sin(turn)];
    if (qx < l || qx > r || qy < t || qy > d) return;
    if (editor.points.length < editor.limit)
      editor.points.push([...plot.toData(qx, qy), this.label]);
    else editor.note(`There is room for ${editor.limit} points.`);
  }
}
