// What the figure of novelties says: ν between the share outside and that of support vectors.
import { caveat, showGap } from "../core/certified.js";
import { many, show } from "../core/words.js";
import { countedRow, gapRow, measuredRow, toldOf } from "./moved.js";

const SIDES = { "-1": "outside", 0: "on the border", 1: "inside" };

/** The facts about a certified region. @param {import("../core/general.js").Region} answer */
export function toldOfRegion(answer) {
  const { carries, sides, outside, mass, support, rho, dual } = answer;
  const border = sides.filter((side, i) => side === 0 && carries[i]).length;
  return toldOf(
    `${outside} of ${many(sides.length, "point")} ${outside === 1 ? "is" : "are"} outside, ` +
      `and ${support} ${support === 1 ? "is a support vector" : "are support vectors"}. The product νn is ${show(mass)}.`,
    [
      countedRow(outside, "point outside", {
        more: "points outside",
        name: "outside",
        of: sides.length,
      }),
      measuredRow("νn", mass, { quiet: true }),
      countedRow(support, "support vector"),
      countedRow(border, "support vector on the border", { name: "on the border", quiet: true }),
      measuredRow("ρ", rho),
      measuredRow("½‖w‖²", -dual, { digits: 6 }),
      gapRow(showGap(answer)),
    ],
    { remarks: [caveat(answer)] },
  );
}

/** What is known of point i. */
export const pointOfRegion = ({ f, sides, alpha }, i) =>
  `${SIDES[sides[i]]}: f = ${show(sides[i] ? f[i] : 0, 3)}, α = ${show(alpha[i], 3)}`;
