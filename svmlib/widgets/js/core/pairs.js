// A dual problem, climbed by pairs of multipliers (SMO, second order) as in svmlib.engine.
//
//   maximise  p·β - ½ βᵀKβ   subject to a given Σ β and  A_i ≤ β_i ≤ B_i;
//   soft margin: p = y, β_i = y_i α_i, Σ β = 0
//
// with gradient g = p - Kβ. Optimal: one bias b has g_i ≤ b wherever β_i may grow and g_j ≥ b
// wherever β_j may shrink. A step keeps Σ β.

/** A problem with its present β, which is feasible. */
export function problem(K, p, A, B, beta) {
  const n = p.length;
  const widest = B.reduce((most, v, i) => Math.max(most, v - A[i]), 0);
  // nearer than this to a bound is at the bound
  const nothing = widest < Infinity ? 1e-14 * widest : 0;
  const state = { K, p, n, beta: beta.slice(), g: new Float64Array(n), A, B, nothing, steps: 0 };
  refreshGradient(state);
  return state;
}

function refreshGradient({ K, p, n, beta, g }) {
  g.set(p);
  for (let j = 0; j < n; j++) {
    const b = beta[j];
    if (b === 0) continue;
    for (let i = 0, at = j * n; i < n; i++) g[i] -= b * K[at + i];
  }
}

/**
 * Move the pair that promises most; false when no pair violates the conditions by more than tol.
 */
export function pairStep(state, tol) {
  const { K, n, beta, g, A, B, nothing } = state;
  let i = -1;
  let high = -Infinity;
  let low = Infinity;
  for (let t = 0; t < n; t++) {
    if (beta[t] < B[t] && g[t] > high) {
      high = g[t];
      i = t;
    }
    if (beta[t] > A[t] && g[t] < low) low = g[t];
  }
  if (!(high - low > tol)) return false;
  const row = i * n;
  const kii = K[row + i];
  let j = -1;
  let best = -Infinity;
  let curvature = 1;
  for (let t = 0; t < n; t++) {
    const d = high - g[t];
    if (d <= 0 || beta[t] <= A[t]) continue;
    const eta = Math.max(kii + K[t * n + t] - 2 * K[row + t], 1e-12);
    const gain = (d * d) / eta;
    if (gain > best) {
      best = gain;
      j = t;
      curvature = eta;
    }
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
 * Into the box, and onto a bound that is as good as reached: rounding would leave α = C (1 - 1e-16)
 * free.
 */
const snap = (value, low, high, nothing) =>
  value - low <= nothing ? low : high - value <= nothing ? high : value;
