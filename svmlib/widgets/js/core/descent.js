// Subgradient descent on P(w) = λ/2 ‖w‖² + mean hinge in the plane, without a bias: two unknowns, so that all
// of it can be drawn. The optimum comes from the dual, one multiplier at a time, with its certificate.

/** Small seeded generator of numbers in [0, 1) (mulberry32): the same path for everybody. */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function objective([w1, w2], points, lam) {
  let hinge = 0;
  for (const [x1, x2, y] of points) hinge += Math.max(0, 1 - y * (w1 * x1 + w2 * x2));
  return lam / 2 * (w1 * w1 + w2 * w2) + hinge / points.length;
}

export const SCHEDULES = {
  constant: { text: "constant η", step: (eta) => eta },
  root: { text: "η / √t", step: (eta, t) => eta / Math.sqrt(t) },
  inverse: { text: "1 / (λ t)", step: (_, t, lam) => 1 / (lam * t) },
};

/** The iterates w_0, …, w_steps: each uses the hinges of `batch` points drawn at random, or of all. */
export function descend({ points, lam, schedule, eta, batch, start, steps, seed = 1 }) {
  const random = generator(seed), n = points.length, path = [[...start]];
  for (let t = 1; t <= steps; t++) {
    const [w1, w2] = path[t - 1], g = [lam * w1, lam * w2];
    const size = Math.min(batch, n);
    for (let k = 0; k < size; k++) {
      const [x1, x2, y] = points[size === n ? k : Math.floor(random() * n)];
      if (y * (w1 * x1 + w2 * x2) < 1) { g[0] -= y * x1 / size; g[1] -= y * x2 / size; }
    }
    const step = SCHEDULES[schedule].step(eta, t, lam);
    path.push([w1 - step * g[0], w2 - step * g[1]]);
  }
  return path;
}

/**
 * The optimum: maximise Σ α_i - ½ ‖Σ α_i y_i x_i‖² over 0 ≤ α_i ≤ C = 1/(λ n), coordinate by coordinate, until
 * the gap is nothing; then P = λ (dual of the sum form). Returns { w, value, gap }.
 */
export function optimum(points, lam, tolerance = 1e-12) {
  const n = points.length, C = 1 / (lam * n), alpha = new Float64Array(n), w = [0, 0];
  let dual = 0, value = Infinity;
  for (let epoch = 0; epoch < 20000; epoch++) {
    for (let i = 0; i < n; i++) {
      const [x1, x2, y] = points[i], q = x1 * x1 + x2 * x2;
      if (q === 0) { alpha[i] = C; continue; }
      const next = Math.min(C, Math.max(0, alpha[i] + (1 - y * (w[0] * x1 + w[1] * x2)) / q)), change = next - alpha[i];
      alpha[i] = next;
      w[0] += change * y * x1;
      w[1] += change * y * x2;
    }
    if (epoch % 10) continue;
    dual = lam * (alpha.reduce((sum, a) => sum + a, 0) - (w[0] * w[0] + w[1] * w[1]) / 2);
    value = objective(w, points, lam);
    if (value - dual <= tolerance * Math.max(1, value)) break;
  }
  return { w, value, gap: value - dual };
}
