// Regression with a tube: points and a curve in one dimension, ε, C and σ; errors inside the tube
// cost nothing.
import { TubeMachine, curveOf } from "../core/general.js";
import { numberAnswer } from "../ui/answers.js";
import { figure } from "../ui/figure.js";
import { area, chosen, earlier, guess, lines, marks, supports } from "../ui/layers.js";
import { choiceTrait, numberTrait, powerTrait } from "../ui/share.js";
import { TUBE_GUESS, tubeTasks } from "../tasks/tube.js";
import { pointOfTube, toldOfTube } from "../told/tube.js";

const PLACES = 241; // of the curve, across the window

/** The least of a few round numbers that is not below a positive value. */
function roundAbove(value) {
  const base = 10 ** Math.floor(Math.log10(value));
  return Number(
    (([1, 1.5, 2, 3, 5, 7].find((k) => k * base >= value) ?? 10) * base).toPrecision(3),
  );
}

export const tubeSpec = (model) => {
  const [, , low, high] = model.get("box");
  return {
    points: { kind: "points", labels: [1], limit: 200 },
    kernel: choiceTrait({ rbf: "Gaussian (RBF)", linear: "linear" }),
    epsilon: numberTrait(0, Math.max(roundAbove((high - low) / 2), model.get("epsilon")), {
      label: "ε",
    }),
    C: powerTrait(1e-2, 1e3),
    sigma: powerTrait(0.05, 10, { label: "σ", when: ({ kernel }) => kernel !== "linear" }),
  };
};

/** [x, f(x) + shift] across the window. */
function shifted(seen, { box: [x0, x1] }, shift) {
  const places = Array.from({ length: PLACES }, (_, k) => x0 + (k / (PLACES - 1)) * (x1 - x0));
  return curveOf(seen, places).map((v, k) => [places[k], v + shift]);
}

/** From each point outside the tube to its nearer edge. */
const slackBars = ({ x, y, f, xi }) =>
  [...xi.keys()]
    .filter((i) => xi[i] > 0)
    .map((i) => [
      [x[i], y[i]],
      [x[i], y[i] - Math.sign(y[i] - f[i]) * xi[i]],
    ]);

export const renderTube = figure({
  name: "tube",
  title: "Regression with a tube",
  spec: tubeSpec,
  own: ({ model, specs }) => ({
    machine: new TubeMachine(),
    box: model.get("box"),
    widest: specs.epsilon.max,
  }),
  edits: () => ({
    labels: [1],
    limit: 200,
    describe: ({ answer }, i) => answer?.certified && i < answer.y.length && pointOfTube(answer, i),
  }),
  solve({ machine, points, kernel, sigma, C, epsilon }, milliseconds) {
    if (!points.length) return null;
    machine.pose(points, { kernel: { name: kernel, sigma }, C, epsilon });
    return machine.advance(milliseconds);
  },
  panels: () => [
    {
      ratio: 0.7,
      layers: [
        area(
          ({ seen }, plot) =>
            seen && [
              ...shifted(seen, plot, seen.epsilon),
              ...shifted(seen, plot, -seen.epsilon).reverse(),
            ],
          { mark: "tube", legend: "the tube f ± ε" },
        ),
        earlier(
          ({ before }, plot) => before?.seen && [shifted(before.seen, plot, 0)],
          "curve before the last change",
        ),
        lines(
          ({ seen }, plot) =>
            seen?.epsilon > 0 && [1, -1].map((side) => shifted(seen, plot, side * seen.epsilon)),
          { dash: [6, 4], width: 1.3 },
        ),
        lines(({ seen }, plot) => seen && [shifted(seen, plot, 0)], {
          width: 2.4,
          legend: "the curve f",
        }),
        lines(({ seen }) => seen && slackBars(seen), {
          width: 2.5,
          colour: "accent",
          mark: "bar",
          legend: "slack ξ",
        }),
        marks(({ points }) => points, { radius: 4.5, colour: "sky" }),
        ...supports(
          ({ seen }) => seen,
          ["support vector on the border", "support vector outside, |β| = C"],
          { radius: 8.5 },
        ),
        chosen(),
        guess(""),
      ],
    },
  ],
  missing: "The machine needs a point.",
  told: ({ answer }) => toldOfTube(answer),
  solution: ["beta", "b", "primal", "dual", "gap", "support", "outside", "error"],
  guess: {
    ...TUBE_GUESS,
    answer: numberAnswer,
    most: ({ points }) => points.length,
    pose: (now, { widest }) => TUBE_GUESS.pose(now, widest),
    truth: ({ answer }) => (answer?.certified ? answer : null),
  },
  challenges: ({ answer }) => tubeTasks(answer),
});
