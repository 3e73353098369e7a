// What the figure of the lifted rings says: the plane, its circle, who is on the wrong side.
import { show } from "../ui/dom.js";

/** The third coordinate of a point. */
export const heightOf = ([x, y]) => x * x + y * y;

/** Whether a point is on the wrong side of the plane: +1 should lie below it. */
export const liftedWrong = (point, level) => (heightOf(point) < level ? 1 : -1) !== point[2];

/** The plane at a height and the points on its wrong side. */
export function sentenceOfLift(points, level) {
  const wrong = points.filter((point) => liftedWrong(point, level)).length;
  return (
    `The plane at height ${show(level, 3)} is the circle of radius ${show(Math.sqrt(level), 3)}: ` +
    `${wrong} of ${points.length} points on the wrong side.`
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
