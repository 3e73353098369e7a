// What the figure of a kernel machine says: support vectors, errors, margin, and the certificate.
import { caveat, cleared, showGap } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { countedRow, gapRow, measuredRow, toldOf } from "./moved.js";

/** The facts about a certified machine. @param {import("../core/machine.js").Answer} answer */
export function toldOfMachine(answer) {
  const { b, y, zero, support, bounded, errors, norm, primal } = answer;
  const [low, high] = answer.interval;
  const wrong = countedRow(errors, "training error", { of: y.length, better: -1 });
  const certificate = [measuredRow("objective", primal, { digits: 6 }), gapRow(showGap(answer))];
  const more = { remarks: [caveat(answer)], same: [b] };
  if (zero) {
    const bias =
      high - low > 1e-6
        ? `any b from ${show(cleared(low))} to ${show(cleared(high))} is as good`
        : `b = ${show(cleared(b))}`;
    const lead = `The best w is 0, so there is no street: f = b everywhere, and ${bias}.`;
    return toldOf(lead, [wrong, ...certificate], { ...more, special: true });
  }
  return toldOf(
    `${many(errors, "training error")} among ${many(y.length, "point")}, and the boundary rests on ${many(support, "support vector")}.`,
    [
      wrong,
      measuredRow("margin 1/‖w‖", 1 / norm, { the: "margin" }),
      countedRow(support, "support vector", { of: y.length }),
      countedRow(bounded, "support vector at C", {
        more: "support vectors at C",
        name: "of them at C",
      }),
      ...certificate,
    ],
    more,
  );
}

/** What is known of point i; with a hard margin there is no slack. */
export function pointOfMachine({ f, y, alpha, carries, xi, C, norm, zero }, i) {
  const size = Math.abs(f[i]);
  const own = cleared(f[i]);
  const a = alpha[i] >= C[i] ? "α = C" : `α = ${show(carries[i] ? alpha[i] : 0, 3)}`;
  const margin = zero ? "" : `geometric margin ${show((y[i] * own) / norm, 3)}, `;
  const slack = C[i] < Infinity ? `ξ = ${show(cleared(xi[i], size), 3)}, ` : "";
  return `f = ${show(own, 3)}, ${margin}${slack}${a}`;
}
