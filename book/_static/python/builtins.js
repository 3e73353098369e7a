/** Python's builtin functions and the methods of its own kinds of values. */

import { Dict, Ellipsis, Instance, Iterator, NDArray, NotHere, PySet, Range } from "./values.js";
import { Scalar, Tuple, Type, ERRORS, TYPES } from "./values.js";
import { asFloat, bare, checked, error, isA, plain, stopped, toIndex, truth } from "./values.js";
import { typeOf, within } from "./values.js";
import { fixed, format, repr, str } from "./text.js";
import { flat, unary } from "./arrays.js";
import { attribute, collect, compare, getAttribute, inAnyOrder, iterate } from "./operators.js";
import { lengthOf, nexts, operate, walked } from "./operators.js";
import { builtin, builtinsOf, call, native } from "./functions.js";
import { NAMES } from "./names.js";

export const builtins = new Map();
const def = (name, signature, f) => builtins.set(name, builtin(name, signature, f));
const own = (name, f, ...rest) => builtins.set(name, native(name, f, ...rest));
const typed = (name, make) => {
  TYPES[name].make = make;
  builtins.set(name, TYPES[name]);
};

// -------------------------------------------------------------------------------- conversions

const WHOLE = /^[-+]?\d+(_\d+)*$/;

function toInt(value, base) {
  if (base !== 10n) throw new NotHere("int() with a base");
  const number = plain(value) ?? plain(single(value));
  if (typeof number === "bigint") return number;
  if (typeof number === "number") {
    if (Number.isNaN(number)) throw error("ValueError", "cannot convert float NaN to integer");
    if (!Number.isFinite(number)) {
      throw error("OverflowError", "cannot convert float infinity to integer");
    }
    return BigInt(Math.trunc(number));
  }
  if (value?.toInt) return value.toInt();
  if (typeof value === "string") {
    const text = value.trim();
    if (WHOLE.test(text)) return BigInt(text.replaceAll("_", "").replace(/^\+/, ""));
    if (/[^ -~]/.test(text)) throw new NotHere("such digits");
    throw error("ValueError", `invalid literal for int() with base 10: ${repr(value)}`);
  }
  const text =
    "int() argument must be a string, a bytes-like object or a real number, not " +
    `'${typeOf(value).name}'`;
  throw error("TypeError", text);
}

/** The element of an array that has only one. */
function single(value) {
  if (!(value instanceof NDArray)) return undefined;
  if (!value.shape.length) return new Scalar(value.kind, flat(value)[0]);
  throw error("TypeError", "only 0-dimensional arrays can be converted to Python scalars");
}

export function toFloat(value, who = "float() argument must be a string or a real number, not") {
  const number = plain(value) ?? plain(single(value));
  if (number !== undefined) return asFloat(number);
  if (value?.toFloat) return value.toFloat();
  if (typeof value === "string" && who.startsWith("float()")) {
    const text = value.trim().toLowerCase();
    if (/^[-+]?nan$/.test(text)) return NaN;
    if (/^[-+]?inf(inity)?$/.test(text)) return text[0] === "-" ? -Infinity : Infinity;
    if (/^[-+]?(D(\.D?)?|\.D)(e[-+]?D)?$/.test(text.replaceAll(/\d+(_\d+)*/g, "D")))
      return Number(text.replaceAll("_", ""));
    throw error("ValueError", `could not convert string to float: ${repr(value)}`);
  }
  throw error("TypeError", `${who} '${typeOf(value).name}'`);
}

for (const [signature, make] of Object.entries({
  "int(x=0, /, base=10)": toInt,
  "float(x=0, /)": (x) => toFloat(x),
  "bool(x=None, /)": truth,
  "str(object='')": str,
  "list(iterable=(), /)": collect,
  "tuple(iterable=(), /)": (values) => new Tuple(collect(values)),
  "set(iterable=(), /)": (values) => new PySet(inAnyOrder(values)),
  "frozenset(iterable=(), /)": (values) => new PySet(inAnyOrder(values), true),
  "object()": () => new Instance(TYPES.object),
  "type(object)": (value) => {
    const isStrange = value instanceof Iterator && value.kind !== "generator";
    if (isStrange || typeOf(value) === TYPES.dtype) throw new NotHere("type() of such a value");
    return typeOf(value);
  },
})) {
  typed(...builtinsOf({ [signature]: make })[0]);
}
typed("dict", (args, keywords) => {
  if (args.length > 1) throw new NotHere("dict() of so many arguments");
  const made = new Dict(pairsOf(args.length ? args[0] : []));
  for (const [key, value] of Object.entries(keywords ?? {})) made.set(key, value);
  return made;
});
typed("range", (args, keywords) => {
  if (args.length > 3 || keywords) throw new NotHere("range() of such arguments");
  const numbers = args.map(toIndex);
  const [start, stop, step = 1n] = numbers.length === 1 ? [0n, ...numbers] : numbers;
  if (stop === undefined) throw error("TypeError", "range expected at least 1 argument, got 0");
  if (step === 0n) throw error("ValueError", "range() arg 3 must not be zero");
  return new Range(start, stop, step);
});
Object.entries(ERRORS).forEach(([name, type]) => builtins.set(name, type));
for (const name of ["LinAlgError", "AxisError", "UFuncTypeError"]) builtins.delete(name);

// ---------------------------------------------------------------------------------- functions

/** Where `print` writes; the worker and tests say where. */
export const output = { write: () => {} };
own(
  "print",
  (args, { sep = null, end = null } = {}) => {
    if ([sep, end].some((text) => text !== null && typeof text !== "string"))
      throw new NotHere("such a sep or end");
    let text = "";
    try {
      for (const [k, value] of args.entries()) {
        if (k) text += sep ?? " ";
        text += str(value);
      }
      text += end ?? "\n";
    } finally {
      output.write(text); // also what stands before a value that has no text
    }
    return null;
  },
  "sep end flush",
);
builtins.set(
  "globals",
  Object.assign(
    native("globals", (_, __, frame) => ({
      getAttribute: (name) => {
        if (name !== "get") throw new NotHere(`globals().${name}`);
        return builtin("get", "key, default=None", (key, other) => frame.globals.get(key) ?? other);
      },
      getItem: (key) => {
        if (frame.globals.has(key)) return frame.globals.get(key);
        throw new NotHere(`globals()[${repr(key)}]`);
      },
      iterate: () => [...frame.globals.keys()],
      type: new Type("globals"),
    })),
    { wantsFrame: true },
  ),
);
def("len", "obj", (value) => BigInt(lengthOf(value)));
def("abs", "x", (value) => {
  if (value instanceof NDArray || value instanceof Scalar) return unary("absolute", value);
  if (value?.absolute) return value.absolute();
  const method = value instanceof Instance && value.type.find("__abs__");
  if (method) return call(method, [value]);
  const number = plain(value);
  if (number === undefined) {
    throw error("TypeError", `bad operand type for abs(): '${typeOf(value).name}'`);
  }
  return number < 0 || Object.is(number, -0) ? -number : number;
});
def("sum", "iterable, start=0", (values, start) => {
  let sum = start;
  if (typeof sum === "string")
    throw error("TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
  for (const value of iterate(values)) sum = operate("+", sum, value);
  return sum;
});
const extreme = (name, op) => {
  const found = (args, { key = null, default: otherwise } = {}) => {
    if (!args.length || (args.length > 1 && otherwise !== undefined))
      throw new NotHere(`${name}() of such arguments`);
    let [best, size] = [];
    for (const value of args.length > 1 ? args : inAnyOrder(args[0])) {
      const mine = key === null ? value : call(key, [value]);
      if (best !== undefined && !truth(compare(op, mine, size))) continue;
      [best, size] = [value, mine];
    }
    if (best !== undefined) return best;
    if (otherwise !== undefined) return otherwise;
    throw error("ValueError", `${name}() arg is an empty sequence`);
  };
  own(name, found, "key default");
};
extreme("max", ">");
extreme("min", "<");
def("any", "iterable", (values) => {
  for (const value of inAnyOrder(values)) if (truth(value)) return true;
  return false;
});
def("all", "iterable", (values) => {
  for (const value of inAnyOrder(values)) if (!truth(value)) return false;
  return true;
});
def("round", "number, ndigits:int=None", (value, digits) => {
  if (value instanceof Scalar && value.kind === "f") {
    if (digits === null) return BigInt(fixed(value.value, 0));
    return call(attribute(value, "round"), [BigInt(digits)]);
  }
  const number = plain(value);
  if (number === undefined) {
    if (value?.isNumber) throw new NotHere("round() of a Fraction");
    const text = `type ${typeOf(value).name} doesn't define __round__ method`;
    throw error("TypeError", text);
  }
  if (value instanceof Scalar && value.kind === "b")
    throw error("TypeError", "type numpy.bool doesn't define __round__ method");
  if (typeof number === "bigint") {
    if (digits === null || digits >= 0) {
      return value instanceof Scalar && digits !== null ? value : number;
    }
    throw new NotHere("round() to tens");
  }
  if (number === 0 && digits !== null) return number;
  if (digits === null)
    return toInt(Number.isFinite(number) ? Number(fixed(number, 0)) : number, 10n);
  if (digits < 0) return Number(fixed(number / 10 ** -digits, 0)) * 10 ** -digits;
  return Number.isFinite(number) ? Number(fixed(number, Math.min(digits, 20))) : number;
});

function sorted(values, key, reverse) {
  const keyed = [...values].map((value) => [key === null ? value : call(key, [value]), value]);
  const less = (a, b) => truth(compare("<", a[0], b[0]));
  if (keyed.some(([one]) => Number.isNaN(plain(one)))) throw new NotHere("the order of nan");
  const sign = reverse ? -1 : 1;
  keyed.sort((a, b) => sign * (less(a, b) ? -1 : less(b, a) ? 1 : 0));
  return keyed.map(([, value]) => value);
}

def("sorted", "iterable, *, key=None, reverse:int=False", (values, key, reverse) =>
  sorted(inAnyOrder(values), key, reverse),
);
def("reversed", "sequence", (value) => {
  if (value instanceof PySet || value instanceof Iterator)
    throw error("TypeError", `'${typeOf(value).name}' object is not reversible`);
  if (value instanceof Instance) throw new NotHere("reversed() of such a value");
  const list = Array.isArray(value) ? value : collect(value);
  function* backwards() {
    for (let i = list.length - 1; i >= 0 && i < list.length; i--) yield list[i];
  }
  return new Iterator("reversed", backwards());
});
def("enumerate", "iterable, start:int=0", (values, start) => {
  function* counted(source) {
    let i = BigInt(start);
    for (const value of source) yield new Tuple([i++, value]);
  }
  return new Iterator("enumerate", counted(iterate(values)));
});
function* zipped(sources, strict) {
  const all = sources.map((source) => source[Symbol.iterator]());
  for (;;) {
    const items = [];
    for (const one of all) {
      const { value, done } = one.next();
      if (done && strict) {
        const longer = items.length ? items.length : all.findIndex((x, j) => j && !x.next().done);
        const than = items.length ? "shorter" : "longer";
        const others = longer > 1 ? `arguments 1-${longer}` : "argument 1";
        const text = `zip() argument ${longer + 1} is ${than} than ${others}`;
        if (longer > 0) throw error("ValueError", text);
      }
      if (done) return;
      items.push(value);
    }
    if (!items.length) return;
    yield new Tuple(items);
  }
}
own(
  "zip",
  (args, { strict = false } = {}) => new Iterator("zip", zipped(args.map(iterate), truth(strict))),
  "strict",
);
def("map", "function, iterable, *iterables", (f, ...sources) => {
  function* mapped() {
    for (const { items } of zipped(sources.map(iterate), false)) yield call(f, items);
  }
  return new Iterator("map", mapped());
});
def("filter", "function, iterable", (f, values) => {
  function* kept() {
    for (const value of iterate(values))
      if (truth(f === null ? value : call(f, [value]))) yield value;
  }
  return new Iterator("filter", kept());
});
def("iter", "iterable", (value) => {
  const method = value instanceof Instance && value.type.find("__iter__");
  if (method) return call(method, [value]);
  return value instanceof Iterator ? value : new Iterator("iterator", iterate(value));
});
own(
  "next",
  ([iterator, ...otherwise]) => {
    const method = iterator instanceof Instance && iterator.type.find("__next__");
    if (method && !otherwise.length) return call(method, [iterator]);
    if (!method && !(iterator instanceof Iterator)) {
      throw error("TypeError", `'${typeOf(iterator).name}' object is not an iterator`);
    }
    const { value, done } = (method ? nexts(iterator) : iterator.values).next();
    if (!done) return value;
    if (otherwise.length) return otherwise[0];
    throw stopped(value);
  },
  "",
  2,
);
const each = (wanted) => (wanted instanceof Tuple ? wanted.items.flatMap(each) : [wanted]);
const classes = (wanted) => {
  const all = each(wanted);
  if (all.every((one) => one instanceof Type)) return all;
  const text = "isinstance() arg 2 must be a type, a tuple of types, or a union";
  throw error("TypeError", text);
};
def("isinstance", "obj, class_or_tuple", (value, wanted) =>
  classes(wanted).some((type) => isA(value, type)),
);
def("issubclass", "cls, class_or_tuple", (type, wanted) => {
  if (!(type instanceof Type)) throw error("TypeError", "issubclass() arg 1 must be a class");
  return classes(wanted).some((one) => type.mro.includes(one));
});
def("callable", "obj", (value) => {
  const method = value instanceof Instance && value.type.find("__call__");
  return typeof value === "function" || value instanceof Type || Boolean(method || value?.callable);
});
own(
  "getattr",
  ([value, name, ...otherwise]) => {
    if (typeof name !== "string") throw error("TypeError", "attribute name must be string");
    const found = attribute(value, name);
    return found === undefined && otherwise.length ? otherwise[0] : getAttribute(value, name);
  },
  "",
  3,
);
def("hasattr", "obj, name:str", (value, name) => attribute(value, name) !== undefined);
def("repr", "obj", repr);
def("hash", "obj", (value) => {
  const number = Number(plain(value) ?? NaN);
  if (!Number.isSafeInteger(number)) throw new NotHere("hash() of such a value");
  return BigInt(number === -1 ? -2 : number);
});
def("format", "value, format_spec:str='', /", format);
def("divmod", "x, y", (a, b) => {
  if ([a, b].some((one) => typeof one === "number") && Number(plain(b)) === 0)
    throw error("ZeroDivisionError", "float divmod()");
  return new Tuple([operate("//", a, b), operate("%", a, b)]);
});
def("pow", "base, exp", (a, b) => operate("**", a, b));
builtins.set("__name__", "__main__");
builtins.set("Ellipsis", Ellipsis);
const WITH_UNDERSCORES = ["__import__", "__doc__", "__file__", "__builtins__"];
for (const name of [...NAMES.builtins.split(" "), ...WITH_UNDERSCORES]) {
  if (!builtins.has(name)) builtins.set(name, new NotHere(name));
}

// ------------------------------------------------------------------------------------ methods

const methods = (type, table) => {
  for (const [name, method] of builtinsOf(table, "self")) type.attributes.set(name, method);
};
/** The pairs of a dict, or of a list of pairs. */
const pairsOf = (given) =>
  given instanceof Dict
    ? given.map.values()
    : collect(given).map((pair, i) => {
        if (plain(pair) !== undefined) {
          const text = `cannot convert dictionary update sequence element #${i} to a sequence`;
          throw error("TypeError", text);
        }
        const items = collect(pair);
        if (items.length === 2) return items;
        const text = `dictionary update sequence element #${i} has length ${items.length}; 2 is required`;
        throw error("ValueError", text);
      });
const none =
  (f) =>
  (...args) => (f(...args), null);
const trim = (text, signs, ends) => {
  const set = signs === null ? "\\s" : signs.replace(/[\]\\^-]/g, "\\$&");
  const parts = { left: `^[${set}]+`, right: `[${set}]+$` };
  return ends.reduce((rest, end) => rest.replace(new RegExp(parts[end], "u"), ""), text);
};
const at = (list, value, complaint) => {
  const found = list.findIndex((item) => item === value || within(item, value));
  if (found < 0) throw error("ValueError", complaint);
  return found;
};

methods(TYPES.str, {
  "join(iterable)": (text, values) => {
    if (plain(values) !== undefined) throw error("TypeError", "can only join an iterable");
    const parts = collect(values);
    parts.forEach((part, i) => {
      if (typeof bare(part) === "string") return;
      const name = typeOf(part).name;
      throw error("TypeError", `sequence item ${i}: expected str instance, ${name} found`);
    });
    return parts.join(text);
  },
  "split(sep:str=None, maxsplit:int=-1)": (text, separator, most) => {
    if (separator === "") throw error("ValueError", "empty separator");
    if (separator === null && most >= 0) throw new NotHere("split(None, …)");
    const parts =
      separator === null ? text.trim().split(/\s+/).filter(Boolean) : text.split(separator);
    if (most < 0 || parts.length <= most) return parts;
    return [...parts.slice(0, most), parts.slice(most).join(separator)];
  },
  "strip(chars:str=None, /)": (text, signs) => trim(text, signs, ["left", "right"]),
  "lstrip(chars:str=None, /)": (text, signs) => trim(text, signs, ["left"]),
  "rstrip(chars:str=None, /)": (text, signs) => trim(text, signs, ["right"]),
  "replace(old:str, new:str)": (text, old, fresh) => text.replaceAll(old, () => fresh),
  "lower()": (text) => text.toLowerCase(),
  "upper()": (text) => text.toUpperCase(),
  "startswith(prefix)": (text, start) => texts(start).some((one) => text.startsWith(one)),
  "endswith(suffix)": (text, end) => texts(end).some((one) => text.endsWith(one)),
  "count(sub:str)": (text, part) => {
    if (!part) throw new NotHere("the empty text in a text");
    return BigInt(text.split(part).length - 1);
  },
});
const texts = (given) => {
  const all = each(given);
  if (!all.every((one) => typeof one === "string")) throw new NotHere("such a prefix or suffix");
  return all;
};
methods(TYPES.list, {
  "count(value)": (list, item) =>
    BigInt(list.filter((one) => one === item || within(one, item)).length),
  "index(value)": (list, item) => BigInt(at(list, item, `${repr(item)} is not in list`)),
  "append(object)": none((list, item) => {
    if (item instanceof NDArray) checked((list.held = (list.held ?? 0) + item.size) / 20);
    checked(list.push(item));
  }),
  "extend(iterable)": none((list, items) => {
    for (const item of collect(items)) list.push(item);
    checked(list.length);
  }),
  "insert(index:int, object)": none((list, i, item) => list.splice(i, 0, item)),
  "remove(value)": none((list, item) =>
    list.splice(at(list, item, "list.remove(x): x not in list"), 1),
  ),
  "pop(index:int=-1, /)": (list, i) => {
    if (!list.length) throw error("IndexError", "pop from empty list");
    const from = i < 0 ? i + list.length : i;
    if (from < 0 || from >= list.length) throw error("IndexError", "pop index out of range");
    return list.splice(from, 1)[0];
  },
  "reverse()": none((list) => list.reverse()),
  "clear()": none((list) => list.splice(0)),
  "copy()": (list) => [...list],
  "sort(*, key=None, reverse:int=False)": none((list, key, reverse) => {
    list.splice(0, list.length, ...sorted(list, key, reverse));
  }),
});

/** What `items()`, `keys()` and `values()` of a dict give. */
class View {
  constructor(kind, dict, of) {
    Object.assign(this, { kind, dict, of, type: VIEWS[kind] });
  }

  iterate() {
    return walked(this.dict, [...this.dict.map.values()].map(this.of), "dictionary");
  }

  operate(op) {
    throw new NotHere(`${op} of a view of a dict`);
  }

  get length() {
    return this.dict.map.size;
  }

  repr() {
    return `dict_${this.kind}(${repr([...this.iterate()])})`;
  }
}
const VIEWS = Object.fromEntries(
  ["keys", "values", "items"].map((kind) => [kind, new Type(`dict_${kind}`, [TYPES.object])]),
);
methods(TYPES.dict, {
  "get(key, default=None, /)": (dict, key, otherwise) =>
    dict.has(key) ? dict.get(key) : otherwise,
  "keys()": (dict) => new View("keys", dict, ([key]) => key),
  "values()": (dict) => new View("values", dict, ([, value]) => value),
  "items()": (dict) => new View("items", dict, (pair) => new Tuple(pair)),
  "setdefault(key, default=None, /)": (dict, key, value) => {
    if (!dict.has(key)) dict.set(key, value);
    return dict.get(key);
  },
  "update(other)": none((dict, other) => {
    for (const [key, value] of pairsOf(other)) dict.set(key, value);
  }),
  "copy()": (dict) => new Dict(dict.map.values()),
  "clear()": none((dict) => dict.map.clear()),
});
TYPES.dict.attributes.set(
  "pop",
  native(
    "pop",
    ([dict, key, ...otherwise]) => {
      if (!dict.has(key) && otherwise.length) return otherwise[0];
      if (!dict.has(key)) throw error("KeyError", key);
      const value = dict.get(key);
      dict.delete(key);
      return value;
    },
    "",
    3,
  ),
);
TYPES.dict.attributes.set(
  "fromkeys",
  builtin(
    "fromkeys",
    "iterable, value=None",
    (keys, value) => new Dict([...iterate(keys)].map((key) => [key, value])),
  ),
);

const asSet = (items) => new PySet(inAnyOrder(items));
for (const type of [TYPES.set, TYPES.frozenset]) {
  methods(type, {
    "add(item)": none((set, item) => set.add(item)),
    "discard(item)": none((set, item) => set.delete(item)),
    "remove(item)": none((set, item) => {
      if (!set.delete(item)) throw error("KeyError", item);
    }),
    "union(items)": (set, items) => operate("|", set, asSet(items)),
    "intersection(items)": (set, items) => operate("&", set, asSet(items)),
    "difference(items)": (set, items) => operate("-", set, asSet(items)),
  });
}
for (const name of ["add", "discard", "remove"]) TYPES.frozenset.attributes.delete(name);
