// How a figure speaks of what its solver has certified.
import { show } from "./words.js";

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

const ALL = 1e-8; // a relative gap at which no digit that is shown is in doubt

/** How well a certified answer is known, where that is not beyond all digits shown, else "". */
export const caveat = ({ relative }) =>
  relative > ALL ? ` Known to ${Math.floor(-Math.log10(relative))} digits.` : "";

/** A gap for people: below what rounding makes it is no number any more. */
export const showGap = (answer) =>
  Math.abs(answer.gap) <= answer.noise ? "below rounding" : show(answer.relative, 2);

/**
 * A number without what rounding alone could have made of a 0; `size` is that of the numbers it
 * comes from.
 */
export const cleared = (value, size = 1) =>
  Math.abs(value) <= 1e-9 * Math.max(1, size) ? 0 : value;
