// What the figure of the street asks of a player.
import { lineThrough, streetAlong } from "../core/lines.js";
import { many, show } from "../core/words.js";
import { NO_SLACK } from "../told/street.js";

/**
 * How far the only point that was moved has gone; 0 when it was none or several, or when points
 * came, left or changed sides.
 */
function onlyMove(now, then) {
  if (now.length !== then.length || now.some((p, i) => p[2] !== then[i][2])) return 0;
  const ways = now
    .map((p, i) => Math.hypot(p[0] - then[i][0], p[1] - then[i][1]))
    .filter((way) => way > 0);
  return ways.length === 1 ? ways[0] : 0;
}

const HARD_TASKS = [
  {
    id: "wider",
    why: "Only support vectors hold the street. When one withdraws, the street grows until it meets the next.",
    text: "make the street half as wide again by moving a single point.",
    met: (view, { first }) =>
      view.hard && onlyMove(view.points, first.points) > 0 && view.width >= 1.5 * first.width,
  },
  {
    id: "ruin",
    why: "A hard margin forgives no point. One point among the others is enough, and no street is left.",
    text: "move a single point, by at most three widths of the street, so that no line separates the classes any more.",
    inTrouble: true,
    met(view, { first }) {
      const way = onlyMove(view.points, first.points);
      return view.hard && view.apart && way > 0 && way <= 3 * first.width;
    },
  },
  {
    id: "guess",
    why: "The widest street touches the nearest points of the two classes, and these alone decide how to lay it.",
    text: "press Guess first, move a point, and lay a line along which the street has two thirds of the new width.",
    met({ guessed, hard, points, strength, width }) {
      const { scale } = guessed?.changed ? streetOf(guessed.value, points, strength) : { scale: 0 };
      return hard && scale > 0 && 2 / scale >= (2 / 3) * width;
    },
  },
];
const SOFT_TASKS = [
  {
    id: "two",
    why: "With a smaller C slack is cheaper. The street widens, and more points are on it.",
    text: "leave the points alone, and find a C at which exactly two of them have slack.",
    met: ({ found, hard }, { moved }) =>
      !hard && found.xi.filter((v) => v > NO_SLACK).length === 2 && moved === 0,
  },
  {
    id: "guess",
    why: "A cheap line need not please every point. A little slack buys a wider street.",
    text: "press Guess first, change C, and lay a line that costs at most 1.5 times the least.",
    met: ({ found, guessed, hard, points, strength }) =>
      !hard &&
      guessed?.changed &&
      streetOf(guessed.value, points, strength).cost <= 1.5 * found.primal,
  },
];

export const streetTasks = (hard) => (hard ? HARD_TASKS : SOFT_TASKS);

/** The angle between two lines in degrees. */
function angleOf(one, other) {
  const [a, b] = [one.w, other.w];
  const cosine = Math.abs(a[0] * b[0] + a[1] * b[1]) / (Math.hypot(...a) * Math.hypot(...b));
  return (180 * Math.acos(Math.min(1, cosine))) / Math.PI;
}

/** How many points a line has on the wrong side, whichever side is called positive. */
function wrongOf({ w, b }, points) {
  const wrong = points.filter(([x, y, label]) => label * (w[0] * x + w[1] * y + b) <= 0).length;
  return Math.min(wrong, points.length - wrong);
}

/** The best street along the line through two handles. */
export const streetOf = (handles, points, C) => streetAlong(points, lineThrough(handles, 1), C);

/** The question before the answer: a line, laid with two handles. */
export const STREET_GUESS = {
  invites: ({ hard }) =>
    hard ? "Can you lay the widest street?" : "Can you lay the cheapest street?",
  asks: (now) =>
    now.hard
      ? "Move a point, then lay the middle of the widest street."
      : "Change C or move a point, then lay the middle of the cheapest street.",
  how: "The street is hidden. Lay your line with the two handles: drag them, or use the arrow keys.",
  /** guess: two handles; truth: { points, C, found }, the certified answer */
  judge(handles, { points, C, found }) {
    const line = lineThrough(handles, 1);
    const { scale, cost } = streetAlong(points, line, C);
    const turned = angleOf(line, found);
    const own = found.xi.filter((xi) => xi > NO_SLACK).length;
    const good = C < Infinity ? cost <= 1.01 * found.primal : scale && found.norm >= 0.99 * scale;
    const cause = good
      ? "Your line is as good as the best"
      : turned > 5
        ? `Your line is turned by ${show(turned, 2)}° from the best`
        : "Your line has nearly the direction of the best, but is too far to one side";
    if (C < Infinity) {
      const times = Math.max(1, cost / found.primal);
      return {
        off: times - 1,
        said: `With its best street your line costs ${show(cost)}, ${show(times, 3)} times the least.`,
        why: `${cause}. The best line has slack at ${many(own, "point")}, because at this C slack is worth its price.`,
      };
    }
    const share = scale ? Math.min(100, (100 * found.norm) / scale) : 0;
    return {
      off: 100 - share,
      said: share
        ? `Along your line the street is ${show(2 / scale)} wide, ${show(share, 2)} % of the widest.`
        : `Your line has ${many(wrongOf(line, points), "point")} on the wrong side, and the best line has none.`,
      why: `${cause}. The widest street rests on ${many(found.support, "support vector")}, and no other point has any influence.`,
    };
  },
};
