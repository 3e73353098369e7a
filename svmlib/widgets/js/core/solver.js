// The dual of the soft-margin machine, solved as in svmlib.engine: pairs of multipliers (SMO, second
// order) until the bounds are right, exact Newton steps on the free multipliers, a certificate at the end.
//
//   maximise  y·β - ½ βᵀKβ   subject to  Σ β = 0,  A_i ≤ β_i ≤ B_i,   β_i = y_i α_i,
//
// with gradient g = y - Kβ. Optimal: one bias b has g_i ≤ b wherever β_i may grow and g_j ≥ b
// wherever β_j may shrink.

/** A problem and its present β; give `alpha` of an earlier solution to start from it. */
export function problem(K, y, C, alpha = null) {
  const n = y.length, beta = new Float64Array(n), g = new Float64Array(n);
  const A = new Float64Array(n), B = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (y[i] > 0) B[i] = C; else A[i] = -C;
  }
  const nothing = C < Infinity ? 1e-14 * C : 0;  // nearer than this to a bound is at the bound
  const state = { K, y, C, n, beta, g, A, B, nothing, steps: 0 };
  if (alpha) startFrom(state, alpha);
  refreshGradient(state);
  return state;
}

/** Clip an earlier α to the box, then give back what breaks Σ y_i α_i = 0, point by point. */
function startFrom({ y, C, n, beta }, alpha) {
  let excess = 0;
  for (let i = 0; i < n; i++) {
    beta[i] = y[i] * Math.min(C, Math.max(0, alpha[i] ?? 0));
    excess += beta[i];
  }
  for (let i = 0; i < n && excess !== 0; i++) {
    if (beta[i] * excess <= 0) continue;
    const part = Math.sign(excess) * Math.min(Math.abs(excess), Math.abs(beta[i]));
    beta[i] -= part;
    excess -= part;
  }
}

function refreshGradient({ K, y, n, beta, g }) {
  g.set(y);
  for (let j = 0; j < n; j++) {
    const b = beta[j];
    if (b === 0) continue;
    for (let i = 0, at = j * n; i < n; i++) g[i] -= b * K[at + i];
  }
}

/** Move the pair that promises most; false when no pair violates the conditions by more than tol. */
export function pairStep(state, tol) {
  const { K, n, beta, g, A, B, nothing } = state;
  let i = -1, high = -Infinity, low = Infinity;
  for (let t = 0; t < n; t++) {
    if (beta[t] < B[t] && g[t] > high) { high = g[t]; i = t; }
    if (beta[t] > A[t] && g[t] < low) low = g[t];
  }
  if (!(high - low > tol)) return false;
  const row = i * n, kii = K[row + i];
  let j = -1, best = -Infinity, curvature = 1;
  for (let t = 0; t < n; t++) {
    const d = high - g[t];
    if (d <= 0 || beta[t] <= A[t]) continue;
    const eta = Math.max(kii + K[t * n + t] - 2 * K[row + t], 1e-12);
    const gain = d * d / eta;
    if (gain > best) { best = gain; j = t; curvature = eta; }
  }
  const step = Math.min((high - g[j]) / curvature, B[i] - beta[i], beta[j] - A[j]);
  beta[i] = snap(beta[i] + step, A[i], B[i], nothing);
  beta[j] = snap(beta[j] - step, A[j], B[j], nothing);
  for (let t = 0, at = j * n; t < n; t++) g[t] -= step * (K[row + t] - K[at + t]);
  state.steps++;
  state.pair = [i, j];
  return true;
}

/**
 * Newton on the free multipliers F, everybody else staying at a bound. With Σ δ = 0 built in by
 * δ_r = -Σ δ_i, r = F[0], the best change solves H δ = g_i - g_r with H_ij = (φ_i - φ_r)·(φ_j - φ_r). Where it
 * leaves the box, walk to the first bound hit, fix what hit it and repeat.
 */
export function newton(state, maxFree = 120) {
  const { n, beta, g, A, B, nothing } = state;
  for (let round = 0; round < 50; round++) {
    const F = [];
    for (let t = 0; t < n; t++) if (beta[t] > A[t] && beta[t] < B[t]) F.push(t);
    if (F.length < 2 || F.length > maxFree) return;
    const delta = newtonDirection(state, F);
    let ascent = 0, step = 1, hit = -1;
    F.forEach((t, k) => {
      ascent += g[t] * delta[k];
      const room = delta[k] > 0 ? B[t] - beta[t] : A[t] - beta[t];
      if (delta[k] !== 0 && room / delta[k] < step) { step = room / delta[k]; hit = k; }
    });
    if (!(ascent > 0)) return;
    F.forEach((t, k) => {
      const bound = delta[k] > 0 ? B[t] : A[t];
      move(state, t, k === hit ? bound : snap(beta[t] + step * delta[k], A[t], B[t], nothing));
    });
    if (hit < 0) return;
  }
}

/** Into the box, and onto a bound that is as good as reached: rounding would leave α = C (1 - 1e-16) free. */
const snap = (value, low, high, nothing) => (value - low <= nothing ? low : high - value <= nothing ? high : value);

/** Set one β and carry the gradient along. */
function move({ K, n, beta, g }, t, target) {
  const change = target - beta[t];
  beta[t] = target;
  for (let q = 0, at = t * n; q < n; q++) g[q] -= change * K[at + q];
}

function newtonDirection({ K, n, g }, F) {
  const [r, ...rest] = F, m = rest.length, L = new Float64Array(m * m);
  const entry = (i, j) => K[i * n + j] - K[i * n + r] - K[r * n + j] + K[r * n + r];
  let top = 0;
  for (const i of rest) top = Math.max(top, entry(i, i));
  const ridge = 1e-12 * top + 1e-300;  // a singular H stays solvable; repeating removes the effect
  for (let i = 0; i < m; i++) {  // Cholesky, L Lᵀ = H + ridge
    for (let j = 0; j <= i; j++) {
      let s = entry(rest[i], rest[j]);
      for (let k = 0; k < j; k++) s -= L[i * m + k] * L[j * m + k];
      L[i * m + j] = i === j ? Math.sqrt(Math.max(s + ridge, ridge)) : s / L[j * m + j];
    }
  }
  const x = solveWith(L, m, rest.map((t) => g[t] - g[r]));
  return [-x.reduce((sum, value) => sum + value, 0), ...x];
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

/** Bias interval, bias, objectives, gap and multipliers at the present β. */
export function certificate(state) {
  const { K, y, C, n, beta, g, A, B } = state;
  let lo = -Infinity, hi = Infinity;
  for (let t = 0; t < n; t++) {
    if (beta[t] < B[t] && g[t] > lo) lo = g[t];
    if (beta[t] > A[t] && g[t] < hi) hi = g[t];
  }
  const b = !Number.isFinite(lo) ? hi : !Number.isFinite(hi) ? lo : (lo + hi) / 2;
  let quadratic = 0, linear = 0, slack = 0, noise = 0;
  for (let t = 0; t < n; t++) noise = Math.max(noise, K[t * n + t]);
  noise = 1e-15 * (1 + noise * beta.reduce((sum, v) => sum + Math.abs(v), 0));  // slack that rounding alone can make
  const alpha = new Float64Array(n), f = new Float64Array(n);
  for (let t = 0; t < n; t++) {
    f[t] = y[t] - g[t] + b;
    quadratic += beta[t] * (y[t] - g[t]);
    alpha[t] = Math.abs(beta[t]);
    linear += alpha[t];
    const xi = y[t] * (g[t] - b);  // 1 - y f
    if (xi > noise) slack += xi;
  }
  const primal = quadratic / 2 + (slack > 0 ? C * slack : 0), dual = linear - quadratic / 2;
  return {
    alpha, f, b, interval: [lo, hi], violation: Math.max(0, lo - hi), primal, dual, slack,
    gap: Math.max(0, primal - dual) / Math.max(primal, 1e-300), norm: Math.sqrt(Math.max(quadratic, 0)),
    steps: state.steps,
  };
}

/**
 * Solve until the certified gap is at most `gap` or until `deadline` (performance.now() time).
 * Call again with the same state to go on; `done` tells whether that is needed. A dual above `limit` ends
 * it too: the sign that a problem without bound on α has no solution.
 */
export function solve(state, { gap = 1e-10, deadline = Infinity, limit = Infinity } = {}) {
  const every = Math.max(50, Math.min(400, state.n));
  let tol = 1e-4, best = Infinity, stalls = 0;
  for (;;) {
    let moved = 0;
    while (moved < every && pairStep(state, tol)) moved++;
    newton(state);
    const late = performance.now() > deadline;
    if (moved === every && !late && limit === Infinity) continue;
    const answer = certificate(state);
    if (answer.gap <= gap || answer.dual > limit) return { ...answer, done: true };
    if (late) return { ...answer, done: false };
    if (answer.violation > tol) continue;
    stalls = answer.gap > 0.5 * best ? stalls + 1 : 0;
    best = Math.min(best, answer.gap);
    if (stalls > 3) return { ...answer, done: true };
    tol *= 0.1;
  }
}
