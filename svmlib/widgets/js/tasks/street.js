// What the figure of the street asks of a player.
import { NO_SLACK } from "../told/street.js";

/**
 * What the tasks look at: the street, and how good the reader's line is that was laid while it was
 * hidden (null without one).
 */
export function viewOfStreet({ w, b, norm, primal, errors, xi }, guess) {
  const width = 2 / norm;
  return {
    line: { w, b },
    width,
    slacks: xi.reduce((n, v) => n + Number(v > NO_SLACK), 0),
    errors,
    separable: true,
    guess: guess && { ...guess.best, changed: guess.changed, primal, width },
  };
}

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
    why: "Only support vectors hold the street: when one withdraws, it grows until it meets the next.",
    text: "make the street half as wide again by moving a single point.",
    met: (view, { first }) =>
      view.hard &&
      view.separable &&
      onlyMove(view.places, first.places) > 0 &&
      view.width >= 1.5 * first.width,
  },
  {
    id: "ruin",
    why: "A hard margin forgives nobody: one point among the others is enough, and no street is left.",
    text: "move a single point, by at most three widths of the street, so that no line separates the classes.",
    met(view, { first }) {
      const way = onlyMove(view.places, first.places);
      return view.hard && view.separable === false && way > 0 && way <= 3 * first.width;
    },
  },
  {
    id: "guess",
    why: "The widest street touches the nearest points of both classes; those alone decide how to lay it.",
    text: "guess first: with the street hidden, move a point and lay a line that has two thirds of the new width.",
    met: ({ guess, hard }) =>
      hard && guess?.changed && guess.scale > 0 && 2 / guess.scale >= (2 / 3) * guess.width,
  },
];
const SOFT_TASKS = [
  {
    id: "two",
    why: "With a smaller C slack is cheaper: the street widens, and more points stand on it.",
    text: "with the knob alone, find a C at which exactly two points have slack.",
    met: (view, { moved }) => !view.hard && view.slacks === 2 && moved === 0,
  },
  {
    id: "guess",
    why: "A cheap line need not please every point: a little slack buys a wider street.",
    text: "guess first: with the street hidden, change C and lay a line that costs at most 1.5 times the least.",
    met: ({ guess, hard }) => !hard && guess?.changed && guess.cost <= 1.5 * guess.primal,
  },
];

export const streetTasks = (hard) => (hard ? HARD_TASKS : SOFT_TASKS);
