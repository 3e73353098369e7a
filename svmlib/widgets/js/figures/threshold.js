// Scores of held-out points and a threshold to move: the mistakes on its two sides, precision and recall, and the cost of it all.
import {
  bestPrecision,
  cheapestOf,
  costsOf,
  countsAt,
  cutAt,
  cutsOf,
  reachOf,
  roundest,
} from "../core/threshold.js";
import { chooseOn } from "../ui/choose.js";
import { h, many, show } from "../ui/dom.js";
import { Plot } from "../ui/plot.js";
import { mountFigure } from "../ui/shell.js";

const DEAREST = 50; // end of the sliders of costs; a figure may begin beyond it
const LEAST_RECALL = 0.9;
const TIMES = 10; // what the challenges ask for
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
    covered: { kind: "switch", label: "cover the curves" },
  };
};

/** A value for each cut as a line of steps over the threshold; null interrupts it. */
function stairs(cuts, values, window) {
  return values.flatMap((value, k) =>
    value === null ? [] : reachOf(cuts, k, window).map((t) => [t, value]),
  );
}

/** How many points share their score with one of the other class, so that no threshold tells them apart. */
const alike = ({ hits, falseAlarms, values }) =>
  values.reduce((sum, _, k) => {
    const up = hits[k] - hits[k + 1];
    const down = falseAlarms[k] - falseAlarms[k + 1];
    return up && down ? sum + up + down : sum;
  }, 0);

function buildThreshold(shell) {
  const { model, root, signal } = shell;
  const points = model.get("points");
  const cuts = cutsOf(points);
  const last = cuts.values.length;
  const [low, high, step] = model.get("span");
  const window = [low, high];
  const plot = new Plot(root, {
    box: [low, high, -1, 1],
    labels: ["score f(x)", "label y"],
    ratio: 0.5,
  });
  const curves = new Plot(root, { box: [0, 1, 0, 1], labels: ["recall", "precision"], ratio: 1.1 });
  const bill = new Plot(root, {
    box: [low, high, 0, 1],
    labels: ["threshold", "mean cost"],
    ratio: 0.5,
  });
  const all = [...Array(last + 1).keys()].map((k) => countsAt(cuts, k));
  const usual = cutAt(cuts, 0);
  const target = bestPrecision(cuts, LEAST_RECALL);
  const mixed = alike(cuts);
  const knobs = ["threshold", "curves", "covered", "cost_alarm", "cost_miss"].map((trait) =>
    shell.knob(trait),
  );
  knobs[0].element.style.flexBasis = "36%"; // the two costs stand below
  /** @type {number | null} the threshold while the line is held */
  let moving = null;
  // the cuts tried since the curves were covered; at the start all begins anew
  let tried = new Set();
  let covered = false;
  const now = () => moving ?? model.get("threshold");
  const situation = () => String([now(), model.get("cost_alarm"), model.get("cost_miss")]);
  const start = situation();
  const overRecall = () => model.get("curves") === "recall";
  const middleOf = (k) => {
    const [a, b] = reachOf(cuts, k, window);
    return (a + b) / 2;
  };

  function put(t, final, gesture = "") {
    moving = final ? null : t;
    if (final) shell.save({ threshold: t }, gesture);
    knobs[0].set(now());
    shell.redraw();
  }

  // ---- The line is held on every panel; arrows walk over the points one by one

  const across = (panel) => ({
    signal,
    put,
    find: (px) =>
      Number(
        (
          Math.round(Math.min(high, Math.max(low, panel.toData(px, 0)[0])) / step) * step
        ).toPrecision(12),
      ),
    near: (px) => Math.abs(px - panel.x(now())) < GRASP,
  });
  const roundIn = (k) => roundest(...reachOf(cuts, k, window));
  for (const panel of [plot, bill]) chooseOn(panel, across(panel));
  const over = across(curves);
  chooseOn(curves, {
    signal,
    put,
    find(px, py) {
      if (!overRecall()) return over.find(px);
      const k = curves.nearest(
        all.slice(0, last).map(({ recall, precision }) => [recall, precision]),
        px,
        py,
        Infinity,
      );
      return k === cutAt(cuts, now()) ? now() : roundIn(k);
    },
    near: (px) => !overRecall() && over.near(px),
  });
  Object.entries({
    tabindex: 0,
    role: "slider",
    "aria-label": "line of the threshold",
    "aria-valuemin": low,
    "aria-valuemax": high,
  }).forEach(([name, value]) => plot.element.setAttribute(name, String(value)));
  plot.element.style.cursor = bill.element.style.cursor = "ew-resize";
  const invite = h("span", { class: "svm-invite", "aria-hidden": "true" }, "drag me");
  invite.style.whiteSpace = "nowrap";
  plot.element.append(invite);
  plot.element.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const by = event.shiftKey ? 10 : 1;
      const k = cutAt(cuts, now());
      const to = {
        ArrowLeft: k - by,
        ArrowDown: k - by,
        ArrowRight: k + by,
        ArrowUp: k + by,
        Home: 0,
        End: last,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      put(roundIn(Math.min(last, Math.max(0, to))), true, "arrows");
    },
    { signal },
  );

  // ---- The three panels

  function draw() {
    const t = now();
    const k = cutAt(cuts, t);
    const at = all[k];
    const alarm = model.get("cost_alarm");
    const miss = model.get("cost_miss");
    const costs = costsOf(cuts, alarm, miss);
    const best = cheapestOf(cuts, costs, window);
    if (!covered || situation() === start) tried = new Set();
    covered = model.get("covered");
    tried.add(k);
    drawScores(t, at);
    if (overRecall()) drawRecall(k, best);
    else drawOver(t, at);
    drawBill(t, costs, best, k);
    plot.element.setAttribute("aria-valuenow", String(t));
    plot.element.setAttribute("aria-valuetext", `threshold = ${show(t)}`);
    invite.style.left = `${plot.x(t)}px`;
    invite.style.top = `${plot.height}px`;
    report(t, k, costs, best);
  }

  /** Every point at its score, in piles that grow away from the middle; +1 upwards. */
  function drawScores(t, at) {
    plot.begin();
    const { colours, pen } = plot;
    const [l, r, top, bottom] = plot.inner;
    const middle = (top + bottom) / 2;
    plot.inside(() => {
      pen.fillStyle = colours["pale-minus"];
      pen.fillRect(l, top, plot.x(t) - l, bottom - top);
      pen.fillStyle = colours["pale-plus"];
      pen.fillRect(plot.x(t), top, r - plot.x(t), bottom - top);
      line(plot, t);
      for (const label of [-1, 1]) pile(label, middle, middle - top - AISLE - CAPTION);
      plot.ring(t, 0, { radius: 8, width: 3 });
      corner(-1, 1, many(at.misses, "miss", "misses"), true);
      corner(1, 1, many(at.hits, "hit"));
      corner(-1, -1, `${at.rejections} rejected`);
      corner(1, -1, many(at.falseAlarms, "false alarm"), true);
    });
    plot.axes({ y: false });
    plot.text(low, 0.5, "+1", { align: "right", dx: -8 });
    plot.text(low, -0.5, "−1", { align: "right", dx: -8 });
  }

  /** The points of a class, as large as their highest pile allows. */
  function pile(label, middle, room) {
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
      plot.marker(
        x,
        plot.toData(0, middle - label * (AISLE + (places[i] + 0.5) * rise))[1],
        label,
        { radius, edge },
      );
    });
  }

  /** The count of one of the four kinds in its corner of the scores. */
  function corner(right, up, words, wrong = false) {
    const colour = wrong ? plot.colours.accent : plot.colours.ink;
    plot.text(right > 0 ? high : low, up, words, {
      align: right > 0 ? "right" : "left",
      colour,
      dx: -6 * right,
      dy: 10 * up,
    });
  }

  /** The threshold, and the one that is used without asking. */
  function line(panel, t) {
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

  const here = (panel, x, y) => panel.ring(x, y, { radius: 8, width: 3 });
  const dot = (panel, x, y) => panel.marker(x, y, 1, { radius: 4.5, colour: panel.colours.muted });

  /** Of a covered curve what has been tried. */
  function crumbs(panel, colour, place) {
    for (const cut of tried) {
      const found = place(cut);
      if (found) panel.marker(...found, 1, { radius: 3, colour, edge: 0.25 });
    }
  }

  function drawRecall(k, best) {
    Object.assign(curves, { box: [0, 1, 0, 1], labels: ["recall", "precision"] });
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
    if (covered) crumbs(curves, curves.colours.minus, (cut) => (cut < last ? place(cut) : null));
    else
      curves.path([...all.keys()].slice(0, last).map(place), {
        colour: curves.colours.minus,
        width: 2,
      });
    if (usual < last && !covered) dot(curves, ...place(usual));
    if (best.k < last && !covered) curves.star(...place(best.k), { colour: curves.colours.primal });
    if (k < last) here(curves, ...place(k));
    else
      curves.text(0.5, 0.5, "nothing is called +1: no precision", {
        align: "center",
        colour: curves.colours.accent,
      });
    curves.axes();
  }

  function drawOver(t, at) {
    Object.assign(curves, { box: [low, high, 0, 1], labels: ["threshold", "share"] });
    curves.element.style.cursor = "ew-resize";
    curves.begin();
    const { minus, third } = curves.colours;
    line(curves, t);
    const [recalls, precisions] = [all.map((one) => one.recall), all.map((one) => one.precision)];
    if (covered) {
      crumbs(curves, third, (cut) => [middleOf(cut), recalls[cut]]);
      crumbs(curves, minus, (cut) => (cut < last ? [middleOf(cut), precisions[cut] ?? 0] : null));
    } else {
      curves.path(stairs(cuts, recalls, window), { colour: third, dash: [7, 4], width: 2 });
      curves.path(stairs(cuts, precisions, window), { colour: minus, width: 2 });
    }
    here(curves, t, at.recall);
    if (at.precision !== null) here(curves, t, at.precision);
    curves.axes();
  }

  function drawBill(t, costs, best, k) {
    bill.box = [low, high, 0, 1.1 * Math.max(...costs)];
    bill.begin();
    bill.inside(() => {
      line(bill, t);
      if (covered) crumbs(bill, bill.colours.primal, (cut) => [middleOf(cut), costs[cut]]);
      else {
        bill.path(stairs(cuts, costs, window), { colour: bill.colours.primal, width: 2 });
        dot(bill, 0, costs[usual]);
        bill.star(middleOf(best.k), best.cost, { colour: bill.colours.primal });
      }
      here(bill, t, costs[k]);
    });
    bill.axes();
  }

  // ---- What it says

  function report(t, k, costs, best) {
    const at = all[k];
    const cost = costs[k];
    const least = best.all.includes(k);
    const [alarm, miss] = [model.get("cost_alarm"), model.get("cost_miss")];
    const precise =
      at.precision === null
        ? "Precision is undefined, as nothing is called +1"
        : `Precision ${show(at.precision, 3)}`;
    const on = points.filter(([score]) => score === t).length;
    const cheapest =
      best.k === 0
        ? "to call all of them +1 would cost"
        : best.k === last
          ? "to call none of them +1 would cost"
          : `the cheapest threshold, near ${show(middleOf(best.k), 3)}, costs`;
    shell.tell(
      `Threshold ${show(t)}: ${many(at.hits, "hit")} and ${many(at.falseAlarms, "false alarm")}, ` +
        `${many(at.misses, "miss", "misses")}, ${at.rejections} rightly rejected. ` +
        `${precise}, recall ${show(at.recall, 3)}. Mean cost ${show(cost, 3)}` +
        `${covered ? "" : least ? "; no threshold is cheaper" : `; ${cheapest} ${show(best.cost, 3)}`}.` +
        (on
          ? ` ${many(on, "point lies", "points lie")} exactly on the threshold: not called.`
          : ""),
      {
        done: moving === null,
        view: {
          k,
          recall: at.recall,
          precision: at.precision,
          cost,
          least,
          cheapest: best.cost,
          alarm,
          miss,
        },
        solution: {
          threshold: t,
          hits: at.hits,
          false_alarms: at.falseAlarms,
          misses: at.misses,
          correct_rejections: at.rejections,
          precision: at.precision,
          recall: at.recall,
          cost,
        },
      },
    );
  }

  // ---- Tasks, without those that the data solve by themselves

  const first = all[cutAt(cuts, model.get("threshold"))];
  const twice = (alarm, miss) => {
    const costs = costsOf(cuts, alarm, miss);
    return costs[usual] >= 2 * Math.min(...costs);
  };
  const some = [...Array(DEAREST).keys()].some((k) => twice(1, k + 1) || twice(k + 1, 1));
  const tasks = [
    {
      id: "recall",
      when: first.recall < LEAST_RECALL || first.precision !== target,
      text: `find a threshold with recall at least ${LEAST_RECALL}, at the best precision that this allows.`,
      met: (view) => view.recall >= LEAST_RECALL && view.precision === target,
    },
    {
      id: "dear",
      when: true,
      text: "make a miss ten times as dear as a false alarm, and go to the cheapest threshold.",
      met: (view) => view.miss === TIMES * view.alarm && view.least,
    },
    {
      id: "twice",
      when: some && !twice(model.get("cost_alarm"), model.get("cost_miss")),
      text: "with the threshold at 0, find costs at which it costs at least twice as much as the cheapest one.",
      met: (view) => view.k === usual && view.cost >= 2 * view.cheapest,
    },
  ];

  return {
    controls: knobs.map((knob) => knob.element),
    panels: [plot, curves, bill],
    tall: 1,
    lines: 2,
    draw,
    load() {
      moving = null;
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
      ["cheapest", "cheapest", () => !covered],
      ["path", "precision"],
      ["recall", "recall", () => !overRecall()],
      ["distance", "precision of calling all +1", overRecall],
    ],
    challenges: tasks.filter((task) => task.when),
  };
}

export const renderThreshold = ({ model, el }) =>
  mountFigure({
    model,
    el,
    name: "threshold",
    title: "A threshold and its cost, interactive figure",
    spec: thresholdSpec,
    build: buildThreshold,
  });
