// Subgradient descent watched from above: the path over the objective's contours, how far it still
// is, and what line it makes.
import { boxAround } from "../core/datasets.js";
import { SCHEDULES, Walk, objective, optimum } from "../core/descent.js";
import { contours } from "../core/surface.js";
import { show } from "../core/words.js";
import { button, pace, player } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { Earlier } from "../ui/earlier.js";
import { placeAnswer } from "../ui/spots.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { AHEAD, DESCENT_GUESS, descentTasks, viewOfDescent } from "../tasks/descent.js";
import { excessOfDescent, toldOfDescent } from "../told/descent.js";

const MOST_STEPS = 5000;
const MOST_SEEN = 1500; // steps of a walk, and those of them that the map shows: so many of the
const BEGINNING = 300; // first, for there it jumps, and the last
const FRAMED = 200; // so many steps have a place in the window, unless they go too far
/** @type {[string, (t: number) => number][]} */
const SPEEDS = [
  ["slow", () => 4],
  ["medium", (t) => 12 + t / 2],
  ["fast", (t) => 60 + 2 * t],
];
const SETTINGS = ["schedule", "eta", "batch", "lam", "seed"];

export const descentSpec = (model) => ({
  schedule: {
    kind: "choice",
    options: Object.entries(SCHEDULES).map(([key, { text }]) => [key, text]),
  },
  // with a constant η a walk runs away from 2 / λ on: the slider goes beyond it for every λ
  eta: { kind: "number", min: 1e-3, max: 300, log: true, label: "η" },
  batch: { kind: "number", min: 1, max: model.get("points").length, whole: true },
  lam: { kind: "number", min: 1e-2, max: 1, log: true, label: "λ" },
  seed: { kind: "number", min: 0, max: 9999, whole: true },
  start: { kind: "place", box: model.get("box").map((edge) => 10 * edge) },
  steps: { kind: "number", min: 0, max: MOST_STEPS, whole: true, word: "step" },
});

/**
 * (t, value) of a long row: of each few neighbours only the lowest and the highest, which looks the
 * same.
 */
function thinned(values) {
  const few = Math.ceil(values.length / 700);
  const places = [];
  for (let t = 0; t < values.length; t += few) {
    let low = t;
    let high = t;
    for (let k = t; k < Math.min(t + few, values.length); k++) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
    }
    for (const k of low === high ? [low] : [Math.min(low, high), Math.max(low, high)])
      places.push([k, values[k]]);
  }
  return places;
}

const DESCENT_HINT =
  "Drag the start of the walk, or move it with the arrows (with Shift further); point at the curve to see that step. " +
  "Ctrl Z takes back.";

class DescentFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.points = model.get("points");
    this.n = this.points.length;
    this.given = model.get("box");
    this.map = new Plot(root, { box: this.given, labels: ["w1", "w2"], ratio: 0.95, equal: true });
    this.curve = new Plot(root, {
      box: [0, 1, -6, 1],
      labels: ["step t", "P − P*"],
      ratio: 0.55,
      log: [false, true],
    });
    this.plane = new Plot(root, {
      box: boxAround(this.points),
      labels: ["x1", "x2"],
      ratio: 0.55,
      equal: true,
    });
    this.atFirst = JSON.stringify(this.present());
    this.earlier = new Earlier();
    this.once = {};
    /** @type {any} */ this.run = null;
    this.looked = -1; // the step of the curve under the pointer
    this.framed = ""; // the knobs for which the window was chosen
    this.editor = new PointEditor(this.map, {
      ...shell.editing(),
      points: [[...model.get("start"), "start"]],
      fixed: true,
      hint: DESCENT_HINT,
      describe: () => `P = ${show(objective(this.from(), this.points, model.get("lam")), 4)}`,
      changed(moved, final, gesture) {
        if (final) shell.save({ start: moved[0].slice(0, 2) }, gesture);
        shell.redraw();
      },
    });
    this.knobs = Object.fromEntries(
      SETTINGS.slice(0, 4).map((trait) => [trait, shell.knob(trait)]),
    );
    this.speed = pace(SPEEDS, 1);
    this.play = player(shell, {
      speed: this.speed,
      most: MOST_STEPS,
      now: () => (this.run && !this.gone() ? model.get("steps") : null),
      go: (to, gesture) => this.go(to, gesture),
    });
    this.again = button("Draw again", () => shell.save({ seed: (model.get("seed") + 1) % 10000 }));
    this.curve.element.addEventListener("pointermove", (event) => this.look(this.stepAt(event)), {
      signal,
    });
    this.curve.element.addEventListener("pointerleave", () => this.look(-1), { signal });
  }

  /** To so many steps. */
  go(steps, gesture = "steps") {
    return this.shell.save({ steps: Math.max(0, Math.min(MOST_STEPS, steps)) }, gesture);
  }

  /** Whether the walk has run away; then it says so. */
  gone() {
    if (this.run?.lost) this.shell.note("The walk has run away: restart it, or shorten its steps.");
    return this.run?.lost;
  }

  /** Further by so many steps. */
  on(by) {
    if (!this.gone()) this.go(this.model.get("steps") + by, by === 1 ? "step" : "");
  }

  /** The values of all traits. */
  present() {
    return [...SETTINGS, "start", "steps"].map((trait) => this.model.get(trait));
  }

  /** The start of the walk. */
  from() {
    return this.editor.points[0].slice(0, 2);
  }

  /** The last result of work(…inputs), for as long as they are the same. */
  remembered(name, inputs, work) {
    const { once } = this;
    const key = JSON.stringify(inputs);
    if (once[name]?.key !== key) once[name] = { key, value: work() };
    return once[name].value;
  }

  /** Another step is under the pointer, or none (-1). */
  look(t) {
    if (t === this.looked) return;
    this.looked = t;
    this.shell.redraw();
  }

  /** The step under the pointer, or -1. */
  stepAt(event) {
    const { curve } = this;
    const t = Math.round(curve.toData(...curve.at(event))[0]);
    return this.run && t >= 0 && t <= this.run.t ? t : -1;
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { earlier, editor, map, model, points } = this;
    /** @type {any} */ const settings = { start: this.from() };
    for (const trait of SETTINGS) settings[trait] = model.get(trait);
    const { lam, schedule, batch } = settings;
    this.knobs.eta.element.hidden = schedule === "inverse";
    this.again.hidden = batch >= this.n;
    const best = this.remembered("best", lam, () => optimum(points, lam));
    const walk = this.remembered("walk", settings, () => new Walk({ points, ...settings })).to(
      model.get("steps"),
    );
    // what has run away is not shown
    const t = Math.min(model.get("steps"), walk.path.length - (walk.lost ? 2 : 1));
    const lost = walk.lost && t < model.get("steps");
    this.run = { walk, best, t, lost };
    let ghost = earlier.follow(settings, { walk, best }, editor.held >= 0);
    if (JSON.stringify(this.present()) === this.atFirst && editor.held < 0) {
      earlier.forget();
      ghost = null;
    }
    const shown = this.looked >= 0 && this.looked <= t ? this.looked : -1;
    this.frame(settings);
    this.ground(lam, best);
    map.inside(() => this.walked(ghost, shown));
    map.axes();
    this.progress(ghost, shown);
    this.line(walk.path[shown < 0 ? t : shown]);
    this.report(settings);
  }

  /**
   * After a knob has moved: the given window, wider where the beginning of the walk leaves it, but
   * not by more than a factor of 3.
   */
  frame(/** @type {any} */ settings) {
    const { given } = this;
    const key = JSON.stringify({ ...settings, start: null });
    if (key === this.framed || this.editor.held >= 0) return;
    this.framed = key;
    const { path } = new Walk({ points: this.points, ...settings }).to(FRAMED);
    const middle = [(given[0] + given[1]) / 2, (given[2] + given[3]) / 2];
    const near = path.every((w) =>
      w.every((v, k) => Math.abs(v - middle[k]) <= 1.5 * (given[2 * k + 1] - given[2 * k])),
    );
    const gone = path.some(
      ([u, v]) => u < given[0] || u > given[1] || v < given[2] || v > given[3],
    );
    const all = boxAround(
      [...path, [given[0], given[2]], [given[1], given[3]]].map(([u, v]) => [u, v, 1]),
      0.04,
    );
    this.map.given = near && gone ? all : given;
  }

  /** Contours of P at heights that grow by equal factors above the optimum. */
  ground(lam, best) {
    const { map } = this;
    map.begin();
    const width = 90;
    const height = 76;
    const [x0, x1, y0, y1] = map.box;
    const lines = this.remembered("ground", [lam, map.box], () => {
      const f = new Float64Array(width * height);
      for (let j = 0, at = 0; j < height; j++) {
        const w2 = y1 - ((j + 0.5) * (y1 - y0)) / height;
        for (let i = 0; i < width; i++, at++)
          f[at] = objective([x0 + ((i + 0.5) * (x1 - x0)) / width, w2], this.points, lam);
      }
      return Array.from({ length: 13 }, (_, k) =>
        contours(f, width, height, best.value + 0.1 * 2 ** (k - 4)),
      );
    });
    map.inside(() =>
      lines.forEach((level) =>
        map.levels(level, width, height, { width: 1, colour: map.colours.muted }),
      ),
    );
  }

  /**
   * The parts of a path that are shown and not far outside: dashes as long as the way to the moon
   * take for ever.
   */
  nearby(path) {
    const far = 20 * Math.max(...this.map.box.map(Math.abs));
    const gone = path.findIndex((w) => !(Math.hypot(...w) < far));
    const near = gone < 0 ? path : path.slice(0, gone + 1);
    if (near.length <= MOST_SEEN) return [near];
    return [near.slice(0, BEGINNING), near.slice(BEGINNING - MOST_SEEN)];
  }

  /** Whether a place is out of the window. */
  outside([u, v]) {
    const [x0, x1, y0, y1] = this.map.box;
    return u < x0 || u > x1 || v < y0 || v > y1;
  }

  /** The path, its start and where it is now. */
  walked(ghost, shown) {
    const { map } = this;
    const { walk, best, t } = this.run;
    const { muted, minus, accent } = map.colours;
    const [x0, x1, y0, y1] = map.box;
    const at = walk.path[shown < 0 ? t : shown];
    const [first1, first2] = this.from();
    for (const part of ghost ? this.nearby(ghost.walk.path) : [])
      map.path(part, { ...map.earlier, width: 1.4 });
    map.star(...best.w);
    for (const part of this.nearby(walk.path.slice(0, t + 1)))
      map.path(part, { width: 1.4, colour: minus });
    map.marker(first1, first2, 1, { radius: 4.5, colour: muted });
    this.shell.trace();
    if (this.editor.lit === 0) map.ring(first1, first2, { radius: 12, colour: accent, width: 2.5 });
    if (!this.outside(at)) map.marker(at[0], at[1], 1, { radius: 4.5, colour: accent });
    else {
      const inset = 0.03 * (x1 - x0);
      const [u, v] = at;
      map.ring(
        Math.min(x1 - inset, Math.max(x0 + inset, u)),
        Math.min(y1 - inset, Math.max(y0 + inset, v)),
        { colour: accent, width: 3 },
      );
    }
  }

  /** log10 of P - P* after each step; below rounding they are under the frame. */
  heights({ walk, best }, count = walk.path.length) {
    return walk.values
      .slice(0, count)
      .map((value) => Math.log10(Math.max(value - best.value, best.floor, 1e-300)));
  }

  /** How far it still is, step by step. */
  progress(ghost, shown) {
    const { curve } = this;
    const logs = this.heights(this.run, this.run.t + 1);
    const old = ghost ? this.heights(ghost) : [];
    const longest = Math.max(10, logs.length - 1, old.length - 1);
    let low = -4;
    let high = 1;
    for (const v of [...logs, ...old]) {
      low = Math.min(low, v);
      high = Math.max(high, v);
    }
    curve.given = [0, longest, Math.max(-10, Math.floor(low)), Math.ceil(high)];
    curve.begin();
    curve.inside(() => {
      if (shown >= 0)
        curve.path(
          [
            [shown, curve.box[2]],
            [shown, curve.box[3]],
          ],
          { width: 1, colour: curve.colours.muted },
        );
      curve.pen.globalAlpha = 0.45; // dots of so many hops would look like hatching
      curve.path(thinned(old), { width: 1, colour: curve.colours.muted });
      curve.pen.globalAlpha = 1;
      curve.path(thinned(logs), { width: 2, colour: curve.colours.minus });
    });
    curve.axes();
    const now = shown < 0 ? this.run.t : shown;
    if (logs[now] >= curve.box[2])
      curve.marker(now, logs[now], 1, { radius: 4, colour: curve.colours.accent });
    if (shown < 0) return;
    const late = shown > 0.6 * longest;
    curve.text(shown, curve.box[3], `step ${shown}: ${excessOfDescent(this.run, shown)}`, {
      align: late ? "right" : "left",
      dx: late ? -6 : 6,
      dy: 12,
    });
  }

  /** What these weights do with the points. */
  line(w) {
    const { plane } = this;
    plane.begin();
    plane.inside(() => {
      if (Math.hypot(...w) > 0) {
        plane.halves(w, 0);
        for (const level of [-1, 0, 1])
          plane.line(w, -level, level ? { dash: [6, 4], width: 1.3 } : { width: 2.2 });
      }
      this.points.forEach(([x, y, label]) => plane.marker(x, y, label, { radius: 4 }));
    });
    plane.axes();
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(settings) {
    const { walk, best, t } = this.run;
    this.shell.tell(toldOfDescent(this.run), {
      done: !this.play.playing(),
      view: viewOfDescent(this.run, this.points, settings),
      solution: { w: walk.path[t], objective: walk.values[t], optimum: best.value },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { model } = this;
    return {
      controls: [
        ...Object.values(this.knobs).map((knob) => knob.element),
        h(
          "div",
          { class: "svm-row svm-steps" },
          this.play.element,
          this.speed.element,
          button("Step", () => this.on(1)),
          button("+ 100", () => this.on(100)),
          button("Back", () => this.go(this.run.t - 1, "back")),
          button("Restart", () => this.go(0, "")),
          this.again,
        ),
      ],
      panels: [this.map, this.curve, this.plane],
      tabs: ["walk", "excess", "line"],
      editor: this.editor,
      draw: () => this.draw(),
      meanwhile: () => ({ start: this.from() }),
      points: () => [[...model.get("start"), "start"]],
      legend: [
        ["path", "the walk"],
        ["guess", "your guess", () => this.shell.guessed() !== null],
        ["start", "start, to be dragged"],
        ["dot", "now"],
        [
          "chosen",
          "now, outside in this direction",
          () => this.outside(this.run.walk.path[this.run.t]),
        ],
        ["star", "optimum"],
        ["contour", "equal P"],
        ["ghost", "before the last change", () => Boolean(this.earlier.ghost)],
        ["line", "w·x = 0", () => Math.hypot(...this.run.walk.path[this.run.t]) > 0],
        ["dashed", "w·x = ±1", () => Math.hypot(...this.run.walk.path[this.run.t]) > 0],
      ],
      guess: {
        ...DESCENT_GUESS,
        answer: placeAnswer,
        plot: this.map,
        pose: () => (this.run.lost ? { steps: 0 } : null),
        ends: ["steps"],
        reveal: () => this.on(AHEAD),
        truth: () => {
          const { walk, best, t } = this.run;
          const [from, to] = [Math.max(0, model.get("steps") - AHEAD), t + 1];
          const [path, values] = [walk.path.slice(from, to), walk.values.slice(from, to)];
          return (
            path.length > 1 && { path, values, best: best.w, n: this.n, batch: model.get("batch") }
          );
        },
      },
      challenges: descentTasks(model.get("batch"), this.n),
    };
  }
}

export const renderDescent = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "descent",
    title: "Subgradient descent, interactive figure",
    spec: descentSpec,
    build: (shell) => new DescentFigure(shell).parts(),
  });
