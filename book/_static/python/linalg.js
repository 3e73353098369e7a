/** numpy.linalg: elimination, QL steps for eigenvalues, Jacobi's rotations for singular values. */

import { NotHere, Scalar, Tuple, error, plain } from "./values.js";
import { asArray, binary, copy, empty, flat, matmul, numeric, reduce, reshape } from "./arrays.js";
import { transpose, vector } from "./arrays.js";
import { builtin } from "./functions.js";

const EPSILON = 2 ** -52;
export const linalg = {};
const def = (name, signature, f) => (linalg[name] = builtin(`np.linalg.${name}`, signature, f));

/** A matrix of floats: stacks of matrices are not here. */
function matrix(value, name) {
  const array = numeric(numeric(value, name), name, "f");
  if (array.shape.length > 2) throw new NotHere(`np.linalg.${name} of more than two axes`);
  if (!flat(array).every(Number.isFinite)) throw new NotHere(`np.linalg.${name} of nan or inf`);
  return array;
}

function square(value) {
  const array = matrix(value, "solve");
  if (array.shape.length < 2) {
    throw new NotHere("np.linalg of fewer than two axes");
  }
  if (array.shape[0] !== array.shape[1]) {
    throw error("LinAlgError", "Last 2 dimensions of the array must be square");
  }
  return copy(array);
}

/** Solves a X = b in place; returns the determinant. */
function eliminate(a, n, b, columns) {
  let determinant = 1;
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) {
      if (Math.abs(a[i * n + k]) > Math.abs(a[best * n + k])) best = i;
    }
    if (a[best * n + k] === 0) return 0;
    if (best !== k) {
      determinant = -determinant;
      for (let j = 0; j < n; j++) [a[k * n + j], a[best * n + j]] = [a[best * n + j], a[k * n + j]];
      for (let j = 0; j < columns; j++) {
        [b[k * columns + j], b[best * columns + j]] = [b[best * columns + j], b[k * columns + j]];
      }
    }
    determinant *= a[k * n + k];
    for (let i = k + 1; i < n; i++) {
      const factor = a[i * n + k] / a[k * n + k];
      if (!factor) continue;
      for (let j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      for (let j = 0; j < columns; j++) b[i * columns + j] -= factor * b[k * columns + j];
    }
  }
  for (let j = 0; j < columns; j++) {
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i * columns + j];
      for (let k = i + 1; k < n; k++) sum -= a[i * n + k] * b[k * columns + j];
      b[i * columns + j] = sum / a[i * n + i];
    }
  }
  return determinant;
}

def("solve", "a, b", (left, right) => {
  const a = square(left);
  const b = copy(numeric(right, "solve", "f"));
  const n = a.shape[0];
  if (b.shape[0] !== n) {
    const text =
      "solve: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature " +
      `(m,m),(m,n)->(m,n) (size ${b.shape[0]} is different from ${n})`;
    throw error("ValueError", text);
  }
  if (!eliminate(a.data, n, b.data, b.size / n)) throw error("LinAlgError", "Singular matrix");
  return b;
});
const unit = (n) => {
  const made = empty([n, n], "f");
  for (let i = 0; i < n; i++) made.data[i * n + i] = 1;
  return made;
};
def("inv", "a", (a) => linalg.solve([a, unit(square(a).shape[0])]));
def("det", "a", (value) => {
  const a = square(value);
  const n = a.shape[0];
  const sign = Math.sign(eliminate(a.data, n, [], 0));
  let logs = 0; // numpy adds logarithms, too: its last digits come from there
  for (let i = 0; i < n; i++) logs += Math.log(Math.abs(a.data[i * n + i]));
  return new Scalar("f", sign * Math.exp(logs));
});

/**
 * Eigenvalues in rising order and their vectors as columns: Householder's reflections to three
 * diagonals, then QL steps with Wilkinson's shift. Golub, Van Loan, Matrix Computations, 8.3.
 */
function symmetric(value) {
  const a = square(value);
  const n = a.shape[0];
  const m = a.data;
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) m[i * n + j] = m[j * n + i];
  const q = unit(n).data;
  for (let k = 0; k < n - 2; k++) reflect(m, q, n, k);
  const d = Float64Array.from({ length: n }, (_, i) => m[i * n + i]);
  const e = Float64Array.from({ length: n }, (_, i) => (i < n - 1 ? m[(i + 1) * n + i] : 0));
  for (let l = 0; l < n; l++) while (shifted(d, e, q, n, l));
  const order = [...d.keys()].sort((i, j) => d[i] - d[j]);
  const vectors = empty([n, n], "f");
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) vectors.data[i * n + to] = q[from * n + i];
  });
  return [vector(d.sort(), "f"), vectors];
}

/** Makes column k zero below the second diagonal; rows of q take part in each reflection. */
function reflect(m, q, n, k) {
  const v = new Float64Array(n);
  let size = 0;
  for (let i = k + 1; i < n; i++) {
    v[i] = m[i * n + k];
    size = Math.hypot(size, v[i]);
  }
  if (size < 1e-140) return; // whose square would be nothing
  v[k + 1] += v[k + 1] < 0 ? -size : size;
  let norm = 0;
  for (let i = k + 1; i < n; i++) norm += v[i] * v[i];
  const p = new Float64Array(n);
  let along = 0;
  for (let i = 0; i < n; i++) {
    for (let j = k + 1; j < n; j++) p[i] += (2 * m[i * n + j] * v[j]) / norm;
    along += (p[i] * v[i]) / norm;
  }
  for (let i = 0; i < n; i++) p[i] -= along * v[i];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) m[i * n + j] -= v[i] * p[j] + p[i] * v[j];
  }
  const dots = new Float64Array(n);
  for (let i = k + 1; i < n; i++) for (let j = 0; j < n; j++) dots[j] += v[i] * q[i * n + j];
  for (let i = k + 1; i < n; i++) {
    const factor = (2 * v[i]) / norm;
    for (let j = 0; j < n; j++) q[i * n + j] -= factor * dots[j];
  }
}

/** One QL step on the block that begins at l; false once its off-diagonal element is nothing. */
function shifted(d, e, q, n, l) {
  let end = l;
  while (end < n - 1 && Math.abs(e[end]) > EPSILON * (Math.abs(d[end]) + Math.abs(d[end + 1])))
    end++;
  if (end === l) return false;
  let g = (d[l + 1] - d[l]) / (2 * e[l]);
  let r = Math.hypot(g, 1);
  g = d[end] - d[l] + e[l] / (g + (g < 0 ? -r : r));
  let [s, c, p] = [1, 1, 0];
  for (let i = end - 1; i >= l; i--) {
    const [f, b] = [s * e[i], c * e[i]];
    r = Math.hypot(f, g);
    e[i + 1] = r;
    if (r === 0) {
      d[i + 1] -= p;
      e[end] = 0;
      return true;
    }
    [s, c] = [f / r, g / r];
    g = d[i + 1] - p;
    r = (d[i] - g) * s + 2 * c * b;
    p = s * r;
    d[i + 1] = g + p;
    g = c * r - b;
    for (let k = 0; k < n; k++) {
      const [x, y] = [q[i * n + k], q[(i + 1) * n + k]];
      q[(i + 1) * n + k] = s * x + c * y;
      q[i * n + k] = c * x - s * y;
    }
  }
  d[l] -= p;
  e[l] = g;
  e[end] = 0;
  return true;
}

def("eigvalsh", "a", (a) => symmetric(a)[0]);
/** A tuple whose items have names, too. */
const named = (fields, items) => Object.assign(new Tuple(items), { fields: fields.split(" ") });
def("eigh", "a", (a) => named("eigenvalues eigenvectors", symmetric(a)));

/** U, s, Vᵀ with falling singular values: columns are rotated until they are orthogonal. */
function singular(value) {
  const given = matrix(value, "svd");
  if (given.shape.length < 2) {
    throw new NotHere("np.linalg of fewer than two axes");
  }
  const wide = given.shape[0] < given.shape[1];
  const a = copy(wide ? transpose(given) : given);
  const [n, k] = a.shape;
  const u = a.data;
  const v = unit(k).data;
  for (let sweep = 0, turned = true; turned && sweep < 60; sweep++) {
    turned = false;
    for (let p = 0; p < k; p++) {
      for (let q = p + 1; q < k; q++) turned = orthogonal(u, n, v, k, p, q) || turned;
    }
  }
  const norm = (j) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += u[i * k + j] ** 2;
    return Math.sqrt(sum);
  };
  const lengths = [...Array(k).keys()].map(norm);
  const order = [...lengths.keys()].sort((i, j) => lengths[j] - lengths[i]);
  const s = vector(
    order.map((j) => lengths[j]),
    "f",
  );
  const [left, right] = [empty([n, k], "f"), empty([k, k], "f")];
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++)
      left.data[i * k + to] = lengths[from] ? u[i * k + from] / lengths[from] : 0;
    for (let i = 0; i < k; i++) right.data[to * k + i] = v[i * k + from];
  });
  return wide ? [transpose(right), s, transpose(left)] : [left, s, right];
}

function orthogonal(u, n, v, k, p, q) {
  let [a, b, g] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const [x, y] = [u[i * k + p], u[i * k + q]];
    a += x * x;
    b += y * y;
    g += x * y;
  }
  if (Math.abs(g) <= 1e-16 * Math.sqrt(a * b)) return false;
  const zeta = (b - a) / (2 * g);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(zeta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (const [m, rows] of [
    [u, n],
    [v, k],
  ]) {
    for (let i = 0; i < rows; i++) {
      const [x, y] = [m[i * k + p], m[i * k + q]];
      m[i * k + p] = c * x - s * y;
      m[i * k + q] = s * x + c * y;
    }
  }
  return true;
}

def("svd", "a, full_matrices=True, compute_uv=True", (a, full, uv) => {
  const [u, s, vt] = singular(a);
  if (!uv) return s;
  const parts = full ? [transpose(completed(transpose(u))), s, completed(vt)] : [u, s, vt];
  return named("U S Vh", parts);
});

/** Orthonormal rows, and more of them until they are a basis. */
function completed(array) {
  const [n, k] = array.shape;
  if (n === k) return array;
  const rows = Array.from({ length: n }, (_, i) => [...flat(array)].slice(i * k, (i + 1) * k));
  for (let j = 0; j < k && rows.length < k; j++) {
    let row = Array.from({ length: k }, (_, i) => (i === j ? 1 : 0));
    for (const other of [...rows, ...rows]) {
      const along = other.reduce((sum, x, i) => sum + x * row[i], 0);
      row = row.map((x, i) => x - along * other[i]);
    }
    const size = Math.hypot(...row);
    if (size > 1e-8) rows.push(row.map((x) => x / size));
  }
  return asArray(rows);
}

/** V diag(1/s) Uᵀ over the singular values above `cut` times the largest. */
function inverse(a, cut) {
  const [u, s, vt] = singular(a);
  const smallest = cut * Math.max(...s.data, 0);
  const scaled = copy(vt);
  const m = vt.shape[1];
  scaled.data.forEach((_, i) => {
    const size = s.data[Math.floor(i / m)];
    scaled.data[i] = size > smallest ? scaled.data[i] / size : 0;
  });
  return [asArray(matmul(transpose(scaled), transpose(u))), s, smallest];
}

def(
  "pinv",
  "a, rcond=None, hermitian=False, rtol=None",
  (a, rcond, _, rtol) => inverse(a, Number(plain(rcond ?? rtol ?? 1e-15)))[0],
);
def("matrix_rank", "A", (a) => {
  const array = asArray(a);
  if (array.shape.length < 2) return BigInt(flat(array).some(Boolean));
  const [, s, cut] = inverse(a, EPSILON * Math.max(...array.shape));
  return new Scalar("i", s.data.filter((size) => size > cut).length);
});
def("lstsq", "a, b, rcond=None", (given, right) => {
  const a = asArray(given);
  if (a.shape[0] !== asArray(right).shape[0]) throw error("LinAlgError", "Incompatible dimensions");
  const [back, s, cut] = inverse(a, EPSILON * Math.max(...a.shape));
  const rank = s.data.filter((size) => size > cut).length;
  const x = matmul(back, right);
  const rest = binary("subtract", matmul(a, x), right);
  const squares = reduce(binary("multiply", rest, rest), 0n, false, "f", (lane) =>
    lane.reduce((sum, value) => sum + value, 0),
  );
  const full = rank === a.shape[1] && a.shape[0] > rank;
  const left = full ? reshape(asArray(squares), [asArray(squares).size]) : empty([0], "f");
  return new Tuple([x, left, BigInt(rank), s]);
});
def("norm", "x, ord=None, axis=None, keepdims=False", (x, ord, axis, keep) => {
  if (typeof axis === "number") throw new NotHere("such an axis of np.linalg.norm"); // it takes any
  const array = numeric(x, "norm", "f");
  const isMatrix = axis === null && array.shape.length === 2;
  if (ord !== null && plain(ord) === undefined && !(ord === "fro" && isMatrix))
    throw new NotHere("such an ord of np.linalg.norm");
  const p = ord === null ? 2 : Number(plain(ord));
  if (ord !== null && isMatrix) {
    if (ord === "fro") return linalg.norm([x]);
    const s = flat(singular(array)[1]);
    if (p === 2) return new Scalar("f", s[0]);
    throw new NotHere("np.linalg.norm of a matrix with this ord");
  }
  const size = (lane) => {
    if (p === Infinity) return lane.reduce((a, b) => Math.max(a, Math.abs(b)), 0);
    if (p === 1) return lane.reduce((a, b) => a + Math.abs(b), 0);
    if (p === 0) return lane.filter(Boolean).length;
    return p === 2
      ? Math.sqrt(lane.reduce((a, b) => a + b * b, 0))
      : lane.reduce((a, b) => a + Math.abs(b) ** p, 0) ** (1 / p);
  };
  return reduce(array, axis, keep, "f", size);
});
