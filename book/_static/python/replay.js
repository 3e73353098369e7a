/** Plays back what was recorded when the book was built: see `book/record.py`. */

import { Dict, NDArray, NotHere, PySet, Scalar, Slice, Tuple, Type, ERRORS } from "./values.js";
import { TYPES } from "./values.js";
import { error, plain } from "./values.js";
import { asArray, empty, flat } from "./arrays.js";
import { repr } from "./text.js";
import { LIVE } from "./live.js";
import { Fraction } from "./modules.js";
import { np } from "./numpy.js";

const NEAR = 1e-6; // numbers that differ by less, relative to the larger, are the same argument
const TINY = 1e-9;
const RECORDED = new Type("recorded", [TYPES.object]);

const close = (a, b) =>
  a === b ||
  Math.abs(a - b) <= TINY + NEAR * Math.max(Math.abs(a), Math.abs(b)) ||
  (a !== a && b !== b);

/** An array of a record with all its elements: see `packed` in `book/record.py`. */
export function unpacked([shape, kind, data]) {
  const { ends, half } = data;
  const n = shape[0];
  if (ends) return [shape, kind, [...flat(np.names.get("linspace")([...ends, BigInt(n)]))]];
  if (!half) return [shape, kind, data];
  const from = (i) => (i * (2 * n - i - 1)) / 2; // where row i would begin in the half
  const item = (i, j) => half[i < j ? from(i) + j : from(j) + i];
  return [shape, kind, Array.from({ length: n * n }, (_, at) => item(Math.floor(at / n), at % n))];
}

/** One exercise's record. */
export class Tape {
  constructor({ nodes, arrays, globals }) {
    Object.assign(this, { nodes, arrays, globals });
  }

  /** A value of its JSON. */
  read(json) {
    if (json === null || typeof json !== "object") return json;
    const [[sign, inside]] = Object.entries(json);
    switch (sign) {
      case "i":
        return BigInt(inside);
      case "f":
        return { inf: Infinity, "-inf": -Infinity, nan: NaN }[inside];
      case "s":
        return new Scalar(
          inside[0],
          typeof inside[1] === "object" ? this.read(inside[1]) : inside[1],
        );
      case "a":
        return this.array(this.arrays[inside]);
      case "l":
        return inside.map((item) => this.read(item));
      case "t":
        return new Tuple(inside.map((item) => this.read(item)));
      case "e":
        return new PySet(inside.map((item) => this.read(item)));
      case "d":
        return new Dict(inside.map((pair) => pair.map((item) => this.read(item))));
      case "q":
        return new Fraction(...inside.map(BigInt));
      case "x":
        return new Slice(...inside.map((part) => this.read(part)));
      case "n":
        return new Recorded(this, inside);
      case "h":
        return this.globals.get(inside);
      case "v":
        return LIVE[inside];
      default:
        throw new NotHere(inside);
    }
  }

  array([shape, kind, data]) {
    const made = empty(shape, kind);
    data.forEach((item, i) => (made.data[i] = typeof item === "object" ? this.read(item) : item));
    return made;
  }

  /** Whether a value is the one of some JSON, to six digits. */
  matches(value, json) {
    if (json === null || typeof json === "string" || typeof json === "boolean") {
      return (
        value === json || (value instanceof Scalar && value.kind === "b" && value.item() === json)
      );
    }
    if (typeof json === "number") return close(Number(plain(value)), json);
    const [[sign, inside]] = Object.entries(json);
    const items = value instanceof Tuple ? value.items : value;
    const each = (list, wanted) =>
      Array.isArray(list) &&
      list.length === wanted.length &&
      list.every((item, i) => this.matches(item, wanted[i]));
    switch (sign) {
      case "i":
      case "f":
      case "s": {
        const [number, wanted] = [plain(value), plain(this.read(json))];
        if (this.strict && sign === "i" && typeof number !== "bigint") return false;
        return number !== undefined && close(Number(number), Number(wanted));
      }
      case "a": {
        const [shape, , data] = this.arrays[inside];
        return this.sameArray(value, shape, data);
      }
      case "l":
      case "t":
        return each(items, inside);
      case "d": {
        const pairs = value instanceof Dict ? [...value.map.values()] : [];
        return pairs.length === inside.length && pairs.every((pair, i) => each(pair, inside[i]));
      }
      case "q":
        return value instanceof Fraction && value.equals(this.read(json));
      case "x":
        return value instanceof Slice && each([value.start, value.stop, value.step], inside);
      case "n":
        return value instanceof Recorded && value.node === inside;
      case "h":
        return value === this.globals.get(inside);
      default:
        return false;
    }
  }

  sameArray(value, shape, data) {
    const given = value instanceof Tuple || Array.isArray(value) ? asArray(value) : value;
    if (!(given instanceof NDArray) || String(given.shape) !== String(shape)) return false;
    const found = flat(given);
    return data.every((item, i) =>
      typeof item === "number" && typeof found[i] === "number"
        ? close(found[i], item)
        : this.matches(found[i], item),
    );
  }

  matchesCall([args, keywords], given, named) {
    const wanted = keywords.d ?? [];
    const names = Object.keys(named ?? {});
    return (
      args.l.length === given.length &&
      given.every((value, i) => this.matches(value, args.l[i])) &&
      names.length === wanted.length &&
      wanted.every(([name, json]) => names.includes(name) && this.matches(named[name], json))
    );
  }
}

/** An object that is only known by what it did. */
export class Recorded {
  constructor(tape, node) {
    Object.assign(this, { tape, node, type: RECORDED });
  }

  get record() {
    return this.tape.nodes[this.node];
  }

  /** As a module has them: `from recorded import name`. */
  get names() {
    return { get: (name) => this.getAttribute(name) };
  }

  get callable() {
    return "()" in this.record.calls;
  }

  getAttribute(name) {
    const { attributes, calls, name: mine } = this.record;
    if (name in attributes) return this.tape.read(attributes[name]);
    if (name in calls) {
      const f = (args, keywords) => this.does(name, args, keywords);
      return Object.assign(f, { pyname: name });
    }
    throw unknown(`${mine}.${name}`);
  }

  does(method, args, keywords = {}) {
    const { calls, name } = this.record;
    this.tape.strict = name.startsWith("np.random"); // there a size is an int and nothing else
    const entry = (calls[method] ?? []).find((one) => this.tape.matchesCall(one, args, keywords));
    if (!entry) throw unknown(asked(method === "()" ? name : `${name}.${method}`, args, keywords));
    const [, , result, then] = entry;
    if (result?.raise)
      throw error(result.raise[0] in ERRORS ? result.raise[0] : "Exception", result.raise[1]);
    if (then !== null) this.node = then;
    return result?.self ? this : this.tape.read(result);
  }

  call(args, keywords) {
    return this.does("()", args, keywords);
  }

  iterate() {
    return this.does("[:]", []);
  }

  get length() {
    return "len" in this.record.calls ? Number(this.does("len", [])) : undefined;
  }

  getItem(key) {
    return this.does("[]", [key]);
  }

  operate(op, other, mirrored) {
    return this.does(mirrored ? `r${op}` : op, [other]);
  }

  unary(name) {
    return this.does(`np.${name}`, []);
  }

  repr() {
    throw unknown(`how ${this.record.name} looks`);
  }
}

const unknown = (what) => Object.assign(new NotHere(what), { replayed: true });

/** A call as its author wrote it, more or less. */
function asked(name, args, keywords) {
  const short = (value) => {
    if (value instanceof Recorded) return value.record.name;
    const text = value instanceof NDArray || typeof value === "function" ? "…" : repr(value);
    return text.length > 12 ? "…" : text;
  };
  const named = Object.entries(keywords).map(([key, value]) => `${key}=${short(value)}`);
  return `${name}(${[...args.map(short), ...named].join(", ")})`;
}
