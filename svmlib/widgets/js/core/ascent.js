// The dual climbed in steps that can be watched: one multiplier at a time (b regularised) or two (b free).
import { gram } from "./kernels.js";
import { certificate, pairStep, problem } from "./solver.js";

const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));

/** Objectives and line of the machine whose bias is a weight like any other: x stands for (x, 1). */
function regularised(points, alpha, C) {
  const w = [0, 0, 0];
  points.forEach(([x1, x2, y], i) => [x1, x2, 1].forEach((x, k) => { w[k] += alpha[i] * y * x; }));
  const square = w[0] ** 2 + w[1] ** 2 + w[2] ** 2;
  const slack = points.reduce((sum, [x1, x2, y]) => sum + Math.max(0, 1 - y * (w[0] * x1 + w[1] * x2 + w[2])), 0);
  return { w: [w[0], w[1]], b: w[2], primal: square / 2 + C * slack, dual: alpha.reduce((sum, a) => sum + a, 0) - square / 2 };
}

/**
 * States after 0, 1, …, steps steps: { alpha, w, b, primal, dual, touched }. Coordinate ascent goes through the
 * points in order; the best α_i given the others is where y_i f(x_i) = 1, clipped to [0, C].
 */
export function coordinateAscent(points, C, steps) {
  const n = points.length, alpha = new Array(n).fill(0), states = [{ alpha: [...alpha], ...regularised(points, alpha, C), touched: [] }];
  for (let t = 0; t < steps; t++) {
    const i = t % n, { w, b } = states[t], [x1, x2, y] = points[i];
    const q = x1 * x1 + x2 * x2 + 1, margin = y * (w[0] * x1 + w[1] * x2 + b);
    alpha[i] = Math.min(C, Math.max(0, alpha[i] + (1 - margin) / q));
    states.push({ alpha: [...alpha], ...regularised(points, alpha, C), touched: [i] });
  }
  return states;
}

/** The same with pairs (SMO, second order); ends early when no pair violates the conditions. */
export function pairAscent(points, C, steps) {
  const X = flat(points), y = Float64Array.from(points, (p) => p[2]);
  const state = problem(gram({ name: "linear" }, X), y, C), states = [];
  const keep = (touched) => {
    const { alpha, b, primal, dual } = certificate(state);
    const w = [0, 1].map((k) => alpha.reduce((sum, a, i) => sum + a * y[i] * X[2 * i + k], 0));
    states.push({ alpha: [...alpha], w, b, primal, dual, touched });
  };
  keep([]);
  for (let t = 0; t < steps && pairStep(state, 1e-9); t++) keep(state.pair);
  return states;
}
