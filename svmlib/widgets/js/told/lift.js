// What the figure of the lifted rings says: the plane, its circle, who is on the wrong side.
import { pointInWords, show } from "../core/words.js";
import { measuredRow, toldOf, wrongSideRow } from "./moved.js";

/** The third coordinate of a point. */
export const heightOf = ([x, y]) => x * x + y * y;

/** Whether a point is on the wrong side of the plane: +1 should lie below it. */
export const liftedWrong = (point, level) => (heightOf(point) < level ? 1 : -1) !== point[2];

/** The plane at a height and the points on its wrong side. */
export function toldOfLift(points, level) {
  const wrong = points.filter((point) => liftedWrong(point, level)).length;
  const radius = Math.sqrt(level);
  return toldOf(
    `The plane at height ${show(level, 3)} is the circle of radius ${show(radius, 3)}: ` +
      `${wrong} of ${points.length} points ${wrong === 1 ? "is" : "are"} on the wrong side.`,
    [
      wrongSideRow(wrong, points.length),
      measuredRow("radius of the circle", radius, { digits: 3 }),
      measuredRow("height of the plane", level, { digits: 3, aside: true }),
    ],
  );
}

/** What is known of a point. */
export function pointOfLift(point, level) {
  const height = heightOf(point);
  const side = height < level ? "below" : "above";
  return `${pointInWords(point)}: height x1² + x2² = ${show(height, 3)}, ${side} the plane.`;
}
