// What the figure of the lifted rings asks of a player.
import { heightOf } from "../told/lift.js";

/** All heights between low and high leave nobody on the wrong side. */
export function gapOfLift(points) {
  const heights = (label) => points.filter((p) => p[2] === label).map(heightOf);
  return { low: Math.max(...heights(1)), high: Math.min(...heights(-1)) };
}

export const liftTasks = ({ low, high }) => [
  {
    id: "middle",
    why: "In the lifted space any level between the heights of the classes will do, and the middle one has the widest margin.",
    text: "see the gap from the side (tilt 0), and put the plane halfway across it, within a hundredth.",
    met: (view) => view.tilt === 0 && low < high && Math.abs(view.level - (low + high) / 2) <= 0.01,
  },
];
