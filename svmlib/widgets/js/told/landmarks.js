// What the figure of landmarks says: what its machine costs, and what is known of the best one.
import { caveat } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

/** A share as per cent, for people. */
export const percent = (share) => `${show(100 * share, 3)} %`;

/**
 * The facts about a certified machine on landmarks; `best` is the objective of the exact kernel's
 * machine.
 * @param {import("../core/landmarks.js").Approximation} answer @param {number} best
 */
export function toldOfLandmarks(answer, best) {
  const { errors, missed, primal, share, span, y } = answer;
  const more = Math.max(0, (primal - best) / primal);
  const m = span.used.length;
  return toldOf(
    `With ${many(m, "landmark")} the best objective is proved to be at most ${percent(share)} lower.`,
    [
      measuredRow("gap at most", share, {
        text: percent(share),
        the: "proved gap",
        better: -1,
      }),
      measuredRow("true gap", more, {
        text: percent(more),
        the: "true gap",
        quiet: true,
        better: -1,
      }),
      measuredRow("objective", primal, { digits: 5, quiet: true, better: -1 }),
      // of more than the objective nothing is known: optimal machines differ in it
      measuredRow("missed by landmarks", Math.min(missed, primal), {
        text: missed < primal ? show(missed, 3) : "all",
        quiet: true,
        better: -1,
      }),
      countedRow(errors, "training error", { of: y.length, better: -1 }),
      countedRow(m, "landmark", { aside: true }),
    ],
    { remarks: [caveat(answer)] },
  );
}
