// Kernels of points in the plane. X is flat: X[2i], X[2i + 1] are the coordinates of point i.
// A kernel is {name, sigma?, degree?, length?}; the formulas are those of svmlib.kernels.

/** Their names, and what a reader calls them. */
export const KERNELS = [
  ["linear", "linear"],
  ["polynomial", "polynomial"],
  ["rbf", "Gaussian (RBF)"],
  ["ornstein-uhlenbeck", "Ornstein–Uhlenbeck"],
];

/**
 * k(a, b) as a function of the dot product and the squared distance of two points.
 * @param {Kernel} kernel
 * @returns {(dot: number, squared: number) => number}
 */
export function kernelFunction({ name, sigma = 1, degree = 3, length = 1 }) {
  switch (name) {
    case "linear":
      return (dot) => dot;
    case "polynomial":
      return (dot) => (dot + 1) ** degree;
    case "rbf":
      return (_, squared) => Math.exp(-squared / (2 * sigma * sigma));
    case "ornstein-uhlenbeck":
      return (_, squared) => Math.exp(-Math.sqrt(squared) / length);
    default:
      throw new Error(
        `kernel must be one of ${KERNELS.map(([own]) => own).join(", ")}, not ${name}`,
      );
  }
}

/**
 * Kernel of point i with points 0 … n-1, written into row and column i of the Gram matrix K.
 * @param {Float64Array} K @param {Kernel} kernel @param {Numbers} X @param {number} i
 */
export function updateGram(K, kernel, X, i) {
  const n = X.length / 2;
  const k = kernelFunction(kernel);
  const a = X[2 * i];
  const b = X[2 * i + 1];
  for (let j = 0; j < n; j++) {
    const u = X[2 * j];
    const v = X[2 * j + 1];
    const du = a - u;
    const dv = b - v;
    K[i * n + j] = K[j * n + i] = k(a * u + b * v, du * du + dv * dv);
  }
}

/**
 * Gram matrix, flat and row by row: K[i n + j] = k(x_i, x_j).
 * @param {Kernel} kernel @param {Numbers} X
 */
export function gram(kernel, X) {
  const n = X.length / 2;
  const K = new Float64Array(n * n);
  const k = kernelFunction(kernel);
  for (let i = 0; i < n; i++) {
    const a = X[2 * i];
    const b = X[2 * i + 1];
    for (let j = 0; j <= i; j++) {
      const u = X[2 * j];
      const v = X[2 * j + 1];
      const du = a - u;
      const dv = b - v;
      K[i * n + j] = K[j * n + i] = k(a * u + b * v, du * du + dv * dv);
    }
  }
  return K;
}
