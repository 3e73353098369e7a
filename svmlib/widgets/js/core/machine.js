// The machine behind every figure that solves: one problem, solved in slices, with a certificate
// that is always true.
//
//   P = ½ ‖w‖² + Σ C_i ξ_i,   ξ_i = max(0, 1 - y_i f(x_i)),   f = w·φ(x) + b
//   (hard margin: C = ∞, no ξ)
//
// Kernels with few features (linear, polynomial) are solved in them, centred and divided by their
// size, so that the unit of the points does not matter; the others by their Gram matrix.
import { gram, kernelBetween, updateGram } from "./kernels.js";
import { pairStep, problem } from "./pairs.js";
import { feasible, featureSpace, gramSpace, proximalRounds } from "./solver.js";

const EPS = Number.EPSILON;
const MOST_ROUNDS = 45; // of the proximal method
const MOST_NEWTON = 500;
const NARROWEST = 1e-6; // of the size of the classes: no street as wide as this means not separable
const KNOWN = 1e-6; // a relative gap at which all that a picture shows is certain
const DUST = 1e-8; // of the largest multiplier: less is what a solver leaves of a 0

/** @typedef {Solved & Carried & AnswerFacts} Answer */
/**
 * @typedef {object} AnswerFacts
 * @property {Float64Array} X  x1, x2 of one point after the other
 * @property {Float64Array} y
 * @property {Float64Array} C  bound of each multiplier; Infinity with a hard margin
 * @property {Kernel} kernel
 * @property {Float64Array} alpha
 * @property {number} b
 * @property {Float64Array} f  scores of the points
 * @property {Float64Array} xi  slack of the points, max(0, 1 - y f)
 * @property {number[] | null} w  of a linear machine
 * @property {number} norm  ‖w‖
 * @property {boolean} zero  w is 0: what is left of it can be nothing but rounding, and f = b
 * everywhere
 * @property {number} errors  how many y f ≤ 0
 * @property {number} slack  Σ ξ
 * @property {number} cost  Σ C ξ
 * @property {number[]} interval  all optimal biases (as far as rounding tells)
 * @property {boolean | null} separable  hard margin: whether there is a street at all; null while
 * that is open; true with slack
 * @property {number[] | null} common  where no street separates: a point of both convex hulls
 * @property {number[] | null} about  a place among the points and the score there: with w it tells
 * f without cancellation
 * @property {number} level
 * @property {number[][] | null} terms  of a polynomial machine: f = Σ c x1^p x2^q over [p, q, c];
 * it has more digits than sums over large α
 */

/**
 * What works in slices: a generator of answers behind it, the last of them `done`.
 * @template T
 */
export class Slices {
  /** @type {any} */ posed = null;
  /** @type {T | any} */ answer = null;
  /** @type {any} */ work = null;

  /** @param {{ gap?: number }} [options] the relative gap that is wanted */
  constructor({ gap = 1e-8 } = {}) {
    this.wanted = gap;
    /** @type {Point[]} */
    this.points = [];
    this.setting = "";
  }

  /**
   * Which points differ from those of before: a list, or null where they do not correspond; takes
   * the new ones over.
   * @param {Point[]} points
   * @param {string} setting all else that the answer depends on
   * @returns {{ moved: number[] | null, same: boolean }}
   */
  compare(points, setting) {
    const { points: old } = this;
    const matching = points.length === old.length && points.every((p, i) => p[2] === old[i][2]);
    const moved = matching
      ? [...points.keys()].filter((i) => points[i][0] !== old[i][0] || points[i][1] !== old[i][1])
      : null;
    const same = setting === this.setting && moved?.length === 0;
    this.points = points.map(([a, b, label]) => [a, b, label]);
    this.setting = setting;
    return { moved, same };
  }

  /** To be solved from a start, which may be a good one: see `solving`. */
  begin(posed, start, warm, certify) {
    this.posed = posed;
    this.answer = null;
    this.work = solving(posed, start, warm, this.wanted, certify);
  }

  /** Work for at most so many milliseconds, but at least one step, and answer. @returns {T} */
  advance(milliseconds = 8) {
    if (!this.work) throw new Error("pose a problem first");
    const deadline = performance.now() + milliseconds;
    while (!this.answer?.done) {
      const { value } = this.work.next();
      if (value) this.answer = value;
      if (this.answer && performance.now() >= deadline) break;
    }
    return this.answer;
  }
}

/**
 * A two-class machine on points of the plane that is solved in slices and never tells an
 * uncertified number.
 * @extends {Slices<Answer>}
 */
export class Machine extends Slices {
  /**
   * What is to be solved, from the last answer as a start. Nothing happens when it is the same
   * problem.
   * @param {Point[]} points [x1, x2, ±1], both classes present
   * @param {{ kernel: Kernel, C: number, weights?: { plus?: number, minus?: number } }} options C =
   * Infinity: hard margin;
   *   C_i = C times the weight of the class
   */
  pose(points, { kernel, C, weights = {} }) {
    const setting = JSON.stringify([kernel, String(C), weights.plus ?? 1, weights.minus ?? 1]);
    const { moved, same } = this.compare(points, setting);
    if (same) return;
    const y = Float64Array.from(points, (p) => p[2]);
    const X = Float64Array.from(points.flatMap((p) => [p[0], p[1]]));
    const bounds = y.map((sign) => C * (sign > 0 ? (weights.plus ?? 1) : (weights.minus ?? 1)));
    const start = moved && this.answer ? startingFrom(this.answer, bounds) : null;
    const posed = measured(kernel, X, y, bounds, this.posed, moved);
    const beta = y.map((sign, i) => (start ? sign * start[i] * posed.size ** 2 : 0));
    this.begin(posed, beta, start !== null, (b, z, steps) => certified(posed, b, z, steps));
  }
}

/** f at one place. */
export function score({ X, y, alpha, kernel, b, w, about, level, terms, zero }, x1, x2) {
  if (zero) return b;
  if (terms) return terms.reduce((sum, [p, q, c]) => sum + c * x1 ** p * x2 ** q, 0);
  if (w) return w[0] * (x1 - about[0]) + w[1] * (x2 - about[1]) + level;
  const k = kernelBetween(kernel);
  let f = b;
  for (let i = 0; i < y.length; i++)
    if (alpha[i] !== 0) f += alpha[i] * y[i] * k(x1, x2, X[2 * i], X[2 * i + 1]);
  return f;
}

/** Earlier multipliers for new bounds: who was at the bound stays there, if there is one now. */
function startingFrom(answer, bounds) {
  return answer.alpha.map((a, i) =>
    a > 0 && a === answer.C[i] && bounds[i] < Infinity ? bounds[i] : Math.min(a, bounds[i]),
  );
}

// ---- The problem as it is solved

/**
 * The monomials of (x·z + 1)^degree but the constant, which no bias lets through, with the weights
 * that make it the kernel.
 */
export function monomials(degree, X) {
  const factorial = [1];
  const kinds = [];
  for (let k = 1; k <= degree; k++) factorial.push(k * factorial[k - 1]);
  for (let p = 0; p <= degree; p++) {
    for (let q = p ? 0 : 1; p + q <= degree; q++) {
      kinds.push([
        p,
        q,
        Math.sqrt(factorial[degree] / (factorial[p] * factorial[q] * factorial[degree - p - q])),
      ]);
    }
  }
  const n = X.length / 2;
  const r = kinds.length;
  const phi = new Float64Array(n * r);
  for (let i = 0; i < n; i++)
    kinds.forEach(([p, q, c], k) => {
      phi[i * r + k] = c * X[2 * i] ** p * X[2 * i + 1] ** q;
    });
  return { phi, r, kinds };
}

/** Features minus their middle, divided by their size, and that middle and size. */
export function standardised(phi, r) {
  const n = phi.length / r;
  const middle = new Float64Array(r);
  const moved = new Float64Array(n * r);
  for (let k = 0; k < r; k++) {
    // divided before it is summed: the middle of the largest numbers is a number
    for (let i = 0; i < n; i++) middle[k] += phi[i * r + k] / n;
  }
  let size = 0;
  for (let i = 0; i < n; i++) {
    let square = 0;
    for (let k = 0; k < r; k++) square += (moved[i * r + k] = phi[i * r + k] - middle[k]) ** 2;
    size = Math.max(size, Math.sqrt(square));
  }
  size ||= 1;
  return { phi: moved.map((value) => value / size), middle, size };
}

/** The features in which a kernel is solved, or null for one that has too many. */
function featuresOf(kernel, X) {
  if (kernel.features) return kernel.features(X);
  if (kernel.name === "linear") return { phi: X, r: 2, kinds: null };
  return kernel.name === "polynomial" ? monomials(kernel.degree ?? 3, X) : null;
}

/** The task of the solver with its units: w = w' / size, α = α' / size², C' = C size². */
function measured(kernel, X, y, bounds, before, moved) {
  const n = y.length;
  const everybody = [Array.from(y.keys())];
  const base = { kernel, X, y, bounds, hard: bounds[0] === Infinity };
  const box = (size) => ({
    y,
    groups: everybody,
    sum: 0,
    A: y.map((sign, i) => (sign > 0 ? 0 : -bounds[i] * size * size)),
    B: y.map((sign, i) => (sign > 0 ? bounds[i] * size * size : 0)),
  });
  const raw = featuresOf(kernel, X);
  if (raw) {
    const { phi, middle, size } = standardised(raw.phi, raw.r);
    return {
      ...base,
      size,
      middle,
      phi,
      r: raw.r,
      kinds: raw.kinds,
      K: null,
      task: { space: featureSpace(phi, raw.r), ...box(size) },
    };
  }
  const K = gramOf(kernel, X, before, moved);
  return {
    ...base,
    size: 1,
    middle: null,
    phi: null,
    r: 0,
    K,
    task: { space: gramSpace(K, n), ...box(1) },
  };
}

/**
 * The Gram matrix: that of before where only C changed, mended where few points moved, else new.
 */
export function gramOf(kernel, X, before, moved) {
  const usable = before?.K && moved && JSON.stringify(before.kernel) === JSON.stringify(kernel);
  if (!usable || moved.length > 3) return gram(kernel, X);
  for (const i of moved) updateGram(before.K, kernel, X, i);
  return before.K;
}

// ---- The work

/**
 * Yields null where it may be interrupted and an answer whenever there is a better one; the last is
 * `done`.
 * @param {any} posed  { task, hard?, unit?, K? }: the objective told is `unit` times that of the
 * task; where there is a Gram matrix K, pairs are moved, too
 * @param {Float64Array} start  β, which need not be feasible
 * @param {boolean} warm  whether the start is likely to be good
 * @param {number} wanted  relative gap
 * @param {(beta: Float64Array, z: Float64Array, steps: number) => any} certify
 */
export function* solving(posed, start, warm, wanted, certify) {
  const { task, hard = false, unit = 1 } = posed;
  const count = { steps: 0, newton: 0 };
  // nobody can begin from what is no number
  const sound = start.every(Number.isFinite) ? start : new Float64Array(start.length);
  let beta = feasible(task, sound);
  let best = certify(beta, task.space.pull(beta), 0);
  let there = beta;
  const take = (next, from) => {
    best = better(best, next);
    if (best === next) there = from;
  };
  yield { ...best, done: false, certified: false };
  if (posed.K) {
    beta = yield* byPairs(posed, beta, count, 1e-3);
    take(certify(beta, beta, count.steps), beta);
    yield { ...best, done: false, certified: false };
  }
  let previous = best.gap;
  let stalls = 0;
  let good = 0;
  const { rho, least } = smoothing(posed, beta, warm);
  const rounds = proximalRounds(task, beta, { rho, least });
  for (let round = 0; round < MOST_ROUNDS && count.newton < MOST_NEWTON;) {
    const { value: state, done } = rounds.next();
    if (done) break;
    if (!state) {
      count.steps++;
      count.newton++;
      yield null;
      continue;
    }
    round++;
    const next = certify(state.beta, state.z, count.steps);
    take(next, state.beta);
    if (hard && best.separable === false) break;
    if (best.relative <= wanted) good++;
    // once more after the wanted gap is reached: where rounding begins costs next to nothing
    stalls = next.gap > 0.5 * previous && (state.rho <= least || good) ? stalls + 1 : 0;
    previous = Math.min(previous, next.gap);
    if ((good && (best.gap <= best.noise || stalls || good > 3)) || stalls > 6) break;
    yield { ...best, done: false, certified: false };
  }
  if (posed.K && !hard && !(best.relative <= wanted)) {
    // as much as all points together may break the conditions at the wanted gap
    const tolerance = Math.min(
      1e-6,
      (0.1 * wanted * Math.abs(best.primal)) / unit / sumOf(task.B.map((v, i) => v - task.A[i])),
    );
    const polished = yield* byPairs(posed, there, count, tolerance, 100 * there.length);
    take(certify(polished, polished, count.steps), polished);
  }
  if (warm && !(best.relative <= wanted) && best.separable !== false) {
    // an old solution can be a bad place to begin
    yield* solving(posed, new Float64Array(start.length), false, wanted, certify);
    return;
  }
  const reached = best.relative <= Math.max(wanted, KNOWN);
  const street = hard && reached && best.separable === null ? { separable: true } : {};
  yield {
    ...best,
    steps: count.steps,
    done: true,
    certified: reached || best.separable === false,
    ...street,
  };
}

const better = (one, other) =>
  other.separable === false || other.gap < one.gap || Number.isNaN(one.gap) ? other : one;

/**
 * Pair steps until no pair breaks the conditions by more than `tolerance`. At the beginning they
 * find out who is where, roughly, and are cheap while the Newton system is large; at the end they
 * polish where points are far apart for the kernel.
 */
function* byPairs({ K, task }, beta, count, tolerance, most = 10 * beta.length) {
  const state = problem(K, task.y, task.A, task.B, beta);
  while (state.steps < most && pairStep(state, tolerance)) {
    count.steps++;
    if (state.steps % 50 === 0) yield null;
  }
  return state.beta;
}

/**
 * The first ρ and the least: what makes a difference of 0.1 (next to a solution less) in a
 * multiplier of the largest size.
 */
function smoothing({ task, hard }, beta, warm) {
  const bound = hard ? 1 : Math.max(...task.B, ...task.A.map((a) => -a));
  const largest = Math.max(...beta.map(Math.abs));
  const here = largest > 0 ? (warm ? 1e-2 : 0.1) / largest : 0.1;
  if (hard) return { rho: Math.min(1, here), least: 1e-12 };
  return {
    rho: Math.max((0.1 * here * largest) / bound, Math.min(0.1, here)),
    least: Math.min(1e-6, 1e-5 / bound),
  };
}

// ---- The certificate

/**
 * Of each multiplier (or β) whether it is more than dust: a tiny one whose point needs none,
 * `idle[i]`, is a 0 that nobody could finish.
 */
export function carrying(multipliers, idle) {
  const sizes = Array.from(multipliers, Math.abs);
  const least = DUST * Math.max(...sizes);
  return sizes.map((size, i) => size > (idle(i) ? least : 0));
}

/**
 * The sum with what rounding takes from it carried along (Neumaier): hundreds of terms add no noise
 * of their own.
 */
export function sumOf(values) {
  let sum = 0;
  let rest = 0;
  for (const v of values) {
    const next = sum + v;
    rest += Math.abs(sum) >= Math.abs(v) ? sum - next + v : v - next + sum;
    sum = next;
  }
  return Number.isFinite(rest) ? sum + rest : sum;
}

/**
 * A score function: coordinates of w, w·φ(x_i), bias, 1 - y f where that is positive, and the
 * objective.
 */
function judged({ task, hard, y }, z, scores, b) {
  const f = scores.map((value) => value + b);
  const xi = f.map((value, i) => Math.max(0, 1 - y[i] * value));
  const half = Math.max(0, task.space.dot(z, z, scores)) / 2;
  const worst = xi.reduce((most, value) => Math.max(most, value), 0);
  const cost = sumOf(
    xi.map((value, i) => (value > 0 && !hard ? value * (task.B[i] - task.A[i]) : 0)),
  );
  // with a hard margin the longer w / (1 - worst), b / (1 - worst) needs no slack
  const primal = hard ? (worst < 1 ? half / (1 - worst) ** 2 : Infinity) : half + cost;
  return { z, scores, b, f, xi, worst, half, cost, primal };
}

/**
 * Everything about a feasible β (and the w that came with it), recomputed from nothing but these.
 */
function certified(posed, beta, z, steps) {
  const { task, hard, y, K } = posed;
  const { space } = task;
  const pulled = space.pull(beta);
  const scores = space.scores(pulled);
  const rounding = roundingOf(posed, beta, z);
  const square = space.dot(pulled, pulled, scores);
  const total = sumOf(beta.map(Math.abs));
  const dual = total - square / 2;
  // w told by its features has more digits than large multipliers can give it
  const own = K ? { z: pulled, scores } : { z, scores: space.scores(z) };
  let interval = biasInterval(task, beta, own.scores);
  let best = judged(posed, own.z, own.scores, middleOf(interval));
  if (!K && best.worst > 0 && best.worst < 0.5) {
    const longer = 1 / (1 - best.worst - 16 * EPS * (1 + Math.abs(best.b)));
    const other = judged(
      posed,
      own.z.map((v) => v * longer),
      own.scores.map((v) => v * longer),
      best.b * longer,
    );
    if (other.primal < best.primal || hard) best = other;
  }
  let zero = false;
  if (!hard) {
    const flat = new Float64Array(y.length);
    const all = biasInterval(task, beta, flat);
    const none = judged(posed, new Float64Array(own.z.length), flat, middleOf(all));
    zero =
      none.primal - dual <= Math.max(noiseOf(task, none, rounding), 1e-12 * dual) &&
      square <= rounding.nothing;
    if (zero) {
      best = none;
      interval = all;
    }
  }
  const noise = noiseOf(task, best, rounding);
  const beyond = total ** 2 / (2 * (Math.abs(square) + rounding.square));
  const separable = !hard || (beyond > 2 / NARROWEST ** 2 ? false : null);
  return inUnits(posed, beta, best, { dual, noise, interval, zero, separable, steps });
}

/** @param {number[]} interval */
export const middleOf = ([lo, hi]) =>
  !Number.isFinite(lo) ? hi : !Number.isFinite(hi) ? lo : (lo + hi) / 2;

/** The largest y - w·φ where β may grow and the smallest where it may shrink. */
export function biasInterval({ y, A, B }, beta, scores) {
  let lo = -Infinity;
  let hi = Infinity;
  for (let i = 0; i < y.length; i++) {
    if (beta[i] < B[i]) lo = Math.max(lo, y[i] - scores[i]);
    if (beta[i] > A[i]) hi = Math.min(hi, y[i] - scores[i]);
  }
  return [lo, hi];
}

/**
 * What rounding does to sums over β: to each score, to ‖w‖², to Σβ; and ‖w‖² that can be nothing
 * but rounding.
 */
export function roundingOf({ K, phi, r, y, kinds, middle, size: unit }, beta, z) {
  const n = y.length;
  const sizes = beta.map(Math.abs);
  const total = sizes.reduce((sum, v) => sum + v, 0);
  const score = new Float64Array(n);
  const offset = Math.abs(beta.reduce((sum, v) => sum + v, 0)) + EPS * total;
  let square = 0;
  if (K) {
    for (let j = 0; j < n; j++)
      if (sizes[j] > 0) for (let i = 0; i < n; i++) score[i] += sizes[j] * Math.abs(K[j * n + i]);
    for (let i = 0; i < n; i++) square += EPS * sizes[i] * score[i];
    return {
      score: score.map((v) => EPS * v),
      square: 2 * square,
      total,
      offset,
      nothing: 64 * square,
    };
  }
  const parts = new Float64Array(r);
  const w = new Float64Array(r);
  // powers are products, rounded several times before their middle is taken off
  const raw = (at, k) =>
    kinds ? 4 * (Math.abs(phi[at]) + Math.abs(middle[k]) / unit) : Math.abs(phi[at]);
  for (let i = 0; i < n; i++) {
    if (sizes[i] > 0)
      for (let k = 0; k < r; k++) {
        parts[k] += sizes[i] * raw(i * r + k, k);
        w[k] += beta[i] * phi[i * r + k];
      }
  }
  let nothing = 0;
  for (let k = 0; k < r; k++) {
    square += 2 * Math.abs(w[k]) * EPS * parts[k] + (EPS * parts[k]) ** 2;
    nothing += (1e5 * EPS * parts[k]) ** 2;
  }
  for (let i = 0; i < n; i++)
    for (let k = 0; k < r; k++) score[i] += EPS * Math.abs(z[k]) * raw(i * r + k, k);
  return { score, square, total, offset, nothing };
}

/** How far rounding can have moved primal - dual. */
function noiseOf({ A, B, y }, { b, f, half, cost }, rounding) {
  let slack = 0;
  for (let i = 0; i < y.length; i++) {
    const error = EPS * (1 + Math.abs(b) + Math.abs(f[i])) + rounding.score[i];
    if (1 - y[i] * f[i] > -error && B[i] - A[i] < Infinity) slack += (B[i] - A[i]) * error;
  }
  return (
    4 *
    (slack + rounding.square + EPS * (half + cost + rounding.total) + Math.abs(b) * rounding.offset)
  );
}

/**
 * The answer in the units of the points.
 * @returns {Answer}
 */
function inUnits({ kernel, X, y, bounds, size, middle, kinds, hard, task }, beta, found, rest) {
  const unit = size * size;
  const linear = kernel.name === "linear";
  const alpha = beta.map((v, i) =>
    v !== 0 && (v === task.A[i] || v === task.B[i]) ? bounds[i] : Math.abs(v) / unit,
  );
  // f = z·(φ - middle) / size + b'
  const shift = middle ? found.z.reduce((sum, v, k) => sum + v * middle[k], 0) / size : 0;
  const w = linear ? Array.from(found.z, (v) => v / size) : null;
  const primal = found.primal / unit;
  const dual = rest.dual / unit;
  const gap = (found.primal - rest.dual) / unit;
  const norm = rest.zero ? 0 : Math.sqrt(2 * found.half) / size;
  const carries = carrying(alpha, (i) => y[i] * found.f[i] >= 1 - 1e-9);
  const full = Array.from(alpha, (a, i) => a === bounds[i]);
  return {
    done: false,
    certified: false,
    X,
    y,
    C: bounds,
    kernel,
    alpha,
    b: found.b - shift,
    f: found.f,
    xi: found.xi,
    w,
    norm,
    zero: rest.zero,
    primal,
    dual,
    gap,
    noise: rest.noise / unit,
    relative: Math.abs(gap) / Math.max(Math.abs(primal), 1e-300),
    carries,
    support: carries.filter(Boolean).length,
    full,
    bounded: full.filter(Boolean).length,
    errors: y.filter((sign, i) => sign * found.f[i] <= 0).length,
    slack: found.xi.reduce((sum, v) => sum + v, 0),
    cost: hard ? 0 : found.cost / unit,
    interval: [rest.interval[0] - shift, rest.interval[1] - shift],
    separable: rest.separable,
    common: rest.separable === false && linear ? commonOf(X, y, alpha) : null,
    steps: rest.steps,
    about: linear ? Array.from(middle) : null,
    level: found.b,
    terms: kinds
      ? [[0, 0, found.b - shift], ...kinds.map(([p, q, c], k) => [p, q, (c * found.z[k]) / size])]
      : null,
  };
}

/**
 * The point that the multipliers of each class are the weights of: half way between the two means,
 * which are as good as equal.
 */
function commonOf(X, y, alpha) {
  const means = [1, -1].map((sign) => {
    const sum = [0, 0];
    let total = 0;
    for (let i = 0; i < y.length; i++) {
      if (y[i] !== sign) continue;
      total += alpha[i];
      for (const k of [0, 1]) sum[k] += alpha[i] * X[2 * i + k];
    }
    return sum.map((s) => s / total);
  });
  return [0, 1].map((k) => (means[0][k] + means[1][k]) / 2);
}
