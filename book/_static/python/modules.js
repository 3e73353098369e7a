/** The modules that can be imported: numpy, math, itertools and pieces of a few more. */

import { Iterator, Module, NotHere, Tuple, Type, TYPES } from "./values.js";
import { error, plain, toIndex } from "./values.js";
import { hypotenuse } from "./arrays.js";
import { toFloat } from "./builtins.js";
import { collect, compare, iterate, operate } from "./operators.js";
import { builtin, builtinsOf, native } from "./functions.js";
import { np } from "./numpy.js";

// --------------------------------------------------------------------------------------- math

const real = (value) => toFloat(value, "must be real number, not");
const natural = (value) => {
  if (toIndex(value) < 0n) throw new NotHere("a number below 0 in such a function");
  return toIndex(value);
};
const domain = () => error("ValueError", "math domain error");
const inside = (f) => (value) => {
  const x = real(value);
  const y = f(x);
  if (Number.isNaN(y) && !Number.isNaN(x)) throw domain();
  if (!Number.isFinite(y) && Number.isFinite(x)) {
    throw x === 0 || f !== Math.exp ? domain() : error("OverflowError", "math range error");
  }
  return y;
};
const ONE = "sqrt exp expm1 log1p sin cos tan asin acos atan sinh cosh tanh".split(" ");
const logarithm = (f) => (value) => {
  if (typeof value === "bigint" && value > 1n << 1000n) throw new NotHere("so large a logarithm");
  if (real(value) <= 0) throw domain();
  return f(real(value));
};
const log = logarithm(Math.log);
const product = (from, to) => {
  let value = 1n;
  for (let i = from; i <= to; i++) value *= i;
  return value;
};
const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
const toWhole = (f) => (value) =>
  typeof plain(value) === "bigint" ? plain(value) : BigInt(f(real(value)));

const math = new Module("math", {
  pi: Math.PI,
  e: Math.E,
  tau: 2 * Math.PI,
  inf: Infinity,
  nan: NaN,
  ...Object.fromEntries(ONE.map((name) => [name, builtin(name, "x", inside(Math[name]))])),
  ...Object.fromEntries(
    builtinsOf({
      "log(x, base=None, /)": (x, base) =>
        base === null ? log(x) : operate("/", log(x), log(base)),
      "log2(x)": logarithm(Math.log2),
      "log10(x)": logarithm(Math.log10),
      "floor(x)": toWhole(Math.floor),
      "ceil(x)": toWhole(Math.ceil),
      "trunc(x)": toWhole(Math.trunc),
      "fabs(x)": (x) => Math.abs(real(x)),
      "atan2(y, x)": (y, x) => Math.atan2(real(y), real(x)),
      "hypot(*coordinates)": (...all) => all.map(real).reduce(hypotenuse, 0),
      "isnan(x)": (x) => Number.isNaN(real(x)),
      "isinf(x)": (x) => Math.abs(real(x)) === Infinity,
      "isfinite(x)": (x) => Number.isFinite(real(x)),
      "isclose(a, b, rel_tol=1e-09, abs_tol=0.0)": (a, b, relative, absolute) => {
        const [x, y] = [real(a), real(b)];
        const near = Math.max(real(relative) * Math.max(Math.abs(x), Math.abs(y)), real(absolute));
        return x === y || Math.abs(x - y) <= near;
      },

      "prod(iterable, start=1)": (values, start) =>
        [...iterate(values)].reduce((a, b) => operate("*", a, b), start),
      "factorial(n)": (n) => {
        if (toIndex(n) >= 0n) return product(1n, toIndex(n));
        throw error("ValueError", "factorial() not defined for negative values");
      },
      "comb(n, k)": (n, k) =>
        toIndex(k) > natural(n)
          ? 0n
          : product(toIndex(n) - toIndex(k) + 1n, toIndex(n)) / product(1n, natural(k)),
      "gcd(a, b)": (a, b) => gcd(toIndex(a), toIndex(b)),
    }),
  ),
});

// ---------------------------------------------------------------------------------- itertools

const lazily = (name, parameters, f) =>
  builtin(name, parameters, (...args) => new Iterator(`itertools.${name}`, f(...args)));
const tuples = function* tuples(iterator) {
  for (const items of iterator) yield new Tuple(items);
};

/** Choices of r positions: each is `allowed` after those before. */
function* choices(n, r, allowed, chosen = []) {
  if (chosen.length === r) {
    yield chosen;
    return;
  }
  for (let i = 0; i < n; i++) {
    if (allowed(i, chosen)) yield* choices(n, r, allowed, [...chosen, i]);
  }
}
const choosing = (name, allowed) => [
  name,
  lazily(name, "iterable, r=None", (values, r) => {
    const pool = [...iterate(values)];
    const picked = choices(pool.length, Number(plain(r ?? BigInt(pool.length))), allowed);
    return (function* items() {
      for (const chosen of picked) yield new Tuple(chosen.map((i) => pool[i]));
    })();
  }),
];
function* products(pools, chosen = []) {
  if (chosen.length === pools.length) yield chosen;
  else for (const item of pools[chosen.length]) yield* products(pools, [...chosen, item]);
}
function* counted(start, step) {
  for (let i = start; ; i = operate("+", i, step)) yield i;
}
function* limited(values, stop) {
  if (stop < 0) throw new NotHere("islice() of a number below 0");
  const iterator = iterate(values)[Symbol.iterator]();
  for (let i = 0; i < stop; i++) {
    const { value, done } = iterator.next();
    if (done) return;
    yield value;
  }
}
const itertools = new Module("itertools", {
  ...Object.fromEntries([
    choosing("combinations", (i, chosen) => !chosen.length || i > chosen.at(-1)),
    choosing("permutations", (i, chosen) => !chosen.includes(i)),
  ]),
  product: native(
    "product",
    (args, { repeat = 1n } = {}) => {
      const pools = new Array(Number(repeat)).fill(args.map(collect)).flat();
      return new Iterator("itertools.product", tuples(products(pools)));
    },
    "repeat",
  ),
  count: lazily("count", "start=0, step=1", counted),
  islice: lazily("islice", "iterable, stop:int, /", (values, stop) => limited(values, stop)),
});

// ---------------------------------------------------------------------------------- fractions

const FRACTION = new Type("Fraction", [TYPES.object]);

/** A fraction in lowest terms. */
export class Fraction {
  isNumber = true; // an element beside arrays

  constructor(above, below = 1n) {
    if (below === 0n) throw error("ZeroDivisionError", `Fraction(${above}, 0)`);
    const common = gcd(above, below) * (below < 0n ? -1n : 1n);
    Object.assign(this, { above: above / common, below: below / common, type: FRACTION });
  }

  static of(value) {
    if (value instanceof Fraction) return value;
    const number = plain(value);
    if (typeof number === "bigint") return new Fraction(number);
    if (typeof number === "number") {
      let below = 1n;
      let x = number;
      for (; !Number.isInteger(x); x *= 2) below *= 2n;
      return new Fraction(BigInt(x), below);
    }
    const parts = typeof value === "string" && /^\s*(-?\d+)(?:\/(\d+))?\s*$/.exec(value);
    if (!parts) throw new NotHere("this kind of Fraction");
    return new Fraction(BigInt(parts[1]), BigInt(parts[2] ?? 1));
  }

  operate(op, other, mirrored) {
    const number = plain(other);
    if (number === undefined && !(other instanceof Fraction)) {
      throw new NotHere("a Fraction beside something that is no number");
    }
    if (typeof number === "number") {
      const pair = mirrored ? [number, this.toFloat()] : [this.toFloat(), number];
      return "<=>!".includes(op[0]) ? compare(op, ...pair) : operate(op, ...pair);
    }
    const [a, b] = mirrored ? [Fraction.of(other), this] : [this, Fraction.of(other)];
    const [left, right] = [a.above * b.below, b.above * a.below];
    switch (op) {
      case "+":
        return new Fraction(left + right, a.below * b.below);
      case "-":
        return new Fraction(left - right, a.below * b.below);
      case "*":
        return new Fraction(a.above * b.above, a.below * b.below);
      case "/":
        return new Fraction(left, right);
      case "**": {
        if (b.below !== 1n) return operate("**", a.toFloat(), b.toFloat());
        const size = b.above < 0n ? -b.above : b.above;
        const [up, down] = [a.above ** size, a.below ** size];
        return b.above < 0n ? new Fraction(down, up) : new Fraction(up, down);
      }
      default:
        if (!"<=>!".includes(op[0])) throw new NotHere(`Fraction ${op}`);
        return compare(op, left, right);
    }
  }

  equals(other) {
    return (plain(other) !== undefined || other instanceof Fraction) && this.operate("==", other);
  }

  hashed() {
    return this.below === 1n ? `n${this.above}` : this.str();
  }

  toFloat() {
    return Number(this.above) / Number(this.below);
  }

  toInt() {
    return this.above / this.below;
  }

  truth() {
    return this.above !== 0n;
  }

  absolute() {
    return new Fraction(this.above < 0n ? -this.above : this.above, this.below);
  }

  getAttribute(name) {
    return { numerator: this.above, denominator: this.below }[name];
  }

  str() {
    return this.below === 1n ? String(this.above) : `${this.above}/${this.below}`;
  }

  repr() {
    return `Fraction(${this.above}, ${this.below})`;
  }
}
FRACTION.make = (given, keywords) => {
  const parts = given.length > 1 && given.some((one) => typeof one === "number");
  if (parts || keywords || given.length > 2) throw new NotHere("such a Fraction");
  const [above = 0n, below = 1n] = given;
  return Fraction.of(above).operate("/", Fraction.of(below), false);
};

// ------------------------------------------------------------------------------------- others

/** {name of a module: the module}; what is not listed is not here. */
export const MODULES = new Map(
  Object.entries({
    numpy: np,
    "numpy.linalg": np.names.get("linalg"),
    math,
    itertools,
    fractions: new Module("fractions", { Fraction: FRACTION }),
  }),
);
