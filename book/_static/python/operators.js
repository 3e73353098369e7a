/** Operators, indices, attributes and iteration, for every kind of value. */

import { Dict, Instance, Iterator, Module, NDArray, NotHere, PySet, Raised } from "./values.js";
import { Range, Scalar, Slice, Tuple, Type, ERRORS, TYPES } from "./values.js";
import { arrays, asFloat, bare, checked, error, hash, identity, isA, plain } from "./values.js";
import { same, truth, typeOf, within } from "./values.js";
import { binary, divided, getItem as arrayItem, inPlace, matmul, raised, rows } from "./arrays.js";
import { setItem, sliced, unary } from "./arrays.js";
import { call } from "./functions.js";
import { NAMES } from "./names.js";

/** Each operator with numpy's function and the middle of Python's method. */
const OPERATORS = (
  "+ add add, - subtract sub, * multiply mul, / divide truediv, // floor_divide floordiv, " +
  "% remainder mod, ** power pow, @ matmul matmul, & bitwise_and and, | bitwise_or or, " +
  "^ bitwise_xor xor, < less lt, <= less_equal le, > greater gt, >= greater_equal ge, " +
  "== equal eq, != not_equal ne"
)
  .split(", ")
  .map((row) => row.split(" "));
const UFUNCS = Object.fromEntries(OPERATORS.filter(([sign]) => sign !== "@"));
const SPECIAL = Object.fromEntries(OPERATORS.map(([sign, , name]) => [sign, name]));
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
    const [x, y] = [Number(a), Number(b)];
    return [x, y].every(Number.isSafeInteger) ? x / y : quotient(a, b);
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
    if (b < 0n) return FLOATS["**"](asFloat(a), asFloat(b));
    if (b > 100000n) throw new NotHere("so large a power");
    return a ** b;
  },
  "&": (a, b) => a & b,
  "|": (a, b) => a | b,
  "^": (a, b) => a ^ b,
  "<<": (a, b) => a << places(b),
  ">>": (a, b) => a >> places(b),
};
/** The float nearest to a / b of large numbers: 66 binary digits, the last of which is sticky. */
function quotient(a, b) {
  const [p, q] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const shift = 66 + q.toString(2).length - p.toString(2).length;
  const [above, below] = shift > 0 ? [p << BigInt(shift), q] : [p, q << BigInt(-shift)];
  const sticky = above % below ? 1n : 0n;
  const value = Number((above / below) | sticky) * 2 ** -Math.trunc(shift / 2);
  const found = value * 2 ** -(shift - Math.trunc(shift / 2));
  if (Math.abs(found) < 1e-300 && a) throw new NotHere("so small a quotient");
  if (found === Infinity)
    throw error("OverflowError", "integer division result too large for a float");
  return a < 0n === b < 0n ? found : -found;
}
const places = (count) => {
  if (count < 0n) throw error("ValueError", "negative shift count");
  return count;
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
    return divided(a, b)[0];
  },
  "%": (a, b) => {
    if (b === 0) throw zero("float modulo");
    return divided(a, b)[1];
  },
  "**": (a, b) => {
    if (a === 0 && b < 0) throw zero("0.0 cannot be raised to a negative power");
    if (a < 0 && !Number.isInteger(b) && Number.isFinite(b)) throw new NotHere("complex numbers");
    const value = raised(a, b);
    if (Number.isFinite(a) && Number.isFinite(b) && !Number.isFinite(value)) {
      throw error("OverflowError", 34n, "Numerical result out of range");
    }
    return value;
  },
};

const HUGE = 2n ** 200_000n;
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
  checked(items(value).length * n);
  const made = Array.from({ length: n }, () => items(value)).flat();
  return value instanceof Tuple ? new Tuple(made) : made;
}

const SETS = {
  "&": (a, b) => {
    const [large, small] = b.map.size > a.map.size ? [b, a] : [a, b]; // whose items are kept
    return [...small.map.values()].filter((item) => large.has(item));
  },
  "|": (a, b) => [...a.map.values(), ...b.map.values()],
  "-": (a, b) => [...a.map.values()].filter((item) => !b.has(item)),
  "^": (a, b) => [...SETS["-"](a, b), ...SETS["-"](b, a)],
};

/** What a class of Python code says about an operator, else undefined. */
function special(op, a, b) {
  if (!(a instanceof Instance) && !(b instanceof Instance)) return undefined;
  const method = (value, name) =>
    value instanceof Instance ? value.type.find(`__${name}__`) : undefined;
  const [mine, theirs] = [
    method(a, SPECIAL[op]),
    method(b, op in MIRRORED ? SPECIAL[MIRRORED[op]] : `r${SPECIAL[op]}`),
  ];
  const later = mine && theirs && a.type !== b.type && isA(b, a.type);
  if (mine && !later) return call(mine, [a, b]);
  const asked = op in MIRRORED || a?.type !== b.type; // of one type, `r…` is not
  if (theirs && asked) return call(theirs, [b, a]);
  if (op !== "!=") return undefined;
  const equal = special("==", a, b);
  return equal === undefined ? undefined : !truth(equal);
}

/** What an operator is to an object of a class of Python code: truth, equality, hash. */
Object.assign(Instance.prototype, {
  truth() {
    const [method, length] = ["__bool__", "__len__"].map((name) => this.type.find(name));
    if (!method) return !length || lengthOf(this) > 0;
    const made = call(method, [this]);
    if (typeof made === "boolean") return made;
    throw error("TypeError", `__bool__ should return bool, returned ${typeOf(made).name}`);
  },
  equals(other) {
    const made = special("==", this, other);
    return made !== undefined && truth(made);
  },
  hashed() {
    const [method, equal] = ["__hash__", "__eq__"].map((name) => this.type.find(name));
    if (equal && !method) throw error("TypeError", `unhashable type: '${this.type.name}'`);
    const made = method && hash(call(method, [this]));
    return equal ? `h${made}` : `o${identity(this)}`; // what nothing equals is itself alone
  },
});

/** `a op b`; `sign` is how an error names it. */
export function operate(op, left, right, sign = op) {
  if (typeof left === "number" && typeof right === "number" && op in FLOATS)
    return FLOATS[op](left, right);
  const [a, b] = [bare(left), bare(right)];
  if (op === "%" && typeof a === "string") throw new NotHere("% of a text: an f-string can do it");
  if (isArray(a) || isArray(b)) {
    const each = a instanceof NDArray || b instanceof NDArray;
    const [mine, theirs] = [a, b].map((one) => one?.operate && !(each && one.isNumber));
    if (theirs) return b.operate(op, a, true);
    if (mine) return a.operate(op, b, false);
    if (each && (a instanceof Instance || b instanceof Instance))
      throw new NotHere("an array beside such an object");
    const made = special(op, a, b);
    if (made !== undefined) return made;
    if (op === "@" && each) return matmul(a, b);
    if (op === "@") throw new NotHere("@ of numbers");
    if (
      op === "*" &&
      (sequence(a) || sequence(b)) &&
      [a, b].some((x) => x instanceof Scalar && x.kind === "i")
    ) {
      return sequence(a) ? repeated(a, b.value) : repeated(b, a.value);
    }
    if (op === "*" && !each && (sequence(a) || sequence(b)))
      throw new NotHere("a list times such a number");
    if (op === "<<" || op === ">>") throw new NotHere(`${op} of arrays`);
    if (a === null || b === null || !(op in UFUNCS)) throw unsupported(sign, a, b);
    return binary(UFUNCS[op], a, b);
  }
  const [x, y] = [plain(a), plain(b)];
  if (x !== undefined && y !== undefined) {
    if (typeof x === "bigint" && typeof y === "bigint" && op in INTS) {
      const both = typeof a === "boolean" && typeof b === "boolean" && "&|^".includes(op);
      const made = INTS[op](x, y);
      if (made > HUGE || -made > HUGE) throw new NotHere("so large a number");
      return both ? made !== 0n : made;
    }
    if (op in FLOATS) return FLOATS[op](asFloat(x), asFloat(y));
    throw unsupported(sign, a, b);
  }
  if (a instanceof Dict && b instanceof Dict && op === "|")
    return new Dict([...a.map.values(), ...b.map.values()]);
  if (op === "|" && [a, b].some((one) => one instanceof Type))
    throw new NotHere("a union of types");
  if (op === "+" && sequence(a) && typeOf(a) === typeOf(b)) {
    if (typeof a === "string") return a + b;
    const made = [...items(a), ...items(b)];
    return a instanceof Tuple ? new Tuple(made) : made;
  }
  if (op === "*" && sequence(a) && typeof y === "bigint") return repeated(a, y);
  if (op === "*" && sequence(b) && typeof x === "bigint") return repeated(b, x);
  if (a instanceof PySet && b instanceof PySet && op in SETS)
    return new PySet(SETS[op](a, b), a.frozen);
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
  throw unsupported(sign, a, b);
}

/** `a op= b`: lists, sets, dicts and arrays change in place. */
export function augment(op, a, b) {
  if (a instanceof NDArray && (op in UFUNCS || op === "@")) {
    return inPlace(op === "@" ? "matmul" : UFUNCS[op], a, b);
  }
  if (Array.isArray(a) && op === "+" && !isArray(b)) {
    for (const item of collect(b)) a.push(item);
    return a;
  }
  if (Array.isArray(a) && op === "*" && typeof plain(b) === "bigint") {
    a.splice(0, a.length, ...repeated(a, plain(b)));
    return a;
  }
  if (a instanceof PySet && !a.frozen && b instanceof PySet && op in SETS) {
    a.map = new PySet(SETS[op](a, b)).map;
    return a;
  }
  if (a instanceof Dict && op === "|") throw new NotHere("|= of a dict");
  const method = a instanceof Instance && a.type.find(`__i${SPECIAL[op]}__`);
  return method ? call(method, [a, b]) : operate(op, a, b, op === "**" ? op : `${op}=`);
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
  if (typeof a === "string" && typeof b === "string") {
    if (/[\ud800-\udfff]/.test(a + b)) throw new NotHere("the order of such signs");
    return ORDERS[op](a, b);
  }
  if (sequence(a) && typeOf(a) === typeOf(b)) {
    const [left, right] = [items(a), items(b)];
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      if (!within(left[i], right[i])) return truth(compare(op, left[i], right[i]));
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
export function compare(op, left, right) {
  const [a, b] = op.startsWith("is") ? [left, right] : [bare(left), bare(right)];
  if (op === "is") return isSame(a, b);
  if (op === "is not") return !isSame(a, b);
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

/** Whether two are one object; CPython alone knows whether equal numbers or texts are. */
function isSame(a, b) {
  const small = typeof a === "bigint" && a >= -5n && a <= 256n;
  const values = ["number", "bigint", "string"].includes(typeof a) && typeof a === typeof b;
  if (values && !small && (a === b || (a !== a && b !== b)))
    throw new NotHere("the identity of such values");
  return a === b;
}

const compareEach = (op, a, b) => {
  const array = a instanceof NDArray ? a : b;
  if (array.kind === "O") throw new NotHere("None beside such an array");
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
  const number = plain(container) !== undefined || container === null;
  if (number || typeof container === "function") {
    throw error("TypeError", `argument of type '${typeOf(container).name}' is not iterable`);
  }
  if (container instanceof Instance) {
    const [method, iter] = ["__contains__", "__iter__"].map((key) => container.type.find(key));
    if (method) return truth(call(method, [container, value]));
    if (!iter) throw new NotHere("in such a value");
  }
  for (const item of iterate(container)) if (item === value || within(item, value)) return true;
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
  if (value?.isNumber) return value.operate("*", op === "-" ? -1n : 1n, false);
  const method =
    value instanceof Instance &&
    value.type.find({ "-": "__neg__", "+": "__pos__", "~": "__invert__" }[op]);
  if (method) return call(method, [value]);
  throw error("TypeError", `bad operand type for unary ${op}: '${typeOf(value).name}'`);
}

// ---------------------------------------------------------------------------------- iteration

export function iterate(given) {
  const value = bare(given);
  if (value === null || value === undefined || typeof value === "function")
    throw notIterable(value);
  if (Array.isArray(value) || typeof value === "string") return value;
  if (value instanceof Tuple) return value.items;
  if (value instanceof NDArray) return rows(value);
  if (value instanceof Dict) return walked(value, value.keys(), "dictionary");
  if (value instanceof PySet) return walked(value, value.items, "Set");
  if (value instanceof Range || value instanceof Iterator) return value;
  if (value.iterate) return value.iterate();
  if (value instanceof Instance) {
    const method = value.type.find("__iter__");
    if (method) {
      const made = call(method, [value]);
      return made instanceof Instance && made.type.find("__next__") ? nexts(made) : iterate(made);
    }
    if (value.type.find("__getitem__")) throw new NotHere("iteration by __getitem__");
  }
  if (value instanceof Type) throw new NotHere("iteration over a type");
  throw notIterable(value);
}

/** The keys of a dict or the items of a set, which must not change meanwhile. */
export function* walked(container, items, name) {
  const [size, made] = [container.map.size, container.keysMade];
  for (let i = 0; ; i++) {
    if (container.map.size !== size)
      throw error("RuntimeError", `${name} changed size during iteration`);
    if (i === items.length) return;
    if (container.keysMade !== made) throw new NotHere("a dict that changes while it is walked");
    yield items[i];
  }
}

/** What `__next__` of an object gives until it raises StopIteration. */
export function* nexts(value) {
  const method = value.type.find("__next__");
  for (;;) {
    let item;
    try {
      item = call(method, [value]);
    } catch (problem) {
      if (problem instanceof Raised && isA(problem.value, ERRORS.StopIteration)) return;
      throw problem;
    }
    yield item;
  }
}

/** What an iterator of JavaScript gives, as a list, unless it has no end. */
export function listed(source) {
  const found = [];
  for (const item of source) {
    found.push(item);
    if (found.length % 1e5 === 0) checked(found.length);
  }
  return found;
}
/** All items, in a list of their own. */
export const collect = (value) => listed(iterate(value));
/** The same where the order of a set plays no part. */
export const inAnyOrder = (value) => (value instanceof PySet ? value.unordered : iterate(value));

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
  if (method) {
    const length = plain(call(method, [value]));
    if (typeof length !== "bigint" || length < 0n) throw new NotHere("such a __len__");
    return Number(length);
  }
  throw error("TypeError", `object of type '${typeOf(value).name}' has no len()`);
}

// ------------------------------------------------------------------------------------ indices

function place(value, index, length, name) {
  if (index instanceof NDArray && !index.shape.length) throw new NotHere("such an index");
  const number = plain(index);
  if (typeof number !== "bigint" || (index instanceof Scalar && index.kind === "b")) {
    const type = typeOf(index).name;
    const kind = name.replace(" assignment", "").replace(" object", "");
    const text = `${kind} indices must be integers or slices, not ${type}`;
    const ofText = `string indices must be integers, not '${type}'`;
    throw error("TypeError", name === "string" ? ofText : text);
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

export function getItem(given, index) {
  const value = bare(given);
  if (value instanceof NDArray) return arrayItem(value, index);
  if (value instanceof Dict) {
    const found = value.get(index);
    if (found !== undefined || value.has(index)) return found;
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
    if (!(index instanceof Slice))
      return value.at(place(value, index, value.length, "range object"));
    const [start, , step, stop] = sliced(index, value.length);
    return new Range(value.at(start), value.at(stop), value.step * BigInt(step));
  }
  if (value?.getItem) return value.getItem(index);
  const method = value instanceof Instance && value.type.find("__getitem__");
  if (method) return call(method, [value, index]);
  if (value instanceof Type) throw new NotHere("indices of a type");
  if (value instanceof Scalar && index instanceof Tuple) throw new NotHere("such an index");
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
      if (item === null || plain(item) !== undefined) {
        const text =
          index.step === null
            ? "can only assign an iterable"
            : "must assign iterable to extended slice";
        throw error("TypeError", text);
      }
      const given = collect(item);
      if (step === 1) value.splice(start, count, ...given);
      else if (given.length !== count) {
        const sizes = `sequence of size ${given.length} to extended slice of size ${count}`;
        throw error("ValueError", `attempt to assign ${sizes}`);
      } else given.forEach((one, i) => (value[start + i * step] = one));
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
    if (value instanceof NDArray) throw error("ValueError", "cannot delete array elements");
    const not = value instanceof Tuple || typeof value === "string" ? "doesn't" : "does not";
    const text = `'${typeOf(value).name}' object ${not} support item deletion`;
    throw error("TypeError", text);
  }
}

// --------------------------------------------------------------------------------- attributes

/** A method that knows its object. */
const bound = (method, self) =>
  Object.assign((args, keywords) => method([self, ...args], keywords), {
    pyname: method.pyname ?? method.code?.name,
    code: method.code,
    self,
  });

/** The attribute, or undefined where CPython has none either. */
export function attribute(value, name) {
  const found = looked(value, name);
  if (found !== undefined) return found;
  const owners = value instanceof Type ? [...value.mro, TYPES.type] : typeOf(value).mro;
  const isKnown =
    value instanceof Module
      ? NAMES[value.name].split(" ").includes(name)
      : owners.some((type) => NAMES[type.name]?.split(" ").includes(name));
  if (!isKnown && !name.startsWith("__")) return undefined;
  const of = value instanceof Module ? value.name : (value?.name ?? typeOf(value).name);
  throw new NotHere(`${of.replace("numpy", "np")}.${name}`);
}

function looked(value, name) {
  if (value instanceof Module) return value.names.get(name);
  if (value instanceof Type) {
    return name === "__name__" ? value.name.split(".").at(-1) : value.find(name);
  }
  if (value instanceof Instance) {
    if (name === "args" && value.type.isNumpy) throw new NotHere("the args of this error");
    if (value.attributes.has(name)) return value.attributes.get(name);
    if (name === "__class__") return value.type;
  }
  if (typeof value === "function") return ofFunction(value, name);
  if (value?.fields?.includes(name)) return value.items[value.fields.indexOf(name)];
  const own = value?.getAttribute?.(name);
  if (own !== undefined) return own;
  const found = typeOf(value).find(name);
  if (found instanceof NotHere) throw found;
  if (found?.getter) return found.getter(value);
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
  const what = value instanceof Type ? `type object '${value.name}'` : `'${type.name}' object`;
  if (value instanceof Module) {
    throw error("AttributeError", `module '${value.name}' has no attribute '${name}'`);
  }
  throw error("AttributeError", `${what} has no attribute '${name}'`);
}

export function setAttribute(value, name, item) {
  if (name.startsWith("__") && name !== "__name__") throw new NotHere(`${name} = …`);
  if (value instanceof NDArray && looked(value, name) !== undefined)
    throw new NotHere(`array.${name} = …`);
  if (value instanceof Instance || (value instanceof Type && value.module))
    value.attributes.set(name, item);
  else if (typeof value === "function" && value.code) {
    value.attributes ??= new Map();
    value.attributes.set(name, item);
  } else {
    throw error("AttributeError", `'${typeOf(value).name}' object has no attribute '${name}'`);
  }
}

arrays.operate = operate; // for arrays of objects
