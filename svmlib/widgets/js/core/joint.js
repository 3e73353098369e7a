// Several classes: all at once (Weston and Watkins, Crammer and Singer), or by several two-class
// machines.
//
//   P(W) = ½ ‖W‖² + C Σ_i h_i,   h_i = Σ_{j≠y_i} max(0, m_ij)  or  max_j m_ij,
//   m_ij = s_j(x_i) - s_{y_i}(x_i) + 1 for j ≠ y_i,   m_{i,y_i} = 0,
//
// with s_j(x) = w_j·(x, 1): the bias is a weight like any other. svmlib.joint minimises P / (C n),
// its reg being 1 / (2 C n). Each (i, j) is a "point" (e_{y_i} - e_j) ⊗ (x_i, 1) of the two-class
// solver, with α_ij ≤ C, or Σ_j α_ij = C.
import { Machine, Slices, roundingOf, score, sumOf } from "./machine.js";
import { featureSpace } from "./solver.js";

export const JOINT_KINDS = ["weston-watkins", "crammer-singer"];
// a lead smaller than this part of the scores is none: rounding alone could have made it
export const TIE = 1e-9;

/** @typedef {Solved & JointAnswerFacts} JointAnswer */
/**
 * @typedef {object} JointAnswerFacts
 * @property {string} kind
 * @property {number} C
 * @property {Float64Array} alpha  α_ij at i k + j; α_{i,y_i} is what the others leave of C
 * (Crammer-Singer) or 0
 * @property {number[][]} W  [w1, w2, bias] of each class
 * @property {(x1: number, x2: number) => number[]} scores  of all classes at one place
 * @property {boolean} zero  W is 0 up to rounding
 */

/**
 * A linear machine for several classes, solved as one problem in slices.
 * @extends {Slices<JointAnswer>}
 */
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
   * @param {{ C: number }} options
   */
  pose(points, { C }) {
    const { moved, same } = this.compare(points, String(C));
    if (same) return;
    const posed = jointly(points, C, this.kind);
    const before = moved && this.answer;
    const start = Float64Array.from(posed.pairs, ([i, j]) => {
      const a = before ? before.alpha[i * posed.k + j] : 0;
      return (before && a === before.C ? C : a) * posed.size ** 2;
    });
    this.begin(posed, start, Boolean(before), (beta, z, steps) =>
      jointlyCertified(posed, beta, z, steps),
    );
  }
}

/**
 * The task of the solver for all pairs (point, class), in units in which the largest (x, 1) has
 * length 1.
 */
function jointly(points, C, kind) {
  const labels = points.map((p) => p[2]);
  const classes = [...Array(Math.max(...labels) + 1).keys()];
  const k = classes.length;
  const single = kind === "crammer-singer";
  const pairs = [];
  const groups = [];
  labels.forEach((label, i) => {
    // the own class first: there the weight is where nothing is known yet
    const members = [...(single ? [label] : []), ...classes.filter((j) => j !== label)];
    if (single) groups.push(members.map((_, q) => pairs.length + q));
    members.forEach((j) => pairs.push([i, j]));
  });
  const m = pairs.length;
  const y = Float64Array.from(pairs, ([i, j]) => (j === labels[i] ? 0 : 1));
  const size = Math.max(...points.map(([x1, x2]) => Math.hypot(x1, x2, 1)));
  const r = 3 * k;
  const phi = new Float64Array(m * r);
  pairs.forEach(([i, j], at) => {
    const [x1, x2] = points[i];
    [x1, x2, 1].forEach((v, q) => {
      if (j === labels[i]) return;
      phi[at * r + 3 * labels[i] + q] = v / size;
      phi[at * r + 3 * j + q] = -v / size;
    });
  });
  const bound = C * size * size;
  const task = {
    space: featureSpace(phi, r, single),
    y,
    groups,
    sum: single ? bound : 0,
    A: new Float64Array(m),
    B: new Float64Array(m).fill(bound),
  };
  return { n: labels.length, k, C, kind, single, pairs, y, size, phi, r, task };
}

/**
 * The answer at feasible multipliers (and the W that came with them), recomputed from nothing but
 * these.
 */
function jointlyCertified(posed, beta, z, steps) {
  const { task, size, y, pairs, n, k, C, kind, single } = posed;
  const { space, B } = task;
  const rounding = roundingOf(posed, beta, z);
  const pulled = space.pull(beta);
  const square = space.dot(pulled, pulled, space.scores(pulled));
  const dual = sumOf(beta.map((v, a) => v * y[a])) - square / 2;
  const scores = space.scores(z);
  const h = new Array(n).fill(0); // the loss of each point
  pairs.forEach(([i], a) => {
    const m = y[a] === 0 ? 0 : 1 - scores[a];
    h[i] = single ? Math.max(h[i], m) : h[i] + Math.max(0, m);
  });
  const uncertain = (v, a) =>
    1 - scores[a] > -v ? B[0] * (v + Number.EPSILON * (1 + Math.abs(scores[a]))) : 0;
  const error = rounding.score.reduce((sum, v, a) => sum + uncertain(v, a), 0);
  const most = n * (single ? 1 : k - 1) * B[0]; // what W = 0 costs
  const noiseAt = (primal, slack = 0) =>
    4 * (slack + rounding.square + Number.EPSILON * (primal + rounding.total));
  const zero = most - dual <= noiseAt(most) && square <= rounding.nothing;
  const primal = zero ? most : space.dot(z, z, scores) / 2 + B[0] * sumOf(h);
  const unit = size * size;
  const alpha = new Float64Array(n * k);
  pairs.forEach(([i, j], a) => {
    alpha[i * k + j] = beta[a] === B[a] ? C : beta[a] / unit;
  });
  const W = Array.from({ length: k }, (_, j) =>
    Array.from(z.subarray(3 * j, 3 * j + 3), (v) => (zero ? 0 : v / size)),
  );
  return {
    done: false,
    certified: false,
    kind,
    C,
    alpha,
    W,
    scores: (x1, x2) => W.map(([w1, w2, b]) => w1 * x1 + w2 * x2 + b),
    zero,
    steps,
    primal: primal / unit,
    dual: dual / unit,
    gap: (primal - dual) / unit,
    noise: (zero ? noiseAt(most) : noiseAt(primal, error)) / unit,
    relative: Math.abs(primal - dual) / primal,
  };
}

/** One two-class machine for each class against the rest, or for each pair of classes. */
export class SeveralMachines {
  /** @type {Machine[]} */ machines = [];
  /** @type {number[][]} classes [minus, plus] of each machine; minus = -1: the rest */ pairs = [];
  k = 0;

  /** @param {{ kind: string }} how one-vs-rest or one-vs-one */
  constructor({ kind }) {
    this.kind = kind;
  }

  /**
   * @param {Point[]} points [x1, x2, label], labels 0 … k-1, all present
   * @param {{ kernel: Kernel, C: number }} options
   */
  pose(points, { kernel, C }) {
    const k = Math.max(...points.map((p) => p[2])) + 1;
    const classes = [...Array(k).keys()];
    // the second class of a pair is the positive one
    this.pairs =
      this.kind === "one-vs-rest"
        ? classes.map((j) => [-1, j])
        : classes.flatMap((a) => classes.slice(a + 1).map((c) => [a, c]));
    if (k !== this.k) this.machines = this.pairs.map(() => new Machine());
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
    const { kind, pairs, k } = this;
    return {
      ...{ kind, pairs, machines: answers },
      done: answers.every((a) => a.done),
      certified: answers.every((a) => a.certified),
      objective: answers.reduce((sum, a) => sum + a.primal, 0),
      relative: Math.max(...answers.map((a) => a.relative)),
      scores: (x1, x2) => answers.map((a) => score(a, x1, x2)),
      votes: (scores) => votesOf(scores, pairs, k),
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
