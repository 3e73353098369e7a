// Points that can be dragged, clicked, typed and reached by keyboard.
import { boxAround } from "../core/datasets.js";
import { show } from "../core/words.js";
import { sentenceBegun } from "../told/moved.js";
import { button } from "./controls.js";
import { application, freshId, h, hasFocus, hearing } from "./dom.js";
import { mark } from "./marks.js";
import { Zoom } from "./zoom.js";

const NAMES = {
  1: "orange circle",
  "-1": "blue square",
  0: "blue square",
  2: "green triangle",
  handle: "handle of the line",
  start: "start of the walk",
};
const MARKS = { 1: "plus", "-1": "minus", 0: "minus", 2: "third" };
const REACH = 14;
const LARGEST = 1e9; // size of a number in a text
const FINGER = 22; // CSS pixels around a point that count as touching it
const HELP_TO_ZOOM = "+, − and 0 zoom, as Ctrl and the wheel do.";
const HELP =
  "Drag points, click to add one (with Shift or the right button of the other class), double-click to delete. " +
  "Keys: N and P choose, arrows move (with Shift further), A adds, Space changes the class, Delete removes, Ctrl Z takes back. " +
  HELP_TO_ZOOM;
/** The same where all are of one kind. */
const helpOfOneKind = (noun) =>
  `Drag ${noun}s, click to add one, double-click to delete. ` +
  "Keys: N and P choose, arrows move (with Shift further), A adds, Delete removes, Ctrl Z takes back. " +
  HELP_TO_ZOOM;

/**
 * Editing of `points` = [[x1, x2, label], …] on a Plot.
 *
 * changed(points, final, gesture)  called during a drag with final = false, after every finished
 * edit with final = true, and with
 *                                  null when only the chosen or the touched point is another
 * note(text), whisper(text)        say something to everybody, or to screen readers only
 * describe(i)                      what the figure knows of point i, for the read-out (optional)
 * hint                             how to move what can be moved, in a sentence or two
 * named                            what the figure is called
 * noun                             what a point is called
 * fixed                            points can be moved but not added, removed or relabelled
 * still                            the window stays, for there are others in it
 * labels                           the classes; of a single one nothing is said
 * groups                           a whole class can be moved at once
 * brush                            the class Brush of brush.js, where points can be painted
 *
 * For the shell: `tools`, `readout` and `below` are elements; for the figure: `points`, `chosen`
 * and `lit` (the point under the pointer, else the chosen one, else -1).
 */
export class PointEditor {
  /** @type {import("./plot.js").Plot} */ plot;
  /** @type {number[][]} */ points;
  /** @type {(points: number[][], final: boolean | null, gesture?: string) => void} */ changed;
  /** @type {(text: string) => void} */ note;
  /** @type {(text: string) => void} */ whisper;
  /** @type {(i: number) => string} */ describe = () => "";
  /** @type {HTMLInputElement[]} */ inputs = [];
  /** @type {number[]} from the point to the pointer that holds it */ grip = [0, 0];
  /** @type {number[]} the last place of a pointer that drags the ground */ ground = [0, 0];
  labels = [1, -1];
  limit = 500;
  fixed = false;
  still = false;
  named = "figure";
  noun = "point";

  /** @param {any} plot @param {any} how */
  constructor(plot, { points, changed, note, whisper, signal, groups, brush, hint, ...how }) {
    Object.assign(this, { still: how.fixed, ...how });
    this.plot = plot;
    this.changed = changed;
    this.note = note;
    this.whisper = whisper;
    const { fixed, labels } = this;
    this.kept = this.points = points.map((p) => [...p]); // before a drag, and now
    this.window = plot.given;
    this.frame();
    this.chosen = this.held = this.under = -1;
    this.tool = fixed ? "put" : `add${labels[0]}`;
    this.surface(signal, hint ?? (labels.length > 1 ? HELP : helpOfOneKind(this.noun)));
    this.tools = this.toolbar(groups);
    /** @type {any} */ this.brush = brush ? new brush(this) : null;
    if (this.brush) this.tools?.append(...this.brush.tools);
    // where only a start or a line can be moved, there is nothing to look at from nearer
    this.zoom = fixed ? null : this.lens(signal);
    this.readout = this.numbers();
    this.below = [this.help, ...(fixed ? [] : [this.table()])];
    this.fields();
  }

  get lit() {
    return this.under >= 0 ? this.under : this.chosen;
  }

  /** What a point is called at the beginning of a sentence. */
  get called() {
    return sentenceBegun(this.noun);
  }

  copy() {
    return this.points.map((p) => [...p]);
  }

  /**
   * Take new points from outside, for example from Python or an undo, unless a drag is going on;
   * true if they are new.
   */
  load(points) {
    if (this.held >= 0 || JSON.stringify(points) === JSON.stringify(this.points)) return false;
    this.points = points.map((p) => [...p]);
    this.chosen = Math.min(this.chosen, this.points.length - 1);
    this.under = -1;
    this.frame();
    this.fields();
    return true;
  }

  finish(gesture = "") {
    this.fields();
    this.changed(this.points, true, gesture);
  }
  /** All points at once, as one step to be undone. */
  replace(points) {
    this.points = points.map((p) => [...p]);
    this.chosen = this.under = -1;
    this.frame();
    this.finish();
  }

  /**
   * The window of the beginning where it holds all points and they fill a third of it, else one
   * around them.
   */
  frame() {
    if (this.still) return;
    const [x0, x1, y0, y1] = this.window;
    const own = boxAround(this.points);
    const inside = this.points.every(([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
    const filled = own[1] - own[0] > (x1 - x0) / 3 && own[3] - own[2] > (y1 - y0) / 3;
    this.plot.given = this.points.length && !(inside && filled) ? own : this.window;
  }

  /** The name of a class, after a comma, where there are several. */
  kind(label) {
    return this.labels.length > 1 ? `, ${NAMES[label]}` : "";
  }

  other(label) {
    return this.labels[(this.labels.indexOf(label) + 1) % this.labels.length];
  }

  add(x, y, label) {
    if (this.points.length >= this.limit)
      return this.note(`There is room for ${this.limit} ${this.noun}s.`);
    this.points.push([x, y, label]);
    this.chosen = this.points.length - 1;
    this.finish();
  }

  remove(i) {
    if (i < 0) return;
    this.points.splice(i, 1);
    this.chosen = Math.min(i, this.points.length - 1);
    this.under = -1;
    this.finish();
  }

  relabel(i) {
    if (i < 0) return;
    this.points[i][2] = this.other(this.points[i][2]);
    this.chosen = i;
    this.finish();
  }

  /** Move point i there, and with the tool for classes its whole class by as much. */
  place(i, x, y) {
    const [x0, x1, y0, y1] = this.plot.room;
    const clamp = (v, a, b) => Math.min(b, Math.max(a, v));
    const [px, py, label] = this.points[i];
    const gang =
      this.tool === "group" ? this.points.filter((p) => p[2] === label) : [this.points[i]];
    let dx = clamp(x, x0, x1) - px;
    let dy = clamp(y, y0, y1) - py;
    for (const p of gang) {
      dx = clamp(p[0] + dx, x0, x1) - p[0];
      dy = clamp(p[1] + dy, y0, y1) - p[1];
    }
    for (const p of gang) {
      p[0] += dx;
      p[1] += dy;
    }
    if (gang.length === 1)
      // without rounding
      [this.points[i][0], this.points[i][1]] = [clamp(x, x0, x1), clamp(y, y0, y1)];
  }

  /** Index of the nearest point within reach of a place on the canvas, or -1. */
  near(px, py, reach = REACH) {
    return this.plot.nearest(this.points, px, py, reach);
  }

  /** The point that the invitation is for: the one nearest to the middle. */
  invited() {
    const [x0, x1, y0, y1] = this.plot.box;
    const away = this.points.map(([x, y]) =>
      Math.hypot((x - (x0 + x1) / 2) / (x1 - x0), (y - (y0 + y1) / 2) / (y1 - y0)),
    );
    return away.indexOf(Math.min(...away));
  }

  /** What the canvas hears. */
  surface(signal, hint) {
    const { element } = this.plot;
    const help = freshId("help");
    const where = (event) => this.plot.at(event);
    const on = hearing(element, signal);
    const what = this.fixed ? "what can be moved" : "its points";
    application(element, `${this.named}: ${what}`, help);
    this.help = h("p", { id: help, class: "svm-hint" }, hint);
    this.invite = h("span", { class: "svm-invite", "aria-hidden": "true" });
    element.append(this.invite);
    // a finger on a point holds the point; anywhere else it scrolls the page
    on("touchstart", (event) => {
      if (this.brush?.on || this.near(...where(event.touches[0]), FINGER) >= 0)
        event.preventDefault();
    });
    this.holds(on);
    on("contextmenu", (event) => {
      if (this.fixed || event.button !== 2 || event.pointerType === "touch") return;
      event.preventDefault();
      const [px, py] = where(event);
      if (!this.brush?.on && this.near(px, py) < 0) this.tap(px, py, true);
    });
    on("dblclick", (event) => {
      if (!this.fixed && !this.brush?.on && this.tool.startsWith("add"))
        this.remove(this.near(...where(event)));
    });
    on("keydown", (event) => this.key(event));
    on("focus", () => {
      if (this.chosen < 0 && this.points.length && element.matches(":focus-visible"))
        this.choose(0);
    });
  }

  /** The plot from nearer, around the chosen point or its middle. */
  lens(signal) {
    const { plot } = this;
    return new Zoom(plot, {
      signal,
      about: () => {
        const [x0, x1, y0, y1] = plot.box;
        return this.points[this.chosen] ?? [(x0 + x1) / 2, (y0 + y1) / 2];
      },
      changed: () => this.changed(this.points, null),
      taken: () => this.letGo(),
    });
  }

  /** What was pressed or held is as it was before. */
  letGo() {
    this.press = null;
    if (this.held < 0) return;
    this.held = -1;
    this.points = this.kept;
    this.fields();
    this.changed(this.points, null);
  }

  /** A point is held by a pointer until it is let go; a tap acts on it, or on empty ground. */
  holds(on) {
    const { element } = this.plot;
    const where = (event) => this.plot.at(event);
    on("pointerdown", (event) => {
      if (this.brush?.on) return this.brush.begin(event);
      if (event.button) return;
      const [px, py] = where(event);
      this.press = this.ground = [px, py];
      const i = this.near(px, py, event.pointerType === "touch" ? FINGER : REACH);
      // held from a little way off, a point does not jump
      const [qx, qy] = i >= 0 ? this.plot.spot(this.points[i][0], this.points[i][1]) : [px, py];
      this.grip = [px - qx, py - qy];
      this.invite?.remove();
      if (i < 0) return;
      this.kept = this.copy();
      this.held = this.chosen = i;
      element.setPointerCapture(event.pointerId);
      this.fields();
      this.changed(this.points, false);
    });
    on("pointermove", (event) => {
      if (this.brush?.on) return this.brush.move(event);
      const [px, py] = where(event);
      if (this.held < 0 && this.press && this.pulled(event)) return;
      if (this.held < 0) {
        this.hover(event.pointerType === "touch" ? -1 : this.near(px, py));
        return;
      }
      element.style.cursor = "grabbing";
      this.place(this.held, ...this.plot.toData(px - this.grip[0], py - this.grip[1]));
      this.fields();
      this.changed(this.points, false);
    });
    on("pointerleave", () => {
      if (this.held < 0) this.hover(-1);
    });
    on("pointerup", (event) => {
      if (this.brush?.on) return this.brush.end();
      const [px, py] = where(event);
      const still = this.press && Math.hypot(px - this.press[0], py - this.press[1]) < 5;
      this.press = null;
      const i = this.held;
      this.held = -1;
      if (i >= 0 && still) {
        // a trembling hand moves nothing
        this.points = this.kept;
        this.fields();
        if (!this.act(i)) this.changed(this.points, null);
      } else if (i >= 0) this.finish("");
      else if (still) this.tap(px, py, event.shiftKey);
    });
    on("pointercancel", () => this.letGo());
  }

  /** Empty ground is dragged, where a part of the window is seen; a finger scrolls the page. */
  pulled(event) {
    const { buttons, pointerType, pointerId } = event;
    const { element } = this.plot;
    const [px, py] = this.plot.at(event);
    const turns = this.plot.camera;
    const held = buttons & 1 && (turns || pointerType !== "touch");
    if (!held || !(turns ?? this.zoom)?.drag(px - this.ground[0], py - this.ground[1]))
      return false;
    this.ground = [px, py];
    if (!element.hasPointerCapture(pointerId)) element.setPointerCapture(pointerId);
    element.style.cursor = "grabbing";
    return true;
  }

  /** The pointer is over point i, or over none (-1). */
  hover(i) {
    this.plot.element.style.cursor = i >= 0 ? "grab" : this.fixed ? "" : "crosshair";
    if (i === this.under) return;
    this.under = i;
    this.fields();
    this.changed(this.points, null);
  }

  /** What the tool does to a point that was clicked; false when it only chooses. */
  act(i) {
    if (this.tool === "relabel") this.relabel(i);
    else if (this.tool === "remove") this.remove(i);
    else return false;
    return true;
  }

  /** A click on empty ground. */
  tap(px, py, second) {
    const [x, y] = this.plot.toData(px, py);
    const [x0, x1, y0, y1] = this.plot.box;
    if (x < x0 || x > x1 || y < y0 || y > y1) return;
    if (this.tool.startsWith("add")) {
      const label = Number(this.tool.slice(3));
      this.add(x, y, second ? this.other(label) : label);
    } else if ((this.tool === "put" || this.tool === "group") && this.chosen >= 0) {
      this.place(this.chosen, x, y);
      this.finish();
    }
  }

  /** A place in words. */
  at(x, y) {
    return [x, y].map((v) => show(v, 3)).join(", ");
  }

  choose(i) {
    this.chosen = i;
    this.under = -1;
    const [x, y, label] = this.points[i];
    this.zoom?.seek([x, y]);
    this.fields();
    this.whisper(
      `${this.called} ${i + 1} of ${this.points.length}${this.kind(label)}, at ${this.at(x, y)}. ${this.describe(i)}`,
    );
    this.changed(this.points, null);
  }

  key(event) {
    // the browser's own shortcuts, and undo
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const n = this.points.length;
    const i = this.chosen;
    const way = this.plot.way(event, event.shiftKey ? 0.05 : 0.01);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    this.invite?.remove();
    if (way && i < 0 && n) this.choose(0);
    else if (way && n) {
      this.place(i, this.points[i][0] + way[0], this.points[i][1] + way[1]);
      this.zoom?.seek(this.points[i]);
      this.whisper(`Moved to ${this.at(this.points[i][0], this.points[i][1])}.`);
      this.finish(`arrows ${i}`);
    } else if (key === "n" && n) this.choose((i + 1) % n);
    else if (key === "p" && n) this.choose(i < 0 ? n - 1 : (i + n - 1) % n);
    else if (this.zoom?.key(key)) this.invite?.remove();
    else if (this.fixed) return;
    else if (key === " " && i >= 0 && this.labels.length > 1) this.relabel(i);
    else if ((key === "Delete" || key === "Backspace") && i >= 0) this.remove(i);
    else if (key === "a") this.addBeside(i);
    else if (key === "b" && this.brush) this.brush.beside();
    else return;
    event.preventDefault();
  }

  /** A point of the class of the chosen one, a little to its right; without one in the middle. */
  addBeside(i) {
    const [x0, x1, y0, y1] = this.plot.box;
    if (i < 0) return this.add((x0 + x1) / 2, (y0 + y1) / 2, this.labels[0]);
    const [x, y, label] = this.points[i];
    const beside = x + 0.04 * (x1 - x0);
    return this.add(beside <= x1 ? beside : x - 0.04 * (x1 - x0), y, label);
  }

  /** What a click does: one button pressed among several. */
  toolbar(groups) {
    const tools = [];
    const several = this.labels.length > 1;
    if (!this.fixed) {
      for (const label of this.labels) {
        tools.push([
          `add${label}`,
          mark(several ? MARKS[label] : "point"),
          `A click adds${several ? `: ${NAMES[label]}` : ` a ${this.noun}`}`,
        ]);
      }
    }
    tools.push(["put", mark("put"), `A click puts the chosen ${this.noun} there`]);
    if (groups) tools.push(["group", mark("group"), "A drag moves the whole class"]);
    if (!this.fixed && several)
      tools.push(["relabel", mark("swap"), "A click changes the class of a point"]);
    if (!this.fixed) tools.push(["remove", mark("delete"), `A click deletes a ${this.noun}`]);
    if (tools.length === 1) return null;
    const buttons = tools.map(([tool, sign, label]) =>
      button(sign, () => choose(tool), { label, class: "svm-button svm-tool" }),
    );
    const choose = (tool) => {
      this.tool = tool;
      buttons.forEach((b, k) => b.setAttribute("aria-pressed", String(tools[k][0] === tool)));
    };
    choose(this.tool);
    return h(
      "span",
      { class: "svm-group", role: "group", "aria-label": "What a click does" },
      ...buttons,
    );
  }

  /** The chosen point in numbers: where it is, to be typed, and what the figure knows of it. */
  numbers() {
    const field = (name, k) =>
      h("input", {
        type: "number",
        step: "any",
        "aria-label": `${name} of the chosen ${this.noun}`,
        onchange: (event) => {
          const { value } = event.target;
          const [x, y] = this.points[this.chosen] ?? [];
          const { plot } = this;
          const v = Number(value);
          const [low, high] = plot.room.slice(2 * k);
          if (this.chosen < 0 || !value.trim()) return this.fields();
          if (!(v >= low && v <= high)) {
            const [from, to] = [low, high].map((end) => show(end, 3));
            this.note(`${plot.labels[k] || name} lies between ${from} and ${to} in this window.`);
          }
          this.place(this.chosen, k ? x : v, k ? v : y);
          return this.finish();
        },
      });
    this.inputs = [field(this.plot.labels[0] || "x1", 0), field(this.plot.labels[1] || "x2", 1)];
    this.name = h("span");
    this.known = h("span", { class: "svm-known" });
    return h("div", { class: "svm-row svm-chosen" }, this.name, ...this.inputs, this.known);
  }

  /** Points as text, to copy and to paste. */
  table() {
    const row = this.labels.length > 1 ? "x, y, class" : "x, y";
    this.area = h("textarea", {
      rows: 6,
      spellcheck: "false",
      "aria-label": `${this.called}s as text: ${row} on each line`,
    });
    this.complaint = h("p", { class: "svm-complaint", role: "alert" });
    return h(
      "details",
      { class: "svm-data" },
      h("summary", {}, `${this.called}s as text`),
      this.area,
      this.complaint,
      button(`Use these ${this.noun}s`, () => this.read()),
    );
  }

  /** Show the lit point and the table as they are now. */
  fields() {
    const i = this.lit;
    const point = this.points[i];
    const chosen = i >= 0 && i === this.chosen;
    const row = point && !this.fixed ? ` (row ${i})` : "";
    this.name.textContent = !point ? "" : `${this.called} ${i + 1}${row}${this.kind(point[2])}`;
    this.inputs.forEach((input, k) => {
      input.hidden = !chosen;
      if (chosen && !hasFocus(input)) input.value = String(Number(point[k].toPrecision(5)));
    });
    this.tell();
    if (!this.area || this.held >= 0) return;
    const short = (v) => Number(v.toPrecision(6));
    const kind = (label) => (this.labels.length > 1 ? `, ${label}` : "");
    const text = this.points
      .map(([x, y, label]) => `${short(x)}, ${short(y)}${kind(label)}`)
      .join("\n");
    if (text === this.written) return; // what a reader is writing stays
    this.area.value = this.written = text;
    this.complaint.textContent = "";
  }

  /**
   * The read-out again, after the figure has found something new; and the invitation where its
   * point is.
   */
  tell() {
    const i = this.lit;
    this.known.textContent = i >= 0 && i < this.points.length ? this.describe(i) : "";
  }

  /** Called after each drawing. */
  drawn() {
    this.tell();
    this.zoom?.follow();
    if (!this.invite?.isConnected || !this.points.length) return;
    const [x, y] = this.points[this.invited()];
    const [px, py] = this.plot.spot(x, y);
    this.invite.style.left = `${px}px`;
    this.invite.style.top = `${py}px`;
  }

  /** Take the points from the text; a line that makes no sense is named, and nothing is changed. */
  read() {
    const points = [];
    this.complaint.textContent = "";
    for (const [k, line] of this.area.value.split("\n").entries()) {
      if (!line.trim()) continue;
      const row = line
        .replace(/−/g, "-")
        .replace(/[^\S\t]+/g, " ")
        .replace(/^ |[\s,;]+$/g, "")
        .split(/\s*[,;]\s*| ?\t ?| /) // where a cell is blank nothing moves into its place
        .map((cell) => (cell ? Number(cell) : NaN));
      const single = this.labels.length === 1;
      if (single && row.length === 2) row.push(this.labels[0]);
      if (
        row.length !== 3 ||
        !row.every((v) => Math.abs(v) <= LARGEST) ||
        !this.labels.includes(row[2])
      ) {
        const size = row.some((v) => Math.abs(v) > LARGEST) ? " up to 10⁹" : "";
        const kind = single ? "" : ` and a class (${this.labels.join(" or ")})`;
        this.complaint.textContent = `Line ${k + 1}, “${line.trim()}”, should be two numbers${size}${kind}.`;
        return;
      }
      points.push(row);
    }
    if (points.length > this.limit) {
      this.complaint.textContent = `There is room for ${this.limit} ${this.noun}s.`;
      return;
    }
    this.replace(points);
  }
}
