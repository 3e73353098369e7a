// What the figure of a descent says: how far the walk has come, and how far it still is.
import { show } from "../ui/dom.js";

/** P - P* after step t, in words. */
export function excessOfDescent({ walk, best }, t) {
  const over = walk.values[t] - best.value;
  return over <= best.floor ? "below rounding" : show(over, 3);
}

/** The objective at step t beside the optimum; `lost` when the walk has run away. */
export function sentenceOfDescent({ walk, best, t, lost }) {
  let least = 0;
  for (let k = 1; k <= t; k++) if (walk.values[k] < walk.values[least]) least = k;
  const run = { walk, best };
  const facts = [
    `Step ${t}: P = ${show(walk.values[t], 6)}, the optimum is P* = ${show(best.value, 6)};`,
    `P − P* = ${excessOfDescent(run, t)}, at best so far ${excessOfDescent(run, least)}.`,
  ];
  if (lost) facts.push("Here the walk has run away, beyond ‖w‖ = 10⁶: the steps are too long.");
  if (best.gap > 1e-6 * best.value) facts.push(`P* itself is only known to ${show(best.gap, 1)}.`);
  return facts.join(" ");
}
