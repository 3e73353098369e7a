// Several classes: all at once (Weston and Watkins, Crammer and Singer), or by several two-class
// machines.
//
//   P(W) = ½ ‖W‖² + C Σ_i h_i,   h_i = Σ_{j≠y_i} max(0, m_ij)  or  max_j m_ij,
//   m_ij = s_j(x_i) - s_{y_i}(x_i) + 1 for j ≠ y_i,   m_{i,y_i} = 0,
//
// with s_j(x) = w_j·(φ(x), 1): the bias is a weight like any other. svmlib.joint minimises P / (C
// n), its reg being 1 / (2 C n). Each (i, j) is a "point" (e_{y_i} - e_j) ⊗ (φ(x_i), 1) of the
// two-class solver, with α_ij ≤ C, or Σ_j α_ij = C.
import { gram } from "./kernels.js";
import { Machine, Slices, monomials, roundingOf, score, solving, sumOf } from "./machine.js";
import { featureSpace, gramSpace } from "./solver.js";

export const JOINT_KINDS = ["weston-watkins", "crammer-singer"];
// a lead smaller than this part of the scores is none: rounding alone could have made it
export const TIE = 1e-9;

/**
 * @typedef {object} JointAnswer
 * @property {boolean} done
 * @property {boolean} certified
 * @property {Float64Array} X
 * @property {number[]} labels
 * @property {number} k  how many classes
 * @property {number} C
 * @property {Kernel} kernel
 * @property {Float64Array} alpha  α_ij at i k + j; α_{i,y_i} is what the others leave of C
 * (Crammer-Singer) or 0
 * @property {Float64Array[]} coefficients  of each class: s_j(x) = Σ_i coefficients[j][i] (k(x_i,
 * x) + 1)
 * @property {number[][] | null} W  of linear machines: [w1, w2, bias] of each class
 * @property {number[][]} f  the k scores of each point
 * @property {number[]} h  loss of each point
 * @property {number} norm
 * @property {boolean} zero  W is 0 up to rounding
 * @property {number} primal
 * @property {number} dual
 * @property {number} gap
 * @property {number} noise
 * @property {number} relative
 * @property {number} steps
 */

/** A machine for several classes, solved as one problem in slices. */
export class JointMachine extends Slices {
  /** @param {{ kind?: string, gap?: number }} [options] */
  constructor({ kind = "weston-watkins", gap = 1e-8 } = {}) {
    super({ gap });
    if (!JOINT_KINDS.includes(kind))
      throw new Error(`kind must be one of ${JOINT_KINDS.join(", ")}, not ${kind}`);
    this.kind = kind;
  }

  /**
   * @param {Point[]} points [x1, x2, label], labels 0 … k-1, all present
   * @param {{ kernel: Kernel, C: number }} options
   */
  pose(points, { kernel, C }) {
    const { moved, same } = this.compare(points, JSON.stringify([kernel, C]));
    if (same) return;
    const posed = jointly(points, kernel, C, this.kind);
    const before = moved && this.answer;
    const start = Float64Array.from(posed.pairs, ([i, j]) => {
      const a = before ? before.alpha[i * posed.k + j] : 0;
      return (before && a === before.C ? C : a) * posed.size ** 2;
    });
    this.posed = posed;
    this.answer = null;
    this.work = solving(posed, start, Boolean(before), this.wanted, (beta, z, steps) =>
      jointlyCertified(posed, beta, z, steps),
    );
  }

  /**
   * @param {number} [milliseconds]
   * @returns {JointAnswer}
   */
  advance(milliseconds) {
    return super.advance(milliseconds);
  }
}

/**
 * The task of the solver for all pairs (point, class), in units in which the largest (φ(x), 1) has
 * length 1.
 */
function jointly(points, kernel, C, kind) {
  const n = points.length;
  const labels = points.map((p) => p[2]);
  const k = Math.max(...labels) + 1;
  const single = kind === "crammer-singer";
  const X = Float64Array.from(points.flatMap((p) => [p[0], p[1]]));
  const pairs = [];
  const groups = [];
  labels.forEach((label, i) => {
    // the own class first: there the weight is where nothing is known yet
    const members = [
      ...(single ? [label] : []),
      ...Array.from({ length: k }, (_, j) => j).filter((j) => j !== label),
    ];
    if (single) groups.push(members.map((_, q) => pairs.length + q));
    members.forEach((j) => pairs.push([i, j]));
  });
  const m = pairs.length;
  const y = Float64Array.from(pairs, ([i, j]) => (j === labels[i] ? 0 : 1));
  const byFeatures = ["linear", "polynomial"].includes(kernel.name);
  const found = byFeatures
    ? pairFeatures(kernel, X, labels, pairs, k)
    : pairGram(kernel, X, labels, pairs);
  const { size, phi, r, K, rows, d } = found;
  const bound = C * size * size;
  const space = phi ? featureSpace(phi, r, single) : gramSpace(K, m, single);
  const task = {
    space,
    y,
    groups,
    sum: single ? bound : 0,
    A: new Float64Array(m),
    B: new Float64Array(m).fill(bound),
  };
  return { X, labels, k, n, C, kernel, kind, single, pairs, y, size, phi, r, K, rows, d, task };
}

/** (φ(x), 1) of each point behind the kernel + 1, in a row each. */
function withOne(kernel, X) {
  const { phi, r } = kernel.name === "linear" ? { phi: X, r: 2 } : monomials(kernel.degree ?? 3, X);
  const n = X.length / 2;
  const d = r + 1;
  const rows = new Float64Array(n * d);
  // polynomial: 1 of its own and 1 of the bias
  const one = kernel.name === "linear" ? 1 : Math.SQRT2;
  for (let i = 0; i < n; i++) {
    for (let q = 0; q < r; q++) rows[i * d + q] = phi[i * r + q];
    rows[i * d + r] = one;
  }
  return { rows, d };
}

function pairFeatures(kernel, X, labels, pairs, k) {
  const { rows, d } = withOne(kernel, X);
  const r = k * d;
  const phi = new Float64Array(pairs.length * r);
  let size = 0;
  for (let i = 0; i < labels.length; i++)
    size = Math.max(size, Math.hypot(...rows.subarray(i * d, (i + 1) * d)));
  pairs.forEach(([i, j], at) => {
    for (let q = 0; q < d && j !== labels[i]; q++) {
      phi[at * r + labels[i] * d + q] = rows[i * d + q] / size;
      phi[at * r + j * d + q] = -rows[i * d + q] / size;
    }
  });
  return { size, phi, r, K: null, rows, d };
}

function pairGram(kernel, X, labels, pairs) {
  const K = gram(kernel, X);
  const n = labels.length;
  const m = pairs.length;
  const all = new Float64Array(m * m);
  pairs.forEach(([i, j], a) =>
    pairs.forEach(([p, q], c) => {
      if (j === labels[i] || q === labels[p]) return;
      const common =
        Number(labels[i] === labels[p]) -
        Number(labels[i] === q) -
        Number(j === labels[p]) +
        Number(j === q);
      all[a * m + c] = common * (K[i * n + p] + 1);
    }),
  );
  return { size: 1, phi: null, r: 0, K: all, rows: null, d: 0 };
}

/**
 * The answer at feasible multipliers (and the W that came with them), recomputed from nothing but
 * these.
 */
function jointlyCertified(posed, beta, z, steps) {
  const { task, size, y, K, pairs, n, k, C, single } = posed;
  const { space, B } = task;
  const rounding = roundingOf(posed, beta, z);
  const pulled = space.pull(beta);
  const behind = space.scores(pulled);
  const square = space.dot(pulled, pulled, behind);
  const dual = sumOf(beta.map((v, a) => v * y[a])) - square / 2;
  let own = K ? pulled : z;
  let scores = K ? behind : space.scores(z);
  const lossOf = (f) => {
    const h = new Array(n).fill(0);
    pairs.forEach(([i], a) => {
      const m = y[a] === 0 ? 0 : 1 - f[a];
      h[i] = single ? Math.max(h[i], m) : h[i] + Math.max(0, m);
    });
    return h;
  };
  const most = n * (single ? 1 : k - 1) * B[0];
  const unit = size * size;
  let h = lossOf(scores);
  let half = space.dot(own, own, scores) / 2;
  let primal = half + B[0] * sumOf(h);
  const uncertain = (v, a) =>
    1 - scores[a] > -v ? B[0] * (v + Number.EPSILON * (1 + Math.abs(scores[a]))) : 0;
  const error = rounding.score.reduce((sum, v, a) => sum + uncertain(v, a), 0);
  let noise = 4 * (error + rounding.square + Number.EPSILON * (primal + rounding.total));
  const zero =
    most - dual <= 4 * (rounding.square + Number.EPSILON * (most + rounding.total)) &&
    square <= rounding.nothing;
  if (zero) {
    own = new Float64Array(own.length);
    scores = new Float64Array(scores.length);
    h = lossOf(scores);
    half = 0;
    primal = most;
    noise = 4 * (rounding.square + Number.EPSILON * (most + rounding.total));
  }
  const alpha = new Float64Array(n * k);
  pairs.forEach(([i, j], a) => {
    alpha[i * k + j] = beta[a] === B[a] ? C : beta[a] / unit;
  });
  const { X, kernel, labels, kind } = posed;
  const coefficients = coefficientsOf(posed, alpha);
  const W = kernel.name === "linear" ? rowsOf(own, k, size) : null;
  const told = { X, kernel, W, coefficients, zero };
  const f = Array.from({ length: n }, (_, i) =>
    K ? jointScores(told, X[2 * i], X[2 * i + 1]) : featureScores(posed, own, i),
  );
  return {
    done: false,
    certified: false,
    X,
    labels,
    k,
    C,
    kernel,
    kind,
    alpha,
    coefficients,
    W,
    f,
    h,
    zero,
    steps,
    norm: Math.sqrt(Math.max(0, 2 * half)) / size,
    primal: primal / unit,
    dual: dual / unit,
    gap: (primal - dual) / unit,
    noise: noise / unit,
    relative: Math.abs(primal - dual) / primal,
  };
}

/**
 * The scores of point i from the features, which have more digits than sums over large multipliers.
 */
function featureScores({ rows, d, k, size }, z, i) {
  return Array.from({ length: k }, (_, j) => {
    let sum = 0;
    for (let q = 0; q < d; q++) sum += z[j * d + q] * rows[i * d + q];
    return sum / size;
  });
}

const rowsOf = (z, k, size) =>
  Array.from({ length: k }, (_, j) => Array.from(z.subarray(3 * j, 3 * j + 3), (v) => v / size));

function coefficientsOf({ pairs, labels, k, n }, alpha) {
  const all = Array.from({ length: k }, () => new Float64Array(n));
  for (const [i, j] of pairs) {
    if (j === labels[i]) continue;
    all[labels[i]][i] += alpha[i * k + j];
    all[j][i] -= alpha[i * k + j];
  }
  return all;
}

/** The scores of all classes at one place. */
export function jointScores({ X, kernel, W, coefficients, zero }, x1, x2) {
  if (zero) return coefficients.map(() => 0);
  if (W) return W.map(([w1, w2, b]) => w1 * x1 + w2 * x2 + b);
  const at = {
    X,
    kernel,
    y: new Float64Array(X.length / 2).fill(1),
    w: null,
    zero: false,
    about: null,
    level: 0,
    terms: null,
  };
  return coefficients.map((c) =>
    score({ ...at, alpha: c, b: c.reduce((sum, v) => sum + v, 0) }, x1, x2),
  );
}

/** One two-class machine for each class against the rest, or for each pair of classes. */
export class SeveralMachines {
  /** @param {{ kind?: "one-vs-rest" | "one-vs-one", gap?: number }} [options] */
  constructor({ kind = "one-vs-rest", gap = 1e-8 } = {}) {
    if (!["one-vs-rest", "one-vs-one"].includes(kind))
      throw new Error(`kind must be one-vs-rest or one-vs-one, not ${kind}`);
    this.kind = kind;
    this.gap = gap;
    /** @type {Machine[]} */
    this.machines = [];
    /** @type {number[][]} classes [minus, plus] of each machine; minus = -1: the rest */
    this.pairs = [];
    this.k = 0;
  }

  /**
   * @param {Point[]} points [x1, x2, label], labels 0 … k-1, all present
   * @param {{ kernel: Kernel, C: number }} options
   */
  pose(points, { kernel, C }) {
    const k = Math.max(...points.map((p) => p[2])) + 1;
    const classes = Array.from({ length: k }, (_, j) => j);
    // the second class of a pair is the positive one
    this.pairs =
      this.kind === "one-vs-rest"
        ? classes.map((j) => [-1, j])
        : classes.flatMap((a) => classes.slice(a + 1).map((c) => [a, c]));
    if (k !== this.k) this.machines = this.pairs.map(() => new Machine({ gap: this.gap }));
    this.k = k;
    this.pairs.forEach(([minus, plus], q) => {
      const part = points.filter((p) => minus < 0 || p[2] === minus || p[2] === plus);
      this.machines[q].pose(
        part.map(([a, b, label]) => [a, b, label === plus ? 1 : -1]),
        { kernel, C },
      );
    });
  }

  /** Work for at most so many milliseconds, each machine by at least one step, and answer. */
  advance(milliseconds = 8) {
    const deadline = performance.now() + milliseconds;
    const answers = this.machines.map((machine, q) =>
      machine.advance((deadline - performance.now()) / (this.machines.length - q)),
    );
    const sum = (name) => answers.reduce((total, a) => total + a[name], 0);
    const { kind, pairs, k } = this;
    return {
      done: answers.every((a) => a.done),
      certified: answers.every((a) => a.certified),
      machines: answers,
      pairs,
      kind,
      k,
      objective: sum("primal"),
      dual: sum("dual"),
      gap: sum("gap"),
      noise: sum("noise"),
      relative: Math.max(...answers.map((a) => a.relative)),
      scores: (x1, x2) => answers.map((a) => score(a, x1, x2)),
      votes: (scores) => votesOf(scores, pairs, k),
      steps: sum("steps"),
    };
  }
}

/** Votes of the pairs with these scores, half a one where the score is 0. */
function votesOf(scores, pairs, k) {
  const votes = new Array(k).fill(0);
  pairs.forEach(([minus, plus], q) => {
    const share = Math.abs(scores[q]) <= TIE ? 0.5 : scores[q] > 0 ? 1 : 0;
    votes[plus] += share;
    votes[minus] += 1 - share;
  });
  return votes;
}
