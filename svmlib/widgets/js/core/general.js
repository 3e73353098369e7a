// Two machines beside the soft margin: a curve with a tube around numbers (regression), a region
// around points (novelty).
//
// Both are the general dual   maximise D = p·β - ½ βᵀKβ   subject to  Σ β = s,  A ≤ β ≤ B,
// and with r = p - Kβ - b
//
//   P = ½ βᵀKβ + Σ max(A_i r_i, B_i r_i) + s b,   P - D = Σ (max(A_i r_i, B_i r_i) - β_i r_i):
//
// as Σ β = s, the gap is a sum without negative terms, in which no digits cancel.
import { kernelFunction } from "./kernels.js";
import {
  Slices,
  biasInterval,
  carrying,
  gramOf,
  middleOf,
  roundingOf,
  standardised,
  sumOf,
} from "./machine.js";
import { featureSpace, gramSpace } from "./solver.js";

const EDGE = 1e-6; // of the size of the numbers: nearer to the border than this is on it

/**
 * Everything that a feasible β proves, in the units of the task: w, b, all biases that fit, both
 * objectives, what rounding may hide.
 */
function proved(posed, beta) {
  const { task } = posed;
  const { space, y: p, A, B, sum } = task;
  const z = space.pull(beta);
  const scores = space.scores(z);
  const square = Math.max(0, space.dot(z, z, scores));
  const interval = biasInterval(task, beta, scores);
  const b = middleOf(interval);
  const rounding = roundingOf({ ...posed, y: p }, beta, z);
  const r = p.map((v, i) => v - scores[i] - b);
  const loss = sumOf(r.map((v, i) => Math.max(A[i] * v, B[i] * v)));
  const offset = Math.abs(b * sumOf([...beta, -sum]));
  const gap = sumOf(r.map((v, i) => (v > 0 ? B[i] - beta[i] : A[i] - beta[i]) * v)) + offset;
  let noise = Number.EPSILON * gap;
  for (let i = 0; i < p.length; i++) {
    const error =
      rounding.score[i] + Number.EPSILON * (Math.abs(p[i]) + Math.abs(b) + Math.abs(scores[i]));
    noise +=
      error * Math.max(r[i] > -error ? B[i] - beta[i] : 0, r[i] < error ? beta[i] - A[i] : 0);
  }
  const primal = square / 2 + loss + sum * b;
  const dual = sumOf(beta.map((v, i) => v * p[i])) - square / 2;
  return { z, scores, b, interval, primal, dual, gap, noise: 4 * noise };
}

/** Objectives and gap in the units of the points; what `solving` needs of any answer. */
function inPointUnits({ unit, least }, { primal, dual, gap, noise }, steps) {
  return {
    done: false,
    certified: false,
    steps,
    primal: primal * unit,
    dual: dual * unit,
    gap: gap * unit,
    noise: noise * unit,
    relative: gap / Math.max(Math.abs(primal), least),
  };
}

/** The places of the points, x1, x2 of one after the other. */
const placesOf = (points) => Float64Array.from(points.flatMap((p) => [p[0], p[1]]));

// ---- Regression: P = ½ ‖w‖² + C Σ max(0, |y_i - f(x_i)| - ε),
// β = α - α*,  p = y - ε for α and y + ε for -α*

/** @typedef {Solved & Carried & TubeFacts} Tube */
/**
 * @typedef {object} TubeFacts
 * @property {Kernel} kernel
 * @property {Float64Array} x
 * @property {Float64Array} y
 * @property {number} C
 * @property {number} epsilon
 * @property {Float64Array} beta
 * @property {number} b
 * @property {number[]} interval  all optimal biases
 * @property {number} w  slope of a linear machine
 * @property {number} middle  with a linear machine f = level + w (x - middle)
 * @property {number} level
 * @property {Float64Array} f
 * @property {Float64Array} xi  slack of the points, max(0, |y - f| - ε), 0 on the border
 * @property {number} outside  how many have slack
 * @property {number} error  mean of |y - f|
 */

/**
 * The problem as it is solved: numbers and features divided by their size, each point twice, for α
 * and for -α*; with ε = 0 once.
 */
function tubePosed(kernel, points, C, epsilon, before, moved) {
  const n = points.length;
  const x = Float64Array.from(points, (p) => p[0]);
  const y = Float64Array.from(points, (p) => p[1]);
  const X = Float64Array.from(points.flatMap((p) => [p[0], 0]));
  const [low, high] = [Math.min(...y), Math.max(...y)];
  const centre = low + (high - low) / 2;
  const stretch = (high - low) / 2 || 1;
  const m = epsilon > 0 ? 2 * n : n;
  const linear = kernel.name === "linear";
  const own = linear ? standardised(x, 1) : null;
  const size = own?.size ?? 1;
  const bound = (C * size * size) / stretch;
  const tube = epsilon / stretch;
  const p = Float64Array.from(
    { length: m },
    (_, i) => (y[i % n] - centre) / stretch + (i < n ? -tube : tube),
  );
  const A = p.map((_, i) => (i < n && m > n ? 0 : -bound));
  const B = p.map((_, i) => (i < n ? bound : 0));
  const box = { y: p, A, B, groups: [Array.from(p.keys())], sum: 0 };
  const base = {
    kernel,
    x,
    y,
    C,
    epsilon,
    n,
    centre,
    stretch,
    size,
    unit: (stretch / size) ** 2,
    least: 1e-6 * n * bound,
    bound,
  };
  if (own) {
    const phi = Float64Array.from(p, (_, i) => own.phi[i % n]);
    return {
      ...base,
      middle: own.middle[0],
      phi,
      r: 1,
      K: null,
      single: null,
      task: { space: featureSpace(phi, 1), ...box },
    };
  }
  const single = gramOf(kernel, X, before && { K: before.single, kernel: before.kernel }, moved);
  const K = m > n ? doubled(single, n) : single;
  return {
    ...base,
    middle: 0,
    phi: null,
    r: 0,
    K,
    single,
    task: { space: gramSpace(K, m), ...box },
  };
}

/** The Gram matrix of every point twice. */
function doubled(K, n) {
  const all = new Float64Array(4 * n * n);
  for (let i = 0; i < 2 * n; i++) {
    const row = K.subarray((i % n) * n, ((i % n) + 1) * n);
    all.set(row, 2 * n * i);
    all.set(row, 2 * n * i + n);
  }
  return all;
}

/**
 * What β proves about the tube; α and α* of a point that are both positive cancel, which costs
 * nothing and saves 2 ε of each.
 * @returns {Tube}
 */
function tubeAnswer(posed, both, steps) {
  const { kernel, x, y, C, epsilon, n, centre, stretch, size, middle, bound } = posed;
  const net = both.slice(0, n).map((v, i) => v + (both[n + i] ?? 0));
  const found = proved(
    posed,
    both.map((_, i) =>
      both.length === n ? net[i] : i < n ? Math.max(0, net[i]) : Math.min(0, net[i - n]),
    ),
  );
  const beta = net.map((v) =>
    Math.abs(v) === bound ? Math.sign(v) * C : (v * stretch) / size ** 2,
  );
  const level = found.b * stretch + centre;
  const w = kernel.name === "linear" ? (found.z[0] * stretch) / size : 0;
  const f = found.scores.slice(0, n).map((v) => v * stretch + level);
  const residual = f.map((v, i) => Math.abs(y[i] - v));
  const xi = residual.map((v) => (v - epsilon > EDGE * stretch ? v - epsilon : 0));
  const full = Array.from(beta, (v) => Math.abs(v) === C);
  const carries = carrying(beta, (i) => residual[i] <= epsilon + EDGE * stretch);
  return {
    ...inPointUnits(posed, found, steps),
    kernel,
    x,
    y,
    C,
    epsilon,
    beta,
    f,
    xi,
    w,
    middle,
    level,
    b: level - w * middle,
    interval: found.interval.map((v) => v * stretch + centre - w * middle),
    carries,
    support: carries.filter(Boolean).length,
    full,
    bounded: full.filter(Boolean).length,
    outside: xi.filter((v) => v > 0).length,
    error: sumOf(residual) / n,
  };
}

/**
 * ε-insensitive regression of numbers on one feature, solved in slices.
 * @extends {Slices<Tube>}
 */
export class TubeMachine extends Slices {
  /**
   * What is to be solved, from the last answer as a start. Nothing happens when it is the same
   * problem.
   * @param {Point[]} points [x, y, 1], at least one
   * @param {{ kernel: Kernel, C: number, epsilon: number }} options  kernel linear or rbf
   */
  pose(points, { kernel, C, epsilon }) {
    const { moved, same } = this.compare(points, JSON.stringify([kernel, C, epsilon]));
    if (same) return;
    const before = moved && this.answer;
    const posed = tubePosed(kernel, points, C, epsilon, this.posed, moved);
    const { n, size, stretch, bound, task } = posed;
    const start = new Float64Array(task.y.length);
    before?.beta.forEach((v, i) => {
      const large =
        Math.abs(v) === before.C ? bound : Math.min(bound, (Math.abs(v) * size ** 2) / stretch);
      start[v > 0 || epsilon === 0 ? i : n + i] = v > 0 ? large : -large;
    });
    this.begin(posed, start, Boolean(before), (beta, _, steps) => tubeAnswer(posed, beta, steps));
  }
}

/**
 * f at places on the axis.
 * @param {Tube} tube @param {number[]} places
 */
export function curveOf({ kernel, x, beta, b, w, middle, level }, places) {
  if (kernel.name === "linear") return places.map((u) => level + w * (u - middle));
  const k = kernelFunction(kernel);
  const used = [...beta.keys()].filter((j) => beta[j] !== 0);
  return places.map((u) =>
    used.reduce((sum, j) => sum + beta[j] * k(u * x[j], (u - x[j]) ** 2), b),
  );
}

// ---- Novelty: minimise ½ αᵀKα subject to Σ α = ν n, 0 ≤ α ≤ 1;
// f = Σ α_i k(x_i, x) - ρ,  b = -ρ,  p = 0

/** @typedef {Solved & Carried & RegionFacts} Region */
/**
 * @typedef {object} RegionFacts
 * @property {Kernel} kernel
 * @property {Float64Array} X  x1, x2 of one point after the other
 * @property {Float64Array} y  1 for each point: with it, `alpha` and `b` the answer is one for
 * surface.js
 * @property {Float64Array} alpha
 * @property {number} b  -ρ
 * @property {number} rho
 * @property {Float64Array} f
 * @property {number} nu
 * @property {number} mass  ν n
 * @property {number[]} sides  of each point: -1 outside, f < 0; 0 on the border; 1 inside
 * @property {number} outside  how many are outside
 */

function regionPosed(kernel, points, nu, before, moved) {
  const n = points.length;
  const X = placesOf(points);
  const K = gramOf(kernel, X, before, moved);
  const p = new Float64Array(n);
  const A = new Float64Array(n);
  const B = new Float64Array(n).fill(1);
  const task = { space: gramSpace(K, n), y: p, A, B, groups: [Array.from(p.keys())], sum: nu * n };
  return { kernel, X, nu, n, K, phi: null, r: 0, unit: 1, least: 1e-300, task };
}

/** @returns {Region} */
function regionAnswer(posed, alpha, steps) {
  const { kernel, X, nu, n } = posed;
  const found = proved(posed, alpha);
  const f = found.scores.map((v) => v + found.b);
  const edge = EDGE * found.scores.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const full = Array.from(alpha, (a) => a === 1);
  const sides = Array.from(f, (v) => (v < -edge ? -1 : v > edge ? 1 : 0));
  const carries = carrying(alpha, (i) => sides[i] >= 0);
  return {
    ...inPointUnits(posed, found, steps),
    kernel,
    X,
    y: new Float64Array(n).fill(1),
    alpha,
    b: found.b,
    rho: -found.b,
    f,
    sides,
    nu,
    mass: nu * n,
    carries,
    support: carries.filter(Boolean).length,
    full,
    bounded: full.filter(Boolean).length,
    outside: sides.filter((v) => v < 0).length,
  };
}

/**
 * The one-class machine on points of the plane, solved in slices.
 * @extends {Slices<Region>}
 */
export class RegionMachine extends Slices {
  /**
   * What is to be solved, from the last answer as a start. Nothing happens when it is the same
   * problem.
   * @param {Point[]} points [x1, x2, 1], at least one
   * @param {{ kernel: Kernel, nu: number }} options
   */
  pose(points, { kernel, nu }) {
    const { moved, same } = this.compare(points, JSON.stringify([kernel, nu]));
    if (same) return;
    const start = moved && this.answer ? this.answer.alpha : null;
    const posed = regionPosed(kernel, points, nu, this.posed, moved);
    this.begin(posed, start ?? new Float64Array(posed.n), start !== null, (alpha, _, steps) =>
      regionAnswer(posed, alpha, steps),
    );
  }
}
