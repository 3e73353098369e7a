/**
 * Runs a tree of Python: every node becomes a closure of its frame.
 *
 * A frame is one call: its variables, those around it, and the line that runs. Statements of a
 * generator function that contain a yield become generators of JavaScript; all others cannot pause.
 */

import { Dict, Ellipsis, Instance, Iterator, NotHere, PySet, Raised, Slice } from "./values.js";
import { Tuple, Type, ERRORS, TYPES } from "./values.js";
import { bare, error, exception, isA, stopped, truth, typeOf } from "./values.js";
import { format, own, repr, str } from "./text.js";
import { augment, collect, compare, deleteAt, getAttribute, getItem } from "./operators.js";
import { iterate, listed, negate, operate, setAt, setAttribute } from "./operators.js";
import { builtin, call, called } from "./functions.js";
import { parse } from "./parse.js";

const [NEXT, BREAK, CONTINUE, RETURN] = [0, 1, 2, 3];
const DEEPEST = 900; // calls inside calls, below what a browser's own stack holds
let depth = 0;
let handled = null; // the exception that a bare raise raises again

class Frame {
  constructor(code, up, globals) {
    Object.assign(this, { code, up, globals, variables: new Map(), line: 0, value: null });
  }
}

// ------------------------------------------------------------------------------------- scopes

/** The names that statements bind, without those of functions and classes inside. */
function bound(body, found = new Set()) {
  const targets = (node) => {
    if (node.t === "Name") found.add(node.name);
    (node.items ?? []).forEach(targets);
    if (node.t === "Starred") targets(node.value);
  };
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== "object") return undefined;
    if (node.t === "FunctionDef" || node.t === "ClassDef") return found.add(node.name);
    if (node.t === "Lambda") return undefined;
    if (node.t === "Assign") node.targets.forEach(targets);
    if (["AugAssign", "For", "NamedExpr"].includes(node.t)) targets(node.target);
    if (node.t === "Import") node.names.forEach((n) => found.add(n.as ?? n.name.split(".")[0]));
    if (node.t === "ImportFrom") node.names.forEach((n) => found.add(n.as ?? n.name));
    if (node.t === "Delete") node.targets.forEach(targets);
    if (node.t === "Try")
      node.handlers.forEach((handler) => handler.name && found.add(handler.name));
    return Object.values(node).forEach((part) => visit(part));
  };
  visit(body);
  return found;
}

function declared(body, kind) {
  return body.flatMap((node) => {
    if (node.t === kind) return node.names;
    const inner = [
      node.body,
      node.otherwise,
      node.final,
      ...(node.handlers ?? []).map((h) => h.body),
    ];
    if (node.t === "FunctionDef" || node.t === "ClassDef") return [];
    return inner.filter(Array.isArray).flatMap((part) => declared(part, kind));
  });
}

const yields = (node) => {
  if (Array.isArray(node)) return node.some(yields);
  if (!node || typeof node !== "object") return false;
  if (["FunctionDef", "Lambda", "ClassDef"].includes(node.t)) return false;
  return node.t === "Yield" || node.t === "YieldFrom" || Object.values(node).some(yields);
};

/** Where names live while a function is compiled: its own, and those of the functions around. */
class Scope {
  constructor(names, up, path = up.path, isClass = false) {
    Object.assign(this, { names, up, path, isClass, global: new Set() });
  }

  /** How many frames up a name lives; -1 where it is global. A class shows its names to nobody. */
  find(name) {
    let level = 0;
    for (let scope = this; scope; scope = scope.up, level++) {
      if (scope.global.has(name)) return -1;
      if (scope.names.has(name) && (scope === this || !scope.isClass)) return level;
    }
    return -1;
  }
}

const unknown = (name) => error("NameError", `name '${name}' is not defined`);

function reader(name, scope) {
  const level = scope ? scope.find(name) : -1;
  const fromGlobals = ({ globals }) => {
    if (globals.has(name)) return globals.get(name);
    const found = globals.builtins.get(name);
    if (found === undefined) throw unknown(name);
    if (found instanceof NotHere) throw found;
    return found;
  };
  if (level < 0) return fromGlobals;
  if (level === 0 && scope.isClass)
    return (frame) => (frame.variables.has(name) ? frame.variables.get(name) : fromGlobals(frame));
  return (frame) => {
    let at = frame;
    for (let i = 0; i < level; i++) at = at.up;
    const value = at.variables.get(name);
    if (value !== undefined || at.variables.has(name)) return value;
    const where = level ? "free variable" : "local variable";
    const text = level
      ? `cannot access free variable '${name}' where it is not associated with a value in ` +
        "enclosing scope"
      : `cannot access ${where} '${name}' where it is not associated with a value`;
    throw error(level ? "NameError" : "UnboundLocalError", text);
  };
}

function writer(name, scope) {
  const level = scope ? scope.find(name) : -1;
  if (level < 0) return (frame, value) => frame.globals.set(name, value);
  return (frame, value) => {
    let at = frame;
    for (let i = 0; i < level; i++) at = at.up;
    at.variables.set(name, value);
  };
}

/** Takes a name away; whether it was there. */
const eraser = (name, scope) => (frame) =>
  (scope?.find(name) === 0 ? frame.variables : frame.globals).delete(name);

// -------------------------------------------------------------------------------- expressions

function spread(parts, scope) {
  const compiled = parts.map((part) => ({
    many: part.t === "Starred",
    f: expression(part.t === "Starred" ? part.value : part, scope),
  }));
  if (!compiled.some(({ many }) => many)) {
    const fs = compiled.map(({ f }) => f);
    return (frame) => fs.map((f) => f(frame));
  }
  const starred = (value) => {
    const many = typeof value === "string" || (typeof value === "object" && value !== null);
    if (!many || (value instanceof Instance && !value.type.find("__iter__")))
      throw new NotHere("* before such a value");
    return collect(value);
  };
  return (frame) => compiled.flatMap(({ many, f }) => (many ? starred(f(frame)) : [f(frame)]));
}

function invoked(node, scope) {
  const callee = expression(node.callee, scope);
  const args = spread(node.args, scope);
  const keywords = node.keywords.map(({ name, value }) => ({ name, f: expression(value, scope) }));
  const { line } = node;
  return (frame) => {
    const f = callee(frame);
    const list = args(frame);
    let named;
    for (const keyword of keywords) {
      named ??= {};
      const value = keyword.f(frame);
      if (keyword.name) named[keyword.name] = value;
      else if (!(value instanceof Dict)) throw new NotHere("** before what is no dict");
      else
        for (const [key, item] of value.map.values()) {
          if (typeof key !== "string") throw error("TypeError", "keywords must be strings");
          if (key in named) throw new NotHere("a keyword given twice");
          named[key] = item;
        }
    }
    frame.line = line;
    if (f?.wantsFrame) return f(list, named, frame);
    return call(f, list, named);
  };
}

function joined(node, scope) {
  const parts = node.parts.map((part) => expression(part, scope));
  return (frame) => parts.map((f) => f(frame)).join("");
}

function formatted(node, scope) {
  const value = expression(node.value, scope);
  const spec = node.spec.map((part) => expression(part, scope));
  if (node.conversion === "a") throw new NotHere("!a");
  const change = { r: repr, s: str }[node.conversion] ?? ((x) => x);
  return (frame) => format(change(value(frame)), spec.map((f) => f(frame)).join(""));
}

/** The loops of a comprehension, as a generator of what `made` gives in each round. */
function comprehended(node, scope, compileMade) {
  const names = bound(node.loops.map(({ target }) => ({ t: "For", target })));
  const inner = new Scope(names, scope, scope?.path ?? "");
  const loops = node.loops.map(({ target, over, tests }, i) => ({
    assign: assignment(target, inner),
    over: expression(over, i ? inner : scope),
    tests: tests.map((test) => expression(test, inner)),
  }));
  const made = compileMade(inner);
  function* walk(frame, level, items) {
    const { assign, tests } = loops[level];
    for (const item of items) {
      assign(frame, item);
      if (!tests.every((test) => truth(test(frame)))) continue;
      if (level + 1 === loops.length) yield made(frame);
      else yield* walk(frame, level + 1, iterate(loops[level + 1].over(frame)));
    }
  }
  return (frame) => {
    const own = Object.assign(new Frame(frame.code, frame, frame.globals), { line: frame.line });
    return walk(own, 0, iterate(loops[0].over(frame)));
  };
}

const list = (node, scope) => comprehended(node, scope, (inner) => expression(node.value, inner));

/** `f`, and then something with what it gives. */
const then = (f, made) => (frame) => made(f(frame));

const EXPRESSIONS = {
  Constant:
    ({ value }) =>
    () =>
      value,
  Ellipsis: () => () => Ellipsis,
  Name: ({ name }, scope) => reader(name, scope),
  Tuple: ({ items }, scope) => then(spread(items, scope), (all) => new Tuple(all)),
  List: ({ items }, scope) => spread(items, scope),
  Set: ({ items }, scope) => then(spread(items, scope), (all) => new PySet(all)),
  Starred: () => {
    throw new NotHere("a star in this place");
  },
  Dict: ({ pairs }, scope) => {
    const all = pairs.map(({ key, value }) => [
      key && expression(key, scope),
      expression(value, scope),
    ]);
    return (frame) =>
      new Dict(
        all.flatMap(([key, value]) => {
          if (key) return [[key(frame), value(frame)]];
          const other = value(frame);
          if (!(other instanceof Dict)) throw new NotHere("** before what is no dict");
          return [...other.map.values()];
        }),
      );
  },
  BinOp: ({ op, left, right, line }, scope) => {
    const [a, b] = [expression(left, scope), expression(right, scope)];
    return (frame) => {
      const x = a(frame);
      const y = b(frame);
      frame.line = line;
      return operate(op, x, y);
    };
  },
  UnaryOp: ({ op, value }, scope) => then(expression(value, scope), (x) => negate(op, x)),
  BoolOp: ({ word, values }, scope) => {
    const fs = values.map((value) => expression(value, scope));
    const last = fs.pop(); // of which nobody asks whether it is true: it may be an array
    const stop = word === "or";
    return (frame) => {
      for (const f of fs) {
        const value = f(frame);
        if (truth(value) === stop) return value;
      }
      return last(frame);
    };
  },
  Compare: ({ ops, values }, scope) => {
    const fs = values.map((value) => expression(value, scope));
    return (frame) => {
      let left = fs[0](frame);
      let result;
      for (let i = 0; i < ops.length; i++) {
        const right = fs[i + 1](frame);
        result = compare(ops[i], left, right);
        if (i < ops.length - 1 && !truth(result)) return result;
        left = right;
      }
      return result;
    };
  },
  IfExp: ({ test, value, otherwise }, scope) => {
    const [f, yes, no] = [test, value, otherwise].map((part) => expression(part, scope));
    return (frame) => (truth(f(frame)) ? yes(frame) : no(frame));
  },
  NamedExpr: ({ target, value }, scope) => {
    const [assign, f] = [assignment(target, scope), expression(value, scope)];
    return (frame) => {
      const made = f(frame);
      assign(frame, made);
      return made;
    };
  },
  Attribute: ({ value, name }, scope) =>
    then(expression(value, scope), (x) => getAttribute(x, name)),
  Subscript: ({ value, index }, scope) => {
    const [f, at] = [expression(value, scope), expression(index, scope)];
    return (frame) => getItem(f(frame), at(frame));
  },
  Slice: ({ start, stop, step }, scope) => {
    const parts = [start, stop, step].map((part) => (part ? expression(part, scope) : () => null));
    return (frame) => new Slice(...parts.map((f) => f(frame)));
  },
  Call: invoked,
  Lambda: (node, scope) => defined({ ...node, name: "<lambda>" }, scope),
  JoinedStr: joined,
  FormattedValue: formatted,
  ListComp: (node, scope) => then(list(node, scope), listed),
  SetComp: (node, scope) => then(list(node, scope), (all) => new PySet(all)),
  GeneratorExp: (node, scope) => then(list(node, scope), (all) => new Iterator("generator", all)),
  DictComp: (node, scope) => {
    const pairs = comprehended(node, scope, (inner) => {
      const [key, value] = [expression(node.key, inner), expression(node.value, inner)];
      return (frame) => [key(frame), value(frame)];
    });
    return then(pairs, (all) => new Dict(all));
  },
  Yield: () => {
    throw new NotHere("a yield inside an expression");
  },
};
EXPRESSIONS.YieldFrom = EXPRESSIONS.Yield;

const expression = (node, scope) => EXPRESSIONS[node.t](node, scope);

// ---------------------------------------------------------------------------------- functions

const TIMES = (n) => `${n} positional argument${n === 1 ? "" : "s"}`;

/** The variables of a call from its arguments, or Python's complaint. */
function bind(frame, name, parameters, defaults, args, keywords) {
  const { names, rest, only } = parameters;
  const { variables } = frame;
  for (let i = 0; i < Math.min(args.length, names.length); i++) variables.set(names[i], args[i]);
  const left = [];
  const unnamed = names.slice(0, parameters.positional);
  for (const [key, value] of Object.entries(keywords ?? {})) {
    if (unnamed.includes(key)) throw new NotHere(`${name}(${key}=…)`);
    if (names.includes(key) || only.includes(key)) {
      if (variables.has(key)) {
        throw error("TypeError", `${name}() got multiple values for argument '${key}'`);
      }
      variables.set(key, value);
    } else if (parameters.keywords) {
      left.push([key, value]);
    } else {
      throw error("TypeError", `${name}() got an unexpected keyword argument '${key}'`);
    }
  }
  for (const key of [...names, ...only]) {
    if (!variables.has(key) && key in defaults) variables.set(key, defaults[key]);
  }
  if (args.length > names.length && !rest) {
    const optional = names.filter((key) => key in defaults).length;
    const takes = optional
      ? `from ${names.length - optional} to ${names.length} positional arguments`
      : TIMES(names.length);
    if (only.some((key) => key in (keywords ?? {}))) throw new NotHere("so many arguments");
    const were = args.length === 1 ? "was" : "were";
    throw error("TypeError", `${name}() takes ${takes} but ${args.length} ${were} given`);
  }
  for (const [kind, keys] of [
    ["positional", names],
    ["keyword-only", only],
  ]) {
    const missing = keys.filter((key) => !variables.has(key)).map((key) => `'${key}'`);
    if (!missing.length) continue;
    const said =
      missing.length > 2
        ? `${missing.slice(0, -1).join(", ")}, and ${missing.at(-1)}`
        : missing.join(" and ");
    const s = missing.length > 1 ? "s" : "";
    const text = `${name}() missing ${missing.length} required ${kind} argument${s}: ${said}`;
    throw error("TypeError", text);
  }
  if (rest) variables.set(rest, new Tuple(args.slice(names.length)));
  if (parameters.keywords) variables.set(parameters.keywords, new Dict(left));
}

function defined(node, scope) {
  const { parameters, name, line } = node;
  const [global, outer] = ["Global", "Nonlocal"].map((kind) => declared(node.body, kind));
  const names = bound(node.body);
  [...global, ...outer].forEach((one) => names.delete(one));
  const all = [...parameters.names, ...parameters.only, parameters.rest, parameters.keywords];
  all.filter(Boolean).forEach((one) => names.add(one));
  const path = (scope?.path ?? "") + name;
  const inner = new Scope(names, scope, `${path}.<locals>.`);
  inner.global = new Set(global);
  const first = node.body.findIndex(({ t }) => t === "Global" || t === "Nonlocal");
  const before = [...bound(node.body.slice(0, Math.max(0, first))), ...all.filter(Boolean)];
  const late = before.find((one) => global.includes(one) || outer.includes(one));
  if (late) throw error("SyntaxError", `name '${late}' is assigned to before its declaration`);
  const lost = outer.find((one) => inner.find(one) < 1);
  if (lost) throw error("SyntaxError", `no binding for nonlocal '${lost}' found`);
  const makes = yields(node.body);
  const body = block(node.body, inner);
  const notes = parameters.notes.map((note) => expression(note, scope));
  const defaults = Object.entries(parameters.defaults).map(([key, value]) => [
    key,
    expression(value, scope),
  ]);
  const stub = node.body.length === 1 && node.body[0].value?.t === "Ellipsis";
  return (frame) => {
    const given = Object.fromEntries(defaults.map(([key, f]) => [key, f(frame)]));
    notes.forEach((f) => noted(f, frame));
    const code = { name, line, source: frame.code.source, stub, type: TYPES.code };
    code.getAttribute = (key) =>
      ({
        co_name: name,
        co_filename: code.source.name,
        co_firstlineno: BigInt(line ?? 0),
        co_code: stub ? "stub" : `code ${name}`,
        co_consts: new Tuple([]),
        co_argcount: BigInt(parameters.names.length),
        co_varnames: new Tuple(parameters.names),
      })[key];
    const f = (args, keywords) => {
      const own = new Frame(code, frame, frame.globals);
      bind(own, path, parameters, given, args, keywords);
      if (makes)
        return Object.assign(new Iterator("generator", generated(body(own), own)), { frame: own });
      if (++depth > DEEPEST) {
        depth = 0;
        throw error("RecursionError", "maximum recursion depth exceeded");
      }
      try {
        return body(own) === RETURN ? own.value : null;
      } catch (problem) {
        throw traced(problem, own);
      } finally {
        depth--;
      }
    };
    return Object.assign(f, { code });
  };
}

/** An annotation is not used; a name in it that is not defined is an error all the same. */
function noted(f, frame) {
  try {
    f(frame);
  } catch (problem) {
    if (!(problem instanceof NotHere)) throw problem;
  }
}

/** The exception, with the frame that it leaves before those inside. */
function traced(problem, frame) {
  let raised = problem;
  if (problem instanceof RangeError && depth > 100) {
    depth = 0;
    raised = error("RecursionError", "maximum recursion depth exceeded");
  } else if (!(problem instanceof Raised || problem instanceof NotHere)) {
    // this code met what it was not made for
    raised = Object.assign(new NotHere(`what line ${frame.line} asks for`), { cause: problem });
  }
  if (raised instanceof Raised) {
    raised.value.trace ??= [];
    raised.value.trace.unshift({ code: frame.code, line: frame.line });
  }
  return raised;
}

/** `error.__traceback__`: the frames from the outermost to where it happened. */
function link(trace) {
  if (!trace.length) return null;
  const [{ code, line }] = trace;
  const frame = { type: TYPES.frame, getAttribute: (key) => (key === "f_code" ? code : undefined) };
  return {
    type: TYPES.traceback,
    getAttribute: (key) =>
      key === "tb_next" ? link(trace.slice(1)) : { tb_frame: frame, tb_lineno: BigInt(line) }[key],
  };
}

// --------------------------------------------------------------------------------- statements

function assignment(target, scope) {
  switch (target.t) {
    case "Name":
      return writer(target.name, scope?.global?.has(target.name) ? null : scope);
    case "Attribute": {
      const f = expression(target.value, scope);
      return (frame, value) => setAttribute(f(frame), target.name, value);
    }
    case "Subscript": {
      const [f, index] = [expression(target.value, scope), expression(target.index, scope)];
      return (frame, value) => setAt(f(frame), index(frame), value);
    }
    default:
      return unpacking(target, scope);
  }
}

function unpacking({ items }, scope) {
  const star = items.findIndex((item) => item.t === "Starred");
  const assigns = items.map((item) => assignment(item.t === "Starred" ? item.value : item, scope));
  const wanted = star < 0 ? items.length : items.length - 1;
  return (frame, value) => {
    let given;
    try {
      given = [...iterate(value)];
    } catch (problem) {
      if (!(problem instanceof Raised) || problem.value.type !== ERRORS.TypeError) throw problem;
      throw error("TypeError", `cannot unpack non-iterable ${typeOf(value).name} object`);
    }
    if (given.length < wanted) {
      const least = star < 0 ? "" : "at least ";
      const text = `not enough values to unpack (expected ${least}${wanted}, got ${given.length})`;
      throw error("ValueError", text);
    }
    if (star < 0 && given.length > wanted) {
      throw error("ValueError", `too many values to unpack (expected ${wanted})`);
    }
    if (star >= 0)
      given.splice(star, given.length - wanted, given.slice(star, star + given.length - wanted));
    assigns.forEach((assign, i) => assign(frame, given[i]));
  };
}

const jump = (code) => () => () => code;

const STATEMENTS = {
  Pass: jump(NEXT),
  Break: jump(BREAK),
  Continue: jump(CONTINUE),
  Global: jump(NEXT),
  Nonlocal: jump(NEXT),
  Expr: ({ value }, scope) => {
    const f = expression(value, scope);
    return (frame) => {
      const shown = f(frame);
      if (!scope) frame.globals.shown = shown;
      return NEXT;
    };
  },
  Return: ({ value }, scope) => {
    const f = value ? expression(value, scope) : () => null;
    return (frame) => {
      frame.value = f(frame);
      return RETURN;
    };
  },
  Assign: ({ targets, value }, scope) => {
    const [assigns, f] = [
      targets.map((target) => assignment(target, scope)),
      expression(value, scope),
    ];
    return (frame) => {
      const made = f(frame);
      for (const assign of assigns) assign(frame, made);
      return NEXT;
    };
  },
  AugAssign: ({ target, op, value }, scope) => {
    const f = expression(value, scope);
    if (target.t === "Name") {
      const [read, assign] = [expression(target, scope), assignment(target, scope)];
      return (frame) => {
        assign(frame, augment(op, read(frame), f(frame)));
        return NEXT;
      };
    }
    const owner = expression(target.value, scope);
    const at = target.t === "Subscript" ? expression(target.index, scope) : () => target.name;
    const [get, set] = target.t === "Subscript" ? [getItem, setAt] : [getAttribute, setAttribute];
    return (frame) => {
      const [object, key] = [owner(frame), at(frame)];
      set(object, key, augment(op, get(object, key), f(frame)));
      return NEXT;
    };
  },
  Delete: ({ targets }, scope) => {
    const all = targets.map((target) => {
      if (target.t === "Subscript") {
        const [f, index] = [expression(target.value, scope), expression(target.index, scope)];
        return (frame) => deleteAt(f(frame), index(frame));
      }
      if (target.t !== "Name" || scope?.find(target.name) > 0) throw new NotHere("such a del");
      const erase = eraser(target.name, scope);
      return (frame) => {
        if (!erase(frame)) throw unknown(target.name);
      };
    });
    return (frame) => {
      all.forEach((f) => f(frame));
      return NEXT;
    };
  },
  Assert: ({ test, message }, scope) => {
    const [f, said] = [expression(test, scope), message && expression(message, scope)];
    return (frame) => {
      if (!truth(f(frame)))
        throw said ? error("AssertionError", said(frame)) : error("AssertionError");
      return NEXT;
    };
  },
  Raise: ({ value, cause }, scope) => {
    const [f, from] = [value, cause].map((part) => part && expression(part, scope));
    return (frame) => {
      if (!f) throw handled ?? error("RuntimeError", "No active exception to reraise");
      const given = f(frame);
      const made = given instanceof Type ? call(given, []) : given;
      const reason = from?.(frame) ?? null;
      if (reason !== null && !(reason instanceof Type) && !isA(reason, ERRORS.BaseException))
        throw error("TypeError", "exception causes must derive from BaseException");
      if (!isA(made, ERRORS.BaseException)) {
        throw error("TypeError", "exceptions must derive from BaseException");
      }
      throw new Raised(made);
    };
  },
  FunctionDef: (node, scope) => named(node, scope, defined(node, scope)),
  ClassDef: (node, scope) => named(node, scope, classDefined(node, scope)),
  Import: ({ names }, scope) => {
    const all = names.map(({ name, as }) => [name, as, writer(as ?? name.split(".")[0], scope)]);
    return (frame) => {
      for (const [name, as, assign] of all) {
        const module = frame.globals.find(name);
        assign(frame, as ? module : frame.globals.find(name.split(".")[0]));
      }
      return NEXT;
    };
  },
  ImportFrom: ({ module, names }, scope) => {
    const all = names.map(({ name, as }) => [name, writer(as ?? name, scope)]);
    return (frame) => {
      const from = frame.globals.find(module);
      for (const [name, assign] of all) {
        const found = from.names.get(name);
        if (found === undefined) throw new NotHere(`from ${module} import ${name}`);
        assign(frame, found);
      }
      return NEXT;
    };
  },
};

function named(node, scope, make) {
  const assign = writer(node.name, scope);
  return (frame) => {
    assign(frame, make(frame));
    return NEXT;
  };
}

/** What is done with an exception: the handler that it belongs to, or on its way it goes. */
function handling(handlers, scope) {
  const cases = handlers.map(({ type, name, body }) => ({
    type: type && expression(type, scope),
    name,
    assign: name && writer(name, scope),
    forget: name && eraser(name, scope),
    f: block(body, scope),
  }));
  return (problem, frame) => {
    const raised = traced(problem, frame);
    if (!(raised instanceof Raised)) throw raised;
    for (const { type, name, assign, forget, f } of cases) {
      const wanted = type ? type(frame) : ERRORS.BaseException;
      const types = wanted instanceof Tuple ? wanted.items : [wanted];
      if (!types.every((one) => one instanceof Type && isA({ type: one }, ERRORS.BaseException)))
        throw error(
          "TypeError",
          "catching classes that do not inherit from BaseException is not allowed",
        );
      if (!types.some((one) => isA(raised.value, one))) continue;
      const before = handled;
      handled = raised;
      if (name) assign(frame, raised.value);
      try {
        return f(frame);
      } finally {
        handled = before;
        forget?.(frame);
      }
    }
    raised.value.trace.shift(); // the frame is added where the exception leaves it
    throw raised;
  };
}

/** `finally`: its own return, break or continue is the last word. */
function ended(last, frame, code, problem) {
  const { value } = frame;
  const before = handled;
  if (problem instanceof Raised) handled = problem;
  const own = last(frame);
  handled = before;
  if (own) return own;
  if (problem) throw problem;
  frame.value = value; // of a return before, whatever the block has called
  return code;
}

function classDefined(node, scope) {
  const names = bound(node.body);
  const inner = new Scope(names, scope, `${(scope?.path ?? "") + node.name}.`, true);
  inner.global = new Set(declared(node.body, "Global"));
  const strange = [...names].find((one) => one.startsWith("__") && !UNDERSTOOD.has(one));
  if (strange) throw new NotHere(`a class with ${strange}`);
  const body = block(node.body, inner);
  const bases = node.bases.map((base) => expression(base, scope));
  return (frame) => {
    const parents = bases.map((f) => f(frame));
    const foreign = (type) => !type.module && type !== TYPES.object && !isError(type);
    if (parents.some((type) => !(type instanceof Type) || foreign(type)))
      throw new NotHere("such a base of a class");
    const type = new Type(node.name, parents.length ? parents : [TYPES.object]);
    type.module = "__main__.";
    const own = Object.assign(new Frame(frame.code, frame, frame.globals), { line: frame.line });
    body(own);
    type.attributes = own.variables;
    type.make = (args, keywords) => {
      const made = isError(type) ? exception(type, ...args) : new Instance(type);
      const start = type.find("__init__");
      if (start && call(start, [made, ...args], keywords) !== null)
        throw error("TypeError", "__init__() should return None");
      if (start) return made;
      if (keywords || (args.length && !isError(type))) {
        throw error("TypeError", `${type.name}() takes no arguments`);
      }
      return made;
    };
    return type;
  };
}

const isError = (type) => type.mro.includes(ERRORS.BaseException);

/** The methods with two underscores that are called here; a class with others is not here. */
const UNDERSTOOD = new Set(
  (
    "init call str repr format eq ne lt le gt ge hash bool len getitem setitem contains iter next " +
    "abs neg pos invert"
  )
    .split(" ")
    .concat(
      "add sub mul truediv floordiv mod pow matmul and or xor"
        .split(" ")
        .flatMap((name) => [name, `r${name}`, `i${name}`]),
    )
    .map((name) => `__${name}__`),
);

// ---------------------------------------------------------------------------------- generators

/** The values of a generator function; a StopIteration in it is an error of its own. */
function* generated(body, frame) {
  frame.started = true;
  try {
    return (yield* body) === RETURN ? frame.value : null;
  } catch (problem) {
    const raised = traced(problem, frame);
    const stops = raised instanceof Raised && isA(raised.value, ERRORS.StopIteration);
    throw stops ? error("RuntimeError", "generator raised StopIteration") : raised;
  }
}

/** The value of `yield …` or `yield from …` in a statement: what is sent to it. */
function paused({ t, value }, scope) {
  const f = value ? expression(value, scope) : () => null;
  if (t === "Yield")
    return function* given(frame) {
      return (yield f(frame)) ?? null;
    };
  return function* delegated(frame) {
    const source = f(frame);
    return (yield* source instanceof Iterator ? through(source.values) : iterate(source)) ?? null;
  };
}

/** `yield*` of an iterator that more than one may hold: a loop that ends early leaves the rest. */
const through = (values) => ({ [Symbol.iterator]: () => ({ next: (sent) => values.next(sent) }) });

/** Statements that are a yield. */
const PAUSES = {
  Expr: ({ value }, scope) => {
    const f = paused(value, scope);
    return function* step(frame) {
      yield* f(frame);
      return NEXT;
    };
  },
  Assign: ({ targets, value }, scope) => {
    const f = paused(value, scope);
    const assigns = targets.map((target) => assignment(target, scope));
    return function* step(frame) {
      const made = yield* f(frame);
      for (const assign of assigns) assign(frame, made);
      return NEXT;
    };
  },
};

/** Statements with blocks, which may pause inside: generators that return where to go on. */
const STEPS = {
  If: ({ test, body, otherwise }, scope) => {
    const [f, yes, no] = [expression(test, scope), block(body, scope), block(otherwise, scope)];
    return function* step(frame) {
      const part = truth(f(frame)) ? yes : no;
      return part.pauses ? yield* part(frame) : part(frame);
    };
  },
  While: ({ test, body, otherwise }, scope) => {
    const [f, inside] = [expression(test, scope), block(body, scope)];
    const after = block(otherwise, scope);
    return function* step(frame) {
      while (truth(f(frame))) {
        const code = inside.pauses ? yield* inside(frame) : inside(frame);
        if (code === BREAK) return NEXT;
        if (code === RETURN) return code;
      }
      return after.pauses ? yield* after(frame) : after(frame);
    };
  },
  For: ({ target, over, body, otherwise }, scope) => {
    const [assign, f] = [assignment(target, scope), expression(over, scope)];
    const [inside, after] = [block(body, scope), block(otherwise, scope)];
    return function* step(frame) {
      for (const item of iterate(f(frame))) {
        assign(frame, item);
        const code = inside.pauses ? yield* inside(frame) : inside(frame);
        if (code === BREAK) return NEXT;
        if (code === RETURN) return code;
      }
      return after.pauses ? yield* after(frame) : after(frame);
    };
  },
  Try: (node, scope) => {
    const [inside, after, last] = [node.body, node.otherwise, node.final].map((part) =>
      block(part, scope),
    );
    const late = node.handlers.some(({ type, body }) => !type || yields(body));
    if ((inside.pauses && (late || node.final.length)) || last.pauses)
      throw new NotHere("a yield in such a try");
    const handle = handling(node.handlers, scope);
    const attempt = function* step(frame) {
      let code;
      try {
        code = inside.pauses ? yield* inside(frame) : inside(frame);
      } catch (problem) {
        return handle(problem, frame);
      }
      if (code !== NEXT) return code;
      return after.pauses ? yield* after(frame) : after(frame);
    };
    if (!node.final.length) return attempt;
    return function* step(frame) {
      let code;
      try {
        code = yield* attempt(frame);
      } catch (problem) {
        const raised = traced(problem, frame);
        if (!(raised instanceof Raised)) throw raised;
        raised.value.trace.shift(); // the frame is added where the exception leaves it
        return ended(last, frame, NEXT, raised);
      }
      return ended(last, frame, code);
    };
  },
};

/** A function of a frame that returns where to go on, or a generator that `pauses`. */
function statement(node, scope) {
  const pauses = yields(node);
  if (node.t in STEPS) {
    const step = STEPS[node.t](node, scope);
    return pauses ? Object.assign(step, { pauses }) : (frame) => step(frame).next().value;
  }
  if (!pauses) return STATEMENTS[node.t](node, scope);
  const isYield = ["Yield", "YieldFrom"].includes(node.value?.t);
  if (!isYield || !PAUSES[node.t]) throw new NotHere("a yield in such a place");
  return Object.assign(PAUSES[node.t](node, scope), { pauses });
}

function block(body, scope) {
  const all = body.map((node) => ({ f: statement(node, scope), line: node.line }));
  if (!all.some(({ f }) => f.pauses))
    return (frame) => {
      for (const { f, line } of all) {
        frame.line = line;
        const code = f(frame);
        if (code !== NEXT) return code;
      }
      return NEXT;
    };
  const step = function* step(frame) {
    for (const { f, line } of all) {
      frame.line = line;
      const code = f.pauses ? yield* f(frame) : f(frame);
      if (code !== NEXT) return code;
    }
    return NEXT;
  };
  return Object.assign(step, { pauses: true });
}

// ------------------------------------------------------------------------------------- running

for (const type of Object.values(ERRORS)) {
  type.make = (args) => exception(type, ...args);
}
ERRORS.BaseException.attributes.set("__traceback__", {
  getter: (value) => link(value.trace ?? []),
});
ERRORS.StopIteration.attributes.set("value", {
  getter: (value) => value.attributes.get("args").items[0] ?? null,
});
TYPES.generator.attributes.set(
  "send",
  builtin("send", "self, value", (generator, value) => {
    if (value !== null && !generator.frame?.started) {
      const text = "can't send non-None value to a just-started generator";
      throw error("TypeError", text);
    }
    const { value: given, done } = generator.values.next(value);
    if (done) throw stopped(given);
    return given;
  }),
);

called.other = (callee, args, keywords) => {
  if (callee?.call && callee.callable) return callee.call(args, keywords);
  const method = callee instanceof Instance && callee.type.find("__call__");
  if (method) return call(method, [callee, ...args], keywords);
  throw error("TypeError", `'${typeOf(callee).name}' object is not callable`);
};

own.text = (value, name, ...spec) => {
  const method = value.type.find(name);
  if (!method) return undefined;
  const text = call(method, [value, ...spec]);
  if (typeof bare(text) === "string") return bare(text);
  throw new NotHere(`${name} that returns no text`);
};

/** The globals of a run: a Map that also knows the builtins and finds modules. */
export class Globals extends Map {
  constructor(builtins, find) {
    super();
    Object.assign(this, { builtins, find, shown: null });
  }
}

/** Runs a source, `{ name, text }`, among globals. Returns what its last expression gives. */
export function run(source, globals) {
  depth = 0;
  handled = null;
  const body = parse(source.text);
  const frame = new Frame({ name: "<module>", source, type: TYPES.code }, null, globals);
  globals.shown = null;
  try {
    block(body, null)(frame);
  } catch (problem) {
    throw traced(problem, frame);
  }
  return body.at(-1)?.t === "Expr" ? globals.shown : null;
}
