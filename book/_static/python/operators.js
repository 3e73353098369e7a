/** Operators, indices, attributes and iteration, for every kind of value. */

import {
  Dict,
  Instance,
  Iterator,
  Module,
  NDArray,
  NotHere,
  PySet,
  Range,
  Scalar,
  Slice,
  Tuple,
  Type,
  ERRORS,
  TYPES,
  arrays,
  error,
  isA,
  plain,
  same,
  truth,
  typeOf,
} from "./values.js";
import { percent } from "./text.js";
import {
  binary,
  getItem as arrayItem,
  inPlace,
  matmul,
  rows,
  setItem,
  sliced,
  unary,
} from "./arrays.js";
import { call } from "./functions.js";

/** Each operator with numpy's function and the middle of Python's method. */
const NAMES = (
  "+ add add, - subtract sub, * multiply mul, / divide truediv, // floor_divide floordiv, " +
  "% remainder mod, ** power pow, @ matmul matmul, & bitwise_and and, | bitwise_or or, " +
  "^ bitwise_xor xor, < less lt, <= less_equal le, > greater gt, >= greater_equal ge, " +
  "== equal eq, != not_equal ne"
)
  .split(", ")
  .map((row) => row.split(" "));
const UFUNCS = Object.fromEntries(NAMES.filter(([sign]) => sign !== "@"));
const SPECIAL = Object.fromEntries(NAMES.map(([sign, , name]) => [sign, name]));
const MIRRORED = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!=" };

const isArray = (value) => value instanceof NDArray || value instanceof Scalar;
const zero = (text) => error("ZeroDivisionError", text);

const floorDivide = (a, b) => {
  const quotient = a / b;
  return quotient * b !== a && a < 0n !== b < 0n ? quotient - 1n : quotient;
};
const INTS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => {
    if (b === 0n) throw zero("division by zero");
    return Number(a) / Number(b);
  },
  "//": (a, b) => {
    if (b === 0n) throw zero("integer division or modulo by zero");
    return floorDivide(a, b);
  },
  "%": (a, b) => {
    if (b === 0n) throw zero("integer modulo by zero");
    return a - b * floorDivide(a, b);
  },
  "**": (a, b) => {
    if (b < 0n) return FLOATS["**"](Number(a), Number(b));
    if (b > 100000n) throw new NotHere("so large a power");
    return a ** b;
  },
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << b,
  ">>": (a, b) => a >> b,
};
const FLOATS = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => {
    if (b === 0) throw zero("float division by zero");
    return a / b;
  },
  "//": (a, b) => {
    if (b === 0) throw zero("float floor division by zero");
    return Math.floor(a / b);
  },
  "%": (a, b) => {
    if (b === 0) throw zero("float modulo");
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
  },
  "**": (a, b) => {
    if (a === 0 && b < 0) throw zero("0.0 cannot be raised to a negative power");
    if (a < 0 && !Number.isInteger(b) && Number.isFinite(b)) throw new NotHere("complex numbers");
    const value = a ** b;
    if (Number.isFinite(a) && Number.isFinite(b) && !Number.isFinite(value)) {
      throw error("OverflowError", 34n, "Numerical result out of range");
    }
    return value;
  },
};

const INNER = { f: "float", i: "int", b: "bool", U: "str", O: "object" };

function unsupported(op, a, b) {
  const shown = op === "**" ? "** or pow()" : op;
  const [x, y] = [a, b].map((value) => (isArray(value) ? INNER[value.kind] : typeOf(value).name));
  return error("TypeError", `unsupported operand type(s) for ${shown}: '${x}' and '${y}'`);
}

const items = (value) => (value instanceof Tuple ? value.items : value);
const sequence = (value) =>
  Array.isArray(value) || value instanceof Tuple || typeof value === "string";

function repeated(value, times) {
  const n = Math.max(0, Number(times));
  if (typeof value === "string") return value.repeat(n);
  const made = Array.from({ length: n }, () => items(value)).flat();
  return value instanceof Tuple ? new Tuple(made) : made;
}

const SETS = {
  "&": (a, b) => [...a.map.values()].filter((item) => b.has(item)),
  "|": (a, b) => [...a.map.values(), ...b.map.values()],
  "-": (a, b) => [...a.map.values()].filter((item) => !b.has(item)),
  "^": (a, b) => [...SETS["-"](a, b), ...SETS["-"](b, a)],
};

/** What a class of Python code says about an operator, else undefined. */
function special(op, a, b) {
  if (a instanceof Instance && !isA(a, ERRORS.BaseException)) {
    const method = a.type.find(`__${SPECIAL[op]}__`);
    if (method) return call(method, [a, b]);
  }
  if (b instanceof Instance && !isA(b, ERRORS.BaseException)) {
    const name = op in MIRRORED ? SPECIAL[MIRRORED[op]] : `r${SPECIAL[op]}`;
    const method = b.type.find(`__${name}__`);
    if (method) return call(method, [b, a]);
  }
  return undefined;
}

/** `a op b`. */
export function operate(op, a, b) {
  if (typeof a === "number" && typeof b === "number" && op in FLOATS) return FLOATS[op](a, b);
  if (isArray(a) || isArray(b)) {
    const each = a instanceof NDArray || b instanceof NDArray;
    const [mine, theirs] = [a, b].map((one) => one?.operate && !(each && one.isNumber));
    if (theirs) return b.operate(op, a, true);
    if (mine) return a.operate(op, b, false);
    const made = special(op, a, b);
    if (made !== undefined) return made;
    if (op === "@") return matmul(a, b);
    if (op === "%" && typeof a === "string") return percent(a, b);
    if (
      op === "*" &&
      (sequence(a) || sequence(b)) &&
      [a, b].some((x) => x instanceof Scalar && x.kind === "i")
    ) {
      return sequence(a) ? repeated(a, b.value) : repeated(b, a.value);
    }
    if (a === null || b === null || !(op in UFUNCS)) throw unsupported(op, a, b);
    return binary(UFUNCS[op], a, b);
  }
  const [x, y] = [plain(a), plain(b)];
  if (x !== undefined && y !== undefined) {
    if (typeof x === "bigint" && typeof y === "bigint" && op in INTS) {
      const both = typeof a === "boolean" && typeof b === "boolean" && "&|^".includes(op);
      return both ? INTS[op](x, y) !== 0n : INTS[op](x, y);
    }
    if (op in FLOATS) return FLOATS[op](Number(x), Number(y));
    throw unsupported(op, a, b);
  }
  if (op === "%" && typeof a === "string") return percent(a, b);
  if (op === "+" && sequence(a) && typeOf(a) === typeOf(b)) {
    if (typeof a === "string") return a + b;
    const made = [...items(a), ...items(b)];
    return a instanceof Tuple ? new Tuple(made) : made;
  }
  if (op === "*" && sequence(a) && typeof y === "bigint") return repeated(a, y);
  if (op === "*" && sequence(b) && typeof x === "bigint") return repeated(b, x);
  if (a instanceof PySet && b instanceof PySet && op in SETS)
    return new PySet(SETS[op](a, b), a.frozen);
  if (a instanceof Dict && b instanceof Dict && op === "|") {
    return new Dict([...a.map.values(), ...b.map.values()]);
  }
  for (const [one, other, reflected] of [
    [a, b, false],
    [b, a, true],
  ]) {
    if (one?.operate) return one.operate(op, other, reflected);
  }
  const made = special(op, a, b);
  if (made !== undefined) return made;
  if (op === "+" && sequence(a)) {
    const [name, other] = [typeOf(a).name, typeOf(b).name];
    const text = `can only concatenate ${name} (not "${other}") to ${name}`;
    throw error("TypeError", text);
  }
  if (op === "*" && (sequence(a) || sequence(b))) {
    const other = typeOf(sequence(a) ? b : a).name;
    throw error("TypeError", `can't multiply sequence by non-int of type '${other}'`);
  }
  throw unsupported(op, a, b);
}

/** `a op= b`: lists, sets, dicts and arrays change in place. */
export function augment(op, a, b) {
  if (a instanceof NDArray && (op in UFUNCS || op === "@")) {
    return inPlace(op === "@" ? "matmul" : UFUNCS[op], a, b);
  }
  if (Array.isArray(a) && op === "+") {
    for (const item of iterate(b)) a.push(item);
    return a;
  }
  if (a instanceof PySet && !a.frozen && b instanceof PySet && op in SETS) {
    a.map = new PySet(SETS[op](a, b)).map;
    return a;
  }
  return operate(op, a, b);
}

const ORDERS = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

function ordered(op, a, b) {
  const [x, y] = [plain(a), plain(b)];
  if (x !== undefined && y !== undefined) return ORDERS[op](x, y);
  if (typeof a === "string" && typeof b === "string") return ORDERS[op](a, b);
  if (sequence(a) && typeOf(a) === typeOf(b)) {
    const [left, right] = [items(a), items(b)];
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      if (!same(left[i], right[i])) return truth(compare(op, left[i], right[i]));
    }
    return ORDERS[op](left.length, right.length);
  }
  if (a instanceof PySet && b instanceof PySet) {
    const [small, large] = op.startsWith("<") ? [a, b] : [b, a];
    const within = [...small.map.keys()].every((key) => large.map.has(key));
    return within && (op.length === 2 || small.map.size < large.map.size);
  }
  const [name, other] = [typeOf(a).name, typeOf(b).name];
  const text = `'${op}' not supported between instances of '${name}' and '${other}'`;
  throw error("TypeError", text);
}

/** `a op b` of a comparison, which of arrays is an array. */
export function compare(op, a, b) {
  if (op === "is") return a === b;
  if (op === "is not") return a !== b;
  if (op === "in") return contains(b, a);
  if (op === "not in") return !contains(b, a);
  if (typeof a === "number" && typeof b === "number" && op in ORDERS) return ORDERS[op](a, b);
  for (const [one, other, sign] of [
    [a, b, op],
    [b, a, MIRRORED[op]],
  ]) {
    if (one?.operate && !(one.isNumber && other instanceof NDArray))
      return one.operate(sign, other, false);
  }
  if (isArray(a) || isArray(b)) {
    if ((op === "==" || op === "!=") && (a === null || b === null)) {
      return isArray(a) && a instanceof Scalar ? op === "!=" : compareEach(op, a, b);
    }
    if (op in ORDERS && (a === null || b === null)) return ordered(op, a, b);
    return binary(UFUNCS[op], a, b);
  }
  const made = special(op, a, b);
  if (made !== undefined) return made;
  if (op === "==") return same(a, b);
  return op === "!=" ? !same(a, b) : ordered(op, a, b);
}

const compareEach = (op, a, b) => {
  const array = a instanceof NDArray ? a : b;
  return binary(op === "!=" ? "equal" : "not_equal", array, array);
};

function contains(container, value) {
  if (typeof container === "string") {
    if (typeof value === "string") return container.includes(value);
    const name = typeOf(value).name;
    throw error("TypeError", `'in <string>' requires string as left operand, not ${name}`);
  }
  if (container instanceof Dict || container instanceof PySet) return container.has(value);
  if (container instanceof NDArray) {
    return truth(call(typeOf(container).find("any"), [binary("equal", container, value)]));
  }
  for (const item of iterate(container)) if (item === value || same(item, value)) return true;
  return false;
}

export function negate(op, value) {
  if (op === "not") return !truth(value);
  if (isArray(value)) return unary({ "-": "negative", "+": "positive", "~": "invert" }[op], value);
  const number = plain(value);
  if (number !== undefined && (op !== "~" || typeof number === "bigint")) {
    if (op === "-") return -number;
    return op === "+" ? number : ~number;
  }
  const method =
    value instanceof Instance &&
    value.type.find({ "-": "__neg__", "+": "__pos__", "~": "__invert__" }[op]);
  if (method) return call(method, [value]);
  throw error("TypeError", `bad operand type for unary ${op}: '${typeOf(value).name}'`);
}

// ---------------------------------------------------------------------------------- iteration

export function iterate(value) {
  if (value === null || value === undefined || typeof value === "function")
    throw notIterable(value);
  if (Array.isArray(value) || typeof value === "string") return value;
  if (value instanceof Tuple) return value.items;
  if (value instanceof NDArray) return rows(value);
  if (value instanceof Dict) return value.keys();
  if (value instanceof PySet) return value.items;
  if (value instanceof Range || value instanceof Iterator) return value;
  if (value.iterate) return value.iterate();
  if (value instanceof Instance) {
    const method = value.type.find("__iter__");
    if (method) return iterate(call(method, [value]));
  }
  throw notIterable(value);
}

const notIterable = (value) => error("TypeError", `'${typeOf(value).name}' object is not iterable`);

export function lengthOf(value) {
  if (typeof value === "string") return [...value].length;
  if (Array.isArray(value) || value instanceof Range) return value.length;
  if (value instanceof Tuple) return value.items.length;
  if (value instanceof Dict || value instanceof PySet) return value.map.size;
  if (value instanceof NDArray) {
    if (value.shape.length) return value.shape[0];
    throw error("TypeError", "len() of unsized object");
  }
  if (value?.length !== undefined && typeof value === "object") return value.length;
  const method = value instanceof Instance && value.type.find("__len__");
  if (method) return Number(call(method, [value]));
  throw error("TypeError", `object of type '${typeOf(value).name}' has no len()`);
}

// ------------------------------------------------------------------------------------ indices

function place(value, index, length, name) {
  const number = plain(index);
  if (typeof number !== "bigint" || (index instanceof Scalar && index.kind === "b")) {
    const type = typeOf(index).name;
    const text = `${name} indices must be integers or slices, not ${type}`;
    throw error("TypeError", name === "string" ? text.replace(" or slices, not", ", not") : text);
  }
  const i = Number(number);
  const at = i < 0 ? i + length : i;
  if (at < 0 || at >= length) throw error("IndexError", `${name} index out of range`);
  return at;
}

function part(list, slice) {
  const [start, count, step] = sliced(slice, list.length);
  return Array.from({ length: count }, (_, i) => list[start + i * step]);
}

export function getItem(value, index) {
  if (value instanceof NDArray) return arrayItem(value, index);
  if (value instanceof Dict) {
    const found = value.get(index);
    if (found !== undefined || value.has(index)) return found;
    if (value.missing) return value.missing(index);
    throw error("KeyError", index);
  }
  if (Array.isArray(value)) {
    return index instanceof Slice
      ? part(value, index)
      : value[place(value, index, value.length, "list")];
  }
  if (value instanceof Tuple) {
    const list = value.items;
    return index instanceof Slice
      ? new Tuple(part(list, index))
      : list[place(value, index, list.length, "tuple")];
  }
  if (typeof value === "string") {
    const signs = [...value];
    return index instanceof Slice
      ? part(signs, index).join("")
      : signs[place(value, index, signs.length, "string")];
  }
  if (value instanceof Range) {
    if (!(index instanceof Slice)) return value.at(place(value, index, value.length, "range"));
    const [start, count, step] = sliced(index, value.length);
    const by = value.step * BigInt(step);
    return new Range(value.at(start), value.at(start) + by * BigInt(count), by);
  }
  if (value?.getItem) return value.getItem(index);
  const method = value instanceof Instance && value.type.find("__getitem__");
  if (method) return call(method, [value, index]);
  const what = value instanceof Scalar ? "invalid index to scalar variable." : null;
  if (what) throw error("IndexError", what);
  throw error("TypeError", `'${typeOf(value).name}' object is not subscriptable`);
}

export function setAt(value, index, item) {
  if (value instanceof NDArray) setItem(value, index, item);
  else if (value instanceof Dict) value.set(index, item);
  else if (Array.isArray(value)) {
    if (index instanceof Slice) {
      const [start, count, step] = sliced(index, value.length);
      const given = [...iterate(item)];
      if (step === 1) value.splice(start, count, ...given);
      else given.forEach((one, i) => (value[start + i * step] = one));
    } else {
      value[place(value, index, value.length, "list assignment")] = item;
    }
  } else {
    const method = value instanceof Instance && value.type.find("__setitem__");
    if (!method) {
      const text = `'${typeOf(value).name}' object does not support item assignment`;
      throw error("TypeError", text);
    }
    call(method, [value, index, item]);
  }
}

export function deleteAt(value, index) {
  if (value instanceof Dict) {
    if (!value.delete(index)) throw error("KeyError", index);
  } else if (Array.isArray(value)) {
    if (index instanceof Slice) {
      const gone = new Set(part([...value.keys()], index));
      value.splice(0, value.length, ...value.filter((_, i) => !gone.has(i)));
    } else {
      value.splice(place(value, index, value.length, "list assignment"), 1);
    }
  } else {
    const text = `'${typeOf(value).name}' object doesn't support item deletion`;
    throw error("TypeError", text);
  }
}

// --------------------------------------------------------------------------------- attributes

/** A method that knows its object. */
const bound = (method, self) =>
  Object.assign((args, keywords) => method([self, ...args], keywords), {
    pyname: method.pyname ?? method.code?.name,
    code: method.code,
  });

/** The attribute, or undefined. */
export function attribute(value, name) {
  if (value instanceof Module) {
    const found = value.names.get(name);
    if (found !== undefined) return found;
    if (value.name.startsWith("numpy"))
      throw new NotHere(`${value.name.replace("numpy", "np")}.${name}`);
    return undefined;
  }
  if (value instanceof Type) {
    return name === "__name__" ? value.name.split(".").at(-1) : value.find(name);
  }
  if (value instanceof Instance) {
    if (value.attributes.has(name)) return value.attributes.get(name);
    if (name === "__class__") return value.type;
    const found = value.type.find(name);
    if (found?.get) return found.get(value);
    return typeof found === "function" ? bound(found, value) : found;
  }
  if (typeof value === "function") return ofFunction(value, name);
  const own = value?.getAttribute?.(name);
  if (own !== undefined) return own;
  const found = typeOf(value).find(name);
  if (found?.get) return found.get(value);
  return typeof found === "function" ? bound(found, value) : found;
}

function ofFunction(value, name) {
  if (name === "__name__") return value.code?.name ?? value.pyname;
  if (name === "__code__" && value.code) return value.code;
  if (name === "at" && value.at) return value.at;
  return value.attributes?.get(name);
}

export function getAttribute(value, name) {
  const found = attribute(value, name);
  if (found !== undefined) return found;
  const type = typeOf(value);
  if ([TYPES.ndarray, TYPES.float64, TYPES.int64, TYPES.bool_].includes(type)) {
    if (["imag", "view", "strides", "searchsorted", "partition", "nbytes"].includes(name)) {
      throw new NotHere(`the attribute ${name} of an array`);
    }
  }
  const what = value instanceof Type ? `type object '${value.name}'` : `'${type.name}' object`;
  if (value instanceof Module) {
    throw error("AttributeError", `module '${value.name}' has no attribute '${name}'`);
  }
  throw error("AttributeError", `${what} has no attribute '${name}'`);
}

export function setAttribute(value, name, item) {
  if (value instanceof Instance || value instanceof Type) value.attributes.set(name, item);
  else if (typeof value === "function" && value.code) {
    value.attributes ??= new Map();
    value.attributes.set(name, item);
  } else {
    throw error("AttributeError", `'${typeOf(value).name}' object has no attribute '${name}'`);
  }
}

const SIGNS = Object.fromEntries(Object.entries(UFUNCS).map(([sign, name]) => [name, sign]));
/** A function of numpy, by its name, on two values of Python: for arrays of objects. */
arrays.operate = (name, a, b) => {
  const sign = SIGNS[name];
  if (sign) return sign in MIRRORED ? truth(compare(sign, a, b)) : operate(sign, a, b);
  if (name === "maximum" || name === "minimum") {
    return truth(compare(name === "maximum" ? ">=" : "<=", a, b)) ? a : b;
  }
  throw new NotHere(`np.${name} of an array of objects`);
};
