// A surface over a grid as small faces: what is above the water (z = 0), what is below it, and the
// level lines on them.

/** @typedef {number[]} Place x, y, z */
/**
 * @typedef {object} Face
 * @property {Place} at  its middle, on the ground
 * @property {Place[]} above  corners of the part that is not under water; none of them if all is
 * @property {Place[]} below
 * @property {[number, Place, Place][]} lines  level, from, to
 * @property {number} light  0 to 1
 */

const LIGHT = [-0.45, 0.35, 0.82]; // where it comes from

const between = (/** @type {Place} */ a, /** @type {Place} */ b, level) => {
  const t = (level - a[2]) / (b[2] - a[2]);
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), level];
};

/** The part of a face on one side of the water. @param {Place[]} corners @param {1 | -1} side */
function part(corners, side) {
  return corners.flatMap((a, k) => {
    const b = corners[(k + 1) % corners.length];
    const own = side * a[2] >= 0 ? [a] : [];
    return a[2] * b[2] < 0 ? [...own, between(a, b, 0)] : own;
  });
}

/** Where a level line runs over a face. @param {Place[]} corners @param {number} level */
function lineOn(corners, level) {
  const ends = corners.flatMap((a, k) => {
    const b = corners[(k + 1) % corners.length];
    return a[2] > level !== b[2] > level ? [between(a, b, level)] : [];
  });
  return Array.from(
    { length: ends.length / 2 },
    (_, k) => /** @type {[number, Place, Place]} */ ([level, ends[2 * k], ends[2 * k + 1]]),
  );
}

/** @param {Place[]} corners @param {number} rise of a unit of z, as it is seen */
function lightOn([a, b, c, d], rise) {
  const [p, q] = [
    [c[0] - a[0], c[1] - a[1], rise * (c[2] - a[2])],
    [d[0] - b[0], d[1] - b[1], rise * (d[2] - b[2])],
  ];
  const normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const size = Math.hypot(...normal) * Math.sign(normal[2]);
  return Math.max(0, normal.reduce((sum, v, k) => sum + v * LIGHT[k], 0) / size);
}

/**
 * The faces of a surface with heights z over a grid, row 0 at the back; place(i, j) tells [x, y] of
 * a place of the grid.
 * @param {Numbers} z @param {number} width @param {number} height
 * @param {(i: number, j: number) => number[]} place
 * @param {{ levels: number[], rise: number }} how
 * @returns {Face[]}
 */
export function facesOf(z, width, height, place, { levels, rise }) {
  const corner = (i, j) => [...place(i, j), z[j * width + i]];
  const faces = [];
  for (let j = 0; j + 1 < height; j++) {
    for (let i = 0; i + 1 < width; i++) {
      const corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      const [a, b, c, d] = corners;
      const saddle = a[2] * b[2] < 0 && b[2] * c[2] < 0 && c[2] * d[2] < 0;
      for (const own of saddle
        ? [
            [a, b, c],
            [c, d, a],
          ]
        : [corners]) {
        const wet = own.some((one) => one[2] < 0);
        const dry = own.some((one) => one[2] > 0);
        faces.push({
          at: [...place(i + 0.5, j + 0.5), 0],
          above: dry || !wet ? part(own, 1) : [],
          below: wet ? part(own, -1) : [],
          lines: levels.flatMap((level) => lineOn(own, level)),
          light: lightOn(corners, rise),
        });
      }
    }
  }
  return faces;
}
