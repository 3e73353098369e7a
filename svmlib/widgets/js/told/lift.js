// What the figure of the lifted rings says: the plane, its circle, who is on the wrong side.
import { show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

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
      countedRow(wrong, "point on the wrong side", {
        more: "points on the wrong side",
        name: "on the wrong side",
        of: points.length,
        better: -1,
      }),
      measuredRow("radius of the circle", radius, { digits: 3 }),
      measuredRow("height of the plane", level, { digits: 3, aside: true }),
    ],
  );
}

/** What is known of a point. */
export function pointOfLift(point, level) {
  const [x, y, label] = point;
  const height = heightOf(point);
  return (
    `${label > 0 ? "Orange circle" : "Blue square"} (${show(x, 3)}, ${show(y, 3)}): ` +
    `height x1² + x2² = ${show(height, 3)}, ${height < level ? "below" : "above"} the plane.`
  );
}
