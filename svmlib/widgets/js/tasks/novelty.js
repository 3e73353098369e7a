// What the figure of novelties asks of a player.
import { show } from "../core/words.js";
import { countedBeside } from "./guesses.js";

const BRINK = 0.97; // an α of this size or more is next to its bound 1
const MOST_COMPANY = 6; // beyond this it is labour, and no challenge

/** The point that was farthest outside at first is where it was, and not outside any more. */
function adopted({ answer, points }, { answer: then, points: old }) {
  if (!then || points.length < old.length) return false;
  const farthest = then.f.indexOf(Math.min(...then.f));
  const stays = String(points[farthest]) === String(old[farthest]);
  return stays && then.sides[farthest] < 0 && answer.sides[farthest] >= 0;
}

/** The tasks that can be done from the answer at first. */
export function regionTasks(begin) {
  // each newcomer beside the farthest point lifts f there by its α, at most 1, and ρ grows with
  // n: so many do, and some to spare
  const company = begin?.outside ? 3 + Math.ceil(-1.2 * Math.min(...begin.f)) : Infinity;
  return [
    {
      id: "brink",
      why: "A point is left outside only when its α has reached 1. Just before, the largest α is nearly 1.",
      text:
        "leave the points alone, and find ν and σ at which no point is outside, but the largest α is at least " +
        `${BRINK}.`,
      met: ({ answer }, { moved }) =>
        moved === 0 && answer.outside === 0 && Math.max(...answer.alpha) >= BRINK,
    },
    {
      id: "adopt",
      why: "A point with company is ordinary. The region follows the points that are there, not those that should be.",
      text:
        `keep ν and σ. Move or add at most ${company} points so that the point farthest outside is taken ` +
        "in without being moved.",
      met: (view, { first, moved }) =>
        view.nu === first.nu &&
        view.sigma === first.sigma &&
        moved <= company &&
        adopted(view, first),
    },
  ].filter(({ id }) => id !== "adopt" || company <= MOST_COMPANY);
}

/** The question before the answer: how many are left outside. */
export const REGION_GUESS = {
  invites: "How many points will be outside when ν changes?",
  asks: ({ nu, points }, before) =>
    `ν ${nu === before.nu ? "is" : `goes from ${show(before.nu, 3)} to`} ${show(nu, 3)}. ` +
    `How many of the ${points.length} points will be outside?`,
  /** Twice as much, or a quarter where that is most of them. */
  pose: ({ nu }) => ({ nu: Number((4 * nu <= 1 ? 2 * nu : nu / 4).toPrecision(3)) }),
  /** guess: a number; truth: the certified answer */
  judge(number, { outside, support, mass }) {
    return {
      ...countedBeside(number, outside),
      why: `At most νn = ${show(mass, 3)} points can be outside (here ${outside}), and at least as many are support vectors (here ${support}).`,
    };
  },
};
