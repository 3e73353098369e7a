// A map from scores to probabilities under one's hand: what it says beside what comes true, and
// what that costs.
import { bestOf, costAt, costsOfMap, forecastOf, groupsOf, worthOf } from "../core/reliability.js";
import { remembered } from "../core/remembered.js";
import { figure } from "../ui/figure.js";
import { LineHandles } from "../ui/handles.js";
import { cover, guess, level, lines, marks, rings, stars, upright } from "../ui/layers.js";
import { numberTrait, powerTrait } from "../ui/share.js";
import { RELIABILITY_GUESS, reliabilityTasks } from "../tasks/reliability.js";
import { toldOfReliability } from "../told/reliability.js";

const PLACES_OF_MAP = 120; // of a curve
const ENDS = [0.1, 0.9]; // forecasts that are held
const ODDS = Math.log(9); // of the second, and of the first with a minus
const SIZE = 26; // radius of a dot that holds all points, in CSS pixels

export const reliabilitySpec = (model) => ({
  A: numberTrait(-8, 2, { steps: 200 }),
  B: numberTrait(-5, 5, { steps: 200 }),
  rate: numberTrait(0.02, 0.98, { steps: 96, label: "share of +1" }),
  cost_miss: powerTrait(0.1, 50, { label: "miss costs", when: () => model.get("costs") }),
});

/** The costs of a map and of its calls at the threshold that follows from them. */
export function billOf(points, map, miss) {
  const costs = costsOfMap(points, map, miss);
  const threshold = 1 / (1 + miss);
  return { ...costs, miss, threshold, cost: costAt(costs, threshold), least: costs.cheapest[2] };
}

/** Where a number of a trait ends. */
const keptIn = (value, { min, max }) => Number(Math.min(max, Math.max(min, value)).toPrecision(6));

/** What a map says, across the window. */
const curveOfMap = (map, { box: [low, high] }) =>
  Array.from({ length: PLACES_OF_MAP + 1 }, (_, k) => {
    const f = low + (k / PLACES_OF_MAP) * (high - low);
    return [f, forecastOf(f, map)];
  });

/** The handles are where the map says what they hold; a flat map says it nowhere. */
function handlesOf({ A, B }, [low, high]) {
  const far = 100 * (high - low);
  return ENDS.map((p, k) => {
    const f = -((k ? ODDS : -ODDS) + B) / (A || -1e-9); // flat, but rising if anything
    return [Math.min(high + far, Math.max(low - far, f)), p];
  });
}

/** Every point at 0 or 1, as a short stroke. */
const strokes = (points, label) =>
  points
    .filter((p) => p[1] === label)
    .map(([f]) => (label > 0 ? upright(f, 1, 0.97) : upright(f, 0, 0.03)));

const mapPanel = ([low, high]) => ({
  name: "map",
  box: [low, high, -0.04, 1.04],
  labels: ["score f(x)", "probability of +1"],
  ratio: 0.85,
  layers: [
    lines(({ points }) => strokes(points, 1), { colour: "plus", width: 1 }),
    lines(({ points }) => strokes(points, -1), { colour: "minus", width: 1 }),
    marks(({ points, rate }) => groupsOf(points, rate).map(([f, share]) => [f, share, 1]), {
      radius: 4.5,
      colour: "sky",
    }),
    lines(({ best, guessed }, plot) => guessed && [curveOfMap(best, plot)], {
      colour: "dual",
      dash: [9, 3],
      mark: "widest",
      legend: "Platt's map",
    }),
    guess(),
    lines(({ map }, plot) => [curveOfMap(map, plot)], {
      colour: "accent",
      width: 2.4,
      mark: "bar",
      legend: "the map, with handles at 10 % and 90 %, and the distance to the diagonal",
    }),
  ],
});

/** What came true over what was said. */
const diagramPanel = () => ({
  name: "reliability",
  box: [-0.04, 1.04, -0.04, 1.04],
  labels: ["forecast", "share of +1"],
  ratio: 0.85,
  layers: [
    lines(
      () => [
        [
          [0, 0],
          [1, 1],
        ],
      ],
      { colour: "muted", width: 1.2 },
    ),
    cover("What comes true is hidden."),
    marks(({ before }) => before?.worth.bins.map(({ said, came }) => [said, came, 1]), {
      radius: 3,
      colour: "muted",
      mark: "start",
      legend: "before",
    }),
    lines(({ worth }) => worth.bins.map(({ said, came }) => upright(said, said, came)), {
      answer: true,
      colour: "accent",
      width: 2,
    }),
    marks(
      ({ points, worth }) =>
        worth.bins.map(({ count, said, came }) => [
          said,
          came,
          1,
          2 + SIZE * Math.sqrt(count / points.length),
        ]),
      {
        answer: true,
        colour: "sky",
        mark: "point",
        legend: "share of +1 in a bin (on the diagonal it is as forecast)",
      },
    ),
    lines(({ rate }) => [upright(rate, -0.04, 0.02)], { answer: true, width: 2.4 }),
  ],
});

/** What the mistakes cost at every threshold; dashed, the one that follows from the costs. */
const billPanel = () => ({
  name: "cost",
  box: [0, 1, 0, 1],
  labels: ["threshold of the forecast", "mean cost"],
  ratio: 0.85,
  given: ({ bill }) => [0, 1, 0, 1.1 * Math.max(...bill.steps.map(([, own]) => own))],
  layers: [
    cover("The cost is hidden."),
    lines(
      ({ bill: { steps } }) => [
        steps.flatMap(([p, own], k) => level(own, p, steps[k + 1]?.[0] ?? 1)),
      ],
      { answer: true, colour: "primal", width: 2 },
    ),
    lines(({ bill }, { box }) => [upright(bill.threshold, 0, box[3])], {
      answer: true,
      colour: "dual",
      dash: [9, 3],
    }),
    stars(
      ({
        bill: {
          cheapest: [from, to, least],
        },
      }) => [[(from + to) / 2, least]],
      {
        answer: true,
        colour: "primal",
        mark: "cheapest",
        legend: "cheapest",
      },
    ),
    rings(({ bill }) => [[bill.threshold, bill.cost]], {
      answer: true,
      radius: 6,
      colour: "accent",
      width: 2.5,
      mark: "small chosen",
      legend: "at the threshold (dashed) from the costs",
    }),
  ],
});

export const renderReliability = figure({
  name: "reliability",
  title: "Scores and probabilities",
  spec: reliabilitySpec,
  own: ({ model }) => ({
    points: model.get("points"),
    costs: model.get("costs"),
    bestAt: remembered((rate) => bestOf(model.get("points"), rate)),
  }),
  panels: (model) => [
    mapPanel(model.get("span")),
    diagramPanel(),
    ...(model.get("costs") ? [billPanel()] : []),
  ],
  shows: { cost_miss: 2 },
  found({ A, B, rate, cost_miss: miss, costs, bestAt, points }) {
    const map = { A, B, rate };
    return {
      map,
      worth: worthOf(points, map),
      best: bestAt(rate),
      bill: costs ? billOf(points, map, miss) : null,
    };
  },
  /** A handle was moved: the map that has both. */
  listen(figure) {
    const { shell } = figure;
    const { A: ofA, B: ofB } = shell.specs;
    const handles = new LineHandles(figure.plots[0], {
      signal: shell.signal,
      names: ENDS.map((p) => `the score that means ${100 * p} %`),
      changed() {
        const [[low], [high]] = handles.places;
        const A = (-2 * ODDS) / (high - low);
        figure.put({ A: keptIn(A, ofA), B: keptIn(-A * high - ODDS, ofB) }, true, "handles");
      },
    });
    for (const button of handles.buttons) button.hidden = false;
    figure.handles = handles;
  },
  drawn({ map }, { handles, model }) {
    handles.places = handlesOf(map, model.get("span"));
    handles.drawn();
  },
  told: ({ worth, rate, bill }) => toldOfReliability(worth, rate, bill),
  solution: ({ worth }) => ({
    log_loss: worth.logLoss,
    brier: worth.brier,
    calibration_error: worth.error,
    mean: worth.mean,
  }),
  guess: {
    ...RELIABILITY_GUESS,
    value: ({ A, B }) => [A, B],
    ghost(plot, [A, B], committed, { rate }) {
      if (!committed) return;
      plot.path(curveOfMap({ A, B, rate }, plot), { colour: plot.colours.purple });
    },
  },
  challenges: reliabilityTasks,
});
