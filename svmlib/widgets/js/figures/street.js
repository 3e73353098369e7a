// The widest street between two classes: hard or soft margin, slack as bars, the two terms of the
// objective. The reader may hide it, lay a line where it should be, and compare.
import { lineThrough, streetAlong } from "../core/lines.js";
import { Machine } from "../core/machine.js";
import { tracedOf } from "../core/trace.js";
import { button } from "../ui/controls.js";
import { unfinished } from "../ui/certified.js";
import { LineHandles } from "../ui/handles.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import { Strip } from "../ui/strip.js";
import { streetTasks, viewOfStreet } from "../tasks/street.js";
import { withRemark } from "../told/moved.js";
import { NO_SLACK, pointOfStreet, toldOfStreet, verdictOfStreet } from "../told/street.js";

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
    /**
     * @type {any} { hidden: true, from } while the street is hidden, then { hidden: false, line,
     * best, answer, changed }
     */
    this.guess = null;
    this.hasGhost = false; // the street before the last change is on show
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      limit: 200,
      describe: (i) => {
        if (!this.street || this.guess?.hidden || i >= this.street.y.length) return "";
        return pointOfStreet(this.street, i);
      },
    });
    this.C = shell.knob("C");
    this.hard = shell.knob("hard");
    this.strip = new Strip(shell.tracing(["C"]));
    this.handles = new LineHandles(this.plot, { signal: shell.signal, changed: shell.redraw });
    this.ask = button("Guess first", () => {
      if (this.guess?.hidden) this.reveal();
      else this.hide();
      this.ask.textContent = this.guess?.hidden ? "Show the street" : "Guess first";
      shell.redraw();
    });
  }

  /** What a guess was made for. */
  situation() {
    const { model } = this;
    return JSON.stringify([this.editor.points, model.get("C"), model.get("hard")]);
  }

  /** The answer is hidden until the reader has guessed. */
  hide() {
    const { handles } = this;
    handles.lay();
    this.guess = { hidden: true, from: this.situation() };
    handles.show(true);
  }

  /** The answer, and how good the guess was. */
  reveal() {
    const { handles } = this;
    const line = lineThrough(handles.places, 1);
    const changed = this.situation() !== this.guess.from;
    this.guess = {
      hidden: false,
      line,
      changed,
      best: streetAlong(this.editor.points, line, this.strengthNow()),
      answer: this.answer,
    };
    handles.show(false);
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
    this.street =
      this.answer?.certified && this.answer.separable && !this.answer.zero ? this.answer : null;
    if (
      this.guess &&
      !this.guess.hidden &&
      this.answer?.done &&
      this.guess.answer !== this.answer
    ) {
      if (this.guess.answer?.done !== false)
        this.guess = null; // the line was laid for other points or another C
      else this.guess.answer = this.answer;
    }
    const seen = this.guess?.hidden ? null : this.street;
    const ghost = this.guess ? null : this.shell.before()?.line;
    this.hasGhost = Boolean(ghost);
    plot.begin();
    plot.inside(() => {
      if (seen) this.ground(seen);
      if (ghost) this.trace(ghost);
      if (this.guess) this.guessed();
      if (seen) this.slackBars(seen, points);
      editor.inOrder().forEach(([[x, y, label]]) => plot.marker(x, y, label));
      this.rings(seen, points);
      if (this.answer?.common && this.isCross()) plot.cross(...this.answer.common);
    });
    plot.axes();
    this.handles.drawn();
    this.report(strength);
  }

  /** A hard margin that is known to be impossible. */
  apart() {
    return this.answer?.done && this.answer.separable === false;
  }

  /** Where that is known, a place proves it; unless the answer hides. */
  isCross() {
    return Boolean(this.apart() && this.answer?.common && !this.guess?.hidden);
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

  /** The reader's line. */
  guessed() {
    const { plot } = this;
    const { w, b } = this.guess.line ?? lineThrough(this.handles.places, 1);
    const style = { colour: plot.colours.purple, width: 2.4 };
    plot.line(w, b, style);
    if (this.guess.best?.scale)
      for (const side of [-1, 1])
        plot.line(w, b + side / this.guess.best.scale, { ...style, width: 1.2, dash: [6, 4] });
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
    if (this.guess?.hidden) {
      shell.tell(
        "The street is hidden. Lay your line with the two handles; you may also move points or a knob. Then show the street.",
        { view: plain, covered: true },
      );
    } else if (!this.answer) shell.tell("Both classes need a point.", { view: plain });
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
    const { guess } = this;
    const soft = strength < Infinity;
    const said = guess ? verdictOfStreet(guess.best, found, soft) : "";
    this.shell.tell(withRemark(said, toldOfStreet(found, strength)), {
      view: { ...plain, ...viewOfStreet(found, guess) },
      solution: { w, b, alpha: [...alpha], primal, gap: found.relative },
      traced: soft ? tracedOf(found) : null,
    });
  }

  /** Whether some support vector on show has such α, C and slack. */
  some(test) {
    const found = this.guess?.hidden ? null : this.street;
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
      controls: [this.C.element, this.hard.element, this.ask],
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
        ["guess", "your line and its street", () => this.guess !== null],
        ["cross", "place in both convex hulls", () => this.isCross()],
      ],
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
