// A line to turn and shift by two handles, a knob that scales (w, b): functional margins swell,
// geometric stay.
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { h } from "../ui/dom.js";
import { watchMarks } from "../ui/hover.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { MARGIN_GUESS, marginTasks, viewOfMargins } from "../tasks/margins.js";
import {
  functionalMargins,
  nearestOf,
  pointAtDistance,
  pointOfMargins,
  toldOfDistances,
  toldOfMargins,
} from "../told/margins.js";

const FUNCTIONAL = 2;
const GEOMETRIC = 1; // rows of the strip
const APART = 0.14; // the classes of a row, above and below its middle

export const marginsSpec = (model) => ({
  handles: { kind: "places", count: 2, box: model.get("box") },
  scale: { kind: "number", min: 0.1, max: 10, log: true, label: "scale of (w, b)" },
});

const hintOfMargins = (plain) =>
  "Drag a handle of the line; or choose one with N and P and move it with the arrows (with Shift further). " +
  `Point at a mark to read its ${plain ? "distance" : "margins"}. Ctrl Z takes back.`;

class MarginsFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal, whisper } = shell;
    this.model = model;
    this.points = model.get("points");
    this.plain = model.get("plain");
    this.start = JSON.stringify(model.get("handles"));
    this.plot = new Plot(root, {
      box: model.get("box"),
      labels: model.get("labels"),
      ratio: 0.75,
      equal: true,
    });
    this.strip = new Plot(root, { box: [-1, 1, 0.4, 2.6], labels: ["margin", ""], ratio: 0.75 });
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      points: this.withLabels(),
      fixed: true,
      hint: hintOfMargins(this.plain),
      changed(handles, final, gesture) {
        if (final) shell.save({ handles: handles.map(([x, y]) => [x, y]) }, gesture);
        shell.redraw();
      },
    });
    this.scale = shell.knob("scale");
    this.asked = h("span");
    this.editor.readout.append(this.asked);
    /**
     * @type {{ margin: number, w: [number, number], b: number } | null} the line with the largest
     * geometric margin since the start
     */
    this.best = null;
    this.better = false; // than the present line
    this.lit = -1; // the point under the pointer
    const s = model.get("scale");
    this.functional = functionalMargins(this.points, lineThrough(model.get("handles"), s));
    this.begin = viewOfMargins(this.functional, s, Infinity);
    this.machine = new Machine();
    this.widest = Infinity; // the largest geometric margin of all lines, once it is known
    watchMarks(this.plot, { signal, marks: () => this.points, found: (i) => this.ask(i) });
    watchMarks(this.strip, {
      signal,
      marks: () => this.both(),
      found: (k) => this.ask(k < 0 ? k : k % this.points.length),
    });
    const named = {
      tabindex: "0",
      role: "application",
      "aria-label": "Margins of the points: left and right arrow go from one to the next",
    };
    for (const [name, value] of Object.entries(named)) this.strip.element.setAttribute(name, value);
    this.strip.element.addEventListener(
      "keydown",
      (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        const order = [...this.points.keys()].sort(
          (i, j) => this.functional[i] - this.functional[j],
        );
        const at = order.indexOf(this.lit);
        this.ask(order[at < 0 ? 0 : Math.min(this.points.length - 1, Math.max(0, at + by))]);
        if (!shell.veiled()) whisper(`${this.inWords()}.`);
      },
      { signal },
    );
  }

  /** The handles as an editor wants them. */
  withLabels() {
    return this.model.get("handles").map(([x, y]) => [x, y, "handle"]);
  }

  /** Find the widest street, a little at a time; nobody waits for it. */
  search() {
    const { machine, plain, points } = this;
    const two = new Set(points.map((p) => p[2])).size > 1;
    if (!plain || !two || machine.answer?.done) return;
    machine.pose(points, { kernel: { name: "linear" }, C: Infinity });
    const { done, certified, separable, norm } = machine.advance(4);
    if (certified && separable) this.widest = 1 / norm;
    if (!done) this.shell.redraw();
  }

  // the pointer or the arrow keys ask for a point, in either panel
  ask(i) {
    this.lit = i;
    this.shell.redraw();
  }

  /** The marks of both rows. */
  both() {
    return [...this.marks(this.functional, FUNCTIONAL), ...this.marks(this.geometric(), GEOMETRIC)];
  }

  /** The margins as distances. */
  geometric() {
    return this.functional.map((m) => m / this.model.get("scale"));
  }

  /** Where the margins of a row are. */
  marks(margins, row) {
    return margins.map((m, i) => [m, row + APART * this.points[i][2]]);
  }

  /** What is known of the point under the pointer. */
  inWords() {
    const { functional, lit, plain, points } = this;
    if (!points[lit]) return "";
    const s = this.model.get("scale");
    if (plain) return pointAtDistance(points[lit], functional[lit] / s);
    return pointOfMargins(points[lit], functional[lit], s);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, plot, points, shell } = this;
    const s = this.model.get("scale");
    const handles = editor.points;
    const [[ax, ay], [bx, by]] = handles;
    const none = ax === bx && ay === by;
    const line = none ? null : lineThrough(handles, s);
    if (line) this.functional = functionalMargins(points, line);
    const least = Math.min(...this.functional);
    const smallest = nearestOf(this.functional);
    const margin = least / s;
    const veiled = shell.veiled();
    if (editor.held < 0 && line && !veiled) this.remember(handles, margin);
    this.search();
    // turning the scale leaves the line where it was, but for rounding
    this.better = !veiled && this.best !== null && this.best.margin * (1 - 1e-9) > margin;
    plot.begin();
    plot.inside(() => {
      if (line && !veiled) this.feet(line, s, smallest);
      if (this.better && this.best) plot.line(this.best.w, this.best.b, plot.earlier);
      shell.trace();
      if (line && veiled) plot.line(line.w, line.b, { width: 2.4 });
      else if (line && this.plain) plot.line(line.w, line.b, { width: 2.4 });
      else if (line) plot.street(line.w, line.b);
      points.forEach(([x, y, label]) => plot.marker(x, y, label));
      if (line && !veiled)
        for (const i of smallest)
          plot.ring(points[i][0], points[i][1], { colour: plot.colours.accent, width: 2.5 });
      if (this.lit >= 0) plot.ring(points[this.lit][0], points[this.lit][1], { radius: 12 });
      handles.forEach(([x, y], k) => {
        plot.ring(x, y, { radius: 8, width: 3.5, colour: plot.colours.purple });
        // red is for the smallest margin
        if (k === editor.lit) plot.ring(x, y, { radius: 13, width: 3 });
      });
    });
    plot.axes();
    this.drawStrip(line, s, smallest);
    this.asked.textContent = line && !veiled ? this.inWords() : "";
    editor.name.hidden = this.lit >= 0 && editor.lit < 0;
    if (!line) {
      shell.tell("Both handles are in the same place: drag one away.");
      return;
    }
    const told = this.plain
      ? toldOfDistances(this.geometric(), this.best)
      : toldOfMargins(line, this.functional, s, this.best);
    shell.tell(told, {
      view: viewOfMargins(this.functional, s, this.widest),
      solution: { ...line, margin },
    });
  }

  /**
   * Keep the best line; back at the start everything is as it was, also the search.
   * @param {number[][]} handles
   * @param {number} margin
   */
  remember(handles, margin) {
    const places = handles.map(([x, y]) => [x, y]);
    if (JSON.stringify(places) === this.start) this.best = null;
    if (margin > 0 && (!this.best || this.best.margin < margin))
      this.best = { margin, ...lineThrough(places, 1) };
  }

  /** The reader's line, and after it is committed the widest street in green. */
  guessed(committed) {
    const { plot } = this;
    const { w, b } = lineThrough(this.editor.points, 1);
    plot.line(w, b, { colour: plot.colours.purple, width: 6 });
    const widest = this.widestStreet();
    if (!committed || !widest) return;
    const colour = plot.colours.dual;
    for (const level of [-1, 0, 1])
      plot.line(widest.w, widest.b - level, { colour, width: level ? 1.2 : 2.4, dash: [9, 3] });
  }

  /** The answer with the widest street, once it is known, null where there is none. */
  widestStreet() {
    const { answer } = this.machine;
    if (!answer) return null;
    return answer.done ? (answer.certified && answer.separable ? answer : null) : undefined;
  }

  /** From each point to its foot on the line. */
  feet({ w }, s, smallest) {
    const { plot } = this;
    this.points.forEach(([x, y, label], i) => {
      const away = (label * this.functional[i]) / s ** 2;
      const worst = smallest.includes(i);
      const style = {
        width: worst ? 2.6 : 1,
        colour: worst ? plot.colours.accent : plot.colours.muted,
      };
      plot.path(
        [
          [x, y],
          [x - away * w[0], y - away * w[1]],
        ],
        i === this.lit ? { width: 2.6, colour: plot.colours.ink } : style,
      );
    });
  }

  /** The second panel, if there is one. */
  drawStrip(line, s, smallest) {
    if (this.plain) return;
    if (line) this.rows(s, smallest);
    else this.strip.begin();
  }

  /**
   * All margins on an axis that the knob does not stretch: the functional ones above, the geometric
   * ones below.
   */
  rows(s, smallest) {
    const { strip } = this;
    const lengths = this.geometric();
    const far = 3 * Math.max(...lengths.map(Math.abs));
    const near = Math.min(-0.06 * far, 3 * Math.min(...lengths));
    strip.given = [near, far, 0.4, 2.6];
    strip.begin();
    strip.inside(() => {
      strip.path(
        [
          [0, 0.4],
          [0, 2.6],
        ],
        { width: 2.4 },
      );
      strip.path(
        [
          [1, FUNCTIONAL - 0.3],
          [1, FUNCTIONAL + 0.3],
        ],
        { width: 1.4, dash: [6, 4] },
      );
      strip.path(
        [
          [1 / s, GEOMETRIC - 0.3],
          [1 / s, GEOMETRIC + 0.3],
        ],
        { width: 1.4, dash: [6, 4] },
      );
      for (const [margins, row] of [
        [this.functional, FUNCTIONAL],
        [lengths, GEOMETRIC],
      ]) {
        const places = this.marks(margins, row);
        places.forEach(([x, y], i) => strip.marker(x, y, this.points[i][2], { radius: 4 }));
        for (const i of smallest)
          strip.ring(...places[i], { radius: 8, colour: strip.colours.accent, width: 2.5 });
        if (this.lit >= 0) strip.ring(places[this.lit][0], places[this.lit][1], { radius: 10 });
      }
    });
    strip.axes({ y: false });
    const [low, high] = [
      this.functional.filter((m) => m < near).length,
      this.functional.filter((m) => m > far).length,
    ];
    this.heading(
      `${low ? `← ${low} more, ` : ""}functional, y f(x)${high ? `, ${high} more →` : ""}`,
      FUNCTIONAL,
    );
    this.heading("geometric, y f(x) / ‖w‖", GEOMETRIC);
  }

  /** Above a row, on clear ground. */
  heading(text, row) {
    const { strip } = this;
    const { pen, colours } = strip;
    const [, right] = strip.inner;
    const y = strip.y(row + 0.42);
    pen.font = "13px system-ui, sans-serif";
    const width = pen.measureText(text).width;
    pen.fillStyle = colours.ground;
    pen.fillRect(right - width - 4, y - 9, width + 8, 18);
    strip.text(strip.box[1], row + 0.42, text, { align: "right" });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { plain } = this;
    return {
      controls: plain ? [] : [this.scale.element],
      panels: plain ? [this.plot] : [this.plot, this.strip],
      tabs: plain ? undefined : ["line", "margins"],
      editor: this.editor,
      draw: () => this.draw(),
      meanwhile: () => ({ handles: this.editor.points.map(([x, y]) => [x, y]) }),
      points: () => this.withLabels(),
      legend: [
        ["line", plain ? "your line" : "f = 0, your line"],
        ["dashed", "f = ±1", () => !plain],
        ["grip", "handle"],
        ["distance", "distance to the line"],
        ["chosen", plain ? "nearest points, or the worst on the wrong side" : "smallest margin"],
        ["ring", "point under the pointer", () => this.lit >= 0],
        ["ghost", "your best line so far", () => this.better],
        ["guess", "your guess", () => this.shell.guessed() !== null],
        ["widest", "the widest street", () => this.shell.guessed() !== null],
      ],
      guess: plain && {
        ...MARGIN_GUESS,
        missing: "Both handles are in the same place: drag one away.",
        value: () => {
          const [a, b] = this.editor.points.map(String);
          return a === b ? null : this.geometric();
        },
        truth: () => {
          const found = this.widestStreet();
          return found && { margin: 1 / found.norm, support: found.support };
        },
        ghost: (_, committed) => this.guessed(committed),
      },
      challenges: marginTasks(plain, this.begin),
    };
  }
}

export const renderMargins = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "margins",
    title: "Margins of a line, interactive figure",
    spec: marginsSpec,
    build: (shell) => new MarginsFigure(shell).parts(),
  });
