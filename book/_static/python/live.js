/** Functions of svmlib that a page can compute by itself, whatever an answer gives them. */

import { NotHere, plain } from "./values.js";
import { np } from "./numpy.js";
import { builtins } from "./builtins.js";
import { operate } from "./operators.js";
import { asArray, binary, flat, matmul, reshape } from "./arrays.js";
import { builtinsOf } from "./functions.js";

const call = (name, ...args) => np.names.get(name)(args);
const vector = (w) => {
  const array = asArray(w, "f");
  return reshape(array, [array.size]);
};
const number = (b) => flat(asArray(b, "f"))[0]; // an intercept_ has shape (1,)
const scores = (w, b, X) => binary("add", matmul(asArray(X, "f"), vector(w)), number(b));
const length = (w) => np.names.get("linalg").names.get("norm")([vector(w)]);
const distances = (w, b, X) => binary("divide", scores(w, b, X), length(w));
const margins = (w, b, X, y) => binary("multiply", y, distances(w, b, X));
const functional = (w, b, X, y) => binary("multiply", y, scores(w, b, X));
const slack = (w, b, X, y) => binary("maximum", 0, binary("subtract", 1, functional(w, b, X, y)));
const dot = (a, b) => matmul(a, b).item();
const [largest, smallest] = [builtins.get("max"), builtins.get("min")];

function primal(w, b, X, y, C) {
  const [norm, xi] = [dot(vector(w), vector(w)), slack(w, b, X, y)];
  const costs = asArray(binary("multiply", C, binary("add", binary("multiply", 0, xi), 1)));
  if (flat(costs).includes(Infinity)) throw new NotHere("a primal objective with C = np.inf");
  return norm / 2 + dot(costs, xi);
}

function dual(alpha, K, y) {
  const beta = binary("multiply", asArray(alpha, "f"), y);
  return call("sum", alpha).item() - dot(beta, matmul(K, beta)) / 2;
}

const functions = (module, table) =>
  builtinsOf(
    Object.fromEntries(Object.entries(table).map(([key, f]) => [`svmlib.${module}.${key}`, f])),
  );

/** {name in svmlib: function}, as `book/record.py` lists them. */
export const LIVE = Object.fromEntries([
  ...functions("geometry", {
    "functional_margin(w, b, X, y)": functional,
    "signed_distance(w, b, X)": distances,
    "geometric_margin(w, b, X, y)": margins,
    "margin(w, b, X, y)": (w, b, X, y) => call("min", margins(w, b, X, y)).item(),
  }),
  ...functions("objectives", {
    "slack(w, b, X, y)": slack,
    "primal(w, b, X, y, C)": primal,
    "dual(alpha, K, y)": dual,
  }),
  ...functions("dual", {
    "ascent_step(alpha_i, margin_i, square_i, C)": (alpha, margin, square, C) => {
      if (plain(square) === 0) return C;
      const step = operate("/", operate("-", 1, margin), square);
      return smallest([C, largest([0, operate("+", alpha, step)])]);
    },
    "pair_step(gap_ij, curvature, room_i, room_j)": (gap, curvature, i, j) =>
      smallest([operate("/", gap, largest([curvature, 1e-12])), i, j]),
  }),
]);
