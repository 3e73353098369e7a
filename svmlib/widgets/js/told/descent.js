// What the figure of a descent says: how far the walk has come, and how far it still is.
import { many, show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

/** P - P* after step t, in words. */
export function excessOfDescent({ walk, best }, t) {
  const over = walk.values[t] - best.value;
  return over <= best.floor ? "below rounding" : show(over, 3);
}

/** The objective at step t beside the optimum; `lost` when the walk has run away. */
export function toldOfDescent({ walk, best, t, lost }) {
  let least = 0;
  for (let k = 1; k <= t; k++) if (walk.values[k] < walk.values[least]) least = k;
  const run = { walk, best };
  const excess = (k) => ({ text: excessOfDescent(run, k), better: -1 });
  const remarks = [];
  if (lost) remarks.push("Here the walk has run away, beyond ‖w‖ = 10⁶: the steps are too long.");
  if (best.gap > 1e-6 * best.value)
    remarks.push(`P* itself is known only to within ${show(best.gap, 1)}.`);
  return toldOf(
    `After ${many(t, "step")} the walk is ${excessOfDescent(run, t)} above the optimum.`,
    [
      measuredRow("P − P*", walk.values[t] - best.value, {
        ...excess(t),
        the: "excess",
      }),
      measuredRow("least so far", walk.values[least] - best.value, {
        ...excess(least),
        the: "least excess so far",
        quiet: true,
      }),
      measuredRow("P", walk.values[t], { digits: 6 }),
      measuredRow("optimum P*", best.value, { digits: 6 }),
      countedRow(t, "step", { name: "step", aside: true }),
    ],
    { remarks, same: walk.path[t] },
  );
}
