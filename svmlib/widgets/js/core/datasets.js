// Small seeded data sets to play with, points [x1, x2, label]; the same on every machine.
import { generator } from "./descent.js";

/**
 * Numbers of a standard normal distribution (Box and Muller).
 * @param {() => number} random
 */
export function normal(random) {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** @param {number} i */
const sign = (i) => (i % 2 ? 1 : -1);

/** @type {Record<string, (n: number, random: () => number, noise: () => number) => Point[]>} */
export const DATASETS = {
  moons(n, random, noise) {
    return Array.from({ length: n }, (_, i) => {
      const t = Math.PI * random();
      const [x, y] = i % 2 ? [1 - Math.cos(t), 0.5 - Math.sin(t)] : [Math.cos(t), Math.sin(t)];
      return [x + 0.15 * noise(), y + 0.15 * noise(), sign(i)];
    });
  },
  rings(n, random) {
    return Array.from({ length: n }, (_, i) => {
      // uniform on the disc r² < .5 and on the part r² > .8 of the disc r² < 1.6
      const r = Math.sqrt(i % 2 ? 0.5 * random() : 0.8 + 0.8 * random());
      const t = 2 * Math.PI * random();
      return [r * Math.cos(t), r * Math.sin(t), sign(i)];
    });
  },
  blobs(n, random, noise) {
    return Array.from({ length: n }, (_, i) => [
      sign(i) + 0.8 * noise(),
      sign(i) + 0.8 * noise(),
      sign(i),
    ]);
  },
  xor(n, random) {
    return Array.from({ length: n }, () => {
      const x = 2 * random() - 1;
      const y = 2 * random() - 1;
      return [x, y, x * y > 0 ? 1 : -1];
    });
  },
  spirals(n, random, noise) {
    return Array.from({ length: n }, (_, i) => {
      const t = 1 + 8 * Math.sqrt(random());
      const turn = i % 2 ? Math.PI : 0;
      return [
        (t * Math.cos(t + turn)) / 5 + 0.05 * noise(),
        (t * Math.sin(t + turn)) / 5 + 0.05 * noise(),
        sign(i),
      ];
    });
  },
};

/**
 * n points of the data set of this name.
 * @param {string} name
 */
export function makeData(name, n = 100, seed = 0) {
  const random = generator(seed);
  return DATASETS[name](n, random, normal(random));
}

/**
 * [x0, x1, y0, y1] around points, with room on each side.
 * @param {Point[]} points
 */
export function boxAround(points, pad = 0.15) {
  const edge = (/** @type {number} */ k) => {
    const values = points.map((p) => p[k]);
    const low = Math.min(...values);
    const high = Math.max(...values);
    const room = pad * Math.max(high - low, 1e-3);
    return [low - room, high + room];
  };
  return [...edge(0), ...edge(1)];
}
