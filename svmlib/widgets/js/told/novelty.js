// What the figure of novelties says: ν between the share outside and that of support vectors.
import { caveat, showGap } from "../ui/certified.js";
import { many, show } from "../ui/dom.js";

const SIDES = { "-1": "outside", 0: "on the border", 1: "inside" };

/** The facts about a certified region. @param {import("../core/general.js").Region} answer */
export function sentenceOfRegion(answer) {
  const { carries, sides, outside, mass, support, rho, dual } = answer;
  const border = sides.filter((side, i) => side === 0 && carries[i]).length;
  return (
    `${outside} of ${many(sides.length, "point")} outside ≤ νn = ${show(mass)} ≤ ` +
    `${many(support, "support vector")}, ${border} of them on the border; ρ = ${show(rho)}; ` +
    `½‖w‖² = ${show(-dual, 6)}, relative gap ${showGap(answer)}.${caveat(answer)}`
  );
}

/** What is known of point i. */
export const pointOfRegion = ({ f, sides, alpha }, i) =>
  `${SIDES[sides[i]]}: f = ${show(sides[i] ? f[i] : 0, 3)}, α = ${show(alpha[i], 3)}`;
