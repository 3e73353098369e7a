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

/** The same of two points by their coordinates. @param {Kernel} kernel */
export function kernelBetween(kernel) {
  const k = kernelFunction(kernel);
  return (a, b, u, v) => {
    const du = a - u;
    const dv = b - v;
    return k(a * u + b * v, du * du + dv * dv);
  };
}

/**
 * Kernel of point i with points 0 … end - 1, written into row and column i of the Gram matrix K.
 * @param {Float64Array} K @param {Kernel} kernel @param {Numbers} X @param {number} i
 */
export function updateGram(K, kernel, X, i, end = X.length / 2) {
  const n = X.length / 2;
  const k = kernelBetween(kernel);
  for (let j = 0; j < end; j++)
    K[i * n + j] = K[j * n + i] = k(X[2 * i], X[2 * i + 1], X[2 * j], X[2 * j + 1]);
}

/**
 * Gram matrix, flat and row by row: K[i n + j] = k(x_i, x_j).
 * @param {Kernel} kernel @param {Numbers} X
 */
export function gram(kernel, X) {
  const n = X.length / 2;
  const K = new Float64Array(n * n);
  for (let i = 0; i < n; i++) updateGram(K, kernel, X, i, i + 1);
  return K;
}
