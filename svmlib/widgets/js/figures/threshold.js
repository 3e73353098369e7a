// Scores of held-out points and a threshold to move: the mistakes on its two sides, precision and
// recall, and the cost of it all.
import {
  cheapestOf,
  costsOf,
  countsAt,
  cutAt,
  cutsOf,
  reachOf,
  roundest,
} from "../core/threshold.js";
import { many, show } from "../core/words.js";
import { chooseOn } from "../ui/choose.js";
import { h } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { DEAREST, THRESHOLD_GUESS, thresholdTasks, viewOfThreshold } from "../tasks/threshold.js";
import { middleOfCut, toldOfThreshold } from "../told/threshold.js";

const GRASP = 26; // CSS pixels beside the line that a finger still holds it at
const SIZES = [6, 5, 4, 3, 2]; // radii of a point; each class has the first with room for all of it
const AISLE = 10;
const CAPTION = 20; // CSS pixels: half of the way between the classes, room for the counts

export const thresholdSpec = (model) => {
  const [low, high, step] = model.get("span");
  const cost = (trait, label) => {
    const first = model.get(trait);
    const min = Math.min(1, first);
    const max = Math.max(DEAREST, first);
    return { kind: "number", min, max, steps: Math.ceil(max - min), label };
  };
  return {
    threshold: { kind: "number", min: low, max: high, steps: Math.round((high - low) / step) },
    cost_alarm: cost("cost_alarm", "false alarm costs"),
    cost_miss: cost("cost_miss", "miss costs"),
    curves: {
      kind: "choice",
      options: [
        ["recall", "recall"],
        ["threshold", "threshold"],
      ],
      label: "curves over",
    },
  };
};

/** A value for each cut as a line of steps over the threshold; null interrupts it. */
function stairs(cuts, values, window) {
  return values.flatMap((value, k) =>
    value === null ? [] : reachOf(cuts, k, window).map((t) => [t, value]),
  );
}

/**
 * How many points share their score with one of the other class, so that no threshold tells them
 * apart.
 */
const alike = ({ hits, falseAlarms, values }) =>
  values.reduce((sum, _, k) => {
    const up = hits[k] - hits[k + 1];
    const down = falseAlarms[k] - falseAlarms[k + 1];
    return up && down ? sum + up + down : sum;
  }, 0);

class ThresholdFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.signal = signal;
    this.points = model.get("points");
    this.cuts = cutsOf(this.points);
    this.last = this.cuts.values.length;
    const [low, high, step] = model.get("span");
    this.low = low;
    this.high = high;
    this.step = step;
    this.window = [low, high];
    this.plot = new Plot(root, {
      box: [low, high, -1, 1],
      labels: ["score f(x)", "label y"],
      ratio: 0.5,
    });
    this.curves = new Plot(root, {
      box: [0, 1, 0, 1],
      labels: ["recall", "precision"],
      ratio: 1.1,
    });
    this.bill = new Plot(root, {
      box: [low, high, 0, 1],
      labels: ["threshold", "mean cost"],
      ratio: 0.5,
    });
    this.all = [...Array(this.last + 1).keys()].map((k) => countsAt(this.cuts, k));
    this.usual = cutAt(this.cuts, 0);
    this.mixed = alike(this.cuts);
    this.knobs = ["threshold", "curves", "cost_alarm", "cost_miss"].map((trait) =>
      shell.knob(trait),
    );
    this.knobs[0].element.style.flexBasis = "36%"; // the two costs stand below
    /** @type {number | null} the threshold while the line is held */
    this.moving = null;
    this.invite = h("span", { class: "svm-invite", "aria-hidden": "true" }, "drag me");
    this.hold();
    this.walk();
    this.tasks = thresholdTasks(this.cuts, {
      threshold: model.get("threshold"),
      alarm: model.get("cost_alarm"),
      miss: model.get("cost_miss"),
    });
  }

  /** The line is held on every panel. */
  hold() {
    const { bill, curves, plot, signal } = this;
    for (const panel of [plot, bill]) chooseOn(panel, this.across(panel));
    const over = this.across(curves);
    chooseOn(curves, {
      signal,
      put: (/** @type {number | null} */ t, /** @type {boolean} */ final) => this.put(t, final),
      find: (px, py) => {
        if (!this.overRecall()) return over.find(px);
        const k = curves.nearest(
          this.all.slice(0, this.last).map(({ recall, precision }) => [recall, precision]),
          px,
          py,
          Infinity,
        );
        return k === cutAt(this.cuts, this.now()) ? this.now() : this.roundIn(k);
      },
      near: (px) => !this.overRecall() && over.near(px),
    });
  }

  /** Arrows walk over the points one by one. */
  walk() {
    const { bill, high, invite, low, plot, signal } = this;
    Object.entries({
      tabindex: 0,
      role: "slider",
      "aria-label": "line of the threshold",
      "aria-valuemin": low,
      "aria-valuemax": high,
    }).forEach(([name, value]) => plot.element.setAttribute(name, String(value)));
    plot.element.style.cursor = bill.element.style.cursor = "ew-resize";
    plot.element.append(invite);
    plot.element.addEventListener(
      "keydown",
      (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const by = event.shiftKey ? 10 : 1;
        const k = cutAt(this.cuts, this.now());
        const to = {
          ArrowLeft: k - by,
          ArrowDown: k - by,
          ArrowRight: k + by,
          ArrowUp: k + by,
          Home: 0,
          End: this.last,
        }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        this.put(this.roundIn(Math.min(this.last, Math.max(0, to))), true, "arrows");
      },
      { signal },
    );
  }

  /** The threshold at this moment, also while the line is held. */
  now() {
    return this.moving ?? this.model.get("threshold");
  }

  /** Whether the curves are over recall. */
  overRecall() {
    return this.model.get("curves") === "recall";
  }

  /** The middle of the thresholds that make cut k. */
  middle(k) {
    return middleOfCut(this.cuts, k, this.window);
  }

  /** The line is at t, to stay there if final. */
  put(t, final, gesture = "") {
    const { shell } = this;
    this.moving = final ? null : t;
    if (final) shell.save({ threshold: t }, gesture);
    this.knobs[0].set(this.now());
    shell.redraw();
  }

  /** How a panel holds the line. */
  across(panel) {
    const { step } = this;
    return {
      signal: this.signal,
      put: (/** @type {number | null} */ t, /** @type {boolean} */ final) => this.put(t, final),
      find: (px) =>
        Number(
          (
            Math.round(Math.min(this.high, Math.max(this.low, panel.toData(px, 0)[0])) / step) *
            step
          ).toPrecision(12),
        ),
      near: (px) => Math.abs(px - panel.x(this.now())) < GRASP,
    };
  }

  /** A round threshold that makes cut k. */
  roundIn(k) {
    return roundest(...reachOf(this.cuts, k, this.window));
  }

  // ---- The three panels

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { cuts, invite, model, plot } = this;
    const t = this.now();
    const k = cutAt(cuts, t);
    const at = this.all[k];
    const alarm = model.get("cost_alarm");
    const miss = model.get("cost_miss");
    const costs = costsOf(cuts, alarm, miss);
    const best = cheapestOf(cuts, costs, this.window);
    this.costs = costs;
    this.cheapest = best;
    this.drawScores(t, at);
    if (this.overRecall()) this.drawRecall(k, best);
    else this.drawOver(t, at);
    this.drawBill(t, costs, best, k);
    plot.element.setAttribute("aria-valuenow", String(t));
    plot.element.setAttribute("aria-valuetext", `threshold = ${show(t)}`);
    invite.style.left = `${plot.x(t)}px`;
    invite.style.top = `${plot.height}px`;
    this.report(t, k, costs, best);
  }

  /** Every point at its score, in piles that grow away from the middle; +1 upwards. */
  drawScores(t, at) {
    const { low, plot } = this;
    plot.begin();
    const { colours, pen } = plot;
    const [l, r, top, bottom] = plot.inner;
    const middle = (top + bottom) / 2;
    plot.inside(() => {
      pen.fillStyle = colours["pale-minus"];
      pen.fillRect(l, top, plot.x(t) - l, bottom - top);
      pen.fillStyle = colours["pale-plus"];
      pen.fillRect(plot.x(t), top, r - plot.x(t), bottom - top);
      this.line(plot, t);
      for (const label of [-1, 1]) this.pile(label, middle, middle - top - AISLE - CAPTION);
      plot.ring(t, 0, { radius: 8, width: 3 });
      this.corner(-1, 1, many(at.misses, "miss", "misses"), true);
      this.corner(1, 1, many(at.hits, "hit"));
      this.corner(-1, -1, `${at.rejections} rejected`);
      this.corner(1, -1, many(at.falseAlarms, "false alarm"), true);
    });
    plot.axes({ y: false });
    plot.text(low, 0.5, "+1", { align: "right", dx: -8 });
    plot.text(low, -0.5, "−1", { align: "right", dx: -8 });
  }

  /** The points of a class, as large as their highest pile allows. */
  pile(label, middle, room) {
    const { plot } = this;
    const scores = this.points.filter((p) => p[1] === label).map((p) => p[0]);
    const piled = SIZES.map((radius) => {
      const size = 2 * radius * plot.shrink + 0.5;
      const heights = new Map();
      const places = scores.map((x) => {
        const column = Math.floor(plot.x(x) / size);
        const height = heights.get(column) ?? 0;
        heights.set(column, height + 1);
        return height;
      });
      return { radius, size, places, highest: Math.max(...heights.values()) };
    });
    const { radius, size, places, highest } =
      piled.find((one) => one.highest * one.size <= room) ?? piled[piled.length - 1];
    const rise = Math.min(size, room / highest);
    const edge = rise < size ? 0.25 : radius > 3 ? 1 : 0.5;
    scores.forEach((x, i) => {
      plot.marker(
        x,
        plot.toData(0, middle - label * (AISLE + (places[i] + 0.5) * rise))[1],
        label,
        { radius, edge },
      );
    });
  }

  /** The count of one of the four kinds in its corner of the scores. */
  corner(right, up, words, wrong = false) {
    const { plot } = this;
    const colour = wrong ? plot.colours.accent : plot.colours.ink;
    plot.text(right > 0 ? this.high : this.low, up, words, {
      align: right > 0 ? "right" : "left",
      colour,
      dx: -6 * right,
      dy: 10 * up,
    });
  }

  /** The threshold, and the one that is used without asking. */
  line(panel, t) {
    const [, , y0, y1] = panel.box;
    panel.path(
      [
        [0, y0],
        [0, y1],
      ],
      panel.earlier,
    );
    panel.path(
      [
        [t, y0],
        [t, y1],
      ],
      { width: 2.4 },
    );
  }

  /** A ring: now. */
  here(panel, x, y) {
    return panel.ring(x, y, { radius: 8, width: 3 });
  }

  /** The threshold that is used without asking. */
  dot(panel, x, y) {
    return panel.marker(x, y, 1, { radius: 4.5, colour: panel.colours.muted });
  }

  /** Precision over recall. */
  drawRecall(k, best) {
    const { all, curves, cuts, last, usual } = this;
    Object.assign(curves, { given: [0, 1, 0, 1], labels: ["recall", "precision"] });
    curves.element.style.cursor = "pointer";
    curves.begin();
    const share = cuts.positives / cuts.n;
    const place = (cut) => [all[cut].recall, all[cut].precision ?? 0];
    curves.path(
      [
        [0, share],
        [1, share],
      ],
      { colour: curves.colours.muted, width: 1 },
    );
    curves.path([...all.keys()].slice(0, last).map(place), {
      colour: curves.colours.minus,
      width: 2,
    });
    if (usual < last) this.dot(curves, ...place(usual));
    if (best.k < last && !this.shell.veiled())
      curves.star(...place(best.k), { colour: curves.colours.primal });
    if (k < last) this.here(curves, ...place(k));
    else
      curves.text(0.5, 0.5, "nothing is called +1: no precision", {
        align: "center",
        colour: curves.colours.accent,
      });
    curves.axes();
  }

  /** Precision and recall over the threshold. */
  drawOver(t, at) {
    const { all, curves, cuts, window } = this;
    Object.assign(curves, { given: [this.low, this.high, 0, 1], labels: ["threshold", "share"] });
    curves.element.style.cursor = "ew-resize";
    curves.begin();
    const { minus, third } = curves.colours;
    this.line(curves, t);
    const [recalls, precisions] = [all.map((one) => one.recall), all.map((one) => one.precision)];
    curves.path(stairs(cuts, recalls, window), { colour: third, dash: [7, 4], width: 2 });
    curves.path(stairs(cuts, precisions, window), { colour: minus, width: 2 });
    this.here(curves, t, at.recall);
    if (at.precision !== null) this.here(curves, t, at.precision);
    curves.axes();
  }

  /** The mean cost over the threshold. */
  drawBill(t, costs, best, k) {
    const { bill } = this;
    bill.given = [this.low, this.high, 0, 1.1 * Math.max(...costs)];
    bill.begin();
    bill.inside(() => {
      this.line(bill, t);
      if (this.shell.veiled()) {
        bill.cover(["The cost is hidden."], 0.5);
        return;
      }
      this.shell.trace();
      bill.path(stairs(this.cuts, costs, this.window), { colour: bill.colours.primal, width: 2 });
      this.dot(bill, 0, costs[this.usual]);
      bill.star(this.middle(best.k), best.cost, { colour: bill.colours.primal });
      this.here(bill, t, costs[k]);
    });
    bill.axes();
  }

  /** The sentence under the panels; what challenges look at; what Python learns. */
  report(t, k, costs, best) {
    const { all, cuts, model, points, window } = this;
    const { hits, falseAlarms, misses, rejections, precision, recall } = all[k];
    const cost = costs[k];
    const told = { points, cuts, all, threshold: t, costs, best, window };
    this.shell.tell(toldOfThreshold(told), {
      done: this.moving === null,
      view: viewOfThreshold({
        cuts,
        k,
        costs,
        best,
        alarm: model.get("cost_alarm"),
        miss: model.get("cost_miss"),
      }),
      solution: {
        threshold: t,
        hits,
        false_alarms: falseAlarms,
        misses,
        correct_rejections: rejections,
        precision,
        recall,
        cost,
      },
    });
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { mixed } = this;
    return {
      controls: this.knobs.map((knob) => knob.element),
      panels: [this.plot, this.curves, this.bill],
      tabs: ["scores", "curves", "cost"],
      shows: { curves: 1, cost_alarm: 2, cost_miss: 2 },
      tall: 1,
      draw: () => this.draw(),
      remarks: true,
      meanwhile: () => ({ threshold: this.now() }),
      load: () => {
        this.moving = null;
      },
      extra: mixed
        ? [
            h(
              "p",
              { class: "svm-aside" },
              `${mixed} points have the score of a point of the other class: no threshold tells them apart.`,
            ),
          ]
        : [],
      legend: [
        ["plus", "label +1"],
        ["minus", "label −1"],
        ["handle", "your threshold: drag it, or use the arrow keys"],
        ["start", "threshold 0 (dotted line)"],
        ["cheapest", "cheapest"],
        ["guess", "your guess", () => this.shell.guessed() !== null],
        ["path", "precision"],
        ["recall", "recall", () => !this.overRecall()],
        ["distance", "precision of calling all +1", () => this.overRecall()],
      ],
      guess: {
        ...THRESHOLD_GUESS,
        opens: this.model.get("covered"),
        value: () => this.now(),
        truth: () => ({
          cuts: this.cuts,
          costs: this.costs,
          best: this.cheapest,
          alarm: this.model.get("cost_alarm"),
          miss: this.model.get("cost_miss"),
          window: this.window,
        }),
        ghost: (t, committed) => {
          const { bill } = this;
          const [, , low, high] = bill.box;
          const colour = bill.colours.purple;
          if (committed)
            bill.path(
              [
                [t, low],
                [t, high],
              ],
              { colour, width: 6 },
            );
        },
      },
      challenges: this.tasks,
    };
  }
}

export const renderThreshold = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "threshold",
    title: "A threshold and its cost, interactive figure",
    spec: thresholdSpec,
    build: (shell) => new ThresholdFigure(shell).parts(),
  });
