// What the figure of the dual ascent says: primal and dual, whose bar has moved, whose is next.
import { show } from "../ui/dom.js";

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
export function sentenceOfAscent({ states, t, ended, next }) {
  const now = states[t];
  const below = closedFrom(states, t);
  const gap =
    Math.abs(now.gap) <= now.noise
      ? "below rounding"
      : `${show(now.gap, 3)}, ${show((100 * now.gap) / now.primal, 2)} %`;
  const facts = [
    `Step ${t}${ended ? ", converged" : ""}: primal ${show(now.primal, 6)}, dual ${show(now.dual, 6)},`,
    `primal − dual ${gap}${below > 0 ? ` (below 1 % first at step ${below})` : ""}.`,
  ];
  if (now.touched.length) facts.push(`Last moved: ${barsInWords(now.touched, "point")}.`);
  if (next) facts.push(`Next: ${barsInWords(next.touched, "point")}.`);
  return facts.join(" ");
}

/** What is known of point i in a state of the climb. */
export function pointOfAscent({ alpha, w, b }, C, point, i) {
  const [x, y, label] = point;
  const margin = label * (w[0] * x + w[1] * y + b);
  return `α = ${show(alpha[i], 3)} of C = ${show(C, 3)}, y f = ${show(margin, 3)}`;
}
