// What the figure of the margins says: the line, and its smallest margin in both measures.
import { many, show } from "../ui/dom.js";

/** y f of each point. */
export const functionalMargins = (points, { w, b }) =>
  points.map(([x, y, label]) => label * (w[0] * x + w[1] * y + b));

/**
 * The line, the smallest of its functional margins, the same as a distance (‖w‖ = scale), and the
 * largest distance so far where this is less.
 * @param {{ w: number[], b: number }} line
 * @param {number[]} functional
 * @param {number} scale
 * @param {{ margin: number } | null} best
 */
export function sentenceOfMargins(line, functional, scale, best = null) {
  const { w, b } = line;
  const least = Math.min(...functional);
  const margin = least / scale;
  const wrong = functional.filter((m) => m <= 0).length;
  const record = best && best.margin > margin ? ` (best so far ${show(best.margin)})` : "";
  return (
    `w = (${show(w[0], 3)}, ${show(w[1], 3)}), b = ${show(b, 3)}. ` +
    `Smallest margin: functional ${show(least)}, geometric ${show(margin)}${record}. ` +
    `${wrong} of ${many(functional.length, "point")} on the wrong side.`
  );
}

/** What is known of a point with the functional margin m. */
export const pointOfMargins = ([x, y, label], m, scale) =>
  `${label > 0 ? "Orange circle" : "Blue square"} (${show(x, 3)}, ${show(y, 3)}): ` +
  `f = ${show(label * m, 3)}, functional margin ${show(m, 3)}, geometric ${show(m / scale, 3)}`;
