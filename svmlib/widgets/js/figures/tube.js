// Regression with a tube: points and a curve in one dimension, ε, C and σ; errors inside the tube
// cost nothing.
import { unfinished } from "../core/certified.js";
import { TubeMachine, curveOf } from "../core/general.js";
import { numberAnswer } from "../ui/answers.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { TUBE_GUESS, tubeTasks, viewOfTube, witnessesOf } from "../tasks/tube.js";
import { pointOfTube, toldOfTube } from "../told/tube.js";

const PLACES = 241; // of the curve, across the window

/** The least of a few round numbers that is not below a positive value. */
function roundAbove(value) {
  const base = 10 ** Math.floor(Math.log10(value));
  return Number(
    (([1, 1.5, 2, 3, 5, 7].find((k) => k * base >= value) ?? 10) * base).toPrecision(3),
  );
}

export const tubeSpec = (model) => {
  const [, , low, high] = model.get("box");
  return {
    points: { kind: "points", labels: [1], limit: 200 },
    kernel: {
      kind: "choice",
      options: [
        ["rbf", "Gaussian (RBF)"],
        ["linear", "linear"],
      ],
    },
    epsilon: {
      kind: "number",
      min: 0,
      max: Math.max(roundAbove((high - low) / 2), model.get("epsilon")),
      label: "ε",
    },
    C: { kind: "number", min: 1e-2, max: 1e3, log: true },
    sigma: { kind: "number", min: 0.05, max: 10, log: true, label: "σ" },
  };
};

class TubeFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root } = shell;
    this.model = model;
    this.plot = new Plot(root, { box: model.get("box"), labels: model.get("labels"), ratio: 0.7 });
    this.machine = new TubeMachine();
    this.witnesses = witnessesOf(model.get("box"));
    /** @type {import("../core/general.js").Tube | null} */
    this.answer = null;
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      labels: [1],
      limit: 200,
      describe: (i) =>
        this.answer?.certified && i < this.answer.y.length ? pointOfTube(this.answer, i) : "",
    });
    const [kernel, epsilon, C, sigma] = ["kernel", "epsilon", "C", "sigma"].map(shell.knob);
    this.kernel = kernel;
    this.epsilon = epsilon;
    this.C = C;
    this.sigma = sigma;
    this.follow();

    this.begin = this.solved(50);
  }

  /** The kernel of the knobs. */
  kernelNow() {
    const { model } = this;
    return { name: model.get("kernel"), sigma: model.get("sigma") };
  }

  // what is not needed keeps its room, so that nothing moves under the hand
  follow() {
    this.sigma.element.style.visibility = this.model.get("kernel") === "linear" ? "hidden" : "";
  }

  /** The machine of the present points and knobs after at most so many milliseconds more. */
  solved(milliseconds) {
    const { editor, machine, model } = this;
    if (!editor.points.length) return null;
    machine.pose(editor.points, {
      kernel: this.kernelNow(),
      C: model.get("C"),
      epsilon: model.get("epsilon"),
    });
    return machine.advance(milliseconds);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, plot, shell } = this;
    this.answer = shell.veiled() ? null : this.solved(editor.held >= 0 ? 4 : 8);
    // what did not come to an end is not drawn
    const seen = this.answer && (this.answer.certified || !this.answer.done) ? this.answer : null;
    const ghost = shell.veiled() ? null : shell.before()?.curve;
    plot.begin();
    plot.inside(() => {
      if (seen) this.ribbon(seen);
      if (ghost)
        plot.path(
          ghost.map((v, k) => [this.witnesses[k], v]),
          plot.earlier,
        );
      if (seen) this.curve(seen);
      if (seen) this.slackBars(seen);
      for (const [point, i] of editor.inOrder()) this.dot(point, i, seen);
      shell.trace();
    });
    plot.axes();
    this.report();
    if (this.answer && !this.answer.done) shell.redraw();
  }

  /** [x, f(x) + shift] across the window. */
  line(seen, shift) {
    const [x0, x1] = this.plot.box;
    const places = Array.from({ length: PLACES }, (_, k) => x0 + (k / (PLACES - 1)) * (x1 - x0));
    return curveOf(seen, places).map((v, k) => [places[k], v + shift]);
  }

  /** The tube as a pale band. */
  ribbon(seen) {
    const { plot } = this;
    const { pen } = plot;
    const edge = [...this.line(seen, seen.epsilon), ...this.line(seen, -seen.epsilon).reverse()];
    pen.fillStyle = plot.colours.grid;
    pen.globalAlpha = 0.55;
    pen.beginPath();
    for (const [x, y] of edge) pen.lineTo(plot.x(x), plot.y(y));
    pen.fill();
    pen.globalAlpha = 1;
  }

  /** The curve of what is on show. */
  curve(seen) {
    const { plot } = this;
    for (const side of seen.epsilon > 0 ? [1, -1] : [])
      plot.path(this.line(seen, side * seen.epsilon), { dash: [6, 4], width: 1.3 });
    plot.path(this.line(seen, 0), { width: 2.4 });
  }

  /** From a point outside the tube to its nearer edge. */
  slackBars({ x, y, f, xi }) {
    const { editor, plot } = this;
    xi.forEach((slack, i) => {
      if (slack === 0 || i >= editor.points.length) return;
      const edge = y[i] - Math.sign(y[i] - f[i]) * slack;
      plot.path(
        [
          [x[i], y[i]],
          [x[i], edge],
        ],
        { width: i === editor.lit ? 5 : 2.5, colour: plot.colours.accent },
      );
    });
  }

  /** A point with its rings. */
  dot([x, y], i, seen) {
    const { plot } = this;
    plot.marker(x, y, 1, { radius: 4.5, colour: plot.colours.sky });
    if (seen?.carries[i])
      plot.ring(x, y, { radius: 8.5, dashed: Math.abs(seen.beta[i]) === seen.C });
    if (i === this.editor.lit)
      plot.ring(x, y, { radius: 13, colour: plot.colours.accent, width: 2.5 });
  }

  /** Whether there is a support vector with |β| = C, or with less. */
  some(full) {
    const { beta, carries, C } = this.answer ?? { beta: [], carries: [], C: 0 };
    return carries.some((own, i) => own && (Math.abs(beta[i]) === C) === full);
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report() {
    const { shell } = this;
    if (!this.answer) {
      shell.tell("The machine needs a point.", { solution: {} });
      return;
    }
    if (!this.answer.certified) {
      shell.tell(unfinished(this.answer), { done: this.answer.done, solution: {} });
      return;
    }
    const { beta, b, primal, dual, relative, support, outside, error } = this.answer;
    const [kernel, C, sigma, box] = ["kernel", "C", "sigma", "box"].map((trait) =>
      this.model.get(trait),
    );
    shell.tell(toldOfTube(this.answer), {
      view: viewOfTube(this.answer, this.editor.points, { kernel, C, sigma, box }),
      solution: { beta: [...beta], b, primal, dual, gap: relative, support, outside, error },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    return {
      controls: [this.kernel.element, this.epsilon.element, this.C.element, this.sigma.element],
      panels: [this.plot],
      editor: this.editor,
      draw: () => this.draw(),
      load: () => this.follow(),
      legend: [
        ["line", "the curve f"],
        ["tube", "the tube f ± ε"],
        ["ring", "support vector on its edge", () => this.some(false)],
        ["dashed ring", "support vector outside, |β| = C", () => this.some(true)],
        ["bar", "slack ξ", () => Boolean(this.answer?.outside)],
        ["chosen", "chosen point", () => this.editor.lit >= 0],
        ["ghost", "curve before the last change", () => Boolean(this.shell.before()?.curve)],
      ],
      guess: {
        ...TUBE_GUESS,
        answer: numberAnswer,
        plot: this.plot,
        most: () => this.editor.points.length,
        pose: (now) => TUBE_GUESS.pose(now, this.shell.specs.epsilon.max),
        truth: () => (this.answer?.certified ? this.answer : null),
      },
      challenges: tubeTasks(this.begin),
    };
  }
}

export const renderTube = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "tube",
    title: "Regression with a tube, interactive figure",
    spec: tubeSpec,
    build: (shell) => new TubeFigure(shell).parts(),
  });
