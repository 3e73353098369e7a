// Points that can be dragged, tapped, typed and reached by keyboard; with undo.
import { boxAround } from "../core/datasets.js";
import { button, choice } from "./controls.js";
import { freshId, h, show } from "./dom.js";

const NAMES = { "1": "orange circle", "-1": "blue square", "0": "blue square", "2": "green triangle", handle: "handle of the line" };
const REACH = 14;  // CSS pixels around a point that count as touching it
const HELP = "Keys: N and P choose the next and the previous point, arrows move it (with Shift further), Ctrl Z takes back.";
const HELP_EDIT = " Space changes its class, Delete removes it, A adds one.";

/**
 * Editing of `points` = [[x1, x2, label], …] on a Plot. `changed(points, final)` is called during a drag with
 * final = false and after every finished edit with final = true, and with null when only the choice changed;
 * `said(text)` reports the keyboard's choice. fixed: points can be moved but not added, removed or relabelled.
 */
export class PointEditor {
  constructor(plot, { points, labels = [1, -1], changed, said, signal, limit = 500, fixed = false }) {
    Object.assign(this, { plot, labels, changed, said, limit, fixed });
    this.points = points.map((p) => [...p]);
    this.start = this.copy();
    this.window = plot.given;
    this.frame();
    this.past = [];
    this.chosen = -1;
    this.held = -1;
    this.tool = "drag";
    this.surface(signal);
  }

  copy() { return this.points.map((p) => [...p]); }

  /** Take new points from outside, for example from Python, unless a drag is going on; true if they are new. */
  load(points) {
    if (this.held >= 0 || JSON.stringify(points) === JSON.stringify(this.points)) return false;
    this.points = points.map((p) => [...p]);
    this.chosen = Math.min(this.chosen, this.points.length - 1);
    this.frame();
    this.fields();
    return true;
  }

  remember() {
    this.past.push(this.copy());
    if (this.past.length > 100) this.past.shift();
  }

  finish() { this.fields(); this.changed(this.points, true); }
  undo() { if (this.past.length) this.take(this.past.pop()); }
  reset() { this.replace(this.start); }
  replace(points) { this.remember(); this.take(points.map((p) => [...p])); }
  take(points) { this.points = points; this.chosen = -1; this.frame(); this.finish(); }

  /** The window of the beginning where it holds all points and they fill a third of it, else one around them. */
  frame() {
    if (this.fixed) return;  // other points are in the window, too
    const [x0, x1, y0, y1] = this.window, own = boxAround(this.points);
    const inside = this.points.every(([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
    const filled = own[1] - own[0] > (x1 - x0) / 3 && own[3] - own[2] > (y1 - y0) / 3;
    this.plot.given = this.plot.box = this.points.length && !(inside && filled) ? own : this.window;
  }

  /** Points with their indices, the chosen one last, so that it is drawn on top. */
  inOrder() {
    return this.points.map((p, i) => [p, i]).sort(([, i], [, j]) => (i === this.chosen) - (j === this.chosen));
  }

  add(x, y, label) {
    if (this.points.length >= this.limit) return this.said(`There is room for ${this.limit} points.`);
    this.remember();
    this.points.push([x, y, label]);
    this.chosen = this.points.length - 1;
    this.finish();
  }

  remove(i) {
    if (i < 0) return;
    this.remember();
    this.points.splice(i, 1);
    this.chosen = Math.min(i, this.points.length - 1);
    this.finish();
  }

  relabel(i) {
    if (i < 0) return;
    this.remember();
    const at = this.labels.indexOf(this.points[i][2]);
    this.points[i][2] = this.labels[(at + 1) % this.labels.length];
    this.finish();
  }

  place(i, x, y) {
    const [x0, x1, y0, y1] = this.plot.box;
    this.points[i][0] = Math.min(x1, Math.max(x0, x));
    this.points[i][1] = Math.min(y1, Math.max(y0, y));
  }

  /** Index of the nearest point within reach of a place on the canvas, or -1. */
  near(px, py, reach = REACH) {
    let best = -1, least = reach * reach;
    this.points.forEach(([x, y], i) => {
      const d = (this.plot.x(x) - px) ** 2 + (this.plot.y(y) - py) ** 2;
      if (d <= least) { least = d; best = i; }
    });
    return best;
  }

  surface(signal) {
    const { element, canvas } = this.plot, help = freshId("help");
    const where = (event) => { const r = canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
    const on = (type, listener, options = {}) => element.addEventListener(type, listener, { signal, ...options });
    Object.entries({ tabindex: 0, role: "application", "aria-label": "Points of the figure", "aria-describedby": help })
      .forEach(([name, value]) => element.setAttribute(name, value));
    this.help = h("p", { id: help, class: "svm-hint" }, HELP + (this.fixed ? "" : HELP_EDIT));
    // a finger on a point holds the point; anywhere else it scrolls the page
    on("touchstart", (event) => {
      const r = canvas.getBoundingClientRect(), t = event.touches[0];
      if (this.tool === "drag" && this.near(t.clientX - r.left, t.clientY - r.top, 22) >= 0) event.preventDefault();
    }, { passive: false });
    on("pointerdown", (event) => {
      if (event.button) return;
      const [px, py] = where(event);
      this.press = [px, py];
      if (this.tool !== "drag") return;
      const i = this.near(px, py, event.pointerType === "touch" ? 22 : REACH);
      if (i < 0) return;
      this.remember();
      this.held = this.chosen = i;
      element.setPointerCapture(event.pointerId);
      this.fields();
      this.changed(this.points, false);
    });
    on("pointermove", (event) => {
      const [px, py] = where(event);
      if (this.held < 0) {
        element.style.cursor = this.tool === "drag" ? (this.near(px, py) >= 0 ? "grab" : "") : "crosshair";
        return;
      }
      element.style.cursor = "grabbing";
      this.place(this.held, ...this.plot.toData(px, py));
      this.changed(this.points, false);
    });
    on("pointerup", (event) => {
      const [px, py] = where(event), still = this.press && Math.hypot(px - this.press[0], py - this.press[1]) < 5;
      this.press = null;
      if (this.held >= 0) {
        this.held = -1;
        if (still) this.points = this.past.pop();  // a trembling hand moves nothing
        this.finish();
      } else if (still) this.tap(px, py);
    });
    on("pointercancel", () => { this.press = null; if (this.held >= 0) { this.held = -1; this.undo(); } });
    on("keydown", (event) => this.key(event));
    on("focus", () => { if (this.chosen < 0 && this.points.length && element.matches(":focus-visible")) this.choose(0); });
  }

  tap(px, py) {
    const i = this.near(px, py, 22), [x, y] = this.plot.toData(px, py);
    const [l, r, t, d] = this.plot.inner, insideAxes = px >= l && px <= r && py >= t && py <= d;
    if (this.tool === "remove") this.remove(i);
    else if (this.tool === "relabel") this.relabel(i);
    else if (this.tool.startsWith("add") && insideAxes) this.add(x, y, Number(this.tool.slice(3)));
    else if (this.tool === "put" && this.chosen >= 0 && insideAxes) { this.remember(); this.place(this.chosen, x, y); this.finish(); }
  }

  choose(i) {
    this.chosen = i;
    const [x, y, label] = this.points[i];
    this.fields();
    this.changed(this.points, null);
    this.said(`Point ${i + 1} of ${this.points.length}, ${NAMES[label]}, at ${show(x, 3)}, ${show(y, 3)}.`);
  }

  key(event) {
    // the browser's own shortcuts stay the browser's
    if (event.altKey || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() !== "z")) return;
    const n = this.points.length, i = this.chosen, [x0, x1, y0, y1] = this.plot.box;
    const step = (event.shiftKey ? 0.05 : 0.01), sx = step * (x1 - x0), sy = step * (y1 - y0);
    const arrows = { ArrowLeft: [-sx, 0], ArrowRight: [sx, 0], ArrowUp: [0, sy], ArrowDown: [0, -sy] };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key in arrows && i < 0 && n) this.choose(0);
    else if (key in arrows && n) {
      this.remember();
      this.place(i, this.points[i][0] + arrows[key][0], this.points[i][1] + arrows[key][1]);
      this.finish();
      this.said(`${show(this.points[i][0], 3)}, ${show(this.points[i][1], 3)}`);
    } else if (key === "n" && n) this.choose((i + 1) % n);
    else if (key === "p" && n) this.choose(i < 0 ? n - 1 : (i + n - 1) % n);
    else if (key === "z" && (event.ctrlKey || event.metaKey)) this.undo();
    else if (this.fixed) return;
    else if (key === " " && i >= 0) this.relabel(i);
    else if ((key === "Delete" || key === "Backspace") && i >= 0) this.remove(i);
    else if (key === "a") this.add((x0 + x1) / 2, (y0 + y1) / 2, i >= 0 ? this.points[i][2] : this.labels[0]);
    else return;
    event.preventDefault();
  }

  /** The controls beside the plot: what a tap does, numbers of the chosen point, the table, undo and reset. */
  panel() {
    const tools = [["drag", "drags a point"], ["put", "puts the chosen point there"]];
    if (!this.fixed) {
      tools.push(...this.labels.map((label) => [`add${label}`, `adds: ${NAMES[label]}`]),
        ["relabel", "changes a point's class"], ["remove", "removes a point"]);
    }
    const tool = choice("A tap", tools, { value: this.tool, change: (value) => { this.tool = value; } });
    const field = (name, k) => h("input", { type: "number", step: "any", "aria-label": `${name} of the chosen point`,
      onchange: (event) => {
        const value = Number(event.target.value);
        if (this.chosen < 0) return;
        if (!event.target.value.trim()) { this.fields(); return; }
        this.remember();
        const [x, y] = this.points[this.chosen];
        this.place(this.chosen, k ? x : value, k ? value : y);
        this.finish();
      } });
    this.inputs = [field(this.plot.labels[0] || "x1", 0), field(this.plot.labels[1] || "x2", 1)];
    this.number = h("span", {}, "no point chosen");
    this.area = h("textarea", { rows: 6, spellcheck: "false", "aria-label": "Points as text: x, y, class on each line" });
    this.complaint = h("p", { class: "svm-complaint", role: "alert" });
    this.undoButton = button("Undo", () => this.undo());
    const table = h("details", { class: "svm-data" }, h("summary", {}, "Points as text"), this.area, this.complaint,
      button("Use these points", () => this.read()));
    const element = h("div", { class: "svm-points" },
      h("div", { class: "svm-row" }, tool.element, this.undoButton, button("Reset points", () => this.reset())),
      h("div", { class: "svm-row svm-chosen" }, this.number, ...this.inputs), this.help, this.fixed ? null : table);
    this.fields();
    return element;
  }

  /** Show the chosen point and the table as they are now. */
  fields() {
    if (!this.inputs) return;
    const point = this.points[this.chosen];
    this.number.textContent = point ? `Point ${this.chosen + 1} (${NAMES[point[2]]}) at` : "No point is chosen.";
    this.inputs.forEach((input, k) => { input.hidden = !point; if (point) input.value = Number(point[k].toPrecision(5)); });
    this.undoButton.disabled = !this.past.length;
    this.area.value = this.points.map(([x, y, label]) => `${Number(x.toPrecision(6))}, ${Number(y.toPrecision(6))}, ${label}`).join("\n");
    this.complaint.textContent = "";
  }

  /** Take the points from the text; a line that makes no sense is named, and nothing is changed. */
  read() {
    const points = [];
    for (const [k, line] of this.area.value.split("\n").entries()) {
      if (!line.trim()) continue;
      const row = line.split(/[\s,;]+/).filter(Boolean).map(Number);
      if (row.length !== 3 || !row.every(Number.isFinite) || !this.labels.includes(row[2])) {
        this.complaint.textContent = `Line ${k + 1}, “${line.trim()}”, should be two numbers and a class (${this.labels.join(" or ")}).`;
        return;
      }
      points.push(row);
    }
    if (points.length > this.limit) { this.complaint.textContent = `There is room for ${this.limit} points.`; return; }
    this.replace(points);
  }
}
