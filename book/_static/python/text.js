/** How values look: Python's repr, str and format, and numpy's arrays. */

import { Dict, Instance, Iterator, Module, NDArray, NotHere, PySet, Range } from "./values.js";
import { Scalar, Slice, Tuple, Type, ERRORS } from "./values.js";
import { asFloat, bare, error, identity, isA, plain, typeOf } from "./values.js";

// ------------------------------------------------------------------------------------ numbers

/** [digits, exponent] of the shortest decimal that is this number: d.ddd × 10^exponent. */
function shortest(x) {
  const [digits, exponent] = Math.abs(x).toExponential().split("e");
  return [digits.replace(".", ""), Number(exponent)];
}

/** A float as Python shows it. */
export function floatText(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  const sign = x < 0 || Object.is(x, -0) ? "-" : "";
  const [digits, exponent] = shortest(x);
  if (exponent < -4 || exponent >= 16) {
    const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${rest}${power(exponent)}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

const power = (exponent) =>
  `e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;

/** To so many places, ties to the even digit: a tie is exact, and JavaScript rounds it up. */
export function fixed(x, places) {
  if (Math.abs(x) >= 1e21) return BigInt(x) + (places ? `.${"0".repeat(places)}` : "");
  const text = x.toFixed(places);
  if (places > 20) return text;
  const exact = x.toFixed(Math.min(100, places + 60));
  const cut = exact.indexOf(".") + 1 + places;
  if (!/^50*$/.test(exact.slice(cut))) return text;
  const kept = exact.slice(0, cut).replace(/\.$/, "");
  return /[13579]$/.test(kept) ? text : kept;
}

/** The same with an exponent. */
function exponential(x, places) {
  const [digits, exponent] = x.toExponential(places).split("e");
  const [exact, same] = x.toExponential(Math.min(100, places + 60)).split("e");
  const kept = exact.slice(0, (places ? places + 2 : 1) + (x < 0 ? 1 : 0));
  const tie = same === exponent && /^\.?50*$/.test(exact.slice(kept.length));
  return (tie && /[02468]$/.test(kept) ? kept : digits) + power(Number(exponent));
}

function general(x, precision, dot = 0) {
  const digits = precision || 1;
  const exponent = x === 0 ? 0 : Number(x.toExponential(digits - 1).split("e")[1]);
  const scientific = exponent < -4 || exponent >= digits - dot;
  const text = scientific ? exponential(x, digits - 1) : fixed(x, digits - 1 - exponent);
  if (!text.includes(".")) return text;
  const [mantissa, rest] = text.split("e");
  return mantissa.replace(/\.?0+$/, "") + (rest ? `e${rest}` : "");
}

const SPEC = /^(?:([^])?([<>^=]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([bcdeEfFgGnosxX%])?$/;

/** `format(value, spec)`. */
export function format(given, spec) {
  const value = bare(given);
  const made = value instanceof Instance && own.text(value, "__format__", spec);
  if (typeof made === "string") return made;
  if (!spec) return str(value);
  const type = typeOf(value);
  const number = plain(value);
  if (typeof value !== "string" && number === undefined) {
    if (isNew(type) || (value instanceof NDArray && !value.shape.length))
      throw new NotHere(`the format ${spec} of a ${type.name}`);
    throw error("TypeError", `unsupported format string passed to ${type.name}.__format__`);
  }
  const match = SPEC.exec(spec);
  const refused = () => new NotHere(`the format ${spec}`);
  if (!match) throw refused();
  const [, fill, align, sign, alternate, zero, width, comma, places, kind] = match;
  const precision = places === undefined ? null : Number(places);
  const unknown = () => {
    const name = value instanceof Scalar ? typeOf(value.item()).name : type.name;
    return error("ValueError", `Unknown format code '${kind}' for object of type '${name}'`);
  };
  let text;
  let before = "";
  if (typeof value === "string") {
    if (kind && kind !== "s") throw unknown();
    if (sign || alternate || comma || align === "=") throw refused();
    text = precision === null ? value : [...value].slice(0, precision).join("");
  } else {
    const whole = typeof number === "bigint";
    if (kind === "s") throw unknown();
    const base = { b: 2, d: 10, o: 8, x: 16, X: 16 }[kind];
    const floats = base ? false : kind || !whole;
    if (base && !whole) throw unknown();
    if (kind === "c" || kind === "n" || (alternate && floats)) throw refused();
    if (comma && ((base && base !== 10) || zero)) throw refused();
    if (floats) {
      text = floating(Math.abs(asFloat(number)), kind, precision);
    } else {
      if (precision !== null)
        throw error("ValueError", "Precision not allowed in integer format specifier");
      text = (number < 0n ? -number : number).toString(base);
    }
    if (kind && "XEGF".includes(kind)) text = text.toUpperCase();
    if (comma) text = text.replace(/^\d+/, (all) => all.replace(/\B(?=(\d{3})+$)/g, comma));
    const negative = number < 0 || Object.is(number, -0);
    before = negative ? "-" : sign && sign !== "-" ? sign : "";
    if (alternate && base && base !== 10) before += `0${kind}`;
  }
  const missing = Math.max(0, Number(width ?? 0) - [...text].length - before.length);
  const side = align ?? (zero && typeof value !== "string" ? "=" : undefined);
  const pad = (fill ?? (zero ? "0" : " ")).repeat(missing);
  switch (side ?? (typeof value === "string" ? "<" : ">")) {
    case "=":
      return before + pad + text;
    case "<":
      return before + text + pad;
    case "^":
      return pad.slice(0, missing >> 1) + before + text + pad.slice(missing >> 1);
    default:
      return pad + before + text;
  }
}

function floating(x, kind, precision) {
  if (!Number.isFinite(x)) return (Number.isNaN(x) ? "nan" : "inf") + (kind === "%" ? "%" : "");
  switch (kind?.toLowerCase()) {
    case "f":
      return fixed(x, precision ?? 6);
    case "e":
      return exponential(x, precision ?? 6);
    case "%":
      return `${fixed(x * 100, precision ?? 6)}%`;
    case "g":
      return general(x, precision ?? 6);
    default: {
      if (precision === null) return floatText(x);
      const text = general(x, precision, 1);
      return /[.e]/.test(text) ? text : `${text}.0`;
    }
  }
}

// ------------------------------------------------------------------------------------- values

function quoted(text) {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escapes = { "\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", [quote]: `\\${quote}` };
  const coded = (sign) => {
    if (sign === " " || sign === "'" || sign === '"') return sign;
    const code = sign.codePointAt(0).toString(16);
    const [letter, length] = [..."xuU"].map((one, i) => [one, 2 ** (i + 1)])[
      [2, 4, 8].findIndex((most) => code.length <= most)
    ];
    return `\\${letter}${code.padStart(length, "0")}`;
  };
  return quote + text.replace(/[\p{C}\p{Z}\\'"]/gu, (one) => escapes[one] ?? coded(one)) + quote;
}

const open = new Set(); // what is being described: an object may lie inside itself
function inside(value, said) {
  if (open.has(value)) throw new NotHere("how an object inside itself looks");
  open.add(value);
  try {
    return said();
  } finally {
    open.delete(value);
  }
}
const list = (items) => inside(items, () => [...items].map(repr).join(", "));
/** Whether a type's own format is one that nobody wrote here. */
const isNew = (type) => ["Fraction", "numpy.dtype", "recorded"].includes(type.name);
const place = (value) => `0x${(0x7f0000000000 + 16 * identity(value)).toString(16)}`;

const LONGEST = 10n ** 4300n;
const TOO_LONG =
  "integer string conversion; use sys.set_int_max_str_digits() to increase the limit";

/** Filled by run.js: a method of a class of Python code that says how its objects look. */
export const own = { text: () => undefined };

export function repr(value) {
  if (value === null || value === undefined) return "None";
  switch (typeof value) {
    case "number":
      return floatText(value);
    case "bigint":
      if (value < LONGEST && -value < LONGEST) return String(value);
      throw error("ValueError", `Exceeds the limit (4300 digits) for ${TOO_LONG}`);
    case "boolean":
      return value ? "True" : "False";
    case "string":
      return quoted(value);
    case "symbol":
      return "Ellipsis";
    case "function":
      if (value.self !== undefined || (value.isNumpy && !value.isUfunc))
        throw new NotHere("how such a function looks");
      if (value.isUfunc) return `<ufunc '${value.pyname}'>`;
      return value.code
        ? `<function ${value.code.name} at ${place(value)}>`
        : `<built-in function ${value.pyname}>`;
    default:
      return described(value);
  }
}

function described(value) {
  if (Array.isArray(value)) return `[${list(value)}]`;
  if (value instanceof Tuple) {
    if (value.fields) throw new NotHere("how such a result looks");
    return value.items.length === 1 ? `(${repr(value.items[0])},)` : `(${list(value.items)})`;
  }
  if (value instanceof Dict) {
    return inside(value, () => {
      const pairs = [...value.map.values()];
      return `{${pairs.map(([key, item]) => `${repr(key)}: ${repr(item)}`).join(", ")}}`;
    });
  }
  if (value instanceof PySet) {
    const inner = value.map.size ? `{${list(value.items)}}` : "";
    return value.frozen ? `frozenset(${inner})` : inner || "set()";
  }
  if (value instanceof Scalar) {
    return value.kind === "b" ? `np.${scalar(value)}_` : `${typeName(value)}(${scalar(value)})`;
  }
  if (value instanceof NDArray) return arrayRepr(value);
  if (value instanceof Range) {
    const step = value.step === 1n ? "" : `, ${value.step}`;
    return `range(${value.start}, ${value.stop}${step})`;
  }
  if (value instanceof Slice) return `slice(${list([value.start, value.stop, value.step])})`;
  if (value instanceof Type) return `<class '${value.module ?? ""}${value.name}'>`;
  if (value instanceof Module) throw new NotHere("how a module looks");
  if (value instanceof String) return `np.str_(${quoted(bare(value))})`;
  if (value instanceof Iterator) return `<${value.kind} object at ${place(value)}>`;
  if (value instanceof Instance) {
    const made = own.text(value, "__repr__");
    if (made !== undefined) return made;
    if (value.type.isNumpy) throw new NotHere("how this error looks");
    if (isA(value, ERRORS.BaseException)) {
      return `${value.type.name}(${list(value.attributes.get("args").items)})`;
    }
    return `<__main__.${value.type.name} object at ${place(value)}>`;
  }
  return value.repr?.() ?? `<${typeOf(value).name}>`;
}

const typeName = (value) => typeOf(value).name.replace("numpy.", "np.");

function scalar(value) {
  if (value.kind === "f") return floatText(value.value);
  return value.kind === "b" ? (value.value ? "True" : "False") : String(value.value);
}

export function str(value) {
  if (typeof bare(value) === "string") return bare(value);
  if (value instanceof Scalar) return scalar(value);
  if (value instanceof NDArray) return arrayText(value, " ", "", 75);
  const made = value instanceof Instance ? own.text(value, "__str__") : undefined;
  if (made !== undefined) return made;
  if (value instanceof Instance && isA(value, ERRORS.BaseException)) {
    if (value.type.find("__repr__")) throw new NotHere("an exception with __repr__");
    const { items } = value.attributes.get("args");
    if (value.type === ERRORS.AxisError) {
      return `axis ${items[0]} is out of bounds for array of dimension ${items[1]}`;
    }
    if (isA(value, ERRORS.KeyError) && items.length === 1) return repr(items[0]);
    return items.length === 1 ? str(items[0]) : items.length ? repr(new Tuple(items)) : "";
  }
  return value?.str?.() ?? repr(value);
}

// ------------------------------------------------------------------------------------- arrays

const PRECISION = 8;
const THRESHOLD = 1000;
const EDGE = 3;

/** The offsets of an array's elements in its data, in order. */
export function offsets({ shape, strides, offset }) {
  let found = Int32Array.of(offset);
  shape.forEach((n, axis) => {
    const wider = new Int32Array(found.length * n);
    let at = 0;
    for (const start of found) for (let i = 0; i < n; i++) wider[at++] = start + i * strides[axis];
    found = wider;
  });
  return found;
}

function elements(array) {
  const summary = array.size > THRESHOLD;
  const kept = [];
  const walk = (axis, start) => {
    if (axis === array.shape.length) return kept.push(array.data[start]);
    const n = array.shape[axis];
    for (let i = 0; i < n; i++) {
      if (summary && n > 2 * EDGE && i === EDGE) i = n - EDGE;
      walk(axis + 1, start + i * array.strides[axis]);
    }
    return null;
  };
  walk(0, array.offset);
  return { kept, summary };
}

/** A function that writes each element as wide as the widest. */
function writer(kind, values) {
  if (kind === "b") {
    return (value) => (value ? " True" : "False");
  }
  if (kind === "i") {
    const width = Math.max(0, ...values.map((value) => String(value).length));
    return (value) => String(value).padStart(width);
  }
  return kind === "f" ? floats(values) : repr;
}

/** As numpy's FloatingFormat does with its default options. */
function floats(values) {
  const finite = values.filter(Number.isFinite);
  const sizes = finite.filter((value) => value !== 0).map(Math.abs);
  const [largest, smallest] = [Math.max(...sizes), Math.min(...sizes)];
  const wide = sizes.length && (largest >= 1e8 || smallest < 1e-4 || largest / smallest > 1000);
  const write = wide ? scientific(finite) : positional(finite);
  const special = (value) => (Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
  const odd = values.filter((value) => !Number.isFinite(value)).map((v) => special(v).length);
  const left = Math.max(write.left, ...odd.map((length) => length - write.right - 1));
  return (value) =>
    Number.isFinite(value)
      ? write(value).padStart(left + write.right + 1)
      : special(value).padStart(left + write.right + 1);
}

function positional(values) {
  const text = (value) => {
    const sign = value < 0 || Object.is(value, -0) ? "-" : "";
    const [digits, exponent] = shortest(value);
    const places = Math.max(0, digits.length - 1 - exponent);
    const shown = fixed(Math.abs(value), Math.min(places, PRECISION));
    const [whole, rest = ""] = shown.split(".");
    return [sign + whole, rest.replace(/0+$/, "")];
  };
  const parts = values.map(text);
  const right = Math.max(0, ...parts.map(([, rest]) => rest.length));
  const write = (value) => {
    const [whole, rest] = text(value);
    return `${whole}.${rest.padEnd(right)}`;
  };
  return Object.assign(write, {
    left: Math.max(0, ...parts.map(([whole]) => whole.length)),
    right,
  });
}

function scientific(values) {
  const places = (value) => Math.min(PRECISION, shortest(value)[0].length - 1);
  const trimmed = (value) => {
    const text = value.toExponential(places(value)).split("e")[0];
    return text.includes(".") ? text.replace(/0+$/, "").split(".")[1].length : 0;
  };
  const precision = Math.max(0, ...values.map(trimmed));
  const text = (value) => {
    const [digits, exponent] = exponential(value, precision).split("e");
    const sign = Object.is(value, -0) ? "-" : "";
    return `${sign}${precision ? digits : `${digits}.`}e${exponent}`;
  };
  const texts = values.map(text);
  const left = Math.max(0, ...texts.map((value) => value.indexOf(".")));
  const exponents = texts.map((value) => value.length - value.indexOf("e") - 2);
  const size = Math.max(2, ...exponents);
  const write = (value) =>
    text(value).replace(/(e[-+])(\d+)$/, (_, sign, digits) => sign + digits.padStart(size, "0"));
  return Object.assign(write, { left, right: size + 2 + precision });
}

/** `str` or `repr` of an array: what separates elements, what stands before, the line's width. */
function arrayText(array, separator, prefix, width) {
  if (!array.shape.length) return array.kind === "f" ? zeroDimensional(array) : repr0(array);
  if (!array.size) return "[]";
  const { kept, summary } = elements(array);
  const write = writer(array.kind, kept);
  const more = summary ? "..." : "";
  const rows = (axis, start, indent, room) => {
    if (axis === array.shape.length) return write(array.data[start]);
    const n = array.shape[axis];
    const cut = summary && n > 2 * EDGE;
    const shown = [...Array(n).keys()].filter((i) => !cut || i < EDGE || i >= n - EDGE);
    const inner = shown.map((i) =>
      rows(axis + 1, start + i * array.strides[axis], `${indent} `, room - 1),
    );
    if (cut) inner.splice(EDGE, 0, more);
    if (axis < array.shape.length - 1) {
      const between = separator.trimEnd() + "\n".repeat(array.shape.length - axis - 1);
      return `[${inner.join(between + indent)}]`;
    }
    const space = room - Math.max(separator.trimEnd().length, 1);
    let [done, line] = ["", indent];
    inner.forEach((word, i) => {
      if (line.length + word.length > space && line.length > indent.length) {
        done += `${line.trimEnd()}\n`;
        line = indent;
      }
      line += word + (i < inner.length - 1 ? separator : "");
    });
    return `[${(done + line).slice(indent.length)}]`;
  };
  return rows(0, array.offset, ` ${" ".repeat(prefix.length)}`, width);
}

const zeroDimensional = (array) => floatText(array.data[array.offset]);
const repr0 = (array) =>
  array.kind === "b"
    ? array.data[array.offset]
      ? "True"
      : "False"
    : str(array.kind === "i" ? String(array.data[array.offset]) : array.data[array.offset]);

export function dtypeText({ kind, data }) {
  if (kind === "U" && !data.width) throw new NotHere("the dtype of these texts");
  if (kind === "U") return `<U${data.width}`;
  return { f: "float64", i: "int64", b: "bool", O: "object" }[kind];
}

function arrayRepr(array) {
  const { kind, shape, size } = array;
  const alone = array.data[array.offset];
  const short = { U: () => quoted(alone), f: () => floats([alone])(alone).trim() }[kind];
  const text = shape.length || !short ? null : short();
  const inner = text ?? (size ? arrayText(array, ", ", "array(", 74) : "[]");
  const more = [];
  if ((!size && shape.length > 1) || size > THRESHOLD)
    more.push(`shape=${shapeText(shape).replaceAll(/,(?=\d)/g, ", ")}`);
  if (!size || "UO".includes(kind))
    more.push(`dtype=${kind === "U" ? `'${dtypeText(array)}'` : dtypeText(array)}`);
  if (!more.length) return `array(${inner})`;
  const start = `array(${inner},`;
  const last = start.length - (start.lastIndexOf("\n") + 1);
  const end = `${more.join(", ")})`;
  return `${start}${last + end.length + 1 > 75 ? "\n      " : " "}${end}`;
}

export const shapeText = (shape) =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(",")})`;
