// What the figure of reliability says of a map from scores to probabilities.
import { show } from "../core/words.js";
import { measuredRow, toldOf } from "./moved.js";

/**
 * @param {ReturnType<typeof import("../core/reliability.js").worthOf>} worth
 * @param {number} rate
 * @param {{ miss: number, threshold: number, cost: number, least: number } | null} [bill] where
 * there are costs
 */
export function toldOfReliability({ logLoss, brier, error, mean }, rate, bill = null) {
  const three = { digits: 3 };
  const costs = bill
    ? [
        measuredRow("mean cost", bill.cost, { ...three, better: -1 }),
        measuredRow("least cost", bill.least, { ...three, quiet: true, better: -1 }),
        measuredRow("threshold", bill.threshold, { ...three, aside: true }),
      ]
    : [];
  return toldOf(
    `The mean forecast is ${show(mean, 3)}, the share of +1 is ${show(rate, 3)}, and the log-loss is ${show(logLoss, 3)}.`,
    [
      ...costs,
      measuredRow("log-loss", logLoss, { ...three, better: -1 }),
      measuredRow("calibration error", error, { ...three, better: -1 }),
      measuredRow("Brier score", brier, { ...three, better: -1 }),
      measuredRow("mean forecast", mean, { ...three, quiet: true }),
      measuredRow("share of +1", rate, { ...three, aside: true }),
    ],
  );
}
