// Answers questions about core/threshold.js: reads [{ points, thresholds, alarm, miss, window,
// recall }, …] from stdin and writes what each threshold and each cut does. test_live_threshold.py
// asks and judges.
import { readFileSync } from "node:fs";
import {
  bestPrecision,
  cheapestOf,
  costsOf,
  countsAt,
  cutAt,
  cutsOf,
  reachOf,
  roundest,
} from "../../svmlib/widgets/js/core/threshold.js";

function answer({ points, thresholds, alarm, miss, window, recall }) {
  const before = JSON.stringify(points);
  const cuts = cutsOf(points);
  const costs = costsOf(cuts, alarm, miss);
  const all = [...costs.keys()];
  return {
    unchanged: JSON.stringify(points) === before,
    values: cuts.values,
    told: thresholds.map((t) => {
      const k = cutAt(cuts, t);
      return { ...countsAt(cuts, k), cost: costs[k] };
    }),
    cuts: all.map((k) => {
      const reach = reachOf(cuts, k, window);
      const round = roundest(...reach);
      return { ...countsAt(cuts, k), cost: costs[k], reach, round, back: cutAt(cuts, round) };
    }),
    cheapest: cheapestOf(cuts, costs, window),
    best: bestPrecision(cuts, recall),
  };
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
