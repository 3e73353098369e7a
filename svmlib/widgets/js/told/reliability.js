// What the figure of reliability says of a map from scores to probabilities.
import { show } from "../ui/dom.js";
import { measuredRow, toldOf } from "./moved.js";

/**
 * @param {ReturnType<typeof import("../core/reliability.js").worthOf>} worth
 * @param {number} rate
 */
export function toldOfReliability({ logLoss, brier, error, mean }, rate) {
  const three = { digits: 3 };
  return toldOf(
    `The mean forecast is ${show(mean, 3)}, the share of +1 ${show(rate, 3)}; the log-loss ${show(logLoss, 3)}.`,
    [
      measuredRow("log-loss", logLoss, { ...three, better: -1 }),
      measuredRow("calibration error", error, { ...three, better: -1 }),
      measuredRow("Brier score", brier, { ...three, better: -1 }),
      measuredRow("mean forecast", mean, { ...three, quiet: true }),
      measuredRow("share of +1", rate, { ...three, aside: true }),
    ],
  );
}
