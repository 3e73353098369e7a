// How a figure speaks of what its solver has certified.
import { show } from "./dom.js";

/** The sentence about a machine that is not (yet) certified, or "" for one that is. */
export function unfinished(answer) {
  const gap = Math.abs(answer.relative);
  const known = gap <= 1;
  if (!answer.done)
    return known ? `Still solving: the gap is ${show(100 * gap, 2)} %.` : "Still solving.";
  return answer.certified
    ? ""
    : `The solver stopped ${known ? `at a gap of ${show(100 * gap, 2)} %` : "early"}: nothing here is certain.`;
}

/** A gap for people: below what rounding makes it is no number any more. */
export const showGap = (answer) =>
  Math.abs(answer.gap) <= answer.noise ? "below rounding" : show(answer.relative, 2);
