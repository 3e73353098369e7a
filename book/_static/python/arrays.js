/** numpy's arrays: made, indexed, combined and summed up, with numpy's kinds, shapes and errors. */

import {
  Dict,
  Ellipsis,
  Instance,
  Iterator,
  Module,
  NDArray,
  NotHere,
  PySet,
  Range,
} from "./values.js";
import { Scalar, Slice, Tuple, Type } from "./values.js";
import { arrays, bare, error, plain, sizeOf, stridesOf, toIndex, typeOf } from "./values.js";
import { offsets, shapeText, str } from "./text.js";

const RANK = { b: 0, i: 1, f: 2, U: 3, O: 4 };
const LARGEST = 5e6; // elements of one array

const storage = (kind, size) => {
  if (size > LARGEST) throw new NotHere(`an array of ${size} numbers`);
  return "UO".includes(kind) ? new Array(size) : new Float64Array(size);
};
export const empty = (shape, kind) => new NDArray(storage(kind, sizeOf(shape)), shape, kind);
export const widest = (...kinds) => kinds.reduce((a, b) => (RANK[a] >= RANK[b] ? a : b));

const MAX = Number.MAX_SAFE_INTEGER;
/** An array, or a number, whose whole numbers lie where doubles hold all of them. */
export function exact(array, numbers = array.data) {
  for (let i = 0; array.kind === "i" && i < numbers.length; i++) {
    if (!(Math.abs(numbers[i]) <= MAX)) throw new NotHere("whole numbers beyond 2**53 in arrays");
  }
  return array;
}

/** Whether an element counts as true: nan does, in JavaScript it would not. */
export const isSet = (x) => x !== 0 && x !== "" && x !== false && x !== null && x !== 0n;

/** An element as a value of Python: a scalar of numpy, or what an array of objects holds. */
export function element(value, kind) {
  if (kind === "U") return new String(value);
  return kind === "O" ? value : new Scalar(kind, value);
}

/** An array without axes becomes its element, as the results of numpy's functions do. */
export const out = (array) =>
  array.shape.length ? array : element(array.data[array.offset], array.kind);

/** Whether the elements lie one after the other; the step along a single one does not count. */
const isTogether = ({ shape, strides }) =>
  stridesOf(shape).every((step, i) => step === strides[i] || shape[i] === 1);

/** The elements in order, without a copy where they lie so. */
export function flat(array) {
  const { data, offset, size } = array;
  if (offset === 0 && data.length === size && isTogether(array)) return data;
  const found = storage(array.kind, size);
  const places = offsets(array);
  for (let i = 0; i < size; i++) found[i] = data[places[i]];
  return found;
}

export const vector = (list, kind = "i") =>
  new NDArray(Float64Array.from(list), [list.length], kind);

export const copy = (array) => {
  const data = Object.assign(flat(array).slice(), { width: array.data.width });
  return new NDArray(data, array.shape, array.kind);
};

function kindOf(given) {
  const value = bare(given);
  if (typeof value === "boolean") return "b";
  if (typeof value === "bigint") return "i";
  if (typeof value === "number") return "f";
  if (typeof value === "string") return "U";
  return value instanceof Scalar || value instanceof NDArray ? value.kind : "O";
}

const sequence = (value) => {
  if (Array.isArray(value)) return value;
  if (value instanceof Tuple) return value.items;
  return value instanceof Range ? [...value] : null;
};

const ragged = () => new NotHere("rows of different lengths in an array");

/** An array of a number, a list of lists, or an array itself. */
export function asArray(value, kind = null) {
  if (value instanceof NDArray) return kind && kind !== value.kind ? cast(value, kind) : value;
  const leaves = [];
  const walk = (item, depth, shape) => {
    const items = sequence(item);
    if (item instanceof NDArray) {
      if (depth === shape.length) shape.push(...item.shape);
      else if (item.shape.some((n, axis) => n !== shape[depth + axis])) throw ragged();
      const found = flat(item);
      for (const leaf of found) leaves.push(element(leaf, item.kind));
      return depth + item.shape.length;
    }
    if (!items) {
      const kinds = [Dict, PySet, Iterator, Module, Type, Instance];
      const strange = kinds.some((kind) => item instanceof kind) || item === Ellipsis;
      if (strange || typeof item === "function" || (item === null && !depth))
        throw new NotHere(`an array of a ${typeOf(item).name}`);
      leaves.push(item);
      return depth;
    }
    if (depth === shape.length) shape.push(items.length);
    else if (shape[depth] !== items.length) throw ragged();
    let below = items.length ? null : depth + 1;
    for (const inner of items) {
      const reached = walk(inner, depth + 1, shape);
      if (below !== null && reached !== below) throw ragged();
      below = reached;
    }
    return below;
  };
  const shape = [];
  walk(value, 0, shape);
  const common = leaves.length ? leaves.map(kindOf).reduce((a, b) => widest(a, b)) : "f";
  const found = kind === "O" ? kind : common;
  const array = empty(shape, found);
  leaves.forEach((leaf, i) => {
    array.data[i] = found === "O" ? leaf : found === "U" ? str(leaf) : Number(plain(leaf));
  });
  if (found === "U" && leaves.every((leaf) => typeof leaf === "string"))
    array.data.width = Math.max(1, ...leaves.map((leaf) => [...leaf].length));
  exact(array);
  if (!kind || kind === found) return array;
  const made = cast(array, kind);
  if (kind === "U") made.data.width = undefined;
  return made;
}

const refused = (name) =>
  error(
    "TypeError",
    `ufunc '${name}' not supported for the input types, and the inputs could not be safely ` +
      "coerced to any supported types according to the casting rule ''safe''",
  );

/** An array that can be calculated with, or numpy's complaint. */
export function numeric(value, name, kind = null) {
  const array = asArray(value, kind);
  if (array.kind === "O" && array.data.every((item) => plain(item) !== undefined)) {
    return cast(array, "f");
  }
  if (!"UO".includes(array.kind)) return array;
  if (array.kind === "U") throw new NotHere(`np.${name} of texts`);
  throw new NotHere(`np.${name} of an array of objects`);
}

export function cast(array, kind) {
  const data = flat(array);
  const made = empty(array.shape, kind);
  for (let i = 0; i < data.length; i++) made.data[i] = converted(data[i], array.kind, kind);
  if (kind === "U") made.data.width = { f: 32, i: 21, b: 5 }[array.kind];
  return exact(made);
}

function converted(value, from, to) {
  if (to === "O") return from === "O" || from === "U" ? value : element(value, from).item();
  if (to === "U") return str(element(value, from));
  let number = from === "O" ? (plain(value) ?? value?.toFloat?.()) : value;
  if (from === "U" && (to === "b" || (to === "i" && !/^\s*[-+]?\d+\s*$/.test(value))))
    throw new NotHere("such texts as numbers");
  if (from === "U") {
    number = value.trim() === "" || Number.isNaN(Number(value)) ? undefined : Number(value);
    if (/^\s*[-+]?(nan|inf)\s*$/i.test(value))
      number = /nan/i.test(value) ? NaN : /-/.test(value) ? -Infinity : Infinity;
    if (number === undefined) {
      throw error("ValueError", `could not convert string to float: '${value}'`);
    }
  }
  if (number === undefined || value === null)
    throw new NotHere(`a ${typeOf(value).name} as a number`);
  if (to === "b") return isSet(number) ? 1 : 0;
  if (to === "i" && !Number.isFinite(Number(number))) throw new NotHere("nan or inf as int64");
  return to === "i" ? Math.trunc(Number(number)) + 0 : Number(number);
}

// ------------------------------------------------------------------------------------- shapes

export function broadcast(...shapes) {
  if (shapes.every((shape) => sameShape(shape, shapes[0]))) return shapes[0];
  const axes = Math.max(...shapes.map((shape) => shape.length));
  const shape = new Array(axes).fill(1);
  for (const one of shapes) {
    one.forEach((n, i) => {
      const axis = axes - one.length + i;
      if (shape[axis] === 1) shape[axis] = n;
      else if (n !== 1 && n !== shape[axis]) {
        const said = shapes.map(shapeText).join(" ");
        const text = `operands could not be broadcast together with shapes ${said} `;
        throw error("ValueError", text);
      }
    });
  }
  return shape;
}

/** An array seen with another shape: axes of length 1 are repeated. */
export function stretched(array, shape) {
  const lead = shape.length - array.shape.length;
  const strides = shape.map((_, i) =>
    i < lead || array.shape[i - lead] === 1 ? 0 : array.strides[i - lead],
  );
  return new NDArray(array.data, shape, array.kind, strides, array.offset);
}

const sameShape = (a, b) => a.length === b.length && a.every((n, i) => n === b[i]);
const spread = (array, shape) =>
  flat(sameShape(array.shape, shape) ? array : stretched(array, shape));

export function reshape(array, wanted) {
  const known = wanted.filter((n) => n >= 0).reduce((a, b) => a * b, 1);
  const shape = wanted.map((n) => (n < 0 ? array.size / known : n));
  if (sizeOf(shape) !== array.size || shape.some((n) => !Number.isInteger(n))) {
    const shown = shapeText(wanted).replace(/-\d+/, "newaxis");
    const text = `cannot reshape array of size ${array.size} into shape ${shown}`;
    throw error("ValueError", text);
  }
  if (isTogether(array))
    return new NDArray(array.data, shape, array.kind, stridesOf(shape), array.offset, array);
  const made = new NDArray(flat(array), shape, array.kind);
  return Object.assign(made, { isCopy: true }); // where numpy may have found a view
}

export function transpose(array, axes) {
  const order = axes ?? array.shape.map((_, i) => array.shape.length - 1 - i);
  const [shape, strides] = [order.map((i) => array.shape[i]), order.map((i) => array.strides[i])];
  return new NDArray(array.data, shape, array.kind, strides, array.offset, array);
}

export function axisOf(axis, dimensions) {
  if (typeof axis === "boolean") throw new NotHere("a bool as an axis");
  const number = Number(toIndex(axis));
  if (number >= dimensions || number < -dimensions) {
    throw error("AxisError", BigInt(number), BigInt(dimensions), null);
  }
  return number < 0 ? number + dimensions : number;
}

// ------------------------------------------------------------------------------------ indices

/** [start, count, step] of a slice of something so long. */
export function sliced({ start, stop, step }, length) {
  const whole = (value) => {
    if (typeof plain(value) === "bigint") return Number(plain(value));
    const text = "slice indices must be integers or None or have an __index__ method";
    throw error("TypeError", text);
  };
  const by = step === null ? 1 : whole(step);
  if (by === 0) throw error("ValueError", "slice step cannot be zero");
  const inside = (value, otherwise) => {
    if (value === null) return otherwise;
    const i = whole(value) < 0 ? whole(value) + length : whole(value);
    return by > 0 ? Math.min(Math.max(i, 0), length) : Math.min(Math.max(i, -1), length - 1);
  };
  const first = inside(start, by > 0 ? 0 : length - 1);
  const last = inside(stop, by > 0 ? length : -1);
  return [first, Math.max(0, Math.ceil((last - first) / by)), by, last];
}

function within(i, length, axis) {
  if (i >= length || i < -length) {
    const text = `index ${i} is out of bounds for axis ${axis} with size ${length}`;
    throw error("IndexError", text);
  }
  return i < 0 ? i + length : i;
}

const bad = () =>
  error(
    "IndexError",
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or " +
      "boolean arrays are valid indices",
  );

/** The parts of an index: slices, null for a new axis, numbers, and arrays of numbers. */
function partsOf(array, key) {
  const given = key instanceof Tuple ? key.items : [key];
  const parts = given.map((part) => {
    if (part === null || part === Ellipsis || part instanceof Slice) return part;
    if (typeof part === "bigint") return Number(part);
    if (part instanceof Scalar && part.kind === "i") return part.value;
    if (typeof part === "boolean" || (part instanceof Scalar && part.kind === "b"))
      throw new NotHere("a bool as an index");
    if (!sequence(part) && !(part instanceof NDArray)) throw bad();
    const indices = asArray(part);
    if (!indices.size && !(part instanceof NDArray)) return cast(indices, "i");
    if ("bi".includes(indices.kind)) return indices;
    if (!(part instanceof NDArray)) throw bad();
    throw error("IndexError", "arrays used as indices must be of integer (or boolean) type");
  });
  const used = parts.reduce((sum, part) => {
    if (part === null || part === Ellipsis) return sum;
    return sum + (part instanceof NDArray && part.kind === "b" ? part.shape.length : 1);
  }, 0);
  if (used > array.shape.length) {
    const text =
      `too many indices for array: array is ${array.shape.length}-dimensional, ` +
      `but ${used} were indexed`;
    throw error("IndexError", text);
  }
  const lists = parts.filter((part) => part instanceof NDArray);
  if (lists.length > 1 && lists.some(({ size }) => !size)) throw new NotHere("such indices");
  const rest = new Array(array.shape.length - used).fill(new Slice(null, null, null));
  const dots = parts.indexOf(Ellipsis);
  return dots < 0
    ? [...parts, ...rest]
    : [...parts.slice(0, dots), ...rest, ...parts.slice(dots + 1)];
}

/** Of an array and an index: a view, or the offsets of elements and their shape. */
function located(array, key) {
  const view = { shape: [], strides: [], offset: array.offset };
  const fancy = []; // { at: how many axes of the view stand before, indices, stride, length }
  let axis = 0;
  for (const part of partsOf(array, key)) {
    const [length, stride] = [array.shape[axis], array.strides[axis]];
    if (part === null) {
      view.shape.push(1);
      view.strides.push(0);
    } else if (part instanceof Slice) {
      const [start, count, step] = sliced(part, length);
      view.offset += count ? start * stride : 0;
      view.shape.push(count);
      view.strides.push(step * stride);
      axis++;
    } else if (typeof part === "number" && !fancy.length) {
      view.offset += within(part, length, axis) * stride;
      axis++;
    } else if (typeof part === "number" || part.kind === "i") {
      const indices = typeof part === "number" ? asArray(BigInt(part)) : part;
      const inside = Float64Array.from(flat(indices), (i) => within(i, length, axis) * stride);
      fancy.push({ at: view.shape.length, indices: new NDArray(inside, indices.shape, "i") });
      axis++;
    } else {
      for (const [along, found] of nonzero(part).entries()) {
        const n = array.shape[axis + along];
        if (part.shape[along] !== n && part.shape.length) {
          throw new NotHere("a mask of another length");
        }
        const step = array.strides[axis + along];
        const steps = Float64Array.from(flat(found), (i) => i * step);
        fancy.push({ at: view.shape.length, indices: new NDArray(steps, found.shape, "i") });
      }
      axis += part.shape.length;
    }
  }
  if (!fancy.length) return { view };
  return gathered(view, fancy);
}

function gathered(view, fancy) {
  let group;
  try {
    group = broadcast(...fancy.map(({ indices }) => indices.shape));
  } catch {
    throw new NotHere("indices of such shapes");
  }
  const steps = new Float64Array(sizeOf(group));
  for (const { indices } of fancy) {
    const found = spread(indices, group);
    for (let i = 0; i < steps.length; i++) steps[i] += found[i];
  }
  const together = fancy.every(({ at }) => at === fancy[0].at);
  const at = together ? fancy[0].at : 0;
  const before = { shape: view.shape.slice(0, at), strides: view.strides.slice(0, at) };
  const after = { shape: view.shape.slice(at), strides: view.strides.slice(at) };
  const [first, last] = [
    offsets({ ...before, offset: view.offset }),
    offsets({ ...after, offset: 0 }),
  ];
  const places = new Int32Array(first.length * steps.length * last.length);
  let i = 0;
  for (const start of first)
    for (const step of steps) for (const end of last) places[i++] = start + step + end;
  return { places, shape: [...before.shape, ...group, ...after.shape] };
}

export function getItem(array, key) {
  if (typeof key === "bigint" && array.shape.length) {
    const [n, ...shape] = array.shape;
    const offset = array.offset + within(Number(key), n, 0) * array.strides[0];
    if (!shape.length) return element(array.data[offset], array.kind);
    return new NDArray(array.data, shape, array.kind, array.strides.slice(1), offset, array);
  }
  const mask = key instanceof NDArray && key.kind === "b" && key.shape.length === 1;
  if (mask && array.shape.length && key.shape[0] === array.shape[0]) return masked(array, key);
  const { view, places, shape } = located(array, key);
  if (view) {
    const dots = key === Ellipsis || (key instanceof Tuple && key.items.includes(Ellipsis));
    if (!view.shape.length && !dots) return element(array.data[view.offset], array.kind);
    return new NDArray(array.data, view.shape, array.kind, view.strides, view.offset, array);
  }
  const made = empty(shape, array.kind);
  for (let i = 0; i < places.length; i++) made.data[i] = array.data[places[i]];
  return out(made);
}

/** `array[mask]` of one mask for the first axis. */
function masked(array, mask) {
  const [data, keep] = [flat(array), flat(mask)];
  const [n, ...shape] = array.shape;
  const width = sizeOf(shape);
  let count = 0;
  for (let i = 0; i < n; i++) if (keep[i]) count++;
  const made = empty([count, ...shape], array.kind);
  let to = 0;
  for (let i = 0; i < n; i++) {
    if (keep[i]) for (let j = 0; j < width; j++) made.data[to++] = data[i * width + j];
  }
  return made;
}

export function setItem(array, key, value) {
  if (array.isCopy || array.base?.isCopy) throw new NotHere("writing into such an array");
  if (array.kind === "U" && !(str(asArray(value).data[0]).length <= array.data.width))
    throw new NotHere("so long a text in this array");
  if (array.isFixed || array.base?.isFixed)
    throw error("ValueError", "assignment destination is read-only");
  if (array.kind === "O" && (sequence(value) || value instanceof NDArray))
    throw new NotHere("a list as an element of an array");
  let found;
  try {
    found = located(array, key);
  } catch (problem) {
    if (!asArray(value).shape.length) throw problem;
    throw new NotHere("such indices of an assignment"); // numpy may complain of the shape first
  }
  const shape = found.view?.shape ?? found.shape;
  const places = found.places ?? offsets(found.view);
  const given = asArray(value);
  if (sequence(value) && given.shape.length > shape.length)
    throw new NotHere("a list of lists in this place");
  let lead = given.shape.length - shape.length;
  while (lead > 0 && given.shape[given.shape.length - shape.length - lead] === 1) lead--;
  const fits =
    lead <= 0 &&
    (shape.length > 0 || !given.shape.length) &&
    given.shape
      .slice(-shape.length || given.shape.length)
      .every((n, i, all) => n === 1 || n === shape[shape.length - all.length + i]);
  if (!fits) {
    const ones = given.shape.findIndex((n) => n !== 1);
    const excess = Math.min(ones, Math.max(0, given.shape.length - shape.length));
    const [from, to] = [given.shape.slice(excess), shape].map(shapeText);
    if (!found.view || !shape.length) throw new NotHere("such an assignment to a part");
    const text = `could not broadcast input array from shape ${from} into shape ${to}`;
    throw error("ValueError", text);
  }
  const extra = Math.max(0, given.shape.length - shape.length);
  const data = spread(extra ? reshape(given, given.shape.slice(extra)) : given, shape);
  const values = data === array.data ? data.slice() : data;
  const { kind } = array;
  const same = given.kind === kind;
  for (let i = 0; i < places.length; i++) {
    array.data[places[i]] = same ? values[i] : converted(values[i], given.kind, kind);
  }
}

/** One array of indices for each axis: where the array is not zero. */
export function nonzero(array) {
  if (!array.shape.length) throw new NotHere("np.nonzero of one number");
  const found = array.shape.map(() => []);
  const index = array.shape.map(() => 0);
  for (const value of flat(array)) {
    if (isSet(value)) index.forEach((i, axis) => found[axis].push(i));
    for (let axis = index.length - 1; axis >= 0; axis--) {
      if (++index[axis] < array.shape[axis]) break;
      index[axis] = 0;
    }
  }
  return found.map((indices) => vector(indices));
}

export function* rows(array) {
  if (!array.shape.length) throw error("TypeError", "iteration over a 0-d array");
  for (let i = 0; i < array.shape[0]; i++) yield getItem(array, BigInt(i));
}

// ------------------------------------------------------------------------- element by element

/** [a // b, a % b] of floats, as C's fmod and Python find them; b is not 0. */
export function divided(a, b) {
  let rest = a % b;
  let quotient = (a - rest) / b;
  if (rest && rest < 0 !== b < 0) [rest, quotient] = [rest + b, quotient - 1];
  if (rest === 0) rest = b < 0 ? -0 : 0;
  if (quotient === 0) return [a / b < 0 || Object.is(a / b, -0) ? -0 : 0, rest];
  const floor = Math.floor(quotient);
  return [quotient - floor > 0.5 ? floor + 1 : floor, rest];
}
/** a · b as a sum of two floats; Dekker, Numerische Mathematik 18 (1971). */
function product(a, b) {
  const halves = (x) => {
    const high = x * 134217729 - (x * 134217729 - x);
    return [high, x - high];
  };
  const [p, [c, d], [e, f]] = [a * b, halves(a), halves(b)];
  return [p, d * f - (p - c * e - d * e - c * f)];
}
/** √(a² + b²) to the last digit. */
export function hypotenuse(a, b) {
  const rough = Math.hypot(a, b);
  if (!(rough > 1e-140 && rough < 1e140)) return rough;
  const [one, two] = Math.abs(a) < Math.abs(b) ? [b, a] : [a, b]; // p - t is exact
  const [[p, q], [r, s], [t, u]] = [one, two, rough].map((x) => product(x, x));
  return rough + (p - t + r + (q + s - u)) / (2 * rough);
}
/** C's pow: of whole exponents to the last digit, which JavaScript's is not. */
export function raised(a, b) {
  if (a === 1 || (a === -1 && Math.abs(b) === Infinity)) return 1;
  const rough = a ** b;
  const size = Math.abs(rough);
  if (!Number.isInteger(b) || !(size > 1e-290 && size < 1e290)) return b === 0.5 ? a ** 0.5 : rough;
  const times = ([p, q], [r, s]) => {
    const [high, low] = product(p, r);
    const rest = low + p * s + q * r;
    return [high + rest, rest - (high + rest - high)];
  };
  let [made, square] = [
    [1, 0],
    [a, 0],
  ];
  for (let n = Math.abs(b); n; n = Math.floor(n / 2)) {
    if (n % 2) made = times(made, square);
    if (n > 1) square = times(square, square);
  }
  if (b > 0) return made[0];
  const inverse = 1 / made[0];
  const [p, q] = product(inverse, made[0]);
  return inverse + (1 - p - q - inverse * made[1]) * inverse;
}
/** What each binary function does with two numbers, and the kind of its result. */
const TWO = {
  add: [(a, b) => a + b],
  subtract: [(a, b) => a - b],
  multiply: [(a, b) => a * b],
  divide: [(a, b) => a / b, "f"],
  floor_divide: [(a, b) => (b === 0 ? a / b : divided(a, b)[0])],
  remainder: [(a, b) => (b === 0 ? NaN : divided(a, b)[1])],
  power: [raised],
  less: [(a, b) => (a < b ? 1 : 0), "b"],
  less_equal: [(a, b) => (a <= b ? 1 : 0), "b"],
  greater: [(a, b) => (a > b ? 1 : 0), "b"],
  greater_equal: [(a, b) => (a >= b ? 1 : 0), "b"],
  equal: [(a, b) => (a === b ? 1 : 0), "b"],
  not_equal: [(a, b) => (a !== b ? 1 : 0), "b"],
  bitwise_and: [(a, b) => Number(BigInt(a) & BigInt(b)), "whole"],
  bitwise_or: [(a, b) => Number(BigInt(a) | BigInt(b)), "whole"],
  bitwise_xor: [(a, b) => Number(BigInt(a) ^ BigInt(b)), "whole"],
  maximum: [(a, b) => (Number.isNaN(a) || a > b ? a : b)],
  minimum: [(a, b) => (Number.isNaN(a) || a < b ? a : b)],
  hypot: [hypotenuse, "f"],
  arctan2: [Math.atan2, "f"],
  logaddexp: [
    (a, b) => (a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))),
    "f",
  ],
  logical_and: [(a, b) => (isSet(a) && isSet(b) ? 1 : 0), "b"],
  logical_or: [(a, b) => (isSet(a) || isSet(b) ? 1 : 0), "b"],
};
const OF_BOOLS = {
  add: "logical_or",
  multiply: "logical_and",
  maximum: "logical_or",
  minimum: "logical_and",
};
const COMPARES = new Set(["less", "less_equal", "greater", "greater_equal", "equal", "not_equal"]);

/** Arrays of texts are compared, and no more is done with them. */
function ofTexts(name, a, b) {
  const [x, y] = [asArray(a), asArray(b)];
  const shape = broadcast(x.shape, y.shape);
  const [left, right] = [spread(x, shape), spread(y, shape)];
  const made = empty(shape, "b");
  const both = x.kind === y.kind || name === "equal" || name === "not_equal";
  if (!both || !COMPARES.has(name) || x.kind === "O" || y.kind === "O")
    throw new NotHere(`np.${name} of texts or objects`);
  const f = TWO[name][0];
  for (let i = 0; i < left.length; i++) made.data[i] = f(left[i], right[i]);
  return out(made);
}

/** A binary function of numpy, on arrays, scalars and what becomes one of them. */
export function binary(name, a, b) {
  const [x, y] = [operand(a), operand(b)];
  if ("UO".includes(x.kind) || "UO".includes(y.kind)) return ofTexts(name, a, b);
  let [f, kind] = TWO[name];
  const both = widest(x.kind, y.kind);
  if (kind === "whole") {
    if (both === "f") throw refused(name);
    kind = both;
  } else if (!kind) {
    kind = both;
    if (both === "b" && name in OF_BOOLS) f = TWO[OF_BOOLS[name]][0];
    else if (both === "b") kind = "i";
    const isStrange = ["power", "floor_divide", "remainder", "subtract"].includes(name);
    if ((both === "b" && isStrange) || (name === "power" && x.kind === "b" && x.shape))
      throw new NotHere(`np.${name} of bools`);
  }
  const whole = kind === "i";
  if (whole && name === "power" && flatOf(y).some((n) => n < 0)) {
    throw error("ValueError", "Integers to negative integer powers are not allowed.");
  }
  const safe = whole && (name === "floor_divide" || name === "remainder");
  const h = whole ? (p, q) => f(p, q) + 0 : f; // whole numbers have no -0
  const g = safe ? (p, q) => (q === 0 ? 0 : h(p, q)) : h;
  if (!x.shape && !y.shape) {
    const value = g(x.value, y.value);
    return exact(new Scalar(kind, value), [value]);
  }
  const shape = broadcast(x.shape ?? [], y.shape ?? []);
  const made = empty(shape, kind);
  const { data } = made;
  if (!y.shape || !x.shape) {
    const [all, one] = y.shape ? [flat(y), x.value] : [flat(x), y.value];
    if (y.shape) for (let i = 0; i < all.length; i++) data[i] = g(one, all[i]);
    else for (let i = 0; i < all.length; i++) data[i] = g(all[i], one);
    return out(exact(made));
  }
  const [left, right] = [spread(x, shape), spread(y, shape)];
  for (let i = 0; i < left.length; i++) data[i] = g(left[i], right[i]);
  return out(exact(made));
}

const flatOf = (operand) => (operand.shape ? flat(operand) : [operand.value]);

/** A number with its kind, or an array. */
function operand(value) {
  if (value instanceof NDArray) return value;
  const number = plain(value);
  if (number === undefined) return asArray(value);
  const given = { kind: kindOf(value), value: Number(number) };
  return exact(given, [given.value]);
}

/** The nearest whole number, ties to the even one. */
export const nearest = (x) => {
  const down = Math.floor(x);
  if (x - down !== 0.5) return Math.round(x) === 0 && x < 0 ? -0 : Math.round(x);
  return down % 2 === 0 ? down : down + 1 || (x < 0 ? -0 : 0);
};
/** What each function of one number does; "same" keeps the kind. */
const ONE = {
  negative: [(a) => -a, "same"],
  positive: [(a) => a, "same"],
  absolute: [Math.abs, "same"],
  sign: [(a) => Math.sign(a) || (Number.isNaN(a) ? a : 0), "same"],
  square: [(a) => a * a, "same"],
  ceil: [Math.ceil, "same"],
  floor: [Math.floor, "same"],
  trunc: [Math.trunc, "same"],
  logical_not: [(a) => (isSet(a) ? 0 : 1), "b"],
  isnan: [(a) => (Number.isNaN(a) ? 1 : 0), "b"],
  isinf: [(a) => (Math.abs(a) === Infinity ? 1 : 0), "b"],
  isfinite: [(a) => (Number.isFinite(a) ? 1 : 0), "b"],
  ...Object.fromEntries(
    "sqrt exp log log10 log2 log1p expm1 sin cos tan sinh cosh tanh"
      .split(" ")
      .map((name) => [name, [Math[name], "f"]]),
  ),
  arctan: [Math.atan, "f"],
  arcsin: [Math.asin, "f"],
  arccos: [Math.acos, "f"],
};
export const UNARY = Object.keys(ONE);
export const BINARY = Object.keys(TWO);

export function unary(name, value) {
  if (value?.unary) return value.unary(name);
  const array = numeric(value, name);
  if (name === "invert") return inverted(array);
  const [f, rule] = ONE[name];
  const kind = rule === "same" ? array.kind : rule;
  if (array.kind === "b" && rule !== "b" && name !== "absolute")
    throw new NotHere(`np.${name} of bools`);
  const made = empty(array.shape, kind);
  const data = flat(array);
  const g = kind === "i" ? (x) => f(x) + 0 : f; // whole numbers have no -0
  for (let i = 0; i < data.length; i++) made.data[i] = g(data[i]);
  return out(exact(made));
}

function inverted(array) {
  if (array.kind === "f") throw refused("invert");
  const made = empty(array.shape, array.kind);
  const f = array.kind === "b" ? (a) => (a ? 0 : 1) : (a) => -a - 1;
  flat(array).forEach((value, i) => (made.data[i] = f(value)));
  return out(made);
}

/** `array += value`: in place, so that every other name of the array sees it. */
export function inPlace(name, array, value) {
  const kind = kindOfResult(name, array, value);
  if (RANK[kind] > RANK[array.kind]) {
    const names = { f: "float64", i: "int64", b: "bool" };
    const text =
      `Cannot cast ufunc '${name}' output from dtype('${names[kind]}') to ` +
      `dtype('${names[array.kind]}') with casting rule 'same_kind'`;
    throw error("UFuncTypeError", text);
  }
  if (name !== "matmul") broadcast(array.shape, asArray(value).shape, array.shape);
  const made = asArray(name === "matmul" ? matmul(array, value) : binary(name, array, value));
  if (!sameShape(made.shape, array.shape)) throw new NotHere("a result of another shape");
  setItem(array, Ellipsis, made);
  return array;
}

function kindOfResult(name, array, value) {
  const both = widest(array.kind, operand(value).kind);
  const [, rule] = TWO[name] ?? [];
  return rule && rule !== "whole" ? rule : both;
}

arrays.equal = (a, b) => binary("equal", a, b);

// ----------------------------------------------------------------------------------- sums, @

/** As numpy adds: blocks of at most 128, in eight strands, pairwise above. */
export function total(data, start = 0, end = data.length) {
  const n = end - start;
  if (n > 128) {
    const middle = start + (n >> 1) - ((n >> 1) % 8);
    return total(data, start, middle) + total(data, middle, end);
  }
  let sum = 0;
  let i = start;
  if (n >= 8) {
    const strand = Float64Array.from(data.subarray(start, start + 8));
    for (i = start + 8; i + 8 <= end; i += 8) {
      for (let k = 0; k < 8; k++) strand[k] += data[i + k];
    }
    const [a, b, c, d, e, f, g, h] = strand;
    sum = a + b + (c + d) + (e + f + (g + h));
  }
  for (; i < end; i++) sum += data[i];
  return sum;
}

/** The rows along some axes as [shape that is left, Float64Arrays]; all axes where it is null. */
function lanes(array, axis) {
  const all = [...array.shape.keys()];
  if (axis === null) return { shape: [], found: [flat(array)], over: all, last: true };
  const axes = array.shape.length;
  if (!axes) throw new NotHere("an axis of one number");
  const over = (axis instanceof Tuple ? axis.items : [axis]).map((one) => axisOf(one, axes));
  if (new Set(over).size < over.length) throw new NotHere("an axis given twice");
  const kept = all.filter((i) => !over.includes(i));
  const data = flat(transpose(array, [...kept, ...over]));
  const shape = kept.map((i) => array.shape[i]);
  const size = sizeOf(over.map((i) => array.shape[i]));
  const count = sizeOf(shape);
  const found = Array.from({ length: count }, (_, i) => data.slice(i * size, (i + 1) * size));
  return { shape, found, over, last: over.includes(axes - 1) };
}

/** `f` of each row along an axis; `f` is told whether the row lies together in memory. */
export function reduce(value, axis, keep, kind, f) {
  const array = asArray(value);
  const { shape, found, over, last } = lanes(array, axis);
  const made = empty(shape, kind);
  found.forEach((lane, i) => (made.data[i] = f(lane, last)));
  exact(made);
  if (!keep) return out(made);
  const ones = array.shape.map((n, i) => (over.includes(i) ? 1 : n));
  return out(reshape(made, ones));
}

/** Each row along an axis, replaced by `f` of it. */
export function along(value, axis, kind, f) {
  const array = asArray(value);
  if (!array.shape.length) throw new NotHere("the order of one number");
  const where = axisOf(axis, array.shape.length);
  const { shape, found } = lanes(array, BigInt(where));
  const changed = found.map(f);
  const length = changed.length ? changed[0].length : array.shape[where];
  const made = empty([...shape, length], kind);
  changed.forEach((lane, i) => lane.forEach((item, j) => (made.data[i * length + j] = item)));
  exact(made);
  const axes = [...made.shape.keys()];
  const order = axes.slice(0, -1);
  order.splice(where, 0, axes.length - 1);
  return copy(transpose(made, order));
}

const mismatch = (n, m) =>
  error(
    "ValueError",
    "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature " +
      `(n?,k),(k,m?)->(n?,m?) (size ${m} is different from ${n})`,
  );

/** A factor of a product: numbers, or objects that Python multiplies. */
export function factor(value, name) {
  const array = asArray(value);
  if (array.kind === "U") throw new NotHere(`np.${name} of texts`);
  return array.kind === "O" ? array : numeric(array, name);
}

/** Adds the product of n × k and k × m numbers, from rows r and q of each, to the result. */
function ofNumbers(result, x, y, r, q, n, k, m) {
  for (let i = 0; i < n; i++) {
    const [row, to] = [(r + i) * k, (r + i) * m];
    if (m === 1) {
      let sum = 0;
      for (let j = 0; j < k; j++) sum += x[row + j] * y[q + j];
      result[to] = sum;
      continue;
    }
    for (let j = 0; j < k; j++) {
      const [times, from] = [x[row + j], (q + j) * m];
      for (let c = 0; c < m; c++) result[to + c] += times * y[from + c];
    }
  }
}

function ofObjects(result, x, y, r, q, n, k, m) {
  for (let at = 0; at < n * m; at++) {
    const [row, column] = [(r + Math.floor(at / m)) * k, at % m];
    let sum = 0n;
    for (let j = 0; j < k; j++) {
      const term = arrays.operate("*", x[row + j], y[(q + j) * m + column]);
      sum = arrays.operate("+", sum, term);
    }
    result[r * m + at] = sum;
  }
}

export function matmul(left, right) {
  let [a, b] = [left, right].map((one) => factor(one, "matmul"));
  if (!a.shape.length || !b.shape.length) throw new NotHere("@ of one number");
  const [row, column] = [a.shape.length === 1, b.shape.length === 1];
  if (row) a = reshape(a, [1, a.size]);
  if (column) b = reshape(b, [b.size, 1]);
  const [n, k] = a.shape.slice(-2);
  const [l, m] = b.shape.slice(-2);
  if (k !== l) throw mismatch(k, l);
  const lead = broadcast(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const kind = widest(a.kind, b.kind);
  const made = empty([...lead, n, m], kind);
  const [x, y] = [a, b].map((one) => (kind === "O" ? cast(one, "O") : one));
  const [one, two] = [spread(x, [...lead, n, k]), spread(y, [...lead, l, m])];
  const product = kind === "O" ? ofObjects : ofNumbers;
  const size = (data) => data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (kind === "i") exact({ kind }, [size(one) * size(two) * k]);
  for (let p = 0; p < sizeOf(lead); p++) product(made.data, one, two, p * n, p * k, n, k, m);
  if (kind === "b") made.data.forEach((value, i) => (made.data[i] = Number(value > 0)));
  const shape = [...lead, ...(row ? [] : [n]), ...(column ? [] : [m])];
  return out(reshape(made, shape));
}
