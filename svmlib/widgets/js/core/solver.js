// The dual of a machine, solved by the proximal Newton method.
//
//   maximise  y·β - ½ ‖w(β)‖² - ρ/2 ‖β - β°‖²   subject to  A ≤ β ≤ B
//   and a given sum of β over each group of points
//
// with β° the answer of the round before and ρ falling from round to round. Seen from w, a round is
// a smooth problem: β_i = clip(β°_i + (y_i - f_i - b) / ρ), so Newton's method with a line search
// ends in finitely many steps, and a singular kernel matrix does no harm. See Li, Sun and Toh, SIAM
// J. Optim. 28 (2018), "semismooth Newton".

/**
 * Where w lives. `z` are its coordinates: as many as features, or (behind a Gram matrix) one a
 * point.
 * @typedef {object} Space
 * @property {(z: Float64Array) => Float64Array} scores  w·φ(x_i) of all points
 * @property {(beta: Float64Array) => Float64Array} pull  the coordinates of Σ β_i φ(x_i)
 * @property {(z: Float64Array, other: Float64Array, scores: Float64Array) => number} dot  of two
 * vectors, `scores` those of the other
 * @property {(free: number[][], rho: number, G: Float64Array) => Float64Array} newton  dz with
 *   dz + 1/ρ Σ_groups Σ_free (φ_i - mean)(φ_i - mean)·dz = G;
 *   the mean is that of the free of the group
 * @property {(beta: Float64Array, z: Float64Array, free: number[][], rho: number, task: Task) =>
 * Float64Array} settled  β at the end of a round, with the digits that (y - f - b) / ρ has not
 */

/**
 * The space of n explicit features, row by row in phi, r each.
 * @param {boolean} centred whether the mean of a group of free points is to be taken off (the group
 * has a bias)
 * @returns {Space}
 */
export function featureSpace(phi, r, centred = true) {
  const n = phi.length / r;
  const scores = (z) => {
    const f = new Float64Array(n);
    for (let i = 0, at = 0; i < n; i++) for (let k = 0; k < r; k++, at++) f[i] += z[k] * phi[at];
    return f;
  };
  const pull = (beta) => {
    const z = new Float64Array(r);
    for (let i = 0; i < n; i++)
      if (beta[i] !== 0) for (let k = 0, at = i * r; k < r; k++, at++) z[k] += beta[i] * phi[at];
    return z;
  };
  const dot = (z, other) => z.reduce((sum, value, k) => sum + value * other[k], 0);
  function newton(free, rho, G) {
    const H = new Float64Array(r * r);
    const mean = new Float64Array(r);
    const row = new Float64Array(r);
    for (const F of free) {
      if (centred) {
        mean.fill(0);
        for (const i of F) for (let k = 0; k < r; k++) mean[k] += phi[i * r + k] / F.length;
      }
      for (const i of F) {
        for (let k = 0; k < r; k++) row[k] = phi[i * r + k] - mean[k];
        for (let k = 0; k < r; k++) {
          const factor = row[k];
          if (factor !== 0) for (let l = 0, at = k * r; l <= k; l++) H[at + l] += factor * row[l];
        }
      }
    }
    // multiplied by ρ: with a small ρ the rows of the free points must not drown the 1
    for (let k = 0; k < r; k++) H[k * r + k] += rho;
    const dz = solveWith(cholesky(H, r), r, G);
    return dz.map((value) => value * rho);
  }
  /** β that (y - f - b) / ρ gives only up to rounding / ρ, corrected until Σ β_i φ(x_i) is z. */
  function settled(beta, z, free, rho) {
    const less = Math.min(rho, 1e-13);
    let better = beta;
    for (let round = 0; round < 3; round++) {
      const change = scores(newton(free, less, minus(pull(better), z)));
      better = better.slice();
      for (const F of free) {
        const mean = centred ? F.reduce((sum, i) => sum + change[i], 0) / F.length : 0;
        for (const i of F) better[i] -= (change[i] - mean) / less;
      }
    }
    return better;
  }
  return { scores, pull, dot, newton, settled };
}

/**
 * The space behind a Gram matrix: z_i is the coefficient of φ(x_i). All points share one bias, so
 * that a single free point has no freedom.
 * @returns {Space}
 */
export function gramSpace(K, n) {
  const scores = (z) => {
    const f = new Float64Array(n);
    for (let j = 0; j < n; j++) {
      const c = z[j];
      if (c !== 0) for (let i = 0, at = j * n; i < n; i++) f[i] += c * K[at + i];
    }
    return f;
  };
  const pull = (beta) => beta.slice();
  const dot = (z, _, f) => z.reduce((sum, value, i) => sum + value * f[i], 0);
  /** The factor of K + more on the diagonal, for some of the points. */
  function factorOf(F, more) {
    const m = F.length;
    const H = new Float64Array(m * m);
    for (let a = 0; a < m; a++)
      for (let c = 0; c <= a; c++) H[a * m + c] = K[F[a] * n + F[c]] + (a === c ? more : 0);
    return cholesky(H, m);
  }
  function newton(/** @type {number[][]} */ [F], rho, G) {
    const held = G.slice();
    const m = F.length;
    if (m < 2) return held;
    for (const i of F) held[i] = 0;
    const rest = scores(held);
    const right = F.map((i) => rho * G[i] - rest[i]);
    const L = factorOf(F, rho);
    const x = solveWith(L, m, right);
    keepSum(L, x, (a) => G[F[a]]);
    F.forEach((i, a) => {
      held[i] = x[a];
    });
    return held;
  }
  /**
   * β = z, and then y - f the same for all free points: Newton steps without ρ, but for a trace of
   * it.
   */
  function settled(_, z, /** @type {number[][]} */ [F], rho, { y, A, B }) {
    const m = F.length;
    if (m < 2) return z;
    const largest = F.reduce((most, i) => Math.max(most, K[i * n + i]), 0);
    const L = factorOf(F, Math.min(rho, 1e-13 * largest));
    let best = z;
    let least = Infinity;
    for (let pass = 0; pass < 4; pass++) {
      const f = scores(z);
      const left = F.map((i) => y[i] - f[i]);
      const spread = Math.max(...left) - Math.min(...left);
      if (!(spread < least)) break;
      best = z;
      least = spread;
      const x = solveWith(L, m, left);
      keepSum(L, x, () => 0);
      z = z.slice();
      F.forEach((i, a) => {
        z[i] += x[a];
      });
      if (F.some((i) => z[i] < A[i] || z[i] > B[i])) break;
    }
    return best;
  }
  return { scores, pull, dot, newton, settled };
}

/**
 * Change x, a solution for the factor L, by a multiple of L⁻ᵀL⁻¹ 1 until its sum is that of what
 * `target` gives for each place.
 */
function keepSum(L, x, target) {
  const m = x.length;
  const column = solveWith(L, m, new Float64Array(m).fill(1));
  const total = column.reduce((sum, v) => sum + v, 0);
  for (let pass = 0; pass < 3; pass++) {
    // again for what rounding left
    const bias = x.reduce((sum, v, a) => sum + v - target(a), 0) / total;
    for (let a = 0; a < m; a++) x[a] -= bias * column[a];
  }
}

/** x with L Lᵀ x = rhs. */
function solveWith(L, m, rhs) {
  const x = Float64Array.from(rhs);
  for (let i = 0; i < m; i++) {
    for (let k = 0; k < i; k++) x[i] -= L[i * m + k] * x[k];
    x[i] /= L[i * m + i];
  }
  for (let i = m - 1; i >= 0; i--) {
    for (let k = i + 1; k < m; k++) x[i] -= L[k * m + i] * x[k];
    x[i] /= L[i * m + i];
  }
  return x;
}

/**
 * The lower factor L of H = L Lᵀ in place of H; a pivot that rounding has eaten becomes its size.
 */
function cholesky(H, m) {
  for (let i = 0; i < m; i++) {
    const at = i * m;
    const top = H[at + i];
    for (let j = 0; j <= i; j++) {
      const to = j * m;
      let s = H[at + j];
      for (let k = 0; k < j; k++) s -= H[at + k] * H[to + k];
      H[at + j] = i === j ? Math.sqrt(Math.max(s, 1e-15 * top, 1e-300)) : s / H[to + j];
    }
  }
  return H;
}

/**
 * One problem of this kind.
 * @typedef {object} Task
 * @property {Space} space
 * @property {Float64Array} y  what the score is compared with
 * @property {Float64Array} A
 * @property {Float64Array} B
 * @property {number[][]} groups  points that share a bias b, whose β have the sum `sum`; none: no
 * bias at all
 * @property {number} sum
 */

/**
 * The bias of each group for which β = clip(centre + (y - f - b) / ρ) has the right sum, and these
 * β.
 */
function settleBiases({ y, A, B, groups, sum }, centre, rho, f, b) {
  const n = y.length;
  const beta = new Float64Array(n);
  const left = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    left[i] = y[i] - f[i];
    beta[i] = Math.min(B[i], Math.max(A[i], centre[i] + left[i] / rho));
  }
  groups.forEach((members, g) => {
    // the sum falls with b, in straight pieces between knots: Newton's method, and the middle where
    // that is slow
    let [low, high] = knots(members, A, B, centre, left, rho);
    b[g] = Math.min(high, Math.max(low, b[g]));
    for (let round = 0; round < 150; round++) {
      const { excess, size, inside } = shiftBy(b[g], members, { A, B, centre, left, rho }, beta);
      const rest = excess - sum;
      if (Math.abs(rest) <= 1e-15 * (size + sum)) break;
      // with infinite bounds the root can lie beyond all knots, where the sum is straight
      if (rest > 0) {
        low = b[g];
        if (low >= high) high = Infinity;
      } else {
        high = b[g];
        if (low >= high) low = -Infinity;
      }
      const step = inside ? b[g] + (rho * rest) / inside : NaN;
      if (Math.abs(step - b[g]) <= Number.EPSILON * Math.abs(b[g])) break;
      const next =
        step > low && step < high && (round % 4 < 3 || high - low === Infinity)
          ? step
          : (low + high) / 2;
      if (!Number.isFinite(next) || next === b[g]) break;
      b[g] = next;
    }
  });
  return beta;
}

/**
 * β of a group for this bias, their sum, the sum of their sizes, and how many are between their
 * bounds.
 */
function shiftBy(bias, members, { A, B, centre, left, rho }, beta) {
  let excess = 0;
  let size = 0;
  let inside = 0;
  for (let q = 0; q < members.length; q++) {
    const i = members[q];
    const value = centre[i] + (left[i] - bias) / rho;
    if (value <= A[i]) beta[i] = A[i];
    else if (value >= B[i]) beta[i] = B[i];
    else {
      beta[i] = value;
      inside++;
    }
    excess += beta[i];
    size += Math.abs(beta[i]);
  }
  return { excess, size, inside };
}

/** The least and the largest b at which some β of the group leaves or reaches a finite bound. */
function knots(members, A, B, centre, left, rho) {
  let low = Infinity;
  let high = -Infinity;
  for (const i of members) {
    const atA = left[i] + rho * (centre[i] - A[i]);
    const atB = left[i] + rho * (centre[i] - B[i]);
    if (A[i] > -Infinity) {
      high = Math.max(high, atA);
      low = Math.min(low, atA);
    }
    if (B[i] < Infinity) {
      high = Math.max(high, atB);
      low = Math.min(low, atB);
    }
  }
  return [low, high];
}

/**
 * β clipped to its box and given the right sums: what is left to mend is rounding, and nobody is
 * off a bound by rounding alone.
 */
export function feasible({ A, B, groups, sum }, beta) {
  const near = 64 * Number.EPSILON * beta.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
  const snapped = (value, i) => {
    const little = Math.min(near, 1e-9 * (B[i] - A[i]));
    return value - A[i] <= little ? A[i] : B[i] - value <= little ? B[i] : value;
  };
  const mended = beta.map(snapped);
  for (const members of groups) {
    const total = members.reduce((most, i) => most + Math.abs(mended[i]), sum);
    let excess = members.reduce((rest, i) => rest + mended[i], -sum);
    // what is missing is rounding: first shared by those between their bounds, then taken up by
    // whoever can
    const inside = members.filter((i) => mended[i] > A[i] && mended[i] < B[i]);
    const share = excess / inside.length;
    for (const i of inside) {
      const next = Math.min(B[i], Math.max(A[i], mended[i] - share));
      excess += next - mended[i];
      mended[i] = next;
    }
    for (const i of [...inside, ...members]) {
      if (Math.abs(excess) <= 64 * Number.EPSILON * total) break;
      const next = snapped(mended[i] - excess, i);
      excess += next - mended[i];
      mended[i] = next;
    }
  }
  return mended;
}

/**
 * The points of each group that are between their bounds; all of them as one group where there is
 * no bias.
 */
function freePoints({ y, A, B, groups }, beta) {
  const inside = (i) => beta[i] > A[i] && beta[i] < B[i];
  return groups.length
    ? groups.map((members) => members.filter(inside))
    : [[...y.keys()].filter(inside)];
}

const minus = (u, v) => u.map((value, i) => value - v[i]);
const plus = (u, t, v) => u.map((value, i) => value + t * v[i]);
const inner = (u, v) => u.reduce((sum, value, i) => sum + value * v[i], 0);
/** Whether the same points are at the same bounds. */
const sameBounds = ({ A, B }, one, other) =>
  one.every((v, i) => v <= A[i] === other[i] <= A[i] && v >= B[i] === other[i] >= B[i]);

/**
 * Along z + t dz the first of t = 1 and points nearer at which the smooth problem falls no longer
 * steeply.
 */
function lineSearch({ task, centre, rho, f, b, z }, dz) {
  const { space } = task;
  const df = space.scores(dz);
  const at = space.dot(z, dz, df);
  const along = space.dot(dz, dz, df);
  let t = 0;
  let beta = settleBiases(task, centre, rho, f, b);
  const slope = () => at + t * along - inner(beta, df);
  const there = (place) => {
    t = place;
    beta = settleBiases(task, centre, rho, plus(f, t, df), b);
    return slope();
  };
  const first = slope();
  if (!(first < 0)) return 0;
  let value = there(1);
  let low = 0;
  let left = first;
  let high = 1;
  let right = value;
  if (value <= 0.5 * -first) return 1;
  for (let round = 0; round < 60 && Math.abs(value) > 0.1 * -first; round++) {
    // where a straight slope would be 0; every third time the middle, for slopes with a sharp bend
    const part = left / (left - right);
    value = there(
      low + (high - low) * (round % 3 === 2 ? 0.5 : Math.min(0.99, Math.max(1e-3, part))),
    );
    if (value > 0) {
      high = t;
      right = value;
    } else {
      low = t;
      left = value;
    }
  }
  return value > 0.1 * -first ? low : t;
}

/** What a round maximises but for its own term in ρ. */
function dualOf({ space, y }, beta) {
  const z = space.pull(beta);
  return inner(y, beta) - space.dot(z, z, space.scores(z)) / 2;
}

/**
 * Rounds of the proximal method from a feasible β: yields null after each Newton step (a place to
 * pause) and the state
 * { beta, z, f, b, rho } after each round. ρ falls from round to round, the faster the easier they
 * are, down to `least`. No round can lose but by rounding: one that does is taken back, and after a
 * few of them nothing more comes.
 * @param {Task} task
 */
export function* proximalRounds(task, start, { rho, least }) {
  const { space } = task;
  let last = { beta: start, z: space.pull(start), rho };
  let value = dualOf(task, start);
  let failures = 0;
  let next = rho;
  last.b = new Float64Array(task.groups.length);
  while (failures < 5) {
    const round = {
      task,
      centre: last.beta,
      rho: next,
      f: space.scores(last.z),
      b: last.b.slice(),
      z: last.z,
    };
    const { beta, steps } = yield* smoothRound(round);
    const reached = dualOf(task, beta);
    if (reached >= value - 1e-9 * Math.abs(value)) {
      const { z, f, b } = round;
      value = reached;
      last = { beta, z, b, rho: next };
      yield { beta, z, f, b, rho: next };
      next = Math.max(least, next * (failures ? 0.3 : steps <= 3 ? 0.01 : steps <= 12 ? 0.1 : 0.3));
    } else {
      failures++;
      next = next < last.rho ? Math.sqrt(next * last.rho) : 10 * next;
    }
  }
}

/** Newton's method on one smooth problem: changes z, f, b of the round and returns its β. */
function* smoothRound(round) {
  const { task, centre, rho, b } = round;
  const { space } = task;
  let beta = settleBiases(task, centre, rho, round.f, b);
  let free = freePoints(task, beta);
  let steps = 0;
  for (let settled = false; !settled && steps < 40; steps++) {
    const dz = space.newton(free, rho, minus(space.pull(beta), round.z));
    const t = lineSearch(round, dz);
    round.z = plus(round.z, t, dz);
    round.f = space.scores(round.z);
    const now = settleBiases(task, centre, rho, round.f, b);
    settled = t === 0 || (t === 1 && sameBounds(task, now, beta));
    beta = now;
    free = freePoints(task, beta);
    yield null;
  }
  return { beta: feasible(task, space.settled(beta, round.z, free, rho, task)), steps };
}
