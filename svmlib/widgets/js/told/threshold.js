// What the figure of a threshold says: the mistakes on its two sides, and what they cost.
import { cutAt, reachOf } from "../core/threshold.js";
import { many, show } from "../ui/dom.js";

/** The middle of the thresholds that make the same cut. */
export function middleOfCut(cuts, k, window) {
  const [low, high] = reachOf(cuts, k, window);
  return (low + high) / 2;
}

/** Where the least cost is to be had, as the beginning of a clause. */
function cheapestInWords(cuts, best, window) {
  if (best.k === 0) return "to call all of them +1 would cost";
  if (best.k === cuts.values.length) return "to call none of them +1 would cost";
  return `the cheapest threshold, near ${show(middleOfCut(cuts, best.k, window), 3)}, costs`;
}

/**
 * Counts, precision, recall and cost at a threshold; `all` are the counts of every cut, `costs`
 * theirs, `best` the cheapest.
 */
export function sentenceOfThreshold({ points, cuts, all, threshold, costs, best, window }) {
  const k = cutAt(cuts, threshold);
  const { hits, falseAlarms, misses, rejections, precision, recall } = all[k];
  const precise =
    precision === null
      ? "Precision is undefined, as nothing is called +1"
      : `Precision ${show(precision, 3)}`;
  const on = points.filter(([score]) => score === threshold).length;
  const beside = best.all.includes(k)
    ? "; no threshold is cheaper"
    : `; ${cheapestInWords(cuts, best, window)} ${show(best.cost, 3)}`;
  return (
    `Threshold ${show(threshold)}: ${many(hits, "hit")} and ${many(falseAlarms, "false alarm")}, ` +
    `${many(misses, "miss", "misses")}, ${rejections} rightly rejected. ` +
    `${precise}, recall ${show(recall, 3)}. Mean cost ${show(costs[k], 3)}${beside}.` +
    (on ? ` ${many(on, "point lies", "points lie")} exactly on the threshold: not called.` : "")
  );
}
