/** One exercise: an answer runs among its data, and the book's own check looks at it. */

import { Module, NotHere, Raised, ERRORS, isA } from "./values.js";
import { repr, str } from "./text.js";
import { builtin } from "./functions.js";
import { builtins, output } from "./builtins.js";
import { MODULES } from "./modules.js";
import { Recorded, Tape, unpacked } from "./replay.js";
import { Globals, run } from "./run.js";

const LONGEST = 20_000; // signs of output
const LINES = 200;

/** The lines of everything that was run, for tracebacks; and the last of the answer's asked for. */
const lines = new Map();
let stopsAt;
const linecache = new Module("linecache", {
  getline: builtin("getline", "filename, lineno", (name, line) => {
    const text = lines.get(name)?.split("\n")[Number(line) - 1];
    if (name === "<answer>") stopsAt = Number(line);
    return text === undefined ? "" : `${text}\n`;
  }),
});

/** Material that stands for no exercise in particular. */
const NOTHING = {
  names: {},
  imports: {},
  modules: {},
  arrays: [],
  nodes: [],
  helpers: "",
  check: "",
};

export class Exercise {
  constructor(material = NOTHING) {
    this.material = { ...material, arrays: material.arrays.map(unpacked) };
  }

  /** New globals: an answer that changed its data begins again with them. */
  begin() {
    const { material } = this;
    const globals = new Globals(builtins, (name) => this.module(name));
    this.tape = new Tape({ ...material, globals });
    for (const [name, [module, inner]] of Object.entries(material.modules)) {
      const found = this.module(module);
      globals.set(name, inner ? found.names.get(inner) : found);
    }
    globals.set("np", this.module("numpy"));
    for (const [name, json] of Object.entries(material.names))
      globals.set(name, this.tape.read(json));
    run({ name: "<helpers>", text: material.helpers }, globals);
    return globals;
  }

  module(name) {
    const { imports, random } = this.material;
    if (name === "linecache") return linecache;
    if (name in imports) return new Recorded(this.tape, imports[name]);
    if (!MODULES.has(name)) throw new NotHere(`import ${name}`);
    const found = MODULES.get(name);
    if (name !== "numpy") return found;
    const np = new Module("numpy", Object.fromEntries(found.names));
    if (random !== undefined) np.names.set("random", new Recorded(this.tape, random));
    return np;
  }

  /**
   * Runs an answer, and its check too if asked: { printed, said, line, missing, failed }.
   *
   * `said` is the verdict; `missing` is what this Python has not, `replayed` if that is a call that
   * was not recorded; `failed` an error of the answer, and `line` where.
   */
  run(answer, checked) {
    const printed = capture();
    let globals;
    stopsAt = undefined;
    lines.set("<answer>", answer);
    lines.set("<check>", this.material.check);
    try {
      globals = this.begin();
      const shown = run({ name: "<answer>", text: answer }, globals);
      if (shown !== null && shown !== undefined && !checked) output.write(`${repr(shown)}\n`);
    } catch (problem) {
      return { printed: printed.text, ...failure(problem) };
    }
    if (!checked) return { printed: printed.text };
    const during = capture();
    const both = (more) => printed.text + (more && `# while it was checked:\n${more}`);
    try {
      run({ name: "<check>", text: this.material.check }, globals);
      const before = during.text.slice(0, during.text.lastIndexOf(during.last));
      return { printed: both(before), said: during.last.trim(), ended: true };
    } catch (problem) {
      const told = problem instanceof Raised && isA(problem.value, ERRORS.AssertionError);
      const said = told ? { said: str(problem.value), line: stopsAt } : failure(problem);
      return { printed: both(during.text), ...said };
    }
  }
}

function failure(problem) {
  if (problem instanceof NotHere) return { missing: problem.message, replayed: problem.replayed };
  if (!(problem instanceof Raised)) throw problem;
  const { type, trace } = problem.value;
  const last = (trace ?? []).filter(({ code }) => code.source.name === "<answer>").at(-1);
  const text = str(problem.value);
  return { failed: `${type.name}${text ? `: ${text}` : ""}`, line: problem.line ?? last?.line };
}

/** Takes what is printed from now on, up to a length. */
function capture() {
  const taken = { text: "", lines: 0, last: "" };
  output.write = (text) => {
    taken.last = text;
    if (taken.lines > LINES) return;
    const shown = text.slice(0, LONGEST + 1 - taken.text.length);
    taken.text += shown;
    taken.lines += shown.split("\n").length - 1;
    if (taken.lines <= LINES && taken.text.length <= LONGEST) return;
    taken.text += "… (more was printed than is shown)\n";
    taken.lines = Infinity;
  };
  return taken;
}
