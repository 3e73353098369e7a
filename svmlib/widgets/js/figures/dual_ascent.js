// The dual climbed step by step: bars of α from 0 to C, the line they make, primal and dual closing
// in; and a guess before each step.
import { Climb } from "../core/ascent.js";
import { button, pace, player } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { Earlier } from "../ui/earlier.js";
import { pointsAnswer } from "../ui/spots.js";
import { Plot } from "../ui/plot.js";
import { PointEditor } from "../ui/points.js";
import { mountFigure } from "../ui/shell.js";
import {
  ASCENT_GUESS,
  GUESSES,
  GuessGame,
  ascentTasks,
  viewOfAscent,
} from "../tasks/dual_ascent.js";
import { barsInWords, pointOfAscent, toldOfAscent } from "../told/dual_ascent.js";

const MOST_ASCENT_STEPS = 2000;
const NUMBERED = 12; // with so few points each has its number in the plane
/** @type {[string, (t: number) => number][]} */
const ASCENT_SPEEDS = [
  ["slow", () => 1],
  ["medium", (t) => 5 + t / 5],
  ["fast", (t) => 30 + t],
];

export const dualAscentSpec = () => ({
  points: { kind: "points", labels: [1, -1], limit: 60 },
  method: {
    kind: "choice",
    options: [
      ["coordinate", "one at a time (b regularised)"],
      ["pairs", "two at a time, SMO (b free)"],
    ],
  },
  order: {
    kind: "choice",
    options: [
      ["cyclic", "one after another"],
      ["shuffled", "shuffled each round"],
    ],
  },
  C: { kind: "number", min: 1e-2, max: 100, log: true },
  steps: { kind: "number", min: 0, max: MOST_ASCENT_STEPS, whole: true, word: "step" },
});

/** Whether the gap of a state is closed. */
const isAtRest = ({ gap, noise, primal }) => gap <= Math.max(noise, 1e-9 * primal);

class DualAscentFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.plot = new Plot(root, {
      box: model.get("box"),
      labels: model.get("labels"),
      ratio: 0.95,
      equal: true,
    });
    this.bars = new Plot(root, { box: [0, 1, 0, 1], labels: ["point", "α / C"], ratio: 0.45 });
    this.curves = new Plot(root, { box: [0, 1, 0, 1], labels: ["step", "objective"], ratio: 0.45 });
    this.atFirst = JSON.stringify(this.present());
    this.earlier = new Earlier();
    /** What is on show: the run, how many of its steps, the states before, at and after this step.
     * @type {any} */
    this.run = null;
    this.game = new GuessGame();
    this.editor = new PointEditor(this.plot, {
      ...shell.editing(),
      limit: 60,
      describe: (i) => this.describe(i),
      changed(points, final, gesture = "points") {
        if (final) shell.save({ points: points.map((p) => [...p]), steps: 0 }, gesture);
        shell.redraw();
      },
    });
    // another problem is climbed from the bottom
    shell.put = (trait) => (value) => shell.save({ [trait]: value, steps: 0 }, trait);
    this.method = shell.knob("method");
    this.order = shell.knob("order");
    this.C = shell.knob("C");
    this.speed = pace(ASCENT_SPEEDS, 1);
    this.play = player(shell, {
      speed: this.speed,
      most: MOST_ASCENT_STEPS,
      now: () => {
        if (this.run?.ended) this.forward(1); // which says so
        // a knob may have taken it back since the last drawing
        return this.run && !this.run.ended ? Math.min(this.run.t, model.get("steps")) : null;
      },
      go: (to, gesture) => this.go(to, gesture),
    });
    this.guesses = h("div", { class: "svm-row svm-steps" });
    this.asking = h("span");
    this.verdict = h("span", { class: "svm-verdict" });
    this.buttons = [0, 1, 2].map((k) => button("", () => this.guess(k)));
    this.guesses.append(this.asking, ...this.buttons, this.verdict);
    this.round = button("+ 1 round", () => this.forward(this.run ? this.editor.points.length : 0));
    this.bars.element.addEventListener(
      "pointermove",
      (event) => this.editor.hover(this.barAt(event)),
      { signal },
    );
    this.bars.element.addEventListener("pointerleave", () => this.editor.hover(-1), { signal });
    this.bars.element.addEventListener(
      "click",
      (event) => {
        if (this.barAt(event) >= 0) this.editor.choose(this.barAt(event));
      },
      { signal },
    );
  }

  /** To so many steps. */
  go(steps, gesture = "") {
    if (!this.run) return;
    const { t, key } = this.run;
    const to = Math.max(0, Math.min(MOST_ASCENT_STEPS, steps));
    this.game.watch(key, t, to);
    this.shell.save({ steps: to }, gesture);
  }

  /** The values of all traits. */
  present() {
    return ["points", "method", "order", "C", "steps"].map((trait) => this.model.get(trait));
  }

  /** Steps that nobody guesses. */
  forward(count) {
    if (!this.run) return;
    if (this.run.ended) this.shell.note("It has converged: no bar moves any more.");
    else this.go(this.run.t + count, count === 1 ? "step" : "");
  }

  /** To the step after which nothing moves any more. */
  toTheEnd() {
    if (!this.run) return;
    const { states } = this.run.climb.to(MOST_ASCENT_STEPS);
    const rest = states.findIndex(isAtRest);
    this.go(rest < 0 ? states.length - 1 : rest);
  }

  /** Make the next step and say whether it was guessed. */
  guess(k) {
    const { game, model } = this;
    if (!this.run) return;
    if (this.run.ended) {
      this.forward(1);
      return;
    }
    const verdict = game.guess(k, this.run, { method: model.get("method"), C: model.get("C") });
    this.go(this.run.t + 1);
    game.verdict = verdict;
    this.shell.whisper(verdict);
  }

  /** The bar under the pointer, or -1. */
  barAt(event) {
    const { bars } = this;
    const i = Math.round(bars.toData(...bars.at(event))[0]) - 1;
    return this.run && i >= 0 && i < this.editor.points.length ? i : -1;
  }

  /** What the read-out says of a point. */
  describe(i) {
    if (!this.run || i >= this.run.now.alpha.length) return "";
    return pointOfAscent(this.run.now, this.model.get("C"), this.editor.points[i], i);
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { bars, curves, earlier, editor, game, model, plot } = this;
    const { points } = editor;
    const settings = {
      points,
      method: model.get("method"),
      order: model.get("order"),
      C: model.get("C"),
    };
    this.order.element.hidden = settings.method === "pairs";
    this.round.hidden = settings.method === "pairs";
    if (new Set(points.map((p) => p[2])).size < 2) {
      this.run = null;
      [plot, bars, curves].forEach((empty) => empty.begin());
      plot.inside(() => points.forEach(([x, y, label]) => plot.marker(x, y, label)));
      [plot, bars, curves].forEach((empty) => empty.axes());
      this.ask();
      this.shell.tell("Both classes need a point.", { view: { n: points.length }, solution: {} });
      return;
    }
    const key = JSON.stringify(settings);
    if (this.run?.key !== key) {
      this.run = { key, climb: new Climb(points, settings.C, settings.method, settings.order) };
      game.begin(settings.method);
    }
    // while points are dragged the bars are empty, as they will be
    const wanted =
      editor.held >= 0 && JSON.stringify(points) !== JSON.stringify(model.get("points"))
        ? 0
        : model.get("steps");
    const { states } = this.run.climb.to(wanted + 1);
    const t = Math.min(wanted, states.length - 1);
    const now = states[t];
    const ended = t === states.length - 1 || isAtRest(now);
    Object.assign(this.run, {
      t,
      now,
      ended,
      before: states[t - 1] ?? null,
      next: ended ? null : states[t + 1],
    });
    if (t === 0) game.begin(settings.method);
    let ghost = earlier.follow(settings, this.run.climb, editor.held >= 0);
    if (JSON.stringify(this.present()) === this.atFirst && editor.held < 0) {
      earlier.forget();
      ghost = null;
    }
    this.scene(settings.C);
    this.multipliers(settings.C);
    this.closing(ghost);
    this.ask();
    this.report(settings);
  }

  /** The points and the line that the multipliers make. */
  scene(strength) {
    const { editor, plot } = this;
    plot.begin();
    const { now, before, next } = this.run;
    const { accent, ink } = plot.colours;
    const few = editor.points.length <= NUMBERED;
    plot.inside(() => {
      if (before && !before.zero) plot.line(before.w, before.b, plot.earlier);
      if (!now.zero) plot.street(now.w, now.b);
      editor.inOrder().forEach(([[x, y, label], i]) => {
        plot.marker(x, y, label, { radius: 4 + (6 * now.alpha[i]) / strength });
        if (now.touched.includes(i)) plot.ring(x, y, { radius: 14, width: 3, colour: accent });
        if (next?.touched.includes(i))
          plot.ring(x, y, { radius: 18, width: 2, dashed: true, colour: accent });
        if (i === editor.lit) plot.ring(x, y, { radius: 11, width: 2.5, colour: ink });
      });
      this.shell.trace();
      // numbers stand outside the rings, and below its point where there is no room above
      const away = 18 * plot.shrink + 9;
      if (few && editor.invite) editor.invite.style.marginTop = "1.2em"; // not over a number
      if (few)
        editor.points.forEach(([x, y], i) => {
          const dy = plot.y(y) - away > plot.inner[2] + 4 ? -away : away;
          const { pen, colours } = plot;
          pen.fillStyle = colours.ground; // no line goes through it
          pen.fillRect(
            plot.x(x) - 6 * String(i + 1).length,
            plot.y(y) + dy - 8,
            12 * String(i + 1).length,
            15,
          );
          plot.text(x, y, String(i + 1), { align: "center", dy });
        });
    });
    plot.axes();
  }

  /** A bar for each multiplier. */
  multipliers(strength) {
    const { bars, editor } = this;
    const { points } = editor;
    const n = points.length;
    const { now, before, next } = this.run;
    bars.given = [0.4, n + 0.6, 0, 1.08];
    bars.begin();
    const { pen, colours } = bars;
    const floor = bars.y(0);
    const full = bars.y(1);
    bars.path(
      [
        [0.4, 1],
        [n + 0.6, 1],
      ],
      { colour: colours.muted, dash: [4, 4], width: 1 },
    );
    now.alpha.forEach((a, i) => {
      const left = bars.x(i + 0.65);
      const width = bars.x(i + 1.35) - left;
      const top = bars.y(a / strength);
      pen.fillStyle = points[i][2] > 0 ? colours.plus : colours.minus;
      pen.fillRect(left, top, width, floor - top);
      const old = before ? before.alpha[i] / strength : 0;
      const outline = (upper, style, colour, thick) => {
        pen.setLineDash(style);
        pen.strokeStyle = colour;
        pen.lineWidth = thick;
        pen.strokeRect(left, upper, width, floor - upper);
        pen.setLineDash([]);
      };
      if (i === editor.lit) outline(Math.min(top, floor - 8), [], colours.ink, 2.5);
      if (now.touched.includes(i)) {
        if (before)
          bars.path(
            [
              [i + 0.55, old],
              [i + 1.45, old],
            ],
            { colour: colours.muted, dash: [2, 3] },
          );
        // an empty bar, too, is seen to have been visited
        outline(Math.min(top, floor - 7), [], colours.accent, 3);
      }
      if (next?.touched.includes(i)) outline(full, [4, 3], colours.accent, 1.6);
    });
    bars.axes({
      at:
        n <= NUMBERED
          ? points.map((_, i) => /** @type {[number, string]} */ ([i + 1, String(i + 1)]))
          : null,
    });
  }

  /** Primal and dual closing in. */
  closing(ghost) {
    const { curves } = this;
    const states = this.run.climb.states.slice(0, this.run.t + 1);
    const last = this.run.now;
    const old = ghost?.states ?? [];
    const dual = states.map((s) => s.dual);
    const primal = states.map((s) => s.primal);
    const top = Math.min(Math.max(...primal), 3 * Math.abs(last.primal) + 1e-9);
    curves.given = [
      0,
      Math.max(10, states.length - 1, old.length - 1),
      Math.min(0, ...dual),
      1.05 * top,
    ];
    curves.begin();
    const { colours } = curves;
    const row = (values) => values.map((v, t) => [t, v]);
    curves.inside(() => {
      for (const kind of ["primal", "dual"])
        curves.path(row(old.map((s) => s[kind])), { ...curves.earlier, width: 1.4 });
      curves.path(row(primal), { colour: colours.primal, width: 2, dash: [7, 4] });
      curves.path(row(dual), { colour: colours.dual, width: 2.4 });
    });
    curves.axes();
    const t = this.run.t;
    const late = t > 0.7 * curves.box[1];
    /** @type {{ align: CanvasTextAlign, dx: number }} */ const place = {
      align: late ? "right" : "left",
      dx: late ? -4 : 6,
    };
    curves.text(t, Math.min(last.primal, top), "primal", {
      ...place,
      dy: last.primal > 0.9 * top ? 10 : -10,
      colour: colours.primal,
    });
    curves.text(t, last.dual, "dual", {
      ...place,
      dy: last.dual < 0.15 * top ? -10 : 12,
      colour: colours.dual,
    });
  }

  /** The question before the next step. */
  ask() {
    const next = this.run?.next;
    const kinds = GUESSES[this.model.get("method")];
    this.asking.textContent = next
      ? `Guess ${barsInWords(next.touched, "bar")}:`
      : "No step is left.";
    this.buttons.forEach((b, k) => {
      b.textContent = kinds[k][0];
      b.hidden = !next;
    });
    this.verdict.textContent = this.game.verdict;
    this.guesses.dataset.over = String(!next && !this.game.verdict);
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(settings) {
    const { climb, t, now, ended, next } = this.run;
    const playing = this.play.playing();
    this.shell.tell(toldOfAscent({ states: climb.states, t, ended, next }), {
      done: !playing,
      view: viewOfAscent(this.run, settings, this.game, playing),
      solution: { alpha: now.alpha, w: now.w, b: now.b, primal: now.primal, dual: now.dual },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { editor, model } = this;
    return {
      controls: [
        this.method.element,
        this.order.element,
        this.C.element,
        this.guesses,
        h(
          "div",
          { class: "svm-row svm-steps" },
          this.play.element,
          this.speed.element,
          button("Step", () => this.forward(1)),
          this.round,
          button("Back", () => this.go((this.run?.t ?? 0) - 1)),
          button("Restart", () => this.go(0)),
        ),
      ],
      panels: [this.plot, this.bars, this.curves],
      tabs: ["points", "multipliers", "gap"],
      editor,
      draw: () => this.draw(),
      remarks: true,
      legend: [
        ["line", "f = 0", () => this.run && !this.run.now.zero],
        ["dashed", "f = ±1", () => this.run && !this.run.now.zero],
        ["size", "larger for larger α"],
        ["next", "moves next", () => Boolean(this.run?.next)],
        ["chosen", "moved last", () => this.run?.now.touched.length > 0],
        ["ring", "chosen", () => editor.lit >= 0],
        ["grip", "your guess: α = 0", () => this.shell.guessed() !== null],
        ["primal", "primal"],
        ["dual", "dual"],
        [
          "ghost",
          "a step, or a change, before",
          () => this.run?.t > 0 || Boolean(this.earlier.ghost),
        ],
      ],
      guess: {
        ...ASCENT_GUESS,
        answer: pointsAnswer,
        plot: this.plot,
        points: () => editor.points,
        pose: () => (model.get("steps") ? { steps: 0 } : null),
        ends: ["steps", "points"],
        reveal: () => this.toTheEnd(),
        truth: () => this.run && { ...this.run.now, points: editor.points, C: model.get("C") },
      },
      challenges: ascentTasks(
        Object.fromEntries(
          ["points", "method", "order", "C"].map((trait) => [trait, model.get(trait)]),
        ),
      ),
    };
  }
}

export const renderDualAscent = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "dual-ascent",
    title: "Dual ascent, interactive figure",
    spec: dualAscentSpec,
    build: (shell) => new DualAscentFigure(shell).parts(),
  });
