// The widest street between two classes: hard or soft margin, slack as bars, the two terms of the
// objective. The reader may hide it, lay a line where it should be, and compare.
import { unfinished } from "../core/certified.js";
import { lineThrough } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { lineAnswer } from "../ui/handles.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { Strip } from "../ui/strip.js";
import { STREET_GUESS, streetOf, streetTasks, viewOfStreet } from "../tasks/street.js";
import { NO_SLACK, pointOfStreet, toldOfStreet } from "../told/street.js";

/** @typedef {import("../core/machine.js").Answer & { w: [number, number] }} Found */

const LINEAR = { name: "linear" };

export const streetSpec = () => ({
  points: { kind: "points", labels: [1, -1], limit: 200 },
  C: { kind: "number", min: 1e-2, max: 1e3, log: true },
  hard: { kind: "switch", label: "hard margin (no slack)" },
});

class StreetFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root } = shell;
    this.model = model;
    this.plot = new Plot(root, {
      box: model.get("box"),
      labels: model.get("labels"),
      ratio: 0.8,
      equal: true,
    });
    this.machine = new Machine();
    /** @type {Found | null} of the machine */
    this.answer = null;
    /** @type {Found | null} the answer if it is certain and a street */
    this.street = null;
    this.hasGhost = false; // the street before the last change is on show
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      limit: 200,
      describe: (i) => {
        if (!this.street || i >= this.street.y.length) return "";
        return pointOfStreet(this.street, i);
      },
    });
    this.C = shell.knob("C");
    this.hard = shell.knob("hard");
    this.strip = new Strip(shell.tracing(["C"]));
  }

  /** C, or ∞ for a hard margin. */
  strengthNow() {
    const { model } = this;
    return model.get("hard") ? Infinity : model.get("C");
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { editor, machine, plot } = this;
    const { points } = editor;
    const two = new Set(points.map((p) => p[2])).size === 2;
    const strength = this.strengthNow();
    this.C.element.hidden = this.model.get("hard");
    this.strip.shown(!this.model.get("hard"));
    if (two) {
      machine.pose(points, { kernel: LINEAR, C: strength });
      this.answer = /** @type {Found} */ (machine.advance());
    } else this.answer = null;
    const veiled = this.shell.veiled();
    this.street =
      !veiled && this.answer?.certified && this.answer.separable && !this.answer.zero
        ? this.answer
        : null;
    const seen = this.street;
    const ghost = veiled || this.shell.guessed() ? null : this.shell.before()?.line;
    this.hasGhost = Boolean(ghost);
    plot.begin();
    plot.inside(() => {
      if (seen) this.ground(seen);
      if (ghost) this.trace(ghost);
      this.shell.trace();
      if (seen) this.slackBars(seen, points);
      editor.inOrder().forEach(([[x, y, label]]) => plot.marker(x, y, label));
      this.rings(seen, points);
      if (this.answer?.common && this.isCross()) plot.cross(...this.answer.common);
    });
    plot.axes();
    this.report(strength);
  }

  /** A hard margin that is known to be impossible. */
  apart() {
    return this.answer?.done && this.answer.separable === false;
  }

  /** Where that is known, a place proves it; unless the answer hides. */
  isCross() {
    return Boolean(this.apart() && this.answer?.common && !this.shell.veiled());
  }

  /** Pale sides, the line and the edges of the street. */
  ground({ w, b }) {
    const { plot } = this;
    plot.halves(w, b);
    plot.street(w, b);
  }

  /** The street before the last change, dotted. */
  trace({ w, b }) {
    const { plot } = this;
    for (const level of [-1, 0, 1])
      plot.line(w, b - level, level ? { ...plot.earlier, width: 1 } : plot.earlier);
  }

  /** The reader's line with its street. */
  guessed(handles, committed) {
    const { editor, plot } = this;
    const { w, b } = lineThrough(handles, 1);
    const style = { colour: plot.colours.purple, width: 2.4 };
    plot.line(w, b, style);
    const own = committed ? streetOf(handles, editor.points, this.strengthNow()).scale : 0;
    for (const side of own ? [-1, 1] : [])
      plot.line(w, b + side / own, { ...style, width: 1.2, dash: [6, 4] });
  }

  /** A bar runs along w from a point to the margin line that it misses. */
  slackBars({ xi, w, norm }, points) {
    const { plot } = this;
    points.forEach(([x, y, label], i) => {
      if (!(xi[i] > NO_SLACK)) return;
      const out = (label * xi[i]) / norm ** 2;
      plot.path(
        [
          [x, y],
          [x + out * w[0], y + out * w[1]],
        ],
        { width: i === this.editor.lit ? 5 : 2.5, colour: plot.colours.accent },
      );
    });
  }

  /** Rings around support vectors. */
  rings(seen, points) {
    const { plot } = this;
    const most = seen ? Math.max(...seen.alpha) : 1;
    points.forEach(([x, y], i) => {
      const a = seen ? seen.alpha[i] / most : 0;
      if (seen?.carries[i])
        plot.ring(x, y, { radius: 8 + 4 * a, dashed: seen.alpha[i] >= seen.C[i] });
      if (i === this.editor.lit)
        plot.ring(x, y, { radius: 15, colour: plot.colours.accent, width: 2.5 });
    });
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(strength) {
    const { shell } = this;
    const places = this.editor.points.map((p) => [...p]);
    const plain = { separable: null, hard: strength === Infinity, places };
    if (!this.answer) shell.tell("Both classes need a point.", { view: plain });
    else if (this.street) this.told(this.street, strength, plain);
    else {
      const why = this.apart()
        ? "No line separates the classes: the cross lies in both convex hulls. Allow slack, or move a point."
        : unfinished(this.answer) ||
          "The best w is 0: every direction costs more slack than it saves, so there is no street.";
      shell.tell(why, {
        done: this.answer.done,
        view: { ...plain, separable: this.answer.separable },
        solution: {},
      });
      if (!this.answer.done) shell.redraw();
    }
  }

  /** The street, with the reader's line beside it. */
  told(found, strength, plain) {
    const { primal, w, b, alpha } = found;
    const made = this.shell.guessed();
    const guess = made && {
      changed: made.changed,
      best: streetOf(made.value, this.editor.points, strength),
    };
    this.shell.tell(toldOfStreet(found, strength), {
      view: { ...plain, ...viewOfStreet(found, guess) },
      solution: { w, b, alpha: [...alpha], primal, gap: found.relative },
      traced: strength < Infinity ? tracedOf(found) : null,
    });
  }

  /** Whether some support vector on show has such α, C and slack. */
  some(test) {
    const found = this.street;
    return Boolean(
      found?.carries.some((own, i) => own && test(found.alpha[i], found.C[i], found.xi[i])),
    );
  }

  /** Whether there can be a street. */
  isStreet() {
    return !this.apart();
  }

  /** What ui/shell.js asks for. */
  parts() {
    return {
      controls: [this.C.element, this.hard.element],
      panels: [this.plot],
      strip: this.strip,
      editor: this.editor,
      draw: () => this.draw(),
      legend: [
        ["line", "f = 0, the line", () => this.isStreet()],
        ["dashed", "f = ±1, the kerbs", () => this.isStreet()],
        ["ring", "support vector; larger for larger α", () => this.some((a, C) => a < C)],
        ["dashed ring", "support vector with α = C", () => this.some((a, C) => a >= C)],
        ["bar", "slack ξ", () => this.some((a, C, xi) => xi > NO_SLACK)],
        ["chosen", "chosen point", () => this.editor.lit >= 0],
        ["ghost", "before the last change", () => this.hasGhost],
        ["guess", "your line and its street", () => this.shell.guessed() !== null],
        ["cross", "place in both convex hulls", () => this.isCross()],
      ],
      guess: {
        ...STREET_GUESS,
        answer: lineAnswer,
        plot: this.plot,
        truth: () =>
          this.street && {
            points: this.editor.points,
            C: this.strengthNow(),
            found: this.street,
          },
        ghost: (handles, committed) => this.guessed(handles, committed),
      },
      challenges: streetTasks(this.model.get("hard")),
    };
  }
}

export const renderStreet = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "street",
    title: "The widest street, interactive figure",
    spec: streetSpec,
    build: (shell) => new StreetFigure(shell).parts(),
  });
