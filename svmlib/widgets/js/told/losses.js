// What the figure of the losses says: the functional margin of the example, and what it costs.
import { show } from "../core/words.js";
import { measuredRow, toldOf } from "./moved.js";

/** The margin that a score has for the label y; the losses on show have their own table. */
export function toldOfLosses(score, y, losses = {}) {
  const m = y * score + 0;
  const side =
    m > 0
      ? "on the right side"
      : m < 0
        ? "on the wrong side"
        : "on the line, which counts as wrong";
  const sign = y > 0 ? "+1" : "−1";
  return toldOf(
    `The score ${show(score)} and the label ${sign} give the functional margin y f(x) = ${show(m)}, ${side}.`,
    [
      measuredRow("margin y f(x)", m, { the: "functional margin" }),
      measuredRow("score", score, { aside: true }),
      measuredRow("label", y, { text: sign, aside: true, shown: false }),
      ...Object.entries(losses).map(([name, value]) =>
        measuredRow(name, value, { the: `${name} loss`, better: -1, shown: false }),
      ),
    ],
    { remarks: [`The example is ${side}.`] },
  );
}
