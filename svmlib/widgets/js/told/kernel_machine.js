// What the figure of a kernel machine says: support vectors, errors, margin, and the certificate.
import { caveat, showGap } from "../ui/certified.js";
import { many, show } from "../ui/dom.js";
import { cleared } from "../ui/landscape.js";

/** The facts about a certified machine. @param {import("../core/machine.js").Answer} answer */
export function sentenceOfMachine(answer) {
  const { b, y, zero, support, bounded, errors, norm, primal } = answer;
  const [low, high] = answer.interval;
  const certificate = `objective ${show(primal, 6)}, relative gap ${showGap(answer)}.${caveat(answer)}`;
  if (zero) {
    const bias =
      high - low > 1e-6
        ? `any b from ${show(cleared(low))} to ${show(cleared(high))} is as good`
        : `b = ${show(cleared(b))}`;
    return `The best w is 0: no street, f = b everywhere, and ${bias}; ${certificate}`;
  }
  return (
    `${many(support, "support vector")} of ${y.length}, ${bounded} of them at C; ` +
    `${many(errors, "training error")}; margin 1/‖w‖ = ${show(1 / norm)}; ${certificate}`
  );
}

/** What is known of point i. */
export function pointOfMachine({ f, y, alpha, carries, xi, C, norm, zero }, i) {
  const size = Math.abs(f[i]);
  const own = cleared(f[i]);
  const a = alpha[i] >= C[i] ? "α = C" : `α = ${show(carries[i] ? alpha[i] : 0, 3)}`;
  const margin = zero ? "" : `geometric margin ${show((y[i] * own) / norm, 3)}, `;
  return `f = ${show(own, 3)}, ${margin}ξ = ${show(cleared(xi[i], size), 3)}, ${a}`;
}
