// A sheet over a plot to draw lines on: with the pointer, by single clicks, or by keyboard.
import { show } from "../core/words.js";
import { h, onlyOn } from "./dom.js";

const SHEET_HELP =
  "Draw the line, or click from corner to corner. Keys: arrows move a cross (with Shift further), Space sets a corner, " +
  "L starts another line, Backspace takes back.";
const CROSS_STEP = 0.01; // share of the window
const TREMBLE = 4; // CSS pixels

const GESTURES =
  "pointerdown pointermove pointerup pointercancel pointerleave dblclick contextmenu touchstart";

/**
 * A layer over a plot that hears what would else be meant for the points underneath: `hears` are
 * its listeners by their types, `key(event)` is true for a key that it takes. Returns
 * { element, show(open) }.
 */
export function layerOver(plot, { kind, label, signal, hears, key }) {
  const element = h("div", {
    ...{ class: kind, tabindex: 0, role: "application", "aria-label": label, hidden: true },
  });
  const on = onlyOn(element, signal);
  for (const type of new Set([...GESTURES.split(" "), ...Object.keys(hears)]))
    on(type, hears[type]);
  const press = (event) => {
    // undo, and the browser's own shortcuts
    if (event.altKey || event.ctrlKey || event.metaKey || event.key === "Tab") return;
    event.stopPropagation();
    if (key(event)) event.preventDefault();
  };
  element.addEventListener("keydown", press, { signal });
  plot.element.append(element);
  const show = (open) => {
    element.hidden = !open;
    if (open) element.focus({ preventScroll: true });
  };
  return { element, show };
}

export class Sheet {
  /**
   * changed() is called whenever something is drawn; whisper(text) tells screen readers where the
   * cross is.
   */
  constructor(plot, { changed, whisper, signal }) {
    this.plot = plot;
    this.changed = changed;
    this.whisper = whisper;
    this.drawing = this.anew = false;
    this.clear();
    const lift = () => {
      this.from = null;
      this.drawing = false;
    };
    const hears = {
      pointerdown: (event) => {
        if (event.button) return;
        this.element.setPointerCapture(event.pointerId);
        this.from = this.at(event);
      },
      pointermove: (event) => {
        if (this.from) this.drawTo(this.at(event));
      },
      pointerup: (event) => {
        if (this.from && !this.drawing) this.corner(this.at(event));
        lift();
      },
      pointercancel: lift,
    };
    const key = (event) => this.key(event);
    const layer = layerOver(plot, { kind: "svm-sheet", label: SHEET_HELP, signal, hears, key });
    this.element = layer.element;
    this.show = layer.show;
  }

  /** All lines as lists of places. */
  get lines() {
    return this.strokes.map((stroke) => stroke.places);
  }

  clear() {
    /** @type {{ places: number[][], corners: boolean }[]} */
    this.strokes = [];
    /** @type {number[] | null} moved by keys */
    this.cross = null;
    /** @type {number[] | null} where the pointer was pressed */
    this.from = null;
    this.drawing = this.anew = false;
  }

  at(event) {
    return this.plot.held(...this.plot.toData(...this.plot.at(event)));
  }

  drawTo(place) {
    const { plot } = this;
    const line = this.drawing ? this.strokes[this.strokes.length - 1] : null;
    const last = line?.places.at(-1) ?? this.from ?? place;
    if (
      Math.hypot(plot.x(place[0]) - plot.x(last[0]), plot.y(place[1]) - plot.y(last[1])) < TREMBLE
    )
      return;
    if (line) line.places.push(place);
    else this.strokes.push({ places: [last, place], corners: false });
    this.drawing = true;
    this.changed();
  }

  /** One more corner of the line that is made of corners, or the first of a new one. */
  corner(place) {
    const last = this.strokes.at(-1);
    if (last?.corners && !this.anew) last.places.push(place);
    else this.strokes.push({ places: [place], corners: true });
    this.anew = false;
    this.changed();
  }

  back() {
    const last = this.strokes.at(-1);
    if (!last) return;
    if (last.corners) last.places.pop();
    if (!last.corners || !last.places.length) this.strokes.pop();
    this.changed();
  }

  key(event) {
    const [x0, x1, y0, y1] = this.plot.box;
    const way = this.plot.way(event, CROSS_STEP * (event.shiftKey ? 5 : 1));
    const key = event.key.toLowerCase();
    const [x, y] = this.cross ?? [(x0 + x1) / 2, (y0 + y1) / 2];
    if (way) {
      const place = (this.cross = this.plot.held(x + way[0], y + way[1]));
      this.whisper(`Cross at ${place.map((v) => show(v, 3)).join(", ")}.`);
      this.changed();
    } else if (key === " " || key === "enter") {
      this.cross = [x, y];
      this.corner([x, y]);
      this.whisper(
        `Corner ${this.strokes[this.strokes.length - 1].places.length} at ${show(x, 3)}, ${show(y, 3)}.`,
      );
    } else if (key === "l") this.anew = true;
    else if (key === "backspace" || key === "delete") this.back();
    else return false;
    return true;
  }

  draw() {
    const { plot } = this;
    const colour = plot.colours.purple;
    for (const { places, corners } of this.strokes) {
      plot.path(places, { colour, width: 3 });
      if (corners) places.forEach(([x, y]) => plot.ring(x, y, { radius: 3, colour, width: 3 }));
    }
    if (this.cross && !this.element.hidden)
      plot.cross(this.cross[0], this.cross[1], { radius: 6, colour });
  }
}

/** A guess (guess.js) is drawn on a sheet. */
export function linesAnswer({ plot }, { signal, whisper, redraw }) {
  const sheet = new Sheet(plot, { changed: redraw, whisper, signal });
  return {
    how: SHEET_HELP,
    begin() {
      sheet.clear();
      sheet.show(true);
    },
    end: () => sheet.show(false),
    value: () => (sheet.lines.length ? sheet.lines : null),
    draw: () => sheet.draw(),
  };
}
