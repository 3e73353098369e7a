// The dual climbed in steps that can be watched: one multiplier at a time (b regularised) or two (b
// free).
import { generator } from "./descent.js";
import { gram } from "./kernels.js";
import { biasInterval, middleOf } from "./machine.js";
import { pairStep, problem } from "./pairs.js";

const ROUNDING = 4 * Number.EPSILON;

/**
 * What is known after a step; all of it is computed from α anew.
 * @typedef {{ alpha: number[], w: number[], b: number, primal: number, dual: number, gap: number,
 * noise: number, zero: boolean,
 *   touched: number[] }} Climbed
 */

/**
 * Objectives for these α with the line they make. `ridge`: b is a weight like any other and part of
 * ‖w‖². The gap is as it comes out; rounding can make it negative, by `noise` at most.
 */
function climbed(points, alpha, b, C, ridge, touched) {
  let u = 0;
  let v = 0;
  let bias = 0;
  let linear = 0;
  let pull = 0;
  let slack = 0;
  let size = 0;
  let reach = 0;
  points.forEach(([x1, x2, y], i) => {
    const a = alpha[i];
    u += a * y * x1;
    v += a * y * x2;
    bias += a * y;
    linear += a;
    pull += a * (Math.abs(x1) + Math.abs(x2) + 1);
  });
  const offset = ridge ? bias : b;
  const square = u * u + v * v + (ridge ? bias * bias : 0);
  for (const [x1, x2, y] of points) {
    slack += Math.max(0, 1 - y * (u * x1 + v * x2 + offset));
    size += 1 + Math.abs(u * x1) + Math.abs(v * x2) + Math.abs(offset);
    reach += Math.abs(x1) + Math.abs(x2) + 1;
  }
  const primal = square / 2 + C * slack;
  const dual = linear - square / 2;
  const length = Math.hypot(u, v);
  const noise =
    ROUNDING * (linear + C * (size + reach * pull) + length * pull) +
    (ridge ? 0 : Math.abs(b * bias));
  return {
    alpha: [...alpha],
    w: [u, v],
    b: offset,
    primal,
    dual,
    gap: primal - dual,
    noise,
    zero: length <= ROUNDING * pull,
    touched,
  };
}

/** The indices 0 … n - 1 in a random order. */
function permutation(n, random) {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * One multiplier at a time, the points in order or each round in a new random one. The best α_i
 * given the others is where y_i f(x_i) = 1, clipped to [0, C].
 * @returns {Generator<Climbed, void>}
 */
function* singleSteps(points, C, order) {
  const n = points.length;
  const alpha = new Array(n).fill(0);
  const random = generator(1);
  let now = climbed(points, alpha, 0, C, true, []);
  let round = [];
  for (let t = 0; ; t++) {
    yield now;
    if (t % n === 0) round = order === "shuffled" ? permutation(n, random) : [...points.keys()];
    const i = round[t % n];
    const { w, b } = now;
    const [x1, x2, y] = points[i];
    const q = x1 * x1 + x2 * x2 + 1;
    const margin = y * (w[0] * x1 + w[1] * x2 + b);
    alpha[i] = Math.min(C, Math.max(0, alpha[i] + (1 - margin) / q));
    now = climbed(points, alpha, 0, C, true, [i]);
  }
}

/**
 * Two at a time (SMO, second order); ends when no pair violates the conditions.
 * @returns {Generator<Climbed, void>}
 */
function* pairSteps(points, C) {
  const X = Float64Array.from(points.flatMap(([a, b]) => [a, b]));
  const y = Float64Array.from(points, (p) => p[2]);
  const [A, B] = [
    y.map((label) => Math.min(0, C * label)),
    y.map((label) => Math.max(0, C * label)),
  ];
  const state = problem(gram({ name: "linear" }, X), y, A, B, new Float64Array(y.length));
  for (let touched = []; ; touched = [...state.pair]) {
    // from its definition each time: a gradient that is only ever updated drifts away from it
    const { beta } = state;
    const [u, v] = [0, 1].map((k) => beta.reduce((sum, value, i) => sum + value * X[2 * i + k], 0));
    const scores = y.map((_, i) => u * X[2 * i] + v * X[2 * i + 1]);
    state.g = y.map((label, i) => label - scores[i]);
    const b = middleOf(biasInterval({ y, A, B }, beta, scores));
    const before = String(beta);
    yield climbed(points, Array.from(beta, Math.abs), b, C, false, touched);
    if (!pairStep(state, 1e-9) || String(beta) === before) return;
  }
}

/** The states after 0, 1, 2, … steps, made as they are asked for. */
export class Climb {
  constructor(points, C, method, order) {
    /** @type {Climbed[]} */
    this.states = [];
    this.over = false; // no step is left
    this.steps = method === "pairs" ? pairSteps(points, C) : singleSteps(points, C, order);
  }

  /** Make the steps that are missing up to this one, as far as there are any. */
  to(count) {
    while (this.states.length <= count && !this.over) {
      const { value, done } = this.steps.next();
      if (done) this.over = true;
      else this.states.push(value);
    }
    return this;
  }
}
