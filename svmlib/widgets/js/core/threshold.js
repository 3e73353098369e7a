// All thresholds for points with a score and a label: whom each calls +1, and what that costs. A
// score has to be above the threshold.

/**
 * What a threshold can do, cut by cut. `values` are the different scores in rising order; cut k
 * lies from value k - 1 on and below value k, so that it calls value k and all above it: the first
 * cut calls every point, the last none. Points with the same score go together.
 * @typedef {{ values: number[], hits: number[], falseAlarms: number[], positives: number,
 * negatives: number, n: number }} Cuts
 */

/** @param {number[][]} points rows [score, label] @returns {Cuts} */
export function cutsOf(points) {
  const rising = [...points].sort((a, b) => a[0] - b[0]);
  const n = rising.length;
  const positives = rising.filter((p) => p[1] > 0).length;
  const values = [];
  const hits = [positives];
  const falseAlarms = [n - positives];
  for (const [score, label] of rising) {
    if (values.at(-1) !== score) {
      values.push(score);
      hits.push(hits[hits.length - 1]);
      falseAlarms.push(falseAlarms[falseAlarms.length - 1]);
    }
    (label > 0 ? hits : falseAlarms)[values.length]--;
  }
  return { values, hits, falseAlarms, positives, negatives: n - positives, n };
}

/**
 * The cut that a threshold makes: how many values are not above it.
 * @param {Cuts} cuts
 * @param {number} threshold
 */
export function cutAt({ values }, threshold) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= threshold) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The four counts of a cut with precision, null where nothing is called +1, and recall.
 * @param {Cuts} cuts
 * @param {number} k
 */
export function countsAt({ hits, falseAlarms, positives, negatives }, k) {
  const alarms = hits[k] + falseAlarms[k];
  return {
    alarms,
    hits: hits[k],
    falseAlarms: falseAlarms[k],
    misses: positives - hits[k],
    rejections: negatives - falseAlarms[k],
    precision: alarms ? hits[k] / alarms : null,
    recall: hits[k] / positives,
  };
}

/**
 * Mean cost of a point at each cut.
 * @param {Cuts} cuts
 * @param {number} alarm of a false one
 * @param {number} miss
 */
export const costsOf = ({ hits, falseAlarms, positives, n }, alarm, miss) =>
  hits.map((found, k) => (alarm * falseAlarms[k] + miss * (positives - found)) / n);

/**
 * From where to where a cut reaches in the window [low, high].
 * @param {Cuts} cuts @param {number} k @param {number[]} window
 * @returns {[number, number]}
 */
export const reachOf = ({ values }, k, [low, high]) => [
  k ? values[k - 1] : low,
  k < values.length ? values[k] : high,
];

/**
 * The cuts that cost least, and of these the one that reaches farthest.
 * @param {Cuts} cuts @param {number[]} costs @param {number[]} window
 */
export function cheapestOf(cuts, costs, window) {
  const cost = Math.min(...costs);
  const all = [...costs.keys()].filter((k) => costs[k] <= cost * (1 + 1e-9));
  const width = (k) => {
    const [a, b] = reachOf(cuts, k, window);
    return b - a;
  };
  return { cost, all, k: all.reduce((best, k) => (width(k) > width(best) ? k : best)) };
}

/**
 * The largest precision among the cuts with at least this recall.
 * @param {Cuts} cuts
 * @param {number} recall
 */
export function bestPrecision(cuts, recall) {
  const all = cuts.hits
    .map((_, k) => countsAt(cuts, k))
    .filter((at) => at.precision !== null && at.recall >= recall);
  return Math.max(...all.map((at) => at.precision ?? 0));
}

/**
 * Of the numbers from a on and below b one with few digits, near the middle.
 * @param {number} a
 * @param {number} b
 */
export function roundest(a, b) {
  const first = Math.ceil(Math.log10(b - a));
  const middle = (a + b) / 2;
  for (let power = first; power > first - 4; power--) {
    const step = 10 ** power;
    const found = Number((Math.round(middle / step) * step).toPrecision(12));
    if (found >= a && found < b) return found;
  }
  return a;
}
