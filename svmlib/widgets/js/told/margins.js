// What the figure of the margins says: the line, and its smallest margin in both measures.
import { many, pointInWords, show } from "../core/words.js";
import { measuredRow, toldOf, wrongSideRow } from "./moved.js";

/** y f of each point. */
export const functionalMargins = (points, { w, b }) =>
  points.map(([x, y, label]) => label * (w[0] * x + w[1] * y + b));

const EQUAL_BY_EYE = 1e-3; // of the largest distance: nobody sees which of two such is nearer

/** The points with the smallest margin, of margins of either kind: all that an eye calls equal. */
export function nearestOf(margins) {
  const least = Math.min(...margins);
  const far = Math.max(...margins.map(Math.abs));
  return [...margins.keys()].filter((i) => margins[i] - least <= EQUAL_BY_EYE * far);
}

const wrongNumber = (margins) => margins.filter((m) => m <= 0).length;

/** How many are on the wrong side, of margins of any kind. */
const wrongRow = (margins) => wrongSideRow(wrongNumber(margins), margins.length);

/** The largest distance so far, where this one is less. */
const recordRow = (best, margin) =>
  best && best.margin > margin ? [measuredRow("best so far", best.margin, { aside: true })] : [];

/**
 * The line, the smallest of its functional margins, the same as a distance (‖w‖ = scale), and the
 * largest distance so far where this is less.
 * @param {{ w: number[], b: number }} line
 * @param {number[]} functional
 * @param {number} scale
 * @param {{ margin: number } | null} best
 */
export function toldOfMargins(line, functional, scale, best = null) {
  const { w, b } = line;
  const least = Math.min(...functional);
  const margin = least / scale;
  return toldOf(
    `The smallest margin is ${show(least)} as a value of y f, and ${show(margin)} as a distance.`,
    [
      wrongRow(functional),
      measuredRow("smallest geometric margin", margin, { the: "geometric margin", better: 1 }),
      ...recordRow(best, margin),
      measuredRow("smallest functional margin", least, { the: "functional margin" }),
      measuredRow("w", null, { text: `(${show(w[0], 3)}, ${show(w[1], 3)})`, quiet: true }),
      measuredRow("b", b, { digits: 3, quiet: true }),
    ],
    { same: [...w, b] },
  );
}

/**
 * The same for who knows distances only: how many points are on the wrong side, and the distance of
 * the nearest, or of the one that is farthest on the wrong side.
 * @param {number[]} distances below 0 on the wrong side
 * @param {{ margin: number } | null} best
 */
export function toldOfDistances(distances, best = null) {
  const margin = Math.min(...distances);
  const wrong = wrongNumber(distances);
  const equal = nearestOf(distances).length;
  const nearest = wrong
    ? measuredRow("farthest on the wrong side", -margin, { the: "worst distance", better: -1 })
    : measuredRow("nearest point", margin, {
        text: show(margin) + (equal > 1 ? ` (${equal} points)` : ""),
        the: "distance to the nearest point",
        better: 1,
      });
  return toldOf(
    wrong
      ? `${many(wrong, "point is", "points are")} on the wrong side, the worst ${show(-margin)} from the line.`
      : `No point is on the wrong side. The nearest ${equal > 1 ? `${equal} are` : "is"} ${show(margin)} from the line.`,
    [wrongRow(distances), nearest, ...recordRow(best, margin)],
  );
}

/** What is known of a point at a distance, below 0 on the wrong side. */
export const pointAtDistance = (point, m) =>
  `${pointInWords(point)}: ${show(Math.abs(m), 3)} from the line${m > 0 ? "" : ", on the wrong side"}`;

/** What is known of a point with the functional margin m. */
export const pointOfMargins = (point, m, scale) =>
  `${pointInWords(point)}: f = ${show(point[2] * m, 3)}, functional margin ${show(m, 3)}, geometric ${show(m / scale, 3)}`;
