// A kernel machine on points in the plane: kernel, C, σ; boundary, margin, support vectors by α,
// certificate.
import { unfinished } from "../core/certified.js";
import { DATASETS, makeData } from "../core/datasets.js";
import { agreement } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { button, choice } from "../ui/controls.js";
import { GRIDS, Landscape, Pace } from "../ui/landscape.js";
import { Lifted } from "../ui/lifted.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { linesAnswer } from "../ui/sheet.js";
import { mountFigure } from "../ui/shell.js";
import { Strip } from "../ui/strip.js";
import { MACHINE_GUESS, machineTasks, viewOfMachine } from "../tasks/kernel_machine.js";
import { pointOfMachine, toldOfMachine } from "../told/kernel_machine.js";

const KERNEL_NAMES = [
  ["linear", "linear"],
  ["polynomial", "polynomial"],
  ["rbf", "Gaussian (RBF)"],
  ["ornstein-uhlenbeck", "Ornstein–Uhlenbeck"],
];

/**
 * `points` are what counts; data and seed say where they came from. "" are those that the figure
 * was given.
 */
export const kernelMachineSpec = (model) => {
  const [given, name, sample] = [model.get("points"), model.get("data"), model.get("seed")];
  return {
    data: {
      kind: "choice",
      options: [["", "as given"], ...Object.keys(DATASETS).map((own) => [own, own])],
    },
    seed: { kind: "number", min: 0, max: 9999, whole: true },
    points: {
      kind: "points",
      labels: [1, -1],
      limit: 500,
      base: ({ data, seed }) =>
        !data || (data === name && seed === sample) ? given : makeData(data, 100, seed),
    },
    kernel: { kind: "choice", options: KERNEL_NAMES },
    C: { kind: "number", min: 1e-2, max: 1e3, log: true },
    sigma: { kind: "number", min: 0.05, max: 10, log: true, label: "σ" },
    degree: { kind: "number", min: 1, max: 8, whole: true },
  };
};

/** The kernel that the traits describe. */
const kernelOf = (model) => ({
  name: model.get("kernel"),
  sigma: model.get("sigma"),
  degree: model.get("degree"),
  length: model.get("sigma"),
});

class KernelMachineFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    const { base } = shell.specs.points;
    this.base = base;
    this.given = base({ data: "" });
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels") });
    this.machine = new Machine();
    this.landscape = new Landscape(this.plot);
    /** @type {any} the Answer of the machine; null where there is none, or it hides */
    this.answer = null;
    /** @type {any} what was on show when the machine hid: { origin, boundary } */
    this.then = null;
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      describe: (i) =>
        this.answer?.certified && i < this.answer.y.length ? pointOfMachine(this.answer, i) : "",
    });
    this.lifted = new Lifted(root, this.plot, {
      signal,
      changed: shell.redraw,
      note: shell.note,
    });
    // while a point or a knob moves the surface is coarse; a while after the last movement it
    // becomes fine
    this.pace = new Pace(shell.redraw, signal);
    const [kernel, C, sigma, degree] = ["kernel", "C", "sigma", "degree"].map(shell.knob);
    this.kernel = kernel;
    this.C = C;
    this.sigma = sigma;
    this.degree = degree;
    this.strip = new Strip(shell.tracing(["C", "sigma"]));
    this.data = choice("data", shell.specs.data.options, {
      value: model.get("data"),
      change: (name) => this.take(name, 0),
    });
    this.again = button("New sample", () =>
      this.take(model.get("data"), (model.get("seed") + 1) % 10000),
    );
    this.known = { origin: this.origin(), points: model.get("points") };
    this.follow();
  }

  /** Where the points came from. */
  origin() {
    const { model } = this;
    return `${model.get("data")} ${model.get("seed")}`;
  }

  /** Points of a data set. */
  take(name, seed) {
    return this.shell.save({ data: name, seed, points: this.base({ data: name, seed }) });
  }

  /** What goes with the knobs. */
  follow() {
    const { model, sigma } = this;
    const used = model.get("kernel");
    this.data.set(model.get("data"));
    // what is not needed keeps its room, so that nothing moves under the hand
    this.again.style.visibility = model.get("data") ? "" : "hidden";
    sigma.element.hidden = used === "polynomial";
    sigma.element.style.visibility = used === "linear" ? "hidden" : "";
    sigma.rename(used === "ornstein-uhlenbeck" ? "ℓ" : "σ");
    this.degree.element.hidden = used !== "polynomial";
  }

  // ---- The machine

  /** The Ornstein–Uhlenbeck kernel takes one exponential for each support vector and place. */
  gridNow() {
    if (this.editor.held < 0 && this.answer.done && this.pace.resting) return GRIDS.fine;
    const share =
      this.answer.kernel.name === "ornstein-uhlenbeck"
        ? Math.min(1, Math.sqrt(30 / Math.max(1, this.answer.support)))
        : 1;
    return this.pace.grid(GRIDS.coarse.map((n) => n * share));
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, machine, model, plot } = this;
    const { points } = editor;
    const two = new Set(points.map((p) => p[2])).size === 2;
    this.answer = null;
    if (two && !this.shell.veiled()) {
      machine.pose(points, { kernel: kernelOf(model), C: model.get("C") });
      this.answer = machine.advance(editor.held >= 0 ? 4 : 8);
    }
    // what did not come to an end is not drawn
    const seen = this.answer && (this.answer.certified || !this.answer.done) ? this.answer : null;
    const most = seen ? Math.max(...this.answer.alpha) : 0;
    plot.begin();
    plot.inside(() => {
      const grid = seen && this.gridNow();
      if (grid === GRIDS.fine) this.landscape.draw(seen, grid);
      else if (grid) this.pace.timed(() => this.landscape.draw(seen, grid));
      for (const line of this.ghost()) plot.path(line, plot.earlier);
      editor.inOrder().forEach(([point, i]) => this.dot(point, i, most));
      this.shell.trace();
    });
    plot.axes();
    this.lifted.draw(seen && { answer: seen, points, lit: editor.lit });
    this.report();
    if (this.answer && !this.answer.done) this.shell.redraw();
  }

  /**
   * The boundary before the last change, or when the machine hid; of other data it would mean
   * nothing.
   */
  ghost() {
    const guessing = this.shell.veiled() || this.shell.guessed();
    const old = guessing ? this.then : this.shell.before();
    return old?.origin === this.origin() ? (old.boundary ?? []) : [];
  }

  /** A point with its rings. */
  dot([x, y, label], i, most) {
    const { plot } = this;
    const a = most > 0 ? this.answer.alpha[i] / most : 0;
    plot.marker(x, y, label, { radius: 4 + 3 * a });
    if (a > 0 && this.answer.carries[i])
      plot.ring(x, y, { radius: 8.5 + 3 * a, dashed: this.answer.alpha[i] >= this.answer.C[i] });
    if (i === this.editor.lit)
      plot.ring(x, y, { radius: 14, colour: plot.colours.accent, width: 2.5 });
  }

  /** Whether some support vector on show has such α and C. */
  some(test) {
    const { alpha, C, carries } = this.answer ?? { carries: [] };
    return carries.some((own, i) => own && test(alpha[i], C[i]));
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report() {
    const { shell } = this;
    if (!this.answer) {
      shell.tell("Both classes need a point.");
      return;
    }
    if (!this.answer.certified) {
      shell.tell(unfinished(this.answer), { done: this.answer.done, solution: {} });
      return;
    }
    const { alpha, b, support, errors, primal, dual, relative } = this.answer;
    const { boundary } = this.landscape;
    const made = shell.guessed();
    const of = (lines) => agreement(lines, boundary, this.editor.points, this.plot.whole);
    if (made && !made.agree) {
      const stale = this.then?.origin === this.origin() ? of(this.then.boundary) : 0;
      Object.assign(made, { agree: of(made.value), stale });
    }
    shell.tell(toldOfMachine(this.answer), {
      view: viewOfMachine(this.answer, {
        points: this.editor.points,
        boundary,
        origin: this.origin(),
        guess: made && { agree: made.agree, stale: made.stale },
      }),
      solution: { alpha: [...alpha], b, primal, dual, gap: relative, support, errors },
      traced: tracedOf(this.answer),
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { model } = this;
    return {
      controls: [
        this.kernel.element,
        this.data.element,
        this.again,
        this.C.element,
        this.sigma.element,
        this.degree.element,
        this.lifted.toggle,
        ...this.lifted.controls,
      ],
      panels: [this.plot],
      strip: this.strip,
      editor: this.editor,
      draw: () => this.draw(),
      legend: [
        ["line", "f = 0, the boundary"],
        ["dashed", "f = ±1", () => !this.plot.camera],
        ["distance", "f = ±1; cut off at ±3", () => this.plot.camera !== null],
        ["size", "larger for larger α", () => !this.plot.camera],
        ["ring", "support vector", () => !this.plot.camera && this.some((a, C) => a < C)],
        [
          "dashed ring",
          "support vector with α = C",
          () => !this.plot.camera && this.some((a, C) => a >= C),
        ],
        ["pole", "support vector: from 0 to its f", () => this.plot.camera !== null],
        ["chosen", "chosen point", () => this.editor.lit >= 0],
        ["ghost", "boundary before the last change", () => this.ghost().length > 0],
        ["guess", "your guess", () => this.shell.guessed() !== null],
      ],
      guess: {
        ...MACHINE_GUESS,
        answer: linesAnswer,
        plot: this.plot,
        pose: () => {
          const boundary = this.answer?.certified ? this.landscape.boundary : [];
          this.then = { origin: this.origin(), boundary };
          return null;
        },
        truth: () =>
          this.answer?.certified
            ? {
                answer: this.answer,
                boundary: this.landscape.boundary,
                points: this.editor.points,
                box: this.plot.whole,
              }
            : null,
      },
      challenges: machineTasks(this.given),
      load: () => {
        // Python may choose a data set: its points are made here
        const points = model.get("points");
        const now = this.origin();
        if (now !== this.known.origin && points === this.known.points && model.get("data"))
          this.take(model.get("data"), model.get("seed"));
        this.known = { origin: now, points: model.get("points") };
        this.follow();
        this.pace.moved();
      },
    };
  }
}

export const renderKernelMachine = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "kernel-machine",
    title: "Kernel machine, interactive figure",
    spec: kernelMachineSpec,
    build: (shell) => new KernelMachineFigure(shell).parts(),
  });
