// A machine on the Nyström features of a few landmarks, and how far it is, at most, from the best
// machine of the exact Gaussian kernel (lecture 14).
//
//   z(x) = L⁻¹ k_m(x),  L Lᵀ = K_mm:  z(x)·z(x') = k_m(x)ᵀ K_mm⁻¹ k_m(x')
//   P(w, b) - P* ≤ its own gap + ½ βᵀ(K - Z Zᵀ)β
import { gram, kernelFunction } from "./kernels.js";
import { Machine } from "./machine.js";
import { surface } from "./surface.js";

const SEEN = 1e-8; // ‖r‖² at which a landmark is one of those before, but for rounding

/** The features of the landmarks as functions of a place; those that add nothing are left out. */
export class Span {
  /** @param {Point[]} landmarks @param {number} sigma */
  constructor(landmarks, sigma) {
    this.k = kernelFunction({ name: "rbf", sigma });
    /** @type {Point[]} */
    this.used = [];
    /** @type {Float64Array[]} the rows of L */
    this.L = [];
    for (const place of landmarks) {
      const row = this.at(place[0], place[1]);
      const left = 1 - squareOf(row);
      if (left <= SEEN) continue;
      this.used.push(place);
      this.L.push(Float64Array.from([...row, Math.sqrt(left)]));
    }
  }

  /** z(x). */
  at(x1, x2) {
    const { L, k, used } = this;
    const z = new Float64Array(used.length);
    for (let i = 0; i < z.length; i++) {
      const row = L[i];
      let value = k(0, (x1 - used[i][0]) ** 2 + (x2 - used[i][1]) ** 2);
      for (let j = 0; j < i; j++) value -= row[j] * z[j];
      z[i] = value / row[i];
    }
    return z;
  }

  /** ‖r(x)‖², what they leave over of a place: 1 - ‖z(x)‖². */
  leftOver(x1, x2) {
    return Math.max(0, 1 - squareOf(this.at(x1, x2)));
  }

  /** The features of points x1, x2, one after the other. */
  features(X) {
    const r = this.used.length;
    const phi = new Float64Array((X.length / 2) * r);
    for (let i = 0; 2 * i < X.length; i++) phi.set(this.at(X[2 * i], X[2 * i + 1]), i * r);
    return { phi, r, kinds: null };
  }

  /** c with Σ c_j k(l_j, x) = w·z(x): Lᵀ c = w. */
  coefficients(w) {
    const c = w.slice();
    for (let i = c.length - 1; i >= 0; i--) {
      for (let j = i + 1; j < c.length; j++) c[i] -= this.L[j][i] * c[j];
      c[i] /= this.L[i][i];
    }
    return c;
  }
}

const squareOf = (z) => z.reduce((sum, v) => sum + v * v, 0);

/**
 * What is known of a machine on landmarks: all of its Answer; `missed`, ½ βᵀ(K - Z Zᵀ)β; `share`,
 * the gap and what was missed as a part of the objective, at most 1; `span`. f is `b` and the sum
 * of `coefficients` times the kernel with `span.used`.
 * @typedef {import("./machine.js").Answer & { missed: number, share: number, span: Span,
 *   coefficients: Float64Array }} Approximation
 */

/** The machine on landmarks, solved in slices like every machine. */
export class LandmarkMachine {
  constructor() {
    this.machine = new Machine();
    /** @type {any} the Gram matrix of the points, and of what it is */
    this.gram = { of: "", K: new Float64Array(0) };
    /** @type {Span} */
    this.span = new Span([], 1);
    /** @type {{ of: any, answer: Approximation | null }} what is known, and of which answer */
    this.known = { of: null, answer: null };
  }

  /** @param {Point[]} points @param {{ landmarks: Point[], sigma: number, C: number }} how */
  pose(points, { landmarks, sigma, C }) {
    const span = (this.span = new Span(landmarks, sigma));
    const features = (X) => span.features(X);
    this.machine.pose(points, { kernel: { name: "landmarks", sigma, landmarks, features }, C });
    const of = `${sigma} ${points}`;
    if (of === this.gram.of) return;
    const X = points.flatMap(([a, b]) => [a, b]);
    this.gram = { of, K: gram({ name: "rbf", sigma }, X) };
  }

  /** @param {number} [milliseconds] @returns {Approximation} */
  advance(milliseconds) {
    const of = this.machine.advance(milliseconds);
    if (this.known.of !== of) this.known = { of, answer: this.judged(of) };
    return /** @type {Approximation} */ (this.known.answer);
  }

  /** @returns {Approximation} */
  judged(answer) {
    const { X, y, alpha, primal } = answer;
    const { span } = this;
    const { K } = this.gram;
    const n = y.length;
    const { phi, r } = span.features(X);
    const w = new Float64Array(r);
    let whole = 0;
    for (let i = 0; i < n; i++) {
      if (!alpha[i]) continue;
      const beta = alpha[i] * y[i];
      for (let k = 0; k < r; k++) w[k] += beta * phi[i * r + k];
      for (let j = 0; j < n; j++) whole += beta * alpha[j] * y[j] * K[i * n + j];
    }
    const missed = Math.max(0, (whole - squareOf(w)) / 2);
    const proved = Math.max(0, answer.gap) + missed;
    const share = Math.min(1, proved / Math.max(primal, 1e-300)); // no objective is below 0
    return { ...answer, missed, share, span, coefficients: span.coefficients(w) };
  }
}

/** f of its machine over a rectangle, as `surface` gives it. @param {Approximation} answer */
export function scoresOfLandmarks({ b, coefficients, kernel, span }, box, width, height) {
  const centres = span.used.flatMap(([x, y]) => [x, y]);
  const gaussian = { name: "rbf", sigma: kernel.sigma };
  return surface(gaussian, centres, coefficients, b, box, width, height);
}
