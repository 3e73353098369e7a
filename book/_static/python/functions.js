/** How a JavaScript function becomes one of Python: parameters by position and by name. */

import { NotHere, Tuple, Type, bare, error, plain } from "./values.js";

const CONSTANTS = { None: null, True: true, False: false };

function constant(text) {
  if (text in CONSTANTS) return CONSTANTS[text];
  if (/^["']/.test(text)) return text.slice(1, -1);
  if (text === "()") return new Tuple([]);
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/** A function of Python that reads its arguments by itself: f of a list, and of known keywords. */
export const native = (name, f, known = "", most = Infinity) => {
  const call = (args, keywords, frame) => {
    if (args.length > most) throw new NotHere(`${name}() of so many arguments`);
    const other = Object.keys(keywords ?? {}).find((key) => !known.split(" ").includes(key));
    if (other) throw new NotHere(`${name}(${other}=…)`);
    return f(args, keywords, frame);
  };
  return Object.assign(call, { pyname: name });
};

/** What an argument of a kind is in JavaScript, or undefined. */
const KINDS = {
  str: (value) => (typeof bare(value) === "string" ? bare(value) : undefined),
  int: (value) => (typeof plain(value) === "bigint" ? Number(plain(value)) : undefined),
};

/**
 * A function of Python from a signature such as `a, sep:str=None, *rest`; parameters without a
 * default come first and, but for numpy's and svmlib's, have no names; after a `*` alone there are
 * names only. Arguments that do not fit are not here: CPython may take them.
 */
export function builtin(name, signature, f) {
  const parts = signature.split(/,\s*/).filter(Boolean);
  const rest = /^\*\w/.test(parts.at(-1)) ? parts.pop() : null;
  const [slash, star] = ["/", "*"].map((sign) => {
    const at = parts.indexOf(sign);
    if (at >= 0) parts.splice(at, 1);
    return at;
  });
  const read = parts.map((part) => /^(\w+)(?::(\w+))?(?:=(.*))?$/.exec(part).slice(1));
  const names = read.map(([one]) => one);
  const defaults = read.map(([, , value]) => (value === undefined ? value : constant(value)));
  const kinds = read.map(([, kind]) => KINDS[kind]);
  const short = name.split(".").at(-1);
  const call = (args, keywords = {}) => {
    const most = star >= 0 ? star : names.length;
    if (args.length > most && !rest) throw new NotHere(`${name}() of so many arguments`);
    const given = defaults.slice();
    for (let i = 0; i < Math.min(args.length, names.length); i++) given[i] = args[i];
    for (const [key, value] of Object.entries(keywords)) {
      const at = names.indexOf(key);
      const named = at >= slash && (/^(np|svmlib)\./.test(name) || defaults[at] !== undefined);
      if (at < 0 || !named) throw new NotHere(`${name}(${key}=…)`);
      if (at < args.length) {
        throw error("TypeError", `${short}() got multiple values for argument '${key}'`);
      }
      given[at] = value;
    }
    if (given.includes(undefined)) throw new NotHere(`${name}() of so few arguments`);
    kinds.forEach((kind, i) => {
      if (!kind || (given[i] === null && defaults[i] === null)) return;
      const value = kind(given[i]);
      if (value === undefined) throw new NotHere(`${name}() of such a value`);
      given[i] = value;
    });
    return f(...given, ...(rest ? args.slice(names.length) : []));
  };
  return Object.assign(call, { pyname: short, isNumpy: name.startsWith("np.") });
}

/** [name, function] of each row of a table {"name(signature)": f}; methods have `self` before. */
export const builtinsOf = (table, self = "") =>
  Object.entries(table).map(([signature, f]) => {
    const [name, parameters] = signature.split(/\((.*)\)/);
    return [name, builtin(name, [self, parameters].filter(Boolean).join(", "), f)];
  });

/** Calls whatever Python can call. */
export function call(callee, args, keywords) {
  if (typeof callee === "function") return callee(args, keywords);
  if (callee instanceof Type) {
    if (!callee.make) throw new NotHere(`${callee.name}()`);
    return callee.make(args, keywords);
  }
  return called.other(callee, args, keywords);
}

/** Filled by run.js, which knows the objects of Python's own classes. */
export const called = { other: null };
