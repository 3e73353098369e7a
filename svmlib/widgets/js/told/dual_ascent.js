// What the figure of the dual ascent says: primal and dual, whose bar has moved, whose is next.
import { many, show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

const CLOSED = 1e-2; // a relative gap that counts as closed

/** Whether the gap of a state is nearly closed. */
export const isClosed = ({ gap, primal }) => gap <= CLOSED * primal;

/** "bar 1", "bars 1 and 3". */
export const barsInWords = (touched, one) =>
  `${one}${touched.length > 1 ? "s" : ""} ${touched
    .map((i) => i + 1)
    .sort((i, j) => i - j)
    .join(" and ")}`;

/** The first of the steps up to t after which the gap is nearly closed, or -1. */
export const closedFrom = (states, t) => states.slice(0, t + 1).findIndex(isClosed);

/** Both objectives after step t, the gap, and the bars of this step and of the next one, if any. */
export function toldOfAscent({ states, t, ended, next }) {
  const now = states[t];
  const below = closedFrom(states, t);
  const closed = Math.abs(now.gap) <= now.noise;
  const text = closed
    ? "below rounding"
    : `${show(now.gap, 3)} (${show((100 * now.gap) / now.primal, 2)} %)`;
  const remarks = [];
  if (ended) remarks.push("Converged.");
  if (now.touched.length) remarks.push(`Last moved: ${barsInWords(now.touched, "point")}.`);
  if (next) remarks.push(`Next: ${barsInWords(next.touched, "point")}.`);
  if (below > 0) remarks.push(`The gap was first below 1 % at step ${below}.`);
  return toldOf(
    `After ${many(t, "step")} the gap between primal and dual is ${text}.`,
    [
      measuredRow("gap", now.gap, { text, better: -1 }),
      measuredRow("dual", now.dual, { digits: 6 }),
      measuredRow("primal", now.primal, { digits: 6 }),
      countedRow(t, "step", { name: "step", aside: true }),
    ],
    { remarks, same: [...now.alpha] },
  );
}

/** What is known of point i in a state of the climb. */
export function pointOfAscent({ alpha, w, b }, C, point, i) {
  const [x, y, label] = point;
  const margin = label * (w[0] * x + w[1] * y + b);
  return `α = ${show(alpha[i], 3)} of C = ${show(C, 3)}, y f = ${show(margin, 3)}`;
}
