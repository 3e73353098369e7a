/** Python's builtin functions and the methods of its own kinds of values. */

import {
  Dict,
  Instance,
  Iterator,
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
  error,
  identity,
  isA,
  plain,
  same,
  truth,
  typeOf,
} from "./values.js";
import { fixed, format, repr, str } from "./text.js";
import { flat, unary } from "./arrays.js";
import {
  attribute,
  compare,
  getAttribute,
  iterate,
  lengthOf,
  operate,
  setAttribute,
} from "./operators.js";
import { builtin, builtinsOf, call, native } from "./functions.js";

export const builtins = new Map();
const def = (name, signature, f) => builtins.set(name, builtin(name, signature, f));
const typed = (name, make) => {
  TYPES[name].make = make;
  builtins.set(name, TYPES[name]);
};

// -------------------------------------------------------------------------------- conversions

const LARGE = /^\s*[-+]?\d[\d_]*\s*$/;

function toInt(value, base) {
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
    if (base === 10n && LARGE.test(value))
      return BigInt(value.replaceAll("_", "").trim().replace(/^\+/, ""));
    throw error("ValueError", `invalid literal for int() with base ${base}: ${repr(value)}`);
  }
  const text =
    "int() argument must be a string, a bytes-like object or a real number, not " +
    `'${typeOf(value).name}'`;
  throw error("TypeError", text);
}

/** The element of an array that has only one. */
function single(value) {
  if (!(value instanceof NDArray)) return undefined;
  if (value.size === 1) return new Scalar(value.kind, flat(value)[0]);
  throw error("TypeError", "only length-1 arrays can be converted to Python scalars");
}

const SPECIAL = {
  inf: Infinity,
  infinity: Infinity,
  "-inf": -Infinity,
  nan: NaN,
  "+inf": Infinity,
};

export function toFloat(value, who = "float() argument must be a string or a real number, not") {
  const number = plain(value) ?? plain(single(value));
  if (number !== undefined) return Number(number);
  if (value?.toFloat) return value.toFloat();
  if (typeof value === "string" && who.startsWith("float()")) {
    const text = value.trim().toLowerCase();
    if (text in SPECIAL) return SPECIAL[text];
    if (/^[-+]?(\d[\d_]*\.?[\d_]*|\.\d+)(e[-+]?\d+)?$/.test(text))
      return Number(text.replaceAll("_", ""));
    throw error("ValueError", `could not convert string to float: ${repr(value)}`);
  }
  throw error("TypeError", `${who} '${typeOf(value).name}'`);
}

typed("int", (args, keywords) => builtin("int", "x=0, base=10", toInt)(args, keywords));
typed("float", (args) => (args.length ? toFloat(args[0]) : 0));
typed("bool", (args) => truth(args[0] ?? null));
typed("str", (args) => (args.length ? str(args[0]) : ""));
typed("list", (args) => (args.length ? [...iterate(args[0])] : []));
typed("tuple", (args) => new Tuple(args.length ? [...iterate(args[0])] : []));
typed("set", (args) => new PySet(args.length ? iterate(args[0]) : []));
typed("frozenset", (args) => new PySet(args.length ? iterate(args[0]) : [], true));
typed("object", () => new Instance(TYPES.object));
typed("type", (args) => typeOf(args[0]));
typed("slice", (args) => {
  const [start, stop, step] = args.length === 1 ? [null, args[0], null] : args;
  return new Slice(start ?? null, stop ?? null, step ?? null);
});
typed("dict", (args, keywords) => {
  const made = new Dict(pairsOf(args.length ? args[0] : []));
  for (const [key, value] of Object.entries(keywords ?? {})) made.set(key, value);
  return made;
});
typed("range", (args) => {
  const numbers = args.map((value) => {
    const number = plain(value);
    if (typeof number === "bigint") return number;
    const text = `'${typeOf(value).name}' object cannot be interpreted as an integer`;
    throw error("TypeError", text);
  });
  const [start, stop, step = 1n] = numbers.length === 1 ? [0n, ...numbers] : numbers;
  if (stop === undefined) throw error("TypeError", "range expected at least 1 argument, got 0");
  if (step === 0n) throw error("ValueError", "range() arg 3 must not be zero");
  return new Range(start, stop, step);
});
Object.entries(ERRORS).forEach(([name, type]) => builtins.set(name, type));
for (const name of ["LinAlgError", "AxisError"]) builtins.delete(name);

// ---------------------------------------------------------------------------------- functions

/** Where `print` writes; the worker and tests say where. */
export const output = { write: () => {} };
builtins.set(
  "print",
  native("print", (args, { sep = " ", end = "\n" } = {}) => {
    output.write(args.map(str).join(sep ?? " ") + (end ?? "\n"));
    return null;
  }),
);
builtins.set(
  "globals",
  Object.assign(
    native("globals", (_, __, frame) => ({
      getAttribute: (name) =>
        name === "get"
          ? builtin("get", "key, default=None", (key, other) => frame.globals.get(key) ?? other)
          : undefined,
      getItem: (key) => frame.globals.get(key),
      iterate: () => [...frame.globals.keys()],
      type: TYPES.dict,
    })),
    { wantsFrame: true },
  ),
);
def("len", "obj", (value) => BigInt(lengthOf(value)));
def("abs", "x", (value) => {
  if (value instanceof NDArray || value instanceof Scalar) return unary("absolute", value);
  if (value?.absolute) return value.absolute();
  const number = plain(value);
  if (number === undefined) {
    throw error("TypeError", `bad operand type for abs(): '${typeOf(value).name}'`);
  }
  return number < 0 || Object.is(number, -0) ? -number : number;
});
def("sum", "iterable, start=0", (values, start) => {
  let sum = start;
  for (const value of iterate(values)) sum = operate("+", sum, value);
  return sum;
});
const extreme = (name, op) =>
  builtins.set(
    name,
    native(name, (args, { key = null, default: otherwise } = {}) => {
      const values = args.length > 1 ? args : iterate(args[0]);
      let best;
      let size;
      for (const value of values) {
        const mine = key === null ? value : call(key, [value]);
        if (best !== undefined && !truth(compare(op, mine, size))) continue;
        [best, size] = [value, mine];
      }
      if (best !== undefined) return best;
      if (otherwise !== undefined) return otherwise;
      throw error("ValueError", `${name}() arg is an empty sequence`);
    }),
  );
extreme("max", ">");
extreme("min", "<");
def("any", "iterable", (values) => {
  for (const value of iterate(values)) if (truth(value)) return true;
  return false;
});
def("all", "iterable", (values) => {
  for (const value of iterate(values)) if (!truth(value)) return false;
  return true;
});
def("round", "number, ndigits=None", (value, digits) => {
  if (value instanceof NDArray || (value instanceof Scalar && value.kind === "f")) {
    if (digits === null && value instanceof Scalar) return BigInt(fixed(value.value, 0));
    return call(attribute(value, "round"), digits === null ? [] : [digits]);
  }
  const number = plain(value);
  if (number === undefined) {
    const text = `type ${typeOf(value).name} doesn't define __round__ method`;
    throw error("TypeError", text);
  }
  if (typeof number === "bigint") return number;
  if (digits === null)
    return toInt(Number.isFinite(number) ? Number(fixed(number, 0)) : number, 10n);
  const places = Number(plain(digits));
  if (places < 0) return Number(fixed(number / 10 ** -places, 0)) * 10 ** -places;
  return Number.isFinite(number) ? Number(fixed(number, Math.min(places, 20))) : number;
});

function sorted(values, key, reverse) {
  const keyed = [...values].map((value) => [key === null ? value : call(key, [value]), value]);
  const less = (a, b) => truth(compare("<", a[0], b[0]));
  const sign = truth(reverse) ? -1 : 1;
  keyed.sort((a, b) => sign * (less(a, b) ? -1 : less(b, a) ? 1 : 0));
  return keyed.map(([, value]) => value);
}

def("sorted", "iterable, key=None, reverse=False", (values, key, reverse) =>
  sorted(iterate(values), key, reverse),
);
def("reversed", "sequence", (value) => new Iterator("reversed", [...iterate(value)].reverse()));
def("enumerate", "iterable, start=0", (values, start) => {
  function* counted(source) {
    let i = start;
    for (const value of source) yield new Tuple([i++, value]);
  }
  return new Iterator("enumerate", counted(iterate(values)));
});
function* zipped(sources, strict) {
  const all = sources.map((source) => source[Symbol.iterator]());
  for (;;) {
    const next = all.map((one) => one.next());
    const ended = next.filter(({ done }) => done).length;
    if (ended && strict && ended < next.length) {
      const first = next[0].done
        ? next.findIndex(({ done }) => !done)
        : next.findIndex(({ done }) => done);
      const than = next[0].done ? "longer" : "shorter";
      const others = first > 1 ? `arguments 1-${first}` : "argument 1";
      throw error("ValueError", `zip() argument ${first + 1} is ${than} than ${others}`);
    }
    if (ended || !next.length) return;
    yield new Tuple(next.map(({ value }) => value));
  }
}
builtins.set(
  "zip",
  native(
    "zip",
    (args, { strict = false } = {}) =>
      new Iterator("zip", zipped(args.map(iterate), truth(strict))),
  ),
);
def("map", "function, *iterables", (f, ...sources) => {
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
def("iter", "iterable", (value) =>
  value instanceof Iterator ? value : new Iterator("iterator", iterate(value)),
);
builtins.set(
  "next",
  native("next", ([iterator, ...otherwise]) => {
    if (!(iterator instanceof Iterator)) {
      throw error("TypeError", `'${typeOf(iterator).name}' object is not an iterator`);
    }
    const { value, done } = iterator.values.next();
    if (!done) return value;
    if (otherwise.length) return otherwise[0];
    throw error("StopIteration");
  }),
);
const classes = (wanted) => (wanted instanceof Tuple ? wanted.items.flatMap(classes) : [wanted]);
def("isinstance", "obj, class_or_tuple", (value, wanted) =>
  classes(wanted).some((type) => isA(value, type)),
);
def("issubclass", "cls, class_or_tuple", (type, wanted) =>
  classes(wanted).some((one) => type.mro.includes(one)),
);
def("callable", "obj", (value) => {
  const method = value instanceof Instance && value.type.find("__call__");
  return typeof value === "function" || value instanceof Type || Boolean(method || value?.callable);
});
builtins.set(
  "getattr",
  native("getattr", ([value, name, ...otherwise]) => {
    const found = attribute(value, name);
    return found === undefined && otherwise.length ? otherwise[0] : getAttribute(value, name);
  }),
);
def("hasattr", "obj, name", (value, name) => attribute(value, name) !== undefined);
def("setattr", "obj, name, value", (value, name, item) => (setAttribute(value, name, item), null));
def("repr", "obj", repr);
def("id", "obj", (value) => BigInt(identity(Object(value))));
def("format", "value, format_spec=''", format);
def("divmod", "x, y", (a, b) => new Tuple([operate("//", a, b), operate("%", a, b)]));
def("pow", "base, exp, mod=None", (a, b, mod) =>
  mod === null ? operate("**", a, b) : operate("%", operate("**", a, b), mod),
);
def("ord", "c", (sign) => BigInt(sign.codePointAt(0)));
def("chr", "i", (code) => String.fromCodePoint(Number(code)));
for (const name of "open eval exec compile input complex bytes bytearray memoryview locals vars dir help hash super property staticmethod classmethod".split(
  " ",
)) {
  builtins.set(name, new NotHere(name));
}
builtins.set("__name__", "__main__");

// ------------------------------------------------------------------------------------ methods

const methods = (type, table) => {
  for (const [name, method] of builtinsOf(table, "self")) type.attributes.set(name, method);
};
/** The pairs of a dict, or of a list of pairs. */
const pairsOf = (given) =>
  given instanceof Dict
    ? given.map.values()
    : [...iterate(given)].map((pair) => [...iterate(pair)]);
const none =
  (f) =>
  (...args) => (f(...args), null);
const whole = (value, length) =>
  Math.max(0, Number(value) < 0 ? Number(value) + length : Number(value));
const trim = (text, signs, ends) => {
  const set = signs === null ? "\\s" : signs.replace(/[\]\\^-]/g, "\\$&");
  const parts = { left: `^[${set}]+`, right: `[${set}]+$` };
  return ends.reduce((rest, end) => rest.replace(new RegExp(parts[end], "u"), ""), text);
};
const found = (list, value) => {
  const at = list.findIndex((item) => item === value || same(item, value));
  if (at < 0) throw error("ValueError", `${repr(value)} is not in list`);
  return at;
};

methods(TYPES.str, {
  "join(iterable)": (text, values) => {
    const parts = [...iterate(values)];
    parts.forEach((part, i) => {
      if (typeof part === "string") return;
      const name = typeOf(part).name;
      throw error("TypeError", `sequence item ${i}: expected str instance, ${name} found`);
    });
    return parts.join(text);
  },
  "split(sep=None, maxsplit=-1)": (text, separator, most) => {
    const parts =
      separator === null ? text.trim().split(/\s+/).filter(Boolean) : text.split(separator);
    if (most < 0n || parts.length <= most) return parts;
    const first = parts.slice(0, Number(most));
    return [...first, parts.slice(Number(most)).join(separator ?? " ")];
  },
  "splitlines()": (text) => text.replace(/\n$/, "").split("\n"),
  "strip(chars=None)": (text, signs) => trim(text, signs, ["left", "right"]),
  "lstrip(chars=None)": (text, signs) => trim(text, signs, ["left"]),
  "rstrip(chars=None)": (text, signs) => trim(text, signs, ["right"]),
  "replace(old, new)": (text, old, fresh) => text.replaceAll(old, () => fresh),
  "lower()": (text) => text.toLowerCase(),
  "upper()": (text) => text.toUpperCase(),
  "startswith(prefix)": (text, start) => classes(start).some((one) => text.startsWith(one)),
  "endswith(suffix)": (text, end) => classes(end).some((one) => text.endsWith(one)),
  "find(sub)": (text, part) => BigInt(text.indexOf(part)),
  "index(sub)": (text, part) => {
    if (!text.includes(part)) throw error("ValueError", "substring not found");
    return BigInt(text.indexOf(part));
  },
  "count(sub)": (text, part) => BigInt(text.split(part).length - 1),
  "isdigit()": (text) => /^\d+$/.test(text),
  "isalpha()": (text) => /^\p{L}+$/u.test(text),
  "zfill(width)": (text, n) => text.padStart(Number(n), "0"),
  "ljust(width, fillchar=' ')": (text, n, fill) => text.padEnd(Number(n), fill),
  "rjust(width, fillchar=' ')": (text, n, fill) => text.padStart(Number(n), fill),
});
TYPES.str.attributes.set(
  "format",
  native("format", ([text, ...args], keywords = {}) => {
    let next = 0;
    return text.replace(
      /\{\{|\}\}|\{(\w*)(?:!([rs]))?(?::([^{}]*))?\}/g,
      (all, key, conversion, spec) => {
        if (all === "{{" || all === "}}") return all[0];
        const value =
          key === "" ? args[next++] : /^\d/.test(key) ? args[Number(key)] : keywords[key];
        if (value === undefined) {
          throw key && !/^\d/.test(key)
            ? error("KeyError", key)
            : error("IndexError", "Replacement index out of range for positional args tuple");
        }
        return format(conversion === "r" ? repr(value) : value, spec ?? "");
      },
    );
  }),
);
TYPES.str.attributes.set("maketrans", new NotHere("str.maketrans"));

const sequences = {
  "index(value)": (value, item) => BigInt(found(value.items ?? value, item)),
  "count(value)": (value, item) =>
    BigInt((value.items ?? value).filter((one) => same(one, item)).length),
};
methods(TYPES.tuple, sequences);
methods(TYPES.list, {
  ...sequences,
  "append(object)": none((list, item) => list.push(item)),
  "extend(iterable)": none((list, items) => list.push(...iterate(items))),
  "insert(index, object)": none((list, i, item) => list.splice(whole(i, list.length), 0, item)),
  "remove(value)": none((list, item) => {
    const at = list.findIndex((one) => same(one, item));
    if (at < 0) throw error("ValueError", "list.remove(x): x not in list");
    list.splice(at, 1);
  }),
  "pop(index=-1)": (list, i) => {
    if (!list.length) throw error("IndexError", "pop from empty list");
    const at = Number(plain(i)) < 0 ? Number(plain(i)) + list.length : Number(plain(i));
    if (at < 0 || at >= list.length) throw error("IndexError", "pop index out of range");
    return list.splice(at, 1)[0];
  },
  "reverse()": none((list) => list.reverse()),
  "clear()": none((list) => list.splice(0)),
  "copy()": (list) => [...list],
  "sort(key=None, reverse=False)": none((list, key, reverse) => {
    list.splice(0, list.length, ...sorted(list, key, reverse));
  }),
});

/** What `items()`, `keys()` and `values()` of a dict give. */
class View {
  constructor(kind, dict, of) {
    Object.assign(this, { kind, dict, of, type: VIEWS[kind] });
  }

  iterate() {
    return [...this.dict.map.values()].map(this.of);
  }

  get length() {
    return this.dict.map.size;
  }

  repr() {
    return `dict_${this.kind}(${repr(this.iterate())})`;
  }
}
const VIEWS = Object.fromEntries(
  ["keys", "values", "items"].map((kind) => [kind, new Type(`dict_${kind}`, [TYPES.object])]),
);
methods(TYPES.dict, {
  "get(key, default=None)": (dict, key, otherwise) => (dict.has(key) ? dict.get(key) : otherwise),
  "keys()": (dict) => new View("keys", dict, ([key]) => key),
  "values()": (dict) => new View("values", dict, ([, value]) => value),
  "items()": (dict) => new View("items", dict, (pair) => new Tuple(pair)),
  "setdefault(key, default=None)": (dict, key, value) => {
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
  native("pop", ([dict, key, ...otherwise]) => {
    if (!dict.has(key) && otherwise.length) return otherwise[0];
    if (!dict.has(key)) throw error("KeyError", key);
    const value = dict.get(key);
    dict.delete(key);
    return value;
  }),
);
TYPES.dict.attributes.set(
  "fromkeys",
  builtin(
    "fromkeys",
    "iterable, value=None",
    (keys, value) => new Dict([...iterate(keys)].map((key) => [key, value])),
  ),
);

const like = (set, items) => new PySet(items, set.frozen);
const asSet = (items) => (items instanceof PySet ? items : new PySet(iterate(items)));
for (const type of [TYPES.set, TYPES.frozenset]) {
  methods(type, {
    "add(item)": none((set, item) => set.add(item)),
    "discard(item)": none((set, item) =>
      set.map.delete([...set.map].find(([, one]) => same(one, item))?.[0]),
    ),
    "remove(item)": none((set, item) => {
      const pair = [...set.map].find(([, one]) => same(one, item));
      if (!pair) throw error("KeyError", item);
      set.map.delete(pair[0]);
    }),
    "update(items)": none((set, items) => [...iterate(items)].forEach((item) => set.add(item))),
    "pop()": (set) => {
      if (!set.map.size) throw error("KeyError", "pop from an empty set");
      const [key, item] = [...set.map][0];
      set.map.delete(key);
      return item;
    },
    "union(items)": (set, items) => operate("|", set, asSet(items)),
    "intersection(items)": (set, items) => operate("&", set, asSet(items)),
    "difference(items)": (set, items) => operate("-", set, asSet(items)),
    "issubset(items)": (set, items) => compare("<=", set, asSet(items)),
    "issuperset(items)": (set, items) => compare(">=", set, asSet(items)),
    "isdisjoint(items)": (set, items) => !operate("&", set, asSet(items)).map.size,
    "copy()": (set) => like(set, set.items),
  });
}
methods(TYPES.float, { "is_integer()": (x) => Number.isInteger(x) });
methods(TYPES.int, {
  "bit_length()": (x) => BigInt((x < 0n ? -x : x).toString(2).length * (x ? 1 : 0)),
});
