// What the figure of the street says: its width, its errors, the two terms of the objective.
import { caveat } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

export const NO_SLACK = 1e-6; // ξ below this is no bar and no word

/** The facts about a certified street. @param {import("../core/machine.js").Answer} found */
export function toldOfStreet(found, C, plain = false) {
  const { norm, primal, support, errors, w, b } = found;
  const soft = C < Infinity;
  // a slack so small can be nothing but rounding
  const slack = found.cost <= 1e-9 * primal ? 0 : found.slack;
  const five = { digits: 5 };
  return toldOf(
    `The street is ${show(2 / norm)} wide and rests on ${many(support, "support vector")}.`,
    [
      measuredRow("width", 2 / norm, { the: "width of the street" }),
      countedRow(errors, "error", { better: -1 }),
      countedRow(support, "support vector"),
      ...(soft ? [measuredRow("slack", slack, { the: "slack" })] : []),
      ...(plain ? [] : [measuredRow("½‖w‖²", norm ** 2 / 2, five)]),
      ...(soft
        ? [measuredRow("C · slack", C * slack, five), measuredRow("together", primal, five)]
        : []),
    ],
    { remarks: [caveat(found)], same: [...(w ?? []), b] },
  );
}

/** How far point i is from the line, below 0 on the wrong side. */
export const pointOfStreet = ({ f, y, norm }, i) =>
  `${show((y[i] * f[i]) / norm, 3)} from the line`;
