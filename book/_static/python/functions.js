/** How a JavaScript function becomes one of Python: parameters by position and by name. */

import { NotHere, Type, error } from "./values.js";

const CONSTANTS = { None: null, True: true, False: false };

function constant(text) {
  if (text in CONSTANTS) return CONSTANTS[text];
  if (/^["']/.test(text)) return text.slice(1, -1);
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/** A function of Python that reads its arguments by itself: f of a list, and of keywords. */
export const native = (name, f) => Object.assign(f, { pyname: name });

/**
 * A function of Python from a signature such as `a, axis=None, *rest`. The first `required`
 * parameters have no default. What a function of numpy knows and this one does not is not here.
 */
export function builtin(name, signature, f) {
  const parts = signature.split(/,\s*/).filter(Boolean);
  const rest = parts.at(-1)?.startsWith("*") ? parts.pop() : null;
  const names = parts.map((part) => part.split("=")[0]);
  const defaults = parts.map((part) =>
    part.includes("=") ? constant(part.split("=")[1]) : undefined,
  );
  const required = defaults.filter((value) => value === undefined).length;
  const short = name.split(".").at(-1);
  const call = (args, keywords = {}) => {
    if (args.length > names.length && !rest) {
      const takes =
        names.length === required ? `${required}` : `from ${required} to ${names.length}`;
      const text = `${short}() takes ${takes} positional arguments but ${args.length} were given`;
      throw error("TypeError", text);
    }
    const given = defaults.slice();
    for (let i = 0; i < Math.min(args.length, names.length); i++) given[i] = args[i];
    for (const [key, value] of Object.entries(keywords)) {
      const at = names.indexOf(key);
      if (at < 0 && name.startsWith("np.")) throw new NotHere(`${name}(${key}=…)`);
      if (at < 0)
        throw error("TypeError", `${short}() got an unexpected keyword argument '${key}'`);
      if (at < args.length) {
        throw error("TypeError", `${short}() got multiple values for argument '${key}'`);
      }
      given[at] = value;
    }
    const missing = names.filter((_, i) => given[i] === undefined);
    if (missing.length) {
      const said = missing.map((one) => `'${one}'`).join(" and ");
      const s = missing.length > 1 ? "s" : "";
      const text = `${short}() missing ${missing.length} required positional argument${s}: ${said}`;
      throw error("TypeError", text);
    }
    return f(...given, ...(rest ? args.slice(names.length) : []));
  };
  return native(short, call);
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
  if (callee instanceof Type && callee.make) return callee.make(args, keywords);
  return called.other(callee, args, keywords);
}

/** Filled by run.js, which knows the objects of Python's own classes. */
export const called = { other: null };
