// What the figure of the tube asks of a player.
import { curveOf } from "../core/general.js";
import { many, show } from "../core/words.js";
import { countedBeside } from "./guesses.js";

const WITNESSES = 101; // places at which two curves are compared
const SAME = 1e-6; // of the range of y: curves as close as this are the same

/**
 * Half the distance from the lowest to the highest point: no narrower tube around a constant holds
 * them all.
 */
function halfRange(points) {
  const values = points.map((p) => p[1]);
  return (Math.max(...values) - Math.min(...values)) / 2;
}

/** The largest distance of two curves across the window; ∞ where there was none before. */
function apartBy({ answer: one, box: [first, last] }, { answer: other }) {
  if (!other) return Infinity;
  const places = Array.from(
    { length: WITNESSES },
    (_, k) => first + (k / (WITNESSES - 1)) * (last - first),
  );
  const [now, then] = [one, other].map((answer) => curveOf(answer, places));
  return now.reduce((most, v, k) => Math.max(most, Math.abs(v - then[k])), 0);
}

/**
 * How far up or down the only point went that has moved; 0 when none has, or several, or when
 * points came or left.
 */
function onlyLift(now, then) {
  if (now.length !== then.length) return 0;
  const ways = now
    .map((p, i) => [Math.abs(p[1] - then[i][1]), String(p) !== String(then[i])])
    .filter(([, moved]) => moved);
  return ways.length === 1 ? Number(ways[0][0]) : 0;
}

/** The tasks that can be done from the answer at first. */
export const tubeTasks = (begin) =>
  [
    {
      id: "flat",
      why: "At half the range of y the tube around a constant holds all points. None pulls, so nothing bends.",
      when: true,
      text: "leave the points alone, and find the smallest ε, within 1 %, at which there is no support vector.",
      met: ({ answer, epsilon, points }, { moved }) =>
        moved === 0 && answer.support === 0 && epsilon <= 1.01 * halfRange(points),
    },
    {
      id: "idle",
      why: "Points inside the tube have β = 0. The curve is the same without them.",
      when: begin && begin.y.length - begin.support >= 5,
      text: "delete five points without moving the curve at all.",
      met: (view, { first: then }) =>
        view.points.length <= then.points.length - 5 &&
        apartBy(view, then) <= SAME * halfRange(then.points),
    },
    {
      id: "pull",
      why: "Outside the tube every point pulls with the same force C, however far away it is.",
      when: begin && begin.outside > 0,
      text:
        "keep all knobs. Move a single point up or down by more than the tube is wide, while the curve moves " +
        "by at most a tenth of ε.",
      met: (view, { first: then }) =>
        ["kernel", "epsilon", "C", "sigma"].every((knob) => view[knob] === then[knob]) &&
        onlyLift(view.points, then.points) > 2 * view.epsilon &&
        apartBy(view, then) <= 0.1 * view.epsilon,
    },
  ].filter((task) => begin && task.when);

/** The question before the answer: who will pull at the curve. */
export const TUBE_GUESS = {
  invites: "How many points hold the curve when ε changes?",
  asks: ({ epsilon, points }, before) =>
    `ε ${epsilon === before.epsilon ? "is" : `goes from ${show(before.epsilon, 3)} to`} ${show(epsilon, 3)}. ` +
    `How many of the ${points.length} points will be support vectors?`,
  /** Twice as wide, or a quarter as wide where that is too much. */
  pose: ({ epsilon }, most) => ({
    epsilon: Number(
      (epsilon <= 0 ? most / 4 : 4 * epsilon <= most ? 2 * epsilon : epsilon / 4).toPrecision(3),
    ),
  }),
  /** guess: a number; truth: the certified answer */
  judge(number, { y, support, outside }) {
    return {
      ...countedBeside(number, support),
      why: `${many(outside, "point")} outside the tube and ${support - outside} on its border hold the curve. The other ${y.length - support} are inside, cost nothing and do not pull.`,
    };
  },
};
