// The state of the playground as plain data: its traits, what follows from a change, and what the
// parts of the page are told of it. No document in here.
import { KERNELS } from "../core/kernels.js";
import { numberTrait, powerTrait } from "../ui/share.js";
import { PLAY_DATA, dealt, partsOf, playData } from "./data.js";
import { IRIS_NAMES, irisPoints } from "./iris.js";
import { SITUATIONS } from "./situations.js";

/**
 * Points are [x1, x2, label], with a 1 behind it where they are held out; `own` says where one's
 * own points come from, `file` of it is null when they are others than in a file.
 * @typedef {Record<string, any>} PlayState
 * @typedef {{ names: string[], source: string, sample?: { taken: number, of: number } | null,
 *   file?: import("./table.js").TableFile | null }} Own
 * @typedef {"A" | "B"} Which
 */

export const PLAY_POINTS = 500; // most of them
const LOTS = 10_000; // samples of a data set, and splits

/** The traits of one machine. @param {Which} which */
function machineSpec(which) {
  const group = `Machine ${which}`;
  const of = which === "B" ? " of B" : "";
  const on = which === "A" ? () => true : (/** @type {any} */ facts) => facts.compare;
  const kernelOf = (/** @type {any} */ facts) => facts[traitOf("kernel", which)];
  /** @type {Record<string, any>} */
  const traits = {
    kernel: { kind: "choice", options: KERNELS },
    C: powerTrait(1e-2, 1e4),
    sigma: powerTrait(0.05, 10, {
      label: "σ",
      when: (facts) => on(facts) && ["rbf", "ornstein-uhlenbeck"].includes(kernelOf(facts)),
    }),
    degree: numberTrait(1, 8, {
      whole: true,
      when: (facts) => on(facts) && kernelOf(facts) === "polynomial",
    }),
    plus: powerTrait(0.1, 20, { label: "weight of +1" }),
    minus: powerTrait(0.1, 20, { label: "weight of −1" }),
  };
  return Object.fromEntries(
    Object.entries(traits).map(([name, spec]) => [
      traitOf(name, which),
      { label: name, when: on, ...spec, group, word: `${spec.label ?? name}${of}` },
    ]),
  );
}

/** What a trait of machine A is called for machine A or B. @param {Which} which */
export const traitOf = (/** @type {string} */ name, which) => (which === "A" ? name : `${name}B`);

const group = "Data";
const made = (/** @type {any} */ { data }) => data !== "own" && data !== "iris";
const DATA_OPTIONS = [...Object.keys(PLAY_DATA), "iris"].map((name) => [name, name]);
const SPECS = {
  situation: {
    ...{ kind: "choice", label: "Situation", group },
    options: SITUATIONS.map(({ id, name }) => [id, name]),
  },
  data: { kind: "choice", group, options: [...DATA_OPTIONS, ["own", "your own"]] },
  n: numberTrait(4, PLAY_POINTS, { label: "points", whole: true, group, when: made }),
  noise: numberTrait(0, 4, { steps: 80, group, when: made }),
  flip: numberTrait(0, 0.4, { label: "wrong labels", steps: 40, group, when: made }),
  seed: numberTrait(0, LOTS - 1, { whole: true, knob: false }),
  held: numberTrait(0, 0.8, { label: "held out", steps: 80, group }),
  lot: numberTrait(0, LOTS - 1, { whole: true, knob: false }),
  standardise: { kind: "switch", group, when: (/** @type {any} */ { data }) => data === "own" },
  whole: {
    ...{ kind: "switch", label: "every point in the window", group },
    when: (/** @type {any} */ { beyond, whole }) => beyond > 0 || whole,
  },
  ...machineSpec("A"),
  compare: { kind: "switch", label: "compare two settings", group: "Machine A" },
  ...machineSpec("B"),
  points: {
    ...{ kind: "points", labels: [1, -1], limit: PLAY_POINTS, parts: true },
    base: (/** @type {any} */ state) => dealt(basePoints(state), state),
  },
  own: { kind: "kept" },
};

/**
 * The traits, as ui/share.js and ui/figure.js ask for them. What a situation sets goes without
 * saying.
 */
export const playgroundSpec = () =>
  Object.fromEntries(
    Object.entries(SPECS).map(([name, spec]) => {
      const base = (/** @type {any} */ { situation }) => settingsOfPlay(situation)[name];
      return [name, name === "situation" || name === "own" ? spec : { base, ...spec }];
    }),
  );

const PLAY_START = {
  ...{ situation: "moons", data: "moons", n: 200, noise: 1, flip: 0, seed: 0, held: 0.3, lot: 0 },
  ...{ standardise: false, whole: false, own: null, compare: false },
  ...{ kernel: "rbf", C: 1, sigma: 0.5, degree: 2, plus: 1, minus: 1 },
  ...{ kernelB: "rbf", CB: 1, sigmaB: 0.5, degreeB: 2, plusB: 1, minusB: 1 },
};

/** All that a situation sets but the points. @returns {PlayState} */
const settingsOfPlay = (/** @type {string} */ id) => ({
  ...PLAY_START,
  situation: id,
  ...SITUATIONS.find((one) => one.id === id)?.set,
});

/** The state that a situation begins with, or that some other settings lead to. */
export function playStart(id = "moons", /** @type {PlayState} */ changes = {}) {
  const settings = { ...settingsOfPlay(id), ...changes };
  return { points: SPECS.points.base(settings), ...settings };
}

/**
 * A change of settings with all that follows: a knob of the data makes its points anew, one of the
 * split deals those that are there.
 * @param {PlayState} change @param {PlayState} state
 * @returns {PlayState}
 */
export function playChange(change, state) {
  const has = (/** @type {string[]} */ names) => names.some((name) => Object.hasOwn(change, name));
  if (has(["points"])) {
    const { own } = state; // once they are edited they are others than in a file
    return has(["own"]) ? change : { ...change, own: own && { ...own, file: null } };
  }
  if (has(["situation"])) return playStart(change.situation, change);
  // an empty sheet: what is painted on it is learned from
  const sheet = change.data === "own" ? { situation: "own", held: 0 } : {};
  /** @type {any} */ const next = { ...state, ...sheet, ...change };
  if (has(["data", "n", "noise", "flip", "seed"]))
    return { ...sheet, ...change, own: null, points: SPECS.points.base(next) };
  return has(["held", "lot"]) ? { ...change, points: dealt(state.points, next) } : change;
}

/** The next sample of the data, or the next split. @param {PlayState} state */
export const another = (/** @type {"seed" | "lot"} */ name, state) =>
  playChange({ [name]: (state[name] + 1) % LOTS }, state);

/**
 * The points of a data set before anybody touched them.
 * @param {PlayState} state @returns {Point[]}
 */
function basePoints(state) {
  if (state.data === "own") return [];
  return state.data === "iris" ? irisPoints() : playData({ ...state, name: state.data });
}

/** @param {PlayState} state @returns {string[]} */
export const namesOf = (state) =>
  state.own?.names ?? (state.data === "iris" ? IRIS_NAMES : ["x1", "x2"]);

/**
 * What a machine is told to be.
 * @param {PlayState} state @param {Which} which
 * @returns {{ kernel: Kernel, C: number, weights: { plus: number, minus: number } }}
 */
export function settingOf(state, which) {
  const own = (/** @type {string} */ name) => state[traitOf(name, which)];
  const name = own("kernel");
  const parameter = {
    linear: {},
    polynomial: { degree: own("degree") },
    rbf: { sigma: own("sigma") },
    "ornstein-uhlenbeck": { length: own("sigma") },
  }[name];
  return {
    kernel: { name, ...parameter },
    C: own("C"),
    weights: { plus: own("plus"), minus: own("minus") },
  };
}

/** A setting in a few words. @param {PlayState} state @param {Which} which */
export function settingText(state, which) {
  const { kernel, C, weights } = settingOf(state, which);
  const { sigma, degree, length } = kernel;
  const { plus, minus } = weights;
  return [
    KERNELS.find(([name]) => name === kernel.name)?.[1],
    sigma && `σ = ${sigma}`,
    length && `ℓ = ${length}`,
    degree && `degree ${degree}`,
    `C = ${C}`,
    plus === 1 && minus === 1 ? "" : `weights ${plus} and ${minus}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Whether the points are those that the settings make. @param {PlayState} state */
export const generated = (state) =>
  state.data !== "own" && String(state.points) === String(SPECS.points.base(state));

/** Where the points come from, in words. @param {PlayState} state */
export function sourceOf(state) {
  const { data, n, noise, flip, seed, own } = state;
  if (own) return own.source;
  if (data === "own") return "painted by hand";
  const wrong = flip ? `, ${flip} of the labels wrong` : "";
  const from =
    data === "iris"
      ? "iris, the sepals of lecture 3"
      : `${data}, ${n} points, noise ${noise}${wrong}, seed ${seed}`;
  return generated(state) ? from : `${from}, edited`;
}

/**
 * What Copy as Python is told.
 * @param {PlayState} state @param {Which} which
 * @param {Partial<import("./code.js").Shown>} how
 */
export function shownOf(state, which, how) {
  const { points, standardise } = state;
  const { train, test } = partsOf(points);
  return {
    points,
    train: test.length ? train : null,
    ...settingOf(state, which),
    names: namesOf(state),
    source: sourceOf(state),
    standardise,
    ...how,
  };
}
