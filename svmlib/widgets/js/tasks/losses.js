// What the figure of the losses asks of a player.
import { show } from "../core/words.js";

export const SCORE_GRID = 40; // drags, arrows and the slider stop at multiples of 1/40

export const LOSS_TASKS = [
  {
    id: "equal",
    why: "Where the hinge is 1, its square is also 1. Squaring makes a smaller hinge smaller and a larger hinge larger.",
    text: "leave only the hinge and the squared hinge, and find the place at which they are equal but not 0.",
    met: ({ values }) =>
      Object.keys(values).length === 2 &&
      values.hinge > 0 &&
      values.hinge === values["squared hinge"],
  },
  {
    id: "minus",
    why: "The loss sees only y f(x). With the label −1 the score +1 gives the margin −1, which is 2 short of 1.",
    text: "give the example the label −1 and make its hinge exactly 2.",
    met: ({ label, values }) => label < 0 && values.hinge === 2,
  },
  {
    id: "lead",
    why: "At the margin 1 the hinge is 0, while the logistic loss still asks for more.",
    text: "put the example where the logistic loss exceeds the hinge by the most.",
    met: ({ m, values }) =>
      values.hinge >= 0 && values.logistic > 0 && Math.abs(m - 1) < 0.5 / SCORE_GRID,
  },
];

const SCENES = [
  { score: 1.5, label: -1 },
  { score: 2.5, label: 1 },
  { score: -0.5, label: 1 },
  { score: 1.75, label: 1 },
];

const REASONS = {
  "zero-one": "The zero-one loss charges 1 for every mistake, however small.",
  hinge: "The hinge charges 1 − m below the margin 1, and more the farther wrong the point is.",
  "squared hinge": "The square is larger than the hinge itself wherever the hinge is above 1.",
  "Huberised hinge":
    "The Huberised hinge is 1 − m but for the kink, where it charges a little more.",
  ramp: "The ramp is the hinge up to 1, and no mistake costs more.",
  logistic:
    "The logistic loss is never 0. A margin beyond 1 still costs a little, while the hinge charges nothing.",
  exponential: "The exponential loss grows by the factor e with every unit of margin that is lost.",
  squared: "The squared loss charges the square of the distance from m to 1, on both sides of 1.",
  absolute: "The absolute loss charges the distance from m to 1, on both sides of 1.",
};

/** The question before the answer: which of the losses on show charges most. */
export const LOSS_GUESS = {
  invites: "Which loss charges most?",
  asks: ({ score, label }) =>
    `The example has the score ${show(score)} and the label ${label > 0 ? "+1" : "−1"}. Which loss charges it most?`,
  /** The k-th scene. */
  pose: (k) => SCENES[k % SCENES.length],
  /** guess: the name of a loss; truth: { m, values } */
  judge(name, { m, values }) {
    const most = Math.max(...Object.values(values));
    const dearest = Object.keys(values).find((one) => values[one] === most);
    const off = most - values[name];
    const said = off
      ? `No: ${name} charges ${show(values[name], 3)}, and ${dearest} charges ${show(most, 3)}, which is ${show(off, 3)} more.`
      : `Yes: ${name} charges ${show(most, 3)}, and no other charges more.`;
    return {
      off,
      said,
      why: `The margin is m = y f(x) = ${show(m, 3)}. ${REASONS[off ? dearest : name]}`,
    };
  },
};
