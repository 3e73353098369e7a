// Subgradient descent on P(w) = λ/2 ‖w‖² + mean hinge in the plane, without a bias: two unknowns,
// so that all of it can be drawn. The optimum comes from the dual, one multiplier at a time, with
// its certificate.

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

/**
 * @param {number[]} w
 * @param {Point[]} points
 * @param {number} lam
 */
export function objective([w1, w2], points, lam) {
  let hinge = 0;
  for (const [x1, x2, y] of points) hinge += Math.max(0, 1 - y * (w1 * x1 + w2 * x2));
  return (lam / 2) * (w1 * w1 + w2 * w2) + hinge / points.length;
}

export const SCHEDULES = {
  constant: { text: "constant η", step: (eta) => eta },
  root: { text: "η / √t", step: (eta, t) => eta / Math.sqrt(t) },
  inverse: { text: "1 / (λ t)", step: (_, t, lam) => 1 / (lam * t) },
};

const TOO_FAR = 1e6; // a walk that is that far from 0 does not come back

/**
 * A walk that goes on where it stopped: w_0, w_1, … and P there. Each step uses the hinges of
 * `batch` random points, or of all.
 */
export class Walk {
  /**
   * @param {{ points: Point[], lam: number, schedule: string, eta: number, batch: number, start:
   * number[], seed?: number }} settings
   */
  constructor({ points, lam, schedule, eta, batch, start, seed = 1 }) {
    this.points = points;
    this.lam = lam;
    this.rate = (t) => SCHEDULES[schedule].step(eta, t, lam);
    this.random = generator(seed);
    this.size = Math.min(batch, points.length);
    this.path = [[...start]];
    this.values = [objective(start, points, lam)];
    this.lost = false;
  }

  /** Make the steps that are missing up to this one, if the walk does not run away before. */
  to(steps) {
    while (this.path.length <= steps && !this.lost) this.step();
    return this;
  }

  step() {
    const { points, lam, size } = this;
    const n = points.length;
    const t = this.path.length;
    const [w1, w2] = this.path[t - 1];
    const g = [lam * w1, lam * w2];
    for (let k = 0; k < size; k++) {
      const [x1, x2, y] = points[size === n ? k : Math.floor(this.random() * n)];
      if (y * (w1 * x1 + w2 * x2) < 1) {
        g[0] -= (y * x1) / size;
        g[1] -= (y * x2) / size;
      }
    }
    const step = this.rate(t);
    const w = [w1 - step * g[0], w2 - step * g[1]];
    this.path.push(w);
    this.values.push(objective(w, points, lam));
    this.lost = !(Math.hypot(...w) < TOO_FAR);
  }
}

/**
 * The optimum: maximise Σ α_i - ½ ‖Σ α_i y_i x_i‖² over 0 ≤ α_i ≤ C = 1/(λ n), coordinate by
 * coordinate, until the gap is nothing; then P = λ (dual of the sum form). P* lies between `value`
 * - `gap` and `value`, the best P that was met, but for rounding; `floor` is what no P - P* can be
 * told from.
 */
export function optimum(points, lam, tolerance = 1e-13) {
  const n = points.length;
  const C = 1 / (lam * n);
  const alpha = new Float64Array(n);
  const w = [0, 0];
  const best = { w: [0, 0], value: Infinity, dual: -Infinity };
  for (let epoch = 0; epoch < 20000; epoch++) {
    for (let i = 0; i < n; i++) {
      const [x1, x2, y] = points[i];
      const q = x1 * x1 + x2 * x2;
      if (q === 0) {
        alpha[i] = C;
        continue;
      }
      const next = Math.min(C, Math.max(0, alpha[i] + (1 - y * (w[0] * x1 + w[1] * x2)) / q));
      const change = next - alpha[i];
      alpha[i] = next;
      w[0] += change * y * x1;
      w[1] += change * y * x2;
    }
    if (epoch % 10) continue;
    // w has collected the rounding of all these steps: back to its definition
    w.fill(0);
    points.forEach(([x1, x2, y], i) => {
      w[0] += alpha[i] * y * x1;
      w[1] += alpha[i] * y * x2;
    });
    const value = objective(w, points, lam);
    if (value < best.value) {
      best.value = value;
      best.w = [...w];
    }
    best.dual = Math.max(
      best.dual,
      lam * (alpha.reduce((sum, a) => sum + a, 0) - (w[0] * w[0] + w[1] * w[1]) / 2),
    );
    if (best.value - best.dual <= tolerance * Math.max(1, best.value)) break;
  }
  const gap = best.value - best.dual;
  return {
    w: best.w,
    value: best.value,
    gap,
    floor: Math.abs(gap) + 1e-15 * Math.max(1, best.value),
  };
}
