// Landmarks to put down by hand: what they leave over of the plane, their machine, and how far it
// is, at most, from the best machine of the exact kernel.
import { unfinished } from "../core/certified.js";
import { LandmarkMachine, scoresOfLandmarks } from "../core/landmarks.js";
import { Machine } from "../core/machine.js";
import { contours, onGrid, scoresOver } from "../core/surface.js";
import { numberAnswer } from "../ui/answers.js";
import { button } from "../ui/controls.js";
import { GRIDS, Pace } from "../ui/landscape.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { rgb } from "../ui/theme.js";
import { LANDMARK_GUESS, landmarkTasks, leastSeen, viewOfLandmarks } from "../tasks/landmarks.js";
import { toldOfLandmarks } from "../told/landmarks.js";

const LIMIT = 60;
const MOST_AT_FIRST = 24; // landmarks that a challenge may ask for

export const landmarksSpec = () => ({
  points: { kind: "points", labels: [1], limit: LIMIT, noun: "landmark" },
  C: { kind: "number", min: 1e-2, max: 1e2, log: true },
  sigma: { kind: "number", min: 0.1, max: 3, log: true, label: "σ" },
});

class LandmarksFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.rows = model.get("rows");
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
    this.bill = new Plot(root, {
      box: [0, 1, 0, 1],
      labels: ["number of landmarks", "objective"],
      ratio: 0.9,
    });
    this.machine = new LandmarkMachine();
    this.exact = new Machine();
    /** @type {import("../core/landmarks.js").Approximation | null} */
    this.answer = null;
    /** @type {import("../core/machine.js").Answer | null} that of the exact kernel */
    this.best = null;
    /** @type {any} what is drawn over the window, new when a machine or the window is */
    this.map = null;
    /** @type {{ knobs: string, bars: Map<number, number[]> }} the best bar of each number seen */
    this.seen = { knobs: "", bars: new Map() };
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      labels: [1],
      limit: LIMIT,
      noun: "landmark",
      still: true,
    });
    this.C = shell.knob("C");
    this.sigma = shell.knob("sigma");
    this.add = button("Add where most is left over", () => {
      const [x, y] = leastSeen(this.rows, this.editor.points, model.get("sigma"));
      this.editor.add(x, y, 1);
    });
    this.pace = new Pace(shell.redraw, signal);
    const [C, sigma, landmarks] = ["C", "sigma", "points"].map((trait) => model.get(trait));
    const begin = this.solved(Infinity)?.share ?? 1;
    this.tasks = landmarkTasks(this.rows, { C, sigma, landmarks, begin }, MOST_AT_FIRST);
  }

  /** Both machines after some milliseconds more; null without a landmark. */
  solved(milliseconds) {
    const { best, editor, exact, machine, model, rows } = this;
    const [C, sigma] = [model.get("C"), model.get("sigma")];
    exact.pose(rows, { kernel: { name: "rbf", sigma }, C });
    this.best = best?.done && exact.answer === best ? best : exact.advance(milliseconds);
    if (!editor.points.length) return null;
    machine.pose(rows, { landmarks: editor.points, sigma, C });
    return machine.advance(milliseconds);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, plot, shell } = this;
    const answer = shell.veiled() ? null : this.solved(editor.held >= 0 ? 4 : 8);
    this.answer = answer;
    const known = answer?.certified && this.best?.certified ? answer : null;
    if (known) this.keep(known);
    plot.begin();
    plot.inside(() => {
      if (answer && (answer.certified || !answer.done)) this.ground(answer);
      for (const [x, y, label] of this.rows) plot.marker(x, y, label, { radius: 3.5, edge: 0.6 });
      for (const [[x, y], i] of editor.inOrder()) {
        plot.marker(x, y, 2, { radius: 7, edge: 1.4 });
        if (i === editor.lit)
          plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
      }
      shell.trace();
    });
    plot.axes();
    this.drawBill(known);
    this.report(known);
    if (answer && !(answer.done && this.best?.done)) shell.redraw();
  }

  /** What is left over, greyer for more; the boundary of the machine, and that of the best. */
  ground(answer) {
    const { best, editor, plot } = this;
    const fine = editor.held < 0 && answer.done && best?.done && this.pace.resting;
    const [width, height] = fine ? GRIDS.fine : this.pace.grid(GRIDS.coarse);
    const where = `${width} ${height} ${plot.box}`;
    if (this.map?.of !== answer || this.map.best !== best || this.map.where !== where)
      this.map = fine
        ? this.mapped(answer, width, height, where)
        : this.pace.timed(() => this.mapped(answer, width, height, where));
    const { left, lines, exact } = this.map;
    const ground = rgb(plot.colours.ground);
    const muted = rgb(plot.colours.muted);
    const shades = Array.from({ length: 65 }, (_, k) =>
      ground.map((g, c) => Math.round(g + (muted[c] - g) * 0.75 * (k / 64))),
    );
    plot.image(left, width, height, (r) => shades[Math.round(64 * Math.min(1, r))]);
    for (const line of exact) plot.path(line, this.exactly);
    for (const line of lines) plot.path(line, { width: 2.2 });
  }

  mapped(answer, width, height, where) {
    const { best, plot } = this;
    const { span } = answer;
    const [x0, x1, y0, y1] = plot.box;
    const left = Float64Array.from({ length: width * height }, (_, at) =>
      span.leftOver(
        x0 + (((at % width) + 0.5) * (x1 - x0)) / width,
        y1 - ((Math.floor(at / width) + 0.5) * (y1 - y0)) / height,
      ),
    );
    const place = onGrid(plot.box, width, height);
    const edge = (f) => contours(f, width, height, 0).map((line) => line.map(place));
    return {
      of: answer,
      best,
      where,
      left,
      lines: edge(scoresOfLandmarks(answer, plot.box, width, height)),
      exact: best?.certified ? edge(scoresOver(best, plot.box, width, height)) : [],
    };
  }

  /** How all that the exact kernel says is drawn. */
  get exactly() {
    return { colour: this.plot.colours.dual, dash: [9, 3], width: 2 };
  }

  /** Of each number of landmarks, for these knobs, what proved most. */
  keep({ primal, share, span }) {
    const { model, seen } = this;
    const knobs = `${model.get("C")} ${model.get("sigma")}`;
    if (seen.knobs !== knobs) this.seen = { knobs, bars: new Map() };
    const { bars } = this.seen;
    const low = primal * (1 - share);
    const before = bars.get(span.used.length);
    if (!before || before[0] < low) bars.set(span.used.length, [low, primal]);
  }

  /** From what is proved to what it costs: in between lies the best. */
  drawBill(known) {
    const { best, bill, seen, shell } = this;
    const bars = shell.veiled() ? [] : [...seen.bars];
    const most = Math.max(12, ...bars.map(([m]) => m + 2));
    const top = Math.max(1, ...bars.map(([, [, high]]) => high), known?.primal ?? 0);
    bill.given = [0, most, 0, 1.1 * top];
    bill.begin();
    const upright = (m, low, high, colour, width) =>
      bill.path(
        [
          [m, low],
          [m, high],
        ],
        { colour, width },
      );
    bill.inside(() => {
      if (shell.veiled()) return bill.cover(["What can be proved is hidden."], 0.5);
      const { accent, muted } = bill.colours;
      for (const [m, [low, high]] of bars) upright(m, low, high, muted, 3);
      if (best?.certified)
        bill.path(
          [
            [0, best.primal],
            [most, best.primal],
          ],
          this.exactly,
        );
      if (known)
        upright(known.span.used.length, known.primal * (1 - known.share), known.primal, accent, 7);
    });
    bill.axes();
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(known) {
    const { answer, best, editor, model, shell } = this;
    if (!answer) {
      shell.tell("The machine needs a landmark.", { solution: {} });
      return;
    }
    if (!known || !best) {
      const open = answer.certified ? best : answer;
      shell.tell(unfinished(open), { done: answer.done && best?.done, solution: {} });
      return;
    }
    const { alpha, b, primal, dual, relative, missed, share } = known;
    const knobs = { C: model.get("C"), sigma: model.get("sigma") };
    shell.tell(toldOfLandmarks(known, best.primal), {
      view: viewOfLandmarks(known, editor.points, knobs),
      solution: {
        alpha: [...alpha],
        b,
        primal,
        dual,
        gap: relative,
        missed,
        share,
        best: best.primal,
      },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    return {
      controls: [this.C.element, this.sigma.element, this.add],
      panels: [this.plot, this.bill],
      tabs: ["plane", "proof"],
      editor: this.editor,
      draw: () => this.draw(),
      legend: [
        ["plus", "label +1"],
        ["minus", "label −1"],
        ["third", "landmark"],
        ["grey", "greyer: more is left over"],
        ["line", "boundary of the machine"],
        ["widest", "of the best machine: its boundary, its objective"],
        ["bar", "from what is proved to the objective: the best lies between"],
        ["distance", "the same before, at its best for each number", () => this.seen.bars.size > 1],
        ["chosen", "chosen landmark", () => this.editor.lit >= 0],
      ],
      guess: {
        ...LANDMARK_GUESS,
        answer: numberAnswer,
        plot: this.plot,
        most: () => 100,
        truth: () => (this.answer?.certified ? this.answer : null),
      },
      challenges: this.tasks,
      load: () => this.pace.moved(),
    };
  }
}

export const renderLandmarks = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "landmarks",
    title: "Landmarks and their certificate, interactive figure",
    spec: landmarksSpec,
    build: (shell) => new LandmarksFigure(shell).parts(),
  });
