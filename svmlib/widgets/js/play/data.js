// Data sets of the playground: those of the figures with a knob for noise, two more, flipped labels
// and a split into points to learn from and points held out. Seeded: the same on every machine, and
// points stay where they are, or move smoothly, while a knob turns.
import { DATASETS, normal } from "../core/datasets.js";
import { generator } from "../core/descent.js";

// generators of the same seed for different purposes must not draw the same numbers
const JITTER_SALT = 0x9e3779b9;
const FLIP_SALT = 0x85ebca6b;

const MORE_DATASETS = {
  /** Two long parallel clouds: what a rescaling of the axes changes. */
  anisotropic(n, random, noise) {
    return Array.from({ length: n }, (_, i) => {
      const label = i % 2 ? 1 : -1;
      const along = 1.2 * noise();
      const across = 0.6 * label + 0.3 * noise();
      return [along + across, along - across, label];
    });
  },
  /** One point in ten is positive. */
  imbalanced(n, random, noise) {
    const positives = Math.max(1, Math.round(n / 10));
    const before = (i) => Math.floor((i * positives) / n);
    return Array.from({ length: n }, (_, i) => {
      const label = before(i + 1) > before(i) ? 1 : -1;
      return [label + 0.8 * noise(), label + 0.8 * noise(), label];
    });
  },
};

export const PLAY_DATA = { ...DATASETS, ...MORE_DATASETS };
/**
 * n points of a data set. Noise multiplies the default noise, so that 1 gives the points of
 * makeData. Rings and xor have none by default: there, what exceeds 1 shifts the points after they
 * got their labels. `flip` is the share of points with the wrong label; a larger share flips the
 * same points and more.
 * @param {{ name: string, n?: number, noise?: number, seed?: number, flip?: number }} choice
 * @returns {Point[]}
 */
export function playData({ name, n = 100, noise = 1, seed = 0, flip = 0 }) {
  const random = generator(seed);
  const normal01 = normal(random);
  const points = PLAY_DATA[name](Math.round(n), random, () => noise * normal01());
  if (noise > 1 && (name === "rings" || name === "xor"))
    shiftPoints(points, 0.15 * (noise - 1), seed);
  const wrong = firstByKey(
    [...points.keys()],
    Math.round(flip * points.length),
    keysOf(points.length, seed ^ FLIP_SALT),
  );
  for (const i of wrong) points[i][2] *= -1;
  return points;
}

function shiftPoints(points, amount, seed) {
  const jitter = normal(generator(seed ^ JITTER_SALT));
  for (const point of points) {
    point[0] += amount * jitter();
    point[1] += amount * jitter();
  }
}

/** One random number for each index, the same however many follow. */
function keysOf(n, seed) {
  const random = generator(seed);
  return Float64Array.from({ length: n }, random);
}

/** The `count` indices with the smallest keys: a random subset that only grows with `count`. */
const firstByKey = (indices, count, keys) =>
  [...indices].sort((i, j) => keys[i] - keys[j]).slice(0, count);

/**
 * Indices of points to learn from and of points held out, `share` of each class of them, by chance
 * but for ever the same: every point has its lot, so that adding points, or changing a label,
 * leaves the others where they are. At least one point of each class is kept to learn from.
 * @param {Point[]} points
 * @param {number} share of points held out, 0 to 1
 * @param {number} seed
 * @returns {{ train: number[], test: number[] }}
 */
export function splitData(points, share, seed = 0) {
  const keys = keysOf(points.length, seed);
  const held = new Set();
  for (const label of [-1, 1]) {
    const indices = [...points.keys()].filter((i) => points[i][2] === label);
    const count = Math.min(Math.round(share * indices.length), indices.length - 1);
    if (count > 0) firstByKey(indices, count, keys).forEach((i) => held.add(i));
  }
  const all = [...points.keys()];
  return { train: all.filter((i) => !held.has(i)), test: all.filter((i) => held.has(i)) };
}

/** Of fewer points none is held out: those to learn from might all have one coordinate. */
export const FEWEST_TO_SPLIT = 8;

/**
 * Points with a 1 behind the label of those held out, as splitData deals them.
 * @param {Point[]} points @param {{ held: number, lot: number }} how
 * @returns {Point[]}
 */
export function dealt(points, { held, lot }) {
  const share = points.length < FEWEST_TO_SPLIT ? 0 : held;
  const out = new Set(splitData(points, share, lot).test);
  return points.map(([a, b, label], i) => (out.has(i) ? [a, b, label, 1] : [a, b, label]));
}

/** Indices of the points to learn from and of those held out. @param {Point[]} points */
export function partsOf(points) {
  const all = [...points.keys()];
  return { train: all.filter((i) => !points[i][3]), test: all.filter((i) => points[i][3]) };
}
