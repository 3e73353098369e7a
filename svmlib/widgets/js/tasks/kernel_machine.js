// What the figure of the kernel machine asks of a player.
import { islands } from "../ui/landscape.js";

const nearly = (a, b) => Math.abs(a - b) <= 1e-6 * Math.abs(b);

/** What the tasks look at; `guess` tells how well lines agree with the boundary, if any. */
export const viewOfMachine = ({ f, y, support, errors, norm, primal }, found) => ({
  ...found, // { points, boundary, origin, guess }
  f,
  support,
  errors,
  n: y.length,
  primal,
  norm,
});

/** The only point that moved lies on an island, and nobody else does. */
function stranded({ boundary, points, f }, given) {
  const [one, ...more] = f ? islands(boundary, points, f) : [];
  return one !== undefined && more.length === 0 && String(points[one]) !== String(given[one]);
}

export const machineTasks = (given) => [
  {
    id: "guess",
    why: "The boundary runs where the votes of both classes balance: a smaller σ lets nearer points vote alone.",
    text: "guess first, change a knob so that the boundary goes elsewhere, and draw it: near the points 80 % must agree.",
    met: (view) => view.guess?.agree >= 0.8 && view.guess.stale < 0.6,
  },
  {
    id: "island",
    why: "A narrow kernel hears only the nearest points: where one stands alone, its vote is the only one.",
    text: "move a single point so that it lies alone on an island of its class, the only island there is.",
    met: (view, { moved }) => moved === 1 && stranded(view, given),
  },
  {
    id: "idle",
    why: "Points with α = 0 have no vote: the machine is the same without them.",
    text: "delete ten points and leave the boundary exactly where it was at first.",
    met: (view, { first }) =>
      view.n <= first.n - 10 && nearly(view.primal, first.primal) && nearly(view.norm, first.norm),
  },
];
