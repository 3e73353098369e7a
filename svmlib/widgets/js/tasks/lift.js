// What the figure of the lifted rings asks of a player.
import { show } from "../core/words.js";
import { heightOf } from "../told/lift.js";

/** All heights between low and high leave nobody on the wrong side. */
export function gapOfLift(points) {
  const heights = (label) => points.filter((p) => p[2] === label).map(heightOf);
  return { low: Math.max(...heights(1)), high: Math.min(...heights(-1)) };
}

export const liftTasks = ({ low, high }) => [
  {
    id: "middle",
    why: "Every level plane between the heights of the classes separates them, and the one in the middle has the widest street.",
    text: "look at the gap at eye level (view 0), and raise the plane to its middle, within a hundredth.",
    met: (view) => view.tilt === 0 && low < high && Math.abs(view.level - (low + high) / 2) <= 0.01,
  },
];

/** The question before the answer: where the plane meets the bowl, seen from above. */
export const LIFT_GUESS = {
  invites: "Where will the circle run when the plane is moved?",
  asks: ({ level }, before) =>
    `The plane ${before.level === level ? "is at" : `goes from ${show(before.level, 3)} to`} the height ${show(level, 3)}. ` +
    "Mark a place where its circle will run.",
  /** The plane four times as high, or a quarter as high. */
  pose: ({ level }, top) => ({
    level: Number((level <= 0 ? top / 2 : 4 * level <= top ? 4 * level : level / 4).toPrecision(3)),
  }),
  /** guess: a place; truth: { level }, the height of the plane */
  judge([x, y], { level }) {
    const [mine, own] = [Math.hypot(x, y), Math.sqrt(level)];
    return {
      off: Math.abs(mine - own),
      said:
        `Your circle has the radius ${show(mine, 3)}, and the circle of the plane has ${show(own, 3)}. ` +
        `Yours is ${show(Math.abs(mine - own), 2)} too ${mine > own ? "large" : "small"}.`,
      why: "The height is the square of the radius, so four times as high is only twice as wide.",
    };
  },
};
