// A map from scores to probabilities under one's hand: what it says beside what comes true, and
// what that costs.
import { bestOf, costAt, costsOfMap, forecastOf, groupsOf, worthOf } from "../core/reliability.js";
import { LineHandles } from "../ui/handles.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";
import { RELIABILITY_GUESS, reliabilityTasks, viewOfReliability } from "../tasks/reliability.js";
import { toldOfReliability } from "../told/reliability.js";

const PLACES_OF_MAP = 120; // of a curve
const ENDS = [0.1, 0.9]; // forecasts that are held
const ODDS = Math.log(9); // of the second, and of the first with a minus
const SIZE = 26; // radius of a dot that holds all points, in CSS pixels

export const reliabilitySpec = () => ({
  A: { kind: "number", min: -8, max: 2, steps: 200 },
  B: { kind: "number", min: -5, max: 5, steps: 200 },
  rate: { kind: "number", min: 0.02, max: 0.98, steps: 96, label: "share of +1" },
  cost_miss: { kind: "number", min: 0.1, max: 50, log: true, label: "miss costs" },
});

/** The costs of a map and of its calls at the threshold that follows from them. */
export function billOf(points, map, miss) {
  const costs = costsOfMap(points, map, miss);
  const threshold = 1 / (1 + miss);
  return { ...costs, miss, threshold, cost: costAt(costs, threshold), least: costs.cheapest[2] };
}

/** Where a number of a trait ends. */
const keptIn = (value, { min, max }) => Number(Math.min(max, Math.max(min, value)).toPrecision(6));

class ReliabilityFigure {
  constructor(shell) {
    this.shell = shell;
    const { model, root, signal } = shell;
    this.model = model;
    this.points = model.get("points");
    const [low, high] = model.get("span");
    this.window = [low, high];
    this.map = new Plot(root, {
      box: [low, high, -0.04, 1.04],
      labels: ["score f(x)", "probability of +1"],
      ratio: 0.85,
    });
    this.diagram = new Plot(root, {
      box: [-0.04, 1.04, -0.04, 1.04],
      labels: ["forecast", "share of +1"],
      ratio: 0.85,
    });
    /** the cost over the threshold, where costs are asked for */
    this.bill = model.get("costs")
      ? new Plot(root, {
          box: [0, 1, 0, 1],
          labels: ["threshold of the forecast", "mean cost"],
          ratio: 0.85,
        })
      : null;
    const knobs = ["A", "B", "rate", ...(this.bill ? ["cost_miss"] : [])];
    this.knobs = knobs.map((trait) => shell.knob(trait));
    this.handles = new LineHandles(this.map, {
      signal,
      changed: () => this.turned(),
      names: ENDS.map((p) => `the score that means ${100 * p} %`),
    });
    for (const button of this.handles.buttons) button.hidden = false;
    /** @type {{ rate: number, A: number, B: number, logLoss: number } | null} */
    this.best = null;
    this.tasks = reliabilityTasks(this.points, this.now());
  }

  /** @returns {import("../core/reliability.js").Sigmoid} */
  now() {
    const { model } = this;
    return { A: model.get("A"), B: model.get("B"), rate: model.get("rate") };
  }

  /** The handles are where the map says what they hold; a flat map says it nowhere. */
  placed() {
    const { A, B } = this.now();
    const [low, high] = this.window;
    const far = 100 * (high - low);
    return ENDS.map((p, k) => {
      const f = -((k ? ODDS : -ODDS) + B) / (A || -1e-9); // flat, but rising if anything
      return [Math.min(high + far, Math.max(low - far, f)), p];
    });
  }

  /** A handle was moved: the map that has both. */
  turned() {
    const { specs } = this.shell;
    const [[low], [high]] = this.handles.places;
    const A = (-2 * ODDS) / (high - low);
    this.shell.save({ A: keptIn(A, specs.A), B: keptIn(-A * high - ODDS, specs.B) }, "handles");
    this.shell.redraw();
  }

  /** One frame: what is drawn, and what is said of it. */
  draw() {
    const { points, shell } = this;
    const now = this.now();
    const worth = worthOf(points, now);
    const best = this.bestAt(now.rate);
    this.handles.places = this.placed();
    this.drawMap(now, best);
    this.drawDiagram(now, worth);
    this.handles.drawn();
    const bill = this.bill ? billOf(points, now, this.model.get("cost_miss")) : null;
    if (this.bill && bill) this.drawBill(this.bill, bill);
    shell.tell(toldOfReliability(worth, now.rate, bill), {
      view: { ...viewOfReliability(worth, now.rate, best), bins: worth.bins },
      solution: {
        log_loss: worth.logLoss,
        brier: worth.brier,
        calibration_error: worth.error,
        mean: worth.mean,
      },
    });
  }

  /** The best map, found once for a base rate. */
  bestAt(rate) {
    if (this.best?.rate !== rate) this.best = { rate, ...bestOf(this.points, rate) };
    return this.best;
  }

  curve(map) {
    const [low, high] = this.window;
    return Array.from({ length: PLACES_OF_MAP + 1 }, (_, k) => {
      const f = low + (k / PLACES_OF_MAP) * (high - low);
      return [f, forecastOf(f, map)];
    });
  }

  /** The curve, the shares of groups of neighbours, and every point at 0 or 1. */
  drawMap(now, best) {
    const { map, points, shell } = this;
    map.begin();
    const { accent, dual, minus, plus } = map.colours;
    map.inside(() => {
      for (const [f, label] of points) {
        const y = label > 0 ? 1 : 0;
        const ends = [y, y + (label > 0 ? -0.03 : 0.03)];
        map.path(
          ends.map((end) => [f, end]),
          { colour: label > 0 ? plus : minus, width: 1 },
        );
      }
      for (const [f, share] of groupsOf(points, now.rate))
        map.marker(f, share, 1, { radius: 4.5, colour: map.colours.sky });
      if (shell.guessed()) map.path(this.curve(best), { colour: dual, dash: [9, 3] });
      shell.trace();
      map.path(this.curve(now), { colour: accent, width: 2.4 });
    });
    map.axes();
  }

  /** What came true over what was said, before the last change too. */
  drawDiagram(now, worth) {
    const { diagram, points, shell } = this;
    diagram.begin();
    const { accent, muted } = diagram.colours;
    diagram.inside(() => {
      diagram.path(
        [
          [0, 0],
          [1, 1],
        ],
        { colour: muted, width: 1.2 },
      );
      if (shell.veiled()) {
        diagram.cover(["What comes true is hidden."], 0.5);
        return;
      }
      for (const { said, came } of shell.before()?.bins ?? [])
        diagram.marker(said, came, 1, { radius: 3, colour: muted });
      for (const { said, came } of worth.bins)
        diagram.path(
          [
            [said, said],
            [said, came],
          ],
          { colour: accent, width: 2 },
        );
      for (const { count, said, came } of worth.bins)
        diagram.marker(said, came, 1, {
          radius: 2 + SIZE * Math.sqrt(count / points.length),
          colour: diagram.colours.sky,
        });
      diagram.path(
        [
          [now.rate, -0.04],
          [now.rate, 0.02],
        ],
        { width: 2.4 },
      );
    });
    diagram.axes();
  }

  /** What the mistakes cost at every threshold; dashed, the one that follows from the costs. */
  drawBill(bill, { steps, cheapest: [from, to, least], threshold, cost }) {
    const { shell } = this;
    bill.given = [0, 1, 0, 1.1 * Math.max(...steps.map(([, own]) => own))];
    bill.begin();
    const { accent, dual, primal } = bill.colours;
    bill.inside(() => {
      if (shell.veiled()) {
        bill.cover(["The cost is hidden."], 0.5);
        return;
      }
      const line = steps.flatMap(([p, own], k) => [
        [p, own],
        [steps[k + 1]?.[0] ?? 1, own],
      ]);
      bill.path(line, { colour: primal, width: 2 });
      bill.path(
        [
          [threshold, 0],
          [threshold, bill.box[3]],
        ],
        { colour: dual, dash: [9, 3] },
      );
      bill.star((from + to) / 2, least, { colour: primal });
      bill.ring(threshold, cost, { radius: 6, colour: accent, width: 2.5 });
    });
    bill.axes();
  }

  /** What ui/shell.js asks for. */
  parts() {
    const { bill } = this;
    return {
      controls: this.knobs.map((knob) => knob.element),
      panels: [this.map, this.diagram, ...(bill ? [bill] : [])],
      tabs: ["map", "reliability", ...(bill ? ["cost"] : [])],
      shows: { cost_miss: 2 },
      draw: () => this.draw(),
      legend: [
        ["bar", "the map, with handles at 10 % and 90 %; broken promises"],
        ["point", "shares of +1, on the diagonal as they were said"],
        ["start", "before", () => Boolean(this.shell.before()?.bins)],
        ["widest", "Platt's map", () => this.shell.guessed() !== null],
        ["guess", "your guess", () => this.shell.guessed() !== null],
        ["small chosen", "at the threshold (dashed) from the costs", () => bill !== null],
        ["cheapest", "cheapest", () => bill !== null],
      ],
      guess: {
        ...RELIABILITY_GUESS,
        value: () => [this.model.get("A"), this.model.get("B")],
        truth: () => {
          const rate = this.model.get("rate");
          return { points: this.points, rate, best: this.bestAt(rate) };
        },
        ghost: ([A, B], committed) => {
          if (committed) this.map.path(this.curve({ A, B }), { colour: this.map.colours.purple });
        },
      },
      challenges: this.tasks,
    };
  }
}

export const renderReliability = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "reliability",
    title: "Scores and probabilities, interactive figure",
    spec: reliabilitySpec,
    build: (shell) => new ReliabilityFigure(shell).parts(),
  });
