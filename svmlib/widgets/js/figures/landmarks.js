// Landmarks to put down by hand: what they leave over of the plane, their machine, and how far it
// is, at most, from the best machine of the exact kernel.
import { unfinished } from "../core/certified.js";
import { LandmarkMachine, scoresOfLandmarks } from "../core/landmarks.js";
import { Machine } from "../core/machine.js";
import { levelLines, overGrid, scoresOver } from "../core/surface.js";
import { numberAnswer } from "../ui/answers.js";
import { button } from "../ui/controls.js";
import { figure, solutionOf } from "../ui/figure.js";
import { sampled } from "../ui/landscape.js";
import { chosen, cover, guess, key, layer, level, lines, marks, upright } from "../ui/layers.js";
import { powerTrait } from "../ui/share.js";
import { LANDMARK_GUESS, landmarkTasks, leastSeen } from "../tasks/landmarks.js";
import { toldOfLandmarks } from "../told/landmarks.js";

const LIMIT = 60;
const MOST_AT_FIRST = 24; // landmarks that a challenge may ask for

export const landmarksSpec = () => ({
  points: { kind: "points", labels: [1], limit: LIMIT, noun: "landmark" },
  C: powerTrait(1e-2, 1e2),
  sigma: powerTrait(0.1, 3, { label: "σ" }),
});

/** How all that the exact kernel says is drawn. */
const EXACTLY = { colour: "dual", dash: [9, 3], width: 2, mark: "widest" };

/** What is left over of the window, the boundary of the machine, and that of the best. */
function leftOver(box, /** @type {[number, number]} */ grid, answer, best) {
  const { span } = answer;
  const edge = (f) => levelLines(f, box, ...grid, 0);
  return {
    left: overGrid(box, ...grid, (y) => (x) => span.leftOver(x, y)),
    grid,
    boundary: edge(scoresOfLandmarks(answer, box, ...grid)),
    exact: best.certified ? edge(scoresOver(best, box, ...grid)) : [],
  };
}

/** Of each number of landmarks, for the same knobs, the bar that proves most. */
class Bars {
  constructor() {
    this.knobs = "";
    /** @type {Map<number, number[]>} */
    this.of = new Map();
  }

  keep(knobs, { primal, share, span }) {
    if (knobs !== this.knobs) this.of = new Map();
    this.knobs = knobs;
    const low = primal * (1 - share);
    const m = span.used.length;
    const before = this.of.get(m)?.[0] ?? -Infinity;
    if (low > before) this.of.set(m, [low, primal]);
  }
}

export const renderLandmarks = figure({
  name: "landmarks",
  title: "Landmarks and their certificate",
  spec: landmarksSpec,
  own: ({ model }) => ({
    rows: model.get("rows"),
    machine: new LandmarkMachine(),
    exact: new Machine(),
    map: sampled(leftOver),
    bars: new Bars(),
  }),
  edits: () => ({ labels: [1], limit: LIMIT, noun: "landmark", still: true }),
  begins: Infinity,
  /** Both machines; `known` when both are certified. */
  solve({ machine, exact, rows, points, C, sigma }, milliseconds) {
    exact.pose(rows, { kernel: { name: "rbf", sigma }, C });
    const best = exact.answer?.done ? exact.answer : exact.advance(milliseconds);
    if (!points.length) return null;
    machine.pose(rows, { landmarks: points, sigma, C });
    const own = machine.advance(milliseconds);
    return { own, best, done: own.done && best.done, certified: own.certified && best.certified };
  },
  found(facts, [plot]) {
    const { answer, bars, C, map, seen, sigma } = facts;
    const known = answer?.certified ? answer.own : null;
    if (known) bars.keep(`${C} ${sigma}`, known);
    return { known, best: answer?.best, mapped: seen && map(plot, facts, seen.own, seen.best) };
  },
  controls: ({ editor, own, model }) => [
    button("Add where most is left over", () => {
      const [x, y] = leastSeen(own.rows, editor.points, model.get("sigma"));
      editor.add(x, y, 1);
    }),
  ],
  panels: () => [
    {
      name: "plane",
      layers: [
        layer(
          (plot, { left, grid }) => {
            const grey = plot.ramp("muted", 0, 0.75);
            plot.image(left, ...grid, (r) => grey(Math.min(1, r)));
          },
          ({ mapped }) => mapped,
          { mark: "grey", legend: "greyer: more is left over" },
        ),
        lines(({ mapped }) => mapped?.exact, {
          ...EXACTLY,
          legend: "the best machine: its boundary and its objective",
        }),
        lines(({ mapped }) => mapped?.boundary, {
          width: 2.2,
          legend: "boundary of the machine",
        }),
        key("plus", "label +1"),
        key("minus", "label −1"),
        marks(({ rows }) => rows, { radius: 3.5, edge: 0.6 }),
        marks(({ points }) => points.map(([x, y]) => [x, y, 2]), {
          radius: 7,
          edge: 1.4,
          mark: "third",
          legend: "landmark",
        }),
        chosen("chosen landmark"),
        guess(""),
      ],
    },
    {
      name: "proof",
      box: [0, 1, 0, 1],
      labels: ["number of landmarks", "objective"],
      ratio: 0.9,
      given({ bars, known, veiled }) {
        const all = veiled ? [] : [...bars.of];
        const top = Math.max(1, ...all.map(([, [, high]]) => high), known?.primal ?? 0);
        return [0, Math.max(12, ...all.map(([m]) => m + 2)), 0, 1.1 * top];
      },
      layers: [
        cover("What can be proved is hidden."),
        lines(({ bars }) => [...bars.of].map(([m, [low, high]]) => upright(m, low, high)), {
          answer: true,
          colour: "muted",
          width: 3,
          mark: "distance",
          legend: "the shortest bar so far for each number of landmarks",
          named: ({ bars }) => bars.of.size > 1,
        }),
        lines(({ best }, { box }) => best?.certified && [level(best.primal, 0, box[1])], EXACTLY),
        lines(
          ({ known }) =>
            known && [
              upright(known.span.used.length, known.primal * (1 - known.share), known.primal),
            ],
          {
            colour: "accent",
            width: 7,
            mark: "bar",
            legend: "the bar, from the proved bound to the objective: the best is between",
          },
        ),
      ],
    },
  ],
  trouble: ({ answer }) =>
    answer
      ? unfinished(answer.own.certified ? answer.best : answer.own)
      : "The machine needs a landmark.",
  told: ({ known, best }) => toldOfLandmarks(known, best.primal),
  solution: ({ known, best }) => ({
    ...solutionOf(["alpha", "b", "primal", "dual", "gap", "missed", "share"], known),
    best: best.primal,
  }),
  guess: {
    ...LANDMARK_GUESS,
    answer: numberAnswer,
    most: () => 100,
    truth: ({ known }) => known,
  },
  challenges: ({ rows, C, sigma, points, known }) =>
    landmarkTasks(rows, { C, sigma, landmarks: points, begin: known?.share ?? 1 }, MOST_AT_FIRST),
});
