/** The functions of numpy that answers to exercises use, under numpy's names. */

import { Ellipsis, Module, NDArray, NotHere, Slice, Tuple, ERRORS, TYPES } from "./values.js";
import { bare, error, plain, sizeOf, toIndex } from "./values.js";
import { dtypeText } from "./text.js";
import { BINARY, UNARY } from "./arrays.js";
import { along, asArray, axisOf, binary, broadcast, cast, copy, element, empty } from "./arrays.js";
import { factor, flat, getItem, isSet, matmul, nearest, nonzero, numeric, out } from "./arrays.js";
import { reduce, reshape, rows, setItem, stretched, total, transpose, unary } from "./arrays.js";
import { vector, widest } from "./arrays.js";
import { builtin } from "./functions.js";
import { linalg } from "./linalg.js";
import { DType, kindFrom, toList } from "./dtype.js";

const names = {};
const def = (name, signature, f) => (names[name] = builtin(`np.${name}`, signature, f));
const int = (value) => {
  if (typeof value === "boolean" || value?.kind === "b") throw new NotHere("a bool as a number");
  if (value instanceof NDArray && value.size === 1 && value.kind === "i") return flat(value)[0];
  return Number(toIndex(value));
};
const items = (value) => {
  if (value instanceof Tuple) return value.items;
  return value instanceof NDArray ? [...rows(value)] : Array.isArray(value) ? value : [...value];
};

/** The sizes that a shape names; a text without letters names none. */
function sizesOf(value) {
  const isList = value instanceof Tuple || Array.isArray(value) || value instanceof NDArray;
  return isList || value === "" ? items(value) : [value];
}

function shapeOf(value) {
  return sizesOf(value).map((n) => {
    const size = int(n);
    if (size < 0) throw error("ValueError", "negative dimensions are not allowed");
    return size;
  });
}

function filled(shape, value, kind) {
  const made = empty(shape, kind);
  made.data.fill(value);
  return made;
}

// ------------------------------------------------------------------------------------- making

def("array", "object, dtype=None", (value, dtype) => copy(asArray(value, kindFrom(dtype))));
def("asarray", "a, dtype=None", (value, dtype) => asArray(value, kindFrom(dtype)));
for (const [name, value] of Object.entries({ zeros: 0, ones: 1, empty: 0 })) {
  def(name, "shape, dtype=None", (shape, dtype) => {
    const kind = kindFrom(dtype) ?? "f";
    if (kind === "U") throw new NotHere(`np.${name} of texts`);
    return filled(shapeOf(shape), kind === "O" ? BigInt(value) : value, kind);
  });
  def(`${name}_like`, "a, dtype=None", (a, dtype) => {
    const array = asArray(a);
    return filled(array.shape, value, kindFrom(dtype) ?? array.kind);
  });
}
def("full", "shape, fill_value, dtype=None", (shape, value, dtype) => {
  const given = asArray(value, kindFrom(dtype));
  return copy(stretched(given, shapeOf(shape)));
});
def("eye", "N, M=None, k=0, dtype=None", (n, m, k, dtype) => {
  const shape = [int(n), int(m ?? n)];
  const made = filled(shape, 0, kindFrom(dtype) ?? "f");
  for (let i = 0; i < shape[0]; i++) {
    const j = i + int(k);
    if (j >= 0 && j < shape[1]) made.data[i * shape[1] + j] = 1;
  }
  return made;
});
def("arange", "start, stop=None, step=1, dtype=None", (start, stop, step, dtype) => {
  const [from, to] = stop === null ? [0n, start] : [start, stop];
  if ([from, to, step].some((value) => plain(value) === undefined))
    throw new NotHere("np.arange of such values");
  const given = [from, to, step].map((value) => asArray(value));
  const [a, b, by] = given.map((array) => flat(array)[0]);
  const length = Math.max(0, Math.ceil((b - a) / by));
  const kind = widest(...given.map(({ kind }) => kind));
  const made = empty([length], kind === "b" ? "i" : kind);
  for (let i = 0; i < length; i++) made.data[i] = a + i * by;
  return asArray(made, kindFrom(dtype));
});
def("linspace", "start, stop, num=50, endpoint=True", (start, stop, num, endpoint) => {
  const n = int(num);
  if (![start, stop].every((value) => plain(value) !== undefined))
    throw new NotHere("np.linspace of such values");
  const [a, b] = [start, stop].map((value) => Number(plain(value)));
  const step = (b - a) / (endpoint ? n - 1 : n);
  const made = empty([n], "f");
  for (let i = 0; i < n; i++) made.data[i] = n === 1 ? a : i * step + a;
  if (endpoint && n > 1) made.data[n - 1] = b;
  return made;
});
def("logspace", "start, stop, num=50, endpoint=True, base=10.0", (a, b, n, end, base) =>
  binary("power", base, names.linspace([a, b, n, end])),
);
def("tri", "N", (n) => names.tril([names.ones([new Tuple([n, n])])]));
const triangle = (a, keep) => {
  const array = asArray(a);
  const made = copy(array.shape.length === 1 ? stretched(array, [array.size, array.size]) : array);
  const [n, m] = made.shape.slice(-2);
  made.data.forEach((_, i) => {
    if (!keep(i % m, Math.floor(i / m) % n)) made.data[i] = 0;
  });
  return made;
};
def("tril", "m, k=0", (a, k) => triangle(a, (column, row) => column <= row + int(k)));
def("triu", "m, k=0", (a, k) => triangle(a, (column, row) => column >= row + int(k)));
// ----------------------------------------------------------------------- putting together, apart

/** The index `[:, …, part, …]`. */
function onAxis(shape, axis, part) {
  const key = shape.map(() => new Slice(null, null, null));
  key[axis] = part;
  return new Tuple(key);
}

function joined(list, axis) {
  axisOf(axis, 64); // complains before all else
  const arrays = list.map((value) => asArray(value));
  if (!arrays.length) throw error("ValueError", "need at least one array to concatenate");
  if (arrays.some((array) => !array.shape.length)) {
    throw error("ValueError", "zero-dimensional arrays cannot be concatenated");
  }
  const [first] = arrays;
  const where = axisOf(axis, first.shape.length);
  const others = ({ shape }) => String(shape.map((n, i) => (i === where ? 0 : n)));
  if (arrays.some((array) => others(array) !== others(first)))
    throw new NotHere("arrays of such shapes in one");
  const shape = first.shape.slice();
  shape[where] = arrays.reduce((sum, array) => sum + array.shape[where], 0);
  const kind = widest(...arrays.map((array) => array.kind));
  const made = empty(shape, kind);
  let at = 0;
  for (const array of arrays) {
    const part = new Slice(BigInt(at), BigInt(at + array.shape[where]), null);
    setItem(made, onAxis(shape, where, part), asArray(array, kind));
    at += array.shape[where];
  }
  return made;
}

const flatArray = (value) => {
  const array = asArray(value);
  return reshape(array, [array.size]);
};
/** The elements along one of so many axes. */
const standing = (array, axes, axis) => {
  const shape = new Array(axes).fill(1);
  shape[axis] = array.size;
  return reshape(array, shape);
};
/** An array and one of its axes; without an axis all elements in a line. */
const lined = (value, axis) => {
  if (axis === null) return [flatArray(value), 0];
  const array = asArray(value);
  return [array, axisOf(axis, array.shape.length)];
};
const atLeast = (value, dimensions) => {
  const array = asArray(value);
  if (array.shape.length >= dimensions) return array;
  return reshape(array, [...new Array(dimensions - array.shape.length).fill(1), ...array.shape]);
};
const columnOf = (value) => {
  const array = atLeast(value, 1);
  return array.shape.length === 1 ? reshape(array, [array.size, 1]) : array;
};
def("concatenate", "arrays, axis=0", (list, axis) =>
  axis === null ? joined(items(list).map(flatArray), 0n) : joined(items(list), axis),
);
def("vstack", "tup", (list) => {
  const arrays = items(list).map((value) => atLeast(value, 2));
  return joined(arrays, 0n);
});
def("hstack", "tup", (list) => {
  const arrays = items(list).map((value) => atLeast(value, 1));
  return joined(arrays, arrays[0]?.shape.length === 1 ? 0n : 1n);
});
def("column_stack", "tup", (list) => joined(items(list).map(columnOf), 1n));
def("stack", "arrays, axis=0", (list, axis) => {
  const arrays = items(list).map((value) => asArray(value));
  const where = axisOf(axis, arrays[0].shape.length + 1);
  if (arrays.some(({ shape }) => String(shape) !== String(arrays[0].shape))) {
    throw error("ValueError", "all input arrays must have the same shape");
  }
  const shape = arrays[0].shape.slice();
  shape.splice(where, 0, 1);
  const parts = arrays.map((array) => reshape(array, shape));
  return joined(parts, BigInt(where));
});
def("append", "arr, values, axis=None", (a, b, axis) =>
  axis === null ? joined([flatArray(a), flatArray(b)], 0n) : joined([a, b], axis),
);
def("repeat", "a, repeats, axis=None", (a, repeats, axis) => {
  const [array, where] = lined(a, axis);
  if (!"bi".includes(asArray(repeats).kind)) throw new NotHere("such repeats");
  const given = flat(asArray(repeats));
  const length = array.shape[where];
  if (given.length !== 1 && given.length !== length) {
    throw new NotHere("so many repeats");
  }
  const times = (i) => given[given.length === 1 ? 0 : i];
  const index = [...Array(length).keys()].flatMap((i) => new Array(times(i)).fill(i));
  return taken(array, vector(index), where);
});

const taken = (array, index, axis) => getItem(array, onAxis(array.shape, axis, index));

def("delete", "arr, obj, axis=None", (a, obj, axis) => {
  const [array, where] = lined(a, axis);
  const places = vector([...Array(array.shape[where]).keys()]);
  const gone = new Set(flat(atLeast(getItem(places, obj), 1)));
  return taken(array, vector(flat(places).filter((i) => !gone.has(i))), where);
});
def("array_split", "ary, indices_or_sections", (a, sections) => {
  if (plain(sections) === undefined) throw new NotHere("such sections");
  const [array, n] = [asArray(a), int(sections)];
  const [size, larger] = [Math.floor(array.shape[0] / n), array.shape[0] % n];
  const from = (i) => BigInt(i * size + Math.min(i, larger));
  return Array.from({ length: n }, (_, i) =>
    taken(array, new Slice(from(i), from(i + 1), null), 0),
  );
});

/** `np.r_[…]` and `np.c_[…]`. */
class Joiner {
  constructor(columns) {
    this.columns = columns;
  }

  getItem(key) {
    const parts = (key instanceof Tuple ? key.items : [key]).map((part) => {
      if (part instanceof Slice)
        return names.arange([part.start ?? 0n, part.stop, part.step ?? 1n]);
      if (typeof part === "string") throw new NotHere("np.r_ with a text");
      return this.columns ? columnOf(part) : atLeast(part, 1);
    });
    return joined(parts, this.columns ? 1n : 0n);
  }
}

// ------------------------------------------------------------------------------------- shapes

const method = (name, f) => def(name, "a, *axes", f);
method("reshape", (a, ...shape) => {
  if (!shape.length || shape[0] === null) throw new NotHere("reshape() to nothing");
  const wanted = shape.length === 1 ? shape[0] : new Tuple(shape);
  const sizes = sizesOf(wanted).map((n) => int(n));
  return reshape(asArray(a), sizes);
});
method("transpose", (a, ...axes) => {
  const array = asArray(a);
  const given = axes.length === 1 && axes[0] instanceof Tuple ? axes[0].items : axes;
  const order = given.filter((axis) => axis !== null);
  if (!order.length) return transpose(array);
  const permuted = order.map((axis) => axisOf(axis, array.shape.length));
  if (new Set(permuted).size !== array.shape.length) throw new NotHere("such axes of transpose()");
  return transpose(array, permuted);
});
def("ravel", "a", flatArray);
def("atleast_1d", "a", (a) => atLeast(a, 1));
def("atleast_2d", "a", (a) => atLeast(a, 2));
def("copy", "a", (a) => copy(asArray(a)));
def("shape", "a", (a) => new Tuple(asArray(a).shape.map(BigInt)));
def("ndim", "a", (a) => BigInt(asArray(a).shape.length));
def("size", "a", (a) => BigInt(asArray(a).size));
def("diag", "v, k=0", (v, k) => {
  const array = asArray(v);
  if (!array.shape.length) throw new NotHere("np.diag of one number");
  if (array.shape.length > 1) return names.diagonal([array, k]);
  const n = array.size + Math.abs(int(k));
  const made = filled([n, n], 0, array.kind);
  flat(array).forEach((value, i) => {
    made.data[(i + Math.max(0, -int(k))) * n + i + Math.max(0, int(k))] = value;
  });
  return made;
});
def("diagonal", "a, offset=0", (a, offset) => {
  const array = asArray(a);
  if (array.shape.length !== 2)
    throw error("ValueError", "diag requires an array of at least two dimensions");
  const k = int(offset);
  const [n, m] = [array.shape[0] - Math.max(0, -k), array.shape[1] - Math.max(0, k)];
  const start =
    array.offset + Math.max(0, -k) * array.strides[0] + Math.max(0, k) * array.strides[1];
  const stride = array.strides[0] + array.strides[1];
  const shape = [Math.max(0, Math.min(n, m))];
  const made = new NDArray(array.data, shape, array.kind, [stride], start);
  return Object.assign(made, { isFixed: true });
});
def("unravel_index", "indices, shape", (index, shape) => {
  const sizes = shapeOf(shape);
  const array = asArray(index);
  return new Tuple(
    sizes.map((n, axis) => {
      const below = sizeOf(sizes.slice(axis + 1));
      const made = empty(array.shape, "i");
      flat(array).forEach((i, k) => (made.data[k] = Math.floor(i / below) % n));
      return out(made);
    }),
  );
});
// ------------------------------------------------------------------------- element by element

for (const name of UNARY) def(name, "x", (x) => unary(name, x));
for (const name of BINARY) {
  def(name, "x1, x2", (a, b) => {
    const texts = [a, b].filter((value) => asArray(value).kind === "U");
    if (texts.length === 1) throw new NotHere(`np.${name} of texts and numbers`);
    return binary(name, a, b);
  });
}
def("invert", "x", (x) => unary("invert", x));
for (const name of ["invert", ...UNARY, ...BINARY]) names[name].isUfunc = true;
Object.assign(names, {
  abs: names.absolute,
  mod: names.remainder,
  true_divide: names.divide,
  pow: names.power,
});
names.add.at = builtin("np.add.at", "a, indices, b", (a, index, value) => {
  const chosen = getItem(reshape(names.arange([BigInt(a.size)]), a.shape), index);
  const values = flat(copy(stretched(asArray(value), asArray(chosen).shape)));
  const data = copy(a);
  flat(atLeast(chosen, 1)).forEach((place, i) => (data.data[place] += values[i]));
  setItem(a, Ellipsis, data);
  return null;
});
def("where", "condition, x=None, y=None", (condition, x, y) => {
  if ((x === null) !== (y === null)) throw new NotHere("np.where of two arguments");
  if (x === null) return new Tuple(nonzero(asArray(condition)));
  const [test, a, b] = [asArray(condition), asArray(x), asArray(y)];
  if ((a.kind === "U") !== (b.kind === "U")) throw new NotHere("texts beside numbers");
  const shape = broadcast(test.shape, a.shape, b.shape);
  const kind = widest(a.kind, b.kind);
  const [p, q, r] = [test, asArray(a, kind), asArray(b, kind)].map((array) =>
    flat(stretched(array, shape)),
  );
  const made = empty(shape, kind);
  for (let i = 0; i < made.data.length; i++) made.data[i] = isSet(p[i]) ? q[i] : r[i];
  return made;
});
def("select", "condlist, choicelist, default=0", (tests, values, otherwise) => {
  const choices = items(values);
  const pairs = items(tests).map((test, i) => [test, choices[i]]);
  return pairs.reduceRight((rest, [test, value]) => names.where([test, value, rest]), otherwise);
});
def("clip", "a, a_min, a_max", (a, low, high) => {
  const limited = (value, limit, beyond) => {
    if (limit === null) return value;
    return out(asArray(names.where([binary(beyond, value, limit), limit, value])));
  };
  return limited(limited(a, low, "less"), high, "greater");
});
const rounded = (value, decimals) => {
  const array = numeric(value, "rint");
  if (array.kind === "b") throw new NotHere("np.round of bools");
  if (array.kind !== "f" && decimals < 0) throw new NotHere("np.round() to tens");
  if (array.kind !== "f") return out(copy(array));
  const by = 10 ** Math.abs(decimals);
  const made = empty(array.shape, "f");
  flat(array).forEach((x, i) => {
    const scaled = decimals < 0 ? x / by : x * by;
    made.data[i] = decimals < 0 ? nearest(scaled) * by : nearest(scaled) / by;
  });
  return out(made);
};
for (const name of ["round", "around"]) def(name, "a, decimals=0", (a, n) => rounded(a, int(n)));
def("isclose", "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", (a, b, rtol, atol, nans) => {
  const [x, y] = [a, b].map((value) => numeric(value, "isclose"));
  const shape = broadcast(x.shape, y.shape);
  const [left, right] = [x, y].map((array) => flat(stretched(array, shape)));
  const made = empty(shape, "b");
  for (let i = 0; i < left.length; i++) {
    const [p, q] = [left[i], right[i]];
    const near =
      Number.isFinite(q) &&
      Math.abs(p - q) <= Number(plain(atol)) + Number(plain(rtol)) * Math.abs(q);
    made.data[i] = near || p === q || (nans && Number.isNaN(p) && Number.isNaN(q)) ? 1 : 0;
  }
  return out(made);
});
def("allclose", "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", (...given) =>
  flat(asArray(names.isclose(given))).every(Boolean),
);
def("array_equal", "a1, a2", (a, b) => {
  const [x, y] = [asArray(a), asArray(b)];
  if (String(x.shape) !== String(y.shape)) return false;
  return flat(asArray(binary("equal", x, y))).every(Boolean);
});

// ----------------------------------------------------------------------------------- summing up

const summed = (kind) => (kind === "b" ? "i" : kind);
const reduces = (name, rule, f, more = "") =>
  def(name, `a, axis=None, keepdims=False${more}`, (a, axis, keep, ...rest) => {
    const array = name === "all" || name === "any" ? asArray(a) : numeric(a, name);
    if (name === "ptp" && array.kind === "b") throw new NotHere("np.ptp of bools");
    const kind = { sum: summed(array.kind), same: array.kind }[rule] ?? rule;
    const g = kind === "i" && f === sum ? wholeSum : f;
    return reduce(array, axis, keep, kind, (lane, last) => g(lane, last, ...rest));
  });
const plainSum = (lane) => lane.reduce((a, b) => a + b, 0);
const sum = (lane, last) => (last ? total(lane) : plainSum(lane));
/** The sum of whole numbers, of which no part may be inexact. */
const wholeSum = (lane) => {
  const size = lane.reduce((s, x) => s + Math.abs(x), 0);
  return size <= Number.MAX_SAFE_INTEGER ? plainSum(lane) : Infinity;
};
const mean = (lane, last) => sum(lane, last) / lane.length;
const variance = (lane, last, ddof) => {
  const middle = mean(lane, last);
  const squares = lane.map((x) => (x - middle) ** 2);
  if (plain(ddof) === undefined) throw new NotHere("such a ddof");
  return sum(squares, last) / Math.max(0, lane.length - Number(plain(ddof)));
};
const extreme = (name, better) => (lane) => {
  if (!lane.length) {
    const text = `zero-size array to reduction operation ${name} which has no identity`;
    throw error("ValueError", text);
  }
  return lane.reduce((a, b) => (Number.isNaN(a) || better(a, b) ? a : b));
};
const largest = extreme("maximum", (a, b) => a >= b);
const smallest = extreme("minimum", (a, b) => a <= b);
reduces("sum", "sum", sum);
reduces("prod", "sum", (lane) => lane.reduce((a, b) => a * b, 1));
reduces("mean", "f", mean);
reduces("var", "f", variance, ", ddof=0");
reduces("std", "f", (...given) => Math.sqrt(variance(...given)), ", ddof=0");
reduces("max", "same", largest);
reduces("min", "same", smallest);
reduces("ptp", "same", (lane) => largest(lane) - smallest(lane));
reduces("all", "b", (lane) => Number(lane.every(isSet)));
reduces("any", "b", (lane) => Number(lane.some(isSet)));
reduces("count_nonzero", "i", (lane) => lane.filter(isSet).length);
Object.assign(names, { amax: names.max, amin: names.min });
/** An axis that is one alone, or none. */
const oneAxis = (a, axis) => (axis === null ? null : BigInt(axisOf(axis, asArray(a).shape.length)));
const where = (name, better) =>
  def(name, "a, axis=None", (a, axis) =>
    reduce(numeric(a, name), oneAxis(a, axis), false, "i", (lane) => {
      if (!lane.length) throw error("ValueError", `attempt to get ${name} of an empty sequence`);
      const nan = lane.findIndex(Number.isNaN);
      return nan >= 0 ? nan : lane.reduce((best, x, i) => (better(x, lane[best]) ? i : best), 0);
    }),
  );
where("argmax", (a, b) => a > b);
where("argmin", (a, b) => a < b);
def("median", "a, axis=None", (a, axis) => {
  const array = numeric(a, "median");
  if (array.kind === "b" || !array.size) throw new NotHere("a median of bools, or of nothing");
  return reduce(array, axis, false, "f", (lane) => {
    const sorted = lane.slice().sort();
    const middle = sorted.length / 2;
    if (lane.some(Number.isNaN)) return NaN;
    return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2 + 0;
  });
});
/** The number at the share q of the way through a row, on the line between its neighbours. */
const partWay = (q, isPlace) => (lane) => {
  if (lane.some((x) => Object.is(x, -0))) throw new NotHere("a quantile beside -0.0");
  if (lane.some(Number.isNaN)) return NaN;
  const sorted = lane.slice().sort();
  const place = (sorted.length - 1) * q;
  const [a, b] = [Math.floor(place), Math.floor(place) + 1].map((i) => sorted[i] ?? sorted.at(-1));
  if (isPlace) return a; // nothing is reckoned: there is no ∞ - ∞
  const along = place - Math.floor(place);
  return along >= 0.5 ? b - (b - a) * (1 - along) : a + (b - a) * along;
};
for (const [name, one, whole] of [
  ["quantile", 1, "Quantiles must be in the range [0, 1]"],
  ["percentile", 100, "Percentiles must be in the range [0, 100]"],
]) {
  const signature = "a, q, axis=None, *, method='linear', keepdims=False";
  def(name, signature, (a, share, axis, method, keep) => {
    const [array, shares] = [asArray(a), asArray(share)];
    if (bare(method) !== "linear") throw new NotHere(`np.${name}() by another method`);
    if (!"fi".includes(array.kind) || !array.size || !"fi".includes(shares.kind) || !shares.size)
      throw new NotHere(`np.${name}() of such values`);
    if (shares.shape.length > 1) throw new NotHere(`np.${name}() of a table of shares`);
    const parts = [...flat(shares)].map((part) => part / one);
    if (!parts.every((part) => part >= 0 && part <= 1)) throw error("ValueError", whole);
    const isPlace = one === 1 && shares.kind === "i"; // the first or the last, as it is
    const kind = isPlace ? array.kind : "f";
    const found = parts.map((part) => reduce(array, axis, keep, kind, partWay(part, isPlace)));
    return shares.shape.length ? names.stack([found]) : found[0];
  });
}
def("average", "a, axis=None, weights=None", (a, axis, weights) => {
  if (weights === null) return names.mean([a, axis]);
  let w = asArray(weights);
  const array = asArray(a);
  if (w.shape.length < array.shape.length) {
    w = standing(w, array.shape.length, axisOf(axis, array.shape.length));
  }
  const sums = names.sum([binary("multiply", array, w), axis]);
  const whole = names.sum([stretched(w, array.shape), axis]);
  if (flat(asArray(whole)).includes(0))
    throw error("ZeroDivisionError", "Weights sum to zero, can't be normalized");
  return binary("divide", sums, whole);
});
const running = (name, f) =>
  def(name, "a, axis=None", (a, axis) => {
    const array = axis === null ? flatArray(a) : asArray(a);
    const kind = summed(numeric(array, name).kind);
    return along(array, axis ?? 0n, kind, (lane) => {
      let last;
      return lane.map((x, i) => (last = i ? f(last, x) : x));
    });
  });
running("cumsum", (a, b) => a + b);
running("cumprod", (a, b) => a * b);
def("diff", "a, n=1, axis=-1", (a, n, axis) => {
  let array = numeric(a, "subtract");
  for (let k = 0; k < int(n); k++) {
    array = along(array, axis, array.kind, (lane) => lane.slice(1).map((x, i) => x - lane[i]));
  }
  return array;
});

// ------------------------------------------------------------------------------- order and sets

const before = (a, b) =>
  a < b || (b !== b && a === a) ? -1 : a > b || (a !== a && b === b) ? 1 : 0;
const ranks = (lane) => {
  if (lane.some((x) => typeof x === "object")) throw new NotHere("the order of objects");
  return [...lane.keys()].sort((i, j) => before(lane[i], lane[j]) || i - j);
};
const sorted = (lane) => ranks(lane).map((i) => lane[i]);
def("sort", "a, axis=-1", (a, axis) => {
  const array = axis === null ? flatArray(a) : asArray(a);
  return along(array, axis ?? 0n, array.kind, sorted);
});
def("argsort", "a, axis=-1, kind=None, stable=None", (a, axis) =>
  along(axis === null ? flatArray(a) : a, axis ?? 0n, "i", ranks),
);
def(
  "unique",
  "ar, return_index=False, return_inverse=False, return_counts=False, axis=None",
  (a, index, inverse, counts, axis) => {
    if (axis !== null) throw new NotHere("np.unique(axis=…)");
    const data = flat(asArray(a));
    if (data.some(Number.isNaN)) throw new NotHere("np.unique of nan");
    const order = ranks(data);
    const first = order.filter((i, k) => !k || data[i] !== data[order[k - 1]]);
    const made = empty([first.length], asArray(a).kind);
    first.forEach((i, k) => (made.data[k] = data[i]));
    const group = new Map([...made.data].map((value, k) => [value, k]));
    const places = vector([...data].map((value) => group.get(value)));
    const parts = [made];
    if (index) parts.push(vector(first));
    if (inverse) parts.push(reshape(places, asArray(a).shape));
    if (counts) parts.push(names.bincount([places, null, BigInt(first.length)]));
    return parts.length > 1 ? new Tuple(parts) : made;
  },
);
def("bincount", "x, weights=None, minlength=0", (x, weights, minlength) => {
  const data = flat(asArray(x));
  if (!"bi".includes(asArray(x).kind)) throw new NotHere("np.bincount of such numbers");
  if (data.some((value) => value < 0))
    throw error("ValueError", "'list' argument must have no negative elements");
  const length = Math.max(int(minlength), ...[...data].map((value) => value + 1), 0);
  const made = filled([length], 0, weights === null ? "i" : "f");
  const each = weights === null ? null : flat(asArray(weights));
  data.forEach((value, i) => (made.data[value] += each ? each[i] : 1));
  return made;
});
def("isin", "element, test_elements", (a, wanted) => {
  const known = new Set(flat(asArray(wanted)));
  const array = asArray(a);
  const made = empty(array.shape, "b");
  flat(array).forEach((value, i) => (made.data[i] = known.has(value) ? 1 : 0));
  return out(made);
});
def("intersect1d", "ar1, ar2", (a, b) => {
  const each = names.unique([asArray(a, widest(asArray(a).kind, asArray(b).kind))]);
  return getItem(each, names.isin([each, b]));
});
def("nonzero", "a", (a) => new Tuple(nonzero(asArray(a))));
def("flatnonzero", "a", (a) => nonzero(flatArray(a))[0]);

// ------------------------------------------------------------------------------------ products

def("matmul", "x1, x2", matmul).isUfunc = true;
def("dot", "a, b", (a, b) => {
  const [x, y] = [a, b].map((value) => factor(value, "dot"));
  if (!x.shape.length || !y.shape.length) return binary("multiply", x, y);
  if (x.shape.at(-1) !== y.shape.at(Math.max(-2, -y.shape.length))) {
    throw new NotHere("np.dot of such shapes");
  }
  if (y.shape.length > 2) throw new NotHere("np.dot of more than two axes");
  return matmul(x, y);
});
def("outer", "a, b", (a, b) => binary("multiply", columnOf(flatArray(a)), flatArray(b)));
// ------------------------------------------------------------------------------------- numpy

export const np = new Module("numpy", {
  ...names,
  pi: Math.PI,
  e: Math.E,
  inf: Infinity,
  nan: NaN,
  newaxis: null,
  r_: new Joiner(false),
  c_: new Joiner(true),
  linalg: new Module("numpy.linalg", linalg),
  ndarray: TYPES.ndarray,
  float64: TYPES.float64,
  int64: TYPES.int64,
  bool_: TYPES.bool_,
});
linalg.LinAlgError = ERRORS.LinAlgError;

const scalarOf = (kind) => (args, keywords) => {
  if (keywords || args.length > 1) throw new NotHere("a number of such arguments");
  const array = cast(asArray(args.length ? args[0] : 0n), kind); // None is null
  return out(array);
};
TYPES.float64.make = scalarOf("f");
TYPES.int64.make = scalarOf("i");
TYPES.bool_.make = scalarOf("b");

const METHODS =
  "sum prod mean var std max min all any argmax argmin cumsum cumprod argsort round " +
  "reshape transpose ravel dot nonzero copy";
const get = (f) => ({ getter: f });
const attributes = {
  ...Object.fromEntries(METHODS.split(" ").map((name) => [name, names[name]])),
  flatten: builtin("flatten", "a", (a) => copy(flatArray(a))),
  clip: builtin("np.clip", "a, min=None, max=None", (...given) => names.clip(given)),
  astype: builtin("astype", "a, dtype", (a, dtype) => out(cast(asArray(a), kindFrom(dtype)))),
  tolist: builtin("tolist", "a", (a) => toList(asArray(a))),
  item: builtin("item", "a, *index", (a, ...index) => {
    const array = asArray(a);
    if (index.length) {
      const from = index.length === 1 ? reshape(array, [array.size]) : array;
      return getItem(from, new Tuple(index)).item();
    }
    if (array.size !== 1) {
      throw error("ValueError", "can only convert an array of size 1 to a Python scalar");
    }
    return element(flat(array)[0], array.kind).item?.() ?? flat(array)[0];
  }),
  fill: builtin("fill", "a, value", (a, value) => (setItem(a, Ellipsis, value), null)),
  sort: builtin(
    "sort",
    "a, axis=-1",
    (a, axis) => (setItem(a, Ellipsis, names.sort([a, axis])), null),
  ),
  shape: get((a) => names.shape([a])),
  ndim: get((a) => names.ndim([a])),
  size: get((a) => names.size([a])),
  T: get((a) => out(transpose(asArray(a)))),
  dtype: get((a) => new DType(asArray(a).kind, dtypeText(asArray(a)))),
  real: get((a) => a),
};
for (const type of [TYPES.ndarray, TYPES.float64, TYPES.int64, TYPES.bool_]) {
  type.attributes = new Map(Object.entries(attributes));
}
for (const name of ["fill", "sort", "copy", "dot"]) {
  for (const type of [TYPES.float64, TYPES.int64, TYPES.bool_]) type.attributes.delete(name);
}
TYPES.float64.attributes.set(
  "is_integer",
  builtin("is_integer", "x", (x) => Number.isInteger(x.value)),
);
