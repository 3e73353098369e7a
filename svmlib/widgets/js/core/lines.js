// Lines of the plane: through two handles, and what a street along one is worth.

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
