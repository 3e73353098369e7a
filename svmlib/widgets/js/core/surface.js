// The score over a rectangle, and its level lines.
import { kernelBetween } from "./kernels.js";

const axesOf = (/** @type {number[]} */ [x0, x1, y0, y1], width, height) => [
  Float64Array.from({ length: width }, (_, i) => x0 + ((i + 0.5) * (x1 - x0)) / width),
  Float64Array.from({ length: height }, (_, j) => y1 - ((j + 0.5) * (y1 - y0)) / height),
];

/**
 * A function on the centres of a width × height grid over box = [x0, x1, y0, y1], row 0 on top.
 * @param {number[]} box @param {number} width @param {number} height
 * @param {(y: number) => (x: number) => number} of
 */
export function overGrid(box, width, height, of) {
  const values = new Float64Array(width * height);
  const [xs, ys] = axesOf(box, width, height);
  for (let j = 0, at = 0; j < height; j++) {
    const inRow = of(ys[j]);
    for (let i = 0; i < width; i++, at++) values[at] = inRow(xs[i]);
  }
  return values;
}

/**
 * f(x) = b + Σ coefficient_k k(x_k, x) on such a grid. The RBF factorises over the two coordinates:
 * width + height exponentials a point.
 * @param {Kernel} kernel @param {Numbers} centres @param {Numbers} coefficients @param {number} b
 * @param {number[]} box
 * @param {number} width @param {number} height
 */
export function surface(kernel, centres, coefficients, b, box, width, height) {
  if (kernel.name !== "rbf") {
    const k = kernelBetween(kernel);
    return overGrid(box, width, height, (y) => (x) => {
      let f = b;
      for (let q = 0; q < coefficients.length; q++)
        f += coefficients[q] * k(x, y, centres[2 * q], centres[2 * q + 1]);
      return f;
    });
  }
  const f = new Float64Array(width * height).fill(b);
  const [xs, ys] = axesOf(box, width, height);
  const rate = -1 / (2 * (kernel.sigma ?? 1) ** 2);
  const across = new Float64Array(width);
  for (let q = 0; q < coefficients.length; q++) {
    for (let i = 0; i < width; i++) across[i] = Math.exp(rate * (xs[i] - centres[2 * q]) ** 2);
    for (let j = 0; j < height; j++) {
      const down = coefficients[q] * Math.exp(rate * (ys[j] - centres[2 * q + 1]) ** 2);
      if (down === 0) continue;
      for (let i = 0, at = j * width; i < width; i++, at++) f[at] += down * across[i];
    }
  }
  return f;
}

/** Σ c x^p y^q over [p, q, c]. */
function polynomialSurface(terms, box, width, height) {
  const degree = Math.max(...terms.map(([p]) => p));
  return overGrid(box, width, height, (y) => {
    const powers = new Float64Array(degree + 1);
    for (const [p, q, c] of terms) powers[p] += c * y ** q;
    return (x) => powers.reduceRight((sum, c) => sum * x + c, 0);
  });
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
 * The lines f = level of such a grid in data coordinates.
 * @param {Numbers} f @param {number[]} box @param {number} width @param {number} height
 * @param {number} level
 */
export function levelLines(f, box, width, height, level) {
  const place = onGrid(box, width, height);
  return contours(f, width, height, level).map((line) => line.map(place));
}

/**
 * w1 (x1 - u) + w2 (x2 - v) + b on such a grid.
 * @param {number[]} weights w1, w2, b @param {number[]} middle u, v @param {number[]} box @param
 * {number} width @param {number} height
 */
export const plane = ([w1, w2, b], [u, v], box, width, height) =>
  overGrid(box, width, height, (y) => {
    const row = w2 * (y - v) + b;
    return (x) => row + w1 * (x - u);
  });

/**
 * Scores of an answer of Machine on such a grid; exactly flat where w is 0.
 * @param {import("./machine.js").Answer} answer @param {number[]} box @param {number} width @param
 * {number} height
 */
export function scoresOver(answer, box, width, height) {
  const { kernel, X, y, alpha, b, w, about, level, terms, zero } = answer;
  if (zero) return new Float64Array(width * height).fill(b);
  if (w && about) return plane([w[0], w[1], level], about, box, width, height);
  if (terms) return polynomialSurface(terms, box, width, height);
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
