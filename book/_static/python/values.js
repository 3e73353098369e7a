/**
 * The values of a small Python: what each is in JavaScript, its type, equality, truth and hash.
 *
 * None is null, True and False are booleans, an int is a BigInt, a float a number, a str a string
 * and a list an Array; the rest has classes here. A callable is a function of its arguments as a
 * list and its keywords as an object.
 */

/** What this Python has not: it ends a run, and nothing in Python can catch it. */
export class NotHere extends Error {
  replayed = false; // whether it is a call or an attribute that was not recorded
}

/** A Python exception on its way. */
export class Raised extends Error {
  constructor(value) {
    super();
    this.value = value;
  }
}

/** A class: `make` builds its instances, attributes are found along `mro`. */
export class Type {
  constructor(name, bases = [], make = null) {
    Object.assign(this, { name, make, attributes: new Map() });
    const above = bases.flatMap((base) => base.mro);
    if (bases.some((base, i) => bases.slice(i + 1).some((later) => later.mro.includes(base))))
      throw new NotHere("such bases of a class");
    this.mro = [this, ...above.filter((type, i) => above.lastIndexOf(type) === i)];
  }

  find(name) {
    return this.mro.find((type) => type.attributes.has(name))?.attributes.get(name);
  }
}

/** An object of a class that Python code defines, and every exception. */
export class Instance {
  constructor(type, attributes = {}) {
    this.type = type;
    this.attributes = new Map(Object.entries(attributes));
  }
}

export class Tuple {
  constructor(items) {
    this.items = items;
  }
}

export class Slice {
  constructor(start, stop, step) {
    Object.assign(this, { start, stop, step });
  }
}

export class Range {
  constructor(start, stop, step) {
    Object.assign(this, { start, stop, step });
    const steps = (stop - start + step - (step > 0n ? 1n : -1n)) / step;
    this.length = steps > 0n ? Number(steps) : 0;
  }

  at(i) {
    return this.start + BigInt(i) * this.step;
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}

/** More items than a reader's page should hold. */
export const MOST = 1e6;
export const checked = (size) => {
  if (size > MOST) throw new NotHere("so many items");
};

/** An iterator that Python code can hold; `kind` is the name of its type. */
export class Iterator {
  constructor(kind, values) {
    this.kind = kind;
    this.values = values[Symbol.iterator]();
  }

  [Symbol.iterator]() {
    return { next: () => this.values.next() }; // a loop that ends early leaves the rest
  }
}

/** A dict; the keys are kept beside what they hash to. */
export class Dict {
  constructor(pairs = []) {
    this.map = new Map();
    this.keysMade = 0; // how often a key was added: a loop over the keys looks
    for (const [key, value] of pairs) this.set(key, value);
  }

  get(key) {
    return this.map.get(hash(key))?.[1];
  }

  has(key) {
    return this.map.has(hash(key));
  }

  set(key, value) {
    const at = hash(key);
    const old = this.map.get(at);
    if (!old) {
      this.keysMade++;
      checked(this.map.size);
    }
    this.map.set(at, [old ? old[0] : key, value]);
  }

  delete(key) {
    return this.map.delete(hash(key));
  }

  keys() {
    return [...this.map.values()].map(([key]) => key);
  }
}

export class PySet {
  constructor(items = [], frozen = false) {
    this.frozen = frozen;
    this.map = new Map();
    for (const item of items) this.add(item);
  }

  add(item) {
    const at = hash(item);
    if (!this.map.has(at)) this.map.set(at, item);
    checked(this.map.size);
  }

  has(item) {
    return this.map.has(hash(item));
  }

  delete(item) {
    return this.map.delete(hash(item));
  }

  /** The items where their order plays no part. */
  get unordered() {
    return [...this.map.values()];
  }

  /** In CPython's order, where it is the same in a table of every size. */
  get items() {
    const items = this.unordered;
    const byChance = (item) =>
      typeof bare(item) === "string" || item?.items?.some?.(byChance) || item instanceof Instance;
    if (items.length < 2 || items.every(byChance)) return items; // CPython draws an order
    let size = 8; // of the smallest table
    while (items.length > 4 && size <= 2 * items.length) size *= 2;
    const slot = (item) => (Number(plain(item)) === -1 ? size - 2 : Number(plain(item)));
    const found = new Map(items.map((item) => [slot(item), item]));
    const fits = [...found.keys()].every((at) => Number.isInteger(at) && at >= 0 && at < size);
    if (!fits || found.size < items.length) throw new NotHere("the order of a set");
    return [...found.keys()].sort((a, b) => a - b).map((at) => found.get(at));
  }
}

/** A module, or another bag of names. */
export class Module {
  constructor(name, names = {}) {
    this.name = name;
    this.names = new Map(Object.entries(names));
  }
}

/** A numpy scalar: of kind f (float64), i (int64) or b (bool); `value` is a number. */
export class Scalar {
  constructor(kind, value) {
    this.kind = kind;
    this.value = value;
  }

  /** The same as a plain Python value. */
  item() {
    if (this.kind === "b") return this.value !== 0;
    return this.kind === "i" ? BigInt(this.value) : this.value;
  }
}

/** An array: rows of `data`, a Float64Array or, of kinds U (text) and O (any), an Array. */
export class NDArray {
  constructor(data, shape, kind, strides = stridesOf(shape), offset = 0, base = null) {
    Object.assign(this, { data, shape, kind, strides, offset, base });
  }

  get size() {
    return sizeOf(this.shape);
  }
}

export const sizeOf = (shape) => shape.reduce((a, b) => a * b, 1);

export function stridesOf(shape) {
  const strides = new Array(shape.length);
  for (let axis = shape.length - 1, step = 1; axis >= 0; step *= shape[axis--])
    strides[axis] = step;
  return strides;
}

// ------------------------------------------------------------------------------------- types

const object = new Type("object");
const type = (name, ...bases) => new Type(name, bases.length ? bases : [object]);
const number = { int: type("int"), float: type("float") };
const generic = type("numpy.generic");
export const TYPES = {
  object,
  ...number,
  bool: type("bool", number.int),
  ...Object.fromEntries(
    (
      "str list tuple dict set frozenset range slice type function builtin_function_or_method " +
      "NoneType ellipsis module generator method code frame traceback"
    )
      .split(" ")
      .map((name) => [name, type(name)]),
  ),
  ndarray: type("numpy.ndarray"),
  dtype: type("numpy.dtype"),
  ufunc: type("numpy.ufunc"),
  float64: type("numpy.float64", generic, number.float),
  int64: type("numpy.int64", generic),
  bool_: type("numpy.bool", generic),
};
TYPES.str_ = type("numpy.str_", generic, TYPES.str);
const OF_KIND = { f: TYPES.float64, i: TYPES.int64, b: TYPES.bool_ };
const OF_CLASS = new Map([
  [Array, TYPES.list],
  [Tuple, TYPES.tuple],
  [Dict, TYPES.dict],
  [Range, TYPES.range],
  [Slice, TYPES.slice],
  [Module, TYPES.module],
  [Type, TYPES.type],
  [NDArray, TYPES.ndarray],
  [String, TYPES.str_],
]);
export const Ellipsis = Symbol("Ellipsis");
const iterators = new Map();

export function typeOf(value) {
  if (value === null || value === undefined) return TYPES.NoneType;
  if (typeof value === "number") return TYPES.float;
  if (typeof value === "bigint") return TYPES.int;
  if (typeof value === "boolean") return TYPES.bool;
  if (typeof value === "string") return TYPES.str;
  if (typeof value === "symbol") return TYPES.ellipsis;
  if (typeof value === "function") {
    if (value.isUfunc) return TYPES.ufunc;
    return value.code ? TYPES.function : TYPES.builtin_function_or_method;
  }
  if (value instanceof Scalar) return OF_KIND[value.kind];
  if (value instanceof PySet) return value.frozen ? TYPES.frozenset : TYPES.set;
  if (value instanceof Iterator) {
    if (value.kind in TYPES) return TYPES[value.kind];
    if (!iterators.has(value.kind)) iterators.set(value.kind, type(value.kind));
    return iterators.get(value.kind);
  }
  return OF_CLASS.get(value.constructor) ?? value.type ?? object;
}

export const isA = (value, wanted) => typeOf(value).mro.includes(wanted);

// ------------------------------------------------------------------------------------- errors

const TREE = {
  Exception: {
    ArithmeticError: { ZeroDivisionError: {}, OverflowError: {} },
    LookupError: { IndexError: {}, KeyError: {} },
    ValueError: { LinAlgError: {}, AxisError: {} },
    NameError: { UnboundLocalError: {} },
    RuntimeError: { NotImplementedError: {}, RecursionError: {} },
    ImportError: { ModuleNotFoundError: {} },
    SyntaxError: { IndentationError: {} },
    AssertionError: {},
    AttributeError: {},
    StopIteration: {},
    TypeError: { UFuncTypeError: {} },
  },
};
export const ERRORS = { BaseException: type("BaseException") };
(function grow(tree, parent) {
  for (const [name, below] of Object.entries(tree)) {
    ERRORS[name] = type(name, parent);
    grow(below, ERRORS[name]);
  }
})(TREE, ERRORS.BaseException);

ERRORS.AxisError.mro.splice(2, 0, ERRORS.IndexError, ERRORS.LookupError);
ERRORS.AxisError.isNumpy = ERRORS.UFuncTypeError.isNumpy = true;

export const exception = (type, ...args) => new Instance(type, { args: new Tuple(args) });
/** To be thrown: `throw error("ValueError", "…")`. */
export const error = (name, ...args) => new Raised(exception(ERRORS[name], ...args));

/** The StopIteration of a generator that returned a value. */
export const stopped = (value) =>
  value === null || value === undefined ? error("StopIteration") : error("StopIteration", value);

// --------------------------------------------------------------------------- truth, equality

export function truth(value) {
  if (value === null || value === undefined) return false;
  if (typeof value !== "object")
    return value !== 0 && value !== 0n && value !== "" && value !== false;
  if (value instanceof Scalar) return value.value !== 0;
  if (value.truth) return value.truth();
  if (value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict || value instanceof PySet) return value.map.size > 0;
  if (value instanceof NDArray) {
    if (value.size === 1) return truth(value.data[value.offset]);
    const text = value.size
      ? "The truth value of an array with more than one element is ambiguous. " +
        "Use a.any() or a.all()"
      : "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an " +
        "array is not empty.";
    throw error("ValueError", text);
  }
  return value.length === undefined || value.length > 0;
}

/** A whole number as a float. */
export function asFloat(number) {
  const float = Number(number);
  if (typeof number !== "bigint" || Number.isFinite(float)) return float;
  throw error("OverflowError", "int too large to convert to float");
}

/** A text of an array, np.str_, as a text. */
export const bare = (value) => (value instanceof String ? value.valueOf() : value);

/** A plain number of a bool, an int, a float or a numpy scalar; else undefined. */
export function plain(value) {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "boolean") return BigInt(value);
  if (value instanceof Scalar) return value.kind === "f" ? value.value : BigInt(value.value);
  return undefined;
}

const sameItems = (a, b) => a.length === b.length && a.every((item, i) => within(item, b[i]));

/** A whole number as a BigInt, or Python's complaint. */
export function toIndex(value) {
  const number = plain(value);
  if (typeof number === "bigint") return number;
  const text = `'${typeOf(value).name}' object cannot be interpreted as an integer`;
  throw error("TypeError", text);
}

/** Whether two items of containers are equal: CPython looks first whether they are one object. */
export function within(a, b) {
  if (typeof a === "number" && a !== a && b !== b) throw new NotHere("the identity of nan");
  return same(a, b);
}

/** Equality of everything but arrays, as a JavaScript boolean. */
export function same(one, other) {
  const [a, b] = [bare(one), bare(other)];
  if (a === b) return true;
  const x = plain(a);
  const y = plain(b);
  if (x !== undefined && y !== undefined) return x == y; // eslint-disable-line eqeqeq
  if (a instanceof NDArray || b instanceof NDArray) return truth(arrays.equal(a, b));
  if (Array.isArray(a) && Array.isArray(b)) return sameItems(a, b);
  if (a instanceof Tuple && b instanceof Tuple) return sameItems(a.items, b.items);
  if (a instanceof PySet && b instanceof PySet) {
    return a.map.size === b.map.size && [...a.map.keys()].every((key) => b.map.has(key));
  }
  if (a instanceof Dict && b instanceof Dict) {
    const pairs = [...a.map];
    return (
      a.map.size === b.map.size &&
      pairs.every(([key, pair]) => b.map.has(key) && within(pair[1], b.map.get(key)[1]))
    );
  }
  if (a instanceof Range && b instanceof Range) return sameItems([...a], [...b]);
  return (a?.equals?.(b) || b?.equals?.(a)) ?? false;
}

/** Filled by arrays.js and operators.js, which need this file. */
export const arrays = { equal: null, operate: null };

const numbers = new WeakMap();
let count = 0;

/** A number of its own for each object, in the order in which they were asked for. */
export function identity(value) {
  if (!numbers.has(value)) numbers.set(value, ++count);
  return numbers.get(value);
}

export function hash(given) {
  const value = bare(given);
  const number = plain(value);
  if (number !== undefined) {
    if (Number.isNaN(number)) throw new NotHere("the identity of nan");
    return Number.isInteger(number) ? `n${BigInt(number)}` : `n${number}`;
  }
  if (typeof value === "string") return `s${value}`;
  if (value === null) return "None";
  if (value instanceof Tuple) return `(${value.items.map((item) => `${hash(item)},`).join("")})`;
  if (value instanceof PySet && value.frozen) return `{${[...value.map.keys()].sort()}}`;
  if (value instanceof PySet) throw new NotHere("a set as an item or a key");
  const unhashable = [TYPES.list, TYPES.dict, TYPES.ndarray];
  const type = typeOf(value);
  if (unhashable.includes(type)) throw error("TypeError", `unhashable type: '${type.name}'`);
  return value.hashed?.() ?? `o${identity(value)}`;
}
