// A plot is looked at from nearer: by wheel with Ctrl, pinch, buttons and keys; then its empty
// ground can be dragged. What is seen belongs to the eye: it is no part of a state or a link.
import { aside, nearer } from "../core/view.js";
import { button } from "./controls.js";
import { h, hearing } from "./dom.js";

const STEP = 1.5; // of a button or a key
const WHEEL = 0.01; // of a unit that a wheel tells: what a trackpad calls a pinch, too

export class Zoom {
  /**
   * `about` is the place that keys and buttons keep; `changed` draws; `taken` a gesture of two
   * fingers begins.
   * @param {import("./plot.js").Plot} plot
   * @param {{ signal: AbortSignal, about: () => number[], changed: () => void,
   *   taken: () => void }} how
   */
  constructor(plot, { signal, about, changed, taken }) {
    this.plot = plot;
    this.about = about;
    this.changed = changed;
    /** @type {number[][] | null} places of two fingers, [x, y] in CSS pixels */
    this.fingers = null;
    this.out = button("−", () => this.by(1 / STEP, about()), { label: "Farther" });
    this.in = button("+", () => this.by(STEP, about()), { label: "Nearer: then drag the ground" });
    this.all = button("fit", () => this.fit(), { label: "The whole window", disabled: true });
    this.element = h(
      "span",
      { class: "svm-group svm-zoom", role: "group", "aria-label": "Zoom" },
      this.out,
      this.in,
      this.all,
    );
    const on = hearing(plot.element, signal);
    on("wheel", (event) => {
      if (!event.ctrlKey) return; // the page scrolls
      event.preventDefault();
      const turn = Math.max(-60, Math.min(60, event.deltaY * (event.deltaMode ? 16 : 1)));
      this.by(Math.exp(-WHEEL * turn), plot.toData(...plot.at(event)));
    });
    on("touchstart", (event) => {
      if (event.touches.length !== 2 || plot.camera) return;
      event.preventDefault();
      taken();
      this.fingers = [...event.touches].map((touch) => plot.at(touch));
    });
    on("touchmove", (event) => {
      if (!this.fingers || event.touches.length !== 2) return;
      event.preventDefault();
      this.pinch([...event.touches].map((touch) => plot.at(touch)));
    });
    on("touchend touchcancel", () => {
      this.fingers = null;
    });
  }

  /** So many times nearer to a place. */
  by(factor, place) {
    const { plot } = this;
    this.show(nearer(plot.whole, plot.view, factor, place));
  }

  fit() {
    this.show(null);
  }

  show(view) {
    this.plot.look(view);
    this.follow();
    this.changed();
  }

  /** Two fingers: the places under them stay under them. */
  pinch(now) {
    const { plot, fingers } = this;
    if (!fingers) return;
    const apart = (/** @type {number[][]} */ [[a, b], [c, d]]) =>
      Math.max(20, Math.hypot(c - a, d - b));
    const middle = (/** @type {number[][]} */ [[a, b], [c, d]]) =>
      plot.toData((a + c) / 2, (b + d) / 2);
    const [before, here] = [fingers, now].map(middle);
    this.fingers = now;
    plot.look(aside(plot.whole, plot.view, [before[0] - here[0], before[1] - here[1]]));
    this.by(apart(now) / apart(fingers), before);
  }

  /** The ground is dragged by CSS pixels; false where there is nothing to drag. */
  drag(dx, dy) {
    const { plot } = this;
    if (!plot.view) return false;
    const [x0, y0] = plot.toData(0, 0);
    const [x1, y1] = plot.toData(dx, dy);
    this.show(aside(plot.whole, plot.view, [x0 - x1, y0 - y1]));
    return true;
  }

  /** A place that keys have gone to comes into sight. */
  seek(/** @type {number[]} */ [x, y]) {
    const { plot } = this;
    const [x0, x1, y0, y1] = plot.box;
    if (!plot.view || (x >= x0 && x <= x1 && y >= y0 && y <= y1)) return;
    plot.look(aside(plot.whole, plot.view, [x - plot.view.x, y - plot.view.y]));
  }

  /** What a key does, or false. */
  key(key) {
    if (key === "+" || key === "=") this.by(STEP, this.about());
    else if (key === "-") this.by(1 / STEP, this.about());
    else if (key === "0") this.fit();
    else return false;
    return true;
  }

  /** The button has something to do only where a part is seen. */
  follow() {
    this.all.disabled = !this.plot.view;
  }
}
