// Lines of the plane: through two handles, what a street along one is worth, how far drawn lines
// agree, and what lies within a closed one.

/**
 * (w, b) of the line through two places, with ‖w‖ = scale and w to the right of the way from the
 * first to the second.
 * @param {number[][]} handles
 * @param {number} scale
 */
export function lineThrough([[ax, ay], [bx, by]], scale) {
  const length = Math.hypot(bx - ax, by - ay);
  /** @type {[number, number]} */
  const w = [(scale * (by - ay)) / length, (-scale * (bx - ax)) / length];
  return { w, b: -(w[0] * ax + w[1] * ay) };
}

/**
 * The best street whose middle is the line w·x + b = 0 with ‖w‖ = 1, whichever side is called
 * positive: the scale s = 2 / width that makes s²/2 + C Σ max(0, 1 - s m_i) smallest, m_i being the
 * distances from the line, negative on the wrong side. With C = ∞ and a point on the wrong side
 * there is none: cost ∞.
 * @param {Point[]} points
 * @param {{ w: number[], b: number }} line
 * @param {number} C
 */
export function streetAlong(points, { w, b }, C) {
  const distances = points.map(([x, y, label]) => label * (w[0] * x + w[1] * y + b));
  const [one, other] = [distances, distances.map((m) => -m)].map((m) =>
    C === Infinity ? narrowest(m) : cheapest(m, C),
  );
  return other.cost < one.cost ? other : one;
}

function narrowest(distances) {
  const least = Math.min(...distances);
  const scale = 1 / least;
  return least > 0 ? { scale, cost: scale ** 2 / 2 } : { scale: 0, cost: Infinity };
}

function cheapest(distances, C) {
  const falling = distances.filter((m) => m > 0).sort((a, b) => b - a);
  let pull = C * distances.reduce((sum, m) => sum + m, 0);
  let scale = 0;
  // wider distances leave the slack first; the slope scale - pull grows in between and jumps where
  // one leaves
  for (const m of falling) {
    if (pull <= 1 / m) break;
    scale = 1 / m;
    pull -= C * m;
  }
  scale = Math.max(scale, pull, 0);
  return {
    scale,
    cost: scale ** 2 / 2 + C * distances.reduce((sum, m) => sum + Math.max(0, 1 - scale * m), 0),
  };
}

const PIECE = 0.01; // of the window: how finely a drawn line is looked at

/**
 * The share of the length of two sets of lines that has some of the other within reach, in widths
 * and heights of the window. Only what runs near a point counts: elsewhere no data say where a line
 * has to go. 0 where one of them is nowhere near.
 */
export function agreement(ones, others, points, box, { reach = 0.05, near = 0.07 } = {}) {
  const [x0, x1, y0, y1] = box;
  const data = points.map(([x, y]) => [(x - x0) / (x1 - x0), (y - y0) / (y1 - y0)]);
  const within =
    (all, distance) =>
    ([x, y]) =>
      all.some(([u, v]) => Math.hypot(x - u, y - v) <= distance);
  const places = (lines) =>
    lines.flatMap((line) =>
      line.flatMap(([x, y], k) => {
        const [u, v] = line[k - 1] ?? [x, y];
        const dx = (x - u) / (x1 - x0);
        const dy = (y - v) / (y1 - y0);
        const parts = Math.max(1, Math.round(Math.hypot(dx, dy) / PIECE));
        const [s, t] = [(u - x0) / (x1 - x0), (v - y0) / (y1 - y0)];
        const length = Math.hypot(dx, dy) / parts;
        return Array.from({ length: parts }, (_, p) => [
          s + ((p + 0.5) / parts) * dx,
          t + ((p + 0.5) / parts) * dy,
          length,
        ]);
      }),
    );
  const all = [places(ones), places(others)];
  const [a, b] = all.map((line) => line.filter(within(data, near)));
  const long = (parts) => parts.reduce((sum, part) => sum + part[2], 0);
  if (!long(a) || !long(b)) return 0;
  return (
    (long(a.filter(within(all[1], reach))) + long(b.filter(within(all[0], reach)))) /
    (long(a) + long(b))
  );
}

/** The points that lie alone, and on their right side, within a closed line of the boundary. */
export function islands(boundary, points, f) {
  const found = [];
  for (const line of boundary) {
    if (line.length < 4 || String(line[0]) !== String(line.at(-1))) continue;
    const within = [...points.keys()].filter((i) => encloses(line, points[i]));
    if (within.length === 1 && points[within[0]][2] * f[within[0]] > 0) found.push(within[0]);
  }
  return found;
}

/**
 * Whether a closed line runs around a place: a ray from it to the right crosses the line an odd
 * number of times.
 */
function encloses(line, [x, y]) {
  let inside = false;
  for (let k = 1; k < line.length; k++) {
    const [ax, ay] = line[k - 1];
    const [bx, by] = line[k];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
