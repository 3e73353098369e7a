// What the figure of the map says: the machine of the chosen cell, judged on the validation points.
import { caveat, unfinished } from "../core/certified.js";
import { score } from "../core/machine.js";
import { show } from "../core/words.js";
import { countedRow, measuredRow, toldOf } from "./moved.js";

/** The points with a score of the wrong sign; f > 0 is +1, as in svmlib. */
export const wrongOfMap = (answer, points) =>
  points.filter(([x, y, label]) => score(answer, x, y) > 0 !== label > 0);

/**
 * The accuracy of the answer at C and σ; the map was made by Python (`told` is what it says here):
 * should the two ever differ, both are told. `wrong` of `valid` points and `errors` of `train`
 * training points are wrong; `steps` were walked.
 */
export function toldOfMap(answer, { C, sigma, told, wrong, valid, errors, train, steps }) {
  if (!answer.certified) return toldOf(unfinished(answer), []);
  const accuracy = 1 - wrong / valid;
  const differs = Math.abs(told - accuracy) > 1e-9;
  const points = (which) => ({
    more: `wrong ${which} points`,
    name: `${which} points wrong`,
    better: -1,
  });
  return toldOf(
    `At C = ${show(C)} and σ = ${show(sigma)} the machine is right on ${show(100 * accuracy)} % of the validation points.`,
    [
      measuredRow("accuracy", accuracy, { better: 1 }),
      countedRow(wrong, "wrong validation point", {
        ...points("validation"),
        of: valid,
        quiet: true,
      }),
      countedRow(errors, "wrong training point", { ...points("training"), of: train }),
      countedRow(answer.support, "support vector"),
      measuredRow("C", C, { aside: true }),
      measuredRow("σ", sigma, { aside: true }),
      countedRow(steps, "step", { name: "steps from the first cell", aside: true }),
    ],
    { remarks: [differs ? `The map shows ${show(told)}.` : "", caveat(answer)] },
  );
}
