// The state of the playground as plain data: settings, what follows from them, and links. No
// document in here.
import { decodeState, encodeState, settingsOf } from "../ui/share.js";
import { PLAY_DATA, playData, splitData } from "./data.js";
import { IRIS_NAMES, irisPoints } from "./iris.js";
import { SITUATIONS } from "./situations.js";
import { rescaled } from "./table.js";

/**
 * `points` null: those of the data set; `test` null: the split by chance; `own`: where one's own
 * points come from.
 * @typedef {{
 *   situation: string, data: string, n: number, noise: number, flip: number, seed: number, held:
 *   number, lot: number, compare: boolean,
 *   kernel: string, C: number, sigma: number, degree: number, plus: number, minus: number,
 *   kernelB: string, CB: number, sigmaB: number, degreeB: number, plusB: number, minusB: number,
 *   points: Point[] | null, test: number[] | null, own: Own | null,
 * }} PlayState
 * @typedef {{ names: string[], source: string, scaled?: Scaling | null,
 *   sample?: { taken: number, of: number } | null,
 *   file?: import("./table.js").TableFile | null }} Own `file` null: other points than in a file
 * @typedef {"A" | "B"} Which
 */

export const PLAY_POINTS = 500; // most of them
const KERNELS_SHOWN = [
  ["linear", "linear"],
  ["polynomial", "polynomial"],
  ["rbf", "Gaussian (RBF)"],
  ["ornstein-uhlenbeck", "Ornstein–Uhlenbeck"],
];

const machineSpecs = (/** @type {string} */ suffix) => ({
  [`kernel${suffix}`]: { kind: "choice", label: "kernel", options: KERNELS_SHOWN },
  [`C${suffix}`]: { kind: "number", label: "C", min: 1e-2, max: 1e4, log: true },
  [`sigma${suffix}`]: { kind: "number", label: "σ", min: 0.05, max: 10, log: true },
  [`degree${suffix}`]: { kind: "number", label: "degree", min: 1, max: 8, whole: true },
  [`plus${suffix}`]: { kind: "number", label: "weight of +1", min: 0.1, max: 20, log: true },
  [`minus${suffix}`]: { kind: "number", label: "weight of −1", min: 0.1, max: 20, log: true },
});

/**
 * What a link carries, with kinds and ranges as in ui/share.js; points and the held-out ones come
 * on top of it.
 */
export const playgroundSpec = () => ({
  situation: {
    kind: "choice",
    label: "situation",
    options: SITUATIONS.map(({ id, name }) => [id, name]),
  },
  data: {
    kind: "choice",
    label: "data",
    options: [
      ...Object.keys(PLAY_DATA).map((name) => [name, name]),
      ["iris", "iris"],
      ["own", "your own"],
    ],
  },
  n: { kind: "number", label: "points", min: 4, max: PLAY_POINTS, whole: true },
  noise: { kind: "number", label: "noise", min: 0, max: 4, steps: 80 },
  flip: { kind: "number", label: "wrong labels", min: 0, max: 0.4, steps: 40 },
  seed: { kind: "number", min: 0, max: 9999, whole: true },
  held: { kind: "number", label: "held out", min: 0, max: 0.8, steps: 80 },
  lot: { kind: "number", min: 0, max: 9999, whole: true },
  compare: { kind: "switch", label: "compare two settings" },
  ...machineSpecs(""),
  ...machineSpecs("B"),
});
const SPECS = playgroundSpec();
const MACHINES = { ...machineSpecs(""), ...machineSpecs("B") };
const POINTS = { points: { kind: "points", labels: [1, -1], limit: PLAY_POINTS } };

/** @type {PlayState} */
const PLAY_START = {
  situation: "moons",
  data: "moons",
  n: 200,
  noise: 1,
  flip: 0,
  seed: 0,
  held: 0.3,
  lot: 0,
  compare: false,
  kernel: "rbf",
  C: 1,
  sigma: 0.5,
  degree: 2,
  plus: 1,
  minus: 1,
  kernelB: "rbf",
  CB: 1,
  sigmaB: 0.5,
  degreeB: 2,
  plusB: 1,
  minusB: 1,
  points: null,
  test: null,
  own: null,
};

/** The state that a situation begins with. @returns {PlayState} */
export const playStart = (id = "moons") => ({
  ...PLAY_START,
  situation: id,
  ...SITUATIONS.find((one) => one.id === id)?.set,
});

/**
 * The state after some settings are changed, with all that follows: a knob of the data set makes
 * its points anew.
 * @param {PlayState} state @param {Partial<PlayState>} changes
 * @returns {PlayState}
 */
export function playChange(state, changes) {
  if (changes.situation !== undefined) return { ...playStart(changes.situation), ...changes };
  const has = (/** @type {string[]} */ names) => names.some((name) => Object.hasOwn(changes, name));
  const made = has(["data", "n", "noise", "flip", "seed"]);
  const gone = made ? { points: null, own: null } : {};
  if (made || has(["held", "lot"])) Object.assign(gone, { test: null });
  // an empty sheet: what is painted on it is learned from
  const own =
    changes.data !== "own"
      ? {}
      : changes.points
        ? { situation: "own" }
        : { situation: "own", held: 0 };
  const next = { ...state, ...gone, ...own, ...changes };
  return has(["held", "lot"]) ? dealtAnew(next) : next;
}

/** Others are learned from: only they say how one's own points are standardised. */
function dealtAnew(/** @type {PlayState} */ state) {
  const { own, points } = state;
  if (!own?.scaled || !points) return state;
  const found = rescaled(points, own.scaled, partsOf(state, points).train);
  return found ? { ...state, points: found.points, own: { ...own, scaled: found.scaled } } : state;
}

/** The points of a data set before anybody touched them. @param {PlayState} state */
function basePoints(state) {
  if (state.data === "own") return [];
  return state.data === "iris" ? irisPoints() : playData({ ...state, name: state.data });
}

/** @param {PlayState} state @returns {Point[]} */
export const pointsOf = (state) => state.points ?? basePoints(state);

/** @param {PlayState} state */
export const namesOf = (state) =>
  state.own?.names ?? (state.data === "iris" ? IRIS_NAMES : ["x1", "x2"]);

/**
 * What the axes of a table are told in.
 * @param {PlayState} state
 * @returns {Scaling | null}
 */
export const unitsOf = ({ own }) => own && (own.scaled ?? { centre: [0, 0], scale: [1, 1] });

/**
 * Indices of points to learn from and of those held out.
 * @param {PlayState} state @param {Point[]} points
 * @returns {{ train: number[], test: number[] }}
 */
export function partsOf({ test, held, lot }, points) {
  if (!test) return splitData(points, held, lot);
  const out = new Set(test);
  return {
    train: [...points.keys()].filter((i) => !out.has(i)),
    test: [...out].filter((i) => i < points.length).sort((a, b) => a - b),
  };
}

/**
 * After points were removed, the others stay what they were, held out or not: their new indices.
 * @param {Point[]} before @param {Point[]} after @param {number[]} test
 */
export function remaining(before, after, test) {
  const out = new Set(test);
  const kept = [];
  let j = 0;
  for (let i = 0; i < before.length && j < after.length; i++) {
    if (before[i].some((v, k) => v !== after[j][k])) continue;
    if (out.has(i)) kept.push(j);
    j++;
  }
  return kept;
}

/**
 * What the machine A or B is told to be.
 * @param {PlayState} state @param {Which} which
 * @returns {{ kernel: Kernel, C: number, weights: { plus: number, minus: number } }}
 */
export function settingOf(state, which) {
  const own = (/** @type {string} */ name) =>
    /** @type {any} */ (state)[which === "A" ? name : `${name}B`];
  const name = own("kernel");
  const parameter =
    name === "rbf"
      ? { sigma: own("sigma") }
      : name === "polynomial"
        ? { degree: own("degree") }
        : name === "linear"
          ? {}
          : { length: own("sigma") };
  return {
    kernel: { name, ...parameter },
    C: own("C"),
    weights: { plus: own("plus"), minus: own("minus") },
  };
}

/**
 * What a curve over C or σ of a machine belongs to, as core/trace.js asks for it.
 * @param {PlayState} state @param {Which} which
 */
export function situationOf(state, which) {
  const suffix = which === "A" ? "" : "B";
  const all = /** @type {any} */ ({ ...state, compare: false });
  const rest = Object.fromEntries(
    Object.entries(all).filter(([key]) => !Object.hasOwn(MACHINES, key)),
  );
  for (const key of ["kernel", "degree", "plus", "minus"]) rest[key] = all[`${key}${suffix}`];
  const knobs = Object.fromEntries(
    ["C", "sigma"].map((key) => [`${key}${suffix}`, all[`${key}${suffix}`]]),
  );
  return { knobs, rest: JSON.stringify(rest) };
}

/** A setting in a few words. @param {PlayState} state @param {Which} which */
export function settingText(state, which) {
  const { kernel, C, weights } = settingOf(state, which);
  const { sigma, degree, length } = kernel;
  const text = KERNELS_SHOWN.find(([name]) => name === kernel.name)?.[1];
  return [
    text,
    sigma && `σ = ${sigma}`,
    length && `ℓ = ${length}`,
    degree && `degree ${degree}`,
    `C = ${C}`,
    weights.plus === weights.minus && weights.plus === 1
      ? ""
      : `weights ${weights.plus} and ${weights.minus}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Of how many rows the points are a sample, in words, or "". @param {PlayState} state */
export const sampleOf = ({ own }) =>
  own?.sample ? ` (a sample: ${own.sample.taken} of ${own.sample.of} rows)` : "";

/** Where the points come from, in words. @param {PlayState} state */
export function sourceOf(state) {
  const { data, n, noise, flip, seed, points, own } = state;
  if (own) return own.source;
  if (data === "own") return "painted by hand";
  const made =
    data === "iris"
      ? "iris, the sepals of lecture 3"
      : `${data}, ${n} points, noise ${noise}${flip ? `, ${flip} of the labels wrong` : ""}, seed ${seed}`;
  return points ? `${made}, edited` : made;
}

/**
 * What Copy as Python is told.
 * @param {PlayState} state
 * @param {Which} which
 * @param {Partial<import("./code.js").Shown>} how
 */
export function shownOf(state, which, how) {
  const points = pointsOf(state);
  const { train, test } = partsOf(state, points);
  return {
    points,
    train: test.length ? train : null,
    ...settingOf(state, which),
    names: namesOf(state),
    source: sourceOf(state),
    scaled: state.own?.scaled ?? null,
    ...how,
  };
}

// ---- Links

/** Six digits, as ui/share.js writes them. */
const rounded = (/** @type {Point[]} */ points) =>
  points.map((p) => p.map((v) => Number(v.toPrecision(6))));

/**
 * The text of a link: the situation and what differs from it. Points that were added come after
 * those that were there.
 * @param {PlayState} state
 */
export function encodePlay(state) {
  const settings = (/** @type {any} */ one) =>
    Object.fromEntries(Object.keys(SPECS).map((key) => [key, one[key]]));
  const changes = JSON.parse(encodeState(settings(state), settings(playStart(state.situation))));
  if (state.situation !== PLAY_START.situation) changes.situation = state.situation;
  if (state.points) {
    const base = basePoints(state);
    const grown = base.length > 0 && state.points.length >= base.length;
    const edits = JSON.parse(
      encodeState(
        { points: grown ? state.points.slice(0, base.length) : state.points },
        { points: base },
      ),
    );
    changes.points = edits.points ?? {};
    if (grown && state.points.length > base.length)
      changes.more = rounded(state.points.slice(base.length));
  }
  if (state.test) changes.test = state.test;
  return JSON.stringify(changes);
}

/**
 * The state that the text of a link means: { state } or { problem }, a phrase. Nothing is taken
 * over when anything is wrong.
 * @param {string} text
 * @returns {{ state?: PlayState, problem?: string }}
 */
export function decodePlay(text) {
  const { changes, problem: unread } = settingsOf(text);
  if (!changes) return { problem: unread };
  const { points, more, test, ...settings } = changes;
  const id = settings.situation ?? PLAY_START.situation;
  const start = playStart(SITUATIONS.some((one) => one.id === id) ? id : undefined);
  const { state, problem } = decodeState(JSON.stringify(settings), start, SPECS);
  if (!state) return { problem };
  const found = /** @type {PlayState} */ ({ ...state, points: null, test: null, own: null });
  if (points !== undefined || more !== undefined) {
    const given = pointsIn(found, points, more);
    if (!given.points) return { problem: given.problem };
    found.points = given.points;
  }
  if (test !== undefined) {
    const n = pointsOf(found).length;
    const inside = (/** @type {any} */ i) => Number.isInteger(i) && i >= 0 && i < n;
    if (!Array.isArray(test) || !test.every(inside) || new Set(test).size < test.length) {
      return { problem: `the held-out points must be different whole numbers below ${n}` };
    }
    found.test = test;
  }
  return { state: found };
}

/** @returns {{ points?: Point[], problem?: string }} */
function pointsIn(/** @type {PlayState} */ state, points = {}, more = []) {
  const base = basePoints(state);
  const first = decodeState(JSON.stringify({ points }), { points: base }, POINTS);
  if (!first.state) return { problem: first.problem };
  if (!Array.isArray(more)) return { problem: "the points that were added must be a list" };
  const all = decodeState(
    JSON.stringify({ points: [...first.state.points, ...more] }),
    { points: [] },
    POINTS,
  );
  return all.state ? { points: all.state.points } : { problem: all.problem };
}
