// The score over a rectangle, and its level lines.
import { kernelFunction } from "./kernels.js";

/**
 * f(x) = b + Σ coefficient_k k(x_k, x) on the centres of a width × height grid over box = [x0, x1,
 * y0, y1], row 0 on top. The RBF factorises over the two coordinates: width + height exponentials a
 * point. A polynomial kernel makes f a polynomial of the two coordinates, whatever the number of
 * centres.
 * @param {Kernel} kernel @param {Numbers} centres @param {Numbers} coefficients @param {number} b
 * @param {number[]} box
 * @param {number} width @param {number} height
 */
export function surface(kernel, centres, coefficients, b, box, width, height) {
  const [x0, x1, y0, y1] = box;
  const f = new Float64Array(width * height).fill(b);
  const xs = Float64Array.from({ length: width }, (_, i) => x0 + ((i + 0.5) * (x1 - x0)) / width);
  const ys = Float64Array.from({ length: height }, (_, j) => y1 - ((j + 0.5) * (y1 - y0)) / height);
  if (kernel.name === "linear") return linearSurface(f, xs, ys, centres, coefficients);
  if (kernel.name === "rbf") return rbfSurface(f, xs, ys, centres, coefficients, kernel.sigma ?? 1);
  if (kernel.name === "polynomial")
    return polynomialSurface(f, xs, ys, centres, coefficients, kernel.degree ?? 3);
  const k = kernelFunction(kernel);
  const m = coefficients.length;
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      let s = 0;
      for (let q = 0; q < m; q++) {
        const u = centres[2 * q];
        const v = centres[2 * q + 1];
        const du = xs[i] - u;
        const dv = ys[j] - v;
        s += coefficients[q] * k(xs[i] * u + ys[j] * v, du * du + dv * dv);
      }
      f[j * width + i] += s;
    }
  }
  return f;
}

/**
 * @param {Float64Array} f @param {Numbers} xs @param {Numbers} ys @param {Numbers} centres @param
 * {Numbers} coefficients
 */
function linearSurface(f, xs, ys, centres, coefficients) {
  let w0 = 0;
  let w1 = 0;
  for (let q = 0; q < coefficients.length; q++) {
    w0 += coefficients[q] * centres[2 * q];
    w1 += coefficients[q] * centres[2 * q + 1];
  }
  for (let j = 0, at = 0; j < ys.length; j++) {
    for (let i = 0; i < xs.length; i++, at++) f[at] += w0 * xs[i] + w1 * ys[j];
  }
  return f;
}

/**
 * (x u + y v + 1)^d = Σ d! / (p! q! (d-p-q)!) (x u)^p (y v)^q over p + q ≤ d.
 * @param {Float64Array} f @param {Numbers} xs @param {Numbers} ys @param {Numbers} centres @param
 * {Numbers} coefficients
 * @param {number} d
 */
function polynomialSurface(f, xs, ys, centres, coefficients, d) {
  const factorial = [1];
  for (let k = 1; k <= d; k++) factorial.push(k * factorial[k - 1]);
  /** @type {number[][]} */
  const powers = []; // [p][q]: coefficient of x^p y^q
  for (let p = 0; p <= d; p++) {
    powers.push([]);
    for (let q = 0; p + q <= d; q++) {
      let sum = 0;
      for (let k = 0; k < coefficients.length; k++)
        sum += coefficients[k] * centres[2 * k] ** p * centres[2 * k + 1] ** q;
      powers[p].push((sum * factorial[d]) / (factorial[p] * factorial[q] * factorial[d - p - q]));
    }
  }
  const value = (/** @type {number[]} */ row, /** @type {number} */ x) =>
    row.reduceRight((sum, c) => sum * x + c, 0);
  for (let j = 0, at = 0; j < ys.length; j++) {
    const inX = powers.map((row) => value(row, ys[j]));
    for (let i = 0; i < xs.length; i++, at++) f[at] += value(inX, xs[i]);
  }
  return f;
}

/**
 * @param {Float64Array} f @param {Numbers} xs @param {Numbers} ys @param {Numbers} centres @param
 * {Numbers} coefficients
 * @param {number} sigma
 */
function rbfSurface(f, xs, ys, centres, coefficients, sigma) {
  const rate = -1 / (2 * sigma * sigma);
  const across = new Float64Array(xs.length);
  for (let q = 0; q < coefficients.length; q++) {
    for (let i = 0; i < xs.length; i++) across[i] = Math.exp(rate * (xs[i] - centres[2 * q]) ** 2);
    for (let j = 0; j < ys.length; j++) {
      const down = coefficients[q] * Math.exp(rate * (ys[j] - centres[2 * q + 1]) ** 2);
      if (down === 0) continue;
      for (let i = 0, at = j * xs.length; i < xs.length; i++, at++) f[at] += down * across[i];
    }
  }
  return f;
}

/**
 * The lines where f = level, as polylines of grid coordinates (i, j of cell centres), chained so
 * that dashes run through. Marching squares; a saddle is resolved by the mean of its four corners.
 * @param {Numbers} f @param {number} width @param {number} height @param {number} level
 */
export function contours(f, width, height, level) {
  /** @type {number[][]} */
  const segments = []; // pairs of edge keys
  const points = new Map();
  /** @type {(key: number, i: number, j: number, di: number, dj: number) => number} */
  const crossing = (key, i, j, di, dj) => {
    if (!points.has(key)) {
      const a = f[j * width + i] - level;
      const c = f[(j + dj) * width + i + di] - level;
      const t = a / (a - c);
      points.set(key, [i + t * di, j + t * dj]);
    }
    return key;
  };
  // every edge has one key: two a grid point, to the right and down
  /** @type {(i: number, j: number) => number} */
  const right = (i, j) => crossing(2 * (j * width + i), i, j, 1, 0);
  /** @type {(i: number, j: number) => number} */
  const down = (i, j) => crossing(2 * (j * width + i) + 1, i, j, 0, 1);
  for (let j = 0; j < height - 1; j++) {
    for (let i = 0; i < width - 1; i++) {
      const at = j * width + i;
      const a = f[at] > level;
      const b = f[at + 1] > level;
      const c = f[at + width + 1] > level;
      const d = f[at + width] > level;
      if (a === b && b === c && c === d) continue;
      const edges = [];
      if (a !== b) edges.push(right(i, j));
      if (b !== c) edges.push(down(i + 1, j));
      if (c !== d) edges.push(right(i, j + 1));
      if (d !== a) edges.push(down(i, j));
      if (edges.length === 2) segments.push(edges);
      else {
        const [top, east, bottom, west] = edges;
        const middle = (f[at] + f[at + 1] + f[at + width] + f[at + width + 1]) / 4 > level;
        if (middle === a) segments.push([top, east], [bottom, west]);
        else segments.push([top, west], [bottom, east]);
      }
    }
  }
  return chain(segments).map((keys) => keys.map((key) => points.get(key)));
}

/**
 * Join segments that share an end into the longest possible lines.
 * @param {number[][]} segments
 */
function chain(segments) {
  /** @type {Map<number, number[][]>} */
  const at = new Map();
  for (const segment of segments)
    for (const end of segment) at.set(end, [...(at.get(end) ?? []), segment]);
  const used = new Set();
  const lines = [];
  /** @param {number[]} line @param {number} end */
  const walk = (line, end) => {
    for (;;) {
      const next = at.get(end)?.find((segment) => !used.has(segment));
      if (!next) return line;
      used.add(next);
      end = next[0] === end ? next[1] : next[0];
      line.push(end);
    }
  };
  for (const segment of segments) {
    if (used.has(segment)) continue;
    used.add(segment);
    const forward = walk([segment[0], segment[1]], segment[1]);
    lines.push(walk(forward.reverse(), segment[0]));
  }
  return lines;
}

/**
 * From places of a width × height grid over box to data coordinates.
 * @param {number[]} box @param {number} width @param {number} height
 * @returns {(place: number[]) => number[]}
 */
export const onGrid =
  ([x0, x1, y0, y1], width, height) =>
  ([i, j]) => [x0 + ((i + 0.5) / width) * (x1 - x0), y1 - ((j + 0.5) / height) * (y1 - y0)];

/**
 * w1 (x1 - u) + w2 (x2 - v) + b on the centres of such a grid, row 0 on top.
 * @param {number[]} weights w1, w2, b @param {number[]} middle u, v @param {number[]} box @param
 * {number} width @param {number} height
 */
export function plane([w1, w2, b], [u, v], [x0, x1, y0, y1], width, height) {
  const f = new Float64Array(width * height);
  for (let j = 0, at = 0; j < height; j++) {
    const row = w2 * (y1 - ((j + 0.5) * (y1 - y0)) / height - v) + b;
    for (let i = 0; i < width; i++, at++)
      f[at] = row + w1 * (x0 + ((i + 0.5) * (x1 - x0)) / width - u);
  }
  return f;
}

/**
 * Scores of an answer of Machine on such a grid; exactly flat where w is 0.
 * @param {import("./machine.js").Answer} answer @param {number[]} box @param {number} width @param
 * {number} height
 */
export function scoresOver({ kernel, X, y, alpha, b, w, about, level, zero }, box, width, height) {
  if (zero) return new Float64Array(width * height).fill(b);
  if (w && about) return plane([w[0], w[1], level], about, box, width, height);
  const support = [...alpha.keys()].filter((i) => alpha[i] > 0);
  return surface(
    kernel,
    support.flatMap((i) => [X[2 * i], X[2 * i + 1]]),
    support.map((i) => alpha[i] * y[i]),
    b,
    box,
    width,
    height,
  );
}
