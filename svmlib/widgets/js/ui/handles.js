// Two handles that a line runs through, over a plot whose points have an editor of their own:
// buttons to drag or to move by key.
import { h, hearing, onlyOn } from "./dom.js";

const ofLine = (name) => `${name} handle of your line`;

export class LineHandles {
  /**
   * @param {any} plot
   * @param {{ signal: AbortSignal, changed: () => void, names?: string[] }} options changed() is
   * called at every move
   */
  constructor(plot, { signal, changed, names = ["first", "second"].map(ofLine) }) {
    this.plot = plot;
    this.changed = changed;
    /** @type {number[][]} */
    this.places = [];
    this.buttons = names.map((name, k) => {
      const label = `${name}: drag it, or use the arrow keys`;
      const button = h("button", {
        type: "button",
        class: "svm-handle",
        "aria-label": label,
        hidden: true,
      });
      this.listen(button, k, signal);
      return button;
    });
    plot.element.append(...this.buttons);
  }

  /** Lay the line level through the middle of the window. */
  lay() {
    const [x0, x1, y0, y1] = this.plot.box;
    this.places = [0.2, 0.8].map((part) => [x0 + part * (x1 - x0), (y0 + y1) / 2]);
  }

  show(shown) {
    for (const button of this.buttons) button.hidden = !shown;
    if (shown) this.buttons[0].focus({ preventScroll: true });
  }

  move(k, x, y) {
    const place = this.plot.held(x, y);
    if (String(place) === String(this.places[1 - k])) return; // two places make a line
    this.places[k] = place;
    this.changed();
  }

  /** Called after each drawing. */
  drawn() {
    this.buttons.forEach((button, k) => {
      if (!this.places[k]) return;
      // where only a part is seen, one that is out of it waits at its edge
      const [x, y] = this.plot.held(...this.places[k]);
      button.style.left = `${this.plot.x(x)}px`;
      button.style.top = `${this.plot.y(y)}px`;
    });
  }

  listen(button, k, signal) {
    // nothing of this is meant for the points below
    const on = onlyOn(button, signal);
    let held = false;
    on("pointerdown", (event) => {
      held = !event.button;
      if (held) button.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
      if (held) this.move(k, ...this.plot.toData(...this.plot.at(event)));
    });
    on("pointerup pointercancel", () => {
      held = false;
    });
    on("dblclick contextmenu touchstart");
    hearing(button, signal)("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.stopPropagation();
      const by = this.plot.way(event, event.shiftKey ? 0.025 : 0.0025);
      if (!by) return;
      event.preventDefault();
      this.move(k, this.places[k][0] + by[0], this.places[k][1] + by[1]);
    });
  }
}

/** A guess (guess.js) is a line, laid with two handles. */
export function lineAnswer({ plot }, shell) {
  const handles = new LineHandles(plot, { signal: shell.signal, changed: shell.redraw });
  return {
    how: "Lay your line with the two handles: drag them, or use the arrow keys.",
    begin() {
      handles.lay();
      handles.show(true);
    },
    end: () => handles.show(false),
    value: () => handles.places.map((place) => [...place]),
    drawn: () => handles.drawn(),
  };
}
