// What the figure of a threshold says: the mistakes on its two sides, and what they cost.
import { reachOf } from "../core/threshold.js";
import { many, show } from "../core/words.js";
import { sentenceBegun, countedRow, measuredRow, toldOf } from "./moved.js";

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
 * Counts, precision, recall and cost at a threshold, which makes cut k; `costs` are those of every
 * cut, `best` the cheapest.
 */
export function toldOfThreshold({ points, cuts, at, k, threshold, costs, best, window }) {
  const { hits, falseAlarms, misses, rejections, precision, recall } = at;
  const on = points.filter(([score]) => score === threshold).length;
  const beside = best.all.includes(k)
    ? "No threshold is cheaper."
    : sentenceBegun(`${cheapestInWords(cuts, best, window)} ${show(best.cost, 3)}.`);
  const remarks = [
    beside,
    precision === null ? "Precision is undefined, because no point is called +1." : "",
    on ? `${many(on, "point is", "points are")} exactly on the threshold, and not called.` : "",
  ];
  const three = { digits: 3 };
  return toldOf(
    `At threshold ${show(threshold)}: ${many(falseAlarms, "false alarm")} and ${many(misses, "miss", "misses")}.`,
    [
      countedRow(falseAlarms, "false alarm", { better: -1 }),
      countedRow(misses, "miss", { more: "misses", better: -1 }),
      measuredRow("mean cost", costs[k], { ...three, better: -1 }),
      measuredRow("precision", precision, { ...three, better: 1 }),
      measuredRow("recall", recall, { ...three, better: 1 }),
      countedRow(hits, "hit", { better: 1 }),
      countedRow(rejections, "rightly rejected", { more: "rightly rejected", better: 1 }),
      measuredRow("threshold", threshold, { aside: true }),
    ],
    { remarks },
  );
}
