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
import { many } from "../core/words.js";
import { chooseOn, sliderOn } from "../ui/choose.js";
import { h } from "../ui/dom.js";
import { figure } from "../ui/figure.js";
import {
  cover,
  guess,
  key,
  layer,
  level,
  lines,
  marks,
  rings,
  stars,
  upright,
  words,
} from "../ui/layers.js";
import { choiceTrait, numberTrait } from "../ui/share.js";
import { DEAREST, THRESHOLD_GUESS, thresholdTasks } from "../tasks/threshold.js";
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
    return numberTrait(min, max, { steps: Math.ceil(max - min), label });
  };
  return {
    threshold: numberTrait(low, high, { steps: Math.round((high - low) / step) }),
    cost_alarm: cost("cost_alarm", "false alarm costs"),
    cost_miss: cost("cost_miss", "miss costs"),
    curves: choiceTrait({ recall: "recall", threshold: "threshold" }, { label: "curves over" }),
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

/** The points of a class in piles, as large as the highest pile allows. */
function pile(plot, points, label, middle, room) {
  const scores = points.filter((p) => p[1] === label).map((p) => p[0]);
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
    plot.marker(x, plot.toData(0, middle - label * (AISLE + (places[i] + 0.5) * rise))[1], label, {
      radius,
      edge,
    });
  });
}

/** Every point at its score, in piles that grow away from the middle; +1 upwards. */
function paintScores(plot, { points, threshold }) {
  const { colours, pen } = plot;
  const [l, r, top, bottom] = plot.inner;
  const middle = (top + bottom) / 2;
  pen.fillStyle = colours["pale-minus"];
  pen.fillRect(l, top, plot.x(threshold) - l, bottom - top);
  pen.fillStyle = colours["pale-plus"];
  pen.fillRect(plot.x(threshold), top, r - plot.x(threshold), bottom - top);
  for (const label of [-1, 1]) pile(plot, points, label, middle, middle - top - AISLE - CAPTION);
}

/** The counts of the four kinds, each in its corner of the scores. */
function corners({ at, window: [low, high] }) {
  const wrong = [
    [low, 1, many(at.misses, "miss", "misses"), { dx: 6, dy: 10 }],
    [high, -1, many(at.falseAlarms, "false alarm"), { dx: -6, dy: -10, align: "right" }],
  ];
  const right = [
    [high, 1, many(at.hits, "hit"), { dx: -6, dy: 10, align: "right" }],
    [low, -1, `${at.rejections} rejected`, { dx: 6, dy: -10 }],
  ];
  return { wrong, right };
}

/**
 * The threshold that is used without asking, and the reader's.
 * @param {(facts: any) => any} when
 */
const thresholds = (when = () => true) => [
  layer((plot) => plot.path(upright(0, plot.box[2], plot.box[3]), plot.earlier), when, {}),
  lines((f, { box }) => when(f) && [upright(f.threshold, box[2], box[3])], { width: 2.4 }),
];

const NOW = { radius: 8, width: 3 };
const USUAL = { radius: 4.5, colour: "muted" };

const scoresPanel = ([low, high]) => ({
  name: "scores",
  box: [low, high, -1, 1],
  labels: ["score f(x)", "label y"],
  ratio: 0.5,
  axes: { y: false },
  layers: [
    layer(paintScores, (facts) => facts, {}),
    ...thresholds(),
    rings(({ threshold }) => [[threshold, 0]], {
      ...NOW,
      mark: "handle",
      legend: "your threshold: drag it, or use the arrow keys",
    }),
    words((f) => corners(f).wrong, { colour: "accent" }),
    words((f) => corners(f).right),
    key("plus", "label +1"),
    key("minus", "label −1"),
  ],
  above: [
    words(() => [
      [low, 0.5, "+1", { align: "right", dx: -8 }],
      [low, -0.5, "−1", { align: "right", dx: -8 }],
    ]),
  ],
});

/** Precision over recall, or both over the threshold. */
const curvesPanel = () => ({
  name: "curves",
  box: [0, 1, 0, 1],
  labels: ["recall", "precision"],
  ratio: 1.1,
  given({ overRecall, window }, plot) {
    plot.labels = overRecall ? ["recall", "precision"] : ["threshold", "share"];
    plot.element.style.cursor = overRecall ? "pointer" : "ew-resize";
    return overRecall ? [0, 1, 0, 1] : [...window, 0, 1];
  },
  layers: [],
  above: [
    lines(({ cuts, overRecall }) => overRecall && [level(cuts.positives / cuts.n, 0, 1)], {
      colour: "muted",
      width: 1,
      mark: "distance",
      legend: "precision of calling all +1",
    }),
    ...thresholds(({ overRecall }) => !overRecall),
    lines(
      (f) =>
        !f.overRecall && [
          stairs(
            f.cuts,
            f.all.map((one) => one.recall),
            f.window,
          ),
        ],
      { colour: "third", dash: [7, 4], width: 2, mark: "recall", legend: "recall" },
    ),
    lines(
      (f) =>
        f.overRecall
          ? [[...f.all.keys()].slice(0, -1).map(f.place)]
          : [
              stairs(
                f.cuts,
                f.all.map((one) => one.precision),
                f.window,
              ),
            ],
      { colour: "minus", width: 2, mark: "path", legend: "precision" },
    ),
    marks(
      ({ all, overRecall, place, usual }) =>
        overRecall && usual < all.length - 1 && [[...place(usual), 1]],
      USUAL,
    ),
    stars(
      ({ all, best, overRecall, place }) =>
        overRecall && best.k < all.length - 1 && [place(best.k)],
      { answer: true, colour: "primal" },
    ),
    rings(
      ({ at, overRecall, place, k, threshold }) =>
        at.precision === null
          ? !overRecall && [[threshold, at.recall]]
          : overRecall
            ? [place(k)]
            : [
                [threshold, at.recall],
                [threshold, at.precision],
              ],
      NOW,
    ),
    words(
      ({ at, overRecall }) =>
        overRecall && at.precision === null && [[0.5, 0.5, "nothing is called +1: no precision"]],
      { align: "center", colour: "accent" },
    ),
  ],
});

const billPanelOfThreshold = ([low, high]) => ({
  name: "cost",
  box: [low, high, 0, 1],
  labels: ["threshold", "mean cost"],
  ratio: 0.5,
  given: ({ costs, window }) => [...window, 0, 1.1 * Math.max(...costs)],
  layers: [
    ...thresholds(),
    cover("The cost is hidden."),
    guess(),
    lines(({ costs, cuts, window }) => [stairs(cuts, costs, window)], {
      answer: true,
      colour: "primal",
      width: 2,
    }),
    marks(({ costs, usual }) => [[0, costs[usual], 1]], {
      ...USUAL,
      answer: true,
      mark: "start",
      legend: "threshold 0 (dotted line)",
    }),
    stars(({ best, cuts, window }) => [[middleOfCut(cuts, best.k, window), best.cost]], {
      answer: true,
      colour: "primal",
      mark: "cheapest",
      legend: "cheapest",
    }),
    rings(({ costs, k, threshold }) => [[threshold, costs[k]]], { ...NOW, answer: true }),
  ],
});

export const renderThreshold = figure({
  name: "threshold",
  title: "A threshold and its cost",
  spec: thresholdSpec,
  own({ model }) {
    const points = model.get("points");
    const cuts = cutsOf(points);
    const [low, high] = model.get("span");
    const all = [...Array(cuts.values.length + 1).keys()].map((k) => countsAt(cuts, k));
    return {
      points,
      cuts,
      all,
      window: [low, high],
      covered: model.get("covered"),
      usual: cutAt(cuts, 0),
      place: (k) => [all[k].recall, all[k].precision ?? 0],
    };
  },
  panels(model) {
    const span = model.get("span");
    return [scoresPanel(span), curvesPanel(), billPanelOfThreshold(span)];
  },
  shows: { curves: 1, cost_alarm: 2, cost_miss: 2 },
  tall: 1,
  remarks: true,
  found({ all, cuts, cost_alarm: alarm, cost_miss: miss, curves, threshold, window }) {
    const k = cutAt(cuts, threshold);
    const costs = costsOf(cuts, alarm, miss);
    const best = cheapestOf(cuts, costs, window);
    return { k, at: all[k], costs, best, alarm, miss, overRecall: curves === "recall" };
  },
  extra({ own: { cuts } }) {
    const mixed = alike(cuts);
    const text = `${mixed} points have the score of a point of the other class: no threshold tells them apart.`;
    return mixed ? [{ element: h("p", { class: "svm-aside" }, text) }] : [];
  },
  listen(figure) {
    const { own, plots, shell } = figure;
    const { all, cuts, place, window } = own;
    const [plot, curves, bill] = plots;
    const { signal, specs } = shell;
    const { min: low, max: high, steps } = specs.threshold;
    const step = (high - low) / steps;
    const last = all.length - 1;
    const now = () => figure.present().threshold;
    const overRecall = () => figure.present().curves === "recall";
    /** A round threshold that makes cut k. */
    const roundIn = (k) => roundest(...reachOf(cuts, k, window));
    const put = (t, final, gesture = "") =>
      t === null ? figure.letGo() : figure.put({ threshold: t }, final, gesture);
    // the line is held on every panel
    const across = (panel) => ({
      signal,
      put,
      find(px) {
        const t = Math.min(high, Math.max(low, panel.toData(px, 0)[0]));
        return Number((Math.round(t / step) * step).toPrecision(12));
      },
      near: (px) => Math.abs(px - panel.x(now())) < GRASP,
    });
    chooseOn(bill, across(bill));
    bill.element.style.cursor = "ew-resize";
    const over = across(curves);
    chooseOn(curves, {
      ...over,
      find(px, py) {
        if (!overRecall()) return over.find(px);
        const k = curves.nearest([...all.keys()].slice(0, last).map(place), px, py, Infinity);
        return k === cutAt(cuts, now()) ? now() : roundIn(k);
      },
      near: (px) => !overRecall() && over.near(px),
    });
    // keys walk over the points one by one
    figure.follow = sliderOn(plot, {
      ...across(plot),
      label: "line of the threshold",
      name: "threshold",
      ends: [low, high],
      step: (by) => roundIn(Math.min(last, Math.max(0, cutAt(cuts, now()) + by))),
    });
  },
  drawn: ({ threshold }, { follow, plots: [plot] }) =>
    follow(threshold, plot.x(threshold), plot.y(0)),
  told: toldOfThreshold,
  solution: ({ at, costs, k, threshold }) => ({
    threshold,
    hits: at.hits,
    false_alarms: at.falseAlarms,
    misses: at.misses,
    correct_rejections: at.rejections,
    precision: at.precision,
    recall: at.recall,
    cost: costs[k],
  }),
  guess: {
    ...THRESHOLD_GUESS,
    ghostOn: 2,
    opens: ({ covered }) => covered,
    value: ({ threshold }) => threshold,
    ghost(plot, t, committed) {
      const [, , low, high] = plot.box;
      if (committed) plot.path(upright(t, low, high), { colour: plot.colours.purple, width: 6 });
    },
  },
  challenges: thresholdTasks,
});
