// What the figure of the map says: the machine of the chosen cell, judged on the validation points.
import { score } from "../core/machine.js";
import { caveat, unfinished } from "../ui/certified.js";
import { many, show } from "../ui/dom.js";

/** The points with a score of the wrong sign; f > 0 is +1, as in svmlib. */
export const wrongOfMap = (answer, points) =>
  points.filter(([x, y, label]) => score(answer, x, y) > 0 !== label > 0);

/**
 * The accuracy of the answer at C and σ; the map was made by Python (`told` is what it says here):
 * should the two ever differ, both are told. `wrong` of `valid` points and `errors` of `train`
 * training points are wrong; `steps` were walked.
 */
export function sentenceOfMap(answer, { C, sigma, told, wrong, valid, errors, train, steps }) {
  const where = `C = ${show(C)}, σ = ${show(sigma)}: `;
  if (!answer.certified) return where + unfinished(answer);
  const accuracy = 1 - wrong / valid;
  const other = Math.abs(told - accuracy) > 1e-9 ? ` (the map says ${show(told)})` : "";
  return (
    `${where}accuracy ${show(accuracy)} on the validation points${other}, ` +
    `${wrong} of ${valid} wrong; ${errors} of ${train} training points wrong; ` +
    `${many(answer.support, "support vector")}. ${many(steps, "step")} from the first cell.${caveat(answer)}`
  );
}
