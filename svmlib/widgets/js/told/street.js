// What the figure of the street says: its width, its errors, the two terms of the objective.
import { caveat } from "../ui/certified.js";
import { many, show } from "../ui/dom.js";

export const NO_SLACK = 1e-6; // ξ below this is no bar and no word

/** The facts about a certified street. @param {import("../core/machine.js").Answer} found */
export function sentenceOfStreet(found, C) {
  const { norm, primal, support, errors } = found;
  const soft = C < Infinity;
  // a slack so small can be nothing but rounding
  const slack = found.cost <= 1e-9 * primal ? 0 : found.slack;
  const five = (v) => show(v, 5);
  const product = `C\u00a0·\u00a0slack = ${show(C)}\u00a0·\u00a0${show(slack)} = ${five(C * slack)}`;
  const counts = `${many(support, "support vector")}, ${many(errors, "error")}`;
  return (
    `Street ${show(2 / norm)} wide, ${counts}. ` +
    `½‖w‖² = ${five(norm ** 2 / 2)}${soft ? `, ${product}, together ${five(primal)}` : ""}.${caveat(found)}`
  );
}

/** What is known of point i. */
export function pointOfStreet({ f, y, alpha, carries, xi, norm, C }, i) {
  const soft = C[i] < Infinity;
  const a = alpha[i] >= C[i] ? "α = C" : `α = ${show(carries[i] ? alpha[i] : 0, 3)}`;
  const slack = soft ? `ξ = ${show(xi[i] > NO_SLACK ? xi[i] : 0, 3)}, ` : "";
  return `f = ${show(f[i], 3)}, geometric margin ${show((y[i] * f[i]) / norm, 3)}, ${slack}${a}`;
}
