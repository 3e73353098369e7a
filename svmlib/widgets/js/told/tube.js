// What the figure of the tube says: support vectors, who is outside, and the certificate.
import { caveat, cleared, showGap } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { countedRow, gapRow, measuredRow, toldOf } from "./moved.js";

const SAME_BIAS = 1e-6; // of the size of the numbers: an interval so short is one value

/** The facts about a certified tube. @param {import("../core/general.js").Tube} answer */
export function toldOfTube(answer) {
  const { y, b, support, outside, error, primal, interval } = answer;
  const size = y.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const [bias, low, high, mean] = [b, ...interval, error].map((v) => show(cleared(v, size)));
  const rows = [
    countedRow(outside, "point outside the tube", {
      more: "points outside the tube",
      name: "outside the tube",
    }),
    countedRow(support, "support vector", { of: y.length }),
    measuredRow("mean absolute error", cleared(error, size), { text: mean, better: -1 }),
    measuredRow("objective", primal, { digits: 6 }),
    gapRow(showGap(answer)),
  ];
  const more = { remarks: [caveat(answer)], same: [b] };
  if (support === 0) {
    const open = interval[1] - interval[0] > SAME_BIAS * size;
    const others = open ? ` (any constant from ${low} to ${high} does as well)` : "";
    const whom = y.length > 1 ? `all ${y.length} points` : "the point";
    const lead = `There is no support vector: the tube around f = ${bias} holds ${whom}${others}.`;
    return toldOf(lead, rows, { ...more, special: true });
  }
  return toldOf(
    `${many(outside, "point is", "points are")} outside the tube, and ${support} of ${y.length} are support vectors.`,
    rows,
    more,
  );
}

/** What is known of point i. */
export function pointOfTube({ f, y, xi, beta, C }, i) {
  const size = Math.abs(y[i]) + Math.abs(f[i]);
  const [value, miss] = [f[i], y[i] - f[i]].map((v) => show(cleared(v, size), 3));
  const sign = beta[i] < 0 ? "−" : "";
  const multiplier = Math.abs(beta[i]) === C ? `${sign}C` : show(beta[i], 3);
  return `f = ${value}, y − f = ${miss}, ξ = ${show(xi[i], 3)}, β = ${multiplier}`;
}
