// What the figure of a descent asks of a player.
import { Walk } from "../core/descent.js";
import { show } from "../core/words.js";

/** Whether the excess stays below a bound from step a to step b. */
const keptBelow = ({ best, t, walk }, a, b, most) =>
  t >= b && walk.values.slice(a, b + 1).every((value) => value - best.value < most);

/** Whether 400 steps of one point each end lower than ten full steps. */
function ahead({ batch, lam, points, start, t, walk }) {
  const full = { points, lam, schedule: "inverse", eta: 1, batch: points.length, start };
  return batch === 1 && t >= 400 && walk.values[400] < new Walk(full).to(10).values[10];
}

const sameProblem = (view, first) =>
  view.lam === first.lam && String(view.start) === String(first.start);
const FULL_TASKS = [
  {
    id: "settle",
    why: "Only steps that shrink let the walk come to rest. Constant steps hop across the kinks for ever.",
    text: "keep λ, the start and the batch. From step 30 to step 100 keep the excess below 10⁻⁴.",
    met: (view, { first }) =>
      view.batch >= view.points.length &&
      sameProblem(view, first) &&
      keptBelow(view, 30, 100, 1e-4),
  },
  {
    id: "edge",
    why: "A constant step multiplies w by 1 − ηλ. Beyond η = 2/λ this factor is below −1, and w grows with every step.",
    text: "find, within 5 %, the smallest constant η with which the walk runs away (‖w‖ beyond 10⁶). Make enough steps.",
    met: ({ eta, lam, lost, schedule }) => lost && schedule === "constant" && eta * lam <= 2.1,
  },
];
const RANDOM_TASKS = [
  {
    id: "race",
    why: "Four hundred steps with one point cost about as much as ten with all points. With so few flowers only one draw in five ends lower.",
    text: "keep λ and the start. With 400 steps of one point each, end lower than ten full steps with 1/(λt).",
    met: (view, { first }) => sameProblem(view, first) && ahead(view),
  },
  {
    id: "calm",
    why: "The noise of single points is as large as the step. Only steps that shrink calm it down.",
    text: "keep λ and the start. With one point a step, keep the excess below 0.005 from step 100 to step 400.",
    met: (view, { first }) =>
      view.batch === 1 && sameProblem(view, first) && keptBelow(view, 100, 400, 5e-3),
  },
];

export const descentTasks = ({ batch, points }) =>
  batch < points.length ? RANDOM_TASKS : FULL_TASKS;

export const AHEAD = 10; // steps that are to be foreseen

/** The question before the answer: the place of the walk some steps later. */
export const DESCENT_GUESS = {
  invites: `Where will the walk be ${AHEAD} steps later?`,
  asks: (now) =>
    `The walk has made ${now.steps} steps. Where will it be after ${AHEAD} more? Mark the place on the map.`,
  /** guess: a place; truth: { path, values (from now on), best, n, batch } */
  judge(place, { path, values, best, n, batch }) {
    const apart = (u, v) => Math.hypot(u[0] - v[0], u[1] - v[1]);
    const [from, to] = [path[0], path[path.length - 1]];
    const long = path.slice(1).reduce((sum, w, k) => sum + apart(w, path[k]), 0);
    const gone = apart(from, to);
    const off = apart(place, to);
    const jump = long / Math.max(1, path.length - 1);
    const before = apart(from, best);
    const why =
      values[values.length - 1] > values[0]
        ? batch < n
          ? "The walk ends higher than it began, because each draw pulls its own way, and downhill only on average."
          : "The walk ends higher than it began, because its steps hop across the valley."
        : long > 3 * gone
          ? `The steps are ${show(jump, 2)} long on average, but they hop to and fro, and together they lead only ${show(gone, 2)} farther.`
          : gone < 0.2 * before
            ? `The steps are short, and all of them together lead only ${show((100 * gone) / before, 2)} % of the way to the optimum.`
            : batch < n
              ? "Each draw pulls its own way, and downhill only on average."
              : "Away from the kinks each step goes straight across the contours, which is not straight to the star.";
    const said = `The walk is at (${to.map((v) => show(v, 3)).join(", ")}), ${show(off, 2)} from your place. It has gone ${show(gone, 2)}.`;
    return { off, said, why };
  },
};
