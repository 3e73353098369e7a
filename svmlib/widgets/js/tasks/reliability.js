// What the figure of reliability asks of a player.
import { worthOf } from "../core/reliability.js";
import { show } from "../core/words.js";

const AS_GOOD = 2e-3; // of log-loss above that of Platt's map
const KEPT = 0.01; // a calibration error so small breaks no promise
const USELESS = 0.6; // a log-loss so large tells next to nothing: always ½ has 0.693
const RARE = 0.1;
const SAME_SLOPE = 0.1; // of A: two curves look equally steep

/** How much larger the log-loss is than that of the best map at this base rate. */
const aboveBest = ({ best, worth }) => worth.logLoss - best.logLoss;

/** The tasks, without one that is solved at first or that is another. */
export const reliabilityTasks = (first) =>
  [
    {
      id: "fit",
      why: "Log-loss is strictly proper. It is smallest for forecasts that come true as often as they promise.",
      text: `keep the share of +1, and find a map whose log-loss is at most ${AS_GOOD} above Platt's.`,
      met: (view) => view.rate === first.rate && aboveBest(view) <= AS_GOOD,
    },
    {
      id: "lazy",
      why: "A forecast that gives every point the base rate is calibrated and useless, so the calibration error is not a proper score.",
      text: `find a map with a calibration error of at most ${KEPT} and a log-loss of at least ${USELESS}.`,
      met: ({ worth }) => worth.error <= KEPT && worth.logLoss >= USELESS,
    },
    {
      id: "rare",
      why: "If +1 is rarer, all odds are smaller by the same factor, and only B has to move.",
      text: `set the share of +1 to ${RARE}, and find a map whose log-loss is at most ${AS_GOOD} above Platt's.`,
      met: (view) => view.rate === RARE && aboveBest(view) <= AS_GOOD,
    },
  ].filter(({ id, met }) => !met(first) && (id !== "rare" || first.rate !== RARE));

/** The question before the answer: the best map, laid by eye. */
export const RELIABILITY_GUESS = {
  invites: "Can you lay the best map by eye?",
  asks: () => "Lay the curve where you think that its log-loss is smallest.",
  how: "Log-loss and reliability are hidden. Drag the handles, or turn A and B.",
  /** guess: [A, B]; truth: { points, rate, best } */
  judge([A, B], { points, rate, best }) {
    const own = worthOf(points, { A, B, rate }).logLoss;
    const least = best.logLoss;
    const off = Math.max(0, own - least);
    const slope = A < best.A ? "steeper, that is surer," : "flatter, that is more cautious,";
    const turned = Math.abs(A / best.A - 1) > SAME_SLOPE;
    const [half, its] = [-B / A, -best.B / best.A].map((score) => show(score, 2));
    return {
      off,
      said: `The log-loss is ${show(own, 3)} for your map and ${show(least, 3)} for Platt's.`,
      why:
        off <= AS_GOOD
          ? "Your curve is as good as Platt's, because it follows the shares of +1."
          : turned
            ? `Your curve is ${slope} than Platt's, with A = ${show(best.A, 3)} and B = ${show(best.B, 3)}.`
            : `Your curve is about as steep as Platt's, but not in its place. It reaches ½ at the score ${half}, and Platt's at ${its}.`,
    };
  },
};
