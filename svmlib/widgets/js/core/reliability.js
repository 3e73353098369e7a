// What a sigmoid p(f) = 1 / (1 + exp(A f + B)) of scores is worth on points [f, ±1], as often +1 as
// a base rate says (lecture 11).

const BINS = 10;
const GROUPS = 12; // of points by their scores
const MOST_STEPS_OF_PLATT = 100;

/** @typedef {{ A: number, B: number, rate: number }} Sigmoid of scores, and the base rate */

/** log(1 + exp(z)), without overflow. */
const softplus = (z) => Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z)));

/** @param {number} f @param {{ A: number, B: number }} map */
export const forecastOf = (f, { A, B }) => 1 / (1 + Math.exp(A * f + B));

const shareOf = (points) => points.filter(([, label]) => label > 0).length / points.length;

/** How often each point counts, so that the share of +1 is the base rate; 1 on average. */
function countsOf(points, rate) {
  const share = shareOf(points);
  const [up, down] = [rate / share, (1 - rate) / (1 - share)];
  return points.map(([, label]) => (label > 0 ? up : down));
}

/** The mean of values, each counted as often as its point. */
const meanOf = (values, counts) =>
  values.reduce((sum, v, i) => sum + counts[i] * v, 0) / values.length;

/** Log-loss, Brier score, mean forecast, bins of equal width, and the calibration error. */
export function worthOf(points, { A, B, rate }) {
  const counts = countsOf(points, rate);
  const p = points.map(([f]) => forecastOf(f, { A, B }));
  const logs = points.map(([f, label]) => softplus(label * (A * f + B)));
  const squares = points.map(([, label], i) => ((label > 0 ? 1 : 0) - p[i]) ** 2);
  const bins = Array.from({ length: BINS }, () => ({ count: 0, said: 0, came: 0 }));
  points.forEach(([, label], i) => {
    const bin = bins[Math.min(BINS - 1, Math.floor(BINS * p[i]))];
    bin.count += counts[i];
    bin.said += counts[i] * p[i];
    bin.came += label > 0 ? counts[i] : 0;
  });
  return {
    logLoss: meanOf(logs, counts),
    brier: meanOf(squares, counts),
    mean: meanOf(p, counts),
    error: bins.reduce((sum, { said, came }) => sum + Math.abs(said - came), 0) / points.length,
    bins: bins
      .filter(({ count }) => count > 0)
      .map(({ count, said, came }) => ({ count, said: said / count, came: came / count })),
  };
}

/**
 * The mean cost of calling +1 all that have a forecast above a threshold, where a false alarm costs
 * 1 and a miss `miss`: steps [threshold from which on, cost], and the cheapest [from, to, cost].
 * @param {number[][]} points @param {Sigmoid} map @param {number} miss
 * @returns {{ steps: number[][], cheapest: [number, number, number] }}
 */
export function costsOfMap(points, { A, B, rate }, miss) {
  const counts = countsOf(points, rate);
  const rows = points.map(([f, label], i) => [forecastOf(f, { A, B }), label, counts[i]]);
  rows.sort((a, b) => a[0] - b[0]);
  const n = points.length;
  let cost = rows.reduce((sum, [, label, count]) => sum + (label > 0 ? 0 : count / n), 0);
  const steps = [[0, cost]];
  for (const [p, label, count] of rows) {
    cost += label > 0 ? (miss * count) / n : -count / n;
    if (steps.at(-1)?.[0] === p) steps[steps.length - 1][1] = cost;
    else steps.push([p, cost]);
  }
  const k = steps.reduce((best, [, own], i) => (own < steps[best][1] - 1e-12 ? i : best), 0);
  return { steps, cheapest: [steps[k][0], steps[k + 1]?.[0] ?? 1, steps[k][1]] };
}

/** What the calls at a threshold cost. @param {{ steps: number[][] }} costs */
export const costAt = ({ steps }, threshold) =>
  steps.findLast(([from]) => from <= threshold)?.[1] ?? 0;

/** [mean score, share of +1] of points in groups of neighbouring scores. */
export function groupsOf(points, rate) {
  const counts = countsOf(points, rate);
  const order = [...points.keys()].sort((i, j) => points[i][0] - points[j][0]);
  return Array.from({ length: GROUPS }, (_, k) => {
    const [from, to] = [k, k + 1].map((end) => Math.round((end * order.length) / GROUPS));
    const own = order.slice(from, to);
    const all = own.reduce((sum, i) => sum + counts[i], 0);
    const up = own.reduce((sum, i) => sum + (points[i][1] > 0 ? counts[i] : 0), 0);
    return [own.reduce((sum, i) => sum + points[i][0], 0) / own.length, up / all];
  }).filter(([f]) => Number.isFinite(f));
}

/**
 * Platt's A and B, by Newton's method: the least log-loss with his targets in place of 1 and 0.
 * @returns {{ A: number, B: number }}
 */
function plattOf(points, rate) {
  const counts = countsOf(points, rate);
  const n = points.length;
  const [up, down] = [n * rate, n * (1 - rate)];
  const targets = points.map(([, label]) => (label > 0 ? (up + 1) / (up + 2) : 1 / (down + 2)));
  // the loss of log-odds z at the target t is log(1 + e^z) - t z
  const loss = (A, B) =>
    points.reduce((sum, [f], i) => {
      const z = -(A * f + B);
      return sum + counts[i] * (softplus(z) - targets[i] * z);
    }, 0);
  let [A, B] = [0, Math.log((down + 1) / (up + 1))];
  for (let step = 0; step < MOST_STEPS_OF_PLATT; step++) {
    let [a, b, aa, ab, bb] = [0, 0, 1e-12, 0, 1e-12];
    points.forEach(([f], i) => {
      const p = forecastOf(f, { A, B });
      const off = counts[i] * (targets[i] - p);
      const bend = counts[i] * p * (1 - p);
      a += off * f;
      b += off;
      aa += bend * f * f;
      ab += bend * f;
      bb += bend;
    });
    const size = aa * bb - ab * ab;
    const [dA, dB] = [-(bb * a - ab * b) / size, -(aa * b - ab * a) / size];
    const before = loss(A, B);
    let length = 1;
    while (length > 1e-9 && loss(A + length * dA, B + length * dB) > before) length /= 2;
    [A, B] = [A + length * dA, B + length * dB];
    if (Math.hypot(dA, dB) < 1e-12 * (1 + Math.hypot(A, B))) break;
  }
  return { A, B };
}

/**
 * Platt's map and its log-loss.
 * @returns {{ A: number, B: number, logLoss: number }}
 */
export function bestOf(points, rate) {
  const map = plattOf(points, rate);
  return { ...map, logLoss: worthOf(points, { ...map, rate }).logLoss };
}
