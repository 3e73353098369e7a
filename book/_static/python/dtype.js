/** dtypes, and arrays as plain lists. */

import { NotHere, Scalar, TYPES, Type } from "./values.js";
import { flat } from "./arrays.js";

const NAMES = {
  f: ["float64", "float", "f8", "d"],
  i: ["int64", "int", "i8", "intp"],
  b: ["bool", "bool_", "?"],
  U: ["str", "U"],
  O: ["object", "O"],
};
const BY_NAME = Object.fromEntries(
  Object.entries(NAMES).flatMap(([kind, all]) => all.map((name) => [name, kind])),
);

export class DType {
  constructor(kind, name) {
    Object.assign(this, { kind, name, type: TYPES.dtype });
  }

  repr() {
    return `dtype('${this.kind === "O" ? "O" : this.name}')`;
  }

  str() {
    return this.name;
  }

  equals(other) {
    try {
      return kindFrom(other) === this.kind;
    } catch {
      return false;
    }
  }

  operate(op, other) {
    if (op === "==" || op === "!=") return this.equals(other) === (op === "==");
    throw new NotHere(`${op} of a dtype`);
  }

  hashed() {
    return `dtype ${this.name}`;
  }

  getAttribute(name) {
    return { kind: this.kind, name: this.name }[name];
  }
}

/** The kind that a dtype means: a type, a name or a dtype; None means none. */
export function kindFrom(dtype) {
  if (dtype === null) return null;
  if (dtype instanceof DType) return dtype.kind;
  const name = dtype instanceof Type ? dtype.name.replace("numpy.", "") : dtype;
  if (!Object.hasOwn(BY_NAME, name)) throw new NotHere(`the dtype ${name}`);
  return BY_NAME[name];
}

/** `array.tolist()`. */
export function toList(array) {
  const data = flat(array);
  let at = 0;
  const build = (axis) => {
    if (axis === array.shape.length) {
      const value = data[at++];
      return "UO".includes(array.kind) ? value : new Scalar(array.kind, value).item();
    }
    return Array.from({ length: array.shape[axis] }, () => build(axis + 1));
  };
  return build(0);
}
