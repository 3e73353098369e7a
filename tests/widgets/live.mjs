// What the tests ask of the live figures: what is said after a reader's actions, where walks over
// all knobs end, and what the numeric core finds.
import { Climb } from "../../svmlib/widgets/js/core/ascent.js";
import { Walk, generator } from "../../svmlib/widgets/js/core/descent.js";
import { curveOf } from "../../svmlib/widgets/js/core/general.js";
import { gram, updateGram } from "../../svmlib/widgets/js/core/kernels.js";
import { score } from "../../svmlib/widgets/js/core/machine.js";
import { facesOf } from "../../svmlib/widgets/js/core/terrain.js";
import { decodeState, refusal } from "../../svmlib/widgets/js/ui/share.js";
import { pass, reader, saved, seen, slow } from "./page.mjs";
import { act, button, mounted, rest, turn } from "./reader.mjs";
import { drawings, parts, redrawn, said, stateOf } from "./seen.mjs";
import { serve } from "./serve.mjs";

const JS = "../../svmlib/widgets/js";

const MACHINES = {
  machine: ["machine", "Machine"],
  tube: ["general", "TubeMachine"],
  novelty: ["general", "RegionMachine"],
  "weston-watkins": ["joint", "JointMachine"],
  "crammer-singer": ["joint", "JointMachine"],
};
const flat = (points) => Float64Array.from(points.flatMap(([a, b]) => [a, b]));
/** What is typed as plain lists, and back. */
const plain = (v) =>
  ArrayBuffer.isView(v)
    ? [...v]
    : Array.isArray(v)
      ? v.map(plain)
      : v?.constructor === Object
        ? Object.fromEntries(Object.entries(v).map(([name, one]) => [name, plain(one)]))
        : v;
const typed = (v) => (v?.float64 ? Float64Array.from(v.float64) : v === "Infinity" ? Infinity : v);

/** A value that a reader may give a trait; `at()` is a place in the window. */
function another(value, { kind, min, max, log, whole, options, sizes }, dice, at) {
  const any = (n) => Math.floor(n * dice());
  const i = any(value?.length);
  if (kind === "number") {
    const v = log ? min * (max / min) ** dice() : min + dice() * (max - min);
    return whole ? Math.round(v) : Math.min(max, Math.max(min, Number(v.toPrecision(4))));
  }
  if (kind === "choice") return options[any(options.length)][0];
  if (kind === "switch") return !value;
  if (kind === "names") return options.filter((name) => (any(2) ? value.includes(name) : any(2)));
  if (kind === "cell") return sizes.map(any);
  if (kind === "place") return at();
  if (kind === "places") return value.with(i, at());
  const [label, other] = [value[i][2], value[any(value.length)][2]];
  return [
    () => value.with(i, [...at(), label]),
    () => value.with(i, [...at(), other]),
    () => [...value, [...at(), label]].slice(0, 60),
    () => (value.filter((p) => p[2] === label).length > 1 ? value.toSpliced(i, 1) : value),
  ][any(4)]();
}

/** What is known of some points, as the pointer goes over them. */
async function readOuts(figure, rows) {
  const found = [];
  if (!figure.model.get("points")) return found;
  for (const i of rows) {
    await act(figure, `hover p${i}`);
    const [chosen, known] = ["chosen", "known"].map((name) => {
      const element = figure.root.querySelector(`.svm-${name}`);
      return element ? seen(element) : "";
    });
    // another point may be in the same place
    found.push([Number(/\(row (\d+)\)/.exec(chosen)?.[1] ?? i), known || chosen]);
  }
  await act(figure, "hover away");
  return found;
}

/** What can be taken along from the playground: scripts of its machines, by a library. */
function taken({ root, model }, library) {
  button(root, "Copy as Python").click();
  const area = root.querySelector('[aria-label="Python code"]');
  turn(root, "with", library);
  const { file } = model.get("own") ?? {};
  if (file) turn(root, "rows", "in the script");
  if (file) turn(root, "certificate", "on");
  const scripts = [...(model.get("compare") ? "AB" : "A")].map((name) => {
    if (model.get("compare")) turn(root, "machine", name);
    return area.value;
  });
  area.closest("dialog").close();
  return { scripts };
}

const TASKS = {
  /** What is said after each line of actions, and the state then. */
  async played({ name, file, traits, lines, scripts = null }) {
    const errors = [];
    console.error = (error) => errors.push(String(error));
    const figure = await mounted(name, file, traits);
    let [before, drawn] = [new Map(), []];
    const found = [];
    for (const line of ["", ...lines]) {
      try {
        for (const action of line.split("; ").filter(Boolean)) await act(figure, action);
      } catch (error) {
        errors.push(String(error));
      }
      if (!line.endsWith("now")) await rest(figure);
      const [now, own] = [parts(figure.root), drawings(figure.root)];
      const text = [said(before, now, redrawn(drawn, own)), ...errors.splice(0)].join(" | ");
      found.push({ text, ...stateOf(figure) });
      [before, drawn] = [now, own];
      if (scripts) Object.assign(found.at(-1), taken(figure, scripts));
      if (saved.blob) found.at(-1).saved = await saved.blob.text();
    }
    reader.still = false;
    slow(0);
    figure.leave();
    return found;
  },

  /**
   * A walk over all that a reader may do, often in a hurry, and what its end says: by itself, where
   * its link leads, and where Python sets the same; and what is known of some points.
   */
  async walked({ name, file, traits, seed, read }) {
    const dice = generator(seed);
    const figure = await mounted(name, file, traits);
    const { root, model, specs } = figure;
    const [x0, x1, y0, y1] = traits.box ?? [0, 1, 0, 1];
    const at = () =>
      [x0 + dice() * (x1 - x0), y0 + dice() * (y1 - y0)].map((v) => Number(v.toPrecision(6)));
    for (let k = 0; k < 12; k++) {
      const names = Object.keys(specs);
      const trait = names[Math.floor(dice() * names.length)];
      if (dice() < 0.25) button(root, dice() < 0.5 ? "Undo" : "Redo").click();
      else {
        model.set(trait, another(model.get(trait), specs[trait], dice, at));
        if (["data", "seed"].includes(trait) && specs.points)
          model.set("points", specs.points.base(stateOf(figure).traits));
      }
      await pass(dice() < 0.5 ? 17 : 300);
    }
    await rest(figure);
    const own = { ...stateOf(figure), known: await readOuts(figure, read) };
    button(root, "Copy link").click();
    const hash = location.hash;
    figure.leave();
    const opened = await mounted(name, file, traits, { hash });
    const link = stateOf(opened);
    opened.leave();
    const told = await mounted(name, file, traits);
    for (const [trait, value] of Object.entries(own.traits)) told.model.set(trait, value);
    await rest(told);
    const set = stateOf(told);
    told.leave();
    return { own, link, set, hash };
  },

  /** Exported functions of modules, called: [[file, name, arguments], …]. */
  called: (calls) =>
    Promise.all(
      calls.map(async ([file, name, given]) => {
        const module = await import(`${JS}/${file}`);
        return plain(module[name](...given.map(typed)));
      }),
    ),

  /**
   * Situations { points, at, ...how } one after the other on the same machine: the answers, the
   * bounds on the way, and the values at places.
   */
  async solved({ kind, situations, gap }) {
    const [file, name] = MACHINES[kind];
    const machine = new (await import(`${JS}/core/${file}.js`))[name]({ gap, kind });
    return situations.map(({ points, at = [], C, ...how }) => {
      const pose = () => machine.pose(points, { ...how, C: C ?? Infinity });
      const course = [];
      pose();
      let answer = machine.advance(0);
      for (; !answer.done; answer = machine.advance(0)) course.push([answer.primal, answer.dual]);
      pose(); // nothing new: nothing happens
      const again = machine.advance(0) === answer;
      const scores = at.map((place) =>
        kind === "tube" ? curveOf(answer, [place])[0] : score(answer, ...place),
      );
      return { ...plain(answer), again, course, scores };
    });
  },

  /** The Gram matrix after point i has moved there, by one row and column. */
  movedGram({ kernel, points, i, to }) {
    const X = flat(points);
    const K = gram(kernel, X);
    X.set(to, 2 * i);
    updateGram(K, kernel, X, i);
    return [...K];
  },
  faces: ({ z, width, height, ...how }) =>
    facesOf(z, width, height, (i, j) => [i, height - 1 - j], how),
  draws: ([seed, count]) => {
    const dice = generator(seed);
    return Array.from({ length: count }, dice);
  },
  climb: ({ points, C, method, order, steps }) =>
    new Climb(points, C, method, order).to(steps).states,
  walk: ({ steps, ...settings }) => new Walk(settings).to(steps).path,

  /** What the links of a figure mean. */
  async links({ file, traits, texts }) {
    const module = await import(`${JS}/${file}`);
    const [, make] = Object.entries(module).find(([key]) => key.endsWith("Spec"));
    const specs = make({ get: (trait) => traits[trait] });
    const start = Object.fromEntries(Object.keys(specs).map((trait) => [trait, traits[trait]]));
    const bad = Object.entries(specs).filter(([trait, spec]) => refusal(start[trait], spec));
    return {
      refusedAtStart: bad.map(([trait]) => trait),
      decoded: texts.map((text) => decodeState(text, start, specs)),
    };
  },
};
await serve(TASKS);
