// Subgradient descent watched from above: the path over the objective's contours, how far it still
// is, and what line it makes.
import { boxAround } from "../core/datasets.js";
import { SCHEDULES, Walk, objective, optimum } from "../core/descent.js";
import { remembered } from "../core/remembered.js";
import { levelLines, overGrid } from "../core/surface.js";
import { show } from "../core/words.js";
import { hearing } from "../ui/dom.js";
import { Earlier } from "../ui/earlier.js";
import { figure } from "../ui/figure.js";
import { guess, halves, layer, lines, marks, rings, stars, street, words } from "../ui/layers.js";
import { numberTrait, powerTrait } from "../ui/share.js";
import { placeAnswer } from "../ui/spots.js";
import { AHEAD, DESCENT_GUESS, descentTasks } from "../tasks/descent.js";
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
const SETTINGS = ["start", "schedule", "eta", "batch", "lam", "seed"];

const DESCENT_HINT =
  "Drag the start of the walk, or move it with the arrows (with Shift further). Point at the curve to see that step. " +
  "Ctrl Z takes back.";

export const descentSpec = (model) => ({
  schedule: {
    kind: "choice",
    options: Object.entries(SCHEDULES).map(([key, { text }]) => [key, text]),
  },
  // with a constant η a walk runs away from 2 / λ on: the slider goes beyond it for every λ
  eta: powerTrait(1e-3, 300, { label: "η", when: ({ schedule }) => schedule !== "inverse" }),
  batch: numberTrait(1, model.get("points").length, { whole: true }),
  lam: powerTrait(1e-2, 1, { label: "λ" }),
  seed: numberTrait(0, 9999, { whole: true, knob: false }),
  start: { kind: "place", box: model.get("box").map((edge) => 10 * edge) },
  steps: numberTrait(0, MOST_STEPS, { whole: true, word: "step", knob: false }),
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

/** Contours of P over a box, at heights that grow by equal factors above the optimum. */
function groundOf(points, lam, box, lowest) {
  const [width, height] = [90, 76];
  const f = overGrid(box, width, height, (w2) => (w1) => objective([w1, w2], points, lam));
  return Array.from({ length: 13 }, (_, k) =>
    levelLines(f, box, width, height, lowest + 0.1 * 2 ** (k - 4)),
  ).flat();
}

const isWithin = (/** @type {number[]} */ [x0, x1, y0, y1], [u, v]) =>
  u >= x0 && u <= x1 && v >= y0 && v <= y1;

/** The given window, wider where a walk leaves it, but not by more than a factor of 3. */
function windowOf(given, path) {
  const [x0, x1, y0, y1] = given;
  const widest = [2 * x0 - x1, 2 * x1 - x0, 2 * y0 - y1, 2 * y1 - y0];
  if (!path.every((w) => isWithin(widest, w)) || path.every((w) => isWithin(given, w)))
    return given;
  return boxAround(
    [...path, [x0, y0], [x1, y1]].map(([u, v]) => [u, v, 1]),
    0.04,
  );
}

/**
 * The parts of a path that are shown and not far outside: dashes as long as the way to the moon
 * take for ever.
 */
function nearby(path, box) {
  const far = 20 * Math.max(...box.map(Math.abs));
  const gone = path.findIndex((w) => !(Math.hypot(...w) < far));
  const near = gone < 0 ? path : path.slice(0, gone + 1);
  if (near.length <= MOST_SEEN) return [near];
  return [near.slice(0, BEGINNING), near.slice(BEGINNING - MOST_SEEN)];
}

/** log10 of P - P* after each step; below rounding they are under the frame. */
const excessLogs = ({ walk, best }, count = walk.path.length) =>
  walk.values
    .slice(0, count)
    .map((value) => Math.log10(Math.max(value - best.value, best.floor, 1e-300)));

/** The walk so far, beside the optimum and the walk before the last change. */
function walkedSo(facts) {
  const { asked, earlier, holding, known, lam, points, steps, frame } = facts;
  /** @type {any} */ const settings = Object.fromEntries(
    SETTINGS.map((trait) => [trait, facts[trait]]),
  );
  const best = known.best(lam);
  const walk = known.walk(settings).to(steps);
  // what has run away is not shown
  const t = Math.min(steps, walk.path.length - (walk.lost ? 2 : 1));
  // the window stays while the start is moved
  const knobs = JSON.stringify({ ...settings, start: null });
  if (knobs !== frame.knobs && !holding) {
    const { path } = new Walk({ points, ...settings }).to(FRAMED);
    Object.assign(frame, { knobs, box: windowOf(frame.given, path) });
  }
  const ghost = earlier.follow(settings, { walk, best }, facts);
  const at = asked >= 0 && asked <= t ? asked : t;
  const logs = excessLogs({ walk, best }, t + 1);
  return {
    at,
    best,
    ghost,
    logs,
    t,
    walk,
    lost: walk.lost && t < steps,
    looked: at === asked,
    old: ghost ? excessLogs(ghost) : [],
    w: walk.path[at],
  };
}

/** The line w·x = 0, where there is one. */
const lineOf = ({ w }) => Math.hypot(...w) > 0 && { w, b: 0 };

/** From the edge of the window it is seen in this direction. */
function outsideIn([x0, x1, y0, y1], w) {
  if (isWithin([x0, x1, y0, y1], w)) return null;
  const inset = 0.03 * (x1 - x0);
  const inner = (v, low, high) => Math.min(high - inset, Math.max(low + inset, v));
  return [[inner(w[0], x0, x1), inner(w[1], y0, y1)]];
}

/** The window of the curve: all steps, and all heights but those near rounding. */
function curveBox({ logs, old }) {
  const all = [...logs, ...old];
  const low = all.reduce((a, v) => Math.min(a, v), -4);
  const high = all.reduce((a, v) => Math.max(a, v), 1);
  const longest = Math.max(10, logs.length - 1, old.length - 1);
  return [0, longest, Math.max(-10, Math.floor(low)), Math.ceil(high)];
}

/** Words beside the step that is looked at. */
function lookedAt(facts, { box: [, longest, , top] }) {
  const { at, looked } = facts;
  if (!looked) return null;
  const late = at > 0.6 * longest;
  const how = { align: late ? "right" : "left", dx: late ? -6 : 6, dy: 12 };
  return [[at, top, `step ${at}: ${excessOfDescent(facts, at)}`, how]];
}

const MAP_LAYERS = [
  lines(({ known, lam }, { box }) => known.ground(lam, box), {
    width: 1,
    colour: "muted",
    mark: "contour",
    legend: "equal P",
  }),
  lines(({ ghost }, { box }) => ghost && nearby(ghost.walk.path, box), {
    width: 1.4,
    colour: "muted",
    dash: [2, 3],
    mark: "ghost",
    legend: "before the last change",
  }),
  stars(({ best }) => [best.w], { legend: "optimum" }),
  lines(({ walk, t }, { box }) => nearby(walk.path.slice(0, t + 1), box), {
    width: 1.4,
    colour: "minus",
    mark: "path",
    legend: "the walk",
  }),
  marks(({ start }) => [[...start, 1]], {
    radius: 4.5,
    colour: "muted",
    mark: "start",
    legend: "start, to be dragged",
  }),
  guess(),
  rings(({ touched, start }) => touched === 0 && [start], {
    radius: 12,
    colour: "accent",
    width: 2.5,
  }),
  marks(({ w }, { box }) => isWithin(box, w) && [[...w, 1]], {
    radius: 4.5,
    colour: "accent",
    mark: "dot",
    legend: "now",
  }),
  rings(({ w }, { box }) => outsideIn(box, w), {
    colour: "accent",
    width: 3,
    mark: "chosen",
    legend: "now, outside in this direction",
  }),
];

const CURVE_LAYERS = [
  lines(({ at, looked }, { box }) => looked && [box.slice(2).map((y) => [at, y])], {
    width: 1,
    colour: "muted",
  }),
  layer(
    (plot, places) => {
      plot.pen.globalAlpha = 0.45; // dots of so many hops would look like hatching
      plot.path(places, { width: 1, colour: plot.colours.muted });
      plot.pen.globalAlpha = 1;
    },
    ({ old }) => thinned(old),
    {},
  ),
  lines(({ logs }) => [thinned(logs)], { width: 2, colour: "minus" }),
];

/** The step of the curve under the pointer is asked for. */
function lookAtCurve(figure) {
  const [, curve] = figure.plots;
  const on = hearing(curve.element, figure.shell.signal);
  on("pointermove", (event) => {
    const step = Math.round(curve.toData(...curve.at(event))[0]);
    figure.ask(step >= 0 && step <= figure.facts.t ? step : -1);
  });
  on("pointerleave", () => figure.ask(-1));
}

export const renderDescent = figure({
  name: "descent",
  title: "Subgradient descent",
  spec: descentSpec,
  own({ model }) {
    const points = model.get("points");
    const best = remembered((lam) => optimum(points, lam));
    return {
      points,
      earlier: new Earlier(),
      frame: { given: model.get("box"), box: model.get("box"), knobs: "" },
      known: {
        best,
        walk: remembered((settings) => new Walk({ points, ...settings }), JSON.stringify),
        ground: remembered((lam, box) => groundOf(points, lam, box, best(lam).value)),
      },
    };
  },
  edits: () => ({
    trait: "start",
    fixed: true,
    hint: DESCENT_HINT,
    describe: ({ start, points, lam }) => `P = ${show(objective(start, points, lam), 4)}`,
  }),
  steps: {
    most: MOST_STEPS,
    speeds: SPEEDS,
    stopped: ({ lost }) => lost && "The walk has run away: restart it, or shorten its steps.",
    further: [["+ 100", ({ steps }) => steps.on(100)]],
    others: [
      [
        "Draw again",
        (figure) => figure.put({ seed: (figure.model.get("seed") + 1) % 10000 }),
        ({ batch, points }) => batch < points.length,
      ],
    ],
  },
  found: walkedSo,
  panels: (model) => [
    {
      name: "walk",
      labels: ["w1", "w2"],
      ratio: 0.95,
      equal: true,
      given: ({ frame }) => frame.box,
      layers: MAP_LAYERS,
    },
    {
      name: "excess",
      box: [0, 1, -6, 1],
      labels: ["step t", "P − P*"],
      ratio: 0.55,
      log: [false, true],
      given: curveBox,
      layers: CURVE_LAYERS,
      above: [
        marks(({ at, logs }, { box }) => logs[at] >= box[2] && [[at, logs[at], 1]], {
          radius: 4,
          colour: "accent",
        }),
        words(lookedAt),
      ],
    },
    {
      name: "line",
      box: boxAround(model.get("points")),
      labels: ["x1", "x2"],
      ratio: 0.55,
      equal: true,
      layers: [
        halves(lineOf),
        ...street(lineOf, ["w·x = 0", "w·x = ±1"]),
        marks(({ points }) => points, { radius: 4 }),
      ],
    },
  ],
  listen: lookAtCurve,
  told: toldOfDescent,
  solution: ({ walk, t, best }) => ({
    w: walk.path[t],
    objective: walk.values[t],
    optimum: best.value,
  }),
  guess: {
    ...DESCENT_GUESS,
    answer: placeAnswer,
    pose: (_now, { lost }) => (lost ? { steps: 0 } : null),
    ends: ["steps"],
    reveal: ({ steps }) => steps.on(AHEAD),
    truth({ walk, best, t, steps, points, batch }) {
      const [from, to] = [Math.max(0, steps - AHEAD), t + 1];
      const [path, values] = [walk.path.slice(from, to), walk.values.slice(from, to)];
      return path.length > 1 && { path, values, best: best.w, n: points.length, batch };
    },
  },
  challenges: descentTasks,
});
